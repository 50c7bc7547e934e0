//! Dense traffic: where an instant changes a good part of all rates, flows are kept in the form of `filling` and their
//! dates in `accounts`; elsewhere in the form of `sharing` with a date each. Both are exact, so that going from one to the
//! other changes no result; module `density` chooses.

use super::accounts::Accounts;
use super::density::Choice;
use super::filling::{Filling, NONE};
use super::sharing::{OPEN, UNSEEN};
use super::tolerance::Tolerance;
use super::{Class, Flow, Solver};
use units::{LinkId, Time};

/// The two parts of dense traffic's state.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) filling: Filling,
    pub(super) accounts: Accounts,
}

/// The form that flows are kept in, and when to change it.
#[derive(Debug)]
pub(super) struct Density {
    /// That of dense traffic, if it is in use.
    pub(super) form: Option<Box<Dense>>,
    /// The form for dense traffic can't represent what is under way.
    barred: bool,
    choice: Choice,
    pub(super) tolerance: Tolerance,
}

impl Density {
    /// Starts and ends may count so much later.
    pub(super) fn new(tolerance: Option<Time>) -> Self {
        let exact = tolerance.is_none();
        Self { form: None, barred: false, choice: Choice::new(exact), tolerance: Tolerance::new(tolerance) }
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
            Solver::Filling => !self.density.barred,
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
        self.density.form = Some(Box::new(Dense { filling: Filling::new(), accounts: Accounts::new() }));
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
    fn admit_dense(&mut self, flow: u32, level: u64) {
        let Some(dense) = &mut self.density.form else { return };
        let state = &self.sharing.flows[flow as usize];
        self.route.clear();
        for hop in self.sharing.hops.of(state.route) {
            let link = &self.sharing.links[hop.link as usize];
            self.route.push(dense.filling.link(hop.link, link.id, link.capacity));
        }
        dense.filling.admit(flow, &self.route, state.ceiling, state.members, level);
    }

    /// As [`Flow::equal_class`].
    fn equal_class_dense(&self, own: u32) -> Option<u32> {
        let filling = &self.density.form.as_ref()?.filling;
        let hops = self.sharing.hops.of(self.sharing.flows[own as usize].route);
        let lists = hops.iter().map(|hop| filling.flows_over(hop.link));
        let mut list = lists.min_by_key(ExactSizeIterator::len).filter(|list| list.len() <= super::LONG)?;
        list.find(|flow| self.are_twins(*flow, own))
    }

    /// Computes the rates of dense traffic after flows have started or ended, and goes back to the other form if that is better.
    #[inline(never)]
    pub(super) fn solve_dense(&mut self) {
        let Some((cost, changes)) = self.compute_dense() else { return };
        let flows = self.sharing.flows_reserved();
        if self.options.solver == Solver::Adaptive && self.density.choice.solved_dense(cost, changes, flows) {
            self.become_sparse();
        }
    }

    /// Computes the rates of dense traffic: what it has cost, and how many it has changed.
    fn compute_dense(&mut self) -> Option<(u64, u64)> {
        let mut dense = self.density.form.take()?;
        let Dense { filling, accounts } = &mut *dense;
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
                self.finishes.remove(moved.flow);
                self.accrue(moved.flow);
                self.enter(accounts, moved.flow, owner);
            }
        }
        for &link in filling.outcome.links.iter().filter(|link| filling.level(**link) == OPEN) {
            accounts.vacate(link);
        }
        let solved = (filling.outcome.cost, filling.outcome.changes);
        self.density.form = Some(dense);
        Some(solved)
    }

    /// Takes a class out of its account, if it has one; its service is that of now.
    fn leave(&mut self, accounts: &mut Accounts, index: u32) {
        self.accrue_in(accounts, index);
        if accounts.has(index) {
            accounts.leave(index);
        }
    }

    /// Enters an accrued class into an account.
    fn enter(&mut self, accounts: &mut Accounts, index: u32, owner: u32) {
        let class = &self.classes[index as usize];
        let goal = self.messages[class.head as usize].goal;
        accounts.enter(owner, index, (goal, class.service), class.shared, self.now);
    }

    /// As [`Flow::accrue`], of a class that may have an account.
    fn accrue_in(&mut self, accounts: &Accounts, index: u32) {
        let class = &mut self.classes[index as usize];
        if accounts.has(index) {
            let goal = self.messages[class.head as usize].goal;
            class.service = accounts.service(index, goal, self.now);
            (class.rate, class.shared) = (accounts.rate(index), accounts.has_shared(index));
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
        self.accrue_in(&dense.accounts, index);
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
        while let Some(index) = dense.accounts.due(self.now) {
            self.leave(&mut dense.accounts, index);
            // Before any of them leaves its links: the bottlenecks are those of the rates that end here.
            due.push((index, dense.filling.bottleneck(index)));
        }
        for (index, bottleneck) in due.drain(..) {
            self.deliver_in(&mut dense, index, bottleneck);
        }
        self.due = due;
        self.density.form = Some(dense);
    }

    /// Delivers what is due of an accrued class without an account.
    fn deliver_in(&mut self, dense: &mut Dense, index: u32, bottleneck: Option<LinkId>) {
        let Class { rate, members, .. } = self.classes[index as usize];
        self.deliver_due(index, bottleneck);
        let left = self.classes[index as usize].members;
        self.density.tolerance.hold(self.now, rate, members - left);
        if left > 0 {
            dense.filling.resize(index, left);
            self.sharing.flows[index as usize].members = left;
            let owner = dense.filling.owner(index);
            self.enter(&mut dense.accounts, index, owner);
        } else {
            self.withdraw_dense(&mut dense.filling, index);
        }
    }

    /// The next delivery.
    #[inline(never)]
    pub(super) fn next_dense(&mut self) -> Time {
        let mut solve = Time::MAX;
        if self.density.form.as_ref().is_some_and(|dense| dense.filling.is_dirty()) {
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
        let Some(mut dense) = self.density.form.take() else { return };
        let Dense { filling, accounts } = &mut *dense;
        let mut unsolved = Vec::new();
        for index in 0..self.sharing.flows.len() as u32 {
            if self.sharing.flows[index as usize].members == 0 {
                continue;
            }
            let owner = filling.owner(index);
            if owner == NONE {
                unsolved.push(index);
                continue;
            }
            self.leave(accounts, index);
            self.sharing.restore(index, filling.level(owner));
            self.schedule(index);
        }
        self.sharing.restore_links(filling.is_dirty(), |link| filling.level_of_link(link));
        for index in unsolved {
            let members = self.sharing.flows[index as usize].members;
            self.accrue(index);
            self.admit(index);
            if members > 1 {
                self.sharing.resize(index, members);
            }
        }
    }

    /// A delivered flow leaves.
    fn withdraw_dense(&mut self, filling: &mut Filling, index: u32) {
        filling.withdraw(index);
        self.sharing.flows[index as usize].members = 0;
        self.release(index);
    }

    /// Begins what has waited until now for its start to count.
    #[cold]
    pub(super) fn begin_waiting(&mut self) {
        for message in self.density.tolerance.take_waiting() {
            self.begin_flow(message);
        }
    }
}
