//! The packets in flight in a partition of the packet model, each in one cache line.

use platform::{Hop, RouteState, Vertex};
use std::ops::{Index, IndexMut};
use units::{HostId, LinkId};

/// No packet, port or list element.
pub(crate) const NONE: u32 = u32::MAX;

/// A vertex in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedVertex(u32);

impl PackedVertex {
    const SWITCH: u32 = 1 << 31;
    /// The unknown end of a link.
    pub(crate) const UNKNOWN: Self = Self(u32::MAX);

    pub(crate) fn host(host: HostId) -> Self {
        debug_assert!(host.0 < Self::SWITCH);
        Self(host.0)
    }

    pub(crate) fn of(vertex: Vertex) -> Self {
        match vertex {
            Vertex::Host(host) => Self::host(host),
            Vertex::Switch(switch) => Self(switch | Self::SWITCH),
        }
    }

    pub(crate) fn vertex(self) -> Vertex {
        match self {
            Self::UNKNOWN => Vertex::Switch(u32::MAX),
            Self(packed) if packed < Self::SWITCH => Vertex::Host(HostId(packed)),
            Self(packed) => Vertex::Switch(packed & !Self::SWITCH),
        }
    }
}

/// An [`Input`] in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedInput(u32);

/// Where a packet has come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Nowhere: it is at its source, in a FIFO of the NIC if the NIC has FIFOs (else 0).
    Source(u8),
    /// A port of this partition.
    Port(u32),
    /// A link from another partition: its index among the `crate::network::packet::parallel::exchange::RemoteLinks`.
    Remote(u32),
}

impl PackedInput {
    const REMOTE: u32 = 1 << 31;
    /// This and above are FIFOs of the source.
    const SOURCE: u32 = u32::MAX - u8::MAX as u32;
    /// Ports and remote links are below.
    pub(crate) const LIMIT: u32 = Self::SOURCE & !Self::REMOTE;

    #[inline]
    pub(crate) fn source(fifo: u8) -> Self {
        Self(Self::SOURCE | u32::from(fifo))
    }

    #[inline]
    pub(crate) fn port(port: u32) -> Self {
        Self(port)
    }

    #[inline]
    pub(crate) fn remote(link: u32) -> Self {
        Self(link | Self::REMOTE)
    }

    /// Of a packet in an outbox, for whose input the receiver has an index of its own: the index under which the sender has
    /// announced the link.
    #[inline]
    pub(crate) fn announced(link: u32) -> Self {
        Self::remote(link)
    }

    /// See [`PackedInput::announced`].
    pub(crate) fn announced_link(self) -> u32 {
        match self.get() {
            Input::Remote(link) => link,
            _ => unreachable!("a packet between partitions has a link"),
        }
    }

    #[inline]
    pub(crate) fn get(self) -> Input {
        match self.0 {
            bits if bits >= Self::SOURCE => Input::Source(bits as u8),
            bits if bits >= Self::REMOTE => Input::Remote(bits & !Self::REMOTE),
            bits => Input::Port(bits),
        }
    }

    #[inline]
    pub(crate) fn is_source(self) -> bool {
        self.0 >= Self::SOURCE
    }
}

/// A packet: 64 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Packet {
    pub(crate) route: RouteState,
    pub(crate) message: u32,
    /// How many packets of its message were created before it.
    pub(crate) sequence: u32,
    pub(crate) input: PackedInput,
    /// The port that it is assigned to. From [`Packet::store_hop`] to [`Packet::take_stored_hop`], while it is [`ROUTED`], the
    /// link that it will take: there may be no port for that yet.
    pub(crate) out: u32,
    /// The next packet of its queue, or the next free record.
    pub(crate) next: u32,
    /// How many packets came over its input before it: orders events of one instant.
    pub(crate) arrival_order: u32,
    /// How many packets have waited for `out` before it: orders queues.
    pub(crate) queue_order: u32,
    /// When its last byte has arrived and passed the crossbar, in picoseconds; at its destination, and in a host's memory, there
    /// is none to pass.
    pub(crate) tail: u64,
    /// Where it is, or is going.
    pub(crate) location: PackedVertex,
    /// Class of the link it came over, in the [`crate::network::packet::switching::link_class::LinkClassTable`].
    pub(crate) input_class: u16,
    /// The VC it leaves in.
    pub(crate) out_vc: u8,
    /// [`ROUTED`], [`INTRA_HOST`], [`SCALED_LATENCY`], [`IN_OUTPUT_BUFFER`], [`BUBBLE`].
    pub(crate) flags: u8,
}

/// Its next hop is computed, ahead of its arrival.
pub(crate) const ROUTED: u8 = 1;
/// It stays inside a host.
pub(crate) const INTRA_HOST: u8 = 2;
/// Its message has a latency factor other than 1.
pub(crate) const SCALED_LATENCY: u8 = 4;
/// It has space in its output buffer, now or at a known instant.
pub(crate) const IN_OUTPUT_BUFFER: u8 = 8;
/// Its hop enters a ring, where it must leave a bubble: see [`Hop::bubble`].
pub(crate) const BUBBLE: u8 = 16;

impl Packet {
    #[inline]
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Sets the VC and the bubble of its next hop, and `out`: a port, or a link.
    #[inline]
    pub(crate) fn set_hop(&mut self, out: u32, vc: u8, bubble: bool) {
        (self.out, self.out_vc) = (out, vc);
        self.flags = if bubble { self.flags | BUBBLE } else { self.flags & !BUBBLE };
    }

    /// Stores a hop that was computed ahead of the arrival.
    pub(crate) fn store_hop(&mut self, hop: Hop) {
        self.set_hop(hop.link.0, hop.vc, hop.bubble);
        self.flags |= ROUTED;
    }

    /// The hop that was stored, once.
    #[inline]
    pub(crate) fn take_stored_hop(&mut self) -> Option<Hop> {
        if !self.has(ROUTED) {
            return None;
        }
        self.flags &= !ROUTED;
        Some(Hop { link: LinkId(self.out), vc: self.out_vc, bubble: self.has(BUBBLE) })
    }
}

/// The packets of a partition, by index.
#[derive(Debug)]
pub(crate) struct PacketPool {
    packets: Vec<Packet>,
    free: u32,
    /// When each was created, where arbitration is by age.
    created_at: Vec<u64>,
    in_flight: u64,
    most_in_flight: u64,
}

impl Default for PacketPool {
    fn default() -> Self {
        Self { packets: Vec::new(), free: NONE, created_at: Vec::new(), in_flight: 0, most_in_flight: 0 }
    }
}

impl PacketPool {
    /// Adds a packet and returns its index.
    pub(crate) fn insert(&mut self, packet: Packet) -> u32 {
        self.in_flight += 1;
        self.most_in_flight = self.most_in_flight.max(self.in_flight);
        if self.free == NONE {
            self.packets.push(packet);
            return self.packets.len() as u32 - 1;
        }
        let index = self.free;
        self.free = self.packets[index as usize].next;
        self.packets[index as usize] = packet;
        index
    }

    /// Frees the record of a packet.
    pub(crate) fn remove(&mut self, index: u32) {
        self.packets[index as usize].next = self.free;
        self.free = index;
        self.in_flight -= 1;
    }

    /// Records when a packet was created.
    pub(crate) fn set_created_at(&mut self, index: u32, at: u64) {
        self.created_at.resize(self.packets.len(), 0);
        self.created_at[index as usize] = at;
    }

    /// When a packet was created, if that is recorded.
    pub(crate) fn created_at(&self, index: u32) -> Option<u64> {
        self.created_at.get(index as usize).copied()
    }

    /// Packets under way, and the most at any time.
    pub(crate) fn in_flight(&self) -> (u64, u64) {
        (self.in_flight, self.most_in_flight)
    }

    /// The packets under way.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Packet> {
        let mut idle = vec![false; self.packets.len()];
        let mut at = self.free;
        while at != NONE {
            idle[at as usize] = true;
            at = self.packets[at as usize].next;
        }
        self.packets.iter().zip(idle).filter(|(_, idle)| !idle).map(|(packet, _)| packet)
    }
}

impl Index<u32> for PacketPool {
    type Output = Packet;

    #[inline]
    fn index(&self, index: u32) -> &Packet {
        &self.packets[index as usize]
    }
}

impl IndexMut<u32> for PacketPool {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut Packet {
        &mut self.packets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_is_a_cache_line() {
        assert_eq!(size_of::<Packet>(), 64);
    }

    #[test]
    fn vertices_and_inputs_are_packed() {
        for vertex in [Vertex::Host(HostId(0)), Vertex::Host(HostId(7)), Vertex::Switch(0), Vertex::Switch(9)] {
            assert_eq!(PackedVertex::of(vertex).vertex(), vertex);
        }
        assert_eq!(PackedVertex::of(Vertex::Switch(u32::MAX)), PackedVertex::UNKNOWN);
        assert_eq!(PackedVertex::UNKNOWN.vertex(), Vertex::Switch(u32::MAX));
        let last = PackedInput::LIMIT - 1;
        assert_eq!([0, 255].map(|fifo| PackedInput::source(fifo).get()), [Input::Source(0), Input::Source(255)]);
        assert_eq!([0, last].map(|port| PackedInput::port(port).get()), [Input::Port(0), Input::Port(last)]);
        assert_eq!([0, last].map(|link| PackedInput::remote(link).get()), [Input::Remote(0), Input::Remote(last)]);
        assert!(PackedInput::source(3).is_source() && !PackedInput::remote(last).is_source());
    }
}
