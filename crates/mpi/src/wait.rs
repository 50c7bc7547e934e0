//! The engine's side of `MPI_Wait` and the like: an actor (a rank or a thread of a rank) begins to wait for MPI requests, and
//! continues when they are complete.

use crate::actor::CpuClock;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::ids::LentId;
use crate::request::{WaitCondition, Waiting};
use ops::{Completion, RequestId, RequestSet, Status, WaitMode, Work};
use smallvec::SmallVec;
use units::{ActorId, Time};

impl EngineCore<'_> {
    /// Completes a request of a rank. `overhead`: CPU time of the call that reports it.
    pub(crate) fn complete_request(&mut self, rank: ActorId, request: RequestId, status: Status, overhead: Time) {
        let Some(waiter) = self.actors[rank].requests.complete(request, status, overhead) else { return };
        let (mode, left, poll_period) = match self.actors[waiter].waiting.as_mut() {
            Some(Waiting { condition: WaitCondition::Requests { mode, left, .. }, poll_period }) => {
                (mode, left, poll_period)
            }
            Some(Waiting { condition: WaitCondition::Polls, .. }) => return self.test_round(waiter),
            _ => return,
        };
        let polls = poll_period.is_some();
        *left -= 1;
        if *mode == WaitMode::All {
            let over = *left == 0;
            if polls {
                // A poll pays for what it reports when it does.
                if over {
                    self.end_request_wait(waiter);
                }
                return;
            }
            self.actors[rank].requests.overhead_paid(request);
            self.work(waiter, Work::Time(overhead));
            if over {
                self.end_request_wait(waiter);
            }
        } else {
            self.end_request_wait(waiter);
        }
    }

    /// Whether a blocking call of an actor needs no request: nobody but the actor itself can hear of it, and it starts at once.
    #[inline]
    pub(crate) fn needs_no_request(&self, id: ActorId) -> bool {
        self.attribution.is_none()
            && !self.actors[id].thread.multithreaded
            && !self.actors.vitals(id).cpu.works(self.kernel.now())
    }

    /// Ends a blocking call without a request: the one that the actor waits in or, if it does not, its next post. `overhead`: CPU
    /// time of the call.
    pub(crate) fn end_blocking(&mut self, id: ActorId, status: Status, overhead: Time) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        let (request, waited) = match actor.waiting {
            Some(Waiting { condition: WaitCondition::Receive { request, .. }, .. }) => {
                actor.waiting = None;
                actor.call.end_wait(now);
                (request, true)
            }
            _ => (actor.posts.skip_blocking(), false),
        };
        if !actor.posts.runs_ahead() {
            let mut list = self.completions.take();
            list.push(Completion { request, status });
            actor.answer.complete(list);
        }
        actor.polling.hit();
        self.work(id, Work::Time(overhead));
        if waited {
            self.wake(id);
        }
    }

    /// An actor whose wait has ended goes on: now, or where anything happens before its core is free, by an event.
    #[inline(always)]
    fn wake(&mut self, id: ActorId) {
        self.driver.expect(self.actors.rank_actor(id));
        let CpuClock { until, tasks, .. } = self.actors.vitals(id).cpu;
        let pays = until > self.kernel.now() && tasks == 0 && !self.actors[id].thread.multithreaded;
        if pays && self.kernel.next_event() <= until {
            self.at(until, CLASS_ACTOR, id, Event::Actor(id));
        } else {
            self.ready.push_back(id);
        }
    }

    /// Waits for requests.
    pub(crate) fn wait(&mut self, id: ActorId, set: RequestSet, mode: WaitMode) {
        if self.are_ready(id, &set, mode) {
            self.report(id, &set, mode, false);
        } else {
            self.suspend(id, set, mode, false, None);
        }
    }

    /// Whether a wait or test on requests succeeds now.
    pub(crate) fn are_ready(&self, id: ActorId, set: &RequestSet, mode: WaitMode) -> bool {
        self.actors[self.actors.rank_actor(id)].requests.are_complete(set, mode)
    }

    /// Suspends an actor until requests complete.
    pub(crate) fn suspend(
        &mut self,
        id: ActorId,
        set: RequestSet,
        mode: WaitMode,
        peek: bool,
        poll_period: Option<Time>,
    ) {
        let rank = self.actors.rank_actor(id);
        let (left, overheads) =
            self.actors[rank].requests.watch(&set, mode == WaitMode::All && poll_period.is_none(), id);
        self.begin_wait(id, WaitCondition::Requests { set, mode, left, peek }, poll_period);
        self.work(id, Work::Time(overheads));
    }

    /// An actor begins to wait.
    #[inline(always)]
    pub(crate) fn begin_wait(&mut self, id: ActorId, condition: WaitCondition, poll_period: Option<Time>) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        actor.call.begin_wait(now);
        actor.waiting = Some(Waiting { condition, poll_period });
        if self.actors.vitals(id).progress.inside {
            let rank = self.actors.rank_actor(id);
            self.actors.vitals_mut(rank).progress.takes_turn();
        }
    }

    /// Ends an actor's wait: now, or for a parked poller at its next poll.
    pub(crate) fn end_wait(&mut self, id: ActorId) -> Option<WaitCondition> {
        let now = self.kernel.now();
        let waiting = self.actors[id].waiting.take()?;
        self.record_wait(id);
        self.actors[id].call.end_wait(now);
        if let Some(period) = waiting.poll_period {
            self.unpark_at_poll(id, period);
        }
        Some(waiting.condition)
    }

    fn end_request_wait(&mut self, id: ActorId) {
        let computed = self.actors[id].polling.run.is_some();
        match self.end_wait(id) {
            Some(WaitCondition::Requests { set, mode, peek, .. }) => {
                let rank = self.actors.rank_actor(id);
                self.actors[rank].requests.unwatch(&set);
                let poll_end = self.actors.vitals(id).cpu.until;
                self.report(id, &set, mode, peek);
                if computed && poll_end > self.kernel.now() && self.actors.vitals(id).cpu.until > poll_end {
                    // Its clock goes to the end of what it pays at once, and not by way of the end of the poll.
                    self.kernel.add_steps(1);
                }
                self.wake(id);
            }
            Some(_) => unreachable!("only a wait for requests registers with them"),
            None => {}
        }
    }

    /// Prepares the answer to a wait or test that has succeeded.
    pub(crate) fn report(&mut self, id: ActorId, set: &RequestSet, mode: WaitMode, peek: bool) {
        let rank = self.actors.rank_actor(id);
        let mut loans = SmallVec::<[LentId; 8]>::new();
        let overheads = if self.actors[id].posts.runs_ahead() {
            let overheads = self.actors[rank].requests.report(set, mode, peek, |_, lent| loans.extend(lent));
            self.actors[id].answer.due = true;
            overheads
        } else {
            let mut list = self.completions.take();
            let overheads = self.actors[rank].requests.report(set, mode, peek, |completion, lent| {
                list.push(completion);
                loans.extend(lent);
            });
            self.actors[id].answer.complete(list);
            overheads
        };
        loans.into_iter().for_each(|lent| self.end_loan(lent));
        self.actors[id].polling.hit();
        self.work(id, Work::Time(overheads));
    }

    /// Prepares the answer to a probe or `MPI_Parrived` that has found something.
    pub(crate) fn report_one(&mut self, id: ActorId, request: RequestId, status: Status) {
        let mut list = self.completions.take();
        list.push(Completion { request, status });
        let actor = &mut self.actors[id];
        actor.answer.complete(list);
        actor.polling.hit();
    }
}
