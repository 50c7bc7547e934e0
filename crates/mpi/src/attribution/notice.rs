//! Notices: what subsystems report to a listener.

use crate::message::{Message, Owner};
use kernel::{Service, StorageRequest, Transfer};
use ops::{Protocol, WaitCause};
use units::{ActorId, LinkId, Time};

/// Kinds of active messages, each numbered by its subsystem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActiveMessageKind {
    /// Accesses to windows and signals.
    Window,
    /// Messages of partitioned operations.
    Partition,
}

/// A part of a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub(crate) part: u64,
    /// Not zero.
    pub(crate) whole: u64,
}

impl Share {
    pub(crate) const NONE: Self = Self { part: 0, whole: 1 };
    pub(crate) const ALL: Self = Self { part: 1, whole: 1 };

    /// So much of a time.
    pub(crate) fn of(self, time: Time) -> Time {
        Time::from_ps((u128::from(time.ps()) * u128::from(self.part) / u128::from(self.whole)) as u64)
    }
}

/// The possible causes of a wait that ends with an active message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveMessageCause {
    /// The cause if the active message was sent late.
    pub(crate) late: WaitCause,
    /// The cause if this actor was late, where it differs.
    pub(crate) late_by: Option<(ActorId, WaitCause)>,
    /// The other end.
    pub(crate) peer: ActorId,
    pub(crate) bytes: u64,
    pub(crate) protocol: Option<Protocol>,
}

/// An event. Requests completed after a notice named `…Completes`, up to [`Notice::Completed`], complete because of it.
/// `message`, `receive`, `schedule`, `am` (active message) and `request` are the numbers of their subsystems.
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
    /// The send of a message completes apart from its receive, in a call of the receiver's if it has waited for that.
    SendCompletes {
        message: u32,
        data: &'n Message,
        taken_by: Option<ActorId>,
    },
    ProbeCompletes {
        message: u32,
        data: &'n Message,
    },
    /// A schedule begins in a call of `actor`.
    ScheduleStarted {
        schedule: u32,
        actor: ActorId,
    },
    /// The schedule by which members agree on a new communicator begins once all have called.
    AgreementStarted {
        schedule: u32,
        actor: ActorId,
    },
    /// All have called for the communicator that a schedule is to agree on: it depends on the last one.
    AgreementMet {
        schedule: u32,
    },
    SubScheduleStarted {
        schedule: u32,
        parent: u32,
    },
    SubScheduleEnded {
        schedule: u32,
        parent: u32,
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
    /// An active message is sent because of an actor's action, or in reply to an earlier active message.
    ActiveMessagePosted {
        kind: ActiveMessageKind,
        am: u32,
        by: ActorId,
        because_of: Option<u32>,
    },
    ActiveMessageSent {
        kind: ActiveMessageKind,
        am: u32,
        transfer: &'n Transfer,
    },
    ActiveMessageArrived {
        kind: ActiveMessageKind,
        am: u32,
    },
    /// The library handles it only now: its rank was not inside MPI before.
    ActiveMessageServedLate {
        kind: ActiveMessageKind,
        am: u32,
        by: ActorId,
    },
    ActiveMessageCompletes {
        kind: ActiveMessageKind,
        am: u32,
        cause: ActiveMessageCause,
    },
    /// An operation on a file asks servers; `of_holes`: as far as it does so only to write back what lies between its bytes.
    FileStepPosted {
        operation: u32,
        actor: ActorId,
        of_holes: Share,
        requests: &'n [StorageRequest],
    },
    FileRequestPosted {
        request: u32,
        actor: ActorId,
        storage: &'n StorageRequest,
    },
    /// The request has reached its server.
    FileRequestQueued {
        request: u32,
    },
    FileRequestServed {
        request: u32,
        service: Service,
    },
    FileRequestAnswered {
        request: u32,
        operation: u32,
    },
    /// All servers have answered what an operation has asked.
    FileStepAnswered {
        operation: u32,
    },
    FileOperationCompletes {
        operation: u32,
        actor: ActorId,
        posted: Time,
        bytes: u64,
    },
    /// A vertex of a schedule has accessed a file.
    FileVertexEnded {
        schedule: u32,
        operation: u32,
    },
    /// Ends what the last `…Completes` began.
    Completed,
}
