//! Input and output buffers of switches: when packets leave them, and to which sender the credits return.
//!
//! Packets that wait for a port are granted space in its output buffer in the order of their queue. A packet is granted space
//! at once if there is free space, or if it is already known when space will be free. Otherwise it is granted space when a
//! packet before it is sent. A packet leaves its input buffer once it has space in the output buffer and its last byte has
//! arrived. This needs no event of its own.
//!
//! An output buffer never delays a link. When a packet is at the head of its queue, all packets before it have been sent. Their
//! space in the buffer is free when the last of them has left, and the link cannot take the next packet earlier.

use crate::network::packet::parallel::exchange::RemoteCredit;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::credits::UNKNOWN;
use crate::network::packet::switching::packets::{IN_OUTPUT_BUFFER, Input, NONE, Packet};
use platform::RouteState;

impl Partition {
    /// The input buffer that a packet occupies is free at `end`, and its sender knows a link latency later.
    pub(crate) fn return_credit(&mut self, packet: &Packet, end: u64, shared: &SharedState) {
        let RouteState { source, destination, wire_bytes, in_vc, .. } = packet.route;
        let bytes = shared.config.footprint(in_vc, wire_bytes);
        if packet.input.is_source() || source == destination || bytes == 0 {
            return;
        }
        let time = end.saturating_add(self.ports.classes[packet.input_class].latency.ps());
        match packet.input.get() {
            Input::Source(_) => {}
            Input::Port(port) => self.receive_credit(self.ports.channel_index(port, in_vc), bytes, time),
            Input::Remote(link) => {
                let link = self.exchange.link(link);
                let channel = self.ports.channel_index(link.port, in_vc) as u32;
                self.exchange.outbox(link.partition).return_credit(RemoteCredit { channel, bytes, time });
            }
        }
    }

    /// A credit of a channel returns at `time`; its port is to be served if packets wait for it: see
    /// [`Partition::ports_with_new_credit`].
    #[inline]
    pub(crate) fn receive_credit(&mut self, channel: usize, bytes: u32, time: u64) {
        self.ports.return_credit(channel, bytes, self.events.now, time);
        if self.is_waited_for(channel) {
            self.ports_with_new_credit.push(self.ports.port_of_channel(channel));
        }
    }

    /// A packet is about to wait for its port: it gets output space if no packet before it waits for that.
    pub(crate) fn request_output(&mut self, index: u32, shared: &SharedState) {
        let output_buffer = self.ports.output_buffer_index(&self.packets[index]);
        if self.ports.output_buffer(output_buffer).outside == NONE && !self.grant_output(index, output_buffer, shared)
        {
            self.ports.output_buffer(output_buffer).outside = index;
        }
    }

    /// Grants a packet space in its output buffer, if it is known when there is some.
    fn grant_output(&mut self, index: u32, output_buffer: usize, shared: &SharedState) -> bool {
        let packet = &self.packets[index];
        let bytes = shared.config.footprint(packet.out_vc, packet.route.wire_bytes);
        let now = self.events.now;
        let enters = self.ports.take_output(output_buffer, bytes, now);
        if enters == UNKNOWN {
            return false;
        }
        self.enter_output_buffer(index, enters.max(now), shared);
        true
    }

    /// A packet has space in its output buffer at an instant, and leaves its input buffer once its last byte has come.
    pub(crate) fn enter_output_buffer(&mut self, index: u32, enters: u64, shared: &SharedState) {
        let packet = &mut self.packets[index];
        packet.flags |= IN_OUTPUT_BUFFER;
        let packet = *packet;
        self.return_credit(&packet, enters.max(packet.tail), shared);
    }

    /// A packet that is sent leaves its output buffer at `end`; those behind it may enter.
    pub(crate) fn leave_output_buffer(&mut self, packet: &Packet, end: u64, shared: &SharedState) {
        let output_buffer = self.ports.output_buffer_index(packet);
        assert!(packet.has(IN_OUTPUT_BUFFER), "what is sent has been in its output buffer");
        let bytes = shared.config.footprint(packet.out_vc, packet.route.wire_bytes);
        if bytes > 0 {
            self.ports.return_output(output_buffer, bytes, self.events.now, end);
        }
        loop {
            let outside = self.ports.output_buffer(output_buffer).outside;
            if outside == NONE || !self.grant_output(outside, output_buffer, shared) {
                break;
            }
            self.ports.output_buffer(output_buffer).outside = self.packets[outside].next;
        }
    }
}
