//! The engine of MPI: its loop takes the requests that ranks make in their calls (posts), gives each its simulated time, and
//! hands events to the subsystems.

use crate::actor::{Actor, Actors};
use crate::attribution::Notice;
use crate::blocks::{BlockCosts, BlockNames, ComputeBlock, Free, SampleTotals, Samples};
use crate::clock_spins::ClockSpins;
use crate::comm::Comms;
use crate::contents::Contents;
use crate::dynamic::Dynamic;
use crate::engine_core::{CompletionPool, EngineCore};
use crate::event::Event;
use crate::file::Files;
use crate::late::LateRanks;
use crate::library::Library;
use crate::partition::Partitions;
use crate::phases::{BlockLabels, Phases};
use crate::point_to_point::PointToPoint;
use crate::polling::Pollers;
use crate::result::{Outcome, RunProgress, RunSummary, Totals, Warnings};
use crate::schedules::Schedules;
use crate::steps::StepRule;
use crate::token::Token;
use crate::window::Windows;
use kernel::{Activity, CompletionKind, Compute, CpuDone, Doing, Kernel, Network, Resources, ServerTotals, Step};
use ops::{
    Answer, Beginning, CommId, Interest, MemoryUse, NewComm, Observer, Placement, Post, RankDriver, RankState, Work,
};
use slab::Slab;
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use units::ActorId;

/// What an engine is made of.
pub struct EngineOptions {
    /// The number of ranks of the job.
    pub ranks: u32,
    /// The modelled MPI library.
    pub library: Library,
    /// Where ranks sit.
    pub placement: Box<dyn Placement>,
    /// The models of what takes time.
    pub resources: Resources,
    /// Compute model used once spawned ranks oversubscribe cores.
    pub oversubscribed_compute: Option<Box<dyn Compute>>,
    /// What the program's blocks cost.
    pub blocks: Box<dyn BlockCosts>,
    /// Contents of messages and of accesses to files from this size on are not moved: timing only.
    pub skip_payload_from: Option<u64>,
    /// Phases of which only some stays are simulated in detail.
    pub steps: Vec<StepRule>,
}

/// Called every `HOOK_EVERY` steps; returns true to stop the run.
pub type ProgressHook<'a> = &'a mut dyn FnMut(&mut Pause<'_, '_>) -> bool;

/// A moment between two steps of a run.
pub struct Pause<'p, 'e> {
    /// How far the run is.
    pub progress: RunProgress,
    engine: &'p mut Engine<'e>,
}

impl Pause<'_, '_> {
    /// Counts so far.
    pub fn totals(&self) -> Totals {
        Totals { events: self.progress.steps, ..self.engine.core.totals }
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        self.engine.network()
    }

    /// What each file server has done so far, if the storage model counts.
    pub fn servers(&self) -> Vec<ServerTotals> {
        self.engine.servers()
    }

    /// See [`RankDriver::memory_use`].
    pub fn memory_use(&mut self) -> Option<MemoryUse> {
        self.engine.core.driver.memory_use()
    }

    /// What the user is to be told at once, since this was last called.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.engine.core.warnings.urgent)
    }

    /// The names of the phases so far, by the numbers in [`kernel::Transfer::phase`].
    pub fn phases(&self) -> Vec<Box<str>> {
        self.engine.phases.names()
    }

    /// Bodies of which only some are run, so far.
    pub fn samples(&self) -> Vec<SampleTotals> {
        self.engine.samples.totals()
    }

    /// The observer, if it is of this type, and the driver.
    pub fn observer<O: Observer>(&mut self) -> Option<(&mut O, &mut dyn RankDriver)> {
        let observer: &mut dyn Any = self.engine.core.observer.as_deref_mut()?;
        Some((observer.downcast_mut()?, self.engine.core.driver))
    }
}

/// The cost of compute blocks, with the model's properties.
pub(crate) struct BlockModel {
    pub(crate) costs: Box<dyn BlockCosts>,
    /// Whether blocks are recorded even if they take no time.
    pub(crate) records_empty: bool,
    pub(crate) free: Free,
}

impl BlockModel {
    fn new(costs: Box<dyn BlockCosts>, interest: Interest) -> Self {
        Self { records_empty: interest.empty_blocks && costs.records_all(), free: costs.free(), costs }
    }

    /// The work of a block, or in words why there is none to be had.
    pub(crate) fn work(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Result<Work, String> {
        self.costs.work(block, names)
    }
}

/// Empty lists of posts, to be used again.
#[derive(Default)]
pub(crate) struct PostPool {
    lists: Vec<Vec<Post>>,
    /// Posts that all of them have room for.
    room: usize,
}

impl PostPool {
    /// Thousands of ranks that proceed together have as many lists; what they keep is bounded, by 8 MiB.
    const ROOM: usize = (8 << 20) / size_of::<Post>();

    pub(crate) fn take(&mut self) -> Vec<Post> {
        let posts = self.lists.pop().unwrap_or_default();
        self.room -= posts.capacity();
        posts
    }

    fn give(&mut self, mut posts: Vec<Post>) {
        posts.clear();
        if posts.capacity() > 0 && self.room + posts.capacity() <= Self::ROOM {
            self.room += posts.capacity();
            self.lists.push(posts);
        }
    }
}

/// One simulation of one workload: the core, the subsystems, and what ranks go through from start to end.
pub struct Engine<'a> {
    pub(crate) core: EngineCore<'a>,
    pub(crate) messages: PointToPoint,
    pub(crate) schedules: Schedules,
    pub(crate) windows: Windows,
    pub(crate) files: Files,
    pub(crate) partitions: Partitions,
    pub(crate) dynamic: Dynamic,
    pub(crate) blocks: BlockModel,
    /// Bodies of which only some are run.
    pub(crate) samples: Samples,
    pub(crate) phases: Phases,
    pub(crate) block_labels: BlockLabels,
    pub(crate) clock_spins: ClockSpins,
    /// Ranks with threads that still run: more posts may come without an answer.
    pub(crate) running_threads: Vec<ActorId>,
    /// Ranks that run while simulated time goes on.
    pub(crate) late: LateRanks,
    pub(crate) finished: u32,
    pub(crate) exit_status: i32,
    pub(crate) hook_request: Arc<AtomicBool>,
    pub(crate) answer: Answer,
    /// Lists of posts that are used again.
    pub(crate) post_pool: PostPool,
}

// The progress hook is called after so many steps.
const HOOK_EVERY: u64 = 1 << 12;

impl<'a> Engine<'a> {
    /// Assembles a run. `observer` sees the records it is interested in.
    pub fn new(
        options: EngineOptions,
        driver: &'a mut dyn RankDriver,
        observer: Option<&'a mut (dyn Observer + 'static)>,
    ) -> Self {
        let interest = observer.as_ref().map_or(Interest::default(), |observer| observer.interest());
        let has_data = driver.memory().is_some();
        let begins_ranks = driver.begins_ranks();
        let mut actors = Actors::default();
        for rank in 0..options.ranks {
            actors.push(Actor::default(), options.placement.endpoint(ActorId(rank)));
        }
        let mut kernel = Kernel::new(options.resources);
        if interest.devices {
            kernel.keep_accesses();
        }
        let core = EngineCore {
            kernel,
            driver,
            observer,
            interest,
            attribution: interest.waits.then(Box::default),
            library: options.library,
            placement: options.placement,
            actors,
            comms: Comms::new(options.ranks),
            contents: Contents::new(has_data, options.skip_payload_from.unwrap_or(u64::MAX)),
            pollers: Pollers::new(),
            completions: CompletionPool::default(),
            ready: VecDeque::new(),
            cpu_waiters: Slab::new(),
            totals: Totals::default(),
            warnings: Warnings::default(),
            outcome: None,
            next_hook: HOOK_EVERY,
            sequence: 0,
            domain: None,
        };
        Self {
            core,
            messages: PointToPoint::default(),
            schedules: Schedules::default(),
            windows: Windows::default(),
            files: Files::default(),
            partitions: Partitions::default(),
            dynamic: Dynamic::new(options.oversubscribed_compute),
            blocks: BlockModel::new(options.blocks, interest),
            samples: Samples::default(),
            phases: Phases::new(options.steps),
            block_labels: BlockLabels::default(),
            clock_spins: ClockSpins::default(),
            running_threads: Vec::new(),
            late: LateRanks::new(begins_ranks),
            finished: 0,
            exit_status: 0,
            hook_request: Arc::default(),
            answer: Answer::default(),
            post_pool: PostPool::default(),
        }
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        self.core.kernel.network()
    }

    /// What each file server has done so far, if the storage model counts.
    pub fn servers(&self) -> Vec<ServerTotals> {
        self.core.kernel.storage().totals(self.core.kernel.now())
    }

    /// Runs until every rank has finished, nothing can happen any more, or `hook` says so.
    pub fn run(&mut self, hook: ProgressHook<'_>) -> RunSummary {
        self.start();
        while self.core.outcome.is_none() {
            while let Some(actor) = self.core.ready.pop_front() {
                self.drive(actor);
                if self.core.outcome.is_some() {
                    break;
                }
            }
            if self.core.outcome.is_some() {
                break;
            }
            match self.core.kernel.step() {
                Some(Step::Event(Event::Actor(actor))) => {
                    self.core.note_turn(actor);
                    self.drive(actor);
                }
                Some(step) => {
                    match step {
                        Step::Event(Event::Poll(actor)) => self.core.note_turn(actor),
                        _ => self.core.note_other_step(!matches!(step, Step::Event(_))),
                    }
                    self.handle_step(step);
                }
                None if self.collect_next() => {}
                None if self.finished as usize == self.core.actors.ranks() => {
                    self.core.outcome = Some(Outcome::Finished(self.exit_status));
                }
                None if self.poll_running_threads() => {}
                None => self.handle_quiescence(),
            }
            let steps = self.core.kernel.steps();
            let due = steps >= self.core.next_hook;
            if due {
                self.core.next_hook = steps + HOOK_EVERY;
            }
            if (due || self.hook_request.load(Ordering::Relaxed)) && self.pause(hook) {
                self.core.outcome = Some(Outcome::Stopped);
            }
        }
        self.collect_at_end();
        if self.core.interest.devices {
            Files::tell_devices(&mut self.core);
        }
        self.conclude()
    }

    /// Calls the progress hook.
    #[cold]
    fn pause(&mut self, hook: &mut dyn FnMut(&mut Pause<'_, '_>) -> bool) -> bool {
        self.hook_request.store(false, Ordering::Relaxed);
        let progress = RunProgress {
            time: self.core.kernel.now(),
            finished: self.finished,
            ranks: self.core.actors.len() as u32,
            steps: self.core.kernel.steps(),
            messages: self.core.totals.messages,
            work: self.core.driver.issued_work(),
        };
        hook(&mut Pause { progress, engine: self })
    }

    /// A flag that has the hook called after the current step, as steps in which ranks compute may take long. Any thread may
    /// set it.
    pub fn hook_request(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hook_request)
    }

    /// What the run is doing, for a thread that looks now and then.
    pub fn activity(&self) -> Activity {
        self.core.kernel.activity().clone()
    }

    pub(crate) fn start(&mut self) {
        let world = Arc::clone(&self.core.comms.get(CommId::WORLD).group);
        let ranks: Vec<ActorId> = self.core.ranks_here().collect();
        for id in ranks {
            let actor = &mut self.core.actors[id];
            actor.new_comms.push(NewComm { comm: CommId::WORLD, group: Arc::clone(&world), remote: None });
            actor.answer.due = true;
            self.core.ready.push_back(id);
        }
    }

    /// Hands a step to the subsystem that started it.
    #[inline]
    pub(crate) fn handle_step(&mut self, step: Step<Event>) {
        let Self { core, messages, schedules, windows, files, partitions, .. } = self;
        match step {
            Step::Network(completion) => {
                if completion.kind == CompletionKind::Taken
                    && let Token::Message(message) = Token::unpack(completion.token)
                {
                    let done = messages.data_taken(core, message);
                    schedules.complete_all(core, messages, done);
                }
                if completion.kind != CompletionKind::Delivered {
                    return;
                }
                core.notify(|| Notice::TransferEnded { bottleneck: completion.bottleneck });
                match Token::unpack(completion.token) {
                    Token::Message(message) => {
                        let done = messages.piece_arrived(core, message, true);
                        schedules.complete_ends(core, messages, done);
                    }
                    Token::Bare(message) => schedules.bare_arrives(core, messages, message),
                    Token::MessagePiece(message) => {
                        let done = messages.piece_arrived(core, message, false);
                        schedules.complete_ends(core, messages, done);
                    }
                    Token::RequestToSend(message) => messages.rts_arrived(core, message),
                    Token::Handshake(message) => {
                        let done = messages.cts_arrived(core, message);
                        schedules.complete_all(core, messages, done);
                    }
                    Token::Cancellation(message) => messages.withdrawn(core, message),
                    Token::Window(am) => windows.active_message_arrived(core, am),
                    Token::Partition(am) => partitions.partition_arrived(core, am),
                    Token::File(request) => files.request_arrived(core, request),
                    Token::FileData(part) => files.part_arrived(core, part),
                }
            }
            Step::Cpu(CpuDone { token, noise }) => {
                let (actor, event) = core.cpu_waiters.remove(token as usize);
                let now = core.kernel.now();
                core.note_noise(actor, noise, now);
                self.handle_event(event);
            }
            Step::Storage(event) => files.storage_progressed(core, event),
            Step::Event(event) => self.handle_event(event),
        }
    }

    fn handle_event(&mut self, event: Event) {
        let Self { core, messages, schedules, windows, files, partitions, .. } = self;
        match event {
            Event::Actor(actor) => self.drive(actor),
            Event::Cpu(actor) => {
                core.actors.vitals_mut(actor).cpu.tasks -= 1;
                self.drive(actor);
            }
            Event::ClearToSend(message) => {
                let done = messages.cts_leaves(core, message);
                schedules.complete_all(core, messages, done);
            }
            Event::StartData(message) => {
                let done = messages.start_data(core, message);
                schedules.complete_all(core, messages, done);
            }
            Event::SendData(message) => {
                let done = messages.send_data(core, message, 0);
                schedules.complete_all(core, messages, done);
            }
            Event::MakeVisible(message) => schedules.make_visible(core, messages, message),
            Event::BareLeaves(message) => schedules.bare_leaves(core, messages, message),
            Event::Vertex(schedule, vertex) => schedules.vertex_done(core, messages, schedule, vertex),
            Event::FileVertex(schedule, vertex) => {
                let (actor, file, access) = schedules.file_vertex(schedule, vertex);
                files.start_vertex(core, actor, file, (schedule, vertex), access);
            }
            Event::FileVertexDone(operation) => {
                let (vertex, own) = files.end_vertex(operation);
                schedules.file_vertex_done(core, messages, vertex, own);
            }
            Event::Window(am) => windows.active_message_event(core, am),
            Event::Partition(am) => partitions.partition_event(core, am),
            Event::Poll(actor) => core.repoll(actor),
        }
    }

    /// Nothing is left to happen. Parked pollers may still do something else: they poll again. If there are none, or they have
    /// polled often, the run is stuck.
    fn handle_quiescence(&mut self) {
        if self.core.parked_may_progress() {
            self.core.repoll_parked();
        } else if !self.dynamic.give_up_connecting(&mut self.core) {
            self.diagnose();
        }
    }

    /// Resumes an actor with its answer, and queues its new posts, unless it is to be collected later: then true.
    pub(crate) fn resume(&mut self, id: ActorId) -> bool {
        let core = &mut self.core;
        let now = core.kernel.now();
        let actor = &mut core.actors[id];
        actor.answer.due = false;
        let thread = actor.thread.of;
        let rank = thread.map_or(id, |thread| thread.rank);
        self.answer.clear();
        self.answer.now = now;
        self.answer.missed = std::mem::take(&mut actor.polling.found_after);
        self.answer.stated = self.samples.take_stated(id);
        if actor.answer.completions.capacity() > 0 {
            let completions = std::mem::take(&mut actor.answer.completions);
            core.completions.give(std::mem::replace(&mut self.answer.completions, completions));
        }
        // Communicators and requests are the rank's: any of its threads may be told.
        let actor = &mut core.actors[rank];
        if !actor.new_comms.is_empty() {
            self.answer.comms = std::mem::take(&mut actor.new_comms);
        }
        actor.requests.drain_retired(&mut self.answer.released);
        self.windows.take_announced(rank, &mut self.answer.windows);
        core.kernel.activity().set(Doing::Ranks);
        match self.begins(id) {
            Beginning::Begun => return self.runs_on(id) || self.collect_now(id),
            Beginning::ResumeAlone if !self.collect_all() => return true,
            Beginning::Resume | Beginning::ResumeAlone => {}
        }
        let (core, mut posts) = (&mut self.core, self.post_pool.take());
        let state = match thread {
            None => core.driver.resume(id, &self.answer, &mut posts),
            Some(thread) => core.driver.resume_thread(rank, thread.number, &self.answer, &mut posts),
        };
        core.kernel.activity().set(Doing::Engine);
        self.take_posts(id, state, posts);
        self.ends_before_others(id)
    }

    /// Takes what an actor has posted.
    #[inline(always)]
    pub(crate) fn take_posts(&mut self, id: ActorId, state: RankState, posts: Vec<Post>) {
        self.core.check_divisible(&posts);
        let old = self.core.actors[id].posts.replace(posts);
        if old.capacity() > 0 {
            self.recycle_posts(old);
        }
        match state {
            RankState::Blocked => {}
            RankState::Finished(status) => self.core.actors[id].life.exit = Some(status),
            RankState::Threaded => {
                let rank = self.core.actors.rank_actor(id);
                self.take_thread_posts(rank, Some(id));
            }
        }
    }

    /// Takes back a list of posts that is done.
    #[inline]
    pub(crate) fn recycle_posts(&mut self, posts: Vec<Post>) {
        self.post_pool.give(posts);
    }

    pub(crate) fn conclude(&mut self) -> RunSummary {
        let time = self.late.ended_at.unwrap_or(self.core.kernel.now());
        self.core.kernel.sync_network_counters();
        for id in (0..self.core.actors.len()).map(ActorId::from_index) {
            self.core.catch_up_polls(id);
            self.core.end_call_at(id, time);
            let actor = &self.core.actors[id];
            if !actor.life.done && actor.thread.of.is_none() {
                let left = self.phases.end(id.0, self.dynamic.start_of(id), time);
                self.core.leave_phase(id, left, time);
            }
        }
        if matches!(self.core.outcome, Some(Outcome::Finished(_))) {
            self.warn_of_leftovers();
        }
        self.clock_spins.warn(&mut self.core, time);
        let unmatched = self.blocks.costs.unmatched();
        if unmatched > 0 {
            self.core.warn(format!(
                "{unmatched} blocks had no counterpart in other measurements (--repeat): the program does not do the same \
                 in every run"
            ));
        }
        self.blocks.costs.warnings().into_iter().for_each(|warning| self.core.warn(warning));
        self.samples.warnings().into_iter().for_each(|warning| self.core.warn(warning));
        self.phases.warnings().into_iter().for_each(|warning| self.core.warn(warning));
        self.core.totals.events = self.core.kernel.steps();
        if let Some(Outcome::Failed(diagnosis)) = &mut self.core.outcome {
            diagnosis.worlds.clone_from(&self.dynamic.worlds);
        }
        RunSummary {
            ending: self.core.outcome.clone().unwrap_or(Outcome::Stopped),
            time,
            totals: self.core.totals,
            opened: self.core.actors.iter().any(|actor| actor.life.opened),
            warnings: std::mem::take(&mut self.core.warnings.list),
            measurement: self.blocks.costs.measurement(),
            samples: self.samples.totals(),
            worlds: std::mem::take(&mut self.dynamic.worlds),
            phases: std::mem::replace(&mut self.phases, Phases::new(Vec::new())).into_times(),
            storage: self.files.decided(),
        }
    }
}
