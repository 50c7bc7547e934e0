//! Requests, and the waits and tests on them.

use crate::actor::Actor;
use crate::clock_spins::SPIN_PART;
use crate::engine::{CLASS_ACTOR, Engine, Event};
use crate::matching::Envelope;
use crate::window::WindowWait;
use ops::{CommId, Completion, Post, RequestId, RequestSet, Status, WaitMode, Work};
use units::{ActorId, Time};

/// A rank's requests, by request.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    entries: Vec<Request>,
    /// The latest of the released ones that have ended and whose rank has not been told; each leads to the one before.
    retired: Option<RequestId>,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    state: State,
    /// The actor whose wait counts on it.
    waiter: Option<ActorId>,
    /// The program has released it.
    released: bool,
    /// CPU time to pay when its completion is reported.
    overhead: Time,
    /// The message that it sent, if it was a send and has ended: it may be cancelled as long as nothing has matched it.
    sent: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Free,
    Active(RequestKind),
    Complete(Status),
    /// Released and ended.
    Retired(Option<RequestId>),
}

/// What a request stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestKind {
    Send(u32),
    Receive(u32),
    Schedule(u32),
    Comm(CommId),
    NameServer,
    Window(CommId, WindowWait),
    File(u32),
    /// A round of a pair, and whether its sending end.
    Partitioned(u32, bool),
}

/// What a blocked rank waits for.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) condition: WaitCondition,
    /// Set if the rank polls in fact and has been put to sleep: the time between two of its looks.
    pub(crate) poll_period: Option<Time>,
}

/// See [`Waiting`].
#[derive(Debug)]
pub(crate) enum WaitCondition {
    Requests {
        set: RequestSet,
        mode: WaitMode,
        left: u32,
        peek: bool,
    },
    Message {
        request: RequestId,
        comm: CommId,
        envelope: Envelope,
        matched: bool,
    },
    /// A partition of a receive; only ranks that poll wait for one.
    Arrival {
        request: RequestId,
        partition: u32,
    },
}

impl Requests {
    /// Takes a request for a new request.
    ///
    /// # Panics
    /// If the request is in use: a defect of the rank half.
    pub(crate) fn start(&mut self, request: RequestId, target: RequestKind) {
        let index = request.0 as usize;
        let free = Request { state: State::Free, waiter: None, released: false, overhead: Time::ZERO, sent: None };
        if index >= self.entries.len() {
            self.entries.resize(index + 1, free);
        }
        assert!(matches!(self.entries[index].state, State::Free), "entry request {index} is in use");
        self.entries[index] = Request { state: State::Active(target), ..free };
    }

    fn get(&mut self, request: RequestId) -> &mut Request {
        &mut self.entries[request.0 as usize]
    }

    /// What an incomplete request stands for.
    pub(crate) fn target(&self, request: RequestId) -> Option<RequestKind> {
        match self.entries.get(request.0 as usize)?.state {
            State::Active(target) => Some(target),
            State::Free | State::Complete(_) | State::Retired(_) => None,
        }
    }

    /// What a request stands for that may yet be cancelled: it is incomplete, or a send that was complete as soon as its
    /// message had left.
    pub(crate) fn cancellable(&self, request: RequestId) -> Option<RequestKind> {
        let entry = self.entries.get(request.0 as usize)?;
        match entry.state {
            State::Active(target) => Some(target),
            State::Complete(_) => entry.sent.map(RequestKind::Send),
            State::Free | State::Retired(_) => None,
        }
    }

    /// A request that may have been complete is not any more.
    pub(crate) fn start_again(&mut self, request: RequestId, target: RequestKind) {
        let entry = self.get(request);
        (entry.state, entry.overhead) = (State::Active(target), Time::ZERO);
    }

    fn status(&self, request: RequestId) -> Option<Status> {
        match self.entries[request.0 as usize].state {
            State::Complete(status) => Some(status),
            State::Free | State::Active(_) | State::Retired(_) => None,
        }
    }

    fn free(&mut self, request: RequestId) {
        self.get(request).state = State::Free;
    }

    /// Requests that are neither reported nor released.
    pub(crate) fn unreported(&self) -> usize {
        self.entries.iter().filter(|entry| !matches!(entry.state, State::Free) && !entry.released).count()
    }

    /// A released request has ended.
    fn retire(&mut self, request: RequestId) {
        let before = self.retired.replace(request);
        let entry = self.get(request);
        (entry.state, entry.released) = (State::Retired(before), true);
    }

    /// Hands over the numbers of released requests that have ended: they are free again.
    pub(crate) fn drain_retired(&mut self, into: &mut Vec<RequestId>) {
        while let Some(request) = self.retired {
            let State::Retired(before) = self.get(request).state else { unreachable!("only these are linked") };
            self.retired = before;
            self.free(request);
            into.push(request);
        }
    }
}

// So many fruitless looks in a row are simulated one by one; then the rank sleeps until something that it looks
// for happens, and wakes at a whole number of looks.
const POLLS_SIMULATED: u32 = 1_000;
// With nothing else left to happen, a rank that still looks after so many more polls for ever; one that reads the clock
// between its looks may wait for an hour to pass.
const POLLS_AT_QUIESCENCE: u32 = 100_000;
const CLOCK_POLLING_MAX: Time = Time::from_ns(3_600_000_000_000);

impl Actor {
    /// Whether a rank that has polled in vain so far may still be about to do something else.
    fn may_progress(&self, now: Time) -> bool {
        if self.reads_clock {
            now.saturating_sub(self.first_poll) < CLOCK_POLLING_MAX
        } else {
            self.missed_polls < POLLS_SIMULATED + POLLS_AT_QUIESCENCE
        }
    }
}

impl Engine<'_> {
    /// A request of a rank's has ended.
    pub(crate) fn complete_request(&mut self, id: ActorId, request: RequestId, status: Status, overhead: Time) {
        let actor = &mut self.actors[id.index()];
        let entry = actor.requests.get(request);
        if entry.released {
            actor.requests.retire(request);
            return;
        }
        if let State::Active(RequestKind::Send(message)) = entry.state {
            entry.sent = Some(message);
        }
        entry.state = State::Complete(status);
        entry.overhead = overhead;
        let Some(waiter) = entry.waiter.take() else { return };
        let Some(Waiting { condition: WaitCondition::Requests { mode, left, .. }, .. }) =
            self.actors[waiter.index()].waiting.as_mut()
        else {
            return;
        };
        *left -= 1;
        if *mode == WaitMode::All {
            let wake = *left == 0;
            self.actors[id.index()].requests.get(request).overhead = Time::ZERO;
            self.work(waiter, Work::Time(overhead));
            if wake {
                self.wake(waiter);
            }
        } else {
            self.wake(waiter);
        }
    }

    pub(crate) fn wait(&mut self, id: ActorId, set: RequestSet, mode: WaitMode) {
        if self.ready_in(id, &set, mode) {
            self.report(id, &set, mode, false);
            return;
        }
        self.suspend(id, set, mode, false, None);
    }

    fn ready_in(&self, id: ActorId, set: &RequestSet, mode: WaitMode) -> bool {
        let requests = &self.actors[self.rank_of(id).index()].requests;
        let mut complete = set.ids().iter().map(|&request| requests.status(request).is_some());
        if mode == WaitMode::All { complete.all(|done| done) } else { complete.any(|done| done) }
    }

    fn suspend(&mut self, id: ActorId, set: RequestSet, mode: WaitMode, peek: bool, poll_period: Option<Time>) {
        let (now, rank) = (self.kernel.now(), self.rank_of(id));
        let requests = &mut self.actors[rank.index()].requests;
        let mut left = 0;
        let mut overheads = Time::ZERO;
        for &request in set.ids() {
            let entry = requests.get(request);
            if matches!(entry.state, State::Active(_)) {
                entry.waiter = Some(id);
                left += 1;
            } else if mode == WaitMode::All {
                overheads += std::mem::take(&mut entry.overhead);
            }
        }
        let actor = &mut self.actors[id.index()];
        actor.wait_begins(now);
        actor.waiting = Some(Waiting { condition: WaitCondition::Requests { set, mode, left, peek }, poll_period });
        self.work(id, Work::Time(overheads));
    }

    /// What a sleeping rank waits for has come.
    fn wake(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        let Some(waiting) = actor.waiting.take() else { return };
        self.note_wait(id);
        self.actors[id.index()].wait_ends(now);
        self.align_to_poll(id, waiting.poll_period);
        match waiting.condition {
            WaitCondition::Requests { set, mode, peek, .. } => {
                let rank = self.rank_of(id);
                let requests = &mut self.actors[rank.index()].requests;
                set.ids().iter().for_each(|&request| requests.get(request).waiter = None);
                self.report(id, &set, mode, peek);
            }
            WaitCondition::Message { .. } => unreachable!("a message ends it through `arrived`"),
            WaitCondition::Arrival { .. } => unreachable!("a partition ends it through `arrival_wakes`"),
        }
        self.ready.push_back(id);
    }

    /// A rank that polled in its sleep wakes where its next look would have been.
    pub(crate) fn align_to_poll(&mut self, id: ActorId, poll_period: Option<Time>) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        if let Some(period) = poll_period {
            let slept = now.saturating_sub(actor.last_poll).ps();
            let polls = slept.div_ceil(period.ps().max(1));
            let poll = Time::from_ps(actor.last_poll.ps() + polls * period.ps());
            actor.cpu_until = actor.cpu_until.max(poll);
            actor.missed_polls = 0;
            actor.next_poll = Time::ZERO;
            self.parked_pollers.retain(|&other| other != id);
        }
    }

    /// Prepares the answer to a wait or test that is satisfied.
    fn report(&mut self, id: ActorId, set: &RequestSet, mode: WaitMode, peek: bool) {
        let mut list = self.completion_list();
        let rank = self.rank_of(id);
        let requests = &mut self.actors[rank.index()].requests;
        let mut overheads = Time::ZERO;
        for &request in set.ids() {
            let Some(status) = requests.status(request) else { continue };
            list.push(Completion { request, status });
            if !peek {
                overheads += requests.get(request).overhead;
                requests.free(request);
            }
            if mode == WaitMode::Any {
                break;
            }
        }
        let actor = &mut self.actors[id.index()];
        actor.completions = list;
        actor.answer_due = true;
        actor.missed_polls = 0;
        actor.clock_reads = 0;
        self.work(id, Work::Time(overheads));
    }

    /// A test or a probe: pays its cost, then looks.
    pub(crate) fn poll(&mut self, id: ActorId, post: Post) {
        let blocking = matches!(post, Post::Probe { blocking: true, .. });
        let cost = match post {
            Post::Test { .. } | Post::Parrived { .. } => self.library.protocol.test_cost,
            _ => self.library.protocol.iprobe_cost,
        };
        let actor = &mut self.actors[id.index()];
        if !blocking && !std::mem::replace(&mut actor.poll_paid, true) {
            // Back to the front of the queue, until the core has paid for it.
            actor.take_back(post);
            self.work(id, Work::Time(cost));
            return;
        }
        actor.poll_paid = false;
        match post {
            Post::Test { set, mode, peek } => {
                if self.ready_in(id, &set, mode) {
                    self.report(id, &set, mode, peek);
                } else if let Some(period) = self.poll_missed(id) {
                    self.suspend(id, set, mode, peek, Some(period));
                    self.park_poller(id, period);
                }
            }
            Post::Probe { request, comm, source, tag, matched, .. } => {
                let envelope = Envelope { context: u64::from(comm.0) << 32, source, tag };
                let rank = self.rank_of(id);
                if let Some((_, message)) = self.actors[rank.index()].unexpected.find(envelope) {
                    self.report_message(id, request, message, matched);
                    return;
                }
                let poll_period = if blocking { None } else { self.poll_missed(id) };
                if blocking || poll_period.is_some() {
                    let now = self.kernel.now();
                    let actor = &mut self.actors[id.index()];
                    actor.wait_begins(now);
                    let condition = WaitCondition::Message { request, comm, envelope, matched };
                    actor.waiting = Some(Waiting { condition, poll_period });
                    if let Some(period) = poll_period {
                        self.park_poller(id, period);
                    }
                }
            }
            Post::Parrived { request, partition } => {
                if self.has_arrived(self.rank_of(id), request, partition) {
                    self.report_arrival(id, request);
                } else if let Some(period) = self.poll_missed(id) {
                    let now = self.kernel.now();
                    let actor = &mut self.actors[id.index()];
                    actor.wait_begins(now);
                    let condition = WaitCondition::Arrival { request, partition };
                    actor.waiting = Some(Waiting { condition, poll_period: Some(period) });
                    self.park_poller(id, period);
                }
            }
            _ => unreachable!("only tests and probes poll"),
        }
    }

    /// A look has found nothing: either the answer says so, or (returned: the time between looks) the rank goes
    /// to sleep.
    fn poll_missed(&mut self, id: ActorId) -> Option<Time> {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        if actor.missed_polls == 0 {
            actor.first_poll = now;
            actor.reads_clock = false;
        }
        let period = now.saturating_sub(actor.last_poll);
        actor.last_poll = now;
        actor.missed_polls = actor.missed_polls.saturating_add(1);
        actor.clock_reads = 0;
        let may_sleep =
            actor.missed_polls > POLLS_SIMULATED && actor.missed_polls.is_multiple_of(2) && period > Time::ZERO;
        // A rank that counts its looks must go on with them where others only wait for the clock.
        let counts = !actor.reads_clock && actor.may_progress(now);
        if may_sleep && !(counts && self.only_polls_pending()) {
            return Some(period);
        }
        self.actors[id.index()].answer_due = true;
        None
    }

    /// Whether nothing is left to happen but sleeping ranks that look again.
    fn only_polls_pending(&mut self) -> bool {
        self.queued_polls > 0 && self.ready.is_empty() && self.kernel.idle_except(self.queued_polls)
    }

    /// A rank has begun to sleep between its looks. If it reads the clock as well, it looks again once a part of the
    /// time that it has waited has passed, whatever happens: it may wait for an instant.
    fn park_poller(&mut self, id: ActorId, period: Time) {
        self.parked_pollers.push(id);
        let now = self.kernel.now();
        let actor = &self.actors[id.index()];
        if actor.reads_clock && actor.may_progress(now) {
            let part = now.saturating_sub(actor.first_poll).ps() / SPIN_PART;
            let polls = part.div_ceil(period.ps()).max(1);
            self.schedule_poll(id, now.saturating_add(Time::from_ps(polls * period.ps())));
            // Those that count their looks go on while this one sleeps.
            if self.only_polls_pending() {
                self.repoll_parked();
            }
        }
    }

    fn schedule_poll(&mut self, id: ActorId, next: Time) {
        self.actors[id.index()].next_poll = next;
        self.queued_polls += 1;
        self.at(next, CLASS_ACTOR, id, Event::Poll(id));
    }

    /// Nothing is left to happen. Ranks that poll in their sleep may be about to do something else: they get more
    /// fruitless looks. If there are none, or they had many, the program can't go on.
    pub(crate) fn handle_quiescence(&mut self) {
        let now = self.kernel.now();
        if !self.parked_pollers.iter().any(|id| self.actors[id.index()].may_progress(now)) {
            if self.give_up_connecting() {
                return;
            }
            self.diagnose();
            return;
        }
        self.repoll_parked();
    }

    /// Wakes those that sleep until something happens for one more look each.
    fn repoll_parked(&mut self) {
        let now = self.kernel.now();
        for at in 0..self.parked_pollers.len() {
            let id = self.parked_pollers[at];
            let actor = &self.actors[id.index()];
            let period = actor.waiting.as_ref().and_then(|waiting| waiting.poll_period);
            if actor.next_poll == Time::ZERO && actor.may_progress(now) {
                self.schedule_poll(id, now.saturating_add(period.unwrap_or(Time::from_ns(100))));
            }
        }
    }

    /// A sleeping rank looks again, in vain.
    pub(crate) fn repoll(&mut self, id: ActorId) {
        let (now, rank) = (self.kernel.now(), self.rank_of(id));
        let actor = &mut self.actors[id.index()];
        // Something may have woken it in the meantime.
        if actor.next_poll != now || actor.waiting.as_ref().is_none_or(|waiting| waiting.poll_period.is_none()) {
            return;
        }
        if let Some(Waiting { condition: WaitCondition::Requests { set, .. }, .. }) = actor.waiting.take() {
            let requests = &mut self.actors[rank.index()].requests;
            set.ids().iter().for_each(|&request| requests.get(request).waiter = None);
        }
        let actor = &mut self.actors[id.index()];
        actor.wait_ends(now);
        actor.next_poll = Time::ZERO;
        actor.last_poll = now;
        actor.missed_polls = actor.missed_polls.saturating_add(1);
        actor.answer_due = true;
        self.parked_pollers.retain(|&other| other != id);
        self.ready.push_back(id);
    }

    /// Whether a rank waits in a probe for a message like this one; if so it gets it. A matched probe takes it: one
    /// thread gets it.
    pub(crate) fn wake_probers(&mut self, rank: ActorId, envelope: Envelope) {
        if !self.actors[rank.index()].multithreaded {
            self.wake_prober(rank, rank, envelope);
            return;
        }
        let threads: Vec<ActorId> = self.threads_of(rank).collect();
        threads.into_iter().for_each(|thread| self.wake_prober(rank, thread, envelope));
    }

    fn wake_prober(&mut self, rank: ActorId, id: ActorId, envelope: Envelope) {
        let Some(Waiting {
            condition: WaitCondition::Message { request, envelope: wanted, matched, .. },
            poll_period,
        }) = self.actors[id.index()].waiting.as_ref()
        else {
            return;
        };
        let (request, wanted, matched, poll_period) = (*request, *wanted, *matched, *poll_period);
        if let Some((_, message)) = self.actors[rank.index()].unexpected.find(wanted) {
            debug_assert!(wanted.context == envelope.context);
            let now = self.kernel.now();
            self.set_cause_message(message);
            self.note_wait(id);
            self.set_wait_cause(None);
            let actor = &mut self.actors[id.index()];
            actor.waiting = None;
            actor.wait_ends(now);
            self.align_to_poll(id, poll_period);
            self.report_message(id, request, message, matched);
            self.ready.push_back(id);
        }
    }

    fn report_message(&mut self, id: ActorId, request: RequestId, message: u32, matched: bool) {
        let mut list = self.completion_list();
        let found = &self.messages[message as usize];
        list.push(Completion {
            request,
            status: Status {
                source: found.source_rank as i32,
                tag: found.tag,
                bytes: found.bytes,
                handle: u64::from(message),
                ..Status::EMPTY
            },
        });
        if matched {
            let rank = self.rank_of(id);
            self.actors[rank.index()].unexpected.remove(message);
        }
        let actor = &mut self.actors[id.index()];
        actor.completions = list;
        actor.answer_due = true;
        actor.missed_polls = 0;
        actor.clock_reads = 0;
    }

    pub(crate) fn release(&mut self, id: ActorId, request: RequestId) {
        let entry = self.actors[id.index()].requests.get(request);
        match entry.state {
            State::Active(_) => entry.released = true,
            State::Complete(_) => self.actors[id.index()].requests.retire(request),
            State::Free | State::Retired(_) => {}
        }
    }
}
