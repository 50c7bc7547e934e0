//! Simulates messages of schedules without contents: those of agreements on communicators (see `agreement`) and of barriers.
//!
//! If all messages of a schedule are eager and their sends end at once, each message is a record of one line of the cache, and each
//! receive is an entry in a list of its rank. They need no buffers, no requests and no state of a protocol. Bare messages take the
//! same steps at the same times as other messages (see `point_to_point`), and count as other messages do. All members of an
//! operation decide alike whether its messages are bare. So a bare message always meets the receive of a schedule with bare
//! messages.

use crate::engine_core::EngineCore;
use crate::ids::{BareId, ScheduleId};
use crate::library::ProtocolParameters;
use crate::matching::{Envelope, Queue};
use crate::records::{Entry, Records};
use ops::{CollectiveCall, Operation};
use units::{ActorId, Held, Time};

/// Messages without contents, and what waits for them.
#[derive(Default)]
pub(super) struct BareMessages {
    pub(super) list: Records<BareId, Bare>,
    /// By rank; of those beyond, nothing has come.
    boxes: Vec<Mailbox>,
}

/// Receives and messages of a rank that wait for one another.
#[derive(Default)]
pub(super) struct Mailbox {
    pub(super) receives: Queue<Vertex>,
    pub(super) messages: Queue<BareId>,
}

/// A vertex of a schedule.
pub(super) type Vertex = (ScheduleId, u16);

/// A message.
pub(super) struct Bare {
    pub(super) source: ActorId,
    pub(super) destination: ActorId,
    pub(super) envelope: Envelope,
    pub(super) posted: Time,
    pub(super) start: Time,
    pub(super) bytes: u32,
    /// The sender's phase when it was posted.
    pub(super) phase: u32,
    /// Where its bytes are in the sender's host.
    pub(super) held: Held,
    pub(super) at: At,
    /// The vertex of its send until it is visible, then of the receive that has matched it, or [`NOBODY`].
    pub(super) end: ScheduleId,
    pub(super) vertex: u16,
}

pub(super) const NOBODY: ScheduleId = ScheduleId(u32::MAX);

/// How far a message is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Sender,
    UnderWay,
    Receiver,
}

const _: () = assert!(size_of::<Entry<Bare>>() == 64);

/// Whether the messages of a rank's part in an operation of `size` ranks are bare: they have no contents, or none that anyone reads;
/// and nothing but their arrival is to be known of them.
pub(super) fn are_bare(core: &EngineCore<'_>, call: &CollectiveCall, size: u32, contents: bool) -> bool {
    let longest = match call.operation {
        Operation::Barrier => 0,
        _ if contents => return false,
        Operation::Allgather => call.count.saturating_mul(call.element_bytes).saturating_mul(size.into()),
        Operation::Allreduce | Operation::Bcast => call.count.saturating_mul(call.element_bytes),
        _ => return false,
    };
    let library = &core.library;
    let eager = |protocol: &ProtocolParameters| {
        longest <= protocol.eager_max.min(u32::MAX.into())
            && protocol.send_end.at_once_max().is_some_and(|most| longest <= most)
    };
    eager(&library.protocol)
        && library.inside.as_deref().is_none_or(eager)
        && library.protocol.eager_buffer == u64::MAX
        && core.attribution.is_none()
        && core.domain.is_none()
}

impl Bare {
    /// A receive has matched it.
    pub(super) fn match_with(&mut self, (schedule, vertex): Vertex) {
        (self.end, self.vertex) = (schedule, vertex);
    }
}

impl BareMessages {
    pub(super) fn mailbox(&mut self, rank: ActorId) -> &mut Mailbox {
        if rank.index() >= self.boxes.len() {
            self.boxes.resize_with(rank.index() + 1, Mailbox::default);
        }
        &mut self.boxes[rank.index()]
    }
}
