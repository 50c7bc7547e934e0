//! The events (*notices*) from which wait attribution finds the causes of waiting times: a send was called, a transfer started,
//! a lock was granted and so on. The engine's subsystems report them.

use crate::ids::{AccessId, FileOperationId, MessageId, PartitionMessageId, ReceiveId, ScheduleId, ServerRequestId};
use crate::message::{Message, Owner};
use kernel::{Service, StorageRequest, Transfer};
use ops::{Protocol, WaitCause};
use units::{ActorId, LinkId, Time};

/// An active message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActiveMessageId {
    /// An access to a window, or a signal.
    Window(AccessId),
    /// A message of a partitioned operation.
    Partition(PartitionMessageId),
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
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notice<'n> {
    /// The network has delivered a transfer.
    TransferEnded {
        bottleneck: Option<LinkId>,
    },
    MessagePosted {
        message: MessageId,
        source: ActorId,
        owner: Owner,
    },
    ReceivePosted {
        receive: ReceiveId,
        actor: ActorId,
        owner: Owner,
    },
    /// The data of a message are handed to the network.
    DataSent {
        message: MessageId,
        transfer: &'n Transfer,
    },
    /// A message has to wait until a rank is inside MPI.
    RankAbsent {
        message: MessageId,
        rank: ActorId,
    },
    MessageDelivered {
        message: MessageId,
        start: Time,
    },
    MessageCompletes {
        message: MessageId,
        receive: ReceiveId,
        data: &'n Message,
        receiver: (ActorId, Owner),
    },
    /// The sender of the message that completes.
    SenderCompletes,
    /// The send of a message completes apart from its receive, in a call of the receiver's if it has waited for that.
    SendCompletes {
        message: MessageId,
        data: &'n Message,
        taken_by: Option<ActorId>,
    },
    ProbeCompletes {
        message: MessageId,
        data: &'n Message,
    },
    /// A schedule begins in a call of `actor`.
    ScheduleStarted {
        schedule: ScheduleId,
        actor: ActorId,
    },
    /// The schedule by which members agree on a new communicator begins once all have called.
    AgreementStarted {
        schedule: ScheduleId,
        actor: ActorId,
    },
    /// All have called for the communicator that a schedule is to agree on: it depends on the last one.
    AgreementMet {
        schedule: ScheduleId,
    },
    SubScheduleStarted {
        schedule: ScheduleId,
        parent: ScheduleId,
    },
    SubScheduleEnded {
        schedule: ScheduleId,
        parent: ScheduleId,
    },
    ScheduleCompletes {
        schedule: ScheduleId,
    },
    /// An actor was the last to arrive where communicators are made.
    CommunicatorsMade {
        by: ActorId,
    },
    /// A member of a new communicator is told.
    MemberCompletes,
    /// An active message is sent because of an actor's action, or in reply to an earlier active message.
    ActiveMessagePosted {
        am: ActiveMessageId,
        by: ActorId,
        because_of: Option<ActiveMessageId>,
    },
    ActiveMessageSent {
        am: ActiveMessageId,
        transfer: &'n Transfer,
    },
    ActiveMessageArrived {
        am: ActiveMessageId,
    },
    /// The library handles it only now: its rank was not inside MPI before.
    ActiveMessageServedLate {
        am: ActiveMessageId,
        by: ActorId,
    },
    ActiveMessageCompletes {
        am: ActiveMessageId,
        cause: ActiveMessageCause,
    },
    /// An operation on a file asks servers; `of_holes`: as far as it does so only to write back what lies between its bytes.
    FileStepPosted {
        operation: FileOperationId,
        actor: ActorId,
        of_holes: Share,
        requests: &'n [StorageRequest],
    },
    FileRequestPosted {
        request: ServerRequestId,
        actor: ActorId,
        storage: &'n StorageRequest,
    },
    /// The request has reached its server.
    FileRequestQueued {
        request: ServerRequestId,
    },
    FileRequestServed {
        request: ServerRequestId,
        service: Service,
    },
    FileRequestAnswered {
        request: ServerRequestId,
        operation: FileOperationId,
    },
    /// All servers have answered what an operation has asked.
    FileStepAnswered {
        operation: FileOperationId,
    },
    FileOperationCompletes {
        operation: FileOperationId,
        actor: ActorId,
        posted: Time,
        bytes: u64,
    },
    /// A vertex of a schedule has accessed a file.
    FileVertexEnded {
        schedule: ScheduleId,
        operation: FileOperationId,
    },
    /// Ends what the last `…Completes` began.
    Completed,
}
