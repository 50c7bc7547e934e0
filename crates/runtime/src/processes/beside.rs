//! Ranks that compute at the same time, where what their blocks cost is known beforehand.
//!
//! A rank is begun with its answer, and the simulator waits until it has left its call; then others run, until the engine wants its
//! posts. That cannot be seen from outside: a rank's text waits for that of those begun before ([`super::output`]), its memory is
//! accessed when it has given the turn back, and before it opens a file or makes a thread it waits until it is alone. Ranks
//! with several threads, with windows or with open files are never begun.

use super::channel::Company;
use super::driver::{ProcessesDriver, State};
use super::failures::Failure;
use super::protocol::{Reply, Request};
use ops::{Answer, Beginning, Post, RankState, UserMemory};
use units::{ActorId, Time};

/// Shorter blocks are not worth it: processes on different cores wake each other in some microseconds.
const WORTH: Time = Time::from_ns(25_000);

/// Open files beside the pipes of ranks.
const OTHER_FILES: u64 = 256;

/// A rank that runs beside others.
#[derive(Default)]
pub(super) struct Begun {
    at: Time,
    /// Whether it counts as one that computes.
    computing: bool,
    /// Its reply, once that has been received.
    said: Option<Result<Reply, Failure>>,
}

/// Ranks that run beside others.
pub(super) struct Beside {
    workers: usize,
    /// More cannot compute at once.
    cores: u32,
    /// Those that have left their call and not given the turn back, as far as is known.
    computing: u32,
    most: u32,
    /// Those that have been begun and not been collected, in this order.
    begun: Vec<ActorId>,
    /// Ranks whose failure the engine has been told of. The last one's counts: ranks that were begun before one that has failed are
    /// collected after it.
    pub(super) failed: Vec<ActorId>,
}

impl Beside {
    /// How many workers there can be of those asked for: each rank has two pipes of its own.
    pub(super) fn workers(asked: usize, ranks: u32) -> usize {
        if asked > 1 && raise_files() < 2 * u64::from(ranks) + OTHER_FILES { 1 } else { asked.max(1) }
    }

    pub(super) fn new(workers: usize) -> Self {
        let cores = workers.min(super::core::cores()) as u32;
        Self { workers, cores, computing: 0, most: 1, begun: Vec::new(), failed: Vec::new() }
    }

    /// Whether ranks may run beside others.
    pub(super) fn is_possible(&self) -> bool {
        self.workers > 1
    }

    /// The most ranks that have computed at once.
    pub(super) fn most(&self) -> Option<u32> {
        self.is_possible().then_some(self.most)
    }

    /// One more rank computes.
    fn note_computing(&mut self) {
        self.computing += 1;
        self.most = self.most.max(self.computing.min(self.cores));
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
    pub(super) fn begin_beside(&mut self, actor: ActorId, answer: &Answer, least: Time) -> Beginning {
        if self.is_alone(actor) {
            return Beginning::ResumeAlone;
        }
        let rank = &self.ranks[actor.index()];
        let can = rank.state == State::Running
            && least >= WORTH
            && rank.ahead.is_empty()
            && rank.final_posts.is_empty()
            && !self.memory.has_fault();
        if !can {
            return Beginning::Resume;
        }
        let mut answer = answer.clone();
        let rank = &mut self.ranks[actor.index()];
        answer.prepend_news(std::mem::take(&mut rank.missed_updates));
        let mut begun = Begun { at: answer.now, ..Begun::default() };
        let pending_writes = self.memory.take_pending_writes(actor.0);
        self.output.begin(actor.0);
        begun.said =
            self.send(actor, &Request::Resume { thread: 0, answer, pending_writes }, Company::Any).err().map(Err);
        self.ranks[actor.index()].begun = Some(begun);
        self.beside.begun.push(actor);
        Beginning::Begun
    }

    /// See [`ops::RankDriver::earliest`].
    pub(super) fn await_outside(&mut self, actor: ActorId) -> Option<Time> {
        if self.ranks[actor.index()].begun.as_ref().is_none_or(|begun| begun.said.is_some()) {
            return None;
        }
        match self.watched(actor, |channel, _, look| channel.await_outside(super::driver::POLL_INTERVAL, look)) {
            Ok(true) => {
                self.beside.note_computing();
                self.ranks[actor.index()].begun.iter_mut().for_each(|begun| begun.computing = true);
                Some(Time::ZERO)
            }
            Ok(false) => None,
            Err(failure) => {
                self.set_said(actor, Err(failure));
                None
            }
        }
    }

    fn set_said(&mut self, actor: ActorId, said: Result<Reply, Failure>) {
        if let Some(begun) = &mut self.ranks[actor.index()].begun {
            begun.said = Some(said);
        }
    }

    /// Waits until a rank has given its turn back, if it runs beside others.
    pub(super) fn await_end_of_turn(&mut self, actor: ActorId) {
        if self.ranks[actor.index()].begun.as_ref().is_none_or(|begun| begun.said.is_some()) {
            return;
        }
        self.output.resume(actor.0);
        let said = self.receive(actor);
        self.output.pause();
        let counted = self.ranks[actor.index()].begun.as_ref().is_some_and(|begun| begun.computing);
        self.beside.computing -= u32::from(counted);
        self.set_said(actor, said);
    }

    /// Call sites are numbered in the order in which ranks were begun: those of ranks begun before this one come first.
    pub(super) fn register_sites_before(&mut self, actor: ActorId) {
        let order = &self.beside.begun;
        let before = order.iter().position(|&begun| begun == actor).unwrap_or(order.len());
        for at in 0..before {
            let other = self.beside.begun[at];
            self.await_end_of_turn(other);
            if let Some(Ok(mut reply)) = self.take_said(other) {
                self.register_sites(other, &mut reply);
                self.set_said(other, Ok(reply));
            }
        }
    }

    /// Takes what a rank that has been begun has said, if it is a reply.
    fn take_said(&mut self, actor: ActorId) -> Option<Result<Reply, Failure>> {
        self.ranks[actor.index()].begun.as_mut()?.said.take_if(|said| said.is_ok())
    }

    /// A rank that has been begun has posted this: the text of those after it need no longer wait for its own, unless it goes on alone
    /// within its block. None of theirs is shown if its process has failed.
    pub(super) fn end_passage(&mut self, actor: ActorId, posts: &[Post]) {
        let of_threads = self.thread_posts.iter().filter(|(whose, _)| *whose == actor);
        let of_threads = of_threads.flat_map(|(_, threads)| &threads.batches).flat_map(|(_, posts)| posts);
        let mut said = posts.iter().chain(of_threads).filter(|post| !matches!(post, Post::ExitCall { .. }));
        let only = said.next().filter(|_| said.next().is_none());
        if matches!(only, Some(Post::AwaitClock)) {
            self.ranks[actor.index()].goes_on_alone = true;
            self.output.pause();
            return;
        }
        let fails = matches!(only, Some(Post::Fatal { .. }));
        if fails {
            self.beside.note_failure(actor);
        }
        self.output.collected(actor.0, fails);
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
        self.output.resume(actor.0);
        let progress = match begun.said.expect("its turn has ended") {
            Ok(reply) => self.take_reply(actor, reply, posts),
            Err(failure) => Err(failure),
        };
        let state = self.conclude_turn(actor, progress, posts);
        self.end_passage(actor, posts);
        self.beside.begun.retain(|&begun| begun != actor);
        state
    }
}

/// A rank's memory is accessed once it has given the turn back. Short writes wait for its next answer in any case.
impl UserMemory for ProcessesDriver {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        self.await_end_of_turn(actor);
        self.memory.read(actor, address, into);
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        if !self.memory.defers(actor.0, from.len()) {
            self.await_end_of_turn(actor);
        }
        self.memory.write(actor, address, from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        self.await_end_of_turn(from.0);
        self.await_end_of_turn(to.0);
        self.memory.copy(from, to, bytes);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        self.await_end_of_turn(actor);
        self.memory.update(actor, address, bytes, change);
    }
}
