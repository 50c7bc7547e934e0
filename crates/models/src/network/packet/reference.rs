//! The slow reference: a switch with an event for everything (heads, tails, credits, free links), and nothing decided ahead.

use super::link_rate::{LinkRate, Pacer};
use super::reference_fifos::Stage;
use super::view::draw_key;
use super::{Arbitration, Options, Output, PARAMETERS};
use crate::network::injection::Injection;
use crate::network::scale::{self, Scale};
use crate::{Machine, Setting, settings::Settings};
use kernel::{Completion, CompletionKind, LinkCounters, Network, Transfer};
use platform::{Header, Hop, Path, RoutingView, Vertex, mix};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::{Endpoint, LinkId, Rate, Time};

#[derive(Clone, Copy, Debug)]
pub(super) enum Happens {
    Credit(LinkId, u8, u32),
    /// A packet has left an output's buffer.
    OutputSpace(LinkId, (u8, bool), u32),
    Try(LinkId),
    Head(usize),
    Ready(usize),
    Enter(usize),
    Next(usize),
    Tail(usize),
    /// A NIC's FIFO has sent a packet.
    Drained(u32, u8),
    /// A NIC's engine has brought a packet.
    Brought(u32),
    /// A NIC's engine looks at its queues.
    Look(u32),
}

/// (time, class, source, sequence, a number that makes keys different)
type Key = (u64, u8, u32, u64, u64);

const CREDIT: u8 = 0;
const TRY: u8 = 1;
const HEAD: u8 = 2;
const READY: u8 = 3;
const INJECT: u8 = 4;
const READY_INJECTED: u8 = 5;
const DRAINED: u8 = 6;
pub(super) const BROUGHT: u8 = 7;
const TAIL: u8 = 8;

pub(super) struct Flying {
    pub(super) header: Header,
    pub(super) message: usize,
    number: u32,
    input: Option<LinkId>,
    order: u64,
    out: Option<Hop>,
    pub(super) tail: u64,
    /// The FIFO it is in, or goes through.
    pub(super) fifo: Option<u8>,
    /// Its place among all that ever waited.
    since: u64,
    /// Whether it has room in its output's buffer.
    in_output_buffer: bool,
    /// When it was made.
    created_at: u64,
}

pub(super) struct Sending {
    pub(super) transfer: Transfer,
    sequence: u64,
    pub(super) left: u64,
    pub(super) made: u32,
    arrived: u32,
    pub(super) clock: u64,
    pub(super) pace: Option<Pacer>,
    extra: u64,
    pub(super) nic: u32,
    inside: Vec<LinkId>,
}

struct Line {
    wire: Pacer,
    until: u64,
    current: u32,
    sent: u64,
    waiting: VecDeque<usize>,
    /// Bytes of what has chosen the link, and of what of that will take room, by VC.
    chosen: u64,
    promised: Vec<u64>,
    credit: Vec<u64>,
    /// Space in the output buffers, by VC and whether a bubble is to be left.
    output: BTreeMap<(u8, bool), u64>,
    /// The line that was served last, and by queue the one from which something in_output_buffer last.
    served: Option<LineKey>,
    entered: BTreeMap<(u8, bool), LineKey>,
}

/// A line before a link: what input over a link (or from here, last), in a VC, leaving a bubble or not.
type LineKey = (u32, u8, bool);

pub(super) struct Reference {
    pub(super) machine: Arc<dyn Machine>,
    options: Options,
    pub(super) scale: Scale,
    pub(super) now: u64,
    events: BTreeMap<Key, Happens>,
    pushed: u64,
    waited: u64,
    pub(super) packets: Vec<Flying>,
    pub(super) messages: Vec<Sending>,
    lines: BTreeMap<LinkId, Line>,
    nics: BTreeMap<u32, (u32, VecDeque<usize>)>,
    injection: Injection,
    /// The injection stages of NICs that have them.
    pub(super) stages: BTreeMap<u32, Stage>,
}

struct ReferenceView<'a> {
    reference: &'a Reference,
    key: u64,
}

impl RoutingView for ReferenceView<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        let Some(line) = self.reference.lines.get(&link) else { return 0 };
        let current = if line.until > self.reference.now { u64::from(line.current) } else { 0 };
        line.chosen + current
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        match self.reference.lines.get(&link) {
            None => self.reference.buffer(link),
            Some(line) => line.credit[usize::from(vc)].saturating_sub(line.promised[usize::from(vc)]),
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.key = mix(self.key);
        ((u128::from(self.key) * u128::from(bound)) >> 64) as u32
    }
}

impl Reference {
    pub(super) fn new(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Self {
        let options =
            super::parameters::read(&*machine, &Settings::new("packet", PARAMETERS, settings).unwrap()).unwrap();
        Self {
            scale: crate::network::scale::scale_of(&*machine, crate::network::scale::EQUAL_BITS),
            injection: Injection::new(&*machine),
            machine,
            options,
            now: 0,
            events: BTreeMap::new(),
            pushed: 0,
            waited: 0,
            packets: Vec::new(),
            messages: Vec::new(),
            lines: BTreeMap::new(),
            nics: BTreeMap::new(),
            stages: BTreeMap::new(),
        }
    }

    fn largest(&self) -> u32 {
        (self.options.packet + self.options.header).div_ceil(self.options.chunk) * self.options.chunk
    }

    fn buffer(&self, link: LinkId) -> u64 {
        self.sized(link, self.options.buffer)
    }

    fn sized(&self, link: LinkId, size: Option<u64>) -> u64 {
        let figures = self.machine.link(link);
        let trip = 2 * figures.latency.ps() + self.options.crossbar.ps();
        let wire = LinkRate::new(self.scale.steps(figures.bandwidth), self.scale.shift());
        let largest = u64::from(self.largest());
        let lanes = u64::from(self.machine.lanes(link));
        match size {
            Some(size) => lanes * size,
            None => largest * (2 * lanes + wire.bytes_in(trip).div_ceil(largest)),
        }
    }

    fn line(&mut self, link: LinkId) -> &mut Line {
        if !self.lines.contains_key(&link) {
            let vcs = usize::from(self.machine.packets().unwrap().vcs(self.options.routing));
            let wire = Pacer::new(self.scale.steps(self.machine.link(link).bandwidth), self.scale.shift());
            let credit = vec![self.buffer(link); vcs];
            let promised = vec![0; vcs];
            let waiting = VecDeque::new();
            let output = match self.options.output {
                Output::Off => u64::MAX,
                Output::Auto => {
                    let links = (0..self.machine.topology_links()).map(LinkId);
                    let most = links.map(|link| self.sized(link, None)).max();
                    most.unwrap_or(0).max(2 * u64::from(self.largest()))
                }
                Output::Bytes(bytes) => self.sized(link, Some(bytes)),
            };
            let output = (0..vcs as u8).flat_map(|vc| [((vc, false), output), ((vc, true), output)]).collect();
            self.lines.insert(
                link,
                Line {
                    wire,
                    until: 0,
                    current: 0,
                    sent: 0,
                    waiting,
                    chosen: 0,
                    promised,
                    credit,
                    output,
                    served: None,
                    entered: BTreeMap::new(),
                },
            );
        }
        self.lines.get_mut(&link).unwrap()
    }

    /// Room that a packet takes in a buffer of a VC.
    fn taken(&self, vc: u8, bytes: u32) -> u32 {
        let slots = self.machine.packets().unwrap().slots(self.options.routing);
        if slots.is_some_and(|first| first <= vc) { self.largest() } else { bytes }
    }

    pub(super) fn push(&mut self, time: u64, class: u8, source: u32, sequence: u64, happens: Happens) {
        self.pushed += 1;
        self.events.insert((time, class, source, sequence, self.pushed), happens);
    }

    /// Whether there is such an event.
    pub(super) fn is_due(&self, (time, class, source, sequence): (u64, u8, u32, u64)) -> bool {
        let key = |number| (time, class, source, sequence, number);
        self.events.range(key(0)..=key(u64::MAX)).next().is_some()
    }

    fn inject(&mut self, at: usize) {
        let packet = self.make(at);
        self.set_off(packet);
    }

    /// The next packet of a message.
    pub(super) fn make(&mut self, at: usize) -> usize {
        let (now, options) = (self.now, self.options);
        let message = &mut self.messages[at];
        let payload = message.left.min(u64::from(options.packet)) as u32;
        let bytes = (payload + options.header).div_ceil(options.chunk) * options.chunk;
        let mut tail = now;
        if let Some(pace) = &mut message.pace {
            let fresh = message.made == 0 || now > message.clock;
            message.clock = now.max(message.clock) + pace.send(bytes, fresh);
            tail = message.clock;
        }
        let mut header = Header::new(message.transfer.source.host, message.transfer.destination.host, bytes);
        header.ordered = message.transfer.bytes <= options.ordered;
        let number = message.made;
        message.left -= u64::from(payload);
        message.made += 1;
        let packet = Flying {
            header,
            message: at,
            number,
            input: None,
            order: 0,
            out: None,
            tail,
            fifo: None,
            since: 0,
            in_output_buffer: false,
            created_at: now,
        };
        self.packets.push(packet);
        self.packets.len() - 1
    }

    /// A packet leaves its source.
    pub(super) fn set_off(&mut self, at: usize) {
        let message = &self.messages[self.packets[at].message];
        let first = message.inside.first().copied();
        match first.or_else(|| self.machine.nic_link(message.transfer.source, false)) {
            Some(link) => self.choose(at, Hop::new(link, 0)),
            None => self.head(at),
        }
    }

    fn head(&mut self, at: usize) {
        let packet = &self.packets[at];
        let message = &self.messages[packet.message];
        if !message.inside.is_empty() {
            let link = message.inside[usize::from(packet.header.hops)];
            return self.choose(at, Hop::new(link, 0));
        }
        let here = match packet.input {
            None => Vertex::Host(packet.header.source),
            Some(link) => self.machine.link_end(link).unwrap_or(Vertex::Switch(u32::MAX)),
        };
        let mut header = packet.header;
        let key = draw_key(self.options.seed, message.sequence, packet.number, header.hops);
        let destination = message.transfer.destination;
        let mut view = ReferenceView { reference: self, key };
        let hop = self.machine.packets().unwrap().next(self.options.routing, here, &mut header, &mut view);
        self.packets[at].header = header;
        match (hop, self.machine.nic_link(destination, true)) {
            (Some(hop), _) => self.choose(at, hop),
            (None, Some(link)) => self.choose(at, Hop::new(link, 0)),
            (None, None) => {
                // It is at its destination, which was not known before.
                let end = self.packets[at].tail - self.options.crossbar.ps();
                self.return_credit(at, end);
                self.push(end, TAIL, 0, 0, Happens::Tail(at));
            }
        }
    }

    fn choose(&mut self, at: usize, hop: Hop) {
        let bytes = self.packets[at].header.bytes;
        self.packets[at].out = Some(hop);
        let room = if self.takes_room(at) { u64::from(self.taken(hop.vc, bytes)) } else { 0 };
        let line = self.line(hop.link);
        line.chosen += u64::from(bytes);
        line.promised[usize::from(hop.vc)] += room;
        let alone = line.wire.rate.transmission_time(bytes);
        let packet = &self.packets[at];
        let ready = packet.tail.saturating_sub(alone);
        if ready <= self.now {
            return self.ready(at);
        }
        let (class, source, sequence) = match packet.input {
            Some(link) => (READY, link.0, packet.order),
            None => {
                let message = &self.messages[packet.message];
                (READY_INJECTED, message.nic, packet.fifo.map_or(message.sequence, u64::from))
            }
        };
        self.push(ready, class, source, sequence, Happens::Ready(at));
    }

    fn ready(&mut self, at: usize) {
        self.waited += 1;
        self.packets[at].since = self.waited;
        let link = self.packets[at].out.unwrap().link;
        self.line(link).waiting.push_back(at);
        self.let_in(link);
        self.attempt(link);
    }

    fn make_room(&mut self, link: LinkId, queue: (u8, bool), bytes: u32) {
        *self.line(link).output.get_mut(&queue).unwrap() += u64::from(bytes);
        self.let_in(link);
    }

    fn key(&self, at: usize) -> LineKey {
        let packet = &self.packets[at];
        let hop = packet.out.unwrap();
        (packet.input.map_or(u32::MAX, |link| link.0), hop.vc, hop.bubble)
    }

    /// The first packet of each line before a link, of those that have in_output_buffer or have not.
    fn fronts(&self, link: LinkId, in_output_buffer: bool) -> Vec<usize> {
        let mut seen = Vec::new();
        let waiting = self.lines[&link]
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

    /// Whom arbitration chooses.
    fn choice(&self, link: LinkId, of: Vec<usize>, last: Option<LineKey>) -> Option<usize> {
        let waiting = &self.lines[&link].waiting;
        let bytes = |at: usize| {
            let own = waiting.iter().filter(|other| self.key(**other) == self.key(at));
            own.map(|other| u64::from(self.packets[*other].header.bytes)).sum::<u64>()
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
            // Of several as long the one whose head input first.
            Arbitration::LongestQueue => of.into_iter().rev().max_by_key(|at| bytes(*at)),
        }
    }

    /// Lets into the output's buffers what there is room for, as arbitration chooses.
    fn let_in_by_choice(&mut self, link: LinkId) {
        if self.options.output == Output::Off {
            return;
        }
        let queues: Vec<(u8, bool)> = self.lines[&link].output.keys().copied().collect();
        for queue in queues {
            loop {
                let mut of = self.fronts(link, false);
                of.retain(|at| (self.key(*at).1, self.key(*at).2) == queue);
                let last = self.lines[&link].entered.get(&queue).copied();
                let Some(at) = self.choice(link, of, last) else { break };
                let (bytes, key) = (u64::from(self.taken(queue.0, self.packets[at].header.bytes)), self.key(at));
                let line = self.line(link);
                if line.output[&queue] < bytes {
                    break;
                }
                *line.output.get_mut(&queue).unwrap() -= bytes;
                line.entered.insert(queue, key);
                self.packets[at].in_output_buffer = true;
                self.return_credit(at, self.now.max(self.packets[at].tail));
            }
        }
    }

    /// Sends what arbitration chooses, if the link is free.
    fn attempt_by_choice(&mut self, link: LinkId) {
        loop {
            self.let_in_by_choice(link);
            if self.lines[&link].until > self.now {
                return;
            }
            let mut of = self.fronts(link, self.options.output != Output::Off);
            of.retain(|at| {
                let hop = self.packets[*at].out.unwrap();
                let need = u64::from(self.taken(hop.vc, self.packets[*at].header.bytes))
                    + u64::from(hop.bubble) * u64::from(self.largest());
                !self.takes_room(*at) || self.lines[&link].credit[usize::from(hop.vc)] >= need
            });
            let Some(at) = self.choice(link, of, self.lines[&link].served) else { return };
            let key = self.key(at);
            let line = self.line(link);
            line.served = Some(key);
            line.waiting.retain(|other| *other != at);
            self.depart(at, link);
        }
    }

    /// Takes into an output's buffers what there is room for, in order.
    fn let_in(&mut self, link: LinkId) {
        if self.options.arbitration != Arbitration::Fcfs {
            return;
        }
        let mut full: Vec<(u8, bool)> = Vec::new();
        for at in self.lines[&link].waiting.clone() {
            let hop = self.packets[at].out.unwrap();
            let queue = (hop.vc, hop.bubble);
            if self.packets[at].in_output_buffer || full.contains(&queue) {
                continue;
            }
            let bytes = u64::from(self.taken(hop.vc, self.packets[at].header.bytes));
            let room = self.line(link).output.get_mut(&queue).unwrap();
            if *room < bytes {
                full.push(queue);
                continue;
            }
            *room -= bytes;
            self.packets[at].in_output_buffer = true;
            if self.options.output != Output::Off {
                self.return_credit(at, self.now.max(self.packets[at].tail));
            }
        }
    }

    fn takes_room(&self, at: usize) -> bool {
        let packet = &self.packets[at];
        let Header { source, destination, .. } = packet.header;
        let link = packet.out.unwrap().link;
        let end = self.machine.link_end(link);
        let ejects = self.machine.nic_link(Endpoint::default(), true).is_some();
        let into_nic = link.0 >= self.machine.topology_links() && end.is_none();
        source != destination && !into_nic && (ejects || end != Some(Vertex::Host(destination)))
    }

    /// Sends what has waited longest of what may be sent, if the link is free.
    fn attempt(&mut self, link: LinkId) {
        if self.options.arbitration != Arbitration::Fcfs {
            return self.attempt_by_choice(link);
        }
        loop {
            let line = &self.lines[&link];
            if line.until > self.now {
                return;
            }
            // Within a VC only packets that leave no bubble overtake.
            let mut blocked: Vec<(u8, bool)> = Vec::new();
            let mut chosen = None;
            for (place, at) in line.waiting.iter().enumerate() {
                let hop = self.packets[*at].out.unwrap();
                let queue = (hop.vc, hop.bubble);
                let need = u64::from(self.taken(hop.vc, self.packets[*at].header.bytes))
                    + u64::from(hop.bubble) * u64::from(self.largest());
                if blocked.contains(&queue) {
                    continue;
                }
                let has_credit = !self.takes_room(*at) || line.credit[usize::from(hop.vc)] >= need;
                if self.packets[*at].in_output_buffer && has_credit {
                    chosen = Some(place);
                    break;
                }
                blocked.push(queue);
            }
            let Some(place) = chosen else { return };
            let at = self.line(link).waiting.remove(place).unwrap();
            self.depart(at, link);
        }
    }

    fn depart(&mut self, at: usize, link: LinkId) {
        let (now, takes_room) = (self.now, self.takes_room(at));
        let Flying { header, message, tail, out, input, .. } = self.packets[at];
        let hop = out.unwrap();
        let room = u64::from(self.taken(hop.vc, header.bytes));
        let line = self.line(link);
        let fresh = line.sent == 0 || now > line.until;
        let end = (now + line.wire.send(header.bytes, fresh)).max(tail);
        line.until = end;
        line.current = header.bytes;
        let order = line.sent;
        line.sent += 1;
        line.chosen -= u64::from(header.bytes);
        if takes_room {
            line.promised[usize::from(hop.vc)] -= room;
            line.credit[usize::from(hop.vc)] -= room;
        }
        self.push(end, TRY, link.0, 0, Happens::Try(link));
        if self.options.output != Output::Off {
            let queue = (hop.vc, hop.bubble);
            if end > now {
                self.push(end, CREDIT, link.0, 0, Happens::OutputSpace(link, queue, room as u32));
            } else {
                // What takes no time makes room before the next can go.
                self.make_room(link, queue, room as u32);
            }
        } else {
            self.return_credit(at, end);
        }
        if let (None, Some(fifo)) = (input, self.packets[at].fifo) {
            let nic = self.messages[message].nic;
            self.push(end, DRAINED, nic, u64::from(fifo), Happens::Drained(nic, fifo));
        } else if input.is_none() {
            self.source_goes_on(message);
        }
        let own = &self.messages[message];
        let inside = !own.inside.is_empty();
        let latency = if inside { Time::ZERO } else { self.machine.link(link).latency };
        let latency = scale::latency(latency, own.transfer.latency_factor.min(1.0)).ps();
        let last = if inside { usize::from(header.hops) + 1 == own.inside.len() } else { !takes_room };
        if last {
            return self.push(end + latency, TAIL, 0, 0, Happens::Tail(at));
        }
        let of_topology = link.0 < self.machine.topology_links();
        let passes = self.machine.link_end(link) != Some(Vertex::Host(header.destination));
        let crossbar = if of_topology && !inside && passes { self.options.crossbar.ps() } else { 0 };
        let packet = &mut self.packets[at];
        packet.tail = end + latency + crossbar;
        packet.input = Some(link);
        packet.order = order;
        packet.in_output_buffer = false;
        packet.header.hops = packet.header.hops.saturating_add(u8::from(of_topology || inside));
        packet.header.vc = hop.vc;
        self.push(now + latency + crossbar, HEAD, link.0, order, Happens::Head(at));
    }

    fn return_credit(&mut self, at: usize, end: u64) {
        let packet = &self.packets[at];
        let Header { source, destination, bytes, vc, .. } = packet.header;
        if let Some(link) = packet.input
            && source != destination
        {
            let known = end + self.machine.link(link).latency.ps();
            let room = self.taken(vc, bytes);
            self.push(known, CREDIT, link.0, 0, Happens::Credit(link, vc, room));
        }
    }

    /// When the source of a packet that has left goes on.
    fn source_goes_on(&mut self, at: usize) {
        let message = &self.messages[at];
        let paced = message.pace.is_some() && message.left > 0;
        let time = if paced { self.now.max(message.clock) } else { self.now };
        let (nic, sequence) = (message.nic, message.sequence);
        self.push(time, INJECT, nic, sequence, Happens::Next(at));
    }

    fn next_packet(&mut self, at: usize) {
        if self.messages[at].left > 0 {
            return self.inject(at);
        }
        if !self.messages[at].inside.is_empty() {
            return;
        }
        let nic = self.nics.get_mut(&self.messages[at].nic).unwrap();
        match nic.1.pop_front() {
            Some(next) => self.inject(next),
            None => nic.0 -= 1,
        }
    }

    fn enter(&mut self, at: usize) {
        if self.messages[at].inside.is_empty() && self.machine.fifos().is_some() {
            return self.enter_stage(at);
        }
        if self.messages[at].inside.is_empty() {
            let queues = self.options.queues;
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
        let mut enters = self.injection.enter(now, transfer.source, transfer.destination);
        if !inside && transfer.latency_factor > 1.0 {
            enters += scale::latency(path.latency, transfer.latency_factor) - path.latency;
        }
        let sequence = self.messages.len() as u64;
        let nic = transfer.source.host.0 * u32::from(self.machine.nics()) + u32::from(transfer.source.nic);
        self.messages.push(Sending {
            transfer: *transfer,
            sequence,
            left: transfer.bytes,
            made: 0,
            arrived: 0,
            clock: enters.ps(),
            pace: paced.then(|| Pacer::new(steps, self.scale.shift())),
            extra: if inside { scale::latency(path.latency, transfer.latency_factor).ps() } else { 0 },
            nic,
            inside: if inside { path.links } else { Vec::new() },
        });
        self.push(enters.ps(), INJECT, nic, sequence, Happens::Enter(self.messages.len() - 1));
    }

    fn next_event(&mut self) -> Time {
        self.events.first_key_value().map_or(Time::MAX, |(key, _)| Time::from_ps(key.0))
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        let mut done = Vec::new();
        while let Some(entry) = self.events.first_entry()
            && entry.key().0 <= to.ps()
        {
            let ((now, ..), happens) = entry.remove_entry();
            self.now = now;
            match happens {
                Happens::Credit(link, vc, bytes) => {
                    self.line(link).credit[usize::from(vc)] += u64::from(bytes);
                    // All credits of an instant come before anything is sent.
                    self.push(now, TRY, link.0, 0, Happens::Try(link));
                }
                Happens::OutputSpace(link, queue, bytes) => {
                    self.make_room(link, queue, bytes);
                    self.push(now, TRY, link.0, 0, Happens::Try(link));
                }
                Happens::Try(link) => self.attempt(link),
                Happens::Head(packet) => self.head(packet),
                Happens::Ready(packet) => self.ready(packet),
                Happens::Enter(message) => self.enter(message),
                Happens::Drained(nic, fifo) => self.drained(nic, fifo),
                Happens::Brought(nic) => self.brought(nic),
                Happens::Look(nic) => self.look(nic),
                Happens::Next(message) => self.next_packet(message),
                Happens::Tail(packet) => {
                    let at = self.packets[packet].message;
                    let message = &mut self.messages[at];
                    message.arrived += 1;
                    if message.left == 0 && message.arrived == message.made {
                        if message.extra > 0 {
                            // The latency inside a host, once.
                            let after = now + std::mem::take(&mut message.extra);
                            message.arrived -= 1;
                            self.push(after, TAIL, 0, 0, Happens::Tail(packet));
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
