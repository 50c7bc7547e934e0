//! `loggps`: a network in which only the hosts' ports are busy, as in the LogGP model family (Alexandrov et al. 1995; Ino,
//! Fujimoto, Hagihara: "LogGPS", PPoPP 2001; Hoefler et al.: "LogGOPSim", 2010).
//!
//! # Equations
//! A NIC sends one message at a time and receives one at a time. Let L be the latency, g the gap between messages, G the time
//! per byte, and f_L the message's latency factor. Let S be the time from which the sender's port is free, and R the same for
//! the receiver's port. For a message of k bytes that starts at t:
//!
//! * It leaves the sender at t' = max(t, S). Afterwards S = t' + g + k·G.
//! * Its first byte reaches the receiver at t' + f_L · L.
//! * The receiver's port begins to receive it at t'' = max(t' + f_L · L, R). It is delivered at t'' + k·G. Afterwards R = t'' +
//!   g + k·G.
//!
//! Messages reach a port in the order of their first bytes; if several arrive at one instant, in the order of their starts. On
//! a connection, the first byte of a message does not overtake the first byte of the message before.
//!
//! If a NIC does not keep the state of a connection (`nic.message_time.connections`), g is longer for a message that leaves on it.
//!
//! Messages inside a host use no NIC's port, and the messages of one connection follow one another (module `order`). A level of
//! the host (`host.levels`: sockets, caches and other groups of cores) may have a fabric or a message rate. Then each group of
//! that level has a port, through which messages leave the group one after another. Let F be the time from which this port is
//! free, g_F the gap by the message rate, and G_F the time per byte in the fabric. A message leaves at t' = max(t, F).
//! Afterwards F = t' + max(g_F, k·G_F).
//!
//! L is the route's latency. 1/g is the NIC's message rate. 1/G is the bandwidth of the route's narrowest link, times the
//! message's bandwidth factor f_B. If the model's parameters `latency`, `gap` or `bandwidth` are given, they replace these
//! values of the platform, for the whole network. The overheads o and O, and LogGPS's threshold S of the rendezvous protocol,
//! belong to the MPI library, not to this model. Times are integer picoseconds, rounded up. G itself is not rounded: a byte at
//! 400 Gb/s counts 20 ps, a byte at 25.6 Tb/s 0.3125 ps.
//!
//! # What it leaves out
//! Contention inside the network. The load of links is counted (module `demand`).
//!
//! # Cost
//! One route and two events per message; 64 bytes for each message under way, 32 bytes for each NIC.

use super::connections::Caches;
use super::demand::Demand;
use super::injection;
use super::order::{self, FreeTimes};
use super::scale::{self, Scale};
use crate::{Machine, ModelError, Parameter, ParameterKind, Setting, settings::Settings};
use kernel::{Completion, CompletionKind, DivisibleNetwork, EventQueue, LinkCounters, Network, Passage, Transfer};
use platform::Path;
use std::sync::Arc;
use units::{Endpoint, LinkId, Rate, Time};

/// L, g and 1/G where they are to be the same everywhere.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "latency",
        ParameterKind::Or(&ParameterKind::Latency, "platform"),
        "platform",
        "the sum over the route's links",
        "L: latency of the first byte.",
    ),
    Parameter::with_default(
        "gap",
        ParameterKind::Or(&ParameterKind::Latency, "platform"),
        "platform",
        "1 / the NIC's message rate",
        "g: time of a port per message, in addition to its bytes.",
    ),
    Parameter::with_default(
        "bandwidth",
        ParameterKind::Or(&ParameterKind::Bandwidth, "platform"),
        "platform",
        "that of the route's narrowest link",
        "1/G: bandwidth of a port.",
    ),
    order::ORDER,
    order::THREADS,
];

/// The model.
pub struct LogGps {
    machine: Arc<dyn Machine>,
    scale: Scale,
    latency: Option<Time>,
    /// None: that of the platform.
    gap: Option<Time>,
    /// Of a port that receives: that of a near rank.
    take_gap: Time,
    bandwidth: Option<Rate>,
    nics: usize,
    /// None: NICs keep the state of all connections.
    states: Option<Caches>,
    ports: Vec<Ports>,
    /// When the groups of levels are free.
    groups: Vec<Time>,
    /// None: messages keep no order.
    connections: Option<FreeTimes>,
    path: Path,
    queue: EventQueue<Event>,
    started: u64,
    demand: Option<Demand>,
    threads: u32,
}

/// When the two ports of a NIC are free.
#[derive(Clone, Copy, Debug, Default)]
struct Ports {
    send: Time,
    take: Time,
}

/// Events of a message.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// Its first byte reaches the receiver's NIC, which receives it for so long.
    Head { token: u64, sequence: u64, nic: u32, bytes: Time },
    /// Its last byte has been received.
    Delivered { token: u64 },
}

/// Classes of events: at one instant, arrivals precede deliveries.
const HEAD: u8 = 0;
const DELIVERED: u8 = 1;

impl LogGps {
    /// f_L · L and k·G of a transfer, and whether it stays inside a host.
    fn terms(&mut self, transfer: &Transfer) -> (Time, Time, bool) {
        let path = &mut self.path;
        self.machine.path(transfer.source, transfer.destination, path);
        let inside = transfer.source.host == transfer.destination.host;
        let narrowest = path.links.iter().map(|link| self.machine.link(*link).bandwidth).min();
        let of_path = narrowest.map_or(path.bound, |rate| rate.min(path.bound));
        let rate = if inside { of_path } else { self.bandwidth.unwrap_or(of_path) };
        let rate = Scale::times(self.scale.steps(rate), transfer.bandwidth_factor);
        let bytes = scale::duration(self.scale.volume(transfer.bytes), rate);
        let latency = if inside { path.latency } else { self.latency.unwrap_or(path.latency) };
        (scale::latency(latency, transfer.latency_factor), bytes, inside)
    }

    /// When a message of a connection that is ready at `ready` has passed the messages before it, and its own `bytes`.
    fn pass(&mut self, now: Time, transfer: &Transfer, ready: Time, bytes: Time) -> Time {
        match (&mut self.connections, transfer.connection) {
            (Some(connections), Some(connection)) => connections.pass(now, connection, ready, bytes),
            _ => ready.saturating_add(bytes),
        }
    }

    /// When a message inside a host passes the port of its level's group, if there is one.
    fn leave_level(&mut self, now: Time, transfer: &Transfer) -> Time {
        let Some(port) = self.machine.level_port(transfer.source, transfer.destination) else { return now };
        let of = |rate| scale::duration(self.scale.volume(transfer.bytes), self.scale.steps(rate));
        let bytes = port.bandwidth.map_or(Time::ZERO, of);
        injection::pass(&mut self.groups, port.number as usize, now, bytes.max(port.gap))
    }

    fn nic(&mut self, endpoint: Endpoint) -> usize {
        let nic = endpoint.host.index() * self.nics + usize::from(endpoint.nic);
        if nic >= self.ports.len() {
            self.ports.resize(nic + 1, Ports::default());
        }
        nic
    }
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    let settings = Settings::new("loggps", PARAMETERS, settings)?;
    let latency = settings.time_or("latency", "platform")?;
    let gap = settings.time_or("gap", "platform")?;
    let bandwidth = settings.rate_or("bandwidth", "platform")?;
    let ordered = settings.choice("order", &["connection", "none"])? == 0;
    let fastest =
        bandwidth.map_or_else(|| scale::fastest_link(&*machine), |limit| limit.max(scale::fastest_link(&*machine)));
    Ok(Box::new(LogGps {
        scale: Scale::new(fastest, scale::EQUAL_BITS),
        latency,
        take_gap: gap.unwrap_or_else(|| machine.message_time(Endpoint::default())),
        gap,
        bandwidth,
        nics: usize::from(machine.nics()),
        states: machine.connections().map(Caches::new),
        ports: Vec::new(),
        groups: Vec::new(),
        connections: ordered.then(FreeTimes::default),
        path: Path::default(),
        queue: EventQueue::default(),
        started: 0,
        demand: None,
        threads: order::threads(&settings)?,
        machine,
    }))
}

impl Network for LogGps {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        let passage = self.depart(now, transfer);
        let sequence = self.started;
        self.started += 1;
        self.arrive(passage, sequence, transfer.token);
    }

    fn next_event(&mut self) -> Time {
        self.queue.next_time()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        // A rate of zero never completes.
        while self.queue.next_time() <= to && to < Time::MAX {
            let Some((now, event)) = self.queue.pop() else { break };
            match event {
                Event::Head { token, sequence, nic, bytes } => {
                    let port = &mut self.ports[nic as usize].take;
                    let begins = now.max(*port);
                    let delivered = begins.saturating_add(bytes);
                    *port = delivered.saturating_add(self.take_gap);
                    self.queue.push(delivered, DELIVERED, 0, sequence, Event::Delivered { token });
                }
                Event::Delivered { token } => {
                    completions.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
                }
            }
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self {
            machine: Arc::clone(&self.machine),
            states: self.machine.connections().map(Caches::new),
            ports: Vec::new(),
            groups: Vec::new(),
            connections: self.connections.as_ref().map(|_| FreeTimes::default()),
            path: Path::default(),
            queue: EventQueue::default(),
            started: 0,
            demand: None,
            ..*self
        })
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let (latency, bytes, _) = self.terms(transfer);
        Some(latency.saturating_add(bytes))
    }

    fn threads(&self) -> u32 {
        self.threads
    }

    fn divisible(&mut self) -> Option<&mut dyn DivisibleNetwork> {
        Some(self)
    }

    fn keeps_order(&self) -> bool {
        self.connections.is_some()
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        self.demand.as_ref().map(|demand| demand as &dyn LinkCounters)
    }

    fn count_links(&mut self, by_phase: bool) {
        self.demand = Some(Demand::new(Arc::clone(&self.machine), self.scale, by_phase));
    }
}

impl DivisibleNetwork for LogGps {
    fn lookahead(&self, factor: f64) -> Time {
        let latency = self.latency.unwrap_or_else(|| scale::least_latency(&*self.machine));
        scale::latency(latency, factor)
    }

    fn add_load(&mut self, link: LinkId, bytes: u64) {
        if let Some(demand) = &mut self.demand {
            demand.add_to(link, bytes);
        }
    }

    fn depart(&mut self, now: Time, transfer: &Transfer) -> Passage {
        let (latency, bytes, inside) = self.terms(transfer);
        if let Some(demand) = &mut self.demand {
            demand.add(transfer.phase, &self.path.links, transfer.bytes);
        }
        if inside {
            let leaves = self.leave_level(now, transfer);
            return Passage { arrival: self.pass(now, transfer, leaves.saturating_add(latency), bytes), port: None };
        }
        let (from, to) = (self.nic(transfer.source), self.nic(transfer.destination));
        let leaves = now.max(self.ports[from].send);
        let gap = self.gap.unwrap_or_else(|| self.machine.message_time(transfer.source));
        let fetch = self
            .states
            .as_mut()
            .map_or(Time::ZERO, |states| states.fetch(from, transfer.source, transfer.destination));
        self.ports[from].send = leaves.saturating_add(gap).saturating_add(fetch).saturating_add(bytes);
        let head = self.pass(now, transfer, leaves.saturating_add(latency), Time::ZERO);
        Passage { arrival: head, port: Some((to as u32, bytes)) }
    }

    fn arrive(&mut self, passage: Passage, sequence: u64, token: u64) {
        match passage.port {
            None => self.queue.push(passage.arrival, DELIVERED, 0, sequence, Event::Delivered { token }),
            Some((nic, bytes)) => {
                if nic as usize >= self.ports.len() {
                    self.ports.resize(nic as usize + 1, Ports::default());
                }
                self.queue.push(passage.arrival, HEAD, 0, sequence, Event::Head { token, sequence, nic, bytes });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::suite::{Table, run, transfer};

    fn model(machine: Table, settings: &[(&str, &str)]) -> Box<dyn Network> {
        let settings: Vec<_> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
        build(Arc::new(machine), &settings).unwrap()
    }

    fn ends(machine: Table, settings: &[(&str, &str)], starts: &[(u64, u32, u32, u64)]) -> Vec<(u64, u64)> {
        let starts: Vec<_> = (0..)
            .zip(starts)
            .map(|(token, &(ns, from, to, bytes))| (Time::from_ns(ns), transfer(token, from, to, bytes)))
            .collect();
        let mut ends = run(&mut *model(machine, settings), &starts);
        ends.sort_unstable();
        ends.into_iter().map(|(token, time)| (token, time.ps())).collect()
    }

    #[test]
    fn a_port_sends_one_message_at_a_time() {
        // 1 B/ns: 100 bytes occupy the port for 100 ns, and 10 more for the message.
        let machine = Table { gap: Time::from_ns(10), ..Table::star(4, 1_000_000_000, 500) };
        let times = ends(machine, &[], &[(0, 0, 1, 100), (0, 0, 2, 50), (5, 0, 3, 1)]);
        assert_eq!(times, [(0, 1_100_000), (1, 1_160_000), (2, 1_171_000)]);
    }

    #[test]
    fn a_port_takes_one_message_at_a_time() {
        let machine = Table { gap: Time::from_ns(10), ..Table::star(4, 1_000_000_000, 500) };
        // Both heads arrive at 1 us; the third message's a little later, and it waits for both.
        let times = ends(machine, &[], &[(0, 1, 0, 100), (0, 2, 0, 30), (7, 3, 0, 5)]);
        assert_eq!(times, [(0, 1_100_000), (1, 1_140_000), (2, 1_155_000)]);
    }

    #[test]
    fn parameters_win_over_the_platform_and_a_byte_may_take_less_than_a_picosecond() {
        let settings = [("latency", "2 us"), ("gap", "3 ns"), ("bandwidth", "3.2 TB/s")];
        let times = ends(Table::star(3, 1_000_000_000, 500), &settings, &[(0, 0, 1, 1000), (0, 0, 1, 1)]);
        // 1,000 bytes at 0.3125 ps each, rounded up; then the second one's gap and byte.
        assert_eq!(times, [(0, 2_000_313), (1, 2_000_313 + 3_000 + 1)]);
    }

    /// L, g and G are the network's: neither a port nor a parameter has a part in a message inside a host.
    #[test]
    fn inside_a_host_a_message_takes_the_time_of_its_path() {
        let machine = Table { gap: Time::from_ns(10), ..Table::star(3, 1_000_000_000, 500) };
        let sends = [(0, 0, 0, 100), (0, 0, 0, 100), (0, 0, 1, 100)];
        assert_eq!(ends(machine.clone(), &[], &sends), [(0, 1_100_000), (1, 1_100_000), (2, 1_100_000)]);
        let settings = [("latency", "2 us"), ("gap", "3 ns"), ("bandwidth", "10 GB/s")];
        assert_eq!(ends(machine, &settings, &sends), [(0, 1_100_000), (1, 1_100_000), (2, 2_010_000)]);
    }

    #[test]
    fn bad_parameters_are_refused() {
        let machine: Arc<dyn Machine> = Arc::new(Table::star(2, 1, 1));
        for (name, expected) in [("latency", "a time"), ("gap", "a time"), ("bandwidth", "a rate")] {
            let error = build(machine.clone(), &[Setting { name, value: "much" }]).err().unwrap().to_string();
            assert!(error.contains(expected) && error.contains("`platform`"), "{error}");
        }
    }
}
