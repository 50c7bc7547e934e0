//! The reference implementation of the packet model, for tests. It simulates the same switches with an event for each change of
//! their state (a head or a tail arrives, a credit returns, a link becomes free), and decides nothing ahead of time.
//!
//! It shares the following with the model, so it cannot check them: transmission times (`LinkRate`, `Pacer`) and the
//! fixed-point scale of rates (`network::scale`), the message rate of NICs (`network::injection`), the key of random draws
//! (`draw_key`), the topologies' routings and minimal routes, and how parameters are read. These shared parts have tests of
//! their own, and the closed forms in `mod.rs` check them together.
//!
//! The classes of events, in the order in which they are processed at one instant, are those of the model
//! (`simulator/events.rs`) and two more. Credits come before all others (the model records credits without an event);
//! deliveries come after all others (the model computes their times).

use super::reference_fifos::ReferenceFifos;
use crate::network::injection::Injection;
use crate::network::packet::switching::link_rate::{LinkRate, Pacer};
use crate::network::packet::switching::view::draw_key;
use crate::network::packet::{Arbitration, Options, OutputBufferSize, PARAMETERS, parameters};
use crate::network::scale::{self, Scale};
use crate::{Machine, Setting, settings::Settings};
use kernel::{Completion, CompletionKind, Connection, LinkCounters, Network, Transfer};
use platform::{Hop, Path, RouteState, RoutingView, Vertex, mix};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::{Endpoint, LinkId, Rate, Time};

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Credit(LinkId, u8, u32),
    /// A packet has left an output's buffer.
    OutputSpace(LinkId, (u8, bool), u32),
    Wake(LinkId),
    Arrive(usize),
    Ready(usize),
    Start(usize),
    SourceFree(usize),
    Deliver(usize),
    /// A NIC's FIFO has sent a packet.
    Drained(u32, u8),
    /// A NIC's engine has brought a packet.
    EngineDone(u32),
    /// A NIC's engine looks at its queues.
    RunEngine(u32),
}

/// (time, class, source, sequence, a number that makes keys different)
type Key = (u64, u8, u32, u64, u64);

const CREDIT: u8 = 0;
const WAKE: u8 = 1;
const ARRIVE: u8 = 2;
const READY: u8 = 3;
const INJECT: u8 = 4;
const READY_AT_SOURCE: u8 = 5;
const DRAINED: u8 = 6;
pub(super) const ENGINE: u8 = 7;
const DELIVER: u8 = 8;

pub(super) struct ReferencePacket {
    pub(super) route: RouteState,
    pub(super) message: usize,
    number: u32,
    input: Option<LinkId>,
    arrival_order: u64,
    out: Option<Hop>,
    pub(super) tail: u64,
    /// The FIFO it is in, or goes through.
    pub(super) fifo: Option<u8>,
    /// Its number among all that ever waited.
    queue_order: u64,
    /// Whether it has space in its output buffer.
    in_output_buffer: bool,
    /// When it was created.
    created_at: u64,
}

pub(super) struct ReferenceMessage {
    pub(super) transfer: Transfer,
    sequence: u64,
    pub(super) unsent_bytes: u64,
    pub(super) packets_created: u32,
    arrived: u32,
    pub(super) next_send_at: u64,
    pub(super) pace: Option<Pacer>,
    extra: u64,
    pub(super) nic: u32,
    intra_host_links: Vec<LinkId>,
}

struct ReferencePort {
    pacer: Pacer,
    free_at: u64,
    current: u32,
    sent: u64,
    waiting: VecDeque<usize>,
    /// Bytes of the packets assigned to the link, and the credit that they will take, by VC.
    assigned_bytes: u64,
    reserved_credit: Vec<u64>,
    credit: Vec<u64>,
    /// Space in the output buffers, by VC and whether a bubble is to be left.
    output: BTreeMap<(u8, bool), u64>,
    /// The input queue that was served last, and by output queue the one that was granted output space last.
    served: Option<InputKey>,
    entered: BTreeMap<(u8, bool), InputKey>,
}

/// An input queue of a port: input link (local packets last), output VC, bubble.
type InputKey = (u32, u8, bool);

/// What messages leave one after another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Queue {
    /// Those from one rank to another.
    Connection(u32, u32),
    /// The short ones of a NIC.
    OfShort(u32),
}

pub(super) struct Reference {
    pub(super) machine: Arc<dyn Machine>,
    options: Options,
    pub(super) scale: Scale,
    pub(super) now: u64,
    events: BTreeMap<Key, Event>,
    pushed: u64,
    waited: u64,
    pub(super) packets: Vec<ReferencePacket>,
    pub(super) messages: Vec<ReferenceMessage>,
    ports: BTreeMap<LinkId, ReferencePort>,
    nics: BTreeMap<u32, (u32, VecDeque<usize>)>,
    /// The message that is being sent, and those behind it.
    serial_queues: BTreeMap<Queue, VecDeque<usize>>,
    injection: Injection,
    /// The injection injection_fifos of NICs that have them.
    pub(super) injection_fifos: BTreeMap<u32, ReferenceFifos>,
}

struct ReferenceView<'a> {
    reference: &'a Reference,
    key: u64,
}

impl RoutingView for ReferenceView<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        let Some(port) = self.reference.ports.get(&link) else { return 0 };
        let current = if port.free_at > self.reference.now { u64::from(port.current) } else { 0 };
        port.assigned_bytes + current
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        match self.reference.ports.get(&link) {
            None => self.reference.input_capacity(link),
            Some(port) => port.credit[usize::from(vc)].saturating_sub(port.reserved_credit[usize::from(vc)]),
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.key = mix(self.key);
        ((u128::from(self.key) * u128::from(bound)) >> 64) as u32
    }
}

impl Reference {
    pub(super) fn new(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Self {
        let options = parameters::read(&*machine, &Settings::new("packet", PARAMETERS, settings).unwrap()).unwrap();
        Self {
            scale: crate::network::scale::scale_of(&*machine, crate::network::scale::EQUAL_BITS),
            injection: Injection::of_senders(&*machine),
            machine,
            options,
            now: 0,
            events: BTreeMap::new(),
            pushed: 0,
            waited: 0,
            packets: Vec::new(),
            messages: Vec::new(),
            ports: BTreeMap::new(),
            nics: BTreeMap::new(),
            serial_queues: BTreeMap::new(),
            injection_fifos: BTreeMap::new(),
        }
    }

    fn max_wire_bytes(&self) -> u32 {
        (self.options.mtu + self.options.header).div_ceil(self.options.alignment) * self.options.alignment
    }

    fn input_capacity(&self, link: LinkId) -> u64 {
        self.capacity(link, self.options.input_buffer)
    }

    fn capacity(&self, link: LinkId, size: Option<u64>) -> u64 {
        let physical = self.machine.link(link);
        let round_trip = 2 * physical.latency.ps() + self.options.switch_latency.ps();
        let rate = LinkRate::new(self.scale.steps(physical.bandwidth), self.scale.shift());
        let largest = u64::from(self.max_wire_bytes());
        let lanes = u64::from(self.machine.lanes(link));
        match size {
            Some(size) => lanes * size,
            None => largest * (2 * lanes + rate.bytes_in(round_trip).div_ceil(largest)),
        }
    }

    fn port(&mut self, link: LinkId) -> &mut ReferencePort {
        if !self.ports.contains_key(&link) {
            let vcs = usize::from(self.machine.packet_routing().unwrap().vcs(self.options.routing));
            let pacer = Pacer::new(self.scale.steps(self.machine.link(link).bandwidth), self.scale.shift());
            let credit = vec![self.input_capacity(link); vcs];
            let reserved_credit = vec![0; vcs];
            let waiting = VecDeque::new();
            let output = match self.options.output_buffer {
                OutputBufferSize::Off => u64::MAX,
                OutputBufferSize::Auto => {
                    let links = (0..self.machine.topology_links()).map(LinkId);
                    let most = links.map(|link| self.capacity(link, None)).max();
                    most.unwrap_or(0).max(2 * u64::from(self.max_wire_bytes()))
                }
                OutputBufferSize::Bytes(bytes) => self.capacity(link, Some(bytes)),
            };
            let output = (0..vcs as u8).flat_map(|vc| [((vc, false), output), ((vc, true), output)]).collect();
            self.ports.insert(
                link,
                ReferencePort {
                    pacer,
                    free_at: 0,
                    current: 0,
                    sent: 0,
                    waiting,
                    assigned_bytes: 0,
                    reserved_credit,
                    credit,
                    output,
                    served: None,
                    entered: BTreeMap::new(),
                },
            );
        }
        self.ports.get_mut(&link).unwrap()
    }

    /// Room that a packet takes in a buffer of a VC.
    fn footprint(&self, vc: u8, bytes: u32) -> u32 {
        let slots = self.machine.packet_routing().unwrap().slots(self.options.routing);
        if slots.is_some_and(|first| first <= vc) { self.max_wire_bytes() } else { bytes }
    }

    pub(super) fn push(&mut self, time: u64, class: u8, source: u32, sequence: u64, event: Event) {
        self.pushed += 1;
        self.events.insert((time, class, source, sequence, self.pushed), event);
    }

    /// Whether there is such an event.
    pub(super) fn is_due(&self, (time, class, source, sequence): (u64, u8, u32, u64)) -> bool {
        let key = |number| (time, class, source, sequence, number);
        self.events.range(key(0)..=key(u64::MAX)).next().is_some()
    }

    fn inject(&mut self, at: usize) {
        let packet = self.create_packet(at);
        self.leave_source(packet);
    }

    /// The next packet of a message.
    pub(super) fn create_packet(&mut self, at: usize) -> usize {
        let (now, options) = (self.now, self.options);
        let message = &mut self.messages[at];
        let payload = message.unsent_bytes.min(u64::from(options.mtu)) as u32;
        let bytes = (payload + options.header).div_ceil(options.alignment) * options.alignment;
        let mut tail = now;
        if let Some(pace) = &mut message.pace {
            let fresh = message.packets_created == 0 || now > message.next_send_at;
            message.next_send_at = now.max(message.next_send_at) + pace.send(bytes, fresh);
            tail = message.next_send_at;
        }
        let mut route = RouteState::new(message.transfer.source.host, message.transfer.destination.host, bytes);
        route.ordered = message.transfer.bytes <= options.ordered_max;
        let number = message.packets_created;
        message.unsent_bytes -= u64::from(payload);
        message.packets_created += 1;
        let packet = ReferencePacket {
            route,
            message: at,
            number,
            input: None,
            arrival_order: 0,
            out: None,
            tail,
            fifo: None,
            queue_order: 0,
            in_output_buffer: false,
            created_at: now,
        };
        self.packets.push(packet);
        self.packets.len() - 1
    }

    /// A packet leaves its source.
    pub(super) fn leave_source(&mut self, at: usize) {
        let message = &self.messages[self.packets[at].message];
        let first = message.intra_host_links.first().copied();
        match first.or_else(|| self.machine.injection_link(message.transfer.source)) {
            Some(link) => self.choose(at, Hop::new(link, 0)),
            None => self.route(at),
        }
    }

    fn route(&mut self, at: usize) {
        let packet = &self.packets[at];
        let message = &self.messages[packet.message];
        if !message.intra_host_links.is_empty() {
            let link = message.intra_host_links[usize::from(packet.route.hops)];
            return self.choose(at, Hop::new(link, 0));
        }
        let here = match packet.input {
            None => Vertex::Host(packet.route.source),
            Some(link) => self.machine.link_end(link).unwrap_or(Vertex::Switch(u32::MAX)),
        };
        let mut route = packet.route;
        let key = draw_key(self.options.seed, message.sequence, packet.number, route.hops);
        let destination = message.transfer.destination;
        let mut view = ReferenceView { reference: self, key };
        let hop = self.machine.packet_routing().unwrap().next(self.options.routing, here, &mut route, &mut view);
        self.packets[at].route = route;
        match (hop, self.machine.ejection_link(destination)) {
            (Some(hop), _) => self.choose(at, hop),
            (None, Some(link)) => self.choose(at, Hop::new(link, 0)),
            (None, None) => {
                // It is at its destination, which was not known before.
                let end = self.packets[at].tail - self.options.switch_latency.ps();
                self.return_credit(at, end);
                self.push(end, DELIVER, 0, 0, Event::Deliver(at));
            }
        }
    }

    fn choose(&mut self, at: usize, hop: Hop) {
        let bytes = self.packets[at].route.wire_bytes;
        self.packets[at].out = Some(hop);
        let space = if self.takes_credit(at) { u64::from(self.footprint(hop.vc, bytes)) } else { 0 };
        let port = self.port(hop.link);
        port.assigned_bytes += u64::from(bytes);
        port.reserved_credit[usize::from(hop.vc)] += space;
        let alone = port.pacer.rate.transmission_time(bytes);
        let packet = &self.packets[at];
        let ready = packet.tail.saturating_sub(alone);
        if ready <= self.now {
            return self.ready(at);
        }
        let (class, source, sequence) = match packet.input {
            Some(link) => (READY, link.0, packet.arrival_order),
            None => {
                let message = &self.messages[packet.message];
                (READY_AT_SOURCE, message.nic, packet.fifo.map_or(message.sequence, u64::from))
            }
        };
        self.push(ready, class, source, sequence, Event::Ready(at));
    }

    fn ready(&mut self, at: usize) {
        self.waited += 1;
        self.packets[at].queue_order = self.waited;
        let link = self.packets[at].out.unwrap().link;
        self.port(link).waiting.push_back(at);
        self.fill_output_buffers(link);
        self.serve(link);
    }

    fn return_output_space(&mut self, link: LinkId, queue: (u8, bool), bytes: u32) {
        *self.port(link).output.get_mut(&queue).unwrap() += u64::from(bytes);
        self.fill_output_buffers(link);
    }

    fn key(&self, at: usize) -> InputKey {
        let packet = &self.packets[at];
        let hop = packet.out.unwrap();
        (packet.input.map_or(u32::MAX, |link| link.0), hop.vc, hop.bubble)
    }

    /// The first packet of each input queue, of those in the output buffer or outside.
    fn fronts(&self, link: LinkId, in_output_buffer: bool) -> Vec<usize> {
        let mut seen = Vec::new();
        let waiting = self.ports[&link]
            .waiting
            .iter()
            .copied()
            .filter(|at| self.packets[*at].in_output_buffer == in_output_buffer);
        waiting
            .filter(|at| {
                let key = self.key(*at);
                let first = !seen.contains(&key);
                seen.push(key);
                first
            })
            .collect()
    }

    /// The packet that arbitration chooses.
    fn choice(&self, link: LinkId, of: Vec<usize>, last: Option<InputKey>) -> Option<usize> {
        let waiting = &self.ports[&link].waiting;
        let bytes = |at: usize| {
            let same_queue = waiting.iter().filter(|other| self.key(**other) == self.key(at));
            same_queue.map(|other| u64::from(self.packets[*other].route.wire_bytes)).sum::<u64>()
        };
        match self.options.arbitration {
            Arbitration::Fcfs => of.into_iter().next(),
            Arbitration::RoundRobin => {
                let after = of.iter().copied().filter(|at| last.is_none_or(|last| self.key(*at) > last));
                after.min_by_key(|at| self.key(*at)).or_else(|| of.into_iter().min_by_key(|at| self.key(*at)))
            }
            Arbitration::Age => of.into_iter().min_by_key(|at| {
                let packet = &self.packets[*at];
                (packet.created_at, self.messages[packet.message].sequence, packet.number)
            }),
            // Of equally long queues the one whose head became ready first.
            Arbitration::LongestQueue => of.into_iter().rev().max_by_key(|at| bytes(*at)),
        }
    }

    /// Grants space in the output buffers in the order of arbitration.
    fn fill_output_buffers_by_arbitration(&mut self, link: LinkId) {
        if self.options.output_buffer == OutputBufferSize::Off {
            return;
        }
        let queues: Vec<(u8, bool)> = self.ports[&link].output.keys().copied().collect();
        for queue in queues {
            loop {
                let mut of = self.fronts(link, false);
                of.retain(|at| (self.key(*at).1, self.key(*at).2) == queue);
                let last = self.ports[&link].entered.get(&queue).copied();
                let Some(at) = self.choice(link, of, last) else { break };
                let (bytes, key) =
                    (u64::from(self.footprint(queue.0, self.packets[at].route.wire_bytes)), self.key(at));
                let port = self.port(link);
                if port.output[&queue] < bytes {
                    break;
                }
                *port.output.get_mut(&queue).unwrap() -= bytes;
                port.entered.insert(queue, key);
                self.packets[at].in_output_buffer = true;
                self.return_credit(at, self.now.max(self.packets[at].tail));
            }
        }
    }

    /// Sends what arbitration chooses, if the link is free.
    fn serve_by_arbitration(&mut self, link: LinkId) {
        loop {
            self.fill_output_buffers_by_arbitration(link);
            if self.ports[&link].free_at > self.now {
                return;
            }
            let mut of = self.fronts(link, self.options.output_buffer != OutputBufferSize::Off);
            of.retain(|at| {
                let hop = self.packets[*at].out.unwrap();
                let need = u64::from(self.footprint(hop.vc, self.packets[*at].route.wire_bytes))
                    + u64::from(hop.bubble) * u64::from(self.max_wire_bytes());
                !self.takes_credit(*at) || self.ports[&link].credit[usize::from(hop.vc)] >= need
            });
            let Some(at) = self.choice(link, of, self.ports[&link].served) else { return };
            let key = self.key(at);
            let port = self.port(link);
            port.served = Some(key);
            port.waiting.retain(|other| *other != at);
            self.depart(at, link);
        }
    }

    /// Grants space in the output buffers, first come first served.
    fn fill_output_buffers(&mut self, link: LinkId) {
        if self.options.arbitration != Arbitration::Fcfs {
            return;
        }
        let mut full: Vec<(u8, bool)> = Vec::new();
        for at in self.ports[&link].waiting.clone() {
            let hop = self.packets[at].out.unwrap();
            let queue = (hop.vc, hop.bubble);
            if self.packets[at].in_output_buffer || full.contains(&queue) {
                continue;
            }
            let bytes = u64::from(self.footprint(hop.vc, self.packets[at].route.wire_bytes));
            let space = self.port(link).output.get_mut(&queue).unwrap();
            if *space < bytes {
                full.push(queue);
                continue;
            }
            *space -= bytes;
            self.packets[at].in_output_buffer = true;
            if self.options.output_buffer != OutputBufferSize::Off {
                self.return_credit(at, self.now.max(self.packets[at].tail));
            }
        }
    }

    fn takes_credit(&self, at: usize) -> bool {
        let packet = &self.packets[at];
        let RouteState { source, destination, .. } = packet.route;
        let link = packet.out.unwrap().link;
        let end = self.machine.link_end(link);
        let ejects = self.machine.ejection_link(Endpoint::default()).is_some();
        let into_nic = link.0 >= self.machine.topology_links() && end.is_none();
        source != destination && !into_nic && (ejects || end != Some(Vertex::Host(destination)))
    }

    /// Sends the packets that may depart, earliest ready first, while the link is free.
    fn serve(&mut self, link: LinkId) {
        if self.options.arbitration != Arbitration::Fcfs {
            return self.serve_by_arbitration(link);
        }
        loop {
            let port = &self.ports[&link];
            if port.free_at > self.now {
                return;
            }
            // Within a VC only packets that leave no bubble overtake.
            let mut blocked: Vec<(u8, bool)> = Vec::new();
            let mut chosen = None;
            for (place, at) in port.waiting.iter().enumerate() {
                let hop = self.packets[*at].out.unwrap();
                let queue = (hop.vc, hop.bubble);
                let need = u64::from(self.footprint(hop.vc, self.packets[*at].route.wire_bytes))
                    + u64::from(hop.bubble) * u64::from(self.max_wire_bytes());
                if blocked.contains(&queue) {
                    continue;
                }
                let has_credit = !self.takes_credit(*at) || port.credit[usize::from(hop.vc)] >= need;
                if self.packets[*at].in_output_buffer && has_credit {
                    chosen = Some(place);
                    break;
                }
                blocked.push(queue);
            }
            let Some(place) = chosen else { return };
            let at = self.port(link).waiting.remove(place).unwrap();
            self.depart(at, link);
        }
    }

    fn depart(&mut self, at: usize, link: LinkId) {
        let (now, takes_credit) = (self.now, self.takes_credit(at));
        let ReferencePacket { route, message, tail, out, input, .. } = self.packets[at];
        let hop = out.unwrap();
        let space = u64::from(self.footprint(hop.vc, route.wire_bytes));
        let port = self.port(link);
        let fresh = port.sent == 0 || now > port.free_at;
        let end = (now + port.pacer.send(route.wire_bytes, fresh)).max(tail);
        port.free_at = end;
        port.current = route.wire_bytes;
        let order = port.sent;
        port.sent += 1;
        port.assigned_bytes -= u64::from(route.wire_bytes);
        if takes_credit {
            port.reserved_credit[usize::from(hop.vc)] -= space;
            port.credit[usize::from(hop.vc)] -= space;
        }
        self.push(end, WAKE, link.0, 0, Event::Wake(link));
        if self.options.output_buffer != OutputBufferSize::Off {
            let queue = (hop.vc, hop.bubble);
            if end > now {
                self.push(end, CREDIT, link.0, 0, Event::OutputSpace(link, queue, space as u32));
            } else {
                // A transmission that takes no time returns its space before the next departs.
                self.return_output_space(link, queue, space as u32);
            }
        } else {
            self.return_credit(at, end);
        }
        if let (None, Some(fifo)) = (input, self.packets[at].fifo) {
            let nic = self.messages[message].nic;
            self.push(end, DRAINED, nic, u64::from(fifo), Event::Drained(nic, fifo));
        } else if input.is_none() {
            self.schedule_next_packet(message);
        }
        let state = &self.messages[message];
        let inside = !state.intra_host_links.is_empty();
        let latency = if inside { Time::ZERO } else { self.machine.link(link).latency };
        let latency = scale::latency(latency, state.transfer.latency_factor.min(1.0)).ps();
        let last = if inside { usize::from(route.hops) + 1 == state.intra_host_links.len() } else { !takes_credit };
        if last {
            return self.push(end + latency, DELIVER, 0, 0, Event::Deliver(at));
        }
        let of_topology = link.0 < self.machine.topology_links();
        let passes = self.machine.link_end(link) != Some(Vertex::Host(route.destination));
        let crossbar = if of_topology && !inside && passes { self.options.switch_latency.ps() } else { 0 };
        let packet = &mut self.packets[at];
        packet.tail = end + latency + crossbar;
        packet.input = Some(link);
        packet.arrival_order = order;
        packet.in_output_buffer = false;
        packet.route.hops = packet.route.hops.saturating_add(u8::from(of_topology || inside));
        packet.route.in_vc = hop.vc;
        self.push(now + latency + crossbar, ARRIVE, link.0, order, Event::Arrive(at));
    }

    fn return_credit(&mut self, at: usize, end: u64) {
        let packet = &self.packets[at];
        let RouteState { source, destination, wire_bytes, in_vc, .. } = packet.route;
        if let Some(link) = packet.input
            && source != destination
        {
            let known = end + self.machine.link(link).latency.ps();
            let space = self.footprint(in_vc, wire_bytes);
            self.push(known, CREDIT, link.0, 0, Event::Credit(link, in_vc, space));
        }
    }

    /// When the source of a packet that has left goes on.
    fn schedule_next_packet(&mut self, at: usize) {
        let message = &self.messages[at];
        let paced = message.pace.is_some() && message.unsent_bytes > 0;
        let time = if paced { self.now.max(message.next_send_at) } else { self.now };
        let (nic, sequence) = (message.nic, message.sequence);
        self.push(time, INJECT, nic, sequence, Event::SourceFree(at));
    }

    fn next_packet(&mut self, at: usize) {
        if self.messages[at].unsent_bytes > 0 {
            return self.inject(at);
        }
        if self.messages[at].intra_host_links.is_empty() {
            let nic = self.nics.get_mut(&self.messages[at].nic).unwrap();
            match nic.1.pop_front() {
                Some(next) => self.inject(next),
                None => nic.0 -= 1,
            }
        }
        // Those that waited for this one: first the short ones of its NIC, then those of its connection.
        for queue in [self.send_queue_of(at), self.connection_of(at)].into_iter().flatten() {
            let waiting = self.serial_queues.get_mut(&queue).unwrap();
            waiting.pop_front();
            if let Some(&next) = waiting.front() {
                self.take_turns(next, queue);
            }
        }
    }

    /// The queue of a message's connection, and of the short messages of its NIC.
    fn connection_of(&self, at: usize) -> Option<Queue> {
        let connection = self.messages[at].transfer.connection.filter(|_| self.options.keeps_order());
        connection.map(|Connection { from, to }| Queue::Connection(from.0, to.0))
    }

    fn send_queue_of(&self, at: usize) -> Option<Queue> {
        let message = &self.messages[at];
        let short = self.options.is_short(message.transfer.bytes);
        let outside = message.transfer.source.host != message.transfer.destination.host;
        (short && outside).then_some(Queue::OfShort(message.nic))
    }

    /// A message is the first of this queue: it goes on to the next one, or to its NIC.
    fn take_turns(&mut self, at: usize, queue: Queue) {
        if let (Queue::Connection(..), Some(short)) = (queue, self.send_queue_of(at)) {
            return self.queue_up(at, short);
        }
        self.admit(at);
    }

    fn queue_up(&mut self, at: usize, queue: Queue) {
        let waiting = self.serial_queues.entry(queue).or_default();
        waiting.push_back(at);
        if waiting.len() == 1 {
            self.take_turns(at, queue);
        }
    }

    fn enter(&mut self, at: usize) {
        if self.messages[at].intra_host_links.is_empty() && self.machine.fifos().is_some() {
            return self.enter_stage(at);
        }
        match self.connection_of(at).or(self.send_queue_of(at)) {
            Some(queue) => self.queue_up(at, queue),
            None => self.admit(at),
        }
    }

    fn admit(&mut self, at: usize) {
        if self.messages[at].intra_host_links.is_empty() {
            let queues = self.options.concurrent_messages;
            let nic = self.nics.entry(self.messages[at].nic).or_default();
            if nic.0 == queues {
                nic.1.push_back(at);
                return;
            }
            nic.0 += 1;
        }
        self.inject(at);
    }
}

impl Network for Reference {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        let inside = transfer.source.host == transfer.destination.host;
        let mut path = Path::default();
        self.machine.path(transfer.source, transfer.destination, &mut path);
        let narrowest = path.links.iter().map(|link| self.machine.link(*link).bandwidth).min();
        let rate = narrowest.map_or(path.bound, |rate| rate.min(path.bound));
        let paced = transfer.bandwidth_factor < 1.0 || inside && path.bound < Rate(u64::MAX);
        let steps = Scale::times(self.scale.steps(rate), transfer.bandwidth_factor.min(1.0));
        let mut enters = self.injection.enter(now, transfer.source, transfer.destination, &*self.machine);
        if !inside && transfer.latency_factor > 1.0 {
            enters += scale::latency(path.latency, transfer.latency_factor) - path.latency;
        }
        let sequence = self.messages.len() as u64;
        let nic = transfer.source.host.0 * u32::from(self.machine.nics()) + u32::from(transfer.source.nic);
        self.messages.push(ReferenceMessage {
            transfer: *transfer,
            sequence,
            unsent_bytes: transfer.bytes,
            packets_created: 0,
            arrived: 0,
            next_send_at: enters.ps(),
            pace: paced.then(|| Pacer::new(steps, self.scale.shift())),
            extra: if inside { scale::latency(path.latency, transfer.latency_factor).ps() } else { 0 },
            nic,
            intra_host_links: if inside { path.links } else { Vec::new() },
        });
        self.push(enters.ps(), INJECT, nic, sequence, Event::Start(self.messages.len() - 1));
    }

    fn idle(&self) -> Box<dyn Network> {
        unimplemented!("no request is asked of files")
    }

    fn next_event(&mut self) -> Time {
        self.events.first_key_value().map_or(Time::MAX, |(key, _)| Time::from_ps(key.0))
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        let mut done = Vec::new();
        while let Some(entry) = self.events.first_entry()
            && entry.key().0 <= to.ps()
        {
            let ((now, ..), event) = entry.remove_entry();
            self.now = now;
            match event {
                Event::Credit(link, vc, bytes) => {
                    self.port(link).credit[usize::from(vc)] += u64::from(bytes);
                    // All credits of an instant come before anything is sent.
                    self.push(now, WAKE, link.0, 0, Event::Wake(link));
                }
                Event::OutputSpace(link, queue, bytes) => {
                    self.return_output_space(link, queue, bytes);
                    self.push(now, WAKE, link.0, 0, Event::Wake(link));
                }
                Event::Wake(link) => self.serve(link),
                Event::Arrive(packet) => self.route(packet),
                Event::Ready(packet) => self.ready(packet),
                Event::Start(message) => self.enter(message),
                Event::Drained(nic, fifo) => self.drained(nic, fifo),
                Event::EngineDone(nic) => self.engine_done(nic),
                Event::RunEngine(nic) => self.run_engine(nic),
                Event::SourceFree(message) => self.next_packet(message),
                Event::Deliver(packet) => {
                    let at = self.packets[packet].message;
                    let message = &mut self.messages[at];
                    message.arrived += 1;
                    if message.unsent_bytes == 0 && message.arrived == message.packets_created {
                        if message.extra > 0 {
                            // The latency inside a host, once.
                            let after = now + std::mem::take(&mut message.extra);
                            message.arrived -= 1;
                            self.push(after, DELIVER, 0, 0, Event::Deliver(packet));
                        } else {
                            done.push((message.sequence, message.transfer.token));
                        }
                    }
                }
            }
        }
        done.sort_unstable();
        let delivered = |(_, token)| Completion { token, kind: CompletionKind::Delivered, bottleneck: None };
        completions.extend(done.into_iter().map(delivered));
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        None
    }
}
