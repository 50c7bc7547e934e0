//! `packet:switching=store-forward`: packets are served whole, one station after the other, as in PIOsimHD (J. Kunkel:
//! "Simulating Parallel Programs on Application and System Level", Computer Science - Research and Development, 2012).
//!
//! # Equations
//! A packet passes the *stations* of its route one after the other. The links of the route are stations, and so are the
//! vertices (hosts and switches) to which the platform gives a rate (`forwarding`). Let B and L be the bandwidth and latency of
//! a station (L = 0 for a vertex), and f_B and f_L the bandwidth and latency factors of the message. A station serves one
//! packet at a time. The service of a packet of s bytes takes s/(f_B · B), rounded down to a multiple of `resolution`. The
//! packet reaches the next station min(f_L, 1) · L after the end of its service.
//!
//! A *stream* consists of all packets from one source NIC to one destination NIC. Each station has a queue for every stream. It
//! serves the streams that are ready round-robin, one packet each.
//!
//! Flow control: for each stream, the *outstanding work* of a station is the total service time of the packets that this
//! station has begun to serve and the next station has not. A stream is ready while its outstanding work is zero, or less than
//! L plus the service time of a packet of maximal size. So a station without latency has at most one packet of a stream in
//! flight, and a link has enough packets in flight to be kept busy.
//!
//! A packet of a message enters the queue of the first station when that station begins to serve the message's previous packet.
//! So several messages of a stream alternate. When the first station begins to serve the last packet of a message, the message
//! is *taken* (its send may end). When the last station has served this packet, the message is delivered.
//!
//! # What it leaves out
//! Buffers of a limited size, virtual channels, adaptive routes, several NIC FIFOs.
//!
//! # Cost
//! Two or three events per packet and station; about 100 bytes for each station of each stream ever used.

mod stations;
#[cfg(test)]
mod tests;

use super::counters::station_counters::StationCounters;
use super::parameters::{self, PARAMETERS};
use crate::network::injection::Injection;
use crate::network::scale;
use crate::settings::Settings;
use crate::{Machine, ModelError, Setting};
use kernel::{Completion, CompletionKind, EventQueue, LinkCounters, Network, Transfer};
use platform::{Path, Vertex};
use rustc_hash::FxHashMap;
use stations::{Message, Packet, StationId, Stations, Stop};
use std::collections::VecDeque;
use std::sync::Arc;
use units::{Endpoint, Time};

/// The parameters of this switching, as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The largest payload of a packet.
    pub(super) mtu: u64,
    /// Header of every packet.
    pub(super) header: u64,
    /// Header of the first packet of a message, in addition.
    pub(super) message_header: u64,
    /// Service times are whole multiples of this.
    pub(super) resolution: Time,
}

/// The parameters that this switching has; all others belong to cut-through switching.
const OWN: &[&str] = &["switching", "mtu", "header", "message-header", "resolution"];

/// The model.
pub(super) struct StoreForward {
    machine: Arc<dyn Machine>,
    options: Options,
    stations: Stations,
    /// The stream between two endpoints.
    streams: FxHashMap<(Endpoint, Endpoint), u32>,
    messages: Vec<Message>,
    free: Vec<u32>,
    /// When NICs can start their next message, if they have a message rate.
    injection: Injection,
    queue: EventQueue<Event>,
    events: u64,
    counters: StationCounters,
    path: Path,
    /// Messages that the first station has taken, until `advance` tells.
    taken: Vec<u64>,
    completed: u64,
    packets: u64,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A message enters its stream.
    Start { stream: u32, message: u32 },
    /// A station has served a packet.
    Served { stream: u32, hop: u16, packet: Packet },
    /// A packet reaches a station.
    Arrived { stream: u32, hop: u16, packet: Packet },
    /// A station may have become able to serve.
    Wake { station: StationId },
    /// A message has arrived.
    Delivered { message: u32 },
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<StoreForward, ModelError> {
    let settings = Settings::new("packet", PARAMETERS, settings)?;
    parameters::refuse(&settings, |name| !OWN.contains(&name), "switching=cut-through")?;
    if machine.fifos().is_some() {
        let reason = "`switching=store-forward`, as its NICs have FIFOs".to_owned();
        return Err(ModelError::Unsupported { model: "packet", reason });
    }
    let resolution = settings.time("resolution")?;
    if resolution == Time::ZERO {
        return Err(settings.bad("resolution", "0 s", "a time above 0, for example `1 ns`".to_owned()));
    }
    let options = Options {
        mtu: settings.some_bytes("mtu")?.0,
        header: settings.bytes("header")?.0,
        message_header: settings.bytes("message-header")?.0,
        resolution,
    };
    Ok(StoreForward::new(machine, options))
}

impl StoreForward {
    fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        Self {
            options,
            stations: Stations::new(options),
            streams: FxHashMap::default(),
            messages: Vec::new(),
            free: Vec::new(),
            injection: Injection::of_senders(&*machine),
            queue: EventQueue::default(),
            events: 0,
            counters: StationCounters::default(),
            path: Path::default(),
            taken: Vec::new(),
            completed: 0,
            packets: 0,
            machine,
        }
    }

    fn at(&mut self, time: Time, event: Event) {
        self.events += 1;
        self.queue.push(time, 0, 0, self.events, event);
    }

    /// The stations of a route, in order, into a list; and the sum of its latencies.
    fn route(&mut self, source: Endpoint, destination: Endpoint) -> (Vec<Stop>, Time) {
        self.machine.path(source, destination, &mut self.path);
        let Path { links, latency, bound } = &self.path;
        let inside = source.host == destination.host;
        let mut stops = Vec::with_capacity(2 * links.len() + 1);
        let vertex = |stations: &mut Stations, stops: &mut Vec<Stop>, vertex: Vertex| {
            if let Some(rate) = self.machine.forwarding_rate(vertex) {
                stops.push(Stop::new(stations.of_vertex(vertex), rate, Time::ZERO));
            }
        };
        if !inside {
            vertex(&mut self.stations, &mut stops, Vertex::Host(source.host));
        }
        for &id in links {
            let link = self.machine.link(id);
            // Inside a host the latency is the path's.
            let latency = if inside { Time::ZERO } else { link.latency };
            stops.push(Stop::new(self.stations.of_link(id), link.bandwidth.min(*bound), latency));
            if id.0 < self.machine.topology_links()
                && !inside
                && let Some((_, end)) = self.machine.link_ends(id)
            {
                vertex(&mut self.stations, &mut stops, end);
            }
        }
        if inside && let Some(last) = stops.last_mut() {
            last.latency = *latency;
        }
        (stops, *latency)
    }

    fn stream(&mut self, mut source: Endpoint, mut destination: Endpoint) -> u32 {
        if source.host != destination.host {
            (source.core, destination.core) = (0, 0);
        }
        if let Some(stream) = self.streams.get(&(source, destination)) {
            return *stream;
        }
        let (stops, _) = self.route(source, destination);
        let stream = self.stations.add_stream(stops);
        self.streams.insert((source, destination), stream);
        stream
    }

    fn add_message(&mut self, message: Message) -> u32 {
        if let Some(free) = self.free.pop() {
            self.messages[free as usize] = message;
            return free;
        }
        self.messages.push(message);
        u32::try_from(self.messages.len() - 1).expect("fewer than 2^32 messages under way")
    }

    /// The first packet of a message enters its stream; without stations the message only takes its latency.
    fn enter_stream(&mut self, now: Time, stream: u32, message: u32) {
        if self.stations.is_empty(stream) {
            self.taken.push(self.messages[message as usize].token);
            return;
        }
        let packet = self.messages[message as usize].next_packet(message, &self.options);
        self.arrive(now, stream, 0, packet.expect("a message has a packet"));
    }

    /// A packet enters the queue of a station.
    fn arrive(&mut self, now: Time, stream: u32, hop: u16, packet: Packet) {
        let station = self.stations.push(stream, hop, packet);
        self.serve(now, station);
    }

    /// An idle station begins to serve the next packet.
    fn serve(&mut self, now: Time, station: StationId) {
        let Some((stream, hop, packet)) = self.stations.next(station) else { return };
        let message = &mut self.messages[packet.message as usize];
        if hop == 0 {
            self.packets += 1;
            if packet.last {
                self.taken.push(message.token);
            }
            if let Some(next) = message.next_packet(packet.message, &self.options) {
                self.stations.push(stream, hop, next);
            }
        }
        let message = &self.messages[packet.message as usize];
        let (service, woken) = self.stations.start_service(stream, hop, packet, message);
        if let StationId::Link(link) = station {
            self.counters.add(link, message.phase, packet.bytes, service);
        }
        if let Some(before) = woken {
            self.at(now, Event::Wake { station: before });
        }
        self.at(now.saturating_add(service), Event::Served { stream, hop, packet: Packet { service, ..packet } });
    }

    fn served(&mut self, now: Time, stream: u32, hop: u16, packet: Packet, done: &mut Vec<Completion>) {
        let (station, latency, is_last) = self.stations.end(stream, hop);
        let factor = self.messages[packet.message as usize].latency_factor;
        let there = now.saturating_add(scale::latency(latency, factor.min(1.0)));
        if !is_last {
            self.at(there, Event::Arrived { stream, hop: hop + 1, packet });
        } else if packet.last && there == now {
            self.deliver(packet.message, done);
        } else if packet.last {
            self.at(there, Event::Delivered { message: packet.message });
        }
        self.serve(now, station);
    }

    fn deliver(&mut self, message: u32, done: &mut Vec<Completion>) {
        let token = self.messages[message as usize].token;
        self.free.push(message);
        self.completed += 1;
        done.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
    }
}

/// A station of a message that is alone.
#[derive(Default)]
struct AloneAt {
    free: Time,
    outstanding: Time,
    /// Service times and when the next station begins, of packets that are outstanding.
    under_way: VecDeque<(Time, Time)>,
}

impl AloneAt {
    /// When the service of a packet that is there begins: the station is free and has credit.
    fn next_start(&mut self, there: Time, credit_limit: Time) -> Time {
        let mut begin = there.max(self.free);
        while let Some(&(service, passed)) = self.under_way.front()
            && (passed <= begin || self.outstanding >= credit_limit)
        {
            begin = begin.max(passed);
            self.outstanding = self.outstanding.saturating_sub(service);
            self.under_way.pop_front();
        }
        begin
    }

    fn serve(&mut self, begin: Time, service: Time) {
        self.free = begin.saturating_add(service);
        self.outstanding = self.outstanding.saturating_add(service);
        self.under_way.push_back((service, Time::MAX));
    }

    /// The next station begins to serve the last packet.
    fn last_passed(&mut self, at: Time) {
        if let Some(last) = self.under_way.back_mut() {
            last.1 = at;
        }
    }
}

impl Network for StoreForward {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        let Transfer { source, destination, .. } = *transfer;
        let stream = self.stream(source, destination);
        let message = Message::new(transfer, self.options.mtu);
        let number = self.add_message(message);
        let mut start = now;
        if transfer.latency_factor > 1.0 {
            let (_, latency) = self.route(source, destination);
            start = start.saturating_add(scale::latency(latency, transfer.latency_factor - 1.0));
        }
        let start = self.injection.enter(start, source, destination, &*self.machine);
        self.at(start, Event::Start { stream, message: number });
        if self.stations.is_empty(stream) {
            let (_, latency) = self.route(source, destination);
            let there = start.saturating_add(scale::latency(latency, transfer.latency_factor.min(1.0)));
            self.at(there, Event::Delivered { message: number });
        }
    }

    fn next_event(&mut self) -> Time {
        self.queue.next_time()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        // A rate of zero never completes.
        while self.queue.next_time() <= to && to < Time::MAX {
            let Some((now, event)) = self.queue.pop() else { break };
            match event {
                Event::Start { stream, message } => self.enter_stream(now, stream, message),
                Event::Served { stream, hop, packet } => self.served(now, stream, hop, packet, completions),
                Event::Arrived { stream, hop, packet } => self.arrive(now, stream, hop, packet),
                Event::Wake { station } => self.serve(now, station),
                Event::Delivered { message } => self.deliver(message, completions),
            }
            let taken = |token| Completion { token, kind: CompletionKind::Taken, bottleneck: None };
            completions.extend(self.taken.drain(..).map(taken));
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine), self.options))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let (stops, latency) = self.route(transfer.source, transfer.destination);
        let mut message = Message::new(transfer, self.options.mtu);
        let factor = transfer.latency_factor;
        let start = scale::latency(latency, (factor - 1.0).max(0.0));
        if stops.is_empty() {
            return Some(start.saturating_add(scale::latency(latency, factor.min(1.0))));
        }
        let Options { mtu, header, resolution, .. } = self.options;
        let mut alone: Vec<AloneAt> = stops.iter().map(|_| AloneAt { free: start, ..AloneAt::default() }).collect();
        let mut end = start;
        while let Some(packet) = message.next_packet(0, &self.options) {
            let mut there = start;
            for (number, hop) in stops.iter().enumerate() {
                let service = message.service(packet.bytes, hop.rate, resolution);
                let largest = message.service(mtu.saturating_add(header), hop.rate, resolution);
                let begin = alone[number].next_start(there, hop.latency.saturating_add(largest));
                if let Some(before) = number.checked_sub(1) {
                    alone[before].last_passed(begin);
                }
                alone[number].serve(begin, service);
                there = alone[number].free.saturating_add(scale::latency(hop.latency, factor.min(1.0)));
            }
            if let Some(last) = alone.last_mut() {
                last.last_passed(Time::ZERO);
            }
            end = there;
        }
        Some(end)
    }

    fn takes_bytes(&self) -> bool {
        true
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        Some(&self.counters)
    }

    fn count_links(&mut self, by_phase: bool) {
        self.counters.by_phase |= by_phase;
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("transfers", self.completed), ("packets", self.packets), ("packet_hops", self.counters.services)]
    }
}
