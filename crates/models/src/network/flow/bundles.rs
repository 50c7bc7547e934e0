//! Dense traffic in bundles of flows that are alike (module `alike`): how they come and go, and when flows are kept
//! one by one again.

use super::alike::{Alike, Formed, State};
use super::dense::Dense;
use super::filling::{NONE, Pass};
use super::sharing::UNSEEN;
use super::{Flow, Solver};
use units::LinkId;

/// Bundles are worth it from so many flows each on average.
const FLOWS_LEAST: usize = 2;

impl Flow {
    /// Before a solve of dense traffic: bundles what has begun since the last one, or all flows, or none, whatever is
    /// best. True if all flows are admitted anew.
    pub(super) fn bundle(&mut self) -> bool {
        let Some(mut dense) = self.density.form.take() else { return false };
        let forced = self.options.solver == Solver::Bundling;
        let bundled = dense.alike.is_some();
        let searches = match &mut dense.alike {
            Some(alike) => {
                let waiting = alike.take_waiting();
                let states: Vec<_> = waiting.iter().map(|flow| (*flow, self.state(*flow, UNSEEN))).collect();
                if let Some(formed) = alike.form(&self.sharing, &states) {
                    alike.solves = alike.solves.saturating_add(1);
                    self.admit_bundles(&mut dense, formed);
                    self.density.form = Some(dense);
                    return false;
                }
                // Where it is forced, both happen.
                self.density.search.lost(alike.solves) || forced && alike.solves % 2 == 1
            }
            None if self.options.solver == Solver::Adaptive => self.density.search.is_due(dense.flows()),
            None => forced,
        };
        let found = searches && self.find_bundles(&dense, if forced { 1 } else { FLOWS_LEAST });
        if bundled && !found {
            self.unbundle(&dense);
        } else if !found {
            self.density.form = Some(dense);
        }
        found || bundled
    }

    /// What distinguishes a flow with one member, whose class is accrued up to now.
    fn state(&self, flow: u32, level: u64) -> State {
        let class = &self.classes[flow as usize];
        let left = self.messages[class.head as usize].goal.saturating_sub(class.service);
        State { left, level, ceiling: self.sharing.flows[flow as usize].ceiling, shared: class.shared }
    }

    /// Admitted flows with their levels at the last solve; their classes are accrued.
    fn levels_in(&mut self, dense: &Dense) -> Vec<(u32, u64)> {
        let mut flows = Vec::with_capacity(dense.flows());
        for flow in 0..self.sharing.flows.len() as u32 {
            if self.sharing.flows[flow as usize].members > 0 {
                self.accrue_in(dense, flow);
                let owner = dense.owner(flow);
                flows.push((flow, if owner == NONE { UNSEEN } else { dense.filling.level(owner) }));
            }
        }
        flows
    }

    /// Looks for bundles of at least so many flows on average, and admits all flows in them if there are such.
    fn find_bundles(&mut self, dense: &Dense, least: usize) -> bool {
        let levels = self.levels_in(dense);
        let single = levels.iter().all(|(flow, _)| self.sharing.flows[*flow as usize].members == 1);
        let states: Vec<_> = levels.into_iter().map(|(flow, level)| (flow, self.state(flow, level))).collect();
        let found = single.then(|| Alike::find(&self.sharing, &states, least)).flatten();
        self.density.search.ended(found.is_some());
        let Some((alike, formed)) = found else { return false };
        let mut bundled = Box::new(Dense::new(Some(alike)));
        self.admit_bundles(&mut bundled, formed);
        self.density.form = Some(bundled);
        true
    }

    fn admit_bundles(&self, dense: &mut Dense, formed: Vec<Formed>) {
        let Dense { filling, alike, .. } = dense;
        let Some(alike) = alike else { return };
        for Formed { bundle, state, count, mut passes } in formed {
            for Pass { link: group, .. } in &mut passes {
                let link = &self.sharing.links[alike.link(*group) as usize];
                *group = filling.link(*group, link.id, link.capacity);
            }
            filling.admit(bundle, &passes, state.ceiling, count, state.level);
        }
    }

    /// Admits all flows one by one.
    #[cold]
    fn unbundle(&mut self, dense: &Dense) {
        let levels = self.levels_in(dense);
        self.density.form = Some(Box::new(Dense::new(None)));
        for (flow, level) in levels {
            self.admit_dense(flow, level);
        }
    }

    /// A bundle ends, and leaves its account: adds its flows, accrued, to `due`, with their bottlenecks.
    pub(super) fn end_bundle(&mut self, dense: &mut Dense, bundle: u32, due: &mut Vec<(u32, Option<LinkId>)>) {
        let Some(alike) = &dense.alike else { return };
        let first = due.len();
        due.extend(alike.flows(bundle).iter().map(|flow| (*flow, None)));
        let owner = dense.filling.owner(bundle);
        let level = (!dense.filling.is_ceiling(owner)).then(|| dense.filling.level(owner));
        for (flow, bottleneck) in &mut due[first..] {
            self.accrue_in(dense, *flow);
            *bottleneck = level.and_then(|level| self.bottleneck_in(dense, *flow, level));
        }
        if let Some(alike) = &mut dense.alike {
            alike.dissolve(bundle);
        }
    }

    /// As [`super::filling::Filling::bottleneck`], of a flow that a link stops at a level.
    fn bottleneck_in(&self, dense: &mut Dense, flow: u32, level: u64) -> Option<LinkId> {
        let mut found = None;
        for hop in self.sharing.hops.of(self.sharing.flows[flow as usize].route) {
            let id = self.sharing.links[hop.link as usize].id;
            let group = dense.alike.as_ref().map_or(NONE, |alike| alike.group(hop.link));
            if found.is_none_or(|found| id < found) && dense.filling.limit_of_link(group as usize) == level {
                found = Some(id);
            }
        }
        found
    }
}
