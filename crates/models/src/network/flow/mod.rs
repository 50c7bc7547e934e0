//! `flow`: a flow-level network model; transfers share the links of their routes max-min fairly.
//!
//! # Equations
//! A message of k bytes passes these stages:
//!
//! 1. It waits until the NIC can inject it (module `injection`).
//! 2. It waits for its latency f_L · L, where L is the sum of the latencies of its route and f_L its latency factor. It uses no
//!    bandwidth meanwhile.
//! 3. With `order=connection`, it waits until the message before it on its connection has arrived (module `order`).
//! 4. It is a *flow* until its k bytes have passed. A message without bytes does not become a flow.
//!
//! The rates of flows change whenever flows start or end. The rates are the weighted max-min fair allocation:
//!
//! * The rates over a link add up to at most `capacity-factor` times the link's bandwidth. A link is one direction of
//!   a cable, or a limiter that the routes of both directions contain. A route that contains a link twice uses it twice.
//! * A flow's rate is at most f_B · B, where f_B is the message's bandwidth factor, and B the least of the bandwidths of its
//!   route's links and of the limit that the platform sets for a single transfer on that route.
//! * A flow's *level* is its rate divided by its weight. No level can grow without reducing a level that is not higher.
//!
//! With `weight=equal` all weights are 1. With `weight=latency` a weight is 1 / (L + Σ c/B) over the links of the route, where
//! B is a link's bandwidth and c is `weight-bytes` (SimGrid's LV08 with its weight-S). Weights below 1/1024 of the greatest
//! possible weight, that of a route of the machine's shortest link alone, are raised to 1/1024 of it.
//!
//! Rates are integers in steps of 2^-20 B/s. On machines with links beyond 2 TB/s, and with `weight=latency`, the step is the
//! smallest with which all rates fit their integers. A rate is below the exact one by at most one step for each flow on its
//! bottleneck link. Volumes, times and sums are exact integers, and a completion time is rounded up to a picosecond once. No
//! other tolerance decides ties: events within the same picosecond are simultaneous.
//!
//! # Example
//! Three flows of weight 1 on two links of 10 B/ns. The level Λ of a link is the level of the flows that this link limits. A
//! link that limits no flow is *open*:
//!
//! ```text
//!        link A: Λ = 5           link B: open
//!   x ──────────●──────────────────────────────▶   5: A limits it
//!   y ──────────●──────────────────●───────────▶   5: A limits it, and B counts it as fixed
//!   z ─────────────────────────────●───────────▶   3: its bound; B has 2 to spare
//! ```
//!
//! If z had no bound, B would limit z at Λ = 5. When x then ends, A no longer limits y, but B does: y stays at 5.
//!
//! # Error
//! With an `error` above 0, a start or end that hardly changes the load of a link changes no other rate on that link. A link
//! that limits flows is solved again when the sum of its flows' rates differs from its capacity by more than the relative
//! `error` (module `wave`). Until then its flows lose or gain bytes compared with the exact rates; these bytes are the link's
//! *debt*. When the link is solved next, its debt is credited to the flows that it limits. The link is also solved, and its
//! debt credited, shortly before one of these flows ends.
//!
//! With `error` 0 no link has a debt. The rates are then the unique solution of the equations in module `sharing`. A solver
//! that computes all rates anew finds the same rates, bit for bit. With any `error`, completion times depend neither on the
//! order of starts within an instant nor on flows elsewhere.
//!
//! # What it leaves out
//! Packets, queues, back-pressure, slow start and every other transient; the time a route's links need to fill; unfair sharing
//! of real transports.
//!
//! # Cost
//! A flow that shares no link with another one costs one event (module `alone`). A flow that fits into the spare capacity of
//! its links gets its maximal rate at once, and its end changes no other rate. Otherwise all starts and ends of an instant are
//! solved at once; the work is the number of rates that change times the length of their routes ([`Statistics`] has the mean
//! number of changes per completion; docs/models/flow.md measures it).
//!
//! Memory: 4 bytes per link of the machine, about 210 per link ever used, 150 + 16 per hop for each message under way, and 0.3
//! to 2.1 MB for routes between neighbours, which are found once (module `routes`). Counters of bytes and busy time are always
//! kept; `bucket` adds a walk over the route at each rate change and 40 bytes per link and bucket used.

mod alone;
mod calendar;
mod counters;
mod first;
mod loads;
pub mod oracle;
mod pool;
mod progress;
mod sharing;
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
use counters::Counters;
use kernel::{Completion, CompletionKind, LinkCounters, LinkTotals, LinkUse, LinkUseKey, Network, Transfer};
use pool::fetch;
use progress::Progress;
use sharing::Sharing;
pub use sharing::SolverStatistics;
use std::sync::Arc;
use units::{Bytes, LinkId, Time};
use weight::{WEIGHT_BITS, WEIGHTED_BITS, shortest_hop, weight};

/// `weight`, `weight-bytes`, `capacity-factor`, `bucket`, `error`, `order`, `send-queue`.
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
        "error",
        ParameterKind::Form(ERROR_FORM),
        "0.02",
        "results differ from those of exact sharing by less (docs/models/flow.md)",
        "The share of a link's capacity by which the rates over it may miss it before they are computed anew; 0: exact.",
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

/// What `error` is.
const ERROR_FORM: &str = "a number from 0 to 0.02";

/// A share of a link's capacity, in 2^-20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(u64);

impl Error {
    /// Exact sharing.
    pub const NONE: Self = Self(0);
    /// 2 %.
    pub const DEFAULT: Self = Self(20_971);

    /// The share in millionths.
    pub fn millionths(self) -> u32 {
        ((self.0 * 1_000_000 + (1 << 19)) >> 20) as u32
    }

    /// A share from 0 to 0.02.
    pub fn new(share: f64) -> Option<Self> {
        (0.0..=0.02).contains(&share).then_some(Self((share * f64::from(1 << 20)) as u64))
    }
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
    /// By how much the rates of a link may miss its capacity.
    pub error: Error,
    /// Messages keep their order, and those of up to so many bytes leave a host one after another; none: they do not.
    pub send_queue: Option<Bytes>,
    /// Computes all rates at every instant.
    #[cfg(test)]
    pub scratch: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            weight: Weight::Equal,
            capacity_factor: 1.0,
            bucket: None,
            error: Error::DEFAULT,
            send_queue: None,
            #[cfg(test)]
            scratch: false,
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

/// A transfer that shares a link is checked before it ends: at the date that a rate greater by this part would give.
const CHECK: u64 = 16;

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
    progress: Vec<Progress>,
    finishes: Calendar,
    counters: Counters,
    now: Time,
    /// No transfer ends before: those that end at an instant end together, before links pay what they owe.
    next_end: Time,
    started: u64,
    routes: Routes,
    /// Links of the route that is being looked at.
    route: Vec<u32>,
    changed: Vec<u32>,
    /// Flows to be delivered, with their bottlenecks.
    due: Vec<(u32, Option<LinkId>)>,
    done: Vec<(u64, Completion)>,
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    if settings.iter().any(|setting| setting.name == "tolerance") {
        let hint =
            "it is gone; `error` bounds how far shared rates may be off, and transfers are never late".to_owned();
        return Err(ModelError::UnknownParameter { model: "flow", name: "tolerance".to_owned(), hint });
    }
    let settings = Settings::new("flow", PARAMETERS, settings)?;
    let bytes = settings.bytes("weight-bytes")?;
    let weight = [Weight::Equal, Weight::Latency(bytes)][settings.choice("weight", &["equal", "latency"])?];
    let capacity_factor = settings.factor("capacity-factor")?;
    let bucket = settings.time_or_off("bucket")?;
    let error = settings.form("error", ERROR_FORM, |text| Error::new(text.parse().ok()?))?;
    let send_queue = order::read(&settings)?;
    let options = Options {
        weight,
        capacity_factor,
        bucket,
        error,
        send_queue,
        #[cfg(test)]
        scratch: false,
    };
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
            sharing: Sharing::new(machine.links(), fraction, options.error.0),
            progress: Vec::new(),
            finishes: Calendar::default(),
            counters: Counters::new(options.bucket),
            now: Time::ZERO,
            next_end: Time::ZERO,
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
        let completions = self.started - self.sharing.under_way() as u64;
        Statistics { completions, solver: self.sharing.statistics }
    }

    /// The route of a transfer, and a flow over it, reserved but not admitted. Without bytes it uses no link.
    #[inline]
    fn reserve(&mut self, transfer: &Transfer) -> (Route, u32) {
        let message = (transfer.token, self.started);
        self.started += 1;
        let bound = |route: &Route| Scale::times(route.bound, transfer.bandwidth_factor);
        let ends = (transfer.source, transfer.destination);
        let known = if transfer.bytes > 0 { self.routes.find(ends) } else { None };
        let (route, flow) = if let Some((route, links)) = known {
            (route, self.sharing.reserve(message, links, route.weight, bound(&route)))
        } else {
            let route = if transfer.bytes > 0 { self.new_route(transfer) } else { self.bare_route(transfer) };
            (route, self.sharing.reserve(message, &self.route, route.weight, bound(&route)))
        };
        let progress = Progress {
            left: self.scale.volume(transfer.bytes) as i128,
            accrued_at: Time::ZERO,
            rate: 0,
            dated_for: 0,
            bytes: transfer.bytes,
            alone_until: Time::ZERO,
            phase: self.counters.phase(transfer.phase),
            shared: false,
            dated: false,
            is_new: false,
        };
        if flow as usize == self.progress.len() {
            self.progress.push(progress);
        } else {
            self.progress[flow as usize] = progress;
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
            counters.ensure(link, id, || sharing.links[link as usize].capacity);
            bound = bound.min(sharing.bandwidths[link as usize]);
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
        self.route.clear();
        self.machine.path(transfer.source, transfer.destination, &mut self.routes.path);
        let first = self.routes.path.links.first().copied();
        Route { latency: self.routes.path.latency, first, bound: 0, weight: 1 }
    }

    /// A message's latency is over: its bytes begin to flow. Where they meet no link that is full, their rate and date are known at once.
    #[inline]
    fn begin(&mut self, flow: u32) {
        let progress = &mut self.progress[flow as usize];
        (progress.accrued_at, progress.is_new) = (self.now, true);
        let phase = progress.phase;
        for at in self.sharing.flows[flow as usize].route.range() {
            self.counters.enter(self.sharing.hops[at].link, phase, self.now);
        }
        if self.sharing.admit(flow) {
            let bound = self.sharing.flows[flow as usize].bound;
            self.progress[flow as usize].rate = bound;
            self.count_load(flow, 0, bound);
            self.schedule(flow);
        }
    }

    /// Schedules the delivery of a flow that is accrued up to now.
    #[inline]
    fn schedule(&mut self, index: u32) {
        let progress = &mut self.progress[index as usize];
        (progress.dated, progress.dated_for) = (true, progress.rate);
        let date = progress.accrued_at.saturating_add(scale::duration(progress.left(), progress.rate));
        self.finishes.set(index, date.max(self.next_end));
    }

    /// As `schedule`, of a flow that shares a link: its date is that of a check, at which links that owe it something are to pay it.
    #[inline]
    fn schedule_check(&mut self, index: u32) {
        let progress = &mut self.progress[index as usize];
        progress.dated = false;
        let early_enough = progress.rate <= progress.dated_for;
        if early_enough {
            return;
        }
        let ahead = if self.options.error == Error::NONE { 0 } else { progress.rate / CHECK };
        progress.dated_for = progress.rate + ahead;
        let bound = scale::duration_at_least(progress.left(), progress.dated_for);
        let date = progress.accrued_at.saturating_add(Time::from_ps(bound));
        self.finishes.set(index, date.max(self.next_end));
    }

    /// The first delivery or check.
    #[inline]
    fn next_finish(&mut self) -> Time {
        if self.options.error == Error::NONE {
            // Without debts a check would be an instant at which nothing happens.
            while let Some(index) = self.finishes.first().filter(|index| !self.progress[*index as usize].dated) {
                self.schedule(index);
            }
        }
        self.finishes.next()
    }

    /// Takes out the flows with a delivery now. Checks that are due come before anything else happens at this instant.
    fn take_due(&mut self, due: &mut Vec<(u32, Option<LinkId>)>) {
        loop {
            while let Some(index) = self.finishes.first().filter(|_| self.finishes.next() <= self.now) {
                if self.progress[index as usize].dated {
                    self.finishes.remove(index);
                    due.push((index, None));
                } else {
                    self.check(index);
                }
            }
            if self.sharing.dirty.is_empty() {
                return;
            }
            self.solve();
            due.drain(..).for_each(|(index, _)| self.schedule(index));
        }
    }

    /// Gives a flow its exact date; links that owe it something are to pay that first.
    fn check(&mut self, index: u32) {
        let volume = self.scale.volume(self.progress[index as usize].bytes);
        self.schedule(index);
        self.sharing.call_in(index, self.finishes.date(index), volume);
    }

    /// Tells the time buckets that a flow's rate changes.
    #[inline]
    fn count_load(&mut self, flow: u32, old: u64, new: u64) {
        if self.counters.loads.is_some() {
            self.change_load(flow, old, new);
        }
    }

    #[inline(never)]
    fn change_load(&mut self, flow: u32, old: u64, new: u64) {
        let Some(loads) = &mut self.counters.loads else { return };
        let phase = self.progress[flow as usize].phase;
        for hop in self.sharing.route(flow) {
            loads.change(hop.link, phase, self.now, old.into(), new.into());
        }
    }

    /// Tells the time buckets of a volume beyond what rates gave.
    #[inline]
    fn correct_load(&mut self, flow: u32, volume: i128) {
        if let Some(loads) = &mut self.counters.loads {
            let phase = self.progress[flow as usize].phase;
            for hop in self.sharing.route(flow) {
                loads.correct(hop.link, phase, self.now, volume);
            }
        }
    }

    /// Computes the rates if flows have started or ended since they were computed.
    fn solve(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        self.sharing.now = self.now;
        self.solve_sharing(&mut changed);
        self.receive_credits();
        fetch(changed.iter().map(|index| self.progress[*index as usize].phase));
        for &index in &changed {
            let share = &self.sharing.flows[index as usize].share;
            let progress = &mut self.progress[index as usize];
            // At its ceiling a flow has its bound, whatever the weights round it to.
            let flow = &self.sharing.flows[index as usize];
            let bounded = share.level == flow.ceiling;
            let rate = if bounded { flow.bound } else { self.sharing.rate_at(share.weight, share.level) };
            progress.accrue(self.now);
            let old = std::mem::replace(&mut progress.rate, rate);
            if std::mem::take(&mut progress.is_new) || !progress.shared {
                // A volume may become one that counts as nothing; and the date of one that begins depends on nothing before.
                progress.dated_for = 0;
            }
            progress.shared |= !bounded;
            if bounded {
                self.schedule(index);
            } else {
                self.schedule_check(index);
            }
            self.count_load(index, old, rate);
        }
        changed.clear();
        self.changed = changed;
        let mut credits = std::mem::take(&mut self.sharing.credits);
        for (index, _) in credits.drain(..) {
            if self.progress[index as usize].dated_for == 0 {
                self.schedule_check(index);
            }
        }
        self.sharing.credits = credits;
    }

    #[inline]
    fn solve_sharing(&mut self, changed: &mut Vec<u32>) {
        #[cfg(test)]
        if self.is_scratch() {
            return self.sharing.solve_from_scratch(changed);
        }
        self.sharing.solve(changed);
    }

    /// Whether this is the reference of a test.
    #[inline]
    fn is_scratch(&self) -> bool {
        #[cfg(test)]
        return self.options.scratch;
        #[cfg(not(test))]
        false
    }

    /// Flows receive what their links owed them.
    #[inline]
    fn receive_credits(&mut self) {
        let counts = self.counters.loads.is_some();
        fetch(self.sharing.credits.iter().map(|credit| self.progress[credit.0 as usize].phase));
        for at in 0..self.sharing.credits.len() {
            let (index, credit) = self.sharing.credits[at];
            let progress = &mut self.progress[index as usize];
            progress.accrue(self.now);
            // A flow that has begun since then is owed its part only: not more than `error` can have made of what it has received.
            let received = self.scale.volume(progress.bytes).saturating_add_signed(-progress.left);
            let most = 3 * self.sharing.share_of_volume(received) as i128;
            let credit = credit.clamp(-most, most);
            progress.left -= credit;
            progress.dated = false;
            if credit > 0 {
                progress.dated_for = 0;
            }
            if counts {
                self.correct_load(index, credit);
            }
        }
    }

    /// Delivers the message of a flow whose bytes have passed, and takes it off its links.
    #[inline]
    fn deliver(&mut self, index: u32, bottleneck: Option<LinkId>) {
        let progress = &self.progress[index as usize];
        let Progress { left, rate, phase, bytes, .. } = *progress;
        // What its last picosecond gave too much.
        self.correct_load(index, left - progress.passed(self.now));
        self.count_load(index, rate, 0);
        for at in self.sharing.flows[index as usize].route.range() {
            let link = self.sharing.hops[at].link;
            self.counters.carried(link, bytes);
            self.counters.leave(link, phase, self.now);
        }
        self.complete(index, bottleneck);
        self.sharing.withdraw(index);
        self.release(index);
    }

    /// Delivers what is due of flows that have met others.
    #[inline]
    fn deliver_all(&mut self) {
        if self.finishes.next() <= self.now || !self.sharing.dirty.is_empty() {
            self.deliver_due();
        }
        if self.options.error != Error::NONE {
            self.next_end = self.now.saturating_add(Time::from_ps(1));
        }
    }

    fn deliver_due(&mut self) {
        let mut due = std::mem::take(&mut self.due);
        self.take_due(&mut due);
        // Before any of them leaves its links: the bottlenecks are those of the rates that end here.
        due.iter_mut().for_each(|(flow, bottleneck)| *bottleneck = self.sharing.bottleneck(*flow));
        for (flow, bottleneck) in due.drain(..) {
            self.deliver(flow, bottleneck);
        }
        self.due = due;
    }

    #[inline(always)]
    fn complete(&mut self, index: u32, bottleneck: Option<LinkId>) {
        let sharing::Flow { token, sequence, .. } = self.sharing.flows[index as usize];
        self.done.push((sequence, Completion { token, kind: CompletionKind::Delivered, bottleneck }));
        if let Some(connections) = &mut self.order.connections {
            connections.arrived(index);
        }
    }
}

impl Network for Flow {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.now = now;
        self.sharing.now = now;
        let (route, index) = self.reserve(transfer);
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
        let mut begins = self.alone.next();
        if begins <= self.now {
            // More begins at this very instant; it is not complete yet.
            return begins;
        }
        if !self.sharing.dirty.is_empty() || !self.sharing.touched.is_empty() {
            self.solve();
            // Flows that were alone may wait for their latency again.
            begins = begins.min(self.alone.next());
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
        self.sharing.now = to;
        self.deliver_all();
        let first = self.deliver_known(before);
        self.begin_due(first);
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
        let Some((route, links)) = self.routes.find((transfer.source, transfer.destination)) else {
            let (path, capacity) = (&mut self.routes.path, Some(self.options.capacity_factor));
            return Some(scale::uncontended_time(&*self.machine, self.scale, path, transfer, capacity));
        };
        let shares = links.iter().map(|link| {
            let times = links.iter().filter(|other| *other == link).count() as u64;
            self.sharing.links[*link as usize].capacity / times
        });
        let rate = shares.fold(Scale::times(route.bound, transfer.bandwidth_factor), u64::min);
        let bytes = self.routes.uncontended.of(self.scale, transfer.bytes, rate);
        Some(scale::latency(route.latency, transfer.latency_factor).saturating_add(bytes))
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

    fn rate_error(&self) -> Option<u32> {
        Some(self.options.error.millionths())
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
    fn begin_due(&mut self, mut first: Option<u32>) {
        loop {
            if let Some(message) = self.order.connections.as_mut().and_then(Connections::released) {
                self.begin_or_deliver(message);
            } else if let Some(message) = first.take().or_else(|| self.next_begin()) {
                if self.order.connections.as_mut().is_none_or(|connections| connections.ready(message)) {
                    self.begin_or_deliver(message);
                }
            } else {
                break;
            }
        }
    }

    /// Begins a message whose turn has come; one without bytes is delivered.
    #[inline]
    fn begin_or_deliver(&mut self, message: u32) {
        if self.progress[message as usize].bytes == 0 {
            self.complete(message, None);
            self.sharing.release(message);
        } else {
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
