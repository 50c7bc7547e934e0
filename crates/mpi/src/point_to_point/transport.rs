//! Transport of a message's data. Hands the data to the network: in one piece, or in several pieces if buffers are finite.
//! Delivers the data, and decides when the send ends, according to the library's key `send_end`
//! (docs/models/point-to-point.md):
//!
//! | `send_end` | the send ends |
//! |---|---|
//! | at once | when the send overhead has been paid, at which time receives begin to see the message ([`PointToPoint::make_visible`]) |
//! | handed over | when all but the last `send_buffer` bytes have arrived; for messages of at most `send_buffer` bytes, when the data start. For messages between hosts, if the network model has send buffers of its own: when these buffers have taken all bytes |
//! | matched | when the message is matched with a receive; with rendezvous, when the data start |
//! | delivered | when the last byte has arrived and, except with rendezvous, the receiver is inside MPI |

use super::{EndsDone, PointToPoint, VertexDone, complete_owner};
use crate::actor::Deferred;
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::ids::{LentId, MessageId};
use crate::library::SendEnd;
use crate::message::{Cancellation, Message, Owner, Piece, comm_of};
use crate::payload::{Memory, Payload};
use crate::token::Token;
use ops::{Protocol, Record, Status};
use units::{ActorId, Time};

impl PointToPoint {
    /// Hands all data that are left to the network. `handshake_rounds` round trips of an empty message are added to their
    /// latency: they carry no bytes and meet no contention. Returns the send's vertex, if the send ends here.
    pub(crate) fn send_data(
        &mut self,
        core: &mut EngineCore<'_>,
        id: MessageId,
        handshake_rounds: u32,
    ) -> Option<VertexDone> {
        let message = &mut self.messages[id];
        let data = &mut message.data;
        let whole = handshake_rounds == 0 && data.queued == 0 && !data.in_network();
        if whole && matches!(message.send_end, SendEnd::AtOnce | SendEnd::Delivered) {
            // One piece, and the send does not end here: most messages.
            let bytes = data.unsent;
            data.queued = bytes;
            let latency = core.protocol(message.source, message.destination).latency_factor.at(message.bytes);
            Self::send_piece(core, (id, message), bytes, latency);
            return None;
        }
        let bytes = data.unsent - data.queued;
        self.send_bytes(core, id, bytes, handshake_rounds);
        self.data_started(core, id)
    }

    /// Hands the next `bytes` bytes of the data to the network, or queues them: a network that does not keep the order of a
    /// connection would carry several pieces at once, faster than the whole.
    fn send_bytes(&mut self, core: &mut EngineCore<'_>, id: MessageId, bytes: u64, handshake_rounds: u32) {
        let Message { source, destination, bytes: all, .. } = self.messages[id];
        let factor = &core.protocol(source, destination).latency_factor;
        let latency = factor.at(all) + f64::from(2 * handshake_rounds) * factor.at(0);
        let data = &mut self.messages[id].data;
        data.queued += bytes;
        if !data.in_network() || core.kernel.network_keeps_order() {
            self.send_queued(core, id, latency);
        }
    }

    /// Hands queued bytes to the network: the rest of the data in two pieces, if the send ends before the second has arrived.
    #[inline(never)]
    fn send_queued(&mut self, core: &mut EngineCore<'_>, id: MessageId, latency_factor: f64) {
        let message = &mut self.messages[id];
        let (queued, buffer) = (message.data.queued, core.library.protocol.send_buffer);
        let cut = message.send_end == SendEnd::HandedOver
            && queued == message.data.unsent
            && (1..queued).contains(&buffer)
            && !network_takes(core, message);
        if !cut {
            return Self::send_piece(core, (id, message), queued, latency_factor);
        }
        Self::send_piece(core, (id, message), queued - buffer, latency_factor);
        if core.kernel.network_keeps_order() {
            Self::send_piece(core, (id, message), buffer, latency_factor);
        }
    }

    /// Hands the next `bytes` of the queued bytes to the network.
    #[inline(always)]
    fn send_piece(
        core: &mut EngineCore<'_>,
        (id, message): (MessageId, &mut Message),
        bytes: u64,
        latency_factor: f64,
    ) {
        message.start = core.kernel.now();
        message.data.unsent -= bytes;
        message.data.queued -= bytes;
        let last = message.data.unsent == 0;
        let token = if last {
            message.data.last_piece = Piece::InNetwork;
            Token::Message(id)
        } else {
            message.data.pieces += 1;
            Token::MessagePiece(id)
        };
        let ends = (message.source, message.destination);
        // The bandwidth factor is that of the whole message.
        let mut transfer = core.transfer_at(latency_factor, token, ends, message.bytes, message.phase);
        transfer.source.held = message.data.held;
        transfer.bytes = if last { bytes + message.data.envelope(&core.library.protocol) } else { bytes };
        if last {
            core.notify(|| Notice::DataSent { message: id, transfer: &transfer });
        }
        if core.domain.is_some() {
            return core.depart_here(&transfer, id);
        }
        core.kernel.transfer(&transfer);
    }

    /// The data of a message have started, or more of them: does its send end?
    #[inline(always)]
    pub(super) fn data_started(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let message = &self.messages[id];
        let ends = match message.send_end {
            SendEnd::AtOnce | SendEnd::Delivered => false,
            SendEnd::Matched => message.receive().is_some(),
            // Then [`Self::data_taken`] tells.
            SendEnd::HandedOver if network_takes(core, message) => false,
            SendEnd::HandedOver => {
                let left = match message.data.last_piece {
                    Piece::AtSender => message.data.unsent,
                    // It is no longer than the buffer, if there is one.
                    Piece::InNetwork => u64::from(message.bytes > 0),
                    Piece::Arrived => 0,
                };
                message.data.pieces == 0 && left <= core.library.protocol.send_buffer
            }
        };
        if ends { self.end_send(core, id, None) } else { None }
    }

    /// The network has taken the last byte of a message: does its send end?
    pub(crate) fn data_taken(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let message = &self.messages[id];
        let ends = message.send_end == SendEnd::HandedOver && network_takes(core, message);
        if ends && message.cancellation == Cancellation::None { self.end_send(core, id, None) } else { None }
    }

    /// Hands the data of an eager message to the network: all, or what a buffer of finite size takes while the receiver is
    /// not inside MPI.
    pub(super) fn send_eager(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let size = core.library.protocol.eager_buffer;
        let message = &self.messages[id];
        let (ends, bytes) = ((message.source, message.destination), message.bytes);
        if size == u64::MAX || ends.0 == ends.1 || core.is_inside(ends.1) {
            return self.send_data(core, id, 0);
        }
        let (taken, first) = self.eager_buffers.hold(ends, id, bytes, size);
        if first {
            core.defer(ends.1, Deferred::EagerData);
        }
        if taken == bytes {
            return self.send_data(core, id, 0);
        }
        if taken > 0 {
            self.send_bytes(core, id, taken, 0);
        }
        self.data_started(core, id)
    }

    /// The messages that have waited for room in the buffers of a rank that is inside MPI now.
    pub(crate) fn take_held(&mut self, rank: ActorId) -> Vec<MessageId> {
        self.eager_buffers.drain(rank)
    }

    /// There is room for a message now.
    pub(crate) fn send_held(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        self.send_data(core, id, 0)
    }

    /// The receiver's library takes an eager message of which all has arrived, if it is inside MPI; else later.
    fn take(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let destination = self.messages[id].destination;
        if core.defer(destination, Deferred::SendEnd(id)) {
            self.messages[id].end_deferred = true;
            return None;
        }
        self.end_send(core, id, None)
    }

    /// The receiver's library takes an eager message that it could not take before, in a call of `by`.
    pub(crate) fn taken_late(&mut self, core: &mut EngineCore<'_>, id: MessageId, by: ActorId) -> Option<VertexDone> {
        let done = self.end_send(core, id, Some(by));
        if self.messages[id].received {
            self.messages.remove(id);
        }
        done
    }

    /// The send of a message ends: completes its request, or returns its vertex. `taken_by`: it has waited for this actor.
    pub(super) fn end_send(
        &mut self,
        core: &mut EngineCore<'_>,
        id: MessageId,
        taken_by: Option<ActorId>,
    ) -> Option<VertexDone> {
        let message = &mut self.messages[id];
        if std::mem::replace(&mut message.send_ended, true) {
            return None;
        }
        let (source, owner) = (message.source, message.owner);
        let mut lent = None;
        if let Payload::AtSender(from) = message.payload {
            lent = lend(core, (source, owner), from, message.bytes);
            message.payload = match lent {
                Some(lent) => Payload::Lent(lent),
                None => core.capture(source, from, message.bytes),
            };
        }
        let done = if message.send_end == SendEnd::AtOnce {
            complete_owner(core, source, owner, Status::EMPTY, Time::ZERO)
        } else {
            core.notify(|| Notice::SendCompletes { message: id, data: &self.messages[id], taken_by });
            let done = complete_owner(core, source, owner, Status::EMPTY, Time::ZERO);
            core.notify(|| Notice::Completed);
            done
        };
        done.map(|done| VertexDone { lent, ..done })
    }

    /// A piece of a message's data has arrived; `last`: the last one. Returns the vertices that end: the receiver's, then the
    /// sender's.
    pub(crate) fn piece_arrived(&mut self, core: &mut EngineCore<'_>, id: MessageId, last: bool) -> EndsDone {
        let message = &mut self.messages[id];
        if last {
            message.data.last_piece = Piece::Arrived;
        } else {
            message.data.pieces -= 1;
        }
        if message.cancellation != Cancellation::None {
            if !message.data.in_network() {
                self.end_withdrawn(core, id);
            }
            return [None; 2];
        }
        if message.data.delivered() {
            return self.data_arrived(core, id);
        }
        if message.data.queued > 0 {
            // What follows has been on its way behind this piece.
            self.send_queued(core, id, 0.0);
        }
        [None, self.data_started(core, id)]
    }

    /// The last byte of a message has arrived.
    fn data_arrived(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> EndsDone {
        let message = &self.messages[id];
        core.totals.count_message(message.bytes);
        core.notify(|| Notice::MessageDelivered { message: id, start: message.start });
        if core.interest.messages {
            let record = Record::Message {
                source: message.source,
                destination: message.destination,
                comm: comm_of(message.context_id),
                tag: message.tag,
                collective: message.context_id as u32 != 0,
                bytes: message.bytes,
                protocol: message.protocol,
                posted: message.posted,
                start: message.start,
                delivered: core.kernel.now(),
                phase: message.phase,
            };
            core.observe(record);
        }
        if message.receive().is_some() {
            return self.complete_transfer(core, id);
        }
        debug_assert!(message.protocol == Protocol::Eager, "data of other protocols start at the match");
        let taken = message.send_end == SendEnd::Delivered;
        [None, if taken { self.take(core, id) } else { self.data_started(core, id) }]
    }
}

/// Lends the contents of a send that ends until its owner may change them, which it says when it does.
fn lend(core: &mut EngineCore<'_>, (source, owner): (ActorId, Owner), from: Memory, bytes: u64) -> Option<LentId> {
    match owner {
        // The call returns.
        Owner::Call => None,
        Owner::Vertex(..) => core.lend(source, from, bytes),
        Owner::Request(request) if core.actors[source].requests.is_released(request) => None,
        Owner::Request(request) => {
            let lent = core.lend(source, from, bytes)?;
            core.actors[source].requests.lend(request, lent);
            Some(lent)
        }
    }
}

/// Whether the network says when it has taken the bytes of a message: between hosts, where it has send buffers.
fn network_takes(core: &EngineCore<'_>, message: &Message) -> bool {
    let ends = [message.source, message.destination].map(|end| core.actors.vitals(end).endpoint.host);
    core.kernel.network_takes_bytes() && ends[0] != ends[1]
}
