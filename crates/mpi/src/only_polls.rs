//! A shortcut for ranks in a loop that only polls (`while (!flag) MPI_Test(…)`): the times of their polls are computed in
//! closed form, not simulated one by one. The rank's side recognises these loops ([`ops::Post::OnlyPolls`]).
//!
//! A rank in such a loop is suspended until a poll succeeds. Until then one poll follows another, and each takes the CPU time
//! that the library file gives for `test` or `iprobe`; work that the library does for the rank in between delays the current
//! poll. So the end of each poll can be computed. Call counts, costs, simulation steps, the rank's clock and the order of
//! events are exactly the same as if each poll were simulated.

use crate::actor::Call;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::library::{Handshake, ProgressMode};
use crate::poll_run::{PollRun, Present};
use units::{ActorId, Time};

impl EngineCore<'_> {
    /// An event of an actor is taken, or the clock is advanced as by one.
    #[inline]
    pub(crate) fn note_turn(&mut self, id: ActorId) {
        self.pollers.present.enter(self.kernel.now(), self.kernel.round(), u64::from(id.0) + 1);
    }

    /// Another step is taken: an end in a resource, or an event that comes after those of actors.
    #[inline]
    pub(crate) fn note_other_step(&mut self, of_resource: bool) {
        let key = if of_resource { 0 } else { Present::LATER };
        self.pollers.present.enter(self.kernel.now(), self.kernel.round(), key);
    }

    /// Whether what happens now comes before the turn of an actor that has waited for this instant.
    fn is_before_turn_of(&self, id: ActorId) -> bool {
        let Present { time, round, key } = self.pollers.present;
        debug_assert!(time == self.kernel.now(), "every step is noted");
        round == 0 && key <= u64::from(id.0)
    }

    /// Whether a poll that finds nothing is followed by others like it, as long as it, until one finds something.
    pub(crate) fn begins_poll_run(&self, id: ActorId, period: Time, cost: Cost) -> bool {
        let actor = &self.actors[id];
        let protocol = &self.library.protocol;
        let own = if cost == Cost::Test { protocol.test_cost } else { protocol.iprobe_cost };
        let reads_in_turns =
            protocol.progress == ProgressMode::InsideMpi && matches!(protocol.handshake, Handshake::Messages { .. });
        // Two polls are one cost apart only where the program's own code takes no time.
        actor.polling.only_polls
            && period == own
            && actor.polling.missed > 1
            && !actor.polling.reads_clock()
            && !actor.thread.multithreaded
            && self.actors.vitals(id).cpu.tasks == 0
            && self.kernel.computes_alone()
            && !self.pollers.simulates_each()
            && self.attribution.is_none()
            && !self.interest.empty_blocks
            && !self.interest.in_order
            && !reads_in_turns
    }

    /// Begins such polls: the one that has found nothing just now ends, and the next is under way.
    pub(crate) fn begin_poll_run(&mut self, id: ActorId, period: Time, cost: Cost) {
        let now = self.kernel.now();
        let end = now.saturating_add(period);
        self.actors[id].polling.run = Some(Box::new(PollRun { cost, period, end, queued: end, missed: 1 }));
        self.totals.costs.add(cost, period);
        self.begin_next_poll(id, now);
    }

    /// The poll that an actor is in ends, and the next begins.
    fn begin_next_poll(&mut self, id: ActorId, end: Time) {
        let Some(call) = self.actors[id].call.current else { return };
        if self.interest.calls {
            let actor = self.actors.rank_actor(id);
            let (function, site, start) = (call.function, call.site, call.start);
            self.observe(ops::Record::Call { actor, function, site, start, end, waiting: Time::ZERO });
        }
        self.actors[id].call.current = Some(Call::new(call.function, call.site, end));
    }

    /// Does the polls that have ended by now. The actor's clock is then at the end of the one under way.
    pub(crate) fn catch_up_polls(&mut self, id: ActorId) -> Option<PollRun> {
        let now = self.kernel.now();
        let mut run = *self.actors[id].polling.run.as_deref()?;
        // What the library did for the rank has delayed the poll that was under way.
        run.end = run.end.max(self.actors.vitals(id).cpu.until);
        if run.queued < run.end && run.queued <= now {
            // The actor's turn came when the poll would have ended, and again later.
            self.kernel.add_steps(1);
            run.queued = run.end;
        }
        let mut polls = 0;
        if run.end <= now {
            let (since, period) = (now.saturating_sub(run.end).ps(), run.period.ps());
            let at_this_instant = since.is_multiple_of(period) && self.is_before_turn_of(id);
            polls = since / period + u64::from(!at_this_instant);
        }
        if self.interest.calls {
            for poll in 0..polls {
                self.begin_next_poll(id, run.end.saturating_add(Time::from_ps(poll * run.period.ps())));
            }
        }
        let spent = Time::from_ps(polls * run.period.ps());
        run.end = run.end.saturating_add(spent);
        run.missed += polls;
        if polls > 0 {
            run.queued = run.end;
        }
        self.totals.costs.add_many(run.cost, polls, spent);
        self.kernel.add_steps(polls);
        self.actors.vitals_mut(id).cpu.until = run.end;
        let actor = &mut self.actors[id];
        actor.polling.run.as_deref_mut().into_iter().for_each(|kept| *kept = run);
        // A poll does not wait.
        actor.call.current = actor.call.current.map(|call| Call::new(call.function, call.site, call.start));
        Some(run)
    }

    /// The poll under way finds something.
    pub(crate) fn end_poll_run(&mut self, id: ActorId) {
        let Some(PollRun { missed, end, queued, .. }) = self.catch_up_polls(id) else { return };
        // Its end at this instant, or a turn before it, would have been a step.
        self.kernel.add_steps(u64::from(end == self.kernel.now()) + u64::from(queued < end));
        let actor = &mut self.actors[id];
        actor.polling.run = None;
        actor.polling.found_after = missed;
    }
}
