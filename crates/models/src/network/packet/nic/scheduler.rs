//! Injection of messages by NICs that have no injection FIFOs (for NICs with FIFOs, see module `fifos`). Such a NIC sends up to
//! `concurrent-messages` messages at once, one packet of each in turn.
//!
//! A message passes three gates in this order before its first packet is sent. A message has left when its last packet has.
//!
//! | gate | which messages | a message waits until | method: message comes to the gate | method: next message passes |
//! |---|---|---|---|---|
//! | connection (a pair of sending and receiving rank) | all, with `order=connection` | the message before it on the connection has left | `enter_connection` | `leave_queues` |
//! | send queue of the NIC | those of up to `send-queue` bytes to other hosts, with `order=connection` | the one before it in the queue has left | `enter_send_queue` | `leave_queues` |
//! | the NIC's `concurrent-messages` slots | those to other hosts | a slot is free | `admit` | `release_slot` |

use crate::network::packet::options::Arbitration;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::link_rate::NO_CARRY;
use crate::network::packet::switching::packets::{
    INTRA_HOST, NONE, PackedInput, PackedVertex, Packet, SCALED_LATENCY,
};
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;

impl Partition {
    /// `INJECT`: a message may start, or its previous packet has left the source.
    pub(crate) fn handle_inject(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        if message.sender.packets_created.get() > 0 {
            return self.packet_left(index, shared);
        }
        match shared.uses_injection_fifos(message) {
            true => self.enter_fifos(index, shared),
            false => self.enter_connection(index, shared),
        }
    }

    /// A message comes to its connection.
    fn enter_connection(&mut self, index: u32, shared: &SharedState) {
        let waits = match shared.message(index).connection {
            Some(connection) if shared.config.options.keeps_order() => !self.connections.enqueue(connection, index),
            _ => false,
        };
        if !waits {
            self.enter_send_queue(index, shared);
        }
    }

    /// No message is before it on its connection.
    fn enter_send_queue(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        if !message.passes_send_queue || self.send_queues.enqueue(message.nic, index) {
            self.admit(index, shared);
        }
    }

    /// The last packet of a message has left: those that waited for it follow.
    fn leave_queues(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        if message.passes_send_queue
            && let Some(next) = self.send_queues.dequeue(message.nic)
        {
            self.admit(next, shared);
        }
        if shared.config.options.keeps_order()
            && let Some(connection) = message.connection
            && let Some(next) = self.connections.dequeue(connection)
        {
            self.enter_send_queue(next, shared);
        }
    }

    /// Starts a message, or lets it wait if its NIC sends as many as it can.
    fn admit(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        if !message.is_intra_host() {
            let active = shared.active_messages(message.nic);
            let count = active.load(Relaxed);
            if count == shared.config.options.concurrent_messages {
                self.pending_messages.entry(message.nic).or_default().push_back(index);
                return;
            }
            active.store(count + 1, Relaxed);
        }
        self.inject(index, shared);
    }

    /// A packet of a message has left its source: the next one of it, or of a message that waits, follows.
    fn packet_left(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        if message.sender.unsent_bytes.get() > 0 {
            return self.inject(index, shared);
        }
        if !message.is_intra_host() {
            self.release_slot(message.nic, shared);
        }
        self.leave_queues(index, shared);
    }

    /// A NIC has sent a message: one that waits for it follows.
    fn release_slot(&mut self, nic: u32, shared: &SharedState) {
        let active = shared.active_messages(nic);
        let count = active.load(Relaxed);
        // Messages wait only for NICs that send as many as they can.
        let next = match count == shared.config.options.concurrent_messages {
            true => self.pending_messages.get_mut(&nic).and_then(VecDeque::pop_front),
            false => None,
        };
        match next {
            Some(next) => self.inject(next, shared),
            None => active.store(count - 1, Relaxed),
        }
    }

    /// Creates the next packet of a message and sends it on its way.
    fn inject(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        let inside = match message.is_intra_host() {
            true => shared.particulars(message).intra_host_links.first().copied(),
            false => None,
        };
        let first = inside.or_else(|| shared.config.machine.injection_link(message.source));
        let packet = self.create_packet(index, shared);
        if first.is_none() {
            self.precomputed_routes.apply(&mut self.packets[packet]);
        }
        self.leave_source_over(packet, first, shared);
    }

    /// Creates the next packet of a message. Its last byte is there now, or when the message's pace says.
    pub(crate) fn create_packet(&mut self, index: u32, shared: &SharedState) -> u32 {
        let message = shared.message(index);
        let sender = &message.sender;
        let (made, route) = shared.next_packet(message);
        let now = self.events.now;
        let pace = if message.paced { shared.particulars(message).pace } else { None };
        let tail = match pace {
            None => now,
            Some(pace) => {
                let clock = sender.next_send_at.get();
                let idle = made == 0 || now > clock;
                let (time, carry) =
                    pace.back_to_back(route.wire_bytes, if idle { NO_CARRY } else { sender.pacing_carry.get() });
                let clock = now.max(clock).saturating_add(time);
                sender.pacing_carry.set(carry);
                sender.next_send_at.set(clock);
                clock
            }
        };
        let left = sender.unsent_bytes.get();
        sender.unsent_bytes.set(left - left.min(u64::from(shared.config.options.mtu)));
        sender.packets_created.set(u64::from(made) + 1);
        let scaled = if message.scaled_latency { SCALED_LATENCY } else { 0 };
        let packet = Packet {
            route,
            message: index,
            sequence: made,
            input: PackedInput::source(0),
            out: NONE,
            next: NONE,
            arrival_order: 0,
            queue_order: 0,
            tail,
            location: PackedVertex::host(message.source.host),
            input_class: 0,
            out_vc: 0,
            flags: scaled | if message.is_intra_host() { INTRA_HOST } else { 0 },
        };
        self.counts.packets += 1;
        self.insert_packet(packet, now, shared)
    }

    /// Adds a packet that was created at an instant.
    pub(crate) fn insert_packet(&mut self, packet: Packet, created_at: u64, shared: &SharedState) -> u32 {
        let index = self.packets.insert(packet);
        if shared.config.options.arbitration == Arbitration::Age {
            self.packets.set_created_at(index, created_at);
        }
        index
    }
}
