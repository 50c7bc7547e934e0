//! A sector of the network: hosts, switches, the ports at which they send, and the packets that are there.
//!
//! A network is one sector, or several that work at the same time ([`super::fabric`]). What leaves a sector, packets over its
//! links and credits for what came over links of others, goes by [`Mail`] and takes effect no earlier than the link's latency
//! later.

use super::Arbitration;
use super::ahead::Firsts;
use super::arbiter::Arbiter;
use super::calendar::Calendar;
pub(super) use super::calendar::Entry;
use super::counters::Buckets;
use super::fifos::Stages;
use super::mail::{Gates, Mail};
use super::parts::Parts;
use super::ports::{
    CROSSES, Channel, ChannelWaits, Figures, GATE, INSIDE, Load, NONE, Notes, Outlet, Packet, Place, Port, PortWaits,
    ROUTED, SLOWED,
};
use super::wire::FRESH;
use super::world::{Dice, Eyes, World};
use platform::{Hop, Sight};
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

/// A sector.
pub(super) struct Sector {
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
    pub(super) outlets: Vec<Outlet>,
    /// By port: what waits, if that is not first come first served.
    pub(super) arbiters: Vec<Arbiter>,
    /// By packet: when it was made, if that matters.
    pub(super) born: Vec<u64>,
    /// The same where the routing looks at them: what is on its way to a port; bytes of the packets that have chosen a
    /// channel, will take room, and have not been sent on.
    pub(super) loads: Vec<Load>,
    pub(super) promised: Vec<u64>,
    pub(super) port_waits: Vec<PortWaits>,
    pub(super) channel_waits: Vec<ChannelWaits>,
    pub(super) notes: Notes,
    pub(super) figures: Vec<Figures>,
    /// By bandwidth, latency and lanes.
    figures_of: FxHashMap<(u64, u64, u32), u16>,
    pub(super) gates: Gates,
    /// By NIC: messages that wait until it has time for them.
    waiting: FxHashMap<u32, VecDeque<u32>>,
    pub(super) firsts: Firsts,
    pub(super) stages: Stages,
    /// Ports that have something to look after since a credit is on its way to them.
    pub(super) touched: Vec<u32>,
    pub(super) buckets: Option<Buckets>,
    pub(super) parts: Option<Parts>,
    /// Messages whose arrival is certain since this was emptied.
    pub(super) ended: Vec<Ended>,
    /// When packets reach the links into their NICs: nobody knows before when their messages will have arrived.
    pub(super) due: BinaryHeap<Reverse<u64>>,
    /// By sector: what goes there, and what has come from there.
    pub(super) out: Vec<Mail>,
    pub(super) inbox: Vec<Mail>,
    pub(super) counts: Counts,
    pub(super) under_way: u64,
}

/// What a sector has done.
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

impl Sector {
    pub(super) fn new(number: u16, sectors: u16, world: &World) -> Self {
        Self {
            number,
            now: 0,
            after: 0,
            events: Calendar::default(),
            packets: Vec::new(),
            free: NONE,
            ports: Vec::new(),
            channels: Vec::new(),
            outlets: Vec::new(),
            arbiters: Vec::new(),
            born: Vec::new(),
            loads: Vec::new(),
            promised: Vec::new(),
            port_waits: Vec::new(),
            channel_waits: Vec::new(),
            notes: Notes::default(),
            figures: Vec::new(),
            figures_of: FxHashMap::default(),
            gates: Gates::new(sectors),
            waiting: FxHashMap::default(),
            firsts: Firsts::default(),
            stages: Stages::default(),
            touched: Vec::new(),
            buckets: world.options.bucket.map(Buckets::new),
            parts: None,
            ended: Vec::new(),
            due: BinaryHeap::new(),
            out: (0..sectors).map(|_| Mail::default()).collect(),
            inbox: (0..sectors).map(|_| Mail::default()).collect(),
            counts: Counts::default(),
            under_way: 0,
        }
    }

    /// When something happens next, as far as is known here.
    pub(super) fn next_time(&mut self) -> u64 {
        let mail = self.inbox.iter().map(|mail| mail.earliest).min().unwrap_or(u64::MAX);
        self.events.next_time().min(mail)
    }

    /// Processes all events up to an instant.
    pub(super) fn run(&mut self, world: &World, to: u64) {
        self.take_in(world);
        let mut looked_at = 0;
        while self.events.next_time() <= to {
            if looked_at == 0 {
                looked_at = self.look_ahead(world);
            }
            looked_at -= 1;
            self.process(world);
        }
    }

    /// All events before an instant have been processed: what was due until then is known.
    pub(super) fn forget_due(&mut self, first: u64) {
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
    pub(super) fn first_entry(&mut self, world: &World) -> Option<Entry> {
        self.take_in(world);
        if self.events.next_time() < u64::MAX { self.events.upcoming().first().copied() } else { None }
    }

    /// Processes the first event, which has been found.
    #[inline]
    pub(super) fn process(&mut self, world: &World) {
        let entry = self.events.pop();
        self.now = entry.time;
        self.after = entry.class() & AFTER;
        match entry.class() & !AFTER {
            WAKE => {
                if self.port_waits[entry.index as usize].wake_at == self.now {
                    self.port_waits[entry.index as usize].wake_at = u64::MAX;
                    self.serve(entry.index, world);
                }
                return;
            }
            ARRIVE => self.route(entry.index, world),
            QUEUE | QUEUE_INJECTED => self.join(entry.index, world),
            DRAINED => self.drained(entry.index, entry.low as u8, world),
            ENGINE => self.engine(entry.index, world),
            _ if world.messages[entry.index as usize].sender.made.get() == 0 => self.enter(entry.index, world),
            _ => self.go_on(entry.index, world),
        }
        // Wakes are not counted: how many there are depends on when credits are known.
        self.counts.events += 1;
    }

    /// The port of a link, made at its first use.
    fn port(&mut self, link: LinkId, world: &World) -> u32 {
        let port = world.port_of(link);
        if port != NONE {
            return port;
        }
        let end = world.machine.link_end(link);
        let place = end.map_or(Place::SOMEWHERE, Place::of);
        let figures = self.figures(link, world);
        let port = self.ports.len() as u32;
        assert!(port < GATE, "fewer than 2^31 links");
        world.set_port(link, port);
        let sector = if end.is_some() { world.sector_of(place) } else { self.number };
        let gate = self.introduce(sector, link, port);
        self.ports.push(Port {
            free_at: 0,
            carry: FRESH,
            busy: 0,
            id: link,
            end: place,
            waiting: 0,
            stamp: 0,
            sent: 0,
            figures,
            sector,
            gate,
            sink: link.0 >= world.topology_links && end.is_none(),
            of_topology: link.0 < world.topology_links,
        });
        let Figures { buffer, output, .. } = self.figures[usize::from(figures)];
        let vcs = usize::from(world.vcs);
        self.channels.resize(self.channels.len() + vcs, Channel::new(buffer));
        if output > 0 {
            self.outlets.resize(2 * self.channels.len(), Outlet::new(output));
        }
        if world.options.arbitration != Arbitration::Fcfs {
            self.arbiters.push(Arbiter::new(world.vcs));
        }
        self.channel_waits.resize(self.channel_waits.len() + vcs, ChannelWaits::default());
        if world.sight != Sight::Nothing {
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
    pub(super) fn figures(&mut self, link: LinkId, world: &World) -> u16 {
        let own = world.machine.link(link);
        let key = (own.bandwidth.0, own.latency.ps(), world.machine.lanes(link));
        let list = &mut self.figures;
        *self.figures_of.entry(key).or_insert_with(|| {
            list.push(world.figures(link));
            u16::try_from(list.len() - 1).expect("at most 65,536 kinds of links")
        })
    }

    /// A message may be worked on; if its NIC is busy it waits.
    fn enter(&mut self, index: u32, world: &World) {
        let message = &world.messages[index as usize];
        if world.is_staged(message) {
            return self.enter_fifos(index, world);
        }
        if !message.is_inside() {
            let nic = world.nic(message.nic);
            let at_work = nic.load(Relaxed);
            if at_work == world.options.queues {
                self.waiting.entry(message.nic).or_default().push_back(index);
                return;
            }
            nic.store(at_work + 1, Relaxed);
        }
        self.inject(index, world);
    }

    /// A packet of a message has left its source.
    fn go_on(&mut self, index: u32, world: &World) {
        let message = &world.messages[index as usize];
        if message.sender.left.get() > 0 {
            return self.inject(index, world);
        }
        if message.is_inside() {
            return;
        }
        let nic = world.nic(message.nic);
        let at_work = nic.load(Relaxed);
        // Only who works on as many as it can has others wait.
        let next = match at_work == world.options.queues {
            true => self.waiting.get_mut(&message.nic).and_then(VecDeque::pop_front),
            false => None,
        };
        match next {
            Some(next) => self.inject(next, world),
            None => nic.store(at_work - 1, Relaxed),
        }
    }

    /// Makes the next packet of a message and sends it on its way.
    fn inject(&mut self, index: u32, world: &World) {
        let message = &world.messages[index as usize];
        let inside = message.inside.first().copied();
        let first = inside.or_else(|| world.machine.nic_link(message.source, false));
        let packet = self.make(index, world);
        if first.is_none() {
            self.firsts.apply(&mut self.packets[packet as usize]);
        }
        self.first_step(packet, first, world);
    }

    /// A packet leaves its source, over a link that is there whatever its route.
    pub(super) fn first_step(&mut self, packet: u32, first: Option<LinkId>, world: &World) {
        match first {
            Some(link) => self.choose(packet, Hop::new(link, 0), world),
            None => self.route(packet, world),
        }
    }

    /// Makes the next packet of a message, whose last byte is there now or when its pace says.
    pub(super) fn make(&mut self, index: u32, world: &World) -> u32 {
        let message = &world.messages[index as usize];
        let sender = &message.sender;
        let (made, header) = world.next_header(message);
        let bytes = header.bytes;
        let tail = match &message.pace {
            None => self.now,
            Some(pace) => {
                let clock = sender.clock.get();
                let fresh = made == 0 || self.now > clock;
                let (time, carry) = pace.after(bytes, if fresh { FRESH } else { sender.carry.get() });
                let clock = self.now.max(clock).saturating_add(time);
                sender.carry.set(carry);
                sender.clock.set(clock);
                clock
            }
        };
        let left = sender.left.get();
        sender.left.set(left - left.min(u64::from(world.options.packet)));
        sender.made.set(u64::from(made) + 1);
        let slowed = if message.slowed { SLOWED } else { 0 };
        let packet = Packet {
            header,
            message: index,
            number: made,
            came: NONE,
            out: NONE,
            next: NONE,
            rank: made,
            tail,
            here: Place::host(message.source.host),
            figures: 0,
            spare: 0,
            vc: 0,
            flags: slowed | if message.is_inside() { INSIDE } else { 0 },
        };
        self.counts.packets += 1;
        let packet = self.keep(packet);
        self.note_birth(packet, self.now, world);
        packet
    }

    /// Notes when a packet was made, where it matters.
    #[inline]
    pub(super) fn note_birth(&mut self, packet: u32, at: u64, world: &World) {
        if world.options.arbitration == Arbitration::Age {
            self.born.resize(self.packets.len(), 0);
            self.born[packet as usize] = at;
        }
    }

    /// A place for a packet.
    pub(super) fn keep(&mut self, packet: Packet) -> u32 {
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
    pub(super) fn forget(&mut self, index: u32) {
        let packet = &mut self.packets[index as usize];
        (packet.came, packet.next) = (NONE, self.free);
        self.free = index;
        self.under_way -= 1;
    }

    /// Where a packet goes from where it is.
    fn route(&mut self, index: u32, world: &World) {
        let packet = &mut self.packets[index as usize];
        if packet.flags & ROUTED != 0 {
            packet.flags &= !ROUTED;
            let hop = Hop { link: LinkId(packet.out), vc: packet.vc, spare: packet.spare };
            return self.choose(index, hop, world);
        }
        if packet.flags & INSIDE != 0 {
            let link = world.messages[packet.message as usize].inside[usize::from(packet.header.hops)];
            return self.choose(index, Hop::new(link, 0), world);
        }
        let here = packet.here.vertex();
        let mut header = packet.header;
        let mut eyes = Eyes {
            dice: Dice::new(world, packet),
            world,
            loads: &self.loads,
            channels: &self.channels,
            promised: &self.promised,
            notes: &self.notes,
            now: self.now,
        };
        let routing = world.machine.packets().expect("it was there when the model was made");
        let hop = match world.sight {
            Sight::Nothing => routing.next(world.options.routing, here, &mut header, &mut eyes.dice),
            _ => routing.next(world.options.routing, here, &mut header, &mut eyes),
        };
        let packet = &mut self.packets[index as usize];
        packet.header = header;
        match hop {
            Some(hop) => self.choose(index, hop, world),
            None => {
                let destination = world.messages[packet.message as usize].destination;
                match world.machine.nic_link(destination, true) {
                    Some(link) => self.choose(index, Hop::new(link, 0), world),
                    None => self.stay(index, world),
                }
            }
        }
    }

    /// A packet has a port; it waits for it as soon as it can be sent on without a gap.
    fn choose(&mut self, index: u32, hop: Hop, world: &World) {
        let out = self.port(hop.link, world);
        let packet = &mut self.packets[index as usize];
        (packet.out, packet.vc, packet.spare) = (out, hop.vc, hop.spare);
        let port = &self.ports[out as usize];
        if world.sight != Sight::Nothing {
            self.loads[out as usize].chosen += u64::from(packet.header.bytes);
            if world.takes_room(port, packet) {
                let channel = out as usize * usize::from(world.vcs) + usize::from(hop.vc);
                self.promised[channel] += u64::from(world.taken(hop.vc, packet.header.bytes));
            }
        }
        let alone = self.figures[usize::from(port.figures)].wire.alone(packet.header.bytes);
        let ready = packet.tail.saturating_sub(alone);
        if ready <= self.now {
            return self.join(index, world);
        }
        if port.sink {
            self.due.push(Reverse(ready));
        }
        let (class, source, sequence) = match packet.came {
            NONE => {
                let message = &world.messages[packet.message as usize];
                // Several packets of a message may be at the heads of FIFOs: these tell them apart.
                let staged = world.is_staged(message);
                let sequence = if staged { u64::from(packet.figures) } else { message.sequence };
                (QUEUE_INJECTED, message.nic, sequence)
            }
            came if came >= GATE => (QUEUE, self.gates.of(packet).link.0, u64::from(packet.rank)),
            came => (QUEUE, self.ports[came as usize].id.0, u64::from(packet.rank)),
        };
        self.push(ready, class, source, sequence, index);
    }

    /// Whether it has no packets, nor will be given any.
    pub(super) fn is_empty(&self) -> bool {
        self.under_way == 0
            && self.ports.iter().all(|port| port.waiting == 0)
            && self.channels.iter().all(|channel| !channel.is_waited_for())
            && self.inbox.iter().all(|mail| mail.packets.is_empty())
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

    /// Adds what its packets, and all that it has been sent, occupy in the buffers of all sectors: by sector and channel.
    /// What it has been sent back counts as well.
    pub(super) fn occupy(&self, world: &World, occupied: &mut [Vec<u64>]) {
        let vcs = usize::from(world.vcs);
        let mut occupy = |packet: &Packet, sector: u16, port: u32| {
            if packet.header.source != packet.header.destination && packet.flags & CROSSES == 0 {
                let channel = port as usize * vcs + usize::from(packet.header.vc);
                let room = world.taken(packet.header.vc, packet.header.bytes);
                occupied[usize::from(sector)][channel] += u64::from(room);
            }
        };
        for packet in self.packets_here().filter(|packet| packet.came != NONE) {
            match packet.came {
                came if came >= GATE => occupy(packet, self.gates.of(packet).sector, self.gates.of(packet).port),
                came => occupy(packet, self.number, came),
            }
        }
        self.packets_in_mail().for_each(|(packet, gate)| occupy(packet, gate.sector, gate.port));
        for credit in self.inbox.iter().flat_map(|mail| &mail.credits) {
            occupied[usize::from(self.number)][credit.channel as usize] += u64::from(credit.bytes);
        }
    }
}
