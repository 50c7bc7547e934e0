//! A partition of the network: hosts, switches, the ports at which they send, and the packets that are there.
//!
//! A network is one partition, or several that work at the same time ([`super::fabric`]). What leaves a partition, packets over its
//! links and credits for what came over links of others, goes by [`Outbox`] and takes effect no earlier than the link's latency
//! later.

use super::Arbitration;
use super::arbiter::Arbiter;
use super::calendar::Calendar;
pub(super) use super::calendar::Entry;
use super::counters::Buckets;
use super::exchange::{Outbox, RemoteLinks};
use super::fifos::Stages;
use super::link_rate::NO_CARRY;
use super::link_use::LinkUseCounters;
use super::network_state::{HopRng, NetworkState, PartitionView};
use super::ports::{
    Channel, ChannelWaits, CreditPool, IN_OUTPUT_BUFFER, INTRA_HOST, LinkParameters, Load, NONE, OutputBuffer,
    PackedVertex, Packet, Port, PortWaits, REMOTE, ROUTED, SCALED_LATENCY,
};
use super::prefetch::FirstHops;
use platform::{Hop, RoutingScope};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::atomic::Ordering::Relaxed;
use units::LinkId;

/// Classes of events: their order at one instant.
///
/// A port may be able to send what waits for it.
pub(super) const WAKE: u8 = 0;
/// A packet can be routed.
pub(super) const ARRIVE: u8 = 1;
/// A packet that has a port can be sent on without a gap.
pub(super) const QUEUE: u8 = 2;
/// A message may be worked on, having waited for its NIC's rate; or its last packet has left its source, which goes on with
/// the next one or with another message.
pub(super) const INJECT: u8 = 3;
/// As [`QUEUE`], at its source.
pub(super) const QUEUE_INJECTED: u8 = 4;
/// The packet that a NIC's FIFO was sending has left wholly.
pub(super) const DRAINED: u8 = 5;
/// The engine of a NIC with FIFOs has done something, or has something to do.
pub(super) const ENGINE: u8 = 6;
/// Added to the classes of what follows at an instant from starts at it: they are told when all else there is over.
pub(super) const AFTER: u8 = 8;

/// A partition.
pub(super) struct Partition {
    pub(super) number: u16,
    pub(super) now: u64,
    /// [`AFTER`] while what follows from starts at this instant is processed, else 0.
    after: u8,
    pub(super) events: Calendar,
    pub(super) packets: Vec<Packet>,
    pub(super) free: u32,
    pub(super) ports: Vec<Port>,
    /// By port and VC.
    pub(super) channels: Vec<Channel>,
    /// The output buffers, if there are such: two for each channel, as it has two queues.
    pub(super) output_buffers: Vec<OutputBuffer>,
    /// By port: what waits, if that is not first come first served.
    pub(super) arbiters: Vec<Arbiter>,
    /// By packet: when it was made, if that matters.
    pub(super) created_at: Vec<u64>,
    /// The same where the routing looks at them: what is on its way to a port; bytes of the packets that have chosen a
    /// channel, will take room, and have not been sent on.
    pub(super) loads: Vec<Load>,
    pub(super) promised: Vec<u64>,
    pub(super) port_waits: Vec<PortWaits>,
    pub(super) channel_waits: Vec<ChannelWaits>,
    pub(super) credits: CreditPool,
    pub(super) parameters: Vec<LinkParameters>,
    /// By bandwidth, latency and lanes.
    figures_of: FxHashMap<(u64, u64, u32), u16>,
    pub(super) remote_links: RemoteLinks,
    /// By NIC: messages that wait until it has time for them.
    waiting: FxHashMap<u32, VecDeque<u32>>,
    pub(super) first_hops: FirstHops,
    pub(super) stages: Stages,
    /// Ports that have something to look after since a credit is on its way to them.
    pub(super) touched: Vec<u32>,
    pub(super) buckets: Option<Buckets>,
    pub(super) parts: Option<LinkUseCounters>,
    /// Messages whose arrival is certain since this was emptied.
    pub(super) ended: Vec<Ended>,
    /// When packets reach the links into their NICs: nobody knows before when their messages will have arrived.
    pub(super) due: BinaryHeap<Reverse<u64>>,
    /// By partition: what goes there, and what has come from there.
    pub(super) out: Vec<Outbox>,
    pub(super) inbox: Vec<Outbox>,
    pub(super) counts: Counts,
    pub(super) under_way: u64,
}

/// What a partition has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) packets: u64,
    pub(super) hops: u64,
    pub(super) events: u64,
    pub(super) most_packets: u64,
}

/// A message that will have arrived; ordered by time, then by its place among all starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ended {
    pub(super) at: u64,
    pub(super) sequence: u64,
    pub(super) message: u32,
}

impl Partition {
    pub(super) fn new(number: u16, partitions: u16, network: &NetworkState) -> Self {
        Self {
            number,
            now: 0,
            after: 0,
            events: Calendar::default(),
            packets: Vec::new(),
            free: NONE,
            ports: Vec::new(),
            channels: Vec::new(),
            output_buffers: Vec::new(),
            arbiters: Vec::new(),
            created_at: Vec::new(),
            loads: Vec::new(),
            promised: Vec::new(),
            port_waits: Vec::new(),
            channel_waits: Vec::new(),
            credits: CreditPool::default(),
            parameters: Vec::new(),
            figures_of: FxHashMap::default(),
            remote_links: RemoteLinks::new(partitions),
            waiting: FxHashMap::default(),
            first_hops: FirstHops::default(),
            stages: Stages::default(),
            touched: Vec::new(),
            buckets: network.options.bucket.map(Buckets::new),
            parts: None,
            ended: Vec::new(),
            due: BinaryHeap::new(),
            out: (0..partitions).map(|_| Outbox::default()).collect(),
            inbox: (0..partitions).map(|_| Outbox::default()).collect(),
            counts: Counts::default(),
            under_way: 0,
        }
    }

    /// When something happens next, as far as is known here.
    pub(super) fn next_time(&mut self) -> u64 {
        let outbox = self.inbox.iter().map(|outbox| outbox.earliest).min().unwrap_or(u64::MAX);
        self.events.next_time().min(outbox)
    }

    /// Processes all events up to an instant.
    pub(super) fn run(&mut self, network: &NetworkState, to: u64) {
        self.receive(network);
        let mut looked_at = 0;
        while self.events.next_time() <= to {
            if looked_at == 0 {
                looked_at = self.prefetch(network);
            }
            looked_at -= 1;
            self.process(network);
        }
    }

    /// All events before an instant have been processed: what was due until then is known.
    pub(super) fn drop_due(&mut self, first: u64) {
        while self.due.peek().is_some_and(|Reverse(at)| *at < first) {
            self.due.pop();
        }
    }

    /// Something will happen at an instant, now or later.
    #[inline]
    pub(super) fn push(&mut self, at: u64, class: u8, source: u32, sequence: u64, index: u32) {
        let class = if at == self.now { class | self.after } else { class };
        self.events.push(Entry::new(at, class, source, sequence, index));
    }

    /// The first event of all that is known here.
    pub(super) fn first_entry(&mut self, network: &NetworkState) -> Option<Entry> {
        self.receive(network);
        if self.events.next_time() < u64::MAX { self.events.upcoming().first().copied() } else { None }
    }

    /// Processes the first event, which has been found.
    #[inline]
    pub(super) fn process(&mut self, network: &NetworkState) {
        let entry = self.events.pop();
        self.now = entry.time;
        self.after = entry.class() & AFTER;
        match entry.class() & !AFTER {
            WAKE => {
                if self.port_waits[entry.index as usize].wake_at == self.now {
                    self.port_waits[entry.index as usize].wake_at = u64::MAX;
                    self.serve(entry.index, network);
                }
                return;
            }
            ARRIVE => self.route(entry.index, network),
            QUEUE | QUEUE_INJECTED => self.enqueue(entry.index, network),
            DRAINED => self.drained(entry.index, entry.low as u8, network),
            ENGINE => self.engine(entry.index, network),
            _ if network.messages[entry.index as usize].sender.made.get() == 0 => self.admit(entry.index, network),
            _ => self.source_is_free(entry.index, network),
        }
        // Wakes are not counted: how many there are depends on when credits are known.
        self.counts.events += 1;
    }

    /// The port of a link, made at its first use.
    fn port(&mut self, link: LinkId, network: &NetworkState) -> u32 {
        let port = network.port_of(link);
        if port != NONE {
            return port;
        }
        let end = network.machine.link_end(link);
        let place = end.map_or(PackedVertex::UNKNOWN, PackedVertex::of);
        let parameters = self.parameters(link, network);
        let port = self.ports.len() as u32;
        assert!(port < REMOTE, "fewer than 2^31 links");
        network.set_port(link, port);
        let partition = if end.is_some() { network.partition_of(place) } else { self.number };
        let remote = self.announce_link(partition, link, port);
        self.ports.push(Port {
            free_at: 0,
            carry: NO_CARRY,
            busy: 0,
            id: link,
            end: place,
            waiting: 0,
            stamp: 0,
            sent: 0,
            parameters,
            partition,
            remote,
            sink: link.0 >= network.topology_links && end.is_none(),
            of_topology: link.0 < network.topology_links,
        });
        let LinkParameters { buffer, output, .. } = self.parameters[usize::from(parameters)];
        let vcs = usize::from(network.vcs);
        self.channels.resize(self.channels.len() + vcs, Channel::new(buffer));
        if output > 0 {
            self.output_buffers.resize(2 * self.channels.len(), OutputBuffer::new(output));
        }
        if network.options.arbitration != Arbitration::Fcfs {
            self.arbiters.push(Arbiter::new(network.vcs));
        }
        self.channel_waits.resize(self.channel_waits.len() + vcs, ChannelWaits::default());
        if network.scope != RoutingScope::Oblivious {
            self.promised.resize(self.channels.len(), 0);
            self.loads.push(Load::default());
        }
        self.port_waits.push(PortWaits { wake_at: u64::MAX, since: 0, stalled: 0 });
        if let Some(buckets) = &mut self.buckets {
            buckets.add_link();
        }
        if let Some(parts) = &mut self.parts {
            parts.add_port();
        }
        port
    }

    /// The number of the figures of a link.
    pub(super) fn parameters(&mut self, link: LinkId, network: &NetworkState) -> u16 {
        let own = network.machine.link(link);
        let key = (own.bandwidth.0, own.latency.ps(), network.machine.lanes(link));
        let list = &mut self.parameters;
        *self.figures_of.entry(key).or_insert_with(|| {
            list.push(network.parameters(link));
            u16::try_from(list.len() - 1).expect("at most 65,536 kinds of links")
        })
    }

    /// A message may be worked on; if its NIC is busy it waits.
    fn admit(&mut self, index: u32, network: &NetworkState) {
        let message = &network.messages[index as usize];
        if network.is_staged(message) {
            return self.enter_fifos(index, network);
        }
        if !message.is_inside() {
            let nic = network.nic(message.nic);
            let at_work = nic.load(Relaxed);
            if at_work == network.options.queues {
                self.waiting.entry(message.nic).or_default().push_back(index);
                return;
            }
            nic.store(at_work + 1, Relaxed);
        }
        self.inject(index, network);
    }

    /// A packet of a message has left its source.
    fn source_is_free(&mut self, index: u32, network: &NetworkState) {
        let message = &network.messages[index as usize];
        if message.sender.left.get() > 0 {
            return self.inject(index, network);
        }
        if message.is_inside() {
            return;
        }
        let nic = network.nic(message.nic);
        let at_work = nic.load(Relaxed);
        // Only who works on as many as it can has others wait.
        let next = match at_work == network.options.queues {
            true => self.waiting.get_mut(&message.nic).and_then(VecDeque::pop_front),
            false => None,
        };
        match next {
            Some(next) => self.inject(next, network),
            None => nic.store(at_work - 1, Relaxed),
        }
    }

    /// Makes the next packet of a message and sends it on its way.
    fn inject(&mut self, index: u32, network: &NetworkState) {
        let message = &network.messages[index as usize];
        let inside = message.inside.first().copied();
        let first = inside.or_else(|| network.machine.nic_link(message.source, false));
        let packet = self.make_packet(index, network);
        if first.is_none() {
            self.first_hops.apply(&mut self.packets[packet as usize]);
        }
        self.first_step(packet, first, network);
    }

    /// A packet leaves its source, over a link that is there whatever its route.
    pub(super) fn first_step(&mut self, packet: u32, first: Option<LinkId>, network: &NetworkState) {
        match first {
            Some(link) => self.choose(packet, Hop::new(link, 0), network),
            None => self.route(packet, network),
        }
    }

    /// Makes the next packet of a message, whose last byte is there now or when its pace says.
    pub(super) fn make_packet(&mut self, index: u32, network: &NetworkState) -> u32 {
        let message = &network.messages[index as usize];
        let sender = &message.sender;
        let (made, header) = network.next_header(message);
        let bytes = header.bytes;
        let tail = match &message.pace {
            None => self.now,
            Some(pace) => {
                let clock = sender.clock.get();
                let fresh = made == 0 || self.now > clock;
                let (time, carry) = pace.after(bytes, if fresh { NO_CARRY } else { sender.carry.get() });
                let clock = self.now.max(clock).saturating_add(time);
                sender.carry.set(carry);
                sender.clock.set(clock);
                clock
            }
        };
        let left = sender.left.get();
        sender.left.set(left - left.min(u64::from(network.options.packet)));
        sender.made.set(u64::from(made) + 1);
        let scaled_latency = if message.scaled_latency { SCALED_LATENCY } else { 0 };
        let packet = Packet {
            header,
            message: index,
            number: made,
            came: NONE,
            out: NONE,
            next: NONE,
            rank: made,
            tail,
            here: PackedVertex::host(message.source.host),
            parameters: 0,
            spare: 0,
            vc: 0,
            flags: scaled_latency | if message.is_inside() { INTRA_HOST } else { 0 },
        };
        self.counts.packets += 1;
        let packet = self.insert_packet(packet);
        self.record_creation(packet, self.now, network);
        packet
    }

    /// CreditPool when a packet was made, where it matters.
    #[inline]
    pub(super) fn record_creation(&mut self, packet: u32, at: u64, network: &NetworkState) {
        if network.options.arbitration == Arbitration::Age {
            self.created_at.resize(self.packets.len(), 0);
            self.created_at[packet as usize] = at;
        }
    }

    /// A place for a packet.
    pub(super) fn insert_packet(&mut self, packet: Packet) -> u32 {
        self.under_way += 1;
        self.counts.most_packets = self.counts.most_packets.max(self.under_way);
        if self.free == NONE {
            self.packets.push(packet);
            return self.packets.len() as u32 - 1;
        }
        let place = self.free;
        self.free = self.packets[place as usize].next;
        self.packets[place as usize] = packet;
        place
    }

    /// The place of a packet is free again.
    pub(super) fn remove_packet(&mut self, index: u32) {
        let packet = &mut self.packets[index as usize];
        (packet.came, packet.next) = (NONE, self.free);
        self.free = index;
        self.under_way -= 1;
    }

    /// Where a packet goes from where it is.
    fn route(&mut self, index: u32, network: &NetworkState) {
        let packet = &mut self.packets[index as usize];
        if packet.flags & ROUTED != 0 {
            packet.flags &= !ROUTED;
            let hop = Hop { link: LinkId(packet.out), vc: packet.vc, spare: packet.spare };
            return self.choose(index, hop, network);
        }
        if packet.flags & INTRA_HOST != 0 {
            let link = network.messages[packet.message as usize].inside[usize::from(packet.header.hops)];
            return self.choose(index, Hop::new(link, 0), network);
        }
        let here = packet.here.vertex();
        let mut header = packet.header;
        let mut view = PartitionView {
            dice: HopRng::new(network, packet),
            network,
            loads: &self.loads,
            channels: &self.channels,
            promised: &self.promised,
            credits: &self.credits,
            now: self.now,
        };
        let routing = network.machine.packets().expect("it was there when the model was made");
        let hop = match network.scope {
            RoutingScope::Oblivious => routing.next(network.options.routing, here, &mut header, &mut view.dice),
            _ => routing.next(network.options.routing, here, &mut header, &mut view),
        };
        let packet = &mut self.packets[index as usize];
        packet.header = header;
        match hop {
            Some(hop) => self.choose(index, hop, network),
            None => {
                let destination = network.messages[packet.message as usize].destination;
                match network.machine.nic_link(destination, true) {
                    Some(link) => self.choose(index, Hop::new(link, 0), network),
                    None => self.deliver(index, network),
                }
            }
        }
    }

    /// A packet has a port; it waits for it as soon as it can be sent on without a gap.
    fn choose(&mut self, index: u32, hop: Hop, network: &NetworkState) {
        let out = self.port(hop.link, network);
        let packet = &mut self.packets[index as usize];
        (packet.out, packet.vc, packet.spare) = (out, hop.vc, hop.spare);
        let port = &self.ports[out as usize];
        if network.scope != RoutingScope::Oblivious {
            self.loads[out as usize].chosen += u64::from(packet.header.bytes);
            if network.takes_credit(port, packet) {
                let channel = out as usize * usize::from(network.vcs) + usize::from(hop.vc);
                self.promised[channel] += u64::from(network.taken(hop.vc, packet.header.bytes));
            }
        }
        let alone = self.parameters[usize::from(port.parameters)].wire.transmission_time(packet.header.bytes);
        let ready = packet.tail.saturating_sub(alone);
        if ready <= self.now {
            return self.enqueue(index, network);
        }
        if port.sink {
            self.due.push(Reverse(ready));
        }
        let (class, source, sequence) = match packet.came {
            NONE => {
                let message = &network.messages[packet.message as usize];
                // Several packets of a message may be at the heads of FIFOs: these tell them apart.
                let staged = network.is_staged(message);
                let sequence = if staged { u64::from(packet.parameters) } else { message.sequence };
                (QUEUE_INJECTED, message.nic, sequence)
            }
            came if came >= REMOTE => (QUEUE, self.remote_links.of(packet).link.0, u64::from(packet.rank)),
            came => (QUEUE, self.ports[came as usize].id.0, u64::from(packet.rank)),
        };
        self.push(ready, class, source, sequence, index);
    }

    /// Whether it has no packets, nor will be given any.
    pub(super) fn is_empty(&self) -> bool {
        self.under_way == 0
            && self.ports.iter().all(|port| port.waiting == 0)
            && self.channels.iter().all(|channel| !channel.is_waited_for())
            && self.inbox.iter().all(|outbox| outbox.packets.is_empty())
    }

    /// Its packets.
    pub(super) fn packets_here(&self) -> impl Iterator<Item = &Packet> {
        let mut idle = vec![false; self.packets.len()];
        let mut at = self.free;
        while at != NONE {
            idle[at as usize] = true;
            at = self.packets[at as usize].next;
        }
        self.packets.iter().zip(idle).filter(|(_, idle)| !idle).map(|(packet, _)| packet)
    }

    /// Adds what its packets, and all that it has been sent, occupy in the buffers of all partitions: by partition and channel.
    /// What it has been sent back counts as well.
    pub(super) fn occupy(&self, network: &NetworkState, occupied: &mut [Vec<u64>]) {
        let vcs = usize::from(network.vcs);
        let mut occupy = |packet: &Packet, partition: u16, port: u32| {
            if packet.header.source != packet.header.destination && packet.flags & IN_OUTPUT_BUFFER == 0 {
                let channel = port as usize * vcs + usize::from(packet.header.vc);
                let room = network.taken(packet.header.vc, packet.header.bytes);
                occupied[usize::from(partition)][channel] += u64::from(room);
            }
        };
        for packet in self.packets_here().filter(|packet| packet.came != NONE) {
            match packet.came {
                came if came >= REMOTE => {
                    occupy(packet, self.remote_links.of(packet).partition, self.remote_links.of(packet).port)
                }
                came => occupy(packet, self.number, came),
            }
        }
        self.packets_in_transit().for_each(|(packet, remote)| occupy(packet, remote.partition, remote.port));
        for credit in self.inbox.iter().flat_map(|outbox| &outbox.credits) {
            occupied[usize::from(self.number)][credit.channel as usize] += u64::from(credit.bytes);
        }
    }
}
