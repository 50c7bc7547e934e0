//! Simulates messages of schedules without contents: those of agreements on communicators (see `agreement`) and of barriers.
//!
//! If all messages of a schedule are eager and their sends end at once, each message is a record of one line of the cache, and each
//! receive is an entry in a list of its rank. They need no buffers, no requests and no state of a protocol. Bare messages take the
//! same steps at the same times as other messages (see `point_to_point`), and count as other messages do. All members of an
//! operation decide alike whether its messages are bare. So a bare message always meets the receive of a schedule with bare
//! messages.

use super::Schedules;
use super::role::Role;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, CLASS_VERTEX, Event};
use crate::ids::{BareId, ScheduleId};
use crate::library::ProtocolParameters;
use crate::matching::{Envelope, Queue};
use crate::message::{comm_of, context_id};
use crate::point_to_point::PointToPoint;
use crate::records::{Entry, Records};
use crate::token::Token;
use ops::{CollectiveCall, Operation, Protocol, Record, Work};
use units::{ActorId, Held, Time};

/// Messages without contents, and what waits for them.
#[derive(Default)]
pub(super) struct BareMessages {
    list: Records<BareId, Bare>,
    /// By rank; of those beyond, nothing has come.
    boxes: Vec<Mailbox>,
}

/// Receives and messages of a rank that wait for one another.
#[derive(Default)]
struct Mailbox {
    receives: Queue<Vertex>,
    messages: Queue<BareId>,
}

/// A vertex of a schedule.
type Vertex = (ScheduleId, u16);

/// A message.
struct Bare {
    source: ActorId,
    destination: ActorId,
    envelope: Envelope,
    posted: Time,
    start: Time,
    bytes: u32,
    /// The sender's phase when it was posted.
    phase: u32,
    /// Where its bytes are in the sender's host.
    held: Held,
    at: At,
    /// The vertex of its send until it is visible, then of the receive that has matched it, or [`NOBODY`].
    end: ScheduleId,
    vertex: u16,
}

const NOBODY: ScheduleId = ScheduleId(u32::MAX);

/// How far a message is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
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
    fn match_with(&mut self, (schedule, vertex): Vertex) {
        (self.end, self.vertex) = (schedule, vertex);
    }
}

impl BareMessages {
    fn mailbox(&mut self, rank: ActorId) -> &mut Mailbox {
        if rank.index() >= self.boxes.len() {
            self.boxes.resize_with(rank.index() + 1, Mailbox::default);
        }
        &mut self.boxes[rank.index()]
    }
}

impl Schedules {
    /// Starts the send of a vertex.
    pub(super) fn send_bare(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): Vertex,
        (to, tag): (u32, u32),
        bytes: u64,
    ) {
        let schedule = &self.list[id];
        let (source, caller) = (schedule.actor, schedule.caller);
        let Role { comm, number, level, comm_rank, blocking, .. } = schedule.role;
        let table = core.comms.get(comm);
        let alone = blocking && schedule.running.vertices.len() == 1;
        let destination = table.peers(source).actor(table.rank_of_level(level, comm_rank, to));
        let (context_id, tag) = (context_id(comm, Some(number)), schedule.role.tag(tag));
        let bare = self.bare.list.insert(Bare {
            source,
            destination,
            envelope: Envelope { context_id, source: comm_rank as i32, tag },
            posted: core.kernel.now(),
            start: Time::ZERO,
            bytes: u32::try_from(bytes).expect("no longer than eager messages"),
            phase: core.actors.vitals(source).phase,
            held: core.placement.held((source, destination), schedule.call.buffer_bytes(), bytes, true),
            at: At::Sender,
            end: id,
            vertex: index,
        });
        let overhead = core.send_cost((source, destination), bytes, alone);
        if overhead == Time::ZERO {
            self.bare_leaves(core, messages, bare);
        } else {
            core.charge_then(caller, CLASS_MESSAGE, Work::Time(overhead), Event::BareLeaves(bare));
        }
    }

    /// The overhead of a send is paid: its message is on its way, and may be matched.
    pub(crate) fn bare_leaves(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: BareId) {
        let bare = &mut self.bare.list[id];
        let &mut Bare { source, destination, envelope, phase, held, vertex, .. } = bare;
        let bytes = u64::from(bare.bytes);
        (bare.at, bare.start) = (At::UnderWay, core.kernel.now());
        let schedule = std::mem::replace(&mut bare.end, NOBODY);
        let latency_factor = core.protocol(source, destination).latency_factor.at(bytes);
        let mut transfer = core.transfer_at(latency_factor, Token::Bare(id), (source, destination), bytes, phase);
        transfer.source.held = held;
        transfer.bytes = bytes + core.library.protocol.envelope;
        core.kernel.transfer(&transfer);
        let mailbox = self.bare.mailbox(destination);
        match mailbox.receives.take(envelope) {
            Some((_, receive)) => self.bare.list[id].match_with(receive),
            None => mailbox.messages.push(envelope, id),
        }
        self.vertex_done(core, messages, schedule, vertex);
    }

    /// Starts the receive of a vertex.
    pub(super) fn receive_bare(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): Vertex,
        (from, tag): (u32, u32),
    ) {
        let schedule = &self.list[id];
        let Role { comm, number, level, comm_rank, .. } = schedule.role;
        let source = core.comms.get(comm).rank_of_level(level, comm_rank, from) as i32;
        let envelope = Envelope { context_id: context_id(comm, Some(number)), source, tag: schedule.role.tag(tag) };
        let mailbox = self.bare.mailbox(schedule.actor);
        let Some((_, message)) = mailbox.messages.take(envelope) else {
            return mailbox.receives.push(envelope, (id, index));
        };
        let bare = &mut self.bare.list[message];
        bare.match_with((id, index));
        if bare.at == At::Receiver {
            self.end_bare(core, messages, message);
        }
    }

    /// A message has arrived.
    pub(crate) fn bare_arrives(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: BareId) {
        let bare = &mut self.bare.list[id];
        core.totals.count_message(bare.bytes.into());
        bare.at = At::Receiver;
        if core.interest.messages {
            let record = Record::Message {
                source: bare.source,
                destination: bare.destination,
                comm: comm_of(bare.envelope.context_id),
                tag: bare.envelope.tag,
                collective: true,
                bytes: bare.bytes.into(),
                protocol: Protocol::Eager,
                posted: bare.posted,
                start: bare.start,
                delivered: core.kernel.now(),
                phase: bare.phase,
            };
            core.observe(record);
        }
        if self.bare.list[id].end != NOBODY {
            self.end_bare(core, messages, id);
        }
    }

    /// A message that has arrived and its receive end, the receive once its overhead is paid.
    fn end_bare(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: BareId) {
        let Bare { source, destination, bytes, end: schedule, vertex, .. } = self.bare.list.remove(id);
        let overhead = core.receive_cost((source, destination), bytes.into());
        if overhead > Time::ZERO && self.starting == 0 && !core.actors.have_threads() {
            // As [`Self::complete_vertex`], without a look at the schedule, which is evicted from the caches.
            return core.charge_then(
                destination,
                CLASS_VERTEX,
                Work::Time(overhead),
                Event::Vertex(schedule, vertex),
            );
        }
        self.complete_vertex(core, messages, schedule, vertex, overhead);
    }

    /// Messages without contents that no receive has matched: each one's source, destination, bytes and tag.
    pub(crate) fn unreceived(&self) -> impl Iterator<Item = (ActorId, ActorId, u64, i32)> {
        let unreceived = self.bare.list.iter().filter(|bare| bare.at != At::Sender && bare.end == NOBODY);
        unreceived.map(|bare| (bare.source, bare.destination, bare.bytes.into(), bare.envelope.tag))
    }
}
