//! The steps of messages without contents ([`super::bare`]): a send begins, its message leaves, a receive begins, a message arrives.

use super::Schedules;
use super::bare::{At, Bare, NOBODY, Vertex};
use super::role::Role;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, CLASS_VERTEX, Event};
use crate::ids::BareId;
use crate::matching::Envelope;
use crate::message::{comm_of, context_id};
use crate::point_to_point::PointToPoint;
use crate::token::Token;
use ops::{Protocol, Record, Work};
use units::{ActorId, Time};

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
