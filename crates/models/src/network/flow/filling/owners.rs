//! Changes of owners, with the rows that change with them.

use super::super::pool::Segment;
use super::{Filling, Flow, Hop, Moved, NONE, Progress};

/// A flow that is to get an owner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gift {
    pub(super) flow: u32,
    pub(super) owner: u32,
}

/// A flow between two owners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    owner: u32,
    old: u32,
    weight: u32,
    hops: Segment,
}

/// A link on which such a flow counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    owner: u32,
    old: u32,
    weight: u32,
    hop: Hop,
}

impl Filling {
    /// Gives a flow without an owner to a link or ceiling of its route.
    pub(super) fn own(&mut self, flow: u32, owner: u32) {
        let Self { flows, hops, links, indices, .. } = self;
        let Flow { weight, hops: route, .. } = flows[flow as usize];
        let link = &mut links[owner as usize];
        link.owned += 1;
        link.owned_weight += u64::from(weight);
        let counted = || hops.of(route).iter().filter(|hop| indices.counts(hop.link));
        for hop in counted().filter(|hop| hop.link != owner) {
            link.row.add(hop.link, weight);
        }
        for hop in counted() {
            links[hop.link as usize].flows[hop.position as usize].owner = owner;
        }
        self.owners[flow as usize] = owner;
    }

    /// Takes a flow from its owner, if it has one.
    pub(super) fn disown(&mut self, flow: u32) {
        let owner = std::mem::replace(&mut self.owners[flow as usize], NONE);
        if owner == NONE {
            return;
        }
        let Self { flows, hops, links, indices, .. } = self;
        let Flow { weight, hops: route, .. } = flows[flow as usize];
        let link = &mut links[owner as usize];
        link.owned -= 1;
        link.owned_weight -= u64::from(weight);
        for hop in hops.of(route).iter().filter(|hop| hop.link != owner && indices.counts(hop.link)) {
            link.row.take(hop.link, weight);
        }
    }

    /// Gives each of the flows in `gifts` to another owner in the running solve; `at`: it has stopped at this level, and freezes them.
    ///
    /// Flows, their hops, lists and rows lie apart and are seldom in the cache. So each step is done for all flows before the next one: then
    /// the processor waits for many of them at once.
    pub(super) fn give(&mut self, at: Option<u64>) {
        let Self { flows, owners, hops, links, indices, sums, before, progress, outcome, solve, .. } = self;
        let Progress { gifts, moving, uses, .. } = progress;
        moving.clear();
        for Gift { flow, owner } in gifts.drain(..) {
            let state = &mut flows[flow as usize];
            let old = std::mem::replace(&mut owners[flow as usize], owner);
            if state.moved != *solve {
                state.moved = *solve;
                let level = if old == NONE { state.level } else { before[old as usize] };
                outcome.moved.push(Moved { flow, level });
            }
            moving.push(Moving { owner, old, weight: state.weight, hops: state.hops });
        }
        uses.clear();
        for &Moving { owner, old, weight, hops: route } in moving.iter() {
            links[owner as usize].owned += 1;
            links[owner as usize].owned_weight += u64::from(weight);
            if old != NONE {
                links[old as usize].owned -= 1;
                links[old as usize].owned_weight -= u64::from(weight);
            }
            let counted = hops.of(route).iter().filter(|hop| indices.counts(hop.link));
            uses.extend(counted.map(|&hop| Use { owner, old, weight, hop }));
        }
        for &Use { owner, hop, .. } in uses.iter() {
            links[hop.link as usize].flows[hop.position as usize].owner = owner;
        }
        for &Use { old, weight, hop, .. } in uses.iter().filter(|own| own.old != NONE && own.old != own.hop.link) {
            links[old as usize].row.take(hop.link, weight);
        }
        for &Use { owner, weight, hop, .. } in uses.iter().filter(|own| own.owner != own.hop.link) {
            links[owner as usize].row.add(hop.link, weight);
        }
        let Some(level) = at else { return };
        for &Use { weight, hop, .. } in uses.iter().filter(|own| own.owner != own.hop.link) {
            let sum = &mut sums[hop.link as usize];
            sum.add(level, weight);
            progress.overflow |= sum.rate;
        }
        progress.frozen += moving.len();
    }
}
