//! Output ports of hosts and switches. Each port sends over one link, and keeps the credits for the input buffers at the other
//! end of this link.
//!
//! For speed, a packet's hop touches two cache lines alone: the port and its virtual channel. Counters that change only when
//! packets wait lie elsewhere.

use crate::network::packet::config::NetworkConfig;
use crate::network::packet::switching::credits::{AVAILABLE, BufferCredit, TimedBytesPool, UNKNOWN};
use crate::network::packet::switching::link_class::{LinkClass, LinkClassTable};
use crate::network::packet::switching::link_rate::NO_CARRY;
use crate::network::packet::switching::packets::{BUBBLE, NONE, PackedInput, PackedVertex, Packet};
use crate::network::packet::switching::port_occupancy::PortOccupancy;
use platform::RoutingScope;
use std::ops::{Index, IndexMut, Range};
use units::{LinkId, Time};

/// Packets that wait for one VC, first come first served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketQueue {
    pub(crate) head: u32,
    tail: u32,
}

const EMPTY: PacketQueue = PacketQueue { head: NONE, tail: NONE };

/// A VC of a port: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct VirtualChannel {
    /// By [`BUBBLE`]: packets in transit in a ring, or in a VC without rings; and packets that enter a ring and must leave a
    /// bubble there. Neither blocks the other.
    pub(crate) queues: [PacketQueue; 2],
    /// The buffer at the end of the link.
    credit: BufferCredit,
    /// Bytes and packets carried.
    pub(crate) bytes: u64,
    pub(crate) packets: u64,
}

impl VirtualChannel {
    fn new(buffer: u64) -> Self {
        Self { queues: [EMPTY; 2], credit: BufferCredit::new(buffer), bytes: 0, packets: 0 }
    }

    #[inline]
    fn is_waited_for(&self) -> bool {
        self.queues[0].head != NONE || self.queues[1].head != NONE
    }
}

/// The buffer before a link for the packets of one queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputBuffer {
    pub(crate) credit: BufferCredit,
    /// The first packet of the queue without space in it.
    pub(crate) outside: u32,
}

impl OutputBuffer {
    fn new(buffer: u64) -> Self {
        Self { credit: BufferCredit::new(buffer), outside: NONE }
    }
}

/// A link, at its start: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Port {
    /// When the last transmission that is decided ends.
    pub(crate) free_at: u64,
    /// What [`crate::network::packet::switching::link_rate::LinkRate::back_to_back`] carries over.
    pub(crate) carry: u64,
    /// Picoseconds spent sending.
    pub(crate) busy: u64,
    pub(crate) id: LinkId,
    /// Where it ends.
    pub(crate) end: PackedVertex,
    /// Packets in its queues.
    pub(crate) waiting_packets: u32,
    /// Packets that have waited since none did.
    pub(crate) wait_count: u32,
    /// Packets that were sent, modulo 2^32: packets of one link in flight are far fewer.
    pub(crate) sent: u32,
    /// Its class in the [`LinkClassTable`].
    pub(crate) class: u16,
    /// The partition of its end.
    pub(crate) partition: u16,
    /// Its index among the links into that partition, if that is another one.
    pub(crate) remote: u32,
    /// Packets take no credit at its end: it leads into a NIC, or stays in a host.
    pub(crate) takes_no_credit: bool,
    /// It is one of the topology's.
    pub(crate) of_topology: bool,
}

impl Port {
    /// A port that has not been used.
    pub(crate) fn new(id: LinkId, end: PackedVertex, class: u16, (partition, remote): (u16, u32)) -> Self {
        Self {
            free_at: 0,
            carry: NO_CARRY,
            busy: 0,
            id,
            end,
            waiting_packets: 0,
            wait_count: 0,
            sent: 0,
            class,
            partition,
            remote,
            takes_no_credit: false,
            of_topology: false,
        }
    }
}

/// What only waiting packets change of a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortWaits {
    /// When it wakes up; [`UNKNOWN`] if that is not scheduled.
    pub(crate) wake_at: u64,
    /// Since when something waits.
    since: u64,
    /// Picoseconds in which it was idle for lack of credit.
    pub(crate) stalled: u64,
}

/// The same of a channel.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VirtualChannelWaits {
    pub(crate) since: u64,
    pub(crate) stalled: u64,
}

/// A packet on its way over a link.
#[derive(Clone, Copy)]
pub(crate) struct Departure {
    /// The port, after it.
    pub(crate) port: Port,
    pub(crate) latency: Time,
    /// When its last byte leaves.
    pub(crate) end: u64,
    /// Its number among the packets of the link.
    pub(crate) order: u32,
    /// Whether it takes credit at the end of the link.
    pub(crate) takes_credit: bool,
}

/// The ports of a partition with their channels, credits and output buffers.
#[derive(Debug)]
pub(crate) struct Ports {
    vcs: usize,
    ports: Vec<Port>,
    /// By port and VC.
    channels: Vec<VirtualChannel>,
    /// Two for each channel, as for its queues; none without output buffers.
    output_buffers: Vec<OutputBuffer>,
    /// By port, if the routing reads queues.
    occupancies: Vec<PortOccupancy>,
    /// By channel, if the routing reads queues: bytes reserved for packets that are assigned to it and have not departed.
    reserved_credit: Vec<u64>,
    waits: Vec<PortWaits>,
    channel_waits: Vec<VirtualChannelWaits>,
    credits: TimedBytesPool,
    pub(crate) classes: LinkClassTable,
}

impl Ports {
    pub(crate) fn new(vcs: u8) -> Self {
        Self {
            vcs: usize::from(vcs),
            ports: Vec::new(),
            channels: Vec::new(),
            output_buffers: Vec::new(),
            occupancies: Vec::new(),
            reserved_credit: Vec::new(),
            waits: Vec::new(),
            channel_waits: Vec::new(),
            credits: TimedBytesPool::default(),
            classes: LinkClassTable::default(),
        }
    }

    /// The index of the next port.
    pub(crate) fn next_index(&self) -> u32 {
        let port = self.ports.len() as u32;
        assert!(port < PackedInput::LIMIT, "fewer ports than a packet can tell apart");
        port
    }

    /// Adds a port.
    pub(crate) fn add(&mut self, port: Port, scope: RoutingScope) {
        let LinkClass { input_capacity, output_capacity, .. } = self.classes[port.class];
        self.ports.push(port);
        self.channels.resize(self.channels.len() + self.vcs, VirtualChannel::new(input_capacity));
        if output_capacity > 0 {
            self.output_buffers.resize(2 * self.channels.len(), OutputBuffer::new(output_capacity));
        }
        self.channel_waits.resize(self.channel_waits.len() + self.vcs, VirtualChannelWaits::default());
        if scope != RoutingScope::Oblivious {
            self.reserved_credit.resize(self.channels.len(), 0);
            self.occupancies.push(PortOccupancy::default());
        }
        self.waits.push(PortWaits { wake_at: UNKNOWN, since: 0, stalled: 0 });
    }

    /// All ports.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Port> {
        self.ports.iter()
    }

    /// The index of a channel.
    #[inline]
    pub(crate) fn channel_index(&self, port: u32, vc: u8) -> usize {
        port as usize * self.vcs + usize::from(vc)
    }

    /// The indices of the channels of a port.
    pub(crate) fn channel_indices(&self, port: usize) -> Range<usize> {
        port * self.vcs..(port + 1) * self.vcs
    }

    /// The port of a channel.
    #[inline]
    pub(crate) fn port_of_channel(&self, channel: usize) -> u32 {
        channel as u32 / self.vcs as u32
    }

    /// A channel.
    #[inline]
    pub(crate) fn channel(&self, index: usize) -> &VirtualChannel {
        &self.channels[index]
    }

    /// How many channels there are.
    pub(crate) fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// Whether a channel has packets in its own queues.
    #[inline]
    pub(crate) fn has_queued(&self, channel: usize) -> bool {
        self.channels[channel].is_waited_for()
    }

    #[inline]
    pub(crate) fn waits(&mut self, port: u32) -> &mut PortWaits {
        &mut self.waits[port as usize]
    }

    #[inline]
    pub(crate) fn channel_waits(&mut self, channel: usize) -> &mut VirtualChannelWaits {
        &mut self.channel_waits[channel]
    }

    /// Picoseconds that a port has stalled, and that a channel has.
    pub(crate) fn stalled(&self, port: usize, channel: usize) -> (u64, u64) {
        (self.waits[port].stalled, self.channel_waits[channel].stalled)
    }

    /// A packet is assigned to a port: the occupancies that routings read count it.
    #[inline]
    pub(crate) fn assign_output(&mut self, packet: &Packet, config: &NetworkConfig) {
        if config.scope != RoutingScope::Oblivious {
            self.occupancies[packet.out as usize].assigned_bytes += u64::from(packet.route.wire_bytes);
            if config.takes_credit(&self.ports[packet.out as usize], packet) {
                let channel = self.channel_index(packet.out, packet.out_vc);
                self.reserved_credit[channel] += u64::from(config.footprint(packet.out_vc, packet.route.wire_bytes));
            }
        }
    }

    /// When the buffer behind its port has space for a packet, as far as is known: [`AVAILABLE`] if now, [`UNKNOWN`] if not
    /// known yet.
    #[inline]
    pub(crate) fn credit_at(&mut self, packet: &Packet, now: u64, config: &NetworkConfig) -> u64 {
        if !config.takes_credit(&self.ports[packet.out as usize], packet) {
            return AVAILABLE;
        }
        let index = self.channel_index(packet.out, packet.out_vc);
        let credit = &mut self.channels[index].credit;
        credit.apply_returned(&mut self.credits, now);
        let bubble = if packet.has(BUBBLE) { config.max_wire_bytes } else { 0 };
        let needed = i64::from(config.footprint(packet.out_vc, packet.route.wire_bytes)) + i64::from(bubble);
        credit.available_at(&self.credits, needed)
    }

    /// A packet waits for its port: its order among those that have waited since none did. `idle`: nothing waits for its channel yet.
    #[inline]
    pub(crate) fn start_waiting(&mut self, port: u32, channel: usize, idle: bool, now: u64) -> u32 {
        let port_state = &mut self.ports[port as usize];
        if port_state.waiting_packets == 0 {
            self.waits[port as usize].since = now;
            port_state.wait_count = 0;
        }
        port_state.waiting_packets += 1;
        let order = port_state.wait_count;
        port_state.wait_count += 1;
        if idle {
            self.channel_waits[channel].since = now;
        }
        order
    }

    /// A packet no longer waits for its port.
    #[inline]
    pub(crate) fn stop_waiting(&mut self, port: u32) {
        self.ports[port as usize].waiting_packets -= 1;
    }

    /// Appends a packet to a queue of its channel: the packet before it, or [`NONE`].
    #[inline]
    pub(crate) fn append(&mut self, channel: usize, bubble: bool, index: u32) -> u32 {
        let queue = &mut self.channels[channel].queues[usize::from(bubble)];
        let before = if queue.head == NONE { NONE } else { queue.tail };
        if before == NONE {
            queue.head = index;
        }
        queue.tail = index;
        before
    }

    /// Removes the head of a queue, `next` being the packet behind it.
    #[inline]
    pub(crate) fn remove_head(&mut self, channel: usize, bubble: bool, next: u32) {
        let queue = &mut self.channels[channel].queues[usize::from(bubble)];
        queue.head = next;
        if next == NONE {
            *queue = EMPTY;
        }
    }

    /// Since when a port has had packets waiting and sent nothing.
    #[inline]
    pub(crate) fn idle_since(&self, port: u32) -> u64 {
        self.ports[port as usize].free_at.max(self.waits[port as usize].since)
    }

    /// Sends a packet over its port at `start`, now or later.
    #[inline]
    pub(crate) fn transmit(&mut self, packet: &Packet, start: u64, now: u64, config: &NetworkConfig) -> Departure {
        let bytes = packet.route.wire_bytes;
        let port = &mut self.ports[packet.out as usize];
        let class = &self.classes[port.class];
        let follows = start <= port.free_at && port.sent > 0;
        let (time, carry) = class.rate.back_to_back(bytes, if follows { port.carry } else { NO_CARRY });
        let end = start.saturating_add(time).max(packet.tail);
        let takes_credit = config.takes_credit(port, packet);
        let taken = if takes_credit { config.footprint(packet.out_vc, bytes) } else { 0 };
        (port.free_at, port.carry) = (end, carry);
        port.busy += end - start;
        let order = port.sent;
        port.sent = port.sent.wrapping_add(1);
        let departure = Departure { port: *port, latency: class.latency, end, order, takes_credit };
        let at = packet.out as usize * self.vcs + usize::from(packet.out_vc);
        let channel = &mut self.channels[at];
        channel.packets += 1;
        channel.bytes += u64::from(bytes);
        channel.credit.take(i64::from(taken));
        if config.scope != RoutingScope::Oblivious {
            let occupancy = &mut self.occupancies[packet.out as usize];
            self.reserved_credit[at] -= u64::from(taken);
            occupancy.assigned_bytes -= u64::from(bytes);
            while self.credits.first(occupancy.in_transmission).is_some_and(|record| record.time <= now) {
                self.credits.remove_first(&mut occupancy.in_transmission);
            }
            self.credits.add(&mut occupancy.in_transmission, end, bytes);
        }
        departure
    }

    /// A credit of a channel returns at `at`.
    #[inline]
    pub(crate) fn return_credit(&mut self, channel: usize, bytes: u32, now: u64, at: u64) {
        self.channels[channel].credit.add_return(&mut self.credits, now, at, bytes);
    }

    /// Free bytes at the end of a channel with all credits under way.
    pub(crate) fn total_credit(&self, channel: usize) -> i64 {
        self.channels[channel].credit.total(&self.credits)
    }

    /// Bytes of the packets that wait for a port or are being sent over it.
    pub(crate) fn occupancy_bytes(&self, port: u32, now: u64) -> u64 {
        self.occupancies[port as usize].queued(&self.credits, now)
    }

    /// Free bytes at the end of a channel, without those reserved for packets assigned to it.
    pub(crate) fn free_bytes(&self, port: u32, vc: u8, now: u64) -> u64 {
        let channel = self.channel_index(port, vc);
        let reserved_credit = i64::try_from(self.reserved_credit[channel]).unwrap_or(i64::MAX);
        let free = self.channels[channel].credit.free_at(&self.credits, now).saturating_sub(reserved_credit);
        u64::try_from(free).unwrap_or(0)
    }

    /// Whether there are output buffers.
    #[inline]
    pub(crate) fn has_output_buffers(&self) -> bool {
        !self.output_buffers.is_empty()
    }

    /// The index of the output buffer of a packet with a port.
    #[inline]
    pub(crate) fn output_buffer_index(&self, packet: &Packet) -> usize {
        2 * self.channel_index(packet.out, packet.out_vc) + usize::from(packet.has(BUBBLE))
    }

    #[inline]
    pub(crate) fn output_buffer(&mut self, index: usize) -> &mut OutputBuffer {
        &mut self.output_buffers[index]
    }

    /// Takes space in an output buffer as soon as there is some: when, or [`UNKNOWN`], and nothing taken, if not known yet.
    pub(crate) fn take_output(&mut self, index: usize, bytes: u32, now: u64) -> u64 {
        let credit = &mut self.output_buffers[index].credit;
        credit.apply_returned(&mut self.credits, now);
        let enters = credit.available_at(&self.credits, i64::from(bytes));
        if enters < UNKNOWN {
            credit.take(i64::from(bytes));
        }
        enters
    }

    /// Takes space in an output buffer now, if there is some.
    pub(crate) fn try_take_output(&mut self, index: usize, bytes: u32, now: u64) -> bool {
        let credit = &mut self.output_buffers[index].credit;
        credit.apply_returned(&mut self.credits, now);
        credit.try_take(i64::from(bytes))
    }

    /// Space of an output buffer is free again at `at`.
    pub(crate) fn return_output(&mut self, index: usize, bytes: u32, now: u64, at: u64) {
        self.output_buffers[index].credit.add_return(&mut self.credits, now, at, bytes);
    }

    /// Free bytes of every output buffer, returns under way included, with the buffer's port.
    pub(crate) fn output_totals(&self) -> impl Iterator<Item = (i64, &Port)> {
        let buffers = self.output_buffers.iter().enumerate();
        buffers.map(|(at, buffer)| (buffer.credit.total(&self.credits), &self.ports[at / 2 / self.vcs]))
    }
}

impl Index<u32> for Ports {
    type Output = Port;

    #[inline]
    fn index(&self, port: u32) -> &Port {
        &self.ports[port as usize]
    }
}

impl IndexMut<u32> for Ports {
    #[inline]
    fn index_mut(&mut self, port: u32) -> &mut Port {
        &mut self.ports[port as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_and_a_channel_are_a_cache_line_each() {
        assert_eq!((size_of::<Port>(), size_of::<VirtualChannel>()), (64, 64));
    }
}
