//! Flows that are alike: one for many.
//!
//! Where ranks do the same on equal hosts, starts and ends fall on the same instants because many flows have the same
//! rates. Then links can be divided into *groups*, and flows into *bundles*, so that
//!
//! * the links of a group have the same capacity;
//! * the flows of a bundle have the same ceiling, have yet to receive the same volume, have one member each, and
//!   their routes lead through the same groups in the same order;
//! * all links of a group carry equally many flows of a bundle: its *weight* there.
//!
//! It follows that all links of a group stop at one level, and that all flows of a bundle have one level. Proof, by
//! induction over levels: if at λ the flows of each bundle have either all stopped or none, the links of a group have
//! the same room and the same weight of rising flows, so that they stop at λ all or none (see `sharing`), and with
//! them the flows of a bundle all or none. So a link for each group and a flow for each bundle, with its weight on
//! each of these links, have the same levels. And a bundle ends as a whole, which keeps the third condition. Flows
//! that start are divided into bundles that meet all conditions; if that can't be, the groups are of no use any more,
//! and flows are kept one by one or in other groups.
//!
//! The conditions are checked by counting, flow by flow, so that how groups are found (module `colours`) decides cost
//! alone.

use super::colours::{self, Groups, combined, mixed};
use super::filling::{NONE, Pass};
use super::sharing::{Hop, Sharing};

/// What flows of a bundle have in common beside the groups of their links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// What it has yet to receive for its delivery.
    pub(super) left: u128,
    /// At the last solve.
    pub(super) level: u64,
    pub(super) ceiling: u64,
    /// Its rate has been a share.
    pub(super) shared: bool,
}

impl State {
    fn hash(&self) -> u64 {
        let parts = [self.left as u64, (self.left >> 64) as u64, self.level, self.ceiling, u64::from(self.shared)];
        parts.into_iter().fold(0, combined)
    }
}

/// A bundle that is to be admitted.
#[derive(Debug)]
pub(super) struct Formed {
    pub(super) bundle: u32,
    pub(super) state: State,
    /// Its flows.
    pub(super) count: u32,
    /// The groups of its links.
    pub(super) passes: Vec<Pass>,
}

/// Links in groups and flows in bundles.
#[derive(Debug)]
pub(super) struct Alike {
    groups: Groups,
    /// By flow; [`NONE`]: in no bundle.
    bundles: Vec<u32>,
    /// The flows of each bundle.
    flows: Vec<Vec<u32>>,
    /// Bundles that have no flows.
    free: Vec<u32>,
    /// Flows that have begun since the last solve.
    waiting: Vec<u32>,
    /// Solves since the groups were found.
    pub(super) solves: u32,
    /// How many of the flows in question pass each link; else zero.
    visits: Vec<u32>,
}

impl Alike {
    /// Groups and bundles for these flows, on average of at least so many flows.
    pub(super) fn find(sharing: &Sharing, flows: &[(u32, State)], least: usize) -> Option<(Self, Vec<Formed>)> {
        let hashed: Vec<_> = flows.iter().map(|(flow, state)| (*flow, state.hash())).collect();
        let groups = colours::groups(sharing, &hashed, least)?;
        let visits = vec![0; groups.of.len()];
        let (bundles, waiting) = (vec![NONE; sharing.flows.len()], Vec::new());
        let mut alike = Self { groups, bundles, flows: Vec::new(), free: Vec::new(), waiting, solves: 0, visits };
        let formed = alike.form(sharing, flows)?;
        (formed.len() * least <= flows.len()).then_some((alike, formed))
    }

    /// The bundle of a flow; [`NONE`] if it waits for the next solve.
    #[inline]
    pub(super) fn bundle(&self, flow: u32) -> u32 {
        self.bundles.get(flow as usize).copied().unwrap_or(NONE)
    }

    /// One of a bundle's flows.
    #[inline]
    pub(super) fn first(&self, bundle: u32) -> u32 {
        self.flows[bundle as usize][0]
    }

    /// The group of a link, by index in `sharing`; [`NONE`] if no flow had used it when the groups were found.
    #[inline]
    pub(super) fn group(&self, link: u32) -> u32 {
        self.groups.of.get(link as usize).copied().unwrap_or(NONE)
    }

    /// One of a group's links.
    #[inline]
    pub(super) fn link(&self, group: u32) -> u32 {
        self.groups.links[group as usize][0]
    }

    /// A flow begins.
    pub(super) fn wait(&mut self, flow: u32) {
        self.waiting.push(flow);
    }

    /// Whether flows have begun since the last solve.
    #[inline]
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The flows that have begun since the last solve.
    pub(super) fn take_waiting(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.waiting)
    }

    /// A bundle's flows.
    pub(super) fn flows(&self, bundle: u32) -> &[u32] {
        &self.flows[bundle as usize]
    }

    /// Dissolves a bundle.
    pub(super) fn dissolve(&mut self, bundle: u32) {
        for flow in std::mem::take(&mut self.flows[bundle as usize]) {
            self.bundles[flow as usize] = NONE;
        }
        self.free.push(bundle);
    }

    /// Forms bundles of flows that are in none. None: they can't be divided into bundles.
    pub(super) fn form(&mut self, sharing: &Sharing, flows: &[(u32, State)]) -> Option<Vec<Formed>> {
        let mut order = Vec::with_capacity(flows.len());
        for (at, (flow, state)) in flows.iter().enumerate() {
            order.push((self.hash(sharing, *flow, state)?, at as u32));
        }
        order.sort_unstable();
        let mut found = Vec::new();
        for run in order.chunk_by(|one, other| one.0 == other.0) {
            let state = flows[run[0].1 as usize].1;
            if run.iter().any(|(_, at)| flows[*at as usize].1 != state) {
                return None;
            }
            let own: Vec<_> = run.iter().map(|(_, at)| flows[*at as usize].0).collect();
            let passes = self.passes(sharing, &own)?;
            found.push((own, state, passes));
        }
        self.bundles.resize(self.bundles.len().max(sharing.flows.len()), NONE);
        let admit = |(own, state, passes): (Vec<u32>, State, Vec<Pass>)| {
            let bundle = self.free.pop().unwrap_or_else(|| {
                self.flows.push(Vec::new());
                self.flows.len() as u32 - 1
            });
            own.iter().for_each(|flow| self.bundles[*flow as usize] = bundle);
            let count = own.len() as u32;
            self.flows[bundle as usize] = own;
            Formed { bundle, state, count, passes }
        };
        Some(found.into_iter().map(admit).collect())
    }

    /// A hash of what the flows of a bundle have in common. None: a link has no group.
    fn hash(&self, sharing: &Sharing, flow: u32, state: &State) -> Option<u64> {
        let mut route = sharing.hops.of(sharing.flows[flow as usize].route).iter();
        let group = |link: u32| self.groups.of.get(link as usize).copied();
        route.try_fold(state.hash(), |hash, hop| Some(combined(hash, u64::from(group(hop.link)?)))).map(mixed)
    }

    /// The groups that flows pass, with their weight there. None: their routes differ, or not all links of a group
    /// carry equally many of them.
    fn passes(&mut self, sharing: &Sharing, flows: &[u32]) -> Option<Vec<Pass>> {
        let Self { groups, visits, .. } = self;
        let route = |flow: u32| sharing.hops.of(sharing.flows[flow as usize].route);
        for hop in flows.iter().flat_map(|flow| route(*flow)) {
            visits[hop.link as usize] += 1;
        }
        let first = route(flows[0]);
        let mut passes: Vec<Pass> = Vec::with_capacity(first.len());
        for hop in first {
            let link = groups.of[hop.link as usize];
            if passes.iter().all(|pass| pass.link != link) {
                passes.push(Pass { link, weight: visits[hop.link as usize] });
            }
        }
        let weight = |group: u32| passes.iter().find(|pass| pass.link == group).map(|pass| pass.weight);
        let group = |hop: &Hop| groups.of[hop.link as usize];
        let alike = |flow: &u32| route(*flow).iter().map(group).eq(first.iter().map(group));
        let even = |flow: &u32| route(*flow).iter().all(|hop| weight(group(hop)) == Some(visits[hop.link as usize]));
        // Each link that is visited is visited as often as the first one; none is left out if the visits are enough
        // for all.
        let all = |pass: &Pass| {
            let visits = flows.len() * first.iter().filter(|hop| group(hop) == pass.link).count();
            visits == pass.weight as usize * groups.links[pass.link as usize].len()
        };
        let fits = flows.iter().all(alike) && flows.iter().all(even) && passes.iter().all(all);
        for hop in flows.iter().flat_map(|flow| route(*flow)) {
            visits[hop.link as usize] = 0;
        }
        fits.then_some(passes)
    }
}
