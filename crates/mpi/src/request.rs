//! The engine's state of the requests (`MPI_Request`) of a rank, and of what a blocked rank or thread waits for.

use crate::ids::{FileOperationId, LentId, MessageId, PairId, ReceiveId, ScheduleId};
use crate::matching::Envelope;
use ops::{CommId, Completion, RequestId, RequestSet, Status, WaitMode};
use units::{ActorId, Time};

/// The requests of a rank, by number. A number is shared with the rank half, which reuses it once it knows that it is free:
///
/// | state | becomes | when |
/// |---|---|---|
/// | [`State::Free`] | [`State::Active`] | a post starts it |
/// | [`State::Active`] | [`State::Complete`] | its operation completes |
/// | [`State::Active`], released | [`State::Retired`] | its operation completes; the number is not announced to the rank half yet |
/// | [`State::Complete`] | [`State::Free`] | its completion is reported |
/// | [`State::Complete`] | [`State::Retired`] | it is released |
/// | [`State::Retired`] | [`State::Free`] | the number is announced ([`Requests::drain_retired`]) |
#[derive(Debug, Default)]
pub(crate) struct Requests {
    entries: Vec<Request>,
    /// Head of the list of retired requests.
    retired: Option<RequestId>,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    state: State,
    /// The actor whose wait includes it.
    waiter: Option<ActorId>,
    /// The program has released it.
    released: bool,
    /// CPU time to pay when its completion is reported.
    overhead: Time,
    /// Of a completed send: its message, which can be cancelled until it is matched.
    sent: Option<MessageId>,
    /// Its contents, if the send has left them where they are.
    lent: Option<LentId>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Free,
    Active(RequestKind),
    Complete(Status),
    /// Released and complete, its number not announced; the next one of the list.
    Retired(Option<RequestId>),
}

/// What a request stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestKind {
    Send(MessageId),
    Receive(ReceiveId),
    Schedule(ScheduleId),
    /// Of a parent, and the schedule of the agreement if it began at the call.
    Comm(CommId, Option<ScheduleId>),
    NameServer,
    Window(CommId, WindowWait),
    File(FileOperationId),
    /// A round of a pair; whether it is the sending end.
    Partitioned(PairId, bool),
}

/// What a request of a window waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WindowWait {
    /// An access to this target.
    Access(u32),
    /// Accesses to a target, or to all.
    Flush(Option<u32>),
    /// The lock of a target, or of all.
    Lock(Option<u32>),
    /// The targets' exposures (`MPI_Win_start`).
    Start,
    /// The end of its own exposure (`MPI_Win_wait`).
    Exposure,
}

/// What a blocked actor waits for.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) condition: WaitCondition,
    /// Of a parked poller: the time between its polls.
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
    Probe {
        request: RequestId,
        comm: CommId,
        envelope: Envelope,
        matched: bool,
    },
    /// The receive of a blocking call that has no request ([`crate::message::Owner::Call`]); `request` names it in the answer.
    Receive {
        request: RequestId,
        receive: ReceiveId,
    },
    /// The first success of several polls that the actor makes in turn ([`crate::actor::Actor::polls_in_turn`]).
    Polls,
    /// A partition of a receive; only ranks that poll wait for one.
    Partition {
        request: RequestId,
        partition: u32,
    },
}

impl Requests {
    /// Starts a request.
    ///
    /// # Panics
    /// If its number is in use: a defect of the rank half.
    pub(crate) fn start(&mut self, request: RequestId, kind: RequestKind) {
        let index = request.0 as usize;
        let free = Request {
            state: State::Free,
            waiter: None,
            released: false,
            overhead: Time::ZERO,
            sent: None,
            lent: None,
        };
        if index >= self.entries.len() {
            // Most ranks have one request at a time, and there may be a million ranks.
            if index == 0 {
                self.entries.reserve_exact(1);
            }
            self.entries.resize(index + 1, free);
        }
        assert!(matches!(self.entries[index].state, State::Free), "request {index} is in use");
        self.entries[index] = Request { state: State::Active(kind), ..free };
    }

    fn get(&mut self, request: RequestId) -> &mut Request {
        &mut self.entries[request.0 as usize]
    }

    /// What an incomplete request stands for.
    pub(crate) fn kind(&self, request: RequestId) -> Option<RequestKind> {
        match self.entries.get(request.0 as usize)?.state {
            State::Active(kind) => Some(kind),
            State::Free | State::Complete(_) | State::Retired(_) => None,
        }
    }

    /// What a request that can still be cancelled stands for: it is incomplete, or a send that completed locally.
    pub(crate) fn cancellable(&self, request: RequestId) -> Option<RequestKind> {
        let entry = self.entries.get(request.0 as usize)?;
        match entry.state {
            State::Active(kind) => Some(kind),
            State::Complete(_) => entry.sent.map(RequestKind::Send),
            State::Free | State::Retired(_) => None,
        }
    }

    /// Makes a request, which may have been complete, incomplete again.
    pub(crate) fn start_again(&mut self, request: RequestId, kind: RequestKind) {
        let entry = self.get(request);
        (entry.state, entry.overhead) = (State::Active(kind), Time::ZERO);
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

    /// The number of requests neither reported nor released.
    pub(crate) fn unreported(&self) -> usize {
        self.entries.iter().filter(|entry| !matches!(entry.state, State::Free) && !entry.released).count()
    }

    /// A released request has completed.
    fn retire(&mut self, request: RequestId) {
        let before = self.retired.replace(request);
        let entry = self.get(request);
        (entry.state, entry.released) = (State::Retired(before), true);
    }

    /// Frees the released requests that have completed and returns their numbers.
    pub(crate) fn drain_retired(&mut self, into: &mut Vec<RequestId>) {
        while let Some(request) = self.retired {
            let State::Retired(before) = self.get(request).state else { unreachable!("only these are linked") };
            self.retired = before;
            self.free(request);
            into.push(request);
        }
    }

    /// Completes a request. Returns the actor whose wait includes it.
    #[inline]
    pub(crate) fn complete(&mut self, request: RequestId, status: Status, overhead: Time) -> Option<ActorId> {
        let entry = self.get(request);
        if entry.released {
            self.retire(request);
            return None;
        }
        if let State::Active(RequestKind::Send(message)) = entry.state {
            entry.sent = Some(message);
        }
        (entry.state, entry.overhead) = (State::Complete(status), overhead);
        entry.waiter.take()
    }

    /// The overhead of a complete request has been paid.
    pub(crate) fn overhead_paid(&mut self, request: RequestId) {
        self.get(request).overhead = Time::ZERO;
    }

    /// Whether a wait or test on these requests succeeds now.
    pub(crate) fn are_complete(&self, set: &RequestSet, mode: WaitMode) -> bool {
        let mut complete = set.ids().iter().map(|&request| self.status(request).is_some());
        if mode == WaitMode::All { complete.all(|done| done) } else { complete.any(|done| done) }
    }

    /// Registers the wait of an actor. Returns how many of the requests are incomplete, and the overheads of the others if
    /// they are `paid` at once.
    pub(crate) fn watch(&mut self, set: &RequestSet, paid: bool, waiter: ActorId) -> (u32, Time) {
        let (mut left, mut overheads) = (0, Time::ZERO);
        for &request in set.ids() {
            let entry = self.get(request);
            if matches!(entry.state, State::Active(_)) {
                entry.waiter = Some(waiter);
                left += 1;
            } else if paid {
                overheads += std::mem::take(&mut entry.overhead);
            }
        }
        (left, overheads)
    }

    /// Ends the wait on these requests.
    pub(crate) fn unwatch(&mut self, set: &RequestSet) {
        set.ids().iter().for_each(|&request| self.get(request).waiter = None);
    }

    /// Tells of the completions that a wait or test reports, in the order of the set, with loans that end as the rank hears of them, and
    /// frees the requests unless `peek`.
    /// Returns their overheads.
    pub(crate) fn report(
        &mut self,
        set: &RequestSet,
        mode: WaitMode,
        peek: bool,
        mut tell: impl FnMut(Completion, Option<LentId>),
    ) -> Time {
        let mut overheads = Time::ZERO;
        for &request in set.ids() {
            let Some(status) = self.status(request) else { continue };
            let lent = self.get(request).lent.take();
            tell(Completion { request, status }, lent);
            if !peek {
                overheads += self.get(request).overhead;
                self.free(request);
            }
            if mode == WaitMode::Any {
                break;
            }
        }
        overheads
    }

    /// The program has released a request. A loan of it ends.
    pub(crate) fn release(&mut self, request: RequestId) -> Option<LentId> {
        match self.get(request).state {
            State::Active(_) => self.get(request).released = true,
            State::Complete(_) => self.retire(request),
            State::Free | State::Retired(_) => {}
        }
        self.get(request).lent.take()
    }

    /// Whether the program has released a request.
    pub(crate) fn is_released(&self, request: RequestId) -> bool {
        self.entries[request.0 as usize].released
    }

    /// The send of a request ends and leaves its contents where they are until the program can know.
    pub(crate) fn lend(&mut self, request: RequestId, lent: LentId) {
        self.get(request).lent = Some(lent);
    }

    /// The rank ends: so do all loans.
    pub(crate) fn take_loans(&mut self) -> Vec<LentId> {
        self.entries.iter_mut().filter_map(|entry| entry.lent.take()).collect()
    }
}
