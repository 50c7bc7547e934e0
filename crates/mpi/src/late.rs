//! Late collection: executes the computation of several ranks in parallel on this machine while simulated time goes on.
//!
//! The engine *begins* a rank by giving it the answer to its last call. It *collects* the rank, that is, waits for its next
//! call, at the earliest simulated time at which that call can take effect. Between the two it begins other ranks, so that all
//! ranks whose computation overlaps in simulated time may run at once. The results are the same as if each rank were collected
//! immediately:
//!
//! - A begun rank has left its call; the call's end is recorded when the rank is begun. The rank then computes a block whose
//!   least time is known ([`BlockCosts::least`](crate::BlockCosts::least)). In simulated time the block begins when the rank is
//!   begun, no matter when the rank is collected.
//! - The simulation does not advance to an instant at which a begun rank may act: the earliest of these instants is a limit for
//!   the kernel. Where computation is measured while ranks run, this instant moves on as the rank computes. So the engine asks
//!   the driver again when the limit is reached.
//! - The next event of a begun rank has the same position among the events of one instant as without late collection.
//! - A rank that makes its first thread within the block has all its threads go on from where it was begun
//!   (`Engine::take_up_threads`).
//! - Before the run ends with an error, the engine collects all ranks that were begun before the rank that made the error.
//!
//! Ranks whose next call may take effect immediately are collected immediately. Some ranks are executed one after another:
//! those with several threads, those that have left MPI, and all ranks if noise or core sharing may change the time of
//! their computation.

use crate::actor::Call;
use crate::blocks::BlockSoFar;
use crate::drive::Names;
use crate::engine::Engine;
use crate::event::{CLASS_ACTOR, Event};
use crate::result::Outcome;
use ops::{Beginning, CallSite, Enter, Function, Outlook, Post, Work};
use std::collections::VecDeque;
use units::{ActorId, Time};

/// A block is known to grow by what is measured of it if it costs more when this has been.
const LONG: Time = Time::from_ns(3_600_000_000_000);

/// A rank that has been begun.
#[derive(Clone, Copy, Debug)]
struct LateRank {
    actor: ActorId,
    /// When it was begun.
    since: Time,
    /// It does not act before this.
    acts: Time,
    /// Whether that comes later the more has been measured of its block.
    grows: bool,
    /// Its next event's number; also the order in which ranks were begun.
    sequence: u64,
    /// The call that it has left.
    left: (Function, CallSite),
}

/// Ranks that have been begun, in this order, and not been collected.
#[derive(Debug, Default)]
pub(crate) struct LateRanks {
    /// Whether the driver may begin ranks.
    possible: bool,
    ranks: Vec<LateRank>,
    /// The one whose posts are being taken.
    collected: Option<LateRank>,
    /// When the rank was begun that has ended the run.
    pub(crate) ended_at: Option<Time>,
}

impl LateRanks {
    /// None yet.
    pub(crate) fn new(possible: bool) -> Self {
        Self { possible, ..Self::default() }
    }
}

impl Engine<'_> {
    /// Begins an actor with the answer that is ready for it, unless it has to be resumed.
    #[inline]
    pub(crate) fn begins(&mut self, id: ActorId) -> Beginning {
        if self.late.possible { self.begins_now(id) } else { Beginning::Resume }
    }

    fn begins_now(&mut self, id: ActorId) -> Beginning {
        let actor = &self.core.actors[id];
        if actor.thread.multithreaded {
            return Beginning::ResumeAlone;
        }
        // The end of one that has left MPI is recorded where it goes on.
        if actor.life.is_closed() || !self.core.kernel.computes_alone() {
            return Beginning::Resume;
        }
        let known = self.least(id, Time::ZERO);
        let measured = self.is_measured() && self.least(id, LONG) > known;
        let outlook = if measured { Outlook::Measured } else { Outlook::Known(known) };
        self.core.driver.begin(id, &self.answer, outlook)
    }

    /// Whether blocks are measured while ranks run.
    fn is_measured(&self) -> bool {
        self.blocks.costs.measurement().is_some()
    }

    /// Whether an actor that has just been begun runs on while simulated time passes.
    pub(crate) fn runs_on(&mut self, id: ActorId) -> bool {
        let Some(acts) = self.earliest(id) else { return false };
        let (since, left) = (self.core.kernel.now(), self.core.actors.call_of(id));
        self.core.end_call(id);
        self.core.actors.vitals_mut(id).progress.inside = false;
        self.core.sequence += 1;
        let sequence = self.core.sequence;
        let grows = since.saturating_add(self.least(id, LONG)) > acts;
        self.late.ranks.push(LateRank { actor: id, since, acts, grows, sequence, left });
        self.set_limit();
        self.core.kernel.activity().set(kernel::Doing::Engine);
        true
    }

    /// When an actor that has just been begun may act, if that is later than now.
    fn earliest(&mut self, id: ActorId) -> Option<Time> {
        // Samples are counted in the order of simulated time.
        if !self.samples.none_under_way() {
            return None;
        }
        let measured = self.core.driver.earliest(id)?;
        let least = self.least(id, measured);
        (least > Time::ZERO).then(|| self.core.kernel.now().saturating_add(least))
    }

    /// The least cost of the block that follows a rank's call and has been measured so far.
    fn least(&mut self, id: ActorId, measured: Time) -> Time {
        let (phase, named) = (self.core.actors.vitals(id).phase, self.block_labels.current(id.0));
        let mut names = Names { driver: &mut *self.core.driver, phases: &self.phases, labels: &self.block_labels };
        self.blocks.costs.least(&BlockSoFar { actor: id, phase, named, measured }, &mut names)
    }

    /// No step is taken where a rank may act.
    fn set_limit(&mut self) {
        let first = self.late.ranks.iter().map(|rank| rank.acts).min();
        self.core.kernel.set_limit(first.unwrap_or(Time::MAX));
    }

    /// Goes on where ranks that have been begun are in the way: collects one, or waits until all are known to act later than what
    /// happens next. False if there are none.
    pub(crate) fn collect_next(&mut self) -> bool {
        if self.late.ranks.is_empty() {
            return false;
        }
        if let Some(at) = self.next_to_collect() {
            let rank = self.late.ranks.remove(at);
            self.collect_late(rank);
        }
        self.set_limit();
        true
    }

    /// Which rank is to be collected before anything happens; none if all act later.
    fn next_to_collect(&mut self) -> Option<usize> {
        let known = self.late.ranks.iter().filter(|rank| !rank.grows).map(|rank| rank.acts).min();
        let next = self.core.kernel.horizon().min(known.unwrap_or(Time::MAX));
        loop {
            let first = self.late.ranks.iter().enumerate().min_by_key(|(_, rank)| (rank.acts, rank.sequence));
            let (at, rank) = first.map(|(at, rank)| (at, *rank))?;
            if rank.acts > next {
                return None;
            }
            if !rank.grows {
                return Some(at);
            }
            let Some(measured) = self.core.driver.earliest(rank.actor) else { return Some(at) };
            let acts = rank.since.saturating_add(self.least(rank.actor, measured)).max(rank.acts);
            self.late.ranks[at].acts = acts;
            if acts <= next {
                let wanted = self.measured_for(rank.actor, next.saturating_sub(rank.since));
                if let Some(stopped) = self.core.driver.await_measured(rank.actor, wanted) {
                    let place = self.late.ranks.iter().position(|rank| rank.actor == stopped);
                    return Some(place.expect("a rank that has been begun"));
                }
            }
        }
    }

    /// About how much has to be measured of a rank's block for it to cost more than this; all there is, if none is enough.
    fn measured_for(&mut self, id: ActorId, cost: Time) -> Time {
        let of_long = self.least(id, LONG).ps().max(1);
        let wanted = u128::from(cost.ps()) * u128::from(LONG.ps()) / u128::from(of_long) + 1;
        Time::from_ps(u64::try_from(wanted).unwrap_or(u64::MAX))
    }

    /// The work of a block, but no less than what has been reckoned with while it ran: one that has been disturbed may count as less than has
    /// been measured of it.
    pub(crate) fn reckoned(&self, id: ActorId, work: Work) -> Work {
        match (self.late.collected, work) {
            (Some(rank), Work::Time(time))
                if rank.actor == self.core.actors.rank_actor(id) && rank.grows && self.is_measured() =>
            {
                Work::Time(time.max(rank.acts.saturating_sub(rank.since)))
            }
            _ => work,
        }
    }

    /// Takes the posts of a rank that has been begun just now and does not run on. True if the run ends.
    pub(crate) fn collect_now(&mut self, id: ActorId) -> bool {
        self.collect(id);
        self.core.kernel.activity().set(kernel::Doing::Engine);
        self.ends_before_others(id)
    }

    /// Collects all ranks that were begun before one that has ended. True if one of them ends the run.
    #[inline]
    pub(crate) fn ends_before_others(&mut self, id: ActorId) -> bool {
        // Where no rank is begun, the actor's record is not touched.
        self.late.possible && self.core.actors[id].life.exit.is_some() && !self.collect_all()
    }

    /// Takes the posts of a rank that has been begun.
    fn collect(&mut self, id: ActorId) {
        let mut posts = self.post_pool.take();
        let state = self.core.driver.collect(id, &mut posts);
        self.take_posts(id, state, posts);
    }

    /// Takes the posts of a rank that was begun earlier: its block began then.
    fn collect_late(&mut self, late: LateRank) {
        let LateRank { actor: id, since, acts, sequence, left, .. } = late;
        self.core.kernel.activity().set(kernel::Doing::Ranks);
        self.collect(id);
        self.note_exit_call(id);
        // Actors that are ready now are driven later, and a rank's threads at once.
        let ready = std::mem::take(&mut self.core.ready);
        while let [Post::AwaitClock] = self.core.actors[id].posts.left()
            && !self.core.actors[id].thread.multithreaded
            && self.core.outcome.is_none()
        {
            self.go_on_alone(late);
            self.note_exit_call(id);
        }
        let threads = std::mem::replace(&mut self.core.ready, ready);
        self.core.kernel.activity().set(kernel::Doing::Engine);
        if self.core.outcome.is_some() {
            return;
        }
        self.late.collected = Some(late);
        if self.core.actors[id].thread.multithreaded {
            self.take_up_threads(late, threads);
            return;
        }
        if self.core.actors[id].life.exit.is_some() {
            if !self.collect_before(sequence) {
                return;
            }
            // Others have been collected meanwhile.
            self.late.collected = Some(late);
        }
        let posts = &mut self.core.actors[id].posts;
        let call = match posts.peek() {
            Some(&mut Post::Enter { function, site, block }) => {
                posts.skip();
                Some(Enter { function, site, block })
            }
            Some(&mut (Post::BlockingSend { call, .. } | Post::BlockingRecv { call, .. })) => {
                posts.block_done = true;
                Some(call)
            }
            _ => None,
        };
        if let Some(call) = call {
            self.enter_at(id, call, since);
            if self.core.outcome.is_none() {
                let until = self.core.actors.vitals(id).cpu.until;
                assert!(until >= acts, "rank {id} acts at {until:?}, and was not expected before {acts:?}");
                self.core.kernel.schedule(until, CLASS_ACTOR, id.0, sequence, Event::Actor(id));
            }
        } else if self.core.actors[id].posts.left().is_empty() {
            self.rank_ended_at(id, since);
        } else {
            // It says why its process ends: after that call.
            self.core.actors[id].call.current = Some(Call::left(left, since));
            self.drive(id);
        }
        if self.core.outcome.is_none() {
            self.late.collected = None;
        }
    }

    /// Takes the call by which a rank says that it ends, which may come before it waits to be alone.
    fn note_exit_call(&mut self, id: ActorId) {
        if let Some(Post::ExitCall { .. }) = self.core.actors[id].posts.peek() {
            let post = self.core.actors[id].posts.take();
            self.handle_post(id, post);
        }
    }

    /// Collects ranks in the order in which they were begun, up to this number. False if one of them ends the run.
    pub(crate) fn collect_before(&mut self, sequence: u64) -> bool {
        while let Some(first) = self.late.ranks.first().copied().filter(|first| first.sequence < sequence) {
            self.late.ranks.remove(0);
            self.collect_late(first);
            self.set_limit();
            if self.core.outcome.is_some() {
                return false;
            }
        }
        true
    }

    /// Collects all that have been begun, before a rank is resumed alone or has ended. False if one of them ends the run.
    pub(crate) fn collect_all(&mut self) -> bool {
        if self.late.ranks.is_empty() {
            return true;
        }
        let answer = std::mem::take(&mut self.answer);
        let goes_on = self.collect_before(u64::MAX);
        self.answer = answer;
        goes_on
    }

    /// A rank is about to do what others can see, within its block: those that were begun before it do theirs first.
    fn go_on_alone(&mut self, late: LateRank) {
        if !self.collect_before(late.sequence) {
            return;
        }
        self.answer.clear();
        self.answer.now = late.since;
        let mut posts = self.post_pool.take();
        let state = self.core.driver.resume(late.actor, &self.answer, &mut posts);
        self.take_posts(late.actor, state, posts);
    }

    /// A rank has made its first thread within the block: what its threads have posted begins where it was begun. They enter calls,
    /// after blocks that are not over yet.
    fn take_up_threads(&mut self, late: LateRank, threads: VecDeque<ActorId>) {
        let LateRank { actor: rank, since, acts, .. } = late;
        let others = std::mem::replace(&mut self.core.ready, threads);
        let now = self.core.kernel.set_back(since);
        self.core.kernel.set_limit(since);
        while let Some(id) = self.core.ready.pop_front()
            && self.core.outcome.is_none()
        {
            self.drive(id);
        }
        self.core.kernel.set_back(now);
        self.core.ready = others;
        if self.core.outcome.is_some() {
            return;
        }
        let actors = &self.core.actors;
        for id in actors.threads_of(rank) {
            let (actor, until) = (&actors[id], actors.vitals(id).cpu.until);
            let idle = actor.waiting.is_none() && !actor.answer.due && actor.posts.left().is_empty();
            assert!(idle || until >= acts, "thread {id} acts at {until:?}, and was not expected before {acts:?}");
        }
        self.late.collected = None;
    }

    /// The run ends. If it does with an error, a rank that was begun before may have made one, too: that one counts. If it has been
    /// stopped, text of ranks that have been collected waits for that of ranks that have not.
    pub(crate) fn collect_at_end(&mut self) {
        match self.core.outcome {
            Some(Outcome::Failed(_) | Outcome::Aborted { .. }) => {}
            Some(Outcome::Stopped) => {
                let outcome = self.core.outcome.take();
                self.collect_all();
                self.core.outcome = outcome;
                self.core.driver.end_early(true);
                return;
            }
            _ => return,
        }
        let mut last = self.late.collected.take();
        for rank in std::mem::take(&mut self.late.ranks) {
            if last.is_some_and(|last| rank.sequence > last.sequence) {
                break;
            }
            let outcome = self.core.outcome.take();
            self.collect_late(rank);
            last = self.late.collected.take().or(last);
            if self.core.outcome.is_some() {
                break;
            }
            self.core.outcome = outcome;
        }
        self.late.ended_at = last.map(|rank| rank.since);
        self.core.driver.end_early(false);
    }
}
