//! `flow`: a flow-level network model; transfers share the links of their routes max-min fairly.
//!
//! # Equations
//! A message of k bytes that starts at t waits until the NIC can inject it (module `injection`) and then for
//! f_L · L, L being the sum of the latencies of its route and f_L the message's latency factor. During this it uses no
//! bandwidth. Then, with `order=connection` (module `order`) when the message before it on its connection has arrived, it is
//! a *flow* until its k bytes have passed, at a rate that changes whenever flows start or end: the weighted max-min fair
//! allocation over the links of all routes,
//!
//! * Σ of the rates over a link ≤ `capacity-factor` · its bandwidth, for every link (one direction, or a limiter that
//!   the routes of both directions contain; a route that contains a link twice uses it twice),
//! * rate ≤ f_B · min(path bound, bandwidth of its narrowest link), f_B being the message's bandwidth factor,
//! * a flow's rate divided by its weight can only grow at the cost of flows where it is not greater.
//!
//! The weight is 1 (`weight = equal`), or 1 / (L + Σ c/B) over the links of the route (`weight = latency`,
//! c = `weight-bytes`; SimGrid's LV08 with its weight-S). A message of no bytes takes the latency alone.
//!
//! Rates are integers in steps of 2^-20 B/s or, on machines with links beyond 2 TB/s or with `weight = latency`,
//! the coarser step that still fits; a rate is below the exact one by no more than one step per flow on its
//! bottleneck. Volumes, dates and sums are exact integers, and a finish date is rounded up to a picosecond once. That is
//! the only tie tolerance: what falls into one picosecond happens together. The allocation has one solution (module
//! `sharing`), so that the incremental solver and the one from scratch agree bit for bit, in any order of insertion.
//!
//! # What it leaves out
//! Packets, queues, back-pressure, slow start and every other transient; the time a route's links need to fill; unfair
//! sharing of real transports. Weights below 1/1024 of that of the machine's shortest hop count as that much.
//!
//! # Cost
//! A flow that nobody is on the way to meet costs one date (module `alone`). One that leaves room on its links has its ceiling at
//! once, and its end changes no other rate: it costs a date and an addition per link, and nothing is solved. Else all starts and
//! ends of an instant are solved at once. Where an instant changes few rates, work is proportional to their
//! number times the length of their routes (module `wave`; [`Statistics`] has the mean number of rate changes per completion):
//! 1 to 2 for synchronous collectives and halos, 5 for a random permutation on a 16×16×16 torus. In dense traffic, as an
//! all-to-all of unequal sizes or staggered starts, each start and end changes a good part of all rates; there the levels
//! above the lowest that changes are filled anew in the order of the last solve, from sums of each link's flows (modules
//! `filling` and `rows`), and flows that one link stops share one account of what they receive (module `accounts`), so that a
//! change of its level bounds one delivery instead of dating all. Flows that are alike are one there (module `alike`). The model goes
//! from one form to the other by counts of the solvers' work (module `density`).
//! Flows with the same ends and bound are one flow with several members. Memory: 4 bytes per link of the machine, about
//! 180 per link ever used, about 200 + 20 per hop for each message under way, and 110 kB for routes between neighbours, which are
//! found once (module `routes`). Counters of bytes and busy time are always kept; `bucket` adds a walk over the route at each rate
//! change and 40 bytes per link and bucket used. Counted by
//! phase, transfers of several phases are several flows, which changes no time.

mod accounts;
mod alike;
mod alone;
mod bundles;
mod calendar;
mod class;
mod colours;
mod counters;
mod dense;
mod density;
mod filling;
mod first;
mod from_scratch;
mod loads;
pub mod oracle;
mod pool;
mod rows;
mod sharing;
mod tolerance;
mod wave;
mod weight;

#[cfg(test)]
mod tests;

use super::order::{self, Connections, Order};
use super::routes::{Route, Routes};
use super::scale::{self, Scale};
use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, ParameterKind, Setting};
use alone::Alone;
use calendar::Calendar;
use class::Class;
use counters::Counters;
use dense::Density;
use filling::NONE;
use kernel::{
    Completion, CompletionKind, Lateness, LinkCounters, LinkTotals, LinkUse, LinkUseKey, Network, Transfer,
};
use sharing::Sharing;
pub use sharing::SolverStatistics;
use std::sync::Arc;
use units::{Bytes, LinkId, Time};
use weight::{WEIGHT_BITS, WEIGHTED_BITS, shortest_hop, weight};

/// `weight`, `weight-bytes`, `capacity-factor`, `bucket`, `tolerance`, `order`, `send-queue`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "weight",
        ParameterKind::Choice(&["equal", "latency"]),
        "equal",
        "max-min fairness (Bertsekas and Gallager)",
        "How flows share a link: `equal`, or `latency` (in inverse proportion to latency + weight-bytes/bandwidth summed over the route).",
    ),
    Parameter::with_default(
        "weight-bytes",
        ParameterKind::Size,
        "20537 B",
        "SimGrid's network/weight-S of LV08",
        "The bytes per link that `weight = latency` counts.",
    ),
    Parameter::with_default(
        "capacity-factor",
        ParameterKind::Factor,
        "1",
        "links carry what the platform says; SimGrid's LV08 has 0.97",
        "Multiplies the capacity of every link, but not the bound of a single flow.",
    ),
    Parameter::with_default(
        "bucket",
        ParameterKind::Or(&ParameterKind::Latency, "off"),
        "off",
        "not counted",
        "Width of the time buckets in which the bytes of each link are counted.",
    ),
    Parameter::with_default(
        "tolerance",
        ParameterKind::Or(&ParameterKind::Latency, "off"),
        "off",
        "starts and ends count at once",
        "In dense traffic, starts and ends of transfers count at multiples of this time, and so up to as much later.",
    ),
    order::ORDER,
    order::SEND_QUEUE,
];

/// How flows share a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Equally.
    Equal,
    /// 1 / (L + Σ c/B) over the links of the route, c being these bytes.
    Latency(Bytes),
}

/// The solver of rates. All give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// `Filling`, `Bundling` or `Incremental`, whichever does less work.
    Adaptive,
    /// Computes the rates that change.
    Incremental,
    /// Computes the rates above the lowest that changes, where flows have equal weights and visit a link once.
    Filling,
    /// As `Filling`, of one flow for all that are alike.
    Bundling,
    /// Computes all rates at every instant: the reference of the other.
    FromScratch,
}

/// The model's parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How flows share.
    pub weight: Weight,
    /// Multiplies link capacities.
    pub capacity_factor: f64,
    /// Width of the time buckets of the link counters.
    pub bucket: Option<Time>,
    /// How much later starts and ends may count in dense traffic.
    pub tolerance: Option<Time>,
    /// Messages keep their order, and those of up to so many bytes leave a host one after another; none: they do not.
    pub send_queue: Option<Bytes>,
    /// The solver.
    pub solver: Solver,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weight: Weight::Equal,
            capacity_factor: 1.0,
            bucket: None,
            tolerance: None,
            send_queue: None,
            solver: Solver::Adaptive,
        }
    }
}

/// Totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Messages delivered.
    pub completions: u64,
    /// Totals of the solver.
    pub solver: SolverStatistics,
}

impl Statistics {
    /// Rates changed per message delivered, its own first rate included.
    pub fn rate_changes_per_completion(&self) -> f64 {
        self.solver.rate_changes as f64 / self.completions.max(1) as f64
    }
}

/// No search for twins in lists longer than this.
const LONG: usize = 64;
/// A solve that changes so many rates leaves their dates for later: most of them change again before.
const MANY: usize = 48;

/// A message under way.
#[derive(Clone, Copy, Debug)]
struct Message {
    token: u64,
    sequence: u64,
    bytes: u64,
    /// The service of its class at which it is delivered.
    goal: u128,
    /// NONE if it has no bytes.
    class: u32,
    /// The next message of its class.
    next: u32,
}

/// The flow-level network model.
pub struct Flow {
    machine: Arc<dyn Machine>,
    options: Options,
    scale: Scale,
    /// The latency term of the greatest possible weight, in picoseconds.
    shortest: u64,
    order: Order<Connections>,
    alone: Alone,
    sharing: Sharing,
    classes: Vec<Class>,
    messages: Vec<Message>,
    free: Vec<u32>,
    finishes: Calendar,
    density: Density,
    counters: Counters,
    now: Time,
    started: u64,
    routes: Routes,
    /// Links of the route that is being looked at.
    route: Vec<u32>,
    changed: Vec<u32>,
    /// Classes to be delivered, with their bottlenecks.
    due: Vec<(u32, Option<LinkId>)>,
    done: Vec<(u64, Completion)>,
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    let settings = Settings::new("flow", PARAMETERS, settings)?;
    let bytes = settings.bytes("weight-bytes")?;
    let weight = [Weight::Equal, Weight::Latency(bytes)][settings.choice("weight", &["equal", "latency"])?];
    let capacity_factor = settings.factor("capacity-factor")?;
    let bucket = settings.time_or_off("bucket")?;
    let tolerance = settings.time_or_off("tolerance")?;
    let send_queue = order::read(&settings)?;
    let options = Options { weight, capacity_factor, bucket, tolerance, send_queue, solver: Solver::Adaptive };
    Ok(Box::new(Flow::new(machine, options)))
}

impl Flow {
    /// The model on a machine.
    pub fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        let (bits, fraction, shortest) = match options.weight {
            Weight::Equal => (scale::EQUAL_BITS, 0, 1),
            Weight::Latency(bytes) => (WEIGHTED_BITS, WEIGHT_BITS, shortest_hop(&*machine, bytes)),
        };
        Self {
            scale: scale::scale_of(&*machine, bits),
            shortest,
            order: Order::new(&*machine, options.send_queue),
            alone: Alone::default(),
            sharing: Sharing::new(machine.links(), fraction),
            classes: Vec::new(),
            messages: Vec::new(),
            free: Vec::new(),
            finishes: Calendar::default(),
            density: Density::new(options.tolerance),
            counters: Counters::new(options.bucket),
            now: Time::ZERO,
            started: 0,
            routes: Routes::default(),
            route: Vec::new(),
            changed: Vec::new(),
            due: Vec::new(),
            done: Vec::new(),
            machine,
            options,
        }
    }

    /// What the model has done so far.
    pub fn statistics(&self) -> Statistics {
        let under_way = self.messages.len() - self.free.len();
        Statistics { completions: self.started - under_way as u64, solver: self.sharing.statistics }
    }

    /// The route of a transfer with bytes, and a flow over it, reserved but not admitted.
    #[inline]
    fn reserve(&mut self, transfer: &Transfer) -> (Route, u32) {
        let bound = |route: &Route| Scale::times(route.bound, transfer.bandwidth_factor);
        let (route, flow) = if let Some((route, links)) = self.routes.find((transfer.source, transfer.destination)) {
            (route, self.sharing.reserve(links, route.weight, bound(&route)))
        } else {
            let route = self.new_route(transfer);
            (route, self.sharing.reserve(&self.route, route.weight, bound(&route)))
        };
        let class = Class {
            source: transfer.source,
            destination: transfer.destination,
            phase: self.counters.phase(transfer.phase),
            bound: bound(&route),
            rate: 0,
            shared: false,
            dated: false,
            service: 0,
            accrued_at: Time::ZERO,
            alone_until: Time::ZERO,
            head: NONE,
            tail: NONE,
            members: 0,
        };
        if flow as usize == self.classes.len() {
            self.sharing.marks.push(class.mark());
            self.classes.push(class);
        } else {
            self.sharing.marks[flow as usize] = class.mark();
            self.classes[flow as usize] = class;
        }
        (route, flow)
    }

    /// The route of a transfer with bytes, its links into `route`.
    #[inline(never)]
    fn new_route(&mut self, transfer: &Transfer) -> Route {
        let ends = (transfer.source, transfer.destination);
        self.machine.path(ends.0, ends.1, &mut self.routes.path);
        let Self { machine, scale, sharing, counters, options, .. } = self;
        let mut bound = scale.steps(self.routes.path.bound);
        self.route.clear();
        for &id in &self.routes.path.links {
            let describe = || {
                let bandwidth = scale.steps(machine.link(id).bandwidth);
                (bandwidth, Scale::times(bandwidth, options.capacity_factor))
            };
            let link = sharing.link(id, describe);
            counters.ensure(link, id);
            bound = bound.min(sharing.links[link as usize].bandwidth);
            self.route.push(link);
        }
        let first = self.routes.path.links.first().copied();
        let weight = match self.options.weight {
            Weight::Equal => 1,
            Weight::Latency(bytes) => weight(&*self.machine, &self.routes.path, bytes, self.shortest),
        };
        let route = Route { latency: self.routes.path.latency, first, bound, weight };
        self.routes.keep(ends, route, &self.route);
        route
    }

    /// The route of a transfer without bytes, which uses no link.
    fn bare_route(&mut self, transfer: &Transfer) -> Route {
        self.machine.path(transfer.source, transfer.destination, &mut self.routes.path);
        let first = self.routes.path.links.first().copied();
        Route { latency: self.routes.path.latency, first, bound: 0, weight: 1 }
    }

    /// A message's latency is over: its bytes begin to flow.
    #[inline]
    fn begin(&mut self, message: u32) {
        let own = self.messages[message as usize].class;
        if let Some(equal_class) = self.equal_class(own) {
            self.release(own);
            self.accrue(equal_class);
            self.messages[message as usize].class = equal_class;
            let members = self.classes[equal_class as usize].members + 1;
            self.sharing.resize(equal_class, members);
            let Class { rate, members, .. } = self.classes[equal_class as usize];
            self.count_load(equal_class, (rate, members), (rate, members + 1));
            self.join(equal_class, message);
            self.schedule(equal_class);
            return;
        }
        self.classes[own as usize].accrued_at = self.now;
        let phase = self.classes[own as usize].phase;
        for at in self.sharing.flows[own as usize].route.range() {
            self.counters.enter(self.sharing.hops[at].link, phase, self.now);
        }
        self.join(own, message);
        self.admit(own);
    }

    /// Puts the flow of a class that is accrued up to now on its links. Where it meets no link that is full, its rate and date are
    /// known at once.
    #[inline]
    fn admit(&mut self, index: u32) {
        self.sharing.now = self.now;
        if self.sharing.admit(index) {
            let class = &mut self.classes[index as usize];
            class.rate = class.bound;
            let (bound, members) = (class.bound, class.members);
            self.count_load(index, (0, members), (bound, members));
            self.schedule(index);
        }
    }

    /// An admitted flow with the same ends, bound, phase and (hence) route. Looks through the shortest list on the route,
    /// and not at all if that is long: keeping twins apart costs time but changes no result.
    #[inline]
    fn equal_class(&self, own: u32) -> Option<u32> {
        let hops = self.sharing.hops.of(self.sharing.flows[own as usize].route);
        let lists = hops.iter().map(|hop| self.sharing.links[hop.link as usize].flows);
        let list = lists.min_by_key(|list| list.len()).filter(|list| list.len() <= LONG)?;
        self.sharing.entries.of(list).iter().map(|entry| entry.flow).find(|flow| self.are_twins(*flow, own))
    }

    /// Whether two classes are one but for their messages.
    #[inline]
    fn are_twins(&self, one: u32, other: u32) -> bool {
        self.sharing.marks[one as usize] == self.sharing.marks[other as usize]
            && self.classes[one as usize].is_twin_of(&self.classes[other as usize])
    }

    /// Inserts a message into a class that is accrued up to now.
    #[inline(always)]
    fn join(&mut self, index: u32, message: u32) {
        let class = &mut self.classes[index as usize];
        let goal = class.service + self.scale.volume(self.messages[message as usize].bytes);
        self.messages[message as usize].goal = goal;
        class.members += 1;
        // Most often the new one is the last to finish.
        if class.head == NONE || self.messages[class.tail as usize].goal <= goal {
            self.messages[message as usize].next = NONE;
            match class.head {
                NONE => class.head = message,
                _ => self.messages[class.tail as usize].next = message,
            }
            class.tail = message;
        } else if goal < self.messages[class.head as usize].goal {
            self.messages[message as usize].next = class.head;
            class.head = message;
        } else {
            let mut before = class.head;
            loop {
                let next = self.messages[before as usize].next;
                if self.messages[next as usize].goal > goal {
                    self.messages[message as usize].next = next;
                    self.messages[before as usize].next = message;
                    break;
                }
                before = next;
            }
        }
    }

    /// Brings a class's service up to now.
    #[inline]
    fn accrue(&mut self, index: u32) {
        self.classes[index as usize].accrue(self.now);
    }

    /// What a class has yet to receive for its next delivery, since it was accrued.
    #[inline]
    fn left(&self, class: &Class) -> u128 {
        self.messages[class.head as usize].goal.saturating_sub(class.service + class.tolerance())
    }

    /// Schedules the next delivery of a class that is accrued up to now.
    #[inline]
    fn schedule(&mut self, index: u32) {
        let class = &self.classes[index as usize];
        let date = class.accrued_at.saturating_add(scale::duration(self.left(class), class.rate));
        self.classes[index as usize].dated = true;
        self.finishes.set(index, date);
    }

    /// As `schedule`, of a class that had this rate before; `shared`: its rate had ever been a share. With a lower rate its date is later, unless
    /// a volume has become one that counts as nothing.
    #[inline]
    fn reschedule(&mut self, index: u32, old: u64, shared: bool) {
        let class = &self.classes[index as usize];
        if class.rate >= old || class.shared != shared {
            let bound = accounts::duration_at_least(self.left(class), class.rate);
            self.finishes.advance(index, class.accrued_at.saturating_add(Time::from_ps(bound)));
        }
        self.classes[index as usize].dated = false;
    }

    /// The first delivery.
    #[inline]
    fn next_finish(&mut self) -> Time {
        while let Some(class) = self.finishes.first() {
            if self.classes[class as usize].dated {
                break;
            }
            self.schedule(class);
        }
        self.finishes.next()
    }

    /// Tells the time buckets that the load of a class changes; loads are (rate, members).
    #[inline]
    fn count_load(&mut self, class: u32, old: (u64, u32), new: (u64, u32)) {
        if self.counters.loads.is_some() {
            self.change_load(class, old, new);
        }
    }

    #[inline(never)]
    fn change_load(&mut self, class: u32, old: (u64, u32), new: (u64, u32)) {
        let Some(loads) = &mut self.counters.loads else { return };
        let phase = self.classes[class as usize].phase;
        let load = |(rate, members): (u64, u32)| u128::from(rate) * u128::from(members);
        for hop in self.sharing.hops.of(self.sharing.flows[class as usize].route) {
            loads.change(hop.link, phase, self.now, load(old), load(new));
        }
    }

    /// Computes the rates if flows have started or ended since they were computed.
    fn solve(&mut self) {
        if self.density.is_dense() {
            return self.solve_dense();
        }
        let mut changed = std::mem::take(&mut self.changed);
        self.sharing.now = self.now;
        match self.options.solver {
            Solver::FromScratch => self.sharing.solve_from_scratch(&mut changed),
            _ => self.sharing.solve(&mut changed),
        }
        let becomes_dense = self.becomes_dense(changed.len());
        let many = changed.len() >= MANY;
        for &index in &changed {
            self.accrue(index);
            let flow = &self.sharing.flows[index as usize];
            let bound = self.classes[index as usize].bound;
            // At its ceiling a flow has its bound, whatever the weights round it to.
            let bounded = flow.level == flow.ceiling;
            let rate = if bounded { bound } else { self.sharing.rate_at(flow.weight, flow.level) };
            let class = &mut self.classes[index as usize];
            let (old, members) = (std::mem::replace(&mut class.rate, rate), class.members);
            let shared = class.shared;
            class.shared |= !bounded;
            self.count_load(index, (old, members), (rate, members));
            if many && old > 0 {
                self.reschedule(index, old, shared);
            } else {
                self.schedule(index);
            }
        }
        changed.clear();
        self.changed = changed;
        if becomes_dense {
            self.become_dense();
        }
    }

    /// Delivers what is due of a class without a date, and takes its flow off the links if nothing is left.
    #[inline]
    fn deliver(&mut self, index: u32, bottleneck: Option<LinkId>) {
        self.accrue(index);
        self.deliver_due(index, bottleneck);
        let left = self.classes[index as usize].members;
        if left > 0 {
            self.sharing.resize(index, left);
            self.schedule(index);
            return;
        }
        self.sharing.withdraw(index);
        self.release(index);
    }

    /// Delivers what is due where traffic is sparse.
    #[inline]
    fn deliver_sparse(&mut self) {
        if self.next_finish() > self.now {
            return;
        }
        let mut due = std::mem::take(&mut self.due);
        while self.next_finish() <= self.now {
            let Some(class) = self.finishes.first() else { break };
            self.finishes.remove(class);
            // Before any of them leaves its links: the bottlenecks are those of the rates that end here.
            due.push((class, self.sharing.bottleneck(class)));
        }
        for (class, bottleneck) in due.drain(..) {
            self.deliver(class, bottleneck);
        }
        self.due = due;
    }

    /// Delivers every message of an accrued class whose bytes have passed.
    #[inline(always)]
    fn deliver_due(&mut self, index: u32, bottleneck: Option<LinkId>) {
        let Class { service, phase, rate, members, .. } = self.classes[index as usize];
        let reached = service + self.classes[index as usize].tolerance();
        let route = self.sharing.flows[index as usize].route;
        loop {
            let head = self.classes[index as usize].head;
            if head == NONE || self.messages[head as usize].goal > reached {
                break;
            }
            let message = self.messages[head as usize];
            for at in route.range() {
                let link = self.sharing.hops[at].link;
                self.counters.carried(link, message.bytes);
                if let Some(loads) = &mut self.counters.loads {
                    loads.correct(link, phase, self.now, service, message.goal);
                }
            }
            self.classes[index as usize].head = message.next;
            self.classes[index as usize].members -= 1;
            self.complete(head, bottleneck);
        }
        let left = self.classes[index as usize].members;
        self.count_load(index, (rate, members), (rate, left));
        if left == 0 {
            for at in route.range() {
                self.counters.leave(self.sharing.hops[at].link, phase, self.now);
            }
        }
    }

    #[inline]
    fn complete(&mut self, index: u32, bottleneck: Option<LinkId>) {
        let Message { token, sequence, .. } = self.messages[index as usize];
        self.done.push((sequence, Completion { token, kind: CompletionKind::Delivered, bottleneck }));
        self.free.push(index);
        if let Some(connections) = &mut self.order.connections {
            connections.arrived(index);
        }
    }
}

impl Network for Flow {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.now = now;
        let (route, class) =
            if transfer.bytes == 0 { (self.bare_route(transfer), NONE) } else { self.reserve(transfer) };
        let sequence = self.started;
        self.started += 1;
        let message = Message { token: transfer.token, sequence, bytes: transfer.bytes, goal: 0, class, next: NONE };
        let index = match self.free.pop() {
            Some(index) => {
                self.messages[index as usize] = message;
                index
            }
            None => {
                self.messages.push(message);
                self.messages.len() as u32 - 1
            }
        };
        let leaves = self.order.leave(now, transfer, route.first, &*self.machine, self.scale);
        let connections = self.order.connections.as_mut();
        let before = connections.and_then(|connections| connections.enter(index, transfer.connection));
        let flows = leaves.saturating_add(scale::latency(route.latency, transfer.latency_factor));
        if !self.starts_alone(index, flows, before) {
            self.wait_for_latency(index, flows);
        }
    }

    fn next_event(&mut self) -> Time {
        self.forget_known();
        let mut begins = self.alone.next().min(self.density.tolerance.begins());
        if begins <= self.now {
            // More begins at this very instant; it is not complete yet.
            return begins;
        }
        if !self.sharing.dirty.is_empty() || !self.sharing.touched.is_empty() {
            self.solve();
            // Flows that were alone may wait for their latency again.
            begins = begins.min(self.alone.next());
        }
        if self.density.is_dense() {
            return begins.min(self.next_dense());
        }
        begins.min(self.next_finish())
    }

    fn sync_counters(&mut self, now: Time) {
        self.count_alone(now);
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        if to == Time::MAX {
            return;
        }
        let before = std::mem::replace(&mut self.now, to);
        if self.density.is_dense() {
            self.deliver_dense();
        }
        self.deliver_sparse();
        let first = self.deliver_known(before);
        self.begin_due(to, first);
        if let [(_, completion)] = self.done[..] {
            self.done.clear();
            completions.push(completion);
            return;
        }
        self.done.sort_unstable_by_key(|(sequence, _)| *sequence);
        completions.extend(self.done.drain(..).map(|(_, completion)| completion));
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine), Options { bucket: None, ..self.options }))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let (path, capacity) = (&mut self.routes.path, Some(self.options.capacity_factor));
        Some(scale::uncontended_time(&*self.machine, self.scale, path, transfer, capacity))
    }

    fn keeps_order(&self) -> bool {
        self.order.connections.is_some()
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        Some(self)
    }

    fn count_links(&mut self, by_phase: bool) {
        if by_phase {
            self.counters.count_link_use(self.options.bucket);
        }
    }

    fn lateness(&self) -> Option<Lateness> {
        self.density.tolerance.lateness(self.scale)
    }

    fn advice(&self) -> Option<String> {
        self.density.tolerance.advice()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let Statistics { completions, solver } = Flow::statistics(self);
        vec![
            ("transfers", completions),
            ("solves", solver.solves),
            ("rate_changes", solver.rate_changes),
            ("link_scans", solver.scans),
        ]
    }
}

impl Flow {
    /// Begins every message whose latency is over and whose turn has come; `first` is the first of them.
    fn begin_due(&mut self, to: Time, mut first: Option<u32>) {
        if self.density.tolerance.begins() <= to {
            self.begin_waiting();
        }
        loop {
            if let Some(message) = self.order.connections.as_mut().and_then(Connections::released) {
                self.begin_or_deliver(message, to);
            } else if let Some(message) = first.take().or_else(|| self.next_begin()) {
                if self.order.connections.as_mut().is_none_or(|connections| connections.ready(message)) {
                    self.begin_or_deliver(message, to);
                }
            } else {
                break;
            }
        }
    }

    /// Begins a message whose turn has come; one without bytes is delivered.
    #[inline]
    fn begin_or_deliver(&mut self, message: u32, now: Time) {
        if self.messages[message as usize].class == NONE {
            self.complete(message, None);
        } else if self.density.is_dense() && self.density.tolerance.counts(now) > now {
            self.density.tolerance.wait(message, now);
        } else {
            self.begin_flow(message);
        }
    }

    #[inline]
    fn begin_flow(&mut self, message: u32) {
        if !self.density.is_dense() || !self.begin_dense(message) {
            self.begin(message);
        }
    }
}

impl LinkCounters for Flow {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        self.counters.for_each_link(self.now, &self.time_alone(), visit);
    }

    fn bucket(&self) -> Option<Time> {
        self.options.bucket
    }

    fn for_each_bucket(&self, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        self.counters.for_each_bucket(self.scale, self.now, visit);
    }
    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        self.counters.for_each_link_use(self.scale, self.now, visit);
    }
}
