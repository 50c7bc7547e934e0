//! What subsystems tell a listener.

use crate::message::{Message, Owner};
use kernel::{StorageRequest, Transfer};
use ops::{Protocol, WaitCause};
use units::{ActorId, LinkId, Time};

/// What travels without an envelope, by who numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlightKind {
    /// Accesses to windows and signals.
    Window,
    /// Messages of partitioned operations.
    Partition,
}

/// What a flight tells of the wait that ends with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlightCause {
    /// The cause if the flight was sent late.
    pub(crate) late: WaitCause,
    /// The cause if this actor was late, where it differs.
    pub(crate) late_by: Option<(ActorId, WaitCause)>,
    /// The other end.
    pub(crate) peer: ActorId,
    pub(crate) bytes: u64,
    pub(crate) protocol: Option<Protocol>,
}

/// Something has happened. What follows a notice named `…Completes`, up to [`Notice::Completed`], is completed because of
/// it. `message`, `receive`, `schedule`, `flight` and `request` are the numbers of their subsystems.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notice<'n> {
    /// The network has delivered a transfer.
    TransferEnded {
        bottleneck: Option<LinkId>,
    },
    MessagePosted {
        message: u32,
        source: ActorId,
        owner: Owner,
    },
    ReceivePosted {
        receive: u32,
        actor: ActorId,
        owner: Owner,
    },
    /// The data of a message are handed to the network.
    DataSent {
        message: u32,
        transfer: &'n Transfer,
    },
    /// A message has to wait until a rank is inside MPI.
    RankAbsent {
        message: u32,
        rank: ActorId,
    },
    MessageDelivered {
        message: u32,
        start: Time,
    },
    MessageCompletes {
        message: u32,
        receive: u32,
        data: &'n Message,
        receiver: (ActorId, Owner),
    },
    /// The sender of the message that completes.
    SenderCompletes,
    ProbeCompletes {
        message: u32,
        data: &'n Message,
    },
    /// A schedule begins in a call of `actor`.
    ScheduleStarted {
        schedule: u32,
        actor: ActorId,
    },
    /// A schedule begins by which the members of a new communicator agree on it.
    AgreementStarted {
        schedule: u32,
        actor: ActorId,
    },
    PartStarted {
        schedule: u32,
        whole: u32,
    },
    PartEnded {
        schedule: u32,
        whole: u32,
    },
    ScheduleCompletes {
        schedule: u32,
    },
    /// An actor was the last to arrive where communicators are made.
    CommunicatorsMade {
        by: ActorId,
    },
    /// A member of a new communicator is told.
    MemberCompletes,
    /// A flight is on its way because of what an actor has done, or for the reason of an earlier flight.
    FlightPosted {
        kind: FlightKind,
        flight: u32,
        by: ActorId,
        because_of: Option<u32>,
    },
    FlightSent {
        kind: FlightKind,
        flight: u32,
        transfer: &'n Transfer,
    },
    FlightArrived {
        kind: FlightKind,
        flight: u32,
    },
    /// The library acts on it only now, because its rank was not inside MPI before.
    FlightServedLate {
        kind: FlightKind,
        flight: u32,
        by: ActorId,
    },
    FlightCompletes {
        kind: FlightKind,
        flight: u32,
        cause: FlightCause,
    },
    FileRequestPosted {
        request: u32,
        actor: ActorId,
        storage: &'n StorageRequest,
    },
    /// The request, or its answer, is handed to the network.
    FileRequestSent {
        request: u32,
        transfer: &'n Transfer,
    },
    FileRequestArrived {
        request: u32,
    },
    FileRequestQueued {
        request: u32,
        storage: &'n StorageRequest,
    },
    FileRequestServed {
        request: u32,
    },
    FileRequestAnswered {
        request: u32,
    },
    FileOperationCompletes {
        actor: ActorId,
        posted: Time,
        bytes: u64,
    },
    /// What was completed is completed.
    Completed,
}
