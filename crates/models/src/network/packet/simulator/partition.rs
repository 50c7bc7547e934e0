//! The state of one partition of the packet model's network: hosts, switches, their output ports, and the packets in them.
//!
//! A network is one partition, or several that are simulated at the same time ([`super::packet_simulator`]). Packets and
//! credits for another partition leave through the [`Exchange`], and take effect there at least one link latency later.
//!
//! `packet/mod.rs` lists the files that change this state.

use crate::network::packet::counters::optional_counters::OptionalCounters;
use crate::network::packet::counters::totals::PartitionCounts;
use crate::network::packet::nic::fifos::InjectionFifosByNic;
use crate::network::packet::nic::serial_queues::SerialQueues;
use crate::network::packet::parallel::exchange::{Exchange, RemoteCredit};
use crate::network::packet::simulator::calendar::Calendar;
use crate::network::packet::simulator::events::Events;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::arbiter::Arbiter;
use crate::network::packet::switching::packets::{IN_OUTPUT_BUFFER, NONE, Packet};
use crate::network::packet::switching::packets::{Input, PackedVertex, PacketPool};
use crate::network::packet::switching::ports::{Port, Ports};
use crate::network::packet::switching::precomputed_routes::PrecomputedRoutes;
use kernel::Connection;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use units::LinkId;

/// What is to be known of a partition after a window, in one cache line. Instants are [`u64::MAX`] if there is nothing.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Next {
    /// The next event here, of what is known at the end of the window.
    pub(crate) event: u64,
    /// The first effect of what it has sent to others in the window.
    pub(crate) sent: u64,
    /// Packets that are here, or that it has sent to others in the window.
    pub(crate) packets: u64,
    /// The next arrival that is certain.
    pub(crate) arrival: u64,
    /// When the next packet of those here is known to reach a link into its NIC.
    pub(crate) ejection: u64,
    /// Events processed so far.
    pub(crate) events: u64,
}

impl Default for Next {
    fn default() -> Self {
        Self { event: u64::MAX, sent: u64::MAX, packets: 0, arrival: u64::MAX, ejection: u64::MAX, events: 0 }
    }
}

impl Next {
    /// What is to be known of both.
    pub(crate) fn join(self, other: Self) -> Self {
        Self {
            event: self.event.min(other.event),
            sent: self.sent.min(other.sent),
            packets: self.packets + other.packets,
            arrival: self.arrival.min(other.arrival),
            ejection: self.ejection.min(other.ejection),
            events: self.events + other.events,
        }
    }
}

/// A partition.
pub(crate) struct Partition {
    pub(crate) id: u16,
    pub(crate) events: Events,
    pub(crate) packets: PacketPool,
    pub(crate) ports: Ports,
    /// By port: what waits, if arbitration is not first come first served.
    pub(crate) arbiters: Vec<Arbiter>,
    /// Ports with waiting packets that a credit is on its way to, to be served. Every event and every exchange that may return a
    /// credit ends with [`Partition::serve_ports_with_new_credit`], so this is empty between events (the event loop asserts it):
    /// a port that stayed here would miss its wake-up.
    pub(crate) ports_with_new_credit: Vec<u32>,
    /// Messages that leave one after another: those of a connection, and the short ones of a NIC.
    pub(crate) connections: SerialQueues<Connection>,
    pub(crate) send_queues: SerialQueues<u32>,
    /// By NIC: messages that wait until it sends fewer.
    pub(crate) pending_messages: FxHashMap<u32, VecDeque<u32>>,
    /// By NIC: its FIFOs, if NICs have any.
    pub(crate) injection_fifos: InjectionFifosByNic,
    pub(crate) precomputed_routes: PrecomputedRoutes,
    pub(crate) exchange: Exchange,
    pub(crate) optional_counters: OptionalCounters,
    /// Messages whose arrival has become certain here, by time and by their starts among all, to be collected.
    pub(crate) arrivals: Calendar,
    pub(crate) next: Next,
    /// When packets reach links into their NICs: no arrival is certain before.
    pub(crate) pending_ejections: BinaryHeap<Reverse<u64>>,
    pub(crate) counts: PartitionCounts,
}

/// Partitions; they move to threads and back in every window.
pub(crate) type Partitions = Vec<Box<Partition>>;

impl Partition {
    pub(crate) fn new(id: u16, partitions: u16, shared: &SharedState) -> Self {
        Self {
            id,
            events: Events::default(),
            packets: PacketPool::default(),
            ports: Ports::new(shared.config.vcs),
            arbiters: Vec::new(),
            ports_with_new_credit: Vec::new(),
            connections: SerialQueues::default(),
            send_queues: SerialQueues::default(),
            pending_messages: FxHashMap::default(),
            injection_fifos: InjectionFifosByNic::default(),
            precomputed_routes: PrecomputedRoutes::default(),
            exchange: Exchange::new(partitions),
            optional_counters: OptionalCounters::new(shared.config.options.bucket),
            arrivals: Calendar::default(),
            next: Next::default(),
            pending_ejections: BinaryHeap::new(),
            counts: PartitionCounts::default(),
        }
    }

    /// When the first packet reaches a link into its NIC, of those known here.
    pub(crate) fn first_pending_ejection(&self) -> u64 {
        self.pending_ejections.peek().map_or(u64::MAX, |Reverse(at)| *at)
    }

    /// Drops the pending ejections before an instant, up to which all events have been processed.
    pub(crate) fn drop_pending_ejections(&mut self, first: u64) {
        while self.pending_ejections.peek().is_some_and(|Reverse(at)| *at < first) {
            self.pending_ejections.pop();
        }
    }

    /// The port of a link, created at its first use.
    pub(crate) fn port(&mut self, link: LinkId, shared: &SharedState) -> u32 {
        let port = shared.port_of(link);
        if port != NONE {
            return port;
        }
        self.add_port(link, shared)
    }

    #[cold]
    fn add_port(&mut self, link: LinkId, shared: &SharedState) -> u32 {
        let config = &shared.config;
        let end = config.machine.link_end(link);
        let vertex = end.map_or(PackedVertex::UNKNOWN, PackedVertex::of);
        let class = self.ports.classes.class_of(link, config);
        let index = self.ports.next_index();
        shared.set_port(link, index);
        let partition = if end.is_some() { config.partition_of(vertex) } else { self.id };
        let remote = match partition == self.id {
            true => NONE,
            false => self.exchange.announce(self.id, partition, link, index),
        };
        let of_topology = link.0 < config.topology_links;
        let takes_no_credit = !of_topology && end.is_none();
        let port = Port { takes_no_credit, of_topology, ..Port::new(link, vertex, class, (partition, remote)) };
        self.ports.add(port, config.scope);
        if !config.options.is_fcfs() {
            self.arbiters.push(Arbiter::new(config.vcs));
        }
        self.optional_counters.add_port();
        index
    }

    /// Whether packets wait for a channel.
    #[inline(always)]
    pub(crate) fn is_waited_for(&self, channel: usize) -> bool {
        if self.arbiters.is_empty() { self.ports.has_queued(channel) } else { self.is_arbitrated(channel) }
    }

    /// Whether packets wait for a channel, with arbiters.
    fn is_arbitrated(&self, channel: usize) -> bool {
        let port = self.ports.port_of_channel(channel);
        self.arbiters[port as usize].is_waited_for(channel - self.ports.channel_index(port, 0))
    }

    /// The link that a packet has come over, whatever the partition of its start; none at its source.
    pub(crate) fn input_link(&self, packet: &Packet) -> Option<LinkId> {
        match packet.input.get() {
            Input::Source(_) => None,
            Input::Port(port) => Some(self.ports[port].id),
            Input::Remote(link) => Some(self.exchange.link(link).link),
        }
    }

    /// Whether it has no packets and will not receive any.
    pub(crate) fn is_empty(&self, shared: &SharedState) -> bool {
        self.packets.in_flight().0 == 0
            && self.ports.iter().all(|port| port.waiting_packets == 0)
            && (0..self.ports.channel_count()).all(|channel| !self.ports.has_queued(channel))
            && !self.exchange.has_packets(self.id, &shared.mailboxes)
    }

    /// Adds the bytes that its packets, and those it has been sent, occupy in input buffers: by partition and channel.
    /// Credits that it has been sent count as well.
    pub(crate) fn add_occupied(&self, shared: &SharedState, occupied: &mut [Vec<u64>]) {
        let mut occupy = |packet: &Packet, partition: u16, port: u32| {
            if packet.route.source != packet.route.destination && !packet.has(IN_OUTPUT_BUFFER) {
                let channel = self.ports.channel_index(port, packet.route.in_vc);
                let bytes = shared.config.footprint(packet.route.in_vc, packet.route.wire_bytes);
                occupied[usize::from(partition)][channel] += u64::from(bytes);
            }
        };
        for packet in self.packets.iter() {
            match packet.input.get() {
                Input::Source(_) => {}
                Input::Port(port) => occupy(packet, self.id, port),
                Input::Remote(link) => {
                    let link = self.exchange.link(link);
                    occupy(packet, link.partition, link.port);
                }
            }
        }
        let mut credits = Vec::new();
        let mut credit = |credit: &RemoteCredit| credits.push(*credit);
        self.exchange.for_each_received(self.id, &shared.mailboxes, &mut occupy, &mut credit);
        for credit in credits {
            occupied[usize::from(self.id)][credit.channel as usize] += u64::from(credit.bytes);
        }
    }

    /// Checks that no credit is lost: what is free, under way and occupied of every buffer is its size.
    ///
    /// # Panics
    /// If one is.
    pub(crate) fn check_credits(&self, shared: &SharedState, occupied: &[u64]) {
        for (at, occupied) in occupied.iter().enumerate() {
            let port = &self.ports[self.ports.port_of_channel(at)];
            let all = i128::from(self.ports.total_credit(at)) + i128::from(*occupied);
            let capacity = self.ports.classes[port.class].input_capacity;
            assert_eq!(all, i128::from(capacity), "credits of {}, channel {at}", port.id);
        }
        let mut taken: Vec<u64> = self.ports.output_totals().map(|_| 0).collect();
        for packet in self.packets.iter().filter(|packet| packet.has(IN_OUTPUT_BUFFER)) {
            let bytes = shared.config.footprint(packet.out_vc, packet.route.wire_bytes);
            taken[self.ports.output_buffer_index(packet)] += u64::from(bytes);
        }
        for ((free, port), taken) in self.ports.output_totals().zip(&taken) {
            let all = i128::from(free) + i128::from(*taken);
            let capacity = self.ports.classes[port.class].output_capacity;
            assert_eq!(all, i128::from(capacity), "output buffer of {}", port.id);
        }
    }
}
