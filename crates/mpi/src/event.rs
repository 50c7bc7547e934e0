//! The kinds of events in the engine's event queue.

use crate::ids::{AccessId, BareId, FileOperationId, MessageId, PartitionMessageId, ScheduleId};
use units::ActorId;

/// What happens at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The actor's own clock has been reached.
    Actor(ActorId),
    /// A piece of the actor's own work on a shared core has ended.
    Cpu(ActorId),
    /// The receiver of a rendezvous has done its part of the handshake: its clear to send leaves.
    ClearToSend(MessageId),
    /// The time of a handshake is over: the sender's part of it begins.
    StartData(MessageId),
    /// The sender of a rendezvous has done its part of the handshake: the data leave.
    SendData(MessageId),
    /// A schedule has paid the overhead of a send.
    MakeVisible(MessageId),
    /// The same of a send without contents.
    BareLeaves(BareId),
    /// A vertex of a schedule is done.
    Vertex(ScheduleId, u16),
    /// A vertex of a schedule accesses a file.
    FileVertex(ScheduleId, u16),
    /// That access has ended.
    FileVertexDone(FileOperationId),
    /// A parked poller polls again.
    Poll(ActorId),
    /// Work for an active message of a window has been done.
    Window(AccessId),
    /// Work for a message of a partitioned operation has been done.
    Partition(PartitionMessageId),
}

// Classes of events at one instant: lower ones come first. Completions of resources (transfers, files) precede all of them: see
// `kernel`. Ties decide results.
//
// | class | what | why before the next |
// |---|---|---|
// | 0 | not used | |
// | CLASS_ACTOR | a rank continues, or polls | what it posts at an instant takes part in what happens then |
// | CLASS_MESSAGE | a message's data, or an active message, leave its sender | what leaves first is on its way when vertices end |
// | CLASS_VERTEX | work for others is done: a vertex of a schedule, the combination of an accumulate at its target | |
pub(crate) const CLASS_ACTOR: u8 = 1;
pub(crate) const CLASS_MESSAGE: u8 = 2;
pub(crate) const CLASS_VERTEX: u8 = 3;
