//! Transmits packets: occupies the link, sends the packet to the next vertex, or delivers it.

use crate::network::packet::simulator::calendar::Entry;
use crate::network::packet::simulator::events::{ARRIVE, DRAINED, INJECT};
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::{
    IN_OUTPUT_BUFFER, INTRA_HOST, Input, NONE, PackedInput, PackedVertex, Packet, SCALED_LATENCY,
};
use crate::network::packet::switching::ports::{Departure, Port};
use crate::network::scale;
use std::cmp::Reverse;
use units::Time;

impl Partition {
    /// Sends a packet over its port at `start`, now or later.
    pub(crate) fn depart(&mut self, index: u32, start: u64, shared: &SharedState) {
        let config = &shared.config;
        let packet = self.packets[index];
        let departure = self.ports.transmit(&packet, start, self.events.now, config);
        let Departure { port, latency, end, order, takes_credit } = departure;
        self.optional_counters.sent(&packet, (start, end), shared);
        self.counts.hops += 1;
        self.release_buffer(&packet, end, shared);
        if let Input::Source(fifo) = packet.input.get() {
            self.leave_source(&packet, fifo, (start, end), shared);
        }
        let inside = packet.has(INTRA_HOST);
        let latency = match packet.flags & (INTRA_HOST | SCALED_LATENCY) {
            0 => latency,
            SCALED_LATENCY => scale::latency(latency, shared.message(packet.message).latency_factor),
            _ => Time::ZERO,
        };
        let (head, tail) = (start.saturating_add(latency.ps()), end.saturating_add(latency.ps()));
        let is_delivered = match inside {
            true => {
                let links = &shared.particulars(shared.message(packet.message)).intra_host_links;
                usize::from(packet.route.hops) + 1 == links.len()
            }
            false => !takes_credit,
        };
        if is_delivered {
            self.packets[index].tail = tail;
            return self.deliver_packet(index, shared);
        }
        self.forward(index, &packet, &port, (head, tail, order), shared);
    }

    /// A packet leaves the buffer that it occupies at the start of its link at `end`.
    #[inline]
    fn release_buffer(&mut self, packet: &Packet, end: u64, shared: &SharedState) {
        match self.ports.has_output_buffers() {
            false => self.return_credit(packet, end, shared),
            true => self.leave_output_buffer(packet, end, shared),
        }
    }

    /// A packet that has departed as `packet` arrives at the end of its port, and there passes the crossbar: its head and its tail
    /// reach the end at these instants, and it is number `order` on the link.
    #[inline]
    fn forward(
        &mut self,
        index: u32,
        packet: &Packet,
        port: &Port,
        (head, tail, order): (u64, u64, u32),
        shared: &SharedState,
    ) {
        let config = &shared.config;
        let inside = packet.has(INTRA_HOST);
        let sent = &mut self.packets[index];
        // Switches, and hosts that a packet passes, have a crossbar latency; NICs and the destination have none.
        let ends = port.end == PackedVertex::host(packet.route.destination);
        let crossbar = if port.of_topology && !inside && !ends { config.options.switch_latency.ps() } else { 0 };
        sent.tail = tail.saturating_add(crossbar);
        sent.input = PackedInput::port(packet.out);
        (sent.location, sent.input_class, sent.arrival_order) = (port.end, port.class, order);
        sent.flags &= !IN_OUTPUT_BUFFER;
        sent.route.hops = sent.route.hops.saturating_add(u8::from(port.of_topology || inside));
        sent.route.in_vc = packet.out_vc;
        let arrives = head.saturating_add(crossbar);
        if port.partition != self.id {
            let sent = Packet { input: PackedInput::announced(port.remote), ..*sent };
            self.exchange.outbox(port.partition).send(sent, arrives, self.packets.created_at(index));
            return self.packets.remove(index);
        }
        if config.has_ejection_links && ends {
            self.pending_ejections.push(Reverse(arrives));
        }
        self.events.push(arrives, ARRIVE, port.id.0, u64::from(order), index);
    }

    /// A packet leaves its source, which can send the next one.
    #[inline]
    fn leave_source(&mut self, packet: &Packet, fifo: u8, (start, end): (u64, u64), shared: &SharedState) {
        let message = shared.message(packet.message);
        if shared.uses_injection_fifos(message) {
            return self.events.push(end, DRAINED, message.nic, u64::from(fifo), message.nic);
        }
        let paced = message.paced && message.sender.unsent_bytes.get() > 0;
        let time = if paced { start.max(message.sender.next_send_at.get()) } else { start };
        self.events.push(time, INJECT, message.nic, message.sequence, packet.message);
    }

    /// A packet is delivered: its last byte is at the destination at its `tail`.
    pub(crate) fn deliver_packet(&mut self, index: u32, shared: &SharedState) {
        let Packet { message: message_index, tail, .. } = self.packets[index];
        let message = shared.message(message_index);
        if let Some(last) = message.receiver.arrives(tail, shared.config.is_divided()) {
            let time = last.saturating_add(message.intra_host_latency.ps());
            self.arrivals.push(Entry::new(time, 0, 0, message.sequence, message_index));
        }
        self.packets.remove(index);
    }

    /// A packet that waited departs at `start`: if the link was idle before, that was for lack of credit.
    pub(crate) fn count_stall(&mut self, port: u32, start: u64, shared: &SharedState) {
        let idle = self.ports.idle_since(port);
        if idle < start {
            self.add_stall(port, idle, start);
            if self.optional_counters.counts_stalls() {
                self.add_stalled_use(port, idle, start, shared);
            }
        }
    }

    /// Adds a stall to the counts of a port and its channels.
    #[cold]
    fn add_stall(&mut self, port: u32, from: u64, to: u64) {
        self.ports.waits(port).stalled += to - from;
        for channel in self.ports.channel_indices(port as usize) {
            if self.is_waited_for(channel) {
                let waits = self.ports.channel_waits(channel);
                waits.stalled += to - from.max(waits.since).min(to);
            }
        }
    }

    /// Counts a stall for the phases of the packets that are next in their channels.
    fn add_stalled_use(&mut self, port: u32, from: u64, to: u64, shared: &SharedState) {
        for (vc, channel) in (0..shared.config.vcs).zip(self.ports.channel_indices(port as usize)) {
            let queues = self.ports.channel(channel).queues;
            let heads = queues.iter().map(|queue| queue.head).filter(|head| *head != NONE);
            let inputs = self.arbiters.get(port as usize).into_iter().flat_map(|arbiter| arbiter.heads(vc));
            let next = heads.chain(inputs).map(|head| &self.packets[head]).min_by_key(|packet| packet.queue_order);
            let since = from.max(self.ports.channel_waits(channel).since);
            if let Some(packet) = next.filter(|_| since < to) {
                self.optional_counters.stalled(packet, (since, to), shared);
            }
        }
    }
}
