//! The network itself: ports, packets and the events between them.

use super::counters::Buckets;
use super::messages::Messages;
use super::parts::{Deed, Parts};
use super::ports::{Channel, NONE, Packet, Port, Queue};
use super::wire::Wire;
use super::{Options, Statistics};
use crate::Machine;
use crate::network::scale::{self, Scale};
use kernel::{Completion, CompletionKind, EventQueue};
use platform::{Header, Hop, Vertex, View, mix};
use std::collections::VecDeque;
use std::sync::Arc;
use units::{Endpoint, LinkId, Time};

/// What happens, in the order of the classes at one instant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A port may be able to send what waits for it.
    Wake(u32),
    /// A packet can be routed.
    Arrive(u32),
    /// A packet that has a port can be sent on without a gap.
    Queue(u32),
    /// A message may be worked on.
    Enter(u32),
    /// The last packet of a message has left its source, which goes on with the next one or with another message.
    Next(u32),
    /// The packet that a NIC's FIFO was sending has left wholly.
    Drained(u32, u8),
    /// The engine of a NIC with FIFOs has done something, or has something to do.
    Engine(u32),
    /// A message has arrived.
    Done(u32),
}

pub(super) const WAKE: u8 = 0;
pub(super) const ARRIVE: u8 = 1;
pub(super) const QUEUE: u8 = 2;
pub(super) const INJECT: u8 = 3;
pub(super) const QUEUE_INJECTED: u8 = 4;
pub(super) const DRAINED: u8 = 5;
pub(super) const ENGINE: u8 = 6;
pub(super) const DONE: u8 = 7;

/// Where a link ends of which nobody knows.
const SOMEWHERE: Vertex = Vertex::Switch(u32::MAX);

/// Ports, packets and events.
pub(super) struct Fabric {
    pub(super) machine: Arc<dyn Machine>,
    pub(super) options: Options,
    pub(super) events: EventQueue<Event>,
    pub(super) statistics: Statistics,
    pub(super) now: u64,
    /// Bytes of the largest packet.
    largest: u32,
    vcs: u8,
    /// In VCs from this one on every packet takes the room of the largest.
    slots: u8,
    /// Whether packets leave the network over a link into their NIC.
    ejects: bool,
    topology_links: u32,
    scale: Scale,
    /// By link; NONE if it was never used.
    pub(super) port_of: Vec<u32>,
    pub(super) ports: Vec<Port>,
    pub(super) packets: Vec<Packet>,
    free: u32,
    under_way: u64,
    /// Ports that have something to look after since a credit is on its way to them.
    touched: Vec<u32>,
    pub(super) buckets: Option<Buckets>,
    pub(super) parts: Option<Parts>,
}

/// What could be sent over a port.
struct Choice {
    /// What has waited longest, and when there is room for it.
    oldest: u32,
    oldest_room: u64,
    /// What has waited longest of those that there is room for now.
    able: u32,
    /// When there is first room for anything.
    first_room: u64,
}

/// What the routing of one packet sees.
struct Eyes<'a> {
    machine: &'a dyn Machine,
    ports: &'a [Port],
    port_of: &'a [u32],
    options: &'a Options,
    scale: Scale,
    largest: u32,
    now: u64,
    key: u64,
}

impl View for Eyes<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        match self.port_of[link.index()] {
            NONE => 0,
            port => self.ports[port as usize].queued(self.now),
        }
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        match self.port_of[link.index()] {
            NONE => buffer(self.machine, self.options, self.scale, self.largest, link),
            port => self.ports[port as usize].channels[usize::from(vc)].unpromised(self.now),
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.key = mix(self.key);
        // The bias is below 2^-32.
        ((u128::from(self.key) * u128::from(bound)) >> 64) as u32
    }
}

/// Room per VC at the end of a link, of all its lanes together. By itself so many whole packets that one stream fills the link:
/// a part of a packet's room is of use to none.
fn buffer(machine: &dyn Machine, options: &Options, scale: Scale, largest: u32, link: LinkId) -> u64 {
    let lanes = u64::from(machine.lanes(link));
    options.buffer.map(|buffer| buffer.saturating_mul(lanes)).unwrap_or_else(|| {
        let link = machine.link(link);
        let round_trip = link.latency.ps().saturating_mul(2).saturating_add(options.crossbar.ps());
        let wire = Wire::new(scale.steps(link.bandwidth), scale.shift());
        let packets = wire.bytes_in(round_trip).div_ceil(largest.into()).saturating_add(2 * lanes);
        packets.saturating_mul(largest.into())
    })
}

/// Whether a packet takes room at the end of a link.
#[inline]
fn takes_room(port: &Port, packet: &Packet, ejects: bool) -> bool {
    let Header { source, destination, .. } = packet.header;
    let stays = source == destination || port.sink || !ejects && port.end == Vertex::Host(destination);
    !stays
}

/// The first of the draws for a packet at a hop: they depend on the message, the packet and the hop, not on what else
/// happens.
pub(super) fn draw_key(seed: u64, sequence: u64, number: u32, hops: u8) -> u64 {
    mix(mix(mix(seed) ^ sequence) ^ (u64::from(number) << 8 | u64::from(hops)))
}

impl Fabric {
    pub(super) fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        let routing = machine.packets().expect("packets run on machines that route them");
        let vcs = routing.vcs(options.routing);
        let slots = routing.slots(options.routing).unwrap_or(u8::MAX);
        Self {
            events: EventQueue::default(),
            statistics: Statistics::default(),
            now: 0,
            largest: options.largest(),
            vcs,
            slots,
            ejects: machine.nic_link(Endpoint::default(), true).is_some(),
            topology_links: machine.topology_links(),
            scale: crate::network::scale_of(&*machine, crate::network::EQUAL_BITS),
            port_of: vec![NONE; machine.links() as usize],
            ports: Vec::new(),
            packets: Vec::new(),
            free: NONE,
            under_way: 0,
            touched: Vec::new(),
            buckets: options.bucket.map(Buckets::new),
            parts: None,
            machine,
            options,
        }
    }

    /// Processes all events up to an instant.
    pub(super) fn advance(&mut self, to: Time, messages: &mut Messages, done: &mut Vec<(u64, Completion)>) {
        while self.events.next_time() <= to {
            let Some((now, event)) = self.events.pop() else { break };
            self.now = now.ps();
            self.statistics.events += 1;
            match event {
                Event::Wake(port) => {
                    if self.ports[port as usize].wake_at == self.now {
                        self.ports[port as usize].wake_at = u64::MAX;
                        self.serve(port, messages);
                    }
                }
                Event::Arrive(packet) => self.route(packet, messages),
                Event::Queue(packet) => self.join(packet, messages),
                Event::Enter(message) => {
                    if messages.is_staged(message) {
                        self.enter_fifos(message, messages);
                    } else if messages.enter(message) {
                        self.inject(message, messages);
                    }
                }
                Event::Next(message) => {
                    if messages.list[message as usize].left > 0 {
                        self.inject(message, messages);
                    } else if let Some(next) = messages.leave(message) {
                        self.inject(next, messages);
                    }
                }
                Event::Drained(nic, fifo) => self.drained(nic, fifo, messages),
                Event::Engine(nic) => self.engine(nic, messages),
                Event::Done(message) => {
                    let own = &messages.list[message as usize];
                    let completion =
                        Completion { token: own.token, kind: CompletionKind::Delivered, bottleneck: None };
                    done.push((own.sequence, completion));
                    messages.finish(message);
                }
            }
        }
    }

    /// The port of a link, made at its first use.
    fn port(&mut self, link: LinkId) -> u32 {
        let port = self.port_of[link.index()];
        if port != NONE {
            return port;
        }
        let figures = self.machine.link(link);
        let end = self.machine.link_end(link);
        let room = buffer(&*self.machine, &self.options, self.scale, self.largest, link);
        let port = self.ports.len() as u32;
        self.port_of[link.index()] = port;
        self.ports.push(Port {
            id: link,
            end: end.unwrap_or(SOMEWHERE),
            sink: link.0 >= self.topology_links && end.is_none(),
            latency: figures.latency,
            wire: Wire::new(self.scale.steps(figures.bandwidth), self.scale.shift()),
            buffer: room,
            free_at: 0,
            wake_at: u64::MAX,
            chosen: 0,
            waiting: 0,
            stamp: 0,
            sent: 0,
            waiting_since: 0,
            busy: 0,
            stalled: 0,
            sending: VecDeque::new(),
            channels: (0..self.vcs).map(|_| Channel::new(room)).collect(),
        });
        if let Some(buckets) = &mut self.buckets {
            buckets.add_link();
        }
        if let Some(parts) = &mut self.parts {
            parts.add_port();
        }
        port
    }

    /// Makes the next packet of a message and sends it on its way.
    fn inject(&mut self, index: u32, messages: &mut Messages) {
        let message = &messages.list[index as usize];
        let inside = message.inside.first().copied();
        let first = inside.or_else(|| self.machine.nic_link(message.source, false));
        let packet = self.make(index, messages);
        self.first_step(packet, first, messages);
    }

    /// A packet leaves its source, over a link that is there whatever its route.
    pub(super) fn first_step(&mut self, packet: u32, first: Option<LinkId>, messages: &mut Messages) {
        match first {
            Some(link) => self.choose(packet, Hop::new(link, 0), messages),
            None => self.route(packet, messages),
        }
    }

    /// Makes the next packet of a message, whose last byte is there now or when its pace says.
    pub(super) fn make(&mut self, index: u32, messages: &mut Messages) -> u32 {
        let message = &mut messages.list[index as usize];
        let payload = message.left.min(u64::from(self.options.packet)) as u32;
        let bytes = self.options.wire_bytes(payload);
        let tail = match &mut message.pace {
            None => self.now,
            Some(pace) => {
                let fresh = message.made == 0 || self.now > message.clock;
                message.clock = self.now.max(message.clock).saturating_add(pace.send(bytes, fresh));
                message.clock
            }
        };
        let packet = Packet {
            header: Header {
                ordered: message.ordered,
                ..Header::new(message.source.host, message.destination.host, bytes)
            },
            message: index,
            number: message.made,
            came: NONE,
            out: NONE,
            next: NONE,
            order: message.made,
            stamp: 0,
            tail,
            spare: 0,
            vc: 0,
        };
        message.left -= u64::from(payload);
        message.made += 1;
        message.coming += 1;
        self.statistics.packets += 1;
        self.under_way += 1;
        self.statistics.most_packets = self.statistics.most_packets.max(self.under_way);
        self.keep(packet)
    }

    /// Room that a packet takes in a buffer.
    #[inline]
    fn taken(&self, vc: u8, bytes: u32) -> u32 {
        if vc >= self.slots { self.largest } else { bytes }
    }

    /// A place for a packet.
    fn keep(&mut self, packet: Packet) -> u32 {
        if self.free == NONE {
            self.packets.push(packet);
            return self.packets.len() as u32 - 1;
        }
        let place = self.free;
        self.free = self.packets[place as usize].next;
        self.packets[place as usize] = packet;
        place
    }

    /// Where a packet goes from where it is.
    fn route(&mut self, index: u32, messages: &mut Messages) {
        let Self { machine, ports, port_of, options, packets, .. } = self;
        let packet = &mut packets[index as usize];
        let message = &messages.list[packet.message as usize];
        if !message.inside.is_empty() {
            let link = message.inside[usize::from(packet.header.hops)];
            return self.choose(index, Hop::new(link, 0), messages);
        }
        let here = match packet.came {
            NONE => Vertex::Host(packet.header.source),
            came => ports[came as usize].end,
        };
        let mut eyes = Eyes {
            machine: &**machine,
            ports,
            port_of,
            options,
            scale: self.scale,
            largest: self.largest,
            now: self.now,
            key: draw_key(options.seed, message.sequence, packet.number, packet.header.hops),
        };
        let routing = machine.packets().expect("it was there when the model was made");
        match routing.next(options.routing, here, &mut packet.header, &mut eyes) {
            Some(hop) => self.choose(index, hop, messages),
            None => match self.machine.nic_link(message.destination, true) {
                Some(link) => self.choose(index, Hop::new(link, 0), messages),
                None => self.stay(index, messages),
            },
        }
    }

    /// A packet has a port; it waits for it as soon as it can be sent on without a gap.
    fn choose(&mut self, index: u32, hop: Hop, messages: &mut Messages) {
        let out = self.port(hop.link);
        let room = self.taken(hop.vc, self.packets[index as usize].header.bytes);
        let packet = &mut self.packets[index as usize];
        (packet.out, packet.vc, packet.spare) = (out, hop.vc, hop.spare);
        let port = &mut self.ports[out as usize];
        port.chosen += u64::from(packet.header.bytes);
        if takes_room(port, packet, self.ejects) {
            port.channels[usize::from(hop.vc)].promised += u64::from(room);
        }
        let ready = packet.tail.saturating_sub(port.wire.alone(packet.header.bytes));
        if ready <= self.now {
            return self.join(index, messages);
        }
        let (class, source, sequence) = match packet.came {
            NONE => {
                let message = &messages.list[packet.message as usize];
                // Several packets of a message may be at the heads of FIFOs: these tell them apart.
                let fifo = u64::from(packet.order);
                (
                    QUEUE_INJECTED,
                    message.nic,
                    if messages.is_staged(packet.message) { fifo } else { message.sequence },
                )
            }
            came => (QUEUE, self.ports[came as usize].id.0, u64::from(packet.order)),
        };
        self.events.push(Time::from_ps(ready), class, source, sequence, Event::Queue(index));
    }

    /// A packet can go as far as it is concerned: at once if nothing waits and there is room, else it waits.
    fn join(&mut self, index: u32, messages: &mut Messages) {
        let packet = self.packets[index as usize];
        let port = &mut self.ports[packet.out as usize];
        if port.waiting == 0 {
            let leaves = self.now.max(port.free_at);
            if self.room(index) <= leaves {
                self.send(index, leaves, messages);
                return self.settle(messages);
            }
        }
        let port = &mut self.ports[packet.out as usize];
        self.packets[index as usize].stamp = port.stamp;
        port.stamp += 1;
        if port.waiting == 0 {
            port.waiting_since = self.now;
        }
        port.waiting += 1;
        let channel = &mut port.channels[usize::from(packet.vc)];
        if channel.queues.iter().all(|queue| queue.head == NONE) {
            channel.waiting_since = self.now;
        }
        let queue = &mut channel.queues[usize::from(packet.spare > 0)];
        match queue.head {
            NONE => queue.head = index,
            _ => self.packets[queue.tail as usize].next = index,
        }
        queue.tail = index;
        self.packets[index as usize].next = NONE;
        self.serve(packet.out, messages);
    }

    /// When the buffer has room for a packet, from all that is known; 0 if now.
    #[inline]
    fn room(&mut self, index: u32) -> u64 {
        let packet = &self.packets[index as usize];
        let needed = i64::from(self.taken(packet.vc, packet.header.bytes));
        let port = &mut self.ports[packet.out as usize];
        if !takes_room(port, packet, self.ejects) {
            return 0;
        }
        let channel = &mut port.channels[usize::from(packet.vc)];
        channel.settle(self.now);
        channel.room_at(needed + i64::from(packet.spare) * i64::from(self.largest))
    }

    /// Sends all that can be sent over a port by what is known, and sees to its waking up for the rest.
    fn serve(&mut self, port: u32, messages: &mut Messages) {
        self.serve_one(port, messages);
        self.settle(messages);
    }

    /// Serves the ports that credits are on their way to.
    fn settle(&mut self, messages: &mut Messages) {
        while let Some(port) = self.touched.pop() {
            self.serve_one(port, messages);
        }
    }

    fn serve_one(&mut self, at: u32, messages: &mut Messages) {
        loop {
            let port = &self.ports[at as usize];
            if port.waiting == 0 {
                return;
            }
            let leaves = self.now.max(port.free_at);
            let Choice { oldest, oldest_room, able, first_room } = self.look(at);
            if oldest_room <= leaves {
                // Nothing can come before it, whatever happens until then.
                self.take(oldest, leaves, messages);
            } else if able != NONE && leaves == self.now {
                self.take(able, leaves, messages);
            } else {
                let wake = leaves.max(first_room);
                let port = &mut self.ports[at as usize];
                if wake < u64::MAX && wake < port.wake_at {
                    port.wake_at = wake;
                    self.events.push(Time::from_ps(wake), WAKE, port.id.0, 0, Event::Wake(at));
                }
                return;
            }
        }
    }

    /// The heads of a port's queues.
    fn look(&mut self, at: u32) -> Choice {
        let mut choice = Choice { oldest: NONE, oldest_room: u64::MAX, able: NONE, first_room: u64::MAX };
        let (mut oldest_stamp, mut able_stamp) = (u32::MAX, u32::MAX);
        for vc in 0..self.ports[at as usize].channels.len() {
            for queue in self.ports[at as usize].channels[vc].queues {
                if queue.head == NONE {
                    continue;
                }
                let room = self.room(queue.head);
                let stamp = self.packets[queue.head as usize].stamp;
                if choice.oldest == NONE || stamp < oldest_stamp {
                    (choice.oldest, choice.oldest_room, oldest_stamp) = (queue.head, room, stamp);
                }
                if room <= self.now && (choice.able == NONE || stamp < able_stamp) {
                    (choice.able, able_stamp) = (queue.head, stamp);
                }
                choice.first_room = choice.first_room.min(room);
            }
        }
        choice
    }

    /// Takes the head of a queue off it and sends it.
    fn take(&mut self, index: u32, leaves: u64, messages: &mut Messages) {
        let packet = self.packets[index as usize];
        let port = &mut self.ports[packet.out as usize];
        let idle = port.free_at.max(port.waiting_since);
        if idle < leaves {
            port.stall(idle, leaves);
            self.note_stall(packet.out, idle, leaves, messages);
        }
        let port = &mut self.ports[packet.out as usize];
        port.waiting -= 1;
        let queue = &mut port.channels[usize::from(packet.vc)].queues[usize::from(packet.spare > 0)];
        queue.head = packet.next;
        if queue.head == NONE {
            *queue = Queue { head: NONE, tail: NONE };
        }
        self.send(index, leaves, messages);
    }

    /// Counts a stall for the phases of those that are next in their channels.
    fn note_stall(&mut self, at: u32, from: u64, to: u64, messages: &Messages) {
        let Some(parts) = &mut self.parts else { return };
        for (vc, channel) in (0..).zip(&self.ports[at as usize].channels) {
            let heads = channel.queues.iter().filter(|queue| queue.head != NONE);
            let next = heads.map(|queue| &self.packets[queue.head as usize]).min_by_key(|packet| packet.stamp);
            let since = from.max(channel.waiting_since);
            if let Some(packet) = next.filter(|_| since < to) {
                let phase = messages.list[packet.message as usize].phase;
                parts.count(at, vc, phase, (since, to), Deed::Stalls);
            }
        }
    }

    /// A packet leaves over its port at an instant, now or later.
    fn send(&mut self, index: u32, leaves: u64, messages: &mut Messages) {
        let packet = self.packets[index as usize];
        let bytes = packet.header.bytes;
        let room = self.taken(packet.vc, bytes);
        let port = &mut self.ports[packet.out as usize];
        let time = port.wire.send(bytes, leaves > port.free_at || port.sent == 0);
        let end = leaves.saturating_add(time).max(packet.tail);
        let takes_room = takes_room(port, &packet, self.ejects);
        port.free_at = end;
        port.chosen -= u64::from(bytes);
        port.busy += end - leaves;
        while port.sending.front().is_some_and(|(end, _)| *end <= self.now) {
            port.sending.pop_front();
        }
        port.sending.push_back((end, bytes));
        let order = port.sent;
        port.sent = port.sent.wrapping_add(1);
        let channel = &mut port.channels[usize::from(packet.vc)];
        channel.counts.packets += 1;
        channel.counts.bytes += u64::from(bytes);
        if takes_room {
            channel.promised -= u64::from(room);
            channel.free -= i64::from(room);
        }
        let (latency, port_end, id) = (port.latency, port.end, port.id);
        if let Some(buckets) = &mut self.buckets {
            buckets.add(packet.out, leaves, end, bytes);
        }
        if let Some(parts) = &mut self.parts {
            let phase = messages.list[packet.message as usize].phase;
            parts.count(packet.out, packet.vc, phase, (leaves, end), Deed::Sends(bytes));
        }
        self.statistics.hops += 1;
        self.give_back(&packet, end);
        let message = &messages.list[packet.message as usize];
        let of_topology = id.0 < self.topology_links;
        let inside = message.is_inside();
        let latency = if inside { Time::ZERO } else { scale::latency(latency, message.latency_factor) }.ps();
        let (head, tail) = (leaves.saturating_add(latency), end.saturating_add(latency));
        if packet.came == NONE && messages.is_staged(packet.message) {
            self.leaves_fifo(message.nic, index, end);
        } else if packet.came == NONE {
            let at = if message.pace.is_some() && message.left > 0 { leaves.max(message.clock) } else { leaves };
            self.events.push(Time::from_ps(at), INJECT, message.nic, message.sequence, Event::Next(packet.message));
        }
        let stays = if inside { usize::from(packet.header.hops) + 1 == message.inside.len() } else { !takes_room };
        let own = &mut self.packets[index as usize];
        own.tail = tail;
        if stays {
            return self.arrived(index, messages);
        }
        // A switch takes its time, and a host that a packet passes; not a NIC, nor the host where it ends.
        let through = of_topology && !inside && port_end != Vertex::Host(packet.header.destination);
        let crossbar = if through { self.options.crossbar.ps() } else { 0 };
        own.tail = tail.saturating_add(crossbar);
        own.came = packet.out;
        own.order = order;
        own.header.hops = own.header.hops.saturating_add(u8::from(of_topology || inside));
        own.header.vc = packet.vc;
        let arrives = Time::from_ps(head.saturating_add(crossbar));
        self.events.push(arrives, ARRIVE, id.0, u64::from(order), Event::Arrive(index));
    }

    /// The room that a packet took where it was is free at an instant.
    fn give_back(&mut self, packet: &Packet, end: u64) {
        let Header { source, destination, bytes, vc, .. } = packet.header;
        let room = self.taken(vc, bytes);
        if packet.came == NONE || source == destination || room == 0 {
            return;
        }
        let came = &mut self.ports[packet.came as usize];
        let known = end.saturating_add(came.latency.ps());
        let buffer = came.buffer;
        let channel = &mut came.channels[usize::from(vc)];
        channel.give_back(known, room);
        debug_assert!(channel.free <= i64::try_from(buffer).unwrap_or(i64::MAX), "more credit than buffer");
        if channel.queues.iter().any(|queue| queue.head != NONE) {
            self.touched.push(packet.came);
        }
    }

    /// A packet ends where its last link does; it took room there if nobody knew that it would.
    fn stay(&mut self, index: u32, messages: &mut Messages) {
        let packet = &mut self.packets[index as usize];
        packet.tail -= self.options.crossbar.ps();
        let packet = *packet;
        self.give_back(&packet, packet.tail);
        self.arrived(index, messages);
        self.settle(messages);
    }

    /// The last byte of a packet reaches its end at its `tail`.
    fn arrived(&mut self, index: u32, messages: &mut Messages) {
        let packet = &mut self.packets[index as usize];
        let (of, tail) = (packet.message, packet.tail);
        (packet.came, packet.next) = (NONE, self.free);
        self.free = index;
        self.under_way -= 1;
        let message = &mut messages.list[of as usize];
        message.coming -= 1;
        message.last = message.last.max(tail);
        if message.left == 0 && message.coming == 0 {
            let at = Time::from_ps(message.last).saturating_add(message.extra);
            self.events.push(at, DONE, 0, message.sequence, Event::Done(of));
        }
    }

    /// See [`super::Packets::check_credits`].
    pub(super) fn check_credits(&self) {
        let mut free = vec![false; self.packets.len()];
        let mut at = self.free;
        while at != NONE {
            free[at as usize] = true;
            at = self.packets[at as usize].next;
        }
        let mut occupied: Vec<Vec<u64>> = self.ports.iter().map(|port| vec![0; port.channels.len()]).collect();
        let live = self.packets.iter().zip(&free).filter(|(_, free)| !**free).map(|(packet, _)| packet);
        for packet in live.filter(|packet| packet.came != NONE && packet.header.source != packet.header.destination) {
            occupied[packet.came as usize][usize::from(packet.header.vc)] +=
                u64::from(self.taken(packet.header.vc, packet.header.bytes));
        }
        for (port, occupied) in self.ports.iter().zip(&occupied) {
            for (vc, (channel, occupied)) in port.channels.iter().zip(occupied).enumerate() {
                let back: i64 = channel.returns.iter().map(|(_, bytes)| i64::from(*bytes)).sum();
                let all = i128::from(channel.free) + i128::from(back) + i128::from(*occupied);
                assert_eq!(all, i128::from(port.buffer), "credits of {}, VC {vc}", port.id);
            }
        }
    }
}
