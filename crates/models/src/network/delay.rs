//! `delay`: a network without contention.
//!
//! # Equations
//! A message of k bytes that starts at t arrives at `max(t' + f_L · L, e) + k / (f_B · B)`:
//!
//! - L is the sum of the latencies of its route.
//! - B is the bandwidth of the narrowest link of the route, or the route's own rate limit if that is less.
//! - f_L and f_B are the message's latency and bandwidth factors, which the MPI library gives by message size.
//! - t' ≥ t is the instant at which the message leaves its host. It is later than t if the NIC's message rate is limited
//!   (module `injection`), or if earlier short messages are still leaving (module `order`).
//! - e is the arrival of the previous message on the same connection (module `order`).
//!
//! Times are integer picoseconds, rounded up; they are exact if the factors are 1.
//!
//! # What it leaves out
//! All contention. The load of links is counted nevertheless (module `demand`).
//!
//! # Cost
//! One route and O(log n) per message with n messages under way; 40 bytes per message under way.

use super::demand::Demand;
use super::order::{self, FreeTimes, Order};
use super::scale::{self, Scale};
use crate::{Machine, ModelError, Parameter, ParameterKind, Setting, settings::Settings};
use kernel::{Completion, CompletionKind, DivisibleNetwork, EventQueue, LinkCounters, Network, Passage, Transfer};
use platform::Path;
use std::sync::Arc;
use units::{Bytes, Endpoint, HostId, LinkId, Time};

/// `order`, `send-queue`, `loads`, `threads`.
pub const PARAMETERS: &[Parameter] = &[
    order::ORDER,
    order::SEND_QUEUE,
    Parameter::with_default(
        "loads",
        ParameterKind::Choice(&LOADS),
        "route",
        "that of deterministic routing",
        "The links that a message is counted on: those of its `route`; all `minimal` ways in equal parts, as adaptive routing takes on average; or all of them `balanced`, in parts that evade full links.",
    ),
    order::THREADS,
];

const LOADS: [&str; 3] = ["route", "minimal", "balanced"];

/// Which links a message counts on: the choices of `loads`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedOn {
    Route,
    Minimal,
    Balanced,
}

/// The model `delay`.
pub struct Delay {
    machine: Arc<dyn Machine>,
    scale: Scale,
    order: Order<FreeTimes>,
    path: Path,
    queue: EventQueue<u64>,
    started: u64,
    counted_on: CountedOn,
    demand: Option<Demand>,
    threads: u32,
}

impl Delay {
    /// The model on a machine; messages of up to `send_queue` leave a host in order, and without it there is no order.
    pub fn new(machine: Arc<dyn Machine>, send_queue: Option<Bytes>) -> Self {
        let scale = scale::scale_of(&*machine, scale::EQUAL_BITS);
        let order = Order::new(&*machine, send_queue);
        let (path, queue) = (Path::default(), EventQueue::default());
        Self {
            machine,
            scale,
            order,
            path,
            queue,
            started: 0,
            counted_on: CountedOn::Route,
            demand: None,
            threads: 1,
        }
    }
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    let settings = Settings::new("delay", PARAMETERS, settings)?;
    let choice = settings.choice("loads", &LOADS)?;
    let counted_on = [CountedOn::Route, CountedOn::Minimal, CountedOn::Balanced][choice];
    if counted_on != CountedOn::Route && !knows_ways(&*machine) {
        let reason = format!(
            "`loads={}`, as all minimal paths are known only for a torus, a mesh and a hypercube",
            LOADS[choice]
        );
        return Err(ModelError::Unsupported { model: "delay", reason });
    }
    let mut delay = Delay::new(machine, order::read(&settings)?);
    delay.counted_on = counted_on;
    delay.threads = order::threads(&settings)?;
    Ok(Box::new(delay))
}

/// Whether the topology tells all minimal ways.
fn knows_ways(machine: &dyn Machine) -> bool {
    let hosts = (machine.all_cores() / u64::from(machine.cores())) as u32;
    let [first, last] = [0, hosts - 1].map(|host| Endpoint { host: HostId(host), ..Endpoint::default() });
    machine.spread(first, last, 0, None, &mut |_, _| {})
}

impl Network for Delay {
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
            let Some((_, token)) = self.queue.pop() else { break };
            completions.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine), self.order.send_queue()))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        Some(scale::uncontended_time(&*self.machine, self.scale, &mut self.path, transfer, None))
    }

    fn threads(&self) -> u32 {
        self.threads
    }

    fn divisible(&mut self) -> Option<&mut dyn DivisibleNetwork> {
        // Loads are balanced over all messages, and a message that takes the receiver's NIC touches it when it starts.
        let whole = self.counted_on == CountedOn::Balanced || self.order.counts_receivers();
        if whole { None } else { Some(self) }
    }

    fn keeps_order(&self) -> bool {
        self.order.connections.is_some()
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        self.demand.as_ref().map(|demand| demand as &dyn LinkCounters)
    }

    fn count_links(&mut self, by_phase: bool) {
        self.demand = Some(Demand::new(Arc::clone(&self.machine), self.scale, by_phase));
    }
}

impl DivisibleNetwork for Delay {
    fn lookahead(&self, factor: f64) -> Time {
        scale::latency(scale::least_latency(&*self.machine), factor)
    }

    fn add_load(&mut self, link: LinkId, bytes: u64) {
        if let Some(demand) = &mut self.demand {
            demand.add_to(link, bytes);
        }
    }

    fn depart(&mut self, now: Time, transfer: &Transfer) -> Passage {
        let path = &mut self.path;
        self.machine.path(transfer.source, transfer.destination, path);
        if let Some(demand) = &mut self.demand {
            match self.counted_on {
                CountedOn::Route => demand.add(transfer.phase, &path.links, transfer.bytes),
                CountedOn::Minimal => demand.spread(transfer),
                CountedOn::Balanced => demand.balance(transfer),
            }
        }
        let narrowest = path.links.iter().map(|link| self.machine.link(*link).bandwidth).min();
        let rate = self.scale.steps(narrowest.map_or(path.bound, |rate| rate.min(path.bound)));
        let rate = Scale::times(rate, transfer.bandwidth_factor);
        let leaves = self.order.leave(now, transfer, path.links.first().copied(), &*self.machine, self.scale);
        let ready = leaves.saturating_add(scale::latency(path.latency, transfer.latency_factor));
        let bytes = scale::duration(self.scale.volume(transfer.bytes), rate);
        let arrival = match (&mut self.order.connections, transfer.connection) {
            (Some(connections), Some(connection)) => connections.pass(now, connection, ready, bytes),
            _ => ready.saturating_add(bytes),
        };
        Passage { arrival, port: None }
    }

    fn arrive(&mut self, passage: Passage, sequence: u64, token: u64) {
        self.queue.push(passage.arrival, 0, 0, sequence, token);
    }

    fn sending_links(&self) -> Vec<u32> {
        self.order.used_queues()
    }
}
