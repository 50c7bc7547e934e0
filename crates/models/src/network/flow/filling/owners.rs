//! Changes of owners, with the rows that change with them.

use super::super::pool::{Pool, Segment};
use super::{Filling, Flow, Hop, Link, Moved, NONE, Progress};

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
    count: u32,
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

/// How many flows an owner has, by ceiling.
#[derive(Debug, Default)]
pub(super) struct Tops(Vec<(u32, u32)>);

impl Tops {
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().copied()
    }

    #[inline]
    pub(super) fn has(&self, ceiling: u32) -> bool {
        self.0.iter().any(|top| top.0 == ceiling)
    }

    #[inline]
    fn add(&mut self, ceiling: u32) {
        match self.0.iter_mut().find(|top| top.0 == ceiling) {
            Some(top) => top.1 += 1,
            None => self.0.push((ceiling, 1)),
        }
    }

    #[inline]
    fn take(&mut self, ceiling: u32) {
        let Some(at) = self.0.iter().position(|top| top.0 == ceiling) else { return };
        self.0[at].1 -= 1;
        if self.0[at].1 == 0 {
            self.0.swap_remove(at);
        }
    }
}

impl Link {
    /// The owner, whose index is `own`, has a flow more.
    #[inline]
    fn gain_flow(&mut self, own: u32, count: u32, ceiling: u32) {
        self.owned += count as usize;
        if ceiling == own {
            self.owned_weight += 1;
        } else {
            self.tops.add(ceiling);
        }
    }

    /// The opposite of [`Link::gain_flow`].
    #[inline]
    fn lose_flow(&mut self, own: u32, count: u32, ceiling: u32) {
        self.owned -= count as usize;
        if ceiling == own {
            self.owned_weight -= 1;
        } else {
            self.tops.take(ceiling);
        }
    }

    /// The link, whose index is `own`, owns a flow more, with so much weight on `link`.
    #[inline]
    fn gain(&mut self, own: u32, link: u32, weight: u32) {
        if link == own {
            self.owned_weight += u64::from(weight);
        } else {
            self.row.add(link, weight);
        }
    }

    /// The opposite of [`Link::gain`].
    #[inline]
    fn lose(&mut self, own: u32, link: u32, weight: u32) {
        if link == own {
            self.owned_weight -= u64::from(weight);
        } else {
            self.row.take(link, weight);
        }
    }
}

/// The ceiling of a flow with these hops.
#[inline]
fn ceiling_of(hops: &Pool<Hop>, route: Segment) -> u32 {
    hops.of(route).last().map_or(NONE, |hop| hop.link)
}

impl Filling {
    /// Gives a flow without an owner to a link or ceiling of its route.
    pub(super) fn own(&mut self, flow: u32, owner: u32) {
        let Self { flows, hops, links, indices, sums, levels, .. } = self;
        let Flow { count, hops: route, .. } = flows[flow as usize];
        links[owner as usize].gain_flow(owner, count, ceiling_of(hops, route));
        for hop in hops.of(route).iter().filter(|hop| indices.counts(hop.link)) {
            let entry = &mut links[hop.link as usize].flows[hop.position as usize];
            entry.owner = owner;
            let weight = entry.weight;
            links[owner as usize].gain(owner, hop.link, weight);
            if owner != hop.link {
                sums[hop.link as usize].add(levels[owner as usize], weight);
            }
        }
        let ceiling = ceiling_of(hops, route);
        sums[ceiling as usize].weight += u64::from(owner != ceiling);
        self.owners[flow as usize] = owner;
    }

    /// Takes a flow from its owner, if it has one.
    pub(super) fn disown(&mut self, flow: u32) {
        let owner = std::mem::replace(&mut self.owners[flow as usize], NONE);
        if owner == NONE {
            return;
        }
        let Self { flows, hops, links, indices, sums, levels, .. } = self;
        let Flow { count, hops: route, .. } = flows[flow as usize];
        links[owner as usize].lose_flow(owner, count, ceiling_of(hops, route));
        for hop in hops.of(route).iter().filter(|hop| indices.counts(hop.link)) {
            let weight = links[hop.link as usize].flows[hop.position as usize].weight;
            links[owner as usize].lose(owner, hop.link, weight);
            if owner != hop.link {
                sums[hop.link as usize].take(levels[owner as usize], weight);
            }
        }
        let ceiling = ceiling_of(hops, route);
        sums[ceiling as usize].weight -= u64::from(owner != ceiling);
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
                outcome.moved.push(Moved { flow, count: state.count, level });
            }
            moving.push(Moving { owner, old, count: state.count, hops: state.hops });
        }
        uses.clear();
        let mut frozen = 0;
        for &Moving { owner, old, count, hops: route } in moving.iter() {
            frozen += count as usize;
            let ceiling = ceiling_of(hops, route);
            links[owner as usize].gain_flow(owner, count, ceiling);
            if old != NONE {
                links[old as usize].lose_flow(old, count, ceiling);
            }
            if at.is_some() && owner != ceiling {
                sums[ceiling as usize].weight += 1;
            }
            let counted = hops.of(route).iter().filter(|hop| indices.counts(hop.link));
            uses.extend(counted.map(|&hop| Use { owner, old, weight: 0, hop }));
        }
        for own in uses.iter_mut() {
            let entry = &mut links[own.hop.link as usize].flows[own.hop.position as usize];
            (entry.owner, own.weight) = (own.owner, entry.weight);
        }
        for &Use { old, weight, hop, .. } in uses.iter().filter(|own| own.old != NONE) {
            links[old as usize].lose(old, hop.link, weight);
        }
        for &Use { owner, weight, hop, .. } in uses.iter() {
            links[owner as usize].gain(owner, hop.link, weight);
        }
        let Some(level) = at else { return };
        for &Use { weight, hop, .. } in uses.iter().filter(|own| own.owner != own.hop.link) {
            let sum = &mut sums[hop.link as usize];
            sum.add(level, weight);
            progress.overflow |= sum.rate;
        }
        progress.frozen += frozen;
    }
}
