//! Requests, and the waits and tests on them.

use crate::actor::Actor;
use crate::clock_spins::SPIN_PART;
use crate::engine::{CLASS_ACTOR, Engine, Event};
use crate::matching::Envelope;
use crate::window::Reason;
use ops::{CommId, Completion, Post, Slot, SlotSet, Status, WaitMode, Work};
use units::{ActorId, Time};

/// A rank's requests, by slot.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    of_slot: Vec<Request>,
    /// The latest of the released ones that have ended and whose rank has not been told; each leads to the one before.
    gone: Option<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    state: State,
    /// The actor whose wait counts on it.
    watched: Option<ActorId>,
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
    Active(Target),
    Complete(Status),
    /// Released and ended.
    Gone(Option<Slot>),
}

/// What a request stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Send(u32),
    Receive(u32),
    Schedule(u32),
    Comm(CommId),
    NameServer,
    Window(CommId, Reason),
    File(u32),
    /// A round of a pair, and whether its sending end.
    Partitioned(u32, bool),
}

/// What a blocked rank waits for.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) what: What,
    /// Set if the rank polls in fact and has been put to sleep: the time between two of its looks.
    pub(crate) polls_every: Option<Time>,
}

/// See [`Waiting`].
#[derive(Debug)]
pub(crate) enum What {
    Requests {
        set: SlotSet,
        mode: WaitMode,
        left: u32,
        peek: bool,
    },
    Message {
        slot: Slot,
        comm: CommId,
        envelope: Envelope,
        matched: bool,
    },
    /// A partition of a receive; only ranks that poll wait for one.
    Arrival {
        slot: Slot,
        partition: u32,
    },
}

impl Requests {
    /// Takes a slot for a new request.
    ///
    /// # Panics
    /// If the slot is in use: a defect of the rank half.
    pub(crate) fn start(&mut self, slot: Slot, target: Target) {
        let index = slot.0 as usize;
        let free = Request { state: State::Free, watched: None, released: false, overhead: Time::ZERO, sent: None };
        if index >= self.of_slot.len() {
            self.of_slot.resize(index + 1, free);
        }
        assert!(matches!(self.of_slot[index].state, State::Free), "request slot {index} is in use");
        self.of_slot[index] = Request { state: State::Active(target), ..free };
    }

    fn get(&mut self, slot: Slot) -> &mut Request {
        &mut self.of_slot[slot.0 as usize]
    }

    /// What an incomplete request stands for.
    pub(crate) fn target(&self, slot: Slot) -> Option<Target> {
        match self.of_slot.get(slot.0 as usize)?.state {
            State::Active(target) => Some(target),
            State::Free | State::Complete(_) | State::Gone(_) => None,
        }
    }

    /// What a request stands for that may yet be cancelled: it is incomplete, or a send that was complete as soon as its
    /// message had left.
    pub(crate) fn cancellable(&self, slot: Slot) -> Option<Target> {
        let request = self.of_slot.get(slot.0 as usize)?;
        match request.state {
            State::Active(target) => Some(target),
            State::Complete(_) => request.sent.map(Target::Send),
            State::Free | State::Gone(_) => None,
        }
    }

    /// A request that may have been complete is not any more.
    pub(crate) fn start_again(&mut self, slot: Slot, target: Target) {
        let request = self.get(slot);
        (request.state, request.overhead) = (State::Active(target), Time::ZERO);
    }

    fn status(&self, slot: Slot) -> Option<Status> {
        match self.of_slot[slot.0 as usize].state {
            State::Complete(status) => Some(status),
            State::Free | State::Active(_) | State::Gone(_) => None,
        }
    }

    fn free(&mut self, slot: Slot) {
        self.get(slot).state = State::Free;
    }

    /// Requests that are neither reported nor released.
    pub(crate) fn unreported(&self) -> usize {
        self.of_slot.iter().filter(|request| !matches!(request.state, State::Free) && !request.released).count()
    }

    /// A released request has ended.
    fn bury(&mut self, slot: Slot) {
        let before = self.gone.replace(slot);
        let request = self.get(slot);
        (request.state, request.released) = (State::Gone(before), true);
    }

    /// Hands over the numbers of released requests that have ended: they are free again.
    pub(crate) fn tell_released(&mut self, into: &mut Vec<Slot>) {
        while let Some(slot) = self.gone {
            let State::Gone(before) = self.get(slot).state else { unreachable!("only these are linked") };
            self.gone = before;
            self.free(slot);
            into.push(slot);
        }
    }
}

// So many fruitless looks in a row are simulated one by one; then the rank sleeps until something that it looks
// for happens, and wakes at a whole number of looks.
const POLLS_ONE_BY_ONE: u32 = 1_000;
// With nothing else left to happen, a rank that still looks after so many more polls for ever; one that reads the clock
// between its looks may wait for an hour to pass.
const POLLS_HOPELESS: u32 = 100_000;
const CLOCK_HOPELESS: Time = Time::from_ns(3_600_000_000_000);

impl Actor {
    /// Whether a rank that has polled in vain so far may still be about to do something else.
    fn hopeful(&self, now: Time) -> bool {
        if self.polls_clock {
            now.saturating_sub(self.polls_since) < CLOCK_HOPELESS
        } else {
            self.polls < POLLS_ONE_BY_ONE + POLLS_HOPELESS
        }
    }
}

impl Engine<'_> {
    /// A request of a rank's has ended.
    pub(crate) fn complete_request(&mut self, id: ActorId, slot: Slot, status: Status, overhead: Time) {
        let actor = &mut self.actors[id.index()];
        let request = actor.requests.get(slot);
        if request.released {
            actor.requests.bury(slot);
            return;
        }
        if let State::Active(Target::Send(message)) = request.state {
            request.sent = Some(message);
        }
        request.state = State::Complete(status);
        request.overhead = overhead;
        let Some(waiter) = request.watched.take() else { return };
        let Some(Waiting { what: What::Requests { mode, left, .. }, .. }) =
            self.actors[waiter.index()].waiting.as_mut()
        else {
            return;
        };
        *left -= 1;
        if *mode == WaitMode::All {
            let satisfied = *left == 0;
            self.actors[id.index()].requests.get(slot).overhead = Time::ZERO;
            self.work(waiter, Work::Time(overhead));
            if satisfied {
                self.satisfied(waiter);
            }
        } else {
            self.satisfied(waiter);
        }
    }

    pub(crate) fn wait(&mut self, id: ActorId, set: SlotSet, mode: WaitMode) {
        if self.ready_in(id, &set, mode) {
            self.report(id, &set, mode, false);
            return;
        }
        self.sleep_on(id, set, mode, false, None);
    }

    fn ready_in(&self, id: ActorId, set: &SlotSet, mode: WaitMode) -> bool {
        let requests = &self.actors[self.rank_of(id).index()].requests;
        let mut complete = set.slots().iter().map(|&slot| requests.status(slot).is_some());
        if mode == WaitMode::All { complete.all(|done| done) } else { complete.any(|done| done) }
    }

    fn sleep_on(&mut self, id: ActorId, set: SlotSet, mode: WaitMode, peek: bool, polls_every: Option<Time>) {
        let (now, rank) = (self.kernel.now(), self.rank_of(id));
        let requests = &mut self.actors[rank.index()].requests;
        let mut left = 0;
        let mut overheads = Time::ZERO;
        for &slot in set.slots() {
            let request = requests.get(slot);
            if matches!(request.state, State::Active(_)) {
                request.watched = Some(id);
                left += 1;
            } else if mode == WaitMode::All {
                overheads += std::mem::take(&mut request.overhead);
            }
        }
        let actor = &mut self.actors[id.index()];
        actor.wait_begins(now);
        actor.waiting = Some(Waiting { what: What::Requests { set, mode, left, peek }, polls_every });
        self.work(id, Work::Time(overheads));
    }

    /// What a sleeping rank waits for has come.
    fn satisfied(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        let Some(waiting) = actor.waiting.take() else { return };
        self.note_wait(id);
        self.actors[id.index()].wait_ends(now);
        self.wake_at_a_look(id, waiting.polls_every);
        match waiting.what {
            What::Requests { set, mode, peek, .. } => {
                let rank = self.rank_of(id);
                let requests = &mut self.actors[rank.index()].requests;
                set.slots().iter().for_each(|&slot| requests.get(slot).watched = None);
                self.report(id, &set, mode, peek);
            }
            What::Message { .. } => unreachable!("a message ends it through `arrived`"),
            What::Arrival { .. } => unreachable!("a partition ends it through `arrival_wakes`"),
        }
        self.ready.push_back(id);
    }

    /// A rank that polled in its sleep wakes where its next look would have been.
    pub(crate) fn wake_at_a_look(&mut self, id: ActorId, polls_every: Option<Time>) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        if let Some(period) = polls_every {
            let slept = now.saturating_sub(actor.polled).ps();
            let looks = slept.div_ceil(period.ps().max(1));
            let look = Time::from_ps(actor.polled.ps() + looks * period.ps());
            actor.cpu_until = actor.cpu_until.max(look);
            actor.polls = 0;
            actor.look_at = Time::ZERO;
            self.sleepers.retain(|&other| other != id);
        }
    }

    /// Prepares the answer to a wait or test that is satisfied.
    fn report(&mut self, id: ActorId, set: &SlotSet, mode: WaitMode, peek: bool) {
        let mut list = self.completion_list();
        let rank = self.rank_of(id);
        let requests = &mut self.actors[rank.index()].requests;
        let mut overheads = Time::ZERO;
        for &slot in set.slots() {
            let Some(status) = requests.status(slot) else { continue };
            list.push(Completion { slot, status });
            if !peek {
                overheads += requests.get(slot).overhead;
                requests.free(slot);
            }
            if mode == WaitMode::Any {
                break;
            }
        }
        let actor = &mut self.actors[id.index()];
        actor.completions = list;
        actor.answer_due = true;
        actor.polls = 0;
        actor.idle_nows = 0;
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
                } else if let Some(period) = self.fruitless(id) {
                    self.sleep_on(id, set, mode, peek, Some(period));
                    self.sleep_between_looks(id, period);
                }
            }
            Post::Probe { slot, comm, source, tag, matched, .. } => {
                let envelope = Envelope { context: u64::from(comm.0) << 32, source, tag };
                let rank = self.rank_of(id);
                if let Some((_, message)) = self.actors[rank.index()].unexpected.find(envelope) {
                    self.report_message(id, slot, message, matched);
                    return;
                }
                let polls_every = if blocking { None } else { self.fruitless(id) };
                if blocking || polls_every.is_some() {
                    let now = self.kernel.now();
                    let actor = &mut self.actors[id.index()];
                    actor.wait_begins(now);
                    let what = What::Message { slot, comm, envelope, matched };
                    actor.waiting = Some(Waiting { what, polls_every });
                    if let Some(period) = polls_every {
                        self.sleep_between_looks(id, period);
                    }
                }
            }
            Post::Parrived { slot, partition } => {
                if self.has_arrived(self.rank_of(id), slot, partition) {
                    self.report_arrival(id, slot);
                } else if let Some(period) = self.fruitless(id) {
                    let now = self.kernel.now();
                    let actor = &mut self.actors[id.index()];
                    actor.wait_begins(now);
                    let what = What::Arrival { slot, partition };
                    actor.waiting = Some(Waiting { what, polls_every: Some(period) });
                    self.sleep_between_looks(id, period);
                }
            }
            _ => unreachable!("only tests and probes poll"),
        }
    }

    /// A look has found nothing: either the answer says so, or (returned: the time between looks) the rank goes
    /// to sleep.
    fn fruitless(&mut self, id: ActorId) -> Option<Time> {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        if actor.polls == 0 {
            actor.polls_since = now;
            actor.polls_clock = false;
        }
        let period = now.saturating_sub(actor.polled);
        actor.polled = now;
        actor.polls = actor.polls.saturating_add(1);
        actor.idle_nows = 0;
        let may_sleep = actor.polls > POLLS_ONE_BY_ONE && actor.polls.is_multiple_of(2) && period > Time::ZERO;
        // A rank that counts its looks must go on with them where others only wait for the clock.
        let counts = !actor.polls_clock && actor.hopeful(now);
        if may_sleep && !(counts && self.only_looks_are_left()) {
            return Some(period);
        }
        self.actors[id.index()].answer_due = true;
        None
    }

    /// Whether nothing is left to happen but sleeping ranks that look again.
    fn only_looks_are_left(&mut self) -> bool {
        self.looks > 0 && self.ready.is_empty() && self.kernel.idle_except(self.looks)
    }

    /// A rank has begun to sleep between its looks. If it reads the clock as well, it looks again once a part of the
    /// time that it has waited has passed, whatever happens: it may wait for an instant.
    fn sleep_between_looks(&mut self, id: ActorId, period: Time) {
        self.sleepers.push(id);
        let now = self.kernel.now();
        let actor = &self.actors[id.index()];
        if actor.polls_clock && actor.hopeful(now) {
            let part = now.saturating_sub(actor.polls_since).ps() / SPIN_PART;
            let looks = part.div_ceil(period.ps()).max(1);
            self.look_at(id, now.saturating_add(Time::from_ps(looks * period.ps())));
            // Those that count their looks go on while this one sleeps.
            if self.only_looks_are_left() {
                self.let_sleepers_look();
            }
        }
    }

    fn look_at(&mut self, id: ActorId, next: Time) {
        self.actors[id.index()].look_at = next;
        self.looks += 1;
        self.at(next, CLASS_ACTOR, id, Event::Poll(id));
    }

    /// Nothing is left to happen. Ranks that poll in their sleep may be about to do something else: they get more
    /// fruitless looks. If there are none, or they had many, the program can't go on.
    pub(crate) fn nothing_left(&mut self) {
        let now = self.kernel.now();
        if !self.sleepers.iter().any(|id| self.actors[id.index()].hopeful(now)) {
            if self.give_up_connecting() {
                return;
            }
            self.diagnose();
            return;
        }
        self.let_sleepers_look();
    }

    /// Wakes those that sleep until something happens for one more look each.
    fn let_sleepers_look(&mut self) {
        let now = self.kernel.now();
        for at in 0..self.sleepers.len() {
            let id = self.sleepers[at];
            let actor = &self.actors[id.index()];
            let period = actor.waiting.as_ref().and_then(|waiting| waiting.polls_every);
            if actor.look_at == Time::ZERO && actor.hopeful(now) {
                self.look_at(id, now.saturating_add(period.unwrap_or(Time::from_ns(100))));
            }
        }
    }

    /// A sleeping rank looks again, in vain.
    pub(crate) fn poll_again(&mut self, id: ActorId) {
        let (now, rank) = (self.kernel.now(), self.rank_of(id));
        let actor = &mut self.actors[id.index()];
        // Something may have woken it in the meantime.
        if actor.look_at != now || actor.waiting.as_ref().is_none_or(|waiting| waiting.polls_every.is_none()) {
            return;
        }
        if let Some(Waiting { what: What::Requests { set, .. }, .. }) = actor.waiting.take() {
            let requests = &mut self.actors[rank.index()].requests;
            set.slots().iter().for_each(|&slot| requests.get(slot).watched = None);
        }
        let actor = &mut self.actors[id.index()];
        actor.wait_ends(now);
        actor.look_at = Time::ZERO;
        actor.polled = now;
        actor.polls = actor.polls.saturating_add(1);
        actor.answer_due = true;
        self.sleepers.retain(|&other| other != id);
        self.ready.push_back(id);
    }

    /// Whether a rank waits in a probe for a message like this one; if so it gets it. A matched probe takes it: one
    /// thread gets it.
    pub(crate) fn arrived(&mut self, rank: ActorId, envelope: Envelope) {
        if !self.actors[rank.index()].laned {
            self.found_by(rank, rank, envelope);
            return;
        }
        let lanes: Vec<ActorId> = self.lanes_of(rank).collect();
        lanes.into_iter().for_each(|lane| self.found_by(rank, lane, envelope));
    }

    fn found_by(&mut self, rank: ActorId, id: ActorId, envelope: Envelope) {
        let Some(Waiting { what: What::Message { slot, envelope: wanted, matched, .. }, polls_every }) =
            self.actors[id.index()].waiting.as_ref()
        else {
            return;
        };
        let (slot, wanted, matched, polls_every) = (*slot, *wanted, *matched, *polls_every);
        if let Some((_, message)) = self.actors[rank.index()].unexpected.find(wanted) {
            debug_assert!(wanted.context == envelope.context);
            let now = self.kernel.now();
            self.because_of_message(message);
            self.note_wait(id);
            self.because(None);
            let actor = &mut self.actors[id.index()];
            actor.waiting = None;
            actor.wait_ends(now);
            self.wake_at_a_look(id, polls_every);
            self.report_message(id, slot, message, matched);
            self.ready.push_back(id);
        }
    }

    fn report_message(&mut self, id: ActorId, slot: Slot, message: u32, matched: bool) {
        let mut list = self.completion_list();
        let found = &self.messages[message as usize];
        list.push(Completion {
            slot,
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
        actor.polls = 0;
        actor.idle_nows = 0;
    }

    pub(crate) fn release(&mut self, id: ActorId, slot: Slot) {
        let request = self.actors[id.index()].requests.get(slot);
        match request.state {
            State::Active(_) => request.released = true,
            State::Complete(_) => self.actors[id.index()].requests.bury(slot),
            State::Free | State::Gone(_) => {}
        }
    }
}
