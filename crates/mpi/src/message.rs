//! Messages and receives.

use crate::matching::Envelope;
use crate::payload::{Memory, Payload};
use ops::{CommId, Elements, Protocol, RequestId, SendMode};
use units::{ActorId, Time};

/// What a send or receive completes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    /// A request of a rank's.
    Request(RequestId),
    /// A vertex of a schedule.
    Vertex(u32, u16),
}

/// Whether a message was cancelled, and what of it is still under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Cancellation {
    /// It was not.
    #[default]
    None,
    /// It was withdrawn; its data and its receiver's reply are under way.
    DataInFlight,
    /// It was withdrawn; one of the two is under way.
    Ending,
}

/// A message from its send to its delivery.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) source: ActorId,
    pub(crate) destination: ActorId,
    pub(crate) context_id: u64,
    pub(crate) source_rank: u32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
    pub(crate) protocol: Protocol,
    pub(crate) owner: Owner,
    pub(crate) from: Memory,
    pub(crate) payload: Payload,
    pub(crate) receive: Option<u32>,
    pub(crate) delivered: bool,
    pub(crate) cancellation: Cancellation,
    pub(crate) posted: Time,
    pub(crate) start: Time,
    /// The sender's phase when it was posted.
    pub(crate) phase: u32,
}

/// A receive from its post to its completion.
#[derive(Debug)]
pub(crate) struct Receive {
    pub(crate) actor: ActorId,
    pub(crate) owner: Owner,
    pub(crate) envelope: Envelope,
    pub(crate) into: Memory,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
}

/// The context id (MPICH's term) that keeps a communicator's point-to-point messages apart from those of each of its
/// collectives: the communicator above bit 31, the collective's number plus one below.
pub(crate) fn context_id(comm: CommId, collective: Option<u32>) -> u64 {
    u64::from(comm.0) << 32 | collective.map_or(0, |number| u64::from(number.wrapping_add(1)))
}

/// The communicator of a context id.
pub(crate) fn comm_of(context_id: u64) -> CommId {
    CommId((context_id >> 32) as u32)
}

/// A send as its owner describes it.
pub(crate) struct Sending {
    pub(crate) source: ActorId,
    pub(crate) destination: ActorId,
    pub(crate) context_id: u64,
    pub(crate) source_rank: u32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
    pub(crate) mode: SendMode,
    pub(crate) owner: Owner,
    pub(crate) from: Memory,
}

impl Message {
    /// Whether the send completes only with its receive.
    pub(crate) fn is_rendezvous(&self) -> bool {
        self.protocol == Protocol::Rendezvous
    }

    /// Whether no receive has matched it.
    pub(crate) fn unreceived(&self) -> bool {
        self.receive.is_none() && self.cancellation == Cancellation::None
    }
}
