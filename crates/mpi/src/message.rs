//! The engine's state of a point-to-point message, and of a posted receive.

use crate::ids::{ReceiveId, ScheduleId};
use crate::library::{ProtocolParameters, SendEnd};
use crate::matching::Envelope;
use crate::payload::{Memory, Payload};
use crate::records::Entry;
use crate::schedule::Transport;
use ops::{Buffer, CommId, Elements, Protocol, RequestId, SendMode};
use units::{ActorId, Held, Time};

/// What a send or receive completes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    /// A request of a rank's.
    Request(RequestId),
    /// A blocking call of a rank with one thread, which waits for nothing else: it needs no request.
    Call,
    /// A vertex of a schedule.
    Vertex(ScheduleId, u16),
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

/// Where the bytes of a message are. They travel in one piece, the last one, unless a buffer of finite size cuts them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data {
    /// Bytes that have not been handed to the network.
    pub(crate) unsent: u64,
    /// Of these, bytes that nothing but pieces before them holds back.
    pub(crate) queued: u64,
    /// Pieces before the last one that are in the network.
    pub(crate) pieces: u32,
    pub(crate) last_piece: Piece,
    /// No request to send is on its way to the receiver.
    pub(crate) announced: bool,
    /// The turn of the receiver's progress engine that reads the request to send (`actor::LibraryProgress::turns`).
    pub(crate) read_in: u32,
    pub(crate) transport: Transport,
    /// Where they are in the sender's host.
    pub(crate) held: Held,
}

/// Where the last piece of a message's data is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    AtSender,
    InNetwork,
    Arrived,
}

impl Data {
    /// All of it is with the sender.
    #[inline]
    pub(crate) fn new(bytes: u64, transport: Transport, held: Held) -> Self {
        let last_piece = Piece::AtSender;
        Self { unsent: bytes, queued: 0, pieces: 0, last_piece, announced: true, read_in: 0, transport, held }
    }

    /// Bytes that travel with the last piece.
    #[inline]
    pub(crate) fn envelope(&self, library: &ProtocolParameters) -> u64 {
        match self.transport {
            Transport::Raw(bytes) => bytes.into(),
            Transport::Protocol | Transport::Instant => library.envelope,
        }
    }

    /// Whether all of it has arrived.
    pub(crate) fn delivered(&self) -> bool {
        self.last_piece == Piece::Arrived && self.pieces == 0
    }

    /// Whether any of it is in the network.
    pub(crate) fn in_network(&self) -> bool {
        self.last_piece == Piece::InNetwork || self.pieces > 0
    }
}

/// A message from its send to its delivery. Millions may be under way, and each is found evicted from the caches when it becomes
/// visible and when it arrives: it is two lines of a cache, which begin where it does ([`crate::records`]).
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
    pub(crate) payload: Payload,
    /// The receive that has matched it, or [`NO_RECEIVE`].
    receive: ReceiveId,
    pub(crate) data: Data,
    pub(crate) send_end: SendEnd,
    /// The send has ended.
    pub(crate) send_ended: bool,
    /// Its end waits until the receiver is inside MPI.
    pub(crate) end_deferred: bool,
    /// The receive has ended.
    pub(crate) received: bool,
    pub(crate) cancellation: Cancellation,
    pub(crate) posted: Time,
    pub(crate) start: Time,
    /// The sender's phase when it was posted.
    pub(crate) phase: u32,
}

const NO_RECEIVE: ReceiveId = ReceiveId(u32::MAX);

const _: () = assert!(size_of::<Entry<Message>>() == 128);

/// A receive from its post to its completion: a line of a cache.
#[derive(Debug)]
pub(crate) struct Receive {
    pub(crate) actor: ActorId,
    pub(crate) owner: Owner,
    pub(crate) envelope: Envelope,
    pub(crate) into: Memory,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
}

const _: () = assert!(size_of::<Entry<Receive>>() == 64);

/// The context id (MPICH's term) that keeps a communicator's point-to-point messages apart from those of each of its
/// collectives: the communicator above bit 31, the collective's number plus one below.
pub(crate) fn context_id(comm: CommId, collective: Option<u32>) -> u64 {
    u64::from(comm.0) << 32 | collective.map_or(0, |number| u64::from(number.wrapping_add(1)))
}

/// The communicator of a context id.
pub(crate) fn comm_of(context_id: u64) -> CommId {
    CommId((context_id >> 32) as u32)
}

/// A post to send, but for its request.
#[derive(Clone, Copy)]
pub(crate) struct SendPost {
    pub(crate) comm: CommId,
    /// The receiver's rank in it.
    pub(crate) peer: u32,
    pub(crate) tag: i32,
    pub(crate) buffer: Buffer,
    pub(crate) elements: Elements,
    pub(crate) mode: SendMode,
    /// Whether the function called is a blocking one.
    pub(crate) blocking: bool,
}

/// A post to receive, but for its request.
#[derive(Clone, Copy)]
pub(crate) struct RecvPost {
    pub(crate) comm: CommId,
    /// The sender's rank in it, or [`ops::ANY`].
    pub(crate) source: i32,
    /// The tag, or [`ops::ANY`].
    pub(crate) tag: i32,
    pub(crate) buffer: Buffer,
    pub(crate) elements: Elements,
}

/// A send as its owner describes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sending {
    pub(crate) source: ActorId,
    pub(crate) destination: ActorId,
    pub(crate) context_id: u64,
    pub(crate) source_rank: u32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
    pub(crate) mode: SendMode,
    pub(crate) transport: Transport,
    pub(crate) owner: Owner,
    pub(crate) from: Memory,
    /// Of the buffers that its rank works on in the same operation.
    pub(crate) buffers: u64,
    /// Its rank has received it in the same operation.
    pub(crate) passed_on: bool,
}

impl Message {
    /// A message that nothing has happened to, from a sender in a phase.
    #[inline]
    pub(crate) fn new(
        sending: &Sending,
        (protocol, send_end): (Protocol, SendEnd),
        payload: Payload,
        (posted, phase): (Time, u32),
        held: Held,
    ) -> Self {
        Self {
            source: sending.source,
            destination: sending.destination,
            context_id: sending.context_id,
            source_rank: sending.source_rank,
            tag: sending.tag,
            bytes: sending.bytes,
            elements: sending.elements,
            protocol,
            owner: sending.owner,
            payload,
            receive: NO_RECEIVE,
            data: Data::new(sending.bytes, sending.transport, held),
            send_end,
            send_ended: false,
            end_deferred: false,
            received: false,
            cancellation: Cancellation::None,
            posted,
            start: Time::ZERO,
            phase,
        }
    }

    /// The receive that has matched it.
    #[inline]
    pub(crate) fn receive(&self) -> Option<ReceiveId> {
        (self.receive != NO_RECEIVE).then_some(self.receive)
    }

    /// A receive has matched it, or its receive has ended before its send.
    #[inline]
    pub(crate) fn set_receive(&mut self, receive: Option<ReceiveId>) {
        self.receive = receive.unwrap_or(NO_RECEIVE);
    }

    /// What receives find it by.
    #[inline]
    pub(crate) fn envelope(&self) -> Envelope {
        Envelope { context_id: self.context_id, source: self.source_rank as i32, tag: self.tag }
    }

    /// Whether the send ends only after a receive has matched.
    pub(crate) fn waits_for_receive(&self) -> bool {
        self.protocol == Protocol::Rendezvous || self.send_end == SendEnd::Matched
    }

    /// Whether no receive has matched it.
    pub(crate) fn unreceived(&self) -> bool {
        self.receive == NO_RECEIVE && !self.received && self.cancellation == Cancellation::None
    }
}
