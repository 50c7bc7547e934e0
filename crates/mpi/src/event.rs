//! Events of the queue.

use units::ActorId;

/// What happens at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The actor's own clock has been reached.
    Actor(ActorId),
    /// A piece of the actor's own work on a shared core has ended.
    Cpu(ActorId),
    /// The data of a message are sent.
    StartData(u32),
    /// A schedule has paid the overhead of a send.
    Launch(u32),
    /// A vertex of a schedule is done.
    Vertex(u32, u16),
    /// A parked poller polls again.
    Poll(ActorId),
    /// Work for an active message of a window has been done.
    Window(u32),
    /// Work for a message of a partitioned operation has been done.
    Partition(u32),
}

// Classes of events at one instant: lower ones come first.
pub(crate) const CLASS_ACTOR: u8 = 1;
pub(crate) const CLASS_MESSAGE: u8 = 2;
pub(crate) const CLASS_VERTEX: u8 = 3;
