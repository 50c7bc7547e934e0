//! Polling: ranks that call `MPI_Test` or `MPI_Iprobe` again and again without success (docs/models/point-to-point.md).
//!
//! The first 1,000 failed polls in a row of an actor (a rank or thread) are simulated one by one. Then the actor is *parked*
//! until the event that its poll looks for, and continues at the poll that would have found this event.
//!
//! If no other event is left in the run, parked actors poll again, except actors that are known to do nothing but poll
//! ([`ops::Post::OnlyPolls`]). If only actors of that kind are left, the run is in a livelock. A large number of polls is no
//! evidence of a livelock, since a program may count its polls, or poll once per step of its own work.

use crate::actor::PollState;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::poll_run::Present;
use crate::request::{WaitCondition, Waiting};
use std::collections::BTreeSet;
use units::{ActorId, Time};

/// So many more are simulated each time that nothing else is left to happen.
const POLLS_AT_QUIESCENCE: u32 = 1_000;
/// After so many in a row the user is told.
const POLLS_TOLD: u32 = 100_000;
/// A rank that reads the clock between its polls may wait for up to an hour to pass; its polls are then simulated like any others.
const CLOCK_POLLING_MAX: Time = Time::from_ns(3_600 * 1_000_000_000);

/// The polling interval of a rank whose own is not known: the cost of a test in the shipped libraries.
const PERIOD_UNKNOWN: Time = Time::from_ns(100);

/// A parked poller that reads the clock polls again after 1/256 of the time that it has polled, and a reading of the clock in
/// a loop takes 1/256 of the time spun so far: a wait of any length ends after a few thousand readings, at most 0.4 % late.
pub(crate) const SPIN_PART: u64 = 256;

/// Actors whose polling is not simulated poll by poll.
#[derive(Default)]
pub(crate) struct Pollers {
    parked: BTreeSet<ActorId>,
    /// Those of them of which no poll is queued.
    idle: BTreeSet<ActorId>,
    /// Queued events that let one of them poll.
    queued_polls: usize,
    /// The user has been told of a rank that polls for long.
    told: bool,
    /// What has been done of the present instant.
    pub(crate) present: Present,
    /// All polls are simulated, as tests want it ([`EACH_POLL`]).
    each: bool,
}

/// The variable by which tests have each poll simulated, to compare.
const EACH_POLL: &str = "WT_SIMULATE_EACH_POLL";

impl Pollers {
    /// None are parked yet.
    pub(crate) fn new() -> Self {
        Self { each: std::env::var_os(EACH_POLL).is_some(), ..Self::default() }
    }

    /// Whether all polls are to be simulated.
    pub(crate) fn simulates_each(&self) -> bool {
        self.each
    }

    /// Whether some are parked.
    pub(crate) fn any(&self) -> bool {
        !self.parked.is_empty()
    }

    fn park(&mut self, id: ActorId) {
        self.parked.insert(id);
        self.idle.insert(id);
    }

    pub(crate) fn unpark(&mut self, id: ActorId) {
        self.parked.remove(&id);
        self.idle.remove(&id);
    }

    /// Forgets actors that have ended.
    pub(crate) fn remove(&mut self, ended: &[ActorId]) {
        ended.iter().for_each(|&id| self.unpark(id));
    }
}

impl PollState {
    /// Whether a rank whose polls have missed so far may still do something else.
    fn may_progress(&self) -> bool {
        !self.certain
    }

    /// Whether a rank may wait for an instant.
    fn awaits_clock(&self, now: Time) -> bool {
        self.reads_clock() && now.saturating_sub(self.first) < CLOCK_POLLING_MAX
    }
}

impl EngineCore<'_> {
    /// A poll has found nothing: either the answer says so, or the actor is to be parked (returned: the time between
    /// polls).
    pub(crate) fn poll_missed(&mut self, id: ActorId, cost: Cost) -> Option<Time> {
        let now = self.kernel.now();
        let own = self.time_of_poll(cost);
        let polling = &mut self.actors[id].polling;
        let period = polling.miss(now);
        polling.in_a_row = if period == own && polling.missed > 1 { polling.in_a_row.saturating_add(1) } else { 0 };
        let only_polls = self.begins_poll_run(id);
        let polling = &mut self.actors[id].polling;
        polling.certain |= polling.only_polls.is_some();
        if only_polls {
            self.begin_poll_run(id, cost);
            return Some(period);
        }
        polling.only_polls = None;
        // Only at every second miss, so that the poll before was simulated, too: a period is then the distance of two polls, not of
        // a poll and the end of a parking.
        let may_park = !self.pollers.each
            && polling.missed > polling.simulated
            && polling.missed.is_multiple_of(2)
            && period > Time::ZERO;
        // A rank that counts its polls must continue them where others only wait for the clock.
        let counts = !polling.awaits_clock(now) && polling.may_progress();
        let told = polling.missed == POLLS_TOLD && counts;
        if told {
            self.tell_of_polls(id);
        }
        if may_park && !(counts && self.only_polls_pending()) {
            return Some(period);
        }
        self.actors[id].answer.due = true;
        None
    }

    /// Whether nothing is left to happen but polls of parked actors.
    fn only_polls_pending(&mut self) -> bool {
        let queued = self.pollers.queued_polls;
        queued > 0 && self.ready.is_empty() && self.kernel.idle_except(queued)
    }

    /// Parks a poller whose wait has begun. If it reads the clock as well, it polls again once a part of the time that it
    /// has polled has passed, whatever happens: it may wait for an instant.
    pub(crate) fn park(&mut self, id: ActorId, period: Time) {
        self.pollers.park(id);
        let now = self.kernel.now();
        let polling = &self.actors[id].polling;
        if polling.awaits_clock(now) {
            let part = now.saturating_sub(polling.first).ps() / SPIN_PART;
            let polls = part.div_ceil(period.ps()).max(1);
            self.schedule_poll(id, now.saturating_add(Time::from_ps(polls * period.ps())));
            // Those that count their polls continue while this one is parked.
            if self.only_polls_pending() {
                self.repoll_parked();
            }
        }
    }

    fn schedule_poll(&mut self, id: ActorId, next: Time) {
        self.actors[id].polling.next = next;
        self.pollers.queued_polls += 1;
        self.pollers.idle.remove(&id);
        self.at(next, CLASS_ACTOR, id, Event::Poll(id));
    }

    /// Whether a parked poller may still be about to do something else.
    pub(crate) fn parked_may_progress(&self) -> bool {
        self.pollers.parked.iter().any(|&id| self.actors[id].polling.may_progress())
    }

    /// Lets every poller that is parked until something happens poll once more.
    pub(crate) fn repoll_parked(&mut self) {
        let now = self.kernel.now();
        let idle: Vec<ActorId> = self.pollers.idle.iter().copied().collect();
        for id in idle {
            let actor = &self.actors[id];
            let period = actor.waiting.as_ref().and_then(|waiting| waiting.poll_period);
            if actor.polling.may_progress() {
                self.schedule_poll(id, now.saturating_add(period.unwrap_or(PERIOD_UNKNOWN)));
            }
        }
    }

    /// A parked poller polls again and misses.
    pub(crate) fn repoll(&mut self, id: ActorId) {
        self.pollers.queued_polls -= 1;
        let (now, rank) = (self.kernel.now(), self.actors.rank_actor(id));
        let actor = &mut self.actors[id];
        // Something may have ended its wait in the meantime.
        if actor.polling.next != now || actor.waiting.as_ref().is_none_or(|waiting| waiting.poll_period.is_none()) {
            return;
        }
        if let Some(Waiting { condition: WaitCondition::Requests { set, .. }, .. }) = actor.waiting.take() {
            self.actors[rank].requests.unwatch(&set);
        }
        let actor = &mut self.actors[id];
        actor.call.end_wait(now);
        actor.polling.next = Time::ZERO;
        actor.polling.last = now;
        let polling = &mut actor.polling;
        polling.missed = polling.missed.saturating_add(1);
        if !polling.awaits_clock(now) {
            polling.simulated = polling.missed.saturating_add(POLLS_AT_QUIESCENCE);
        }
        actor.answer.due = true;
        let told = polling.missed == POLLS_TOLD;
        self.pollers.unpark(id);
        self.ready.push_back(id);
        if told {
            self.tell_of_polls(id);
        }
    }

    /// A rank has polled for long: the user is told once.
    #[cold]
    fn tell_of_polls(&mut self, id: ActorId) {
        if std::mem::replace(&mut self.pollers.told, true) {
            return;
        }
        let (function, site) = self.actors.call_of(id);
        let (rank, place) = (self.actors.rank_actor(id), self.driver.describe_site(site));
        let others = self.pollers.parked.len() - usize::from(self.pollers.parked.contains(&id));
        let others = if others > 0 { format!("; {others} more ranks poll") } else { String::new() };
        let name = function.name();
        self.tell(format!(
            "rank {rank} has polled {POLLS_TOLD} times in a row without finding anything: {name} at {place}{others}; if nothing \
             else can happen and it never stops, neither does the run"
        ));
    }

    /// A parked poller whose wait has ended continues where its next poll would have been.
    pub(crate) fn unpark_at_poll(&mut self, id: ActorId, period: Time) {
        if self.actors[id].polling.run.is_some() {
            self.end_poll_run(id);
            self.actors[id].polling.hit();
            self.pollers.unpark(id);
            return;
        }
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        let parked = now.saturating_sub(actor.polling.last).ps();
        let polls = parked.div_ceil(period.ps().max(1));
        let poll = Time::from_ps(actor.polling.last.ps() + polls * period.ps());
        actor.polling.missed = 0;
        actor.polling.next = Time::ZERO;
        let until = &mut self.actors.vitals_mut(id).cpu.until;
        *until = (*until).max(poll);
        self.pollers.unpark(id);
    }
}
