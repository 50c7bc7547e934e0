//! Output buffers: what waits for a link behind the crossbar, and gives back the room it took where it came in.
//!
//! A packet that waits for its port is promised room in the port's buffer in the order of its queue: at once if there is room or
//! it is known when there will be, else when a packet before it is sent. As soon as all of it is there it has left the buffer it
//! had come into. So this takes no event.
//!
//! It never holds up a link: a packet at the head of its queue has only such before it as have been sent, and their room is free
//! when the last of them has left the link. Only then can the link take the next one.

use super::ports::{CROSSES, NONE, Packet};
use super::sector::Sector;
use super::world::World;

impl Sector {
    /// The output buffer of a packet that has a port.
    #[inline]
    fn outlet_of(packet: &Packet, world: &World) -> usize {
        2 * Self::channel_of(packet.out, packet.vc, world) + usize::from(packet.spare > 0)
    }

    /// A packet is about to wait for its port: it gets room if nothing before it waits for that.
    pub(super) fn line_up(&mut self, index: u32, world: &World) {
        let at = Self::outlet_of(&self.packets[index as usize], world);
        if self.outlets[at].outside == NONE && !self.cross(index, at, world) {
            self.outlets[at].outside = index;
        }
    }

    /// Promises a packet room in its output's buffer, if it is known when there is some.
    fn cross(&mut self, index: u32, at: usize, world: &World) -> bool {
        let packet = &self.packets[index as usize];
        let bytes = i64::from(world.taken(packet.vc, packet.header.bytes));
        let room = &mut self.outlets[at].room;
        room.settle(&mut self.notes, self.now);
        let enters = room.at(&self.notes, bytes);
        if enters == u64::MAX {
            return false;
        }
        room.free -= bytes;
        self.enter_outlet(index, enters.max(self.now), world);
        true
    }

    /// A packet has room in its output's buffer at an instant, and leaves the buffer it came into when all of it is there.
    pub(super) fn enter_outlet(&mut self, index: u32, enters: u64, world: &World) {
        let packet = &mut self.packets[index as usize];
        packet.flags |= CROSSES;
        let packet = *packet;
        self.give_back(&packet, enters.max(packet.tail), world);
    }

    /// A packet that is sent leaves its output's buffer at an instant; there is room for those behind it.
    pub(super) fn leave_outlet(&mut self, packet: &Packet, end: u64, world: &World) {
        let at = Self::outlet_of(packet, world);
        assert!(packet.flags & CROSSES != 0, "what is sent has been in its output's buffer");
        let bytes = world.taken(packet.vc, packet.header.bytes);
        if bytes > 0 {
            self.outlets[at].room.give_back(&mut self.notes, self.now, end, bytes);
        }
        while self.outlets[at].outside != NONE {
            let outside = self.outlets[at].outside;
            if !self.cross(outside, at, world) {
                break;
            }
            self.outlets[at].outside = self.packets[outside as usize].next;
        }
    }

    /// Checks that no room is lost: in every output buffer, what is free, comes back and is taken is the buffer.
    ///
    /// # Panics
    /// If some is.
    pub(super) fn check_outlets(&self, world: &World) {
        let mut taken = vec![0u64; self.outlets.len()];
        for packet in self.packets_here().filter(|packet| packet.flags & CROSSES != 0) {
            taken[Self::outlet_of(packet, world)] += u64::from(world.taken(packet.vc, packet.header.bytes));
        }
        for (at, (outlet, taken)) in self.outlets.iter().zip(&taken).enumerate() {
            let port = &self.ports[at / 2 / usize::from(world.vcs)];
            let all = i128::from(outlet.room.known(&self.notes)) + i128::from(*taken);
            let output = self.figures[usize::from(port.figures)].output;
            assert_eq!(all, i128::from(output), "room before {}, queue {at}", port.id);
        }
    }
}
