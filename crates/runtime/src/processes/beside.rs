//! Executes several ranks in parallel, in processes mode, each on a CPU core of its own.
//!
//! The engine *begins* a rank: it answers the rank's last call and waits only until the rank has left that call. Other
//! ranks may run until the engine needs the rank's next requests. If the rank's computation is measured, these requests
//! take effect at the earliest when simulated time has advanced by the CPU time that the rank has used so far, or by what the
//! block counts for at least ([`Habits::floor`]). The simulator reads the CPU time from outside: first the process's clocks, then
//! whether the rank has entered another call.
//!
//! A *worker* stands for a core and runs one rank at a time, so that ranks do not preempt each other. If no worker is free,
//! a rank is queued at a busy worker, and starts when that worker's rank stops. A rank that is likely to compute for long
//! first hands its requests over to the engine. Then the engine begins the rank with that computation.
//!
//! Programs and their output do not show that ranks run in parallel. Text that a rank prints is held back until the text of
//! all ranks begun earlier is complete ([`super::output`]). The simulator accesses a rank's memory only while the rank is
//! stopped: messages that the rank sends are copied before it runs, and messages that it receives meanwhile are written once it
//! has stopped. Before a rank opens a file or makes a thread, it waits until no other rank runs. Some ranks are never begun,
//! but run alone: ranks with several threads, windows or open files, and ranks of spawned programs.

use super::bell::{Core, WORKERS_MAX};
use super::channel::{Channel, Company, UNKNOWN_TICKS};
use super::core::{Cores, RankCore};
use super::driver::{POLL_INTERVAL, ProcessesDriver, State};
use super::failures::Failure;
use super::inline_data::MemoryChunk;
use super::protocol::{Reply, Request};
use crate::clock::{Meter, cpu_of_other, cpu_of_thread, ticks};
use crate::driver::habits::Habits;
use crate::rank_text::PassageEnd;
use ops::{Answer, Beginning, Buffer, CallSite, Outlook, Post, RankState, UserMemory};
use std::time::{Duration, Instant};
use units::{ActorId, Time};

/// Shorter blocks do not run in parallel: this often as long as waking a process on another core takes ([`Cores::wake_time`]). On a machine
/// where that takes 20 us, two workers take 1.3 and 1.2 times as long as one with blocks of 40 and 80 us, as long as one with 140 us, and
/// less from there on.
const WAKES: u32 = 5;
/// The shortest that do, whatever that takes, and the shortest that always do.
const WORTH_MIN: Duration = Duration::from_micros(25);
const WORTH_MAX: Duration = Duration::from_micros(250);

/// The variable by which tests say how long the shortest are, in microseconds.
const WORTH_ASKED: &str = "WT_PARALLEL_FROM_US";

/// Ticks of a microsecond where that was not measured.
const USUAL_TICKS: u64 = 2_000;

/// Largest difference between the clocks of two processes, subtracted from what is known of a block.
const CLOCKS_APART: Time = Time::from_ns(1_000);

/// The engine looks for this long if a core is left: an idle one takes long to wake.
const SPUN: Duration = Duration::from_micros(200);

/// If none is left, shorter waits are not worth taking one again from the ranks.
const SLEPT: Duration = Duration::from_micros(10);

/// If each worker has a rank, the engine need not go on before one of them is about to stop. So long before it does, as its earlier blocks
/// there tell, the engine looks for the next one.
const LEAD: Duration = Duration::from_micros(100);

/// The system takes a core from a rank for us once that has had it as long as we have had it before; longer than this we don't wait for that.
const DEBT: Duration = Duration::from_micros(100);

/// The most bytes that are copied for a rank that is begun, of all messages that it sends, and of all that it receives.
const COPIED_MAX: u64 = 1 << 20;

/// Open files beside the pipes of ranks.
const OTHER_FILES: u64 = 256;

/// A rank that runs beside others.
#[derive(Default)]
pub(super) struct Begun {
    at: Time,
    /// Its worker.
    worker: usize,
    /// Of a block that is measured while it runs: what it comes to at least, however short it is.
    floor: Option<Time>,
    /// Its reply, once that has been received.
    said: Option<Result<Reply, Failure>>,
    /// The sends that it has asked for since its last answer.
    sent: Vec<MemoryChunk>,
    /// Data to be written to its memory once it has stopped, in this order.
    received: Vec<MemoryChunk>,
}

/// Ranks that run beside others.
pub(super) struct Beside {
    workers: usize,
    /// More cannot compute at once.
    cores: u32,
    /// Those of them that had not stopped when that was last looked at.
    running: Vec<ActorId>,
    most: u32,
    /// Our CPU time when a rank or a timer woke us last.
    woken: u64,
    /// Those that have been begun and not been collected, in this order.
    begun: Vec<ActorId>,
    /// Measured blocks.
    habits: Habits,
    /// How long a block must be to be computed beside others, and the same in ticks.
    worth: Time,
    pub(super) worth_ticks: u32,
    /// Ranks whose failure the engine has been told of. The last one's counts: ranks that were begun before one that has failed are
    /// collected after it.
    pub(super) failed: Vec<ActorId>,
}

impl Beside {
    /// How many workers there can be of those asked for: each rank has two pipes of its own.
    pub(super) fn workers(asked: usize, ranks: u32) -> usize {
        let enough = asked > 1 && raise_files() >= 2 * u64::from(ranks) + OTHER_FILES;
        if enough { asked.min(WORKERS_MAX) } else { 1 }
    }

    pub(super) fn new(workers: usize) -> Self {
        let cores = workers.min(super::core::cores()) as u32;
        if workers > 1 {
            // SAFETY: of this thread alone. Waits for parts of blocks end when they should, not up to 50 us later.
            unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1) };
        }
        Self {
            workers,
            cores,
            running: Vec::new(),
            most: 1,
            woken: 0,
            begun: Vec::new(),
            habits: Habits::default(),
            worth: Time::ZERO,
            worth_ticks: 0,
            failed: Vec::new(),
        }
    }

    /// Finds out how long a block must be to be computed beside others, on these cores.
    pub(super) fn find_worth(&mut self, cores: &Cores) {
        let (began, counted) = (Instant::now(), ticks());
        let wakes = cores.wake_time().map(|wake| wake * WAKES);
        let passed = began.elapsed().as_micros() as u64;
        let per_microsecond = wakes.and_then(|_| (ticks() - counted).checked_div(passed)).unwrap_or(USUAL_TICKS);
        let asked = std::env::var(WORTH_ASKED).ok().and_then(|text| text.parse().ok()).map(Duration::from_micros);
        let worth = asked.unwrap_or_else(|| wakes.unwrap_or_default().clamp(WORTH_MIN, WORTH_MAX));
        self.worth = Time::from_ns(worth.as_nanos() as u64);
        self.worth_ticks = (worth.as_micros() as u64 * per_microsecond).min(u64::from(UNKNOWN_TICKS) - 1) as u32;
    }

    /// Whether ranks may run beside others.
    pub(super) fn is_possible(&self) -> bool {
        self.workers > 1
    }

    /// The most ranks that have computed at once.
    pub(super) fn most(&self) -> Option<u32> {
        self.is_possible().then_some(self.most)
    }

    /// Notes how long blocks have been of a rank that has left a call at `site`; where its latest call is now.
    pub(super) fn note_posts(&mut self, actor: ActorId, site: CallSite, posts: &[Post]) -> CallSite {
        if self.is_possible() { self.habits.note(actor, site, posts) } else { site }
    }

    /// The engine hears that a rank's process has failed.
    pub(super) fn note_failure(&mut self, actor: ActorId) {
        self.failed.push(actor);
    }
}

/// Raises the limit on open files as far as it goes; returns it.
fn raise_files() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: plain system calls on a struct of our own.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) != 0 {
            return 0;
        }
        let raised = libc::rlimit { rlim_cur: limit.rlim_max, ..limit };
        if libc::setrlimit(libc::RLIMIT_NOFILE, &raw const raised) == 0 { limit.rlim_max } else { limit.rlim_cur }
    }
}

impl ProcessesDriver {
    /// See [`ops::RankDriver::begin`].
    pub(super) fn begin_beside(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        if self.is_alone(actor) {
            return Beginning::ResumeAlone;
        }
        let rank = &self.ranks[actor.index()];
        let can = rank.state == State::Running
            && rank.zygote == 0
            && rank.ahead.is_empty()
            && rank.final_posts.is_empty()
            && !self.memory.has_fault()
            && match outlook {
                Outlook::Known(least) => least >= self.beside.worth,
                Outlook::Measured => self.channel(actor).expected() >= self.beside.worth_ticks,
            };
        if !can {
            return Beginning::Resume;
        }
        self.note_stopped();
        let worker = self.free_worker(actor).unwrap_or_else(|| self.worker_of(self.beside.running[0]));
        self.put(actor, RankCore::Worker(worker));
        let mut answer = answer.clone();
        answer.prepend_news(std::mem::take(&mut self.ranks[actor.index()].missed_updates));
        let (habits, site) = (&mut self.beside.habits, self.ranks[actor.index()].latest_site);
        let floor = (outlook == Outlook::Measured).then(|| habits.floor(actor, site, &[]));
        let core = self.cores.kind(worker, self.beside.workers);
        let mut begun = Begun { at: answer.now, worker, floor, ..Begun::default() };
        begun.sent = self.copy_sent(actor);
        let pending_writes = self.memory.take_pending_writes(actor.0);
        if self.ranks[actor.index()].handed {
            self.output.text.begin_again(actor.0);
        } else {
            self.output.text.begin(actor.0);
        }
        let request = Request::Resume { thread: 0, answer, pending_writes };
        begun.said = self.send(actor, &request, Company::Any(worker, core)).err().map(Err);
        self.ranks[actor.index()].begun = Some(begun);
        self.await_start(actor);
        self.beside.begun.push(actor);
        self.beside.running.push(actor);
        Beginning::Begun
    }

    /// Copies what a rank has asked to send since its last answer.
    fn copy_sent(&mut self, actor: ActorId) -> Vec<MemoryChunk> {
        let mut left = COPIED_MAX;
        let mut sent = Vec::new();
        for Buffer { address, bytes } in std::mem::take(&mut self.ranks[actor.index()].sends) {
            if bytes == 0 || bytes > left {
                continue;
            }
            let mut chunk = MemoryChunk { address, bytes: vec![0; bytes as usize] };
            // A wrong address is reported where the message is delivered.
            if self.memory.peek(actor, address, &mut chunk.bytes) {
                left -= bytes;
                sent.push(chunk);
            }
        }
        sent
    }

    /// Moves a rank.
    pub(super) fn put(&mut self, actor: ActorId, core: RankCore) {
        let pid = self.channel(actor).pid();
        if pid != 0 {
            self.cores.put(pid, &mut self.ranks[actor.index()].core, core);
        }
    }

    fn worker_of(&self, actor: ActorId) -> usize {
        self.ranks[actor.index()].begun.as_ref().map_or(0, |begun| begun.worker)
    }

    /// A worker that has no rank: the first, if none has any, since that is on our core; else the one that this rank had last.
    fn free_worker(&self, actor: ActorId) -> Option<usize> {
        if self.beside.running.is_empty() && !self.channel(actor).lingers() {
            return Some(0);
        }
        let is_free = |worker: &usize| self.beside.running.iter().all(|&actor| self.worker_of(actor) != *worker);
        let last = match self.ranks[actor.index()].core {
            RankCore::Worker(worker) => Some(worker),
            RankCore::First => None,
        };
        last.filter(is_free).or_else(|| (0..self.beside.workers).rev().find(is_free))
    }

    /// Waits until a rank that has been begun has been started. If another worker is free before its own, it moves there; it is started in
    /// any case if the rank that it waits for has been killed before it could do so.
    fn await_start(&mut self, actor: ActorId) {
        let channel = self.channel(actor);
        let mut held = Instant::now();
        while channel.is_queued() {
            self.note_stopped();
            let own = self.worker_of(actor);
            let holder = self.beside.running.iter().copied().find(|&other| self.worker_of(other) == own);
            if holder.is_some() {
                held = Instant::now();
            }
            let is_late = || holder.is_none() && held.elapsed() >= POLL_INTERVAL;
            let free = self.free_worker(actor).filter(|&free| free != own);
            if let Some(worker) = free.or_else(|| is_late().then_some(own)) {
                let rank = &mut self.ranks[actor.index()];
                channel.move_to(worker, || {
                    self.cores.put(channel.pid(), &mut rank.core, RankCore::Worker(worker));
                    rank.begun.iter_mut().for_each(|begun| begun.worker = worker);
                });
            } else {
                let limit = &mut || (channel.is_queued() && !is_late()).then_some(POLL_INTERVAL);
                self.await_stop(holder.unwrap_or(actor), limit);
            }
        }
    }

    /// Forgets ranks that do not run any more.
    fn note_stopped(&mut self) {
        let mut running = std::mem::take(&mut self.beside.running);
        running.retain(|&actor| self.runs_beside(actor) && self.channel(actor).runs());
        self.beside.running = running;
    }

    /// Whether a rank runs beside others, as far as has been heard of it.
    fn runs_beside(&self, actor: ActorId) -> bool {
        self.ranks[actor.index()].begun.as_ref().is_some_and(|begun| begun.said.is_none())
    }

    /// Waits until a rank that has been begun stops, or as `limit` says: for how long at most until it is asked again; none: no longer.
    /// The silence of `watched` is reported.
    fn await_stop(&mut self, watched: ActorId, limit: &mut dyn FnMut() -> Option<Duration>) {
        let running: Vec<Channel> = self.beside.running.iter().map(|&actor| self.channel(actor)).collect();
        // One that is queued on our core cannot start while we look.
        let is_here = self.kind_of(watched) == Core::Engines && self.channel(watched).is_queued();
        let (spins, mut woken) = (self.has_a_core() && !is_here, self.beside.woken);
        self.output.text.resume(watched.0);
        let waited = self.watched(watched, |channel, _, look| {
            let began = Instant::now();
            let mut looked = began;
            loop {
                let heard = channel.bell().listen();
                if running.iter().any(|channel| !channel.runs()) {
                    break;
                }
                match limit() {
                    None => break,
                    Some(_) if spins && began.elapsed() < SPUN => std::hint::spin_loop(),
                    // Where the rank waits for a core itself, what is measured of it stands still.
                    Some(limit) => {
                        let limit = limit.max(SLEPT).max(began.elapsed() / 4).max(debt(woken));
                        channel.bell().wait(heard, limit.min(POLL_INTERVAL));
                        woken = cpu_of_thread();
                    }
                }
                if looked.elapsed() >= POLL_INTERVAL {
                    look(false)?;
                    looked = Instant::now();
                }
            }
            channel.bell().stop_listening();
            Ok(())
        });
        self.output.text.pause();
        self.beside.woken = woken;
        if let Err(failure) = waited {
            self.set_said(watched, Err(failure));
        }
    }

    /// Whether a core is left beside the ranks that run.
    fn has_a_core(&self) -> bool {
        let beside = &self.beside;
        beside.running.len() < beside.cores as usize
            && beside.running.iter().all(|&actor| self.kind_of(actor) != Core::Engines)
    }

    /// The kind of core that a rank's worker has.
    fn kind_of(&self, actor: ActorId) -> Core {
        self.cores.kind(self.worker_of(actor), self.beside.workers)
    }

    /// See [`ops::RankDriver::await_measured`].
    pub(super) fn await_begun(&mut self, actor: ActorId, wanted: Time) -> Option<ActorId> {
        let (channel, meter) = (self.channel(actor), self.meter);
        self.note_stopped();
        let busy: Vec<Channel> = if self.beside.running.len() < self.beside.cores as usize {
            Vec::new()
        } else {
            self.beside.running.iter().map(|&actor| self.channel(actor)).collect()
        };
        self.await_stop(actor, &mut || {
            let meter = meter.as_ref()?;
            let left = wanted.saturating_sub(measured(channel, meter)?);
            let first = busy.iter().map(|channel| left_of(*channel, meter)).min().unwrap_or_default();
            let least = first.saturating_sub(LEAD);
            (left > Time::ZERO).then(|| Duration::from_nanos(left.ps().div_ceil(1000)).max(least))
        });
        let stopped = |actor: &&ActorId| !self.runs_beside(**actor) || !self.channel(**actor).runs();
        self.beside.begun.iter().find(stopped).copied()
    }

    /// See [`ops::RankDriver::earliest`].
    pub(super) fn earliest_of(&mut self, actor: ActorId) -> Option<Time> {
        if !self.runs_beside(actor) {
            return None;
        }
        let spins = self.has_a_core();
        self.output.text.resume(actor.0);
        let outside = self.watched(actor, |channel, _, look| channel.await_outside(spins, POLL_INTERVAL, look));
        self.output.text.pause();
        match outside {
            Ok(true) => {}
            Ok(false) => return None,
            Err(failure) => {
                self.set_said(actor, Err(failure));
                return None;
            }
        }
        self.beside.most = self.beside.most.max(self.beside.running.len().min(self.beside.cores as usize) as u32);
        let Some(floor) = self.ranks[actor.index()].begun.as_ref().and_then(|begun| begun.floor) else {
            return Some(Time::ZERO);
        };
        let meter = self.meter?;
        loop {
            let least = measured(self.channel(actor), &meter)?.max(floor);
            if least > Time::ZERO || !self.runs_beside(actor) {
                return Some(least).filter(|&least| least > Time::ZERO);
            }
            self.await_begun(actor, Time::from_ps(1));
        }
    }

    pub(super) fn set_said(&mut self, actor: ActorId, said: Result<Reply, Failure>) {
        if let Some(begun) = &mut self.ranks[actor.index()].begun {
            begun.said = Some(said);
        }
    }

    /// Waits until a rank has given its turn back, if it runs beside others.
    pub(super) fn await_end_of_turn(&mut self, actor: ActorId) {
        if self.ranks[actor.index()].begun.as_ref().is_none_or(|begun| begun.said.is_some()) {
            return;
        }
        if self.has_a_core() {
            self.channel(actor).look_for_end();
        }
        self.output.text.resume(actor.0);
        let said = self.receive(actor);
        self.output.text.pause();
        let stopped = said.is_ok();
        self.set_said(actor, said);
        let begun = self.ranks[actor.index()].begun.as_mut().expect("a rank that has been begun");
        let received = std::mem::take(&mut begun.received);
        for MemoryChunk { address, bytes } in received.into_iter().filter(|_| stopped) {
            self.memory.write(actor, address, &bytes);
        }
    }

    /// Takes what a rank that has been begun has said, if it is a reply.
    pub(super) fn take_said(&mut self, actor: ActorId) -> Option<Result<Reply, Failure>> {
        self.ranks[actor.index()].begun.as_mut()?.said.take_if(|said| said.is_ok())
    }

    pub(super) fn end_passage(&mut self, actor: ActorId, posts: &[Post]) {
        let of_threads = self.thread_posts.iter().filter(|(whose, _)| *whose == actor);
        let of_threads = of_threads.flat_map(|(_, threads)| &threads.batches).flat_map(|(_, posts)| posts);
        if std::mem::take(&mut self.ranks[actor.index()].handed) && matches!(posts, [Post::Fatal { .. }]) {
            // With one worker the engine does not hear of posts before those that a process takes with it.
            self.output.text.end_later(actor.0);
        }
        match self.output.text.end_passage(actor.0, false, posts.iter().chain(of_threads)) {
            PassageEnd::GoesOnAlone => self.ranks[actor.index()].goes_on_alone = true,
            PassageEnd::Ended => {}
            PassageEnd::Failed => self.beside.note_failure(actor),
        }
    }

    /// See [`ops::RankDriver::collect`].
    pub(super) fn collect_begun(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.await_end_of_turn(actor);
        if let Some(Ok(mut reply)) = self.take_said(actor) {
            self.register_sites(actor, &mut reply);
            self.set_said(actor, Ok(reply));
        }
        let begun = self.ranks[actor.index()].begun.take().expect("a rank that has been begun");
        self.resumed_at = begun.at;
        self.ranks[actor.index()].goes_on = false;
        self.output.text.resume(actor.0);
        let progress = match begun.said.expect("its turn has ended") {
            Ok(reply) => self.take_reply(actor, reply, posts),
            Err(failure) => Err(failure),
        };
        let state = self.conclude_turn(actor, progress, posts);
        if !self.note_handing(actor, true) {
            self.end_passage(actor, posts);
        }
        self.beside.begun.retain(|&begun| begun != actor);
        state
    }
}

/// How long a rank is to have our core before the system takes it away again for us. `woken`: our CPU time when we got it.
fn debt(woken: u64) -> Duration {
    Duration::from_nanos(cpu_of_thread().saturating_sub(woken)).min(DEBT)
}

/// How long the block that a rank is in will go on, if it is as long as earlier ones there; nothing if that is not known.
fn left_of(channel: Channel, meter: &Meter) -> Duration {
    let Some(start) = channel.block_start().filter(|_| channel.expected() < UNKNOWN_TICKS) else {
        return Duration::ZERO;
    };
    let end = start.ticks.saturating_add(u64::from(channel.expected()));
    Duration::from_nanos(meter.picoseconds(end.saturating_sub(ticks())) / 1000)
}

/// How much is measured of the block that a rank is in, at least; none if it has entered another call.
fn measured(channel: Channel, meter: &Meter) -> Option<Time> {
    let start = channel.block_start()?;
    let used = cpu_of_other(channel.pid())?.saturating_sub(start.cpu).saturating_mul(1000);
    let passed = meter.picoseconds(ticks().saturating_sub(start.ticks));
    // To others the CPU clock of a process stands still while that has a core. It moves at ticks of the system, milliseconds apart, and
    // when the process leaves its core: if it has not moved, the process has had it all the time.
    let ran = if used == 0 && meter.is_fine() { passed } else { used.min(passed) };
    // Asked after the clocks: then all of it was before the next call.
    channel.is_outside().then(|| Time::from_ps(ran).saturating_sub(CLOCKS_APART))
}

impl ProcessesDriver {
    /// Keeps what a rank receives until it has stopped. False if it has, or if that is too much.
    fn keep_received(&mut self, actor: ActorId, address: u64, from: &[u8]) -> bool {
        let defers = self.memory.defers(actor.0, from.len());
        let Some(begun) = self.ranks[actor.index()].begun.as_mut().filter(|begun| begun.said.is_none()) else {
            return false;
        };
        // Short ones are carried by its next answer, but not before longer ones.
        if defers && begun.received.is_empty() {
            return false;
        }
        let kept: usize = begun.received.iter().map(|chunk| chunk.bytes.len()).sum();
        let keeps = kept + from.len() <= COPIED_MAX as usize;
        if keeps {
            begun.received.push(MemoryChunk { address, bytes: from.to_vec() });
        }
        keeps
    }

    /// Copies from what a rank that runs has asked to send.
    fn read_sent(&self, actor: ActorId, address: u64, into: &mut [u8]) -> bool {
        let begun = self.ranks[actor.index()].begun.as_ref().filter(|begun| begun.said.is_none());
        let found = begun.and_then(|begun| begun.sent.iter().find_map(|chunk| chunk.slice(address, into.len())));
        found.is_some_and(|bytes| {
            into.copy_from_slice(bytes);
            true
        })
    }
}

/// A rank's memory is accessed once it has given the turn back; see `Begun`.
impl UserMemory for ProcessesDriver {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        if !self.read_sent(actor, address, into) {
            self.await_end_of_turn(actor);
            self.memory.read(actor, address, into);
        }
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        if self.keep_received(actor, address, from) {
            return;
        }
        if !self.memory.defers(actor.0, from.len()) {
            self.await_end_of_turn(actor);
        }
        self.memory.write(actor, address, from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        if bytes <= COPIED_MAX && from.0 != to.0 && (self.runs_beside(from.0) || self.runs_beside(to.0)) {
            let mut contents = vec![0; bytes as usize];
            self.read(from.0, from.1, &mut contents);
            self.write(to.0, to.1, &contents);
            return;
        }
        self.await_end_of_turn(from.0);
        self.await_end_of_turn(to.0);
        self.memory.copy(from, to, bytes);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        self.await_end_of_turn(actor);
        self.memory.update(actor, address, bytes, change);
    }
}
