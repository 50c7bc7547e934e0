//! Dense traffic: where an instant changes a good part of all rates, flows are kept in the form of `filling` and their
//! dates in `accounts`; elsewhere in the form of `sharing` with a date each. Both are exact, so that going from one to the
//! other changes no result; module `density` chooses. Flows that are alike may be one there (modules `alike` and `bundles`).

use super::accounts::Accounts;
use super::alike::Alike;
use super::density::{Choice, Search};
use super::filling::{Filling, NONE, Pass};
use super::sharing::{OPEN, UNSEEN};
use super::tolerance::Tolerance;
use super::{Class, Flow, Solver};
use units::{LinkId, Time};

/// The parts of dense traffic's state. A *unit* is what is one flow in `filling` and has one account: a bundle, or a flow where there are none.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) filling: Filling,
    pub(super) accounts: Accounts,
    /// Bundles of flows that are alike, if there are any.
    pub(super) alike: Option<Alike>,
    /// Starts and ends since the last solve.
    pub(super) events: u64,
    route: Vec<Pass>,
}

impl Dense {
    pub(super) fn new(alike: Option<Alike>) -> Self {
        let filling = Filling::new(alike.is_some());
        Self { filling, accounts: Accounts::new(), alike, events: 0, route: Vec::new() }
    }

    /// Flows under way, but for those that wait to be bundled.
    #[inline]
    pub(super) fn flows(&self) -> usize {
        self.filling.flows()
    }

    /// The unit of an admitted flow; [`NONE`] if it waits to be bundled.
    #[inline]
    pub(super) fn unit(&self, flow: u32) -> u32 {
        self.alike.as_ref().map_or(flow, |alike| alike.bundle(flow))
    }

    /// What froze an admitted flow; [`NONE`] if it has begun since the last solve.
    #[inline]
    pub(super) fn owner(&self, flow: u32) -> u32 {
        match self.unit(flow) {
            NONE => NONE,
            unit => self.filling.owner(unit),
        }
    }

    /// The level of a link with an index in `sharing`; open if it froze no flow.
    fn level_of_link(&self, link: usize) -> u64 {
        let own = self.alike.as_ref().map_or(link, |alike| alike.group(link as u32) as usize);
        self.filling.level_of_link(own)
    }

    /// Whether flows have come, gone or changed since the last solve.
    #[inline]
    fn is_dirty(&self) -> bool {
        self.filling.is_dirty() || self.alike.as_ref().is_some_and(Alike::has_waiting)
    }
}

/// The form that flows are kept in, and when to change it.
#[derive(Debug)]
pub(super) struct Density {
    /// That of dense traffic, if it is in use.
    pub(super) form: Option<Box<Dense>>,
    /// The form for dense traffic can't represent what is under way.
    barred: bool,
    choice: Choice,
    pub(super) search: Search,
    pub(super) tolerance: Tolerance,
}

impl Density {
    /// Starts and ends may count so much later.
    pub(super) fn new(tolerance: Option<Time>) -> Self {
        let exact = tolerance.is_none();
        let (choice, tolerance) = (Choice::new(exact), Tolerance::new(tolerance));
        Self { form: None, barred: false, choice, search: Search::default(), tolerance }
    }

    #[inline]
    pub(super) fn is_dense(&self) -> bool {
        self.form.is_some()
    }
}

impl Flow {
    /// Whether traffic has become dense, after a solve that has changed so many rates.
    #[inline]
    pub(super) fn becomes_dense(&mut self, changes: usize) -> bool {
        match self.options.solver {
            Solver::Adaptive => {
                let (scanned, flows) = (self.sharing.wave.scanned, self.sharing.flows_reserved());
                let work = (scanned, changes);
                !self.density.barred && self.density.choice.solved_sparse(work, flows, self.sharing.links.len())
            }
            Solver::Filling | Solver::Bundling => !self.density.barred,
            Solver::Incremental | Solver::FromScratch => false,
        }
    }

    /// Changes to the form for dense traffic after a solve, if it can represent the flows under way.
    #[cold]
    pub(super) fn become_dense(&mut self) {
        self.meet_all();
        let flows = 0..self.sharing.flows.len() as u32;
        let admitted: Vec<_> = flows.filter(|flow| self.sharing.flows[*flow as usize].members > 0).collect();
        if self.sharing.fraction > 0
            || self.counters.loads.is_some()
            || admitted.iter().any(|flow| self.sharing.is_loop(*flow))
        {
            self.density.barred = true;
            return;
        }
        self.density.form = Some(Box::new(Dense::new(None)));
        for flow in admitted {
            self.admit_dense(flow, self.sharing.flows[flow as usize].level);
        }
        self.sharing.clear();
        // The same levels again, with their owners: not what a solve costs.
        let statistics = self.sharing.statistics;
        self.compute_dense();
        self.sharing.statistics = statistics;
    }

    /// Admits a reserved flow; its members are counted.
    pub(super) fn admit_dense(&mut self, flow: u32, level: u64) {
        let Some(dense) = self.density.form.as_deref_mut() else { return };
        if let Some(alike) = &mut dense.alike {
            return alike.wait(flow);
        }
        let state = &self.sharing.flows[flow as usize];
        dense.route.clear();
        for hop in self.sharing.hops.of(state.route) {
            let link = &self.sharing.links[hop.link as usize];
            let link = dense.filling.link(hop.link, link.id, link.capacity);
            dense.route.push(Pass { link, weight: state.members });
        }
        dense.filling.admit(flow, &dense.route, state.ceiling, 1, level);
    }

    /// As [`Flow::equal_class`]. Bundles have no twins: to keep these apart costs time but changes no result.
    fn equal_class_dense(&self, own: u32) -> Option<u32> {
        let dense = self.density.form.as_ref().filter(|dense| dense.alike.is_none())?;
        let filling = &dense.filling;
        let hops = self.sharing.hops.of(self.sharing.flows[own as usize].route);
        let lists = hops.iter().map(|hop| filling.flows_over(hop.link));
        let mut list = lists.min_by_key(ExactSizeIterator::len).filter(|list| list.len() <= super::LONG)?;
        list.find(|flow| self.are_twins(*flow, own))
    }

    /// Computes the rates of dense traffic after flows have started or ended, and goes back to the other form if that is better.
    #[inline(never)]
    pub(super) fn solve_dense(&mut self) {
        let rebuilt = self.bundle();
        let events = self.density.form.as_mut().map_or(0, |dense| std::mem::take(&mut dense.events));
        let Some((cost, changes)) = self.compute_dense() else { return };
        self.density.tolerance.solved(cost, changes);
        if rebuilt {
            // Most of it is not what a solve costs.
            return;
        }
        if self.density.form.as_ref().is_some_and(|dense| dense.alike.is_none()) {
            self.density.search.solved(cost, events);
        }
        let flows = self.sharing.flows_reserved();
        if self.options.solver == Solver::Adaptive && self.density.choice.solved_dense(cost, changes, flows) {
            self.become_sparse();
        }
    }

    /// Computes the rates of dense traffic: what it has cost, and how many it has changed.
    fn compute_dense(&mut self) -> Option<(u64, u64)> {
        let mut dense = self.density.form.take()?;
        let Dense { filling, accounts, alike, .. } = &mut *dense;
        filling.solve();
        let statistics = &mut self.sharing.statistics;
        statistics.solves += 1;
        statistics.rate_changes += filling.outcome.changes;
        statistics.scans += filling.outcome.stops as u64;
        while accounts.len() < filling.len() {
            let owner = accounts.len() as u32;
            let ceiling = filling.is_ceiling(owner);
            accounts.open(!ceiling, if ceiling { filling.level(owner) } else { 0 });
        }
        for &link in &filling.outcome.links {
            let level = filling.level(link);
            accounts.set_rate(link, if level == OPEN { 0 } else { level }, self.now);
        }
        for moved in &filling.outcome.moved {
            let owner = filling.owner(moved.flow);
            if accounts.has(moved.flow) {
                accounts.change_owner(moved.flow, owner, self.now);
            } else {
                let flow = alike.as_ref().map_or(moved.flow, |alike| alike.first(moved.flow));
                self.finishes.remove(flow);
                self.accrue(flow);
                self.enter(accounts, moved.flow, flow, owner);
            }
        }
        for &link in filling.outcome.links.iter().filter(|link| filling.level(**link) == OPEN) {
            accounts.vacate(link);
        }
        let solved = (filling.outcome.cost, filling.outcome.changes);
        self.density.form = Some(dense);
        Some(solved)
    }

    /// Enters a unit into an account, given an accrued class of it.
    fn enter(&mut self, accounts: &mut Accounts, unit: u32, index: u32, owner: u32) {
        let class = &self.classes[index as usize];
        let goal = self.messages[class.head as usize].goal;
        accounts.enter(owner, unit, (goal, class.service), class.shared, self.now);
    }

    /// As [`Flow::accrue`], of a class that may have an account.
    pub(super) fn accrue_in(&mut self, dense: &Dense, index: u32) {
        let (accounts, unit) = (&dense.accounts, dense.unit(index));
        let class = &mut self.classes[index as usize];
        if accounts.has(unit) {
            let goal = self.messages[class.head as usize].goal;
            class.service = accounts.service(unit, goal, self.now);
            (class.rate, class.shared) = (accounts.rate(unit), accounts.has_shared(unit));
            class.accrued_at = self.now;
        } else {
            class.accrue(self.now);
        }
    }

    /// As [`Flow::begin`]; false if the form can't represent the message's flow and has been left.
    #[inline(never)]
    pub(super) fn begin_dense(&mut self, message: u32) -> bool {
        let own = self.messages[message as usize].class;
        if self.sharing.is_loop(own) {
            self.density.barred = true;
            self.become_sparse();
            return false;
        }
        if let Some(dense) = &mut self.density.form {
            dense.events += 1;
        }
        match self.equal_class_dense(own) {
            Some(equal) => {
                self.release(own);
                self.messages[message as usize].class = equal;
                self.grow(equal, message);
            }
            None => {
                self.sharing.flows[own as usize].members = 1;
                self.classes[own as usize].accrued_at = self.now;
                self.admit_dense(own, UNSEEN);
                let phase = self.classes[own as usize].phase;
                for at in self.sharing.flows[own as usize].route.range() {
                    self.counters.enter(self.sharing.hops[at].link, phase, self.now);
                }
                self.join(own, message);
            }
        }
        true
    }

    /// One member more for a class that is under way.
    fn grow(&mut self, index: u32, message: u32) {
        let Some(mut dense) = self.density.form.take() else { return };
        let members = self.classes[index as usize].members + 1;
        self.accrue_in(&dense, index);
        dense.filling.resize(index, members);
        self.sharing.flows[index as usize].members = members;
        self.join(index, message);
        if dense.accounts.has(index) {
            let Class { head, service, .. } = self.classes[index as usize];
            dense.accounts.set(index, (self.messages[head as usize].goal, service), self.now);
        }
        self.density.form = Some(dense);
    }

    /// Delivers what is due.
    #[inline(never)]
    pub(super) fn deliver_dense(&mut self) {
        let Some(mut dense) = self.density.form.take() else { return };
        let mut due = std::mem::take(&mut self.due);
        let mut bundles = Vec::new();
        // Before any of them leaves its links: the bottlenecks are those of the rates that end here.
        while let Some(unit) = dense.accounts.due(self.now) {
            if dense.alike.is_some() {
                self.end_bundle(&mut dense, unit, &mut due);
                bundles.push(unit);
            } else {
                self.accrue_in(&dense, unit);
                due.push((unit, dense.filling.bottleneck(unit)));
            }
            dense.accounts.leave(unit);
        }
        for (index, bottleneck) in due.drain(..) {
            self.deliver_in(&mut dense, index, bottleneck);
        }
        bundles.into_iter().for_each(|bundle| dense.filling.withdraw(bundle));
        self.due = due;
        self.density.form = Some(dense);
    }

    /// Delivers what is due of an accrued class without an account.
    fn deliver_in(&mut self, dense: &mut Dense, index: u32, bottleneck: Option<LinkId>) {
        let Class { rate, members, .. } = self.classes[index as usize];
        self.deliver_due(index, bottleneck);
        let left = self.classes[index as usize].members;
        self.density.tolerance.hold(self.now, rate, members - left);
        dense.events += 1;
        self.sharing.flows[index as usize].members = left;
        if left > 0 {
            dense.filling.resize(index, left);
            let owner = dense.filling.owner(index);
            self.enter(&mut dense.accounts, index, index, owner);
            return;
        }
        if dense.alike.is_none() {
            dense.filling.withdraw(index);
        }
        self.release(index);
    }

    /// The next delivery.
    #[inline(never)]
    pub(super) fn next_dense(&mut self) -> Time {
        let mut solve = Time::MAX;
        if self.density.form.as_ref().is_some_and(|dense| dense.is_dirty()) {
            let counts = self.density.tolerance.counts(self.now);
            if counts > self.now && self.sharing.flows_reserved() > 0 {
                solve = counts;
            } else {
                self.solve_dense();
            }
        }
        let Some(dense) = &mut self.density.form else { return self.next_finish() };
        dense.accounts.refresh(self.now);
        dense.accounts.next().min(solve)
    }

    /// Goes back to the form for sparse traffic.
    #[cold]
    fn become_sparse(&mut self) {
        let Some(dense) = self.density.form.take() else { return };
        let mut unsolved = Vec::new();
        for index in 0..self.sharing.flows.len() as u32 {
            if self.sharing.flows[index as usize].members == 0 {
                continue;
            }
            let owner = dense.owner(index);
            if owner == NONE {
                unsolved.push(index);
                continue;
            }
            self.accrue_in(&dense, index);
            self.sharing.restore(index, dense.filling.level(owner));
            self.schedule(index);
        }
        self.sharing.restore_links(dense.is_dirty(), |link| dense.level_of_link(link));
        for index in unsolved {
            let members = self.sharing.flows[index as usize].members;
            self.accrue(index);
            self.admit(index);
            if members > 1 {
                self.sharing.resize(index, members);
            }
        }
    }

    /// Begins what has waited until now for its start to count.
    #[cold]
    pub(super) fn begin_waiting(&mut self) {
        for message in self.density.tolerance.take_waiting() {
            self.begin_flow(message);
        }
    }
}
