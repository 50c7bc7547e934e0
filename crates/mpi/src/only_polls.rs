//! A shortcut for ranks in a loop that only polls (`while (!flag) MPI_Test(…)`): the times of their polls are computed in
//! closed form, not simulated one by one. The rank's side recognises these loops ([`ops::Post::OnlyPolls`]).
//!
//! A rank in such a loop is suspended until a poll succeeds. Until then one poll follows another, and each takes the CPU time
//! that the library file gives for `test` or `iprobe`; work that the library does for the rank in between delays the current
//! poll. So the end of each poll can be computed. Call counts, costs, simulation steps, the rank's clock and the order of
//! events are exactly the same as if each poll were simulated.
//!
//! A rank may also make several polls in turn (`do { MPI_Iprobe(…); MPI_Test(…); } while (!flag)`). Once one of them would
//! succeed, the poll under way and those after it are simulated again: which of them comes first decides.

use crate::actor::Call;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::library::{Handshake, ProgressMode};
use crate::matching::Envelope;
use crate::message::context_id;
use crate::poll_run::{PollRun, Polled, Present};
use crate::request::WaitCondition;
use ops::{Post, RepeatedPoll};
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

    /// The CPU time of a poll.
    pub(crate) fn time_of_poll(&self, cost: Cost) -> Time {
        let protocol = &self.library.protocol;
        if cost == Cost::Test { protocol.test_cost } else { protocol.iprobe_cost }
    }

    /// Whether a poll that finds nothing is followed by others that are known, until one finds something.
    pub(crate) fn begins_poll_run(&self, id: ActorId) -> bool {
        let actor = &self.actors[id];
        let protocol = &self.library.protocol;
        let reads_in_turns =
            protocol.progress == ProgressMode::InsideMpi && matches!(protocol.handshake, Handshake::Messages { .. });
        // Two polls are one cost apart only where the program's own code takes no time.
        actor.polling.only_polls.as_ref().is_some_and(|only| usize::from(actor.polling.in_a_row) > only.others.len())
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
    pub(crate) fn begin_poll_run(&mut self, id: ActorId, cost: Cost) {
        let now = self.kernel.now();
        let (function, site) = self.actors.call_of(id);
        let others = self.actors[id].polling.only_polls.take().map(|only| only.others).unwrap_or_default();
        let first = Polled { function, site, cost, time: self.time_of_poll(cost), post: None };
        let others = others.into_iter().map(|RepeatedPoll { function, site, post }| {
            let cost = if matches!(post, Post::Probe { .. }) { Cost::Iprobe } else { Cost::Test };
            Polled { function, site, cost, time: self.time_of_poll(cost), post: Some(post) }
        });
        let mut run =
            PollRun { polls: std::iter::once(first).chain(others).collect(), end: now, queued: now, missed: 0 };
        self.begin_next_poll(id, &mut run);
        run.queued = run.end;
        self.actors[id].polling.run = Some(Box::new(run));
    }

    /// The poll that an actor is in ends, and the next begins.
    fn begin_next_poll(&mut self, id: ActorId, run: &mut PollRun) {
        let end = run.end;
        run.missed += 1;
        let &Polled { function, site, cost, time, .. } = run.under_way();
        run.end = end.saturating_add(time);
        self.totals.costs.add(cost, time);
        let Some(call) = self.actors[id].call.current else { return };
        if self.interest.calls {
            let actor = self.actors.rank_actor(id);
            let (function, site, start) = (call.function, call.site, call.start);
            self.observe(ops::Record::Call { actor, function, site, start, end, waiting: Time::ZERO });
        }
        self.actors[id].call.current = Some(Call::new(function, site, end));
    }

    /// Does the polls that have ended by now. The actor's clock is then at the end of the one under way.
    pub(crate) fn catch_up_polls(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let Some(mut run) = self.actors[id].polling.run.take() else { return };
        // What the library did for the rank has delayed the poll that was under way.
        run.end = run.end.max(self.actors.vitals(id).cpu.until);
        if run.queued < run.end && run.queued <= now {
            // The actor's turn came when the poll would have ended, and again later.
            self.kernel.add_steps(1);
            run.queued = run.end;
        }
        let before = run.missed;
        if run.end <= now && !self.interest.calls {
            self.skip_rounds(&mut run, now);
        }
        while run.end < now || run.end == now && !self.is_before_turn_of(id) {
            self.begin_next_poll(id, &mut run);
        }
        if run.missed > before {
            run.queued = run.end;
        }
        self.kernel.add_steps(run.missed - before);
        self.actors.vitals_mut(id).cpu.until = run.end;
        // A poll does not wait.
        let &Polled { function, site, .. } = run.under_way();
        let call = &mut self.actors[id].call.current;
        *call = call.map(|call| Call::new(function, site, call.start));
        self.actors[id].polling.run = Some(run);
    }

    /// Does whole rounds of polls of which nothing is recorded but how much they cost.
    fn skip_rounds(&mut self, run: &mut PollRun, now: Time) {
        let round = run.polls.iter().map(|poll| poll.time.ps()).sum::<u64>();
        let rounds = now.saturating_sub(run.end).ps() / round;
        for poll in &run.polls {
            self.totals.costs.add_many(poll.cost, rounds, Time::from_ps(rounds * poll.time.ps()));
        }
        run.missed += rounds * run.polls.len() as u64;
        run.end = run.end.saturating_add(Time::from_ps(rounds * round));
    }

    /// The poll under way, the only one of its round, finds something.
    pub(crate) fn end_poll_run(&mut self, id: ActorId) {
        self.catch_up_polls(id);
        let Some(run) = self.actors[id].polling.run.take() else { return };
        // Its end at this instant, or a turn before it, would have been a step.
        self.kernel.add_steps(u64::from(run.end == self.kernel.now()) + u64::from(run.queued < run.end));
        self.actors[id].polling.found_after = run.missed;
    }

    /// An actor that makes several polls in turn, of which it is in `first`, is parked until one of them would find something. Others may
    /// do so already: they were made before.
    pub(crate) fn await_round(&mut self, id: ActorId, first: Post) {
        let actor = &mut self.actors[id];
        let Some(run) = actor.polling.run.as_mut() else { return };
        run.polls[0].post = Some(first);
        let time = run.polls[0].time;
        for poll in &run.polls {
            if let Some(Post::Test { set, .. }) = &poll.post {
                actor.requests.watch(set, false, id);
            }
        }
        self.begin_wait(id, WaitCondition::Polls, Some(time));
        self.park(id, time);
        if self.round_finds(id) {
            self.end_round(id);
        }
    }

    /// Something has happened that a poll of a round may look for.
    pub(crate) fn test_round(&mut self, id: ActorId) {
        if self.round_finds(id) {
            let turn = self.end_round(id);
            self.at(turn, CLASS_ACTOR, id, Event::Actor(id));
        }
    }

    /// Whether a poll of a round would find something now.
    fn round_finds(&mut self, id: ActorId) -> bool {
        let Some(run) = self.actors[id].polling.run.take() else { return false };
        let finds = run.polls.iter().any(|poll| match &poll.post {
            Some(Post::Test { set, mode, .. }) => self.are_ready(id, set, *mode),
            Some(Post::Probe { comm, source, tag, .. }) => {
                let (source, tag) = (*source, *tag);
                let envelope = Envelope { context_id: context_id(*comm, None), source, tag };
                self.actors.mailbox(id).unexpected_messages.find(envelope).is_some()
            }
            _ => false,
        });
        self.actors[id].polling.run = Some(run);
        finds
    }

    /// A poll of a round would find something: from the one under way on, they are simulated. Returns when the actor's
    /// turn comes, if it is not being driven.
    fn end_round(&mut self, id: ActorId) -> Time {
        self.catch_up_polls(id);
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        let Some(run) = actor.polling.run.take() else { return now };
        for poll in &run.polls {
            if let Some(Post::Test { set, .. }) = &poll.post {
                actor.requests.unwatch(set);
            }
        }
        actor.waiting = None;
        let post = run.under_way().post.clone().expect("polls in turn have all been posted");
        actor.posts.replace(vec![post]);
        actor.polling.resume_polls(run.end.saturating_sub(run.under_way().time), run.missed);
        self.pollers.unpark(id);
        run.queued.max(now)
    }
}
