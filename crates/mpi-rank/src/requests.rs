//! Requests. A request's id is its place in the table, so that a completion finds it at once.

use crate::collective::Plan;
use crate::partitioned::Partitioned;
use crate::{Fault, Handle, Piece, Rank, Side, handles};
use ops::{CommId, Completion, Elements, PersistentStart, Reducer, RequestId, RequestSet, SendMode, Status};

/// How far a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Persistent and not started.
    Inactive,
    /// The engine has it.
    Posted,
    /// It has ended; nobody has been told.
    Done,
}

/// What an array of requests holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outstanding {
    /// The ids that the engine still holds, in the order of the array. Null and inactive requests have none, nor have
    /// generalised ones, which no engine completes.
    pub set: Option<RequestSet>,
    /// The first place of a request that has ended.
    pub ended: Option<usize>,
    /// Whether any is on its way.
    pub active: bool,
}

/// A request.
#[derive(Debug)]
pub struct Request {
    /// How far it is.
    pub state: State,
    /// Whether it is ours alone: half of a send-receive, a buffered message, a released request.
    pub hidden: bool,
    /// Whether it is a collective operation, which is neither freed nor cancelled.
    pub collective: bool,
    /// The communicator whose error handler hears of its errors.
    pub comm: Handle,
    /// The hidden other half of a send-receive, or 0.
    pub partner: Handle,
    /// Of a buffered send and its hidden message each names the other, or 0. The other may be gone: see
    /// [`Rank::buffered`].
    pub buffered: Handle,
    /// How it ended, once it has.
    pub status: Status,
    /// Resources that it owns until it completes.
    pub transfer: Option<Box<Transfer>>,
    /// Persistent, partitioned or generalized requests: their state.
    pub special: Option<Box<Special>>,
}

/// Resources that an operation owns until it completes.
#[derive(Debug, Default)]
pub struct Transfer {
    /// The packed contribution.
    pub send: Vec<u8>,
    /// The packed result.
    pub recv: Vec<u8>,
    /// Where parts of the result go.
    pub unpack: Vec<Piece>,
    /// Whether the result is a message, of which maybe only the first bytes have come.
    pub message: bool,
    /// The reduction that keeps its operation and datatype alive.
    pub reducer: Option<Reducer>,
    /// The communicator that is being made.
    pub new_comm: Option<Handle>,
}

/// Special kinds of requests.
#[derive(Debug)]
pub enum Special {
    /// A persistent send.
    Send {
        /// The communicator.
        comm: CommId,
        /// The receiver, or none for `MPI_PROC_NULL`.
        peer: Option<u32>,
        /// The tag.
        tag: i32,
        /// What is sent.
        side: Side,
        /// Which send.
        mode: SendMode,
        /// What the message is made of.
        elements: Elements,
    },
    /// A persistent receive.
    Recv {
        /// The communicator.
        comm: CommId,
        /// The sender or [`ops::ANY`], or none for `MPI_PROC_NULL`.
        source: Option<i32>,
        /// The tag, or [`ops::ANY`].
        tag: i32,
        /// Where it goes.
        side: Side,
        /// What the message is made of.
        elements: Elements,
    },
    /// A persistent collective operation.
    Collective {
        /// The communicator.
        comm: CommId,
        /// What is done.
        plan: Plan,
        /// Its next start.
        next: PersistentStart,
    },
    /// A partitioned send or receive.
    Partitioned(Partitioned),
    /// A generalised request: addresses of the program's functions and their argument (MPI 5.0 §13.2).
    Generalised {
        /// Fills the status.
        query: u64,
        /// Frees the argument.
        free: u64,
        /// Hears of a cancellation.
        cancel: u64,
        /// The argument.
        extra_state: u64,
        /// Whether `MPI_Grequest_complete` has been called.
        complete: bool,
    },
}

impl Special {
    /// Whether the request can be started again.
    pub fn persistent(&self) -> bool {
        !matches!(self, Self::Generalised { .. })
    }

    /// The communicator that a start names.
    fn comm(&self) -> Option<CommId> {
        match self {
            Self::Send { comm, .. } | Self::Recv { comm, .. } | Self::Collective { comm, .. } => Some(*comm),
            Self::Partitioned(_) | Self::Generalised { .. } => None,
        }
    }
}

/// A message taken by a matched probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchedMessage {
    /// The engine's number.
    pub message: u64,
    /// The communicator whose error handler hears of errors.
    pub comm: Handle,
}

impl Request {
    /// A request that the engine has.
    pub fn posted(comm: Handle) -> Self {
        Self {
            state: State::Posted,
            hidden: false,
            collective: false,
            comm,
            partner: 0,
            buffered: 0,
            status: Status::EMPTY,
            transfer: None,
            special: None,
        }
    }

    /// A request that ended as it began.
    pub fn done(comm: Handle, status: Status) -> Self {
        Self { state: State::Done, status, ..Self::posted(comm) }
    }

    /// Whether it can be started again.
    pub fn persistent(&self) -> bool {
        self.special.as_deref().is_some_and(Special::persistent)
    }

    /// Whether it is a partitioned send or receive.
    pub fn partitioned(&self) -> bool {
        matches!(self.special.as_deref(), Some(Special::Partitioned(_)))
    }

    /// Whether it is the program's and can be started on a communicator again.
    pub(crate) fn starts_on(&self, comm: CommId) -> bool {
        !self.hidden && self.special.as_ref().and_then(|special| special.comm()) == Some(comm)
    }

    /// Whether it is a generalised request.
    pub fn generalised(&self) -> bool {
        matches!(self.special.as_deref(), Some(Special::Generalised { .. }))
    }
}

/// Marks the handle of a file where else that of a communicator is: whose error handler hears of an error. Handles are
/// below 2^31.
const FILE: Handle = 1 << 31;

/// The pseudo-communicator of a file's request.
pub fn blamed_file(file: Handle) -> Handle {
    file | FILE
}

/// The file that [`blamed_file`] has named; none: it is a communicator.
pub fn file_blamed(comm: Handle) -> Option<Handle> {
    (comm & FILE != 0).then_some(comm & !FILE)
}

/// The status of an operation with `MPI_PROC_NULL` (MPI 5.0 §3.10).
pub const NULL_PEER: Status = Status { source: ops::PROC_NULL, ..Status::EMPTY };

/// The id of a request's handle.
#[inline]
pub fn id(handle: Handle) -> RequestId {
    RequestId(handle - handles::DYNAMIC)
}

/// The handle of a id.
#[inline]
pub fn handle(id: RequestId) -> Handle {
    id.0 + handles::DYNAMIC
}

impl Rank {
    /// A request of the program's.
    ///
    /// # Errors
    /// There is none behind the handle. `MPI_REQUEST_NULL` is none either.
    #[inline]
    pub fn request(&self, handle: Handle) -> Result<&Request, Fault> {
        let request = self.requests.get(handle).filter(|request| !request.hidden);
        request.ok_or(Fault::Request { handle, why: "there is no such request" })
    }

    /// The message of a buffered send that the engine still has.
    pub fn buffered(&self, handle: Handle) -> Option<Handle> {
        let message = self.requests.get(handle)?.buffered;
        let left = self.requests.get(message)?;
        (left.hidden && left.buffered == handle && left.state == State::Posted).then_some(message)
    }

    /// Ties a buffered send and its hidden message together.
    ///
    /// # Panics
    /// If there is no such request.
    pub fn tie_buffered(&mut self, handle: Handle, message: Handle) {
        for (one, other) in [(handle, message), (message, handle)] {
            self.requests.get_mut(one).expect("both are there").buffered = other;
        }
    }

    /// Whether an operation that the program knows by this handle has ended, both halves of it.
    ///
    /// # Panics
    /// If there is no such request.
    #[inline]
    pub fn ended(&self, handle: Handle) -> bool {
        let request = self.requests.get(handle).expect("a request that was checked");
        request.state == State::Done
            && (request.partner == 0
                || self.requests.get(request.partner).is_none_or(|half| half.state == State::Done))
    }

    /// What is to be known of the program's requests before it waits for some: one pass over the handles.
    ///
    /// # Errors
    /// A handle is no request.
    pub fn outstanding(&self, handles: impl Iterator<Item = Handle>) -> Result<Outstanding, Fault> {
        let mut found = Outstanding::default();
        let (mut first, mut many) = (None, Vec::new());
        let expected = handles.size_hint().0;
        let mut push = |handle| match first {
            None => first = Some(id(handle)),
            Some(first) => {
                if many.is_empty() {
                    many.reserve(expected);
                    many.push(first);
                }
                many.push(id(handle));
            }
        };
        for (at, handle) in handles.enumerate() {
            if handle == crate::handles::REQUEST_NULL {
                continue;
            }
            let request = self.request(handle)?;
            if request.state == State::Posted && !request.generalised() {
                push(handle);
            }
            let half = if request.partner == 0 { None } else { self.requests.get(request.partner) };
            if half.is_some_and(|half| half.state == State::Posted) {
                push(request.partner);
            }
            match request.state {
                State::Inactive => {}
                State::Done if half.is_none_or(|half| half.state == State::Done) => {
                    found.ended = found.ended.or(Some(at));
                }
                State::Done | State::Posted => found.active = true,
            }
        }
        found.set = match (first, many.is_empty()) {
            (None, _) => None,
            (Some(first), true) => Some(RequestSet::One(first)),
            (Some(_), false) => Some(RequestSet::Many(many.into())),
        };
        Ok(found)
    }

    /// Notes that a request has ended; what it owned comes back, to be unpacked and dropped.
    ///
    /// # Panics
    /// If the engine reports a request that it does not have.
    pub fn end(&mut self, completion: &Completion) -> Option<Box<Transfer>> {
        let request = self.requests.get_mut(handle(completion.request)).expect("the engine reports our requests");
        assert!(request.state == State::Posted, "a completion of a request that is not posted");
        request.state = State::Done;
        request.status = completion.status;
        request.transfer.take()
    }

    /// The program has given up a persistent request: the communicator that it was the last to keep, all of whose handles
    /// the program has freed.
    ///
    /// # Panics
    /// If there is no such request.
    pub fn given_up(&mut self, handle: Handle) -> Option<CommId> {
        let freed = self.existing().filter(|objects| !objects.comms_in_use.is_empty())?;
        let special = self.requests.get(handle).expect("a request that was checked").special.as_deref();
        let comm = special.and_then(Special::comm)?;
        let at = freed.comms_in_use.iter().position(|&kept| kept == comm)?;
        if self.requests.iter().any(|(other, request)| other != handle && request.starts_on(comm)) {
            return None;
        }
        Some(self.objects().comms_in_use.swap_remove(at))
    }

    /// Forgets released requests that have ended: their numbers may be used again.
    ///
    /// # Panics
    /// If the engine names a request that the rank has not released.
    #[inline]
    pub fn forget(&mut self, released: &[RequestId]) {
        for &id in released {
            let request = self.requests.remove(handle(id)).expect("the engine names released requests");
            assert!(request.hidden, "a request that the program still has");
        }
    }

    /// Takes an ended request off: gone, or inactive again if it is persistent. Returns the handle that the program
    /// has from now on, the status, and the communicator that hears of an error.
    ///
    /// # Panics
    /// If there is no such request, or it has not ended.
    pub fn retire(&mut self, handle: Handle) -> (Handle, Status, Handle) {
        let request = self.requests.get_mut(handle).expect("a request that was checked");
        assert!(request.state == State::Done, "only what has ended is taken off");
        let (mut status, comm, partner) = (request.status, request.comm, request.partner);
        if partner != 0 {
            let half = self.requests.remove(partner).expect("the other half lives as long");
            if status.error == ops::ErrorClass::Success {
                (status.error, status.handle) = (half.status.error, half.status.handle);
            }
        }
        let request = self.requests.get_mut(handle).expect("it was there before");
        if request.persistent() {
            request.state = State::Inactive;
            (handle, status, comm)
        } else {
            self.requests.remove(handle);
            (handles::REQUEST_NULL, status, comm)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::ErrorClass;

    fn complete(rank: &mut Rank, handle: Handle, error: ErrorClass) {
        let status = Status { error, ..Status::EMPTY };
        rank.end(&Completion { request: id(handle), status });
    }

    #[test]
    fn an_array_gives_its_slots_in_order_without_null_inactive_and_ended_ones() {
        let mut rank = Rank::default();
        let a = rank.requests.insert(Request::posted(handles::COMM_WORLD));
        let done = rank.requests.insert(Request::done(handles::COMM_WORLD, NULL_PEER));
        let b = rank.requests.insert(Request::posted(handles::COMM_WORLD));
        let found = rank.outstanding([b, handles::REQUEST_NULL, done, a].into_iter()).expect("valid");
        assert_eq!((found.ended, found.active), (Some(2), true));
        let set = found.set;
        assert_eq!(set, Some(RequestSet::Many([id(b), id(a)].into())));
        assert_eq!(rank.outstanding([a].into_iter()).map(|found| found.set), Ok(Some(RequestSet::One(id(a)))));
        assert_eq!(
            rank.outstanding([done].into_iter()),
            Ok(Outstanding { ended: Some(0), ..Outstanding::default() })
        );
        assert!(rank.outstanding([a, 0x4000].into_iter()).is_err());
    }

    #[test]
    fn both_halves_of_a_send_receive_must_end() {
        let mut rank = Rank::default();
        let send = rank.requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_WORLD) });
        let recv = rank.requests.insert(Request { partner: send, ..Request::posted(handles::COMM_WORLD) });
        assert!(rank.request(send).is_err(), "the half is ours alone");
        complete(&mut rank, recv, ErrorClass::Success);
        assert!(!rank.ended(recv));
        assert_eq!(rank.outstanding([recv].into_iter()).map(|found| found.set), Ok(Some(RequestSet::One(id(send)))));
        complete(&mut rank, send, ErrorClass::Truncate);
        assert!(rank.ended(recv));
        let (handle, status, comm) = rank.retire(recv);
        assert_eq!((handle, status.error, comm), (handles::REQUEST_NULL, ErrorClass::Truncate, handles::COMM_WORLD));
        assert!(rank.requests.is_empty());
    }

    #[test]
    fn the_place_of_a_released_request_is_used_again_once_it_has_ended() {
        let mut rank = Rank::default();
        let released = rank.requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_WORLD) });
        let other = rank.requests.insert(Request::posted(handles::COMM_WORLD));
        assert_ne!(released, other);
        rank.forget(&[id(released)]);
        assert_eq!(rank.requests.insert(Request::posted(handles::COMM_WORLD)), released);
        assert_eq!(rank.requests.len(), 2);
    }

    #[test]
    fn a_persistent_request_is_inactive_after_its_end() {
        let mut rank = Rank::default();
        let side = Side::Direct(ops::Buffer::EMPTY);
        let special = Special::Recv { comm: CommId::WORLD, source: None, tag: 0, side, elements: ops::Elements::Any };
        let request = Request { special: Some(Box::new(special)), ..Request::posted(handles::COMM_WORLD) };
        let handle = rank.requests.insert(request);
        complete(&mut rank, handle, ErrorClass::Success);
        assert_eq!(rank.retire(handle).0, handle);
        assert_eq!(rank.request(handle).expect("still there").state, State::Inactive);
        assert_eq!(rank.outstanding([handle].into_iter()).map(|found| found.set), Ok(None));
    }

    #[test]
    fn a_big_array_takes_linear_time() {
        // Quadratic work on a million requests would not end.
        let mut rank = Rank::default();
        let all: Vec<_> = (0..1_000_000).map(|_| rank.requests.insert(Request::posted(0))).collect();
        let set = rank.outstanding(all.iter().copied()).expect("valid").set.expect("posted");
        assert_eq!(set.ids().len(), all.len());
        for &id in set.ids() {
            rank.end(&Completion { request: id, status: Status::EMPTY });
        }
        for handle in all {
            assert!(rank.ended(handle));
            rank.retire(handle);
        }
        assert!(rank.requests.is_empty());
    }
}
