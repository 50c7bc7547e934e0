//! The core of the engine: clock, driver, observer and actors (ranks and their threads), with the operations on them that all
//! subsystems use.
//!
//! Subsystems (messages, schedules, windows, files, partitioned operations, dynamic processes) own their state and are
//! called with the core; the core calls none of them. More of its functions are in `wait` (requests end, actors wait),
//! `polling` (missed polls), `progress` (deferred work) and `contents` (bytes of messages).
//!
//! CPU time is charged in three ways:
//!
//! | function | for | on |
//! |---|---|---|
//! | [`EngineCore::compute`] | the program's own work | the actor's clock; the library makes no progress meanwhile |
//! | [`EngineCore::work`] | overheads of the call that the actor is in | the actor's clock |
//! | [`EngineCore::charge_then`] | steps of schedules, accesses and partitions, each before an event | the actor's clock if the actor is in a call; else the clock of its background progress, which never delays the program |
//!
//! The receive overhead of a request is stored in the request. It is charged by the MPI call that reports the completion.

use crate::actor::{Actors, Cut};
use crate::attribution::{Attribution, Notice, RunView};
use crate::comm::{CollectiveArrival, Comms};
use crate::contents::Contents;
use crate::costs::Cost;
use crate::diagnosis::Diagnosis;
use crate::domain::Domain;
use crate::event::Event;
use crate::library::{Library, ProtocolParameters};
use crate::phases::Stay;
use crate::polling::Pollers;
use crate::result::{Outcome, Totals, Warnings};
use crate::token::Token;
use kernel::{Connection, CpuTask, Finish, Kernel, Purpose, Transfer};
use ops::{CommId, Completion, Interest, Observer, PersistentStart, Placement, RankDriver, Record, Work};
use slab::Slab;
use std::collections::VecDeque;
use units::{ActorId, Time};

pub(crate) struct EngineCore<'a> {
    pub(crate) kernel: Kernel<Event>,
    pub(crate) driver: &'a mut dyn RankDriver,
    pub(crate) observer: Option<&'a mut (dyn Observer + 'static)>,
    pub(crate) interest: Interest,
    /// Listens if the observer wants to know why waits end.
    pub(crate) attribution: Option<Box<Attribution>>,
    pub(crate) library: Library,
    pub(crate) placement: Box<dyn Placement>,
    pub(crate) actors: Actors,
    pub(crate) comms: Comms,
    pub(crate) contents: Contents,
    pub(crate) pollers: Pollers,
    pub(crate) completions: CompletionPool,
    /// Actors to drive at the current instant, in order.
    pub(crate) ready: VecDeque<ActorId>,
    /// What to do when work on a shared CPU core ends.
    pub(crate) cpu_waiters: Slab<(ActorId, Event)>,
    pub(crate) totals: Totals,
    pub(crate) warnings: Warnings,
    pub(crate) outcome: Option<Outcome>,
    /// The number of steps at which the progress hook is called again, whatever the clock says: it bounds what
    /// [`EngineCore::try_advance_to`] takes together.
    pub(crate) next_hook: u64,
    /// Events scheduled so far: breaks ties of time, class and source.
    pub(crate) sequence: u64,
    /// Of a run that is divided over threads: whose ranks these are.
    pub(crate) domain: Option<Box<Domain>>,
}

/// Lists of completions that are used again.
#[derive(Default)]
pub(crate) struct CompletionPool(Vec<Vec<Completion>>);

impl CompletionPool {
    /// An empty list.
    pub(crate) fn take(&mut self) -> Vec<Completion> {
        let mut list = self.0.pop().unwrap_or_default();
        list.clear();
        list.reserve(1);
        list
    }

    /// Takes a list back.
    pub(crate) fn give(&mut self, list: Vec<Completion>) {
        self.0.push(list);
    }
}

impl EngineCore<'_> {
    /// Advances to `to` if nothing can happen until then. A rank that never blocks still yields to the progress hook.
    #[inline(always)]
    pub(crate) fn try_advance_to(&mut self, to: Time) -> bool {
        self.ready.is_empty() && self.kernel.steps() < self.next_hook && self.kernel.try_advance_to(to)
    }

    /// Schedules an event of an actor.
    pub(crate) fn at(&mut self, time: Time, class: u8, actor: ActorId, event: Event) {
        self.sequence += 1;
        self.kernel.schedule(time, class, actor.0, self.sequence, event);
    }

    /// Tells the listener, if there is one.
    #[inline]
    pub(crate) fn notify<'n>(&mut self, notice: impl FnOnce() -> Notice<'n>) {
        if let Some(attribution) = &mut self.attribution {
            attribution.on_notice(&notice(), &mut RunView { kernel: &mut self.kernel, actors: &self.actors });
        }
    }

    /// A wait of an actor ends: records why, if an observer wants to know.
    #[inline]
    pub(crate) fn record_wait(&mut self, id: ActorId) {
        if let Some(attribution) = &self.attribution {
            let view = RunView { kernel: &mut self.kernel, actors: &self.actors };
            if let Some(record) = attribution.wait_record(id, &view) {
                self.observe(Record::Wait(record));
            }
        }
    }

    /// Hands a record to the observer. Callers ask [`EngineCore::interest`] first.
    pub(crate) fn observe(&mut self, record: Record) {
        if let Some(observer) = &mut self.observer {
            observer.record(&record);
        }
    }

    /// Tells the observer a file's path.
    pub(crate) fn name_file(&mut self, number: u32, path: &str) {
        if let Some(observer) = &mut self.observer {
            observer.name_file(number, path);
        }
    }

    /// Tells the observer the name of blocks.
    pub(crate) fn name_block(&mut self, number: u32, name: &str) {
        if let Some(observer) = &mut self.observer {
            observer.name_block(number, name);
        }
    }

    /// Tells the observer the text of an algorithm.
    pub(crate) fn name_algorithm(&mut self, number: u32, text: &str) {
        if let Some(observer) = &mut self.observer {
            observer.name_algorithm(number, text);
        }
    }

    /// Tells the network and the observer a phase's name.
    pub(crate) fn name_phase(&mut self, phase: u32, name: &str) {
        self.kernel.name_phase(phase, name);
        if let Some(observer) = &mut self.observer {
            observer.name_phase(phase, name);
        }
    }

    /// Tells the observer that a rank leaves a phase, if it was there for any time.
    pub(crate) fn leave_phase(&mut self, actor: ActorId, Stay { phase, since }: Stay, end: Time) {
        if self.interest.phases && since < end {
            self.observe(Record::Phase { actor, phase, start: since, end });
        }
    }

    /// Adds a warning, unless there are too many already.
    pub(crate) fn warn(&mut self, text: String) {
        self.warnings.add(text);
    }

    /// Warns, and has the user told at once: the run may not end.
    pub(crate) fn tell(&mut self, text: String) {
        self.warnings.add_urgent(text);
    }

    /// Where what is known of a rank ends.
    pub(crate) fn describe_cut(&mut self, rank: u32, cut: &Cut) -> String {
        if !self.actors[ActorId(rank)].life.opened {
            return format!("it has nothing of rank {rank}");
        }
        let place = self.driver.describe_site(cut.site);
        format!("of rank {rank} it ends with {} at {place}", cut.function.name())
    }

    /// Ends the run: a rank has misused MPI, or met what is not simulated.
    pub(crate) fn fail(&mut self, id: ActorId, text: &str) {
        let rank = self.actors.rank_actor(id);
        let exit_call = self.actors[rank].life.exit_call.as_ref().map(|call| call.0);
        let site = exit_call.unwrap_or_else(|| self.actors.call_of(id).1);
        let place = self.driver.describe_site(site);
        self.outcome = Some(Outcome::Failed(Diagnosis::of_rank(rank, text, &place)));
    }

    /// Ends the run: the algorithm asked for can't serve a call of a rank.
    pub(crate) fn reject_call(&mut self, rank: ActorId, reason: &str) {
        let (_, site) = self.actors.call_of(rank);
        let place = self.driver.describe_site(site);
        self.outcome = Some(Outcome::Failed(Diagnosis::of_rank(rank, reason, &place)));
    }

    /// Counts a member into a collective operation: its number. If the member disagrees with an earlier one, the run ends
    /// and nothing is returned.
    pub(crate) fn start_collective(
        &mut self,
        comm: CommId,
        member: u32,
        start: Option<PersistentStart>,
        arrival: CollectiveArrival,
    ) -> Option<u32> {
        match self.comms.start_collective(comm, member, start, arrival) {
            Ok(number) => Some(number),
            Err(first) => {
                let places = [first, arrival].map(|who| self.driver.describe_site(who.site));
                self.outcome = Some(Outcome::Failed(Diagnosis::mismatch(first, arrival, &places)));
                None
            }
        }
    }

    /// Ends the current call: the next compute block begins, or the actor ends.
    #[inline]
    pub(crate) fn end_call(&mut self, id: ActorId) {
        self.end_call_at(id, self.kernel.now());
    }

    /// Ends the current call at an instant that is not after now.
    #[inline]
    pub(crate) fn end_call_at(&mut self, id: ActorId, now: Time) {
        let Some(call) = &self.actors[id].call.current else { return };
        if self.interest.calls && !call.is_left {
            let actor = self.actors.rank_actor(id);
            let (function, site, start) = (call.function, call.site, call.start);
            let (end, waiting) = (now.max(start), call.waited(now));
            self.observe(Record::Call { actor, function, site, start, end, waiting });
        }
        self.actors[id].call.current = None;
    }

    /// Charges work of the program.
    pub(crate) fn compute(&mut self, id: ActorId, work: Work) {
        self.compute_since(id, work, self.kernel.now());
    }

    /// Charges work of the program that has begun at an instant that is not after now.
    pub(crate) fn compute_since(&mut self, id: ActorId, work: Work, since: Time) {
        if !work.is_none() {
            let actor = &mut self.actors[id];
            actor.polling.clock_reads_since = Time::MAX;
            self.actors.vitals_mut(id).progress.inside = false;
            self.occupy(id, work, Purpose::Computation, since);
        }
    }

    /// Charges overheads of the call that the actor is in.
    #[inline]
    pub(crate) fn work(&mut self, id: ActorId, work: Work) {
        if !work.is_none() {
            self.occupy(id, work, Purpose::Library, self.kernel.now());
        }
    }

    /// The actor's CPU core is about to be occupied: if it only polls, its clock is brought up to now.
    #[inline]
    fn note_delay(&mut self, id: ActorId) {
        if self.pollers.any() && self.actors[id].polling.run.is_some() {
            self.catch_up_polls(id);
        }
    }

    /// Occupies the actor's CPU core from an instant on, or from the end of its earlier work.
    #[inline]
    fn occupy(&mut self, id: ActorId, work: Work, purpose: Purpose, since: Time) {
        self.note_delay(id);
        let work = of_kernel(work);
        match self.kernel.undisturbed_time(work) {
            Some(time) => {
                let until = &mut self.actors.vitals_mut(id).cpu.until;
                *until = (*until).max(since).saturating_add(time);
            }
            None => self.occupy_shared(id, work, purpose, since),
        }
    }

    /// Occupies the actor's CPU core, where something may disturb the work.
    #[inline(never)]
    fn occupy_shared(&mut self, id: ActorId, work: kernel::Work, purpose: Purpose, since: Time) {
        let earliest = self.actors.vitals(id).cpu.until.max(since);
        match self.start_work(id, work, purpose, earliest, Event::Cpu(id)) {
            Some(end) => self.actors.vitals_mut(id).cpu.until = end,
            None => self.actors.vitals_mut(id).cpu.tasks += 1,
        }
    }

    /// Starts work on the actor's CPU core after earlier work: when it ends, or none if `event` will tell.
    fn start_work(
        &mut self,
        id: ActorId,
        work: kernel::Work,
        purpose: Purpose,
        earliest: Time,
        event: Event,
    ) -> Option<Time> {
        let core = self.actors.vitals(id).endpoint;
        // The waiter is kept only if the CPU core will tell later: an undisturbed one tells at once.
        let token = self.cpu_waiters.vacant_key() as u64;
        match self.kernel.compute(&CpuTask { token, core, work, purpose, earliest }) {
            Finish::At { end, noise } => {
                self.note_noise(id, noise, end);
                Some(end)
            }
            Finish::Later => {
                self.cpu_waiters.insert((id, event));
                None
            }
        }
    }

    /// Tells the observer that noise has taken part of the time of work that ends then.
    #[inline]
    pub(crate) fn note_noise(&mut self, id: ActorId, noise: Time, end: Time) {
        if noise > Time::ZERO && self.interest.noise {
            let actor = self.actors.rank_actor(id);
            self.observe(Record::Noise { actor, end, noise });
        }
    }

    /// Charges work of the MPI library for an actor, then schedules `event` (see the module).
    pub(crate) fn charge_then(&mut self, id: ActorId, class: u8, work: Work, event: Event) {
        self.note_delay(id);
        let now = self.kernel.now();
        let vitals = self.actors.vitals_mut(id);
        let inside = vitals.progress.inside;
        let earliest = (*vitals.cpu.of_library(inside)).max(now);
        let work = of_kernel(work);
        let end = match self.kernel.undisturbed_time(work) {
            Some(time) => Some(earliest.saturating_add(time)),
            None => self.start_work(id, work, Purpose::Library, earliest, event),
        };
        if let Some(end) = end {
            *self.actors.vitals_mut(id).cpu.of_library(inside) = end;
            self.at(end, class, id, event);
        }
    }

    /// Keeps the core of an actor from its next work until it can use memory of the library's that the system has just given it:
    /// buffers of `bytes` together, the longest of `longest`.
    pub(crate) fn touch_first(&mut self, id: ActorId, bytes: u64, longest: u64) {
        let time = self.placement.first_touch(bytes, longest);
        if time > Time::ZERO {
            let now = self.kernel.now();
            let vitals = self.actors.vitals_mut(id);
            let inside = vitals.progress.inside;
            let cpu = vitals.cpu.of_library(inside);
            *cpu = (*cpu).max(now).saturating_add(time);
        }
    }

    /// The CPU time that a rank pays to hand an access, a signal or partitions of so many bytes to the network.
    pub(crate) fn departure_cost(&mut self, bytes: u64) -> Time {
        self.departure_costs(bytes, 1)
    }

    /// As [`Self::departure_cost`], for so many of them.
    pub(crate) fn departure_costs(&mut self, bytes: u64, count: u32) -> Time {
        let each = self.library.protocol.isend.cost(bytes);
        let overhead = Time::from_ps(each.ps().saturating_mul(u64::from(count)));
        self.totals.costs.add(Cost::Isend, overhead);
        overhead
    }

    /// The parameters of messages between two ranks.
    #[inline(always)]
    pub(crate) fn protocol(&self, source: ActorId, destination: ActorId) -> &ProtocolParameters {
        match &self.library.inside {
            Some(inside) if self.share_host(source, destination) => inside,
            _ => &self.library.protocol,
        }
    }

    fn share_host(&self, one: ActorId, other: ActorId) -> bool {
        self.actors.vitals(one).endpoint.host == self.actors.vitals(other).endpoint.host
    }

    /// CPU time of a rank for sending a message of `bytes` bytes, whatever its protocol: `send` of a blocking call, else `isend`.
    #[inline(always)]
    pub(crate) fn send_cost(&mut self, ends: (ActorId, ActorId), bytes: u64, blocking: bool) -> Time {
        let protocol = self.protocol(ends.0, ends.1);
        let (cost, table) = if blocking { (Cost::Send, &protocol.send) } else { (Cost::Isend, &protocol.isend) };
        let overhead = table.cost(bytes);
        self.totals.costs.add(cost, overhead);
        overhead
    }

    /// CPU time of a rank for receiving a message of `bytes` bytes.
    #[inline]
    pub(crate) fn receive_cost(&mut self, (source, destination): (ActorId, ActorId), bytes: u64) -> Time {
        let overhead = self.protocol(source, destination).recv.cost(bytes);
        self.totals.costs.add(Cost::Recv, overhead);
        overhead
    }

    /// CPU time of a rank for its part of the handshake of a rendezvous.
    pub(crate) fn handshake_cost(&mut self, (source, destination): (ActorId, ActorId)) -> Time {
        let work = self.protocol(source, destination).handshake_cpu;
        self.totals.costs.add(Cost::Handshake, work);
        work
    }

    /// A transfer of the MPI library's from one rank to another.
    pub(crate) fn transfer(&self, token: Token, ends: (ActorId, ActorId), bytes: u64, phase: u32) -> Transfer {
        let latency_factor = self.protocol(ends.0, ends.1).latency_factor.at(bytes);
        self.transfer_at(latency_factor, token, ends, bytes, phase)
    }

    /// The same with a latency factor that does not only depend on the bytes.
    #[inline(always)]
    pub(crate) fn transfer_at(
        &self,
        latency_factor: f64,
        token: Token,
        (source, destination): (ActorId, ActorId),
        bytes: u64,
        phase: u32,
    ) -> Transfer {
        let connection = Some(Connection { from: source, to: destination });
        let bandwidth_factor = self.protocol(source, destination).bandwidth_factor.at(bytes);
        let (source, destination) = (self.actors.vitals(source).endpoint, self.actors.vitals(destination).endpoint);
        Transfer {
            connection,
            latency_factor,
            bandwidth_factor,
            phase,
            ..Transfer::new(token.pack(), source, destination, bytes)
        }
    }
}

/// Work as compute models see it.
#[inline]
fn of_kernel(work: Work) -> kernel::Work {
    match work {
        Work::Time(time) | Work::Preempted(time) | Work::Stated(time) => kernel::Work::Time(time),
        Work::Flops(flops) => kernel::Work::Flops(flops),
    }
}
