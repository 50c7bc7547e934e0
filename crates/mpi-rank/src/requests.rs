//! MPI requests on the rank's side, and the progress of each. A request's id is its index in the table, so a completion
//! finds its request in constant time.

use crate::collective::Plan;
use crate::partitioned::Partitioned;
use crate::{Handle, Piece, Side, handles};
use ops::{CommId, Elements, PersistentStart, Reducer, RequestId, RequestSet, SendMode, Status};

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
    /// [`crate::Rank::buffered`].
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
    pub(crate) fn comm(&self) -> Option<CommId> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use ops::Completion;
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
