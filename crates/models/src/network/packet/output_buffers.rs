//! Output buffers: what waits for a link behind the crossbar, and gives back the room it took where it came in.
//!
//! A packet that waits for its port is promised room in the port's buffer in the order of its queue: at once if there is room or
//! it is known when there will be, else when a packet before it is sent. As soon as all of it is there it has left the buffer it
//! had come into. So this takes no event.
//!
//! It never holds up a link: a packet at the head of its queue has only such before it as have been sent, and their room is free
//! when the last of them has left the link. Only then can the link take the next one.

use super::network_state::NetworkState;
use super::partition::Partition;
use super::ports::{IN_OUTPUT_BUFFER, NONE, Packet};

impl Partition {
    /// The output buffer of a packet that has a port.
    #[inline]
    fn output_buffer_of(packet: &Packet, network: &NetworkState) -> usize {
        2 * Self::channel_of(packet.out, packet.vc, network) + usize::from(packet.spare > 0)
    }

    /// A packet is about to wait for its port: it gets room if nothing before it waits for that.
    pub(super) fn request_output_buffer(&mut self, index: u32, network: &NetworkState) {
        let at = Self::output_buffer_of(&self.packets[index as usize], network);
        if self.output_buffers[at].outside == NONE && !self.try_output_buffer(index, at, network) {
            self.output_buffers[at].outside = index;
        }
    }

    /// Promises a packet room in its output's buffer, if it is known when there is some.
    fn try_output_buffer(&mut self, index: u32, at: usize, network: &NetworkState) -> bool {
        let packet = &self.packets[index as usize];
        let bytes = i64::from(network.taken(packet.vc, packet.header.bytes));
        let room = &mut self.output_buffers[at].credit;
        room.apply_returned(&mut self.credits, self.now);
        let enters = room.at(&self.credits, bytes);
        if enters == u64::MAX {
            return false;
        }
        room.free -= bytes;
        self.enter_output_buffer(index, enters.max(self.now), network);
        true
    }

    /// A packet has room in its output's buffer at an instant, and leaves the buffer it came into when all of it is there.
    pub(super) fn enter_output_buffer(&mut self, index: u32, enters: u64, network: &NetworkState) {
        let packet = &mut self.packets[index as usize];
        packet.flags |= IN_OUTPUT_BUFFER;
        let packet = *packet;
        self.give_back(&packet, enters.max(packet.tail), network);
    }

    /// A packet that is sent leaves its output's buffer at an instant; there is room for those behind it.
    pub(super) fn leave_output_buffer(&mut self, packet: &Packet, end: u64, network: &NetworkState) {
        let at = Self::output_buffer_of(packet, network);
        assert!(packet.flags & IN_OUTPUT_BUFFER != 0, "what is sent has been in its output's buffer");
        let bytes = network.taken(packet.vc, packet.header.bytes);
        if bytes > 0 {
            self.output_buffers[at].credit.give_back(&mut self.credits, self.now, end, bytes);
        }
        while self.output_buffers[at].outside != NONE {
            let outside = self.output_buffers[at].outside;
            if !self.try_output_buffer(outside, at, network) {
                break;
            }
            self.output_buffers[at].outside = self.packets[outside as usize].next;
        }
    }

    /// Checks that no room is lost: in every output buffer, what is free, comes back and is taken is the buffer.
    ///
    /// # Panics
    /// If some is.
    pub(super) fn check_output_buffers(&self, network: &NetworkState) {
        let mut taken = vec![0u64; self.output_buffers.len()];
        for packet in self.packets_here().filter(|packet| packet.flags & IN_OUTPUT_BUFFER != 0) {
            taken[Self::output_buffer_of(packet, network)] +=
                u64::from(network.taken(packet.vc, packet.header.bytes));
        }
        for (at, (output_buffer, taken)) in self.output_buffers.iter().zip(&taken).enumerate() {
            let port = &self.ports[at / 2 / usize::from(network.vcs)];
            let all = i128::from(output_buffer.credit.known(&self.credits)) + i128::from(*taken);
            let output = self.parameters[usize::from(port.parameters)].output;
            assert_eq!(all, i128::from(output), "room before {}, queue {at}", port.id);
        }
    }
}
