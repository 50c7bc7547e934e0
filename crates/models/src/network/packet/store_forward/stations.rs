//! The stations of the store-and-forward model (`switching=store-forward`). A station serves packets one at a time: a link,
//! or a host or switch that takes time to forward. A station has a queue of packets for each stream (a pair of source and
//! destination NIC), and limits the packets of each stream that are in flight to the next station.

use super::Options;
use kernel::Transfer;
use platform::Vertex;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use units::{LinkId, Rate, Time};

/// What serves packets, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum StationId {
    /// A link.
    Link(LinkId),
    /// A host or switch.
    Vertex(Vertex),
}

/// A station of a route.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    station: u32,
    pub(super) rate: Rate,
    /// From the end of the service to the next station.
    pub(super) latency: Time,
}

impl Stop {
    pub(super) fn new(station: u32, rate: Rate, latency: Time) -> Self {
        Self { station, rate, latency }
    }
}

/// A packet under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) message: u32,
    /// With headers.
    pub(super) bytes: u64,
    /// Whether it is the last of its message.
    pub(super) last: bool,
    /// Its service time at the station before.
    pub(super) service: Time,
}

/// A message under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) token: u64,
    pub(super) phase: u32,
    pub(super) latency_factor: f64,
    /// f_B in steps of 2^-32.
    bandwidth_factor: u64,
    /// Bytes and packets that have not been created.
    bytes: u64,
    packets: u64,
    first: bool,
}

/// Picoseconds per second.
const SECOND: u128 = 1_000_000_000_000;

impl Message {
    pub(super) fn new(transfer: &Transfer, mtu: u64) -> Self {
        Self {
            token: transfer.token,
            phase: transfer.phase,
            latency_factor: transfer.latency_factor,
            bandwidth_factor: (transfer.bandwidth_factor * (1_u64 << 32) as f64) as u64,
            bytes: transfer.bytes,
            packets: transfer.bytes.div_ceil(mtu).max(1),
            first: true,
        }
    }

    /// Creates the next packet.
    pub(super) fn next_packet(&mut self, number: u32, options: &Options) -> Option<Packet> {
        self.packets = self.packets.checked_sub(1)?;
        let payload = self.bytes.min(options.mtu);
        self.bytes -= payload;
        let header = options.header.saturating_add(if self.first { options.message_header } else { 0 });
        self.first = false;
        let bytes = payload.saturating_add(header);
        Some(Packet { message: number, bytes, last: self.packets == 0, service: Time::ZERO })
    }

    /// The time of a service, rounded down to a multiple of `resolution`.
    pub(super) fn service(&self, bytes: u64, rate: Rate, resolution: Time) -> Time {
        let rate = u128::from(rate.0) * u128::from(self.bandwidth_factor);
        if bytes == 0 {
            return Time::ZERO;
        }
        let steps = ((u128::from(bytes) * SECOND) << 32).checked_div(rate * u128::from(resolution.ps()));
        let ps = steps.and_then(|steps| u64::try_from(steps).ok()?.checked_mul(resolution.ps()));
        ps.map_or(Time::MAX, Time::from_ps)
    }
}

/// A stream at a station.
#[derive(Debug)]
struct StreamState {
    stop: Stop,
    waiting: VecDeque<Packet>,
    /// Service times of packets that the next station has not begun to serve, and how many these are.
    outstanding: Time,
    under_way: u32,
    /// While at least this is outstanding it is not ready.
    credit_limit: Time,
    /// Whether it is among the ready ones.
    ready: bool,
}

impl StreamState {
    fn has_credit(&self) -> bool {
        self.outstanding < self.credit_limit || self.under_way == 0
    }
}

#[derive(Debug)]
struct Station {
    id: StationId,
    busy: bool,
    /// Streams that it can serve, in turn: (stream, hop).
    ready: VecDeque<(u32, u16)>,
}

/// All stations and streams.
#[derive(Debug)]
pub(super) struct Stations {
    options: Options,
    numbers: FxHashMap<StationId, u32>,
    stations: Vec<Station>,
    streams: Vec<Box<[StreamState]>>,
}

impl Stations {
    pub(super) fn new(options: Options) -> Self {
        Self { options, numbers: FxHashMap::default(), stations: Vec::new(), streams: Vec::new() }
    }

    pub(super) fn of_link(&mut self, link: LinkId) -> u32 {
        self.number(StationId::Link(link))
    }

    pub(super) fn of_vertex(&mut self, vertex: Vertex) -> u32 {
        self.number(StationId::Vertex(vertex))
    }

    fn number(&mut self, id: StationId) -> u32 {
        let stations = &mut self.stations;
        *self.numbers.entry(id).or_insert_with(|| {
            stations.push(Station { id, busy: false, ready: VecDeque::new() });
            (stations.len() - 1) as u32
        })
    }

    pub(super) fn add_stream(&mut self, stops: Vec<Stop>) -> u32 {
        let state = |stop| StreamState {
            stop,
            waiting: VecDeque::new(),
            outstanding: Time::ZERO,
            under_way: 0,
            credit_limit: Time::ZERO,
            ready: false,
        };
        self.streams.push(stops.into_iter().map(state).collect());
        u32::try_from(self.streams.len() - 1).expect("fewer than 2^32 streams")
    }

    /// Whether a stream has no station.
    pub(super) fn is_empty(&self, stream: u32) -> bool {
        self.streams[stream as usize].is_empty()
    }

    /// A packet enters a queue. Returns the station.
    pub(super) fn push(&mut self, stream: u32, hop: u16, packet: Packet) -> StationId {
        let state = &mut self.streams[stream as usize][usize::from(hop)];
        state.waiting.push_back(packet);
        // The stream whose service begins is made ready by `start_service`.
        let station = state.stop.station;
        self.make_ready(stream, hop);
        self.stations[station as usize].id
    }

    /// A stream joins the ready ones of a station, if it has something and credit.
    fn make_ready(&mut self, stream: u32, hop: u16) -> bool {
        let state = &mut self.streams[stream as usize][usize::from(hop)];
        if state.ready || state.waiting.is_empty() || !state.has_credit() {
            return false;
        }
        state.ready = true;
        self.stations[state.stop.station as usize].ready.push_back((stream, hop));
        true
    }

    /// The next packet of an idle station, which leaves its queue. Its stream takes part again after [`Self::start_service`].
    pub(super) fn next(&mut self, station: StationId) -> Option<(u32, u16, Packet)> {
        let station = &mut self.stations[self.numbers[&station] as usize];
        if station.busy {
            return None;
        }
        let (stream, hop) = station.ready.pop_front()?;
        station.busy = true;
        let packet = self.streams[stream as usize][usize::from(hop)].waiting.pop_front();
        Some((stream, hop, packet.expect("a ready stream has a packet")))
    }

    /// Begins to serve what [`Self::next`] has returned: its time, and the station before if it has something to serve again.
    pub(super) fn start_service(
        &mut self,
        stream: u32,
        hop: u16,
        packet: Packet,
        message: &Message,
    ) -> (Time, Option<StationId>) {
        let mut woken = None;
        if let Some(before) = hop.checked_sub(1) {
            let state = &mut self.streams[stream as usize][usize::from(before)];
            state.outstanding = state.outstanding.saturating_sub(packet.service);
            state.under_way -= 1;
            let station = state.stop.station;
            if self.make_ready(stream, before) {
                woken = Some(self.stations[station as usize].id);
            }
        }
        let states = &mut self.streams[stream as usize];
        let is_last = usize::from(hop) + 1 == states.len();
        let state = &mut states[usize::from(hop)];
        state.ready = false;
        let (rate, resolution) = (state.stop.rate, self.options.resolution);
        let service = message.service(packet.bytes, rate, resolution);
        if !is_last {
            state.outstanding = state.outstanding.saturating_add(service);
            state.under_way += 1;
            let largest = self.options.mtu.saturating_add(self.options.header);
            state.credit_limit = state.stop.latency.saturating_add(message.service(largest, rate, resolution));
        }
        self.make_ready(stream, hop);
        (service, woken)
    }

    /// A station has served a packet: the station, the latency that follows, and whether it was the route's last.
    pub(super) fn end(&mut self, stream: u32, hop: u16) -> (StationId, Time, bool) {
        let states = &self.streams[stream as usize];
        let is_last = usize::from(hop) + 1 == states.len();
        let Stop { station, latency, .. } = states[usize::from(hop)].stop;
        let station = &mut self.stations[station as usize];
        station.busy = false;
        (station.id, latency, is_last)
    }
}
