//! The same levels where few of them change: from the links of the flows that have come or gone to those whose levels change with theirs.
//!
//! Between solves each link's sum is what the others froze on it, at their levels. A link *agrees* if it owns flows and its level is its share, or if
//! it owns none and has room for all of them to rise by a step. Links that don't agree wait in a heap, the one with the lowest
//! share first. It is *mended*: it takes the flows above its share that others froze, the highest first, each of which raises the share; where
//! its level rises, the flows that another link or their ceiling keeps below go there, the lowest first, each of which raises the
//! share, too. With its level the sums of the links in its row change, and with its flows those of their routes; these are looked
//! at again. So no flow has a level above that of a link on its route, and when all links agree, every equation holds (module `sharing`),
//! but for its being the least solution. That is sure if the share is above μ + N, with μ the highest level and N the weight of what others froze
//! (module `stops`); else the link's equation is solved. The order of links affects cost alone.
//!
//! Where this costs more than filling does, or an equation has another solution, filling does it: from the first level, as
//! there are no checkpoints then; and this is tried again later, the less often the more it was in vain.

use super::owners::Gift;
use super::queue::Repair;
use super::{Filling, Flow, Hop, LINK, NONE, OPEN, SHARE, STOP, Step};
use std::cmp::Reverse;

/// A repair is given up when it has cost so many halves of a filling.
const MOST: usize = 3;
/// Cost of a flow whose route is looked at, in entries of rows.
const SCAN: usize = 4;
/// A repair that is tried whatever it costs may cost so much.
const INSISTING_MOST: usize = 1 << 20;
/// It is not tried where flows have come to, or left, more than this part of all links.
const DIRTY: usize = 4;

#[cfg(test)]
impl Filling {
    /// Repairs levels wherever that is possible, whatever it costs.
    pub(in super::super) fn insist(&mut self) {
        self.repair.insists = true;
    }

    /// Whether the last solve was a repair.
    pub(in super::super) fn was_repaired(&self) -> bool {
        self.repair.is_last
    }
}

impl Filling {
    /// Repairs the levels of the last solve. False: they have to be filled anew.
    pub(super) fn repair(&mut self) -> bool {
        let few = self.disturbance.links.len() * DIRTY <= self.indices.counted.len();
        if !self.repair.insists && (!few || self.repair.filling == 0 || self.repair.wait > 0) {
            self.repair.wait = self.repair.wait.saturating_sub(u32::from(few));
            self.prepare_filling();
            return false;
        }
        let stale = !self.repair.is_last;
        if stale {
            self.repair.near.clear();
            self.repair.lowest = self.lowest();
        }
        self.repair.near.resize(self.links.len(), OPEN);
        self.repair.queue.order(&self.indices.counted, &self.levels, stale);
        (self.progress.spent, self.progress.overflow) = (0, 0);
        let stops = self.mend_all();
        self.repair.is_last = true;
        let Some(stops) = stops else {
            self.repair.queue.clear();
            self.repair.failed(self.progress.spent);
            self.prepare_filling();
            return false;
        };
        self.repair.repaired(self.progress.spent);
        self.disturbance.fresh.clear();
        self.outcome.stops = stops;
        for &link in &self.outcome.links {
            let level = self.levels[link as usize];
            self.links[link as usize].guess = level;
            self.repair.lowest = self.repair.lowest.min(level);
        }
        while !self.checkpoints.points.is_empty() {
            self.checkpoints.drop_last();
        }
        true
    }

    /// No flow has a level below this.
    pub(super) fn lowest(&self) -> u64 {
        if self.repair.is_last {
            return self.repair.lowest;
        }
        let stop = |step: &&Step| self.links[step.link as usize].ceiling || self.levels[step.link as usize] != OPEN;
        self.steps.iter().find(stop).map_or(0, |step| step.level)
    }

    /// A filling goes by the order of the levels that there are now.
    fn prepare_filling(&mut self) {
        if !self.repair.is_last {
            return;
        }
        while !self.checkpoints.points.is_empty() {
            self.checkpoints.drop_last();
        }
        self.progress.near.clear();
        self.progress.again.clear();
        self.steps.clear();
        for &index in &self.disturbance.links {
            if !self.indices.counts(index) && self.levels[index as usize] != OPEN {
                self.levels[index as usize] = OPEN;
                self.outcome.links.push(index);
            }
        }
        for &index in &self.indices.counted {
            let link = &mut self.links[index as usize];
            let level = self.levels[index as usize];
            link.guess = if level == OPEN && link.owned > 0 { 0 } else { level };
            if link.guess != OPEN {
                self.steps.push(Step { link: index, level: link.guess });
            }
        }
        self.steps.sort_unstable_by_key(|step| (step.level, step.link));
    }

    /// Mends links until all agree; how many. None: to be given up.
    fn mend_all(&mut self) -> Option<usize> {
        // These are all links that count only since the last solve.
        for at in 0..self.disturbance.links.len() {
            let link = self.disturbance.links[at];
            if self.indices.counts(link) {
                self.repair.queue.add_new(link);
            } else {
                self.set_level(link, OPEN);
            }
        }
        self.place_fresh();
        let most = if self.repair.insists { INSISTING_MOST } else { MOST * self.repair.filling / 2 };
        let mut stops = 0;
        while let Some(link) = self.repair.queue.next() {
            self.progress.spent += LINK;
            if self.agrees(link) {
                continue;
            }
            stops += 1;
            self.progress.spent += STOP + SHARE;
            if self.progress.spent > most || !self.mend(link) || self.progress.overflow >> 63 != 0 {
                return None;
            }
        }
        Some(stops)
    }

    /// Gives new flows to what keeps them lowest.
    fn place_fresh(&mut self) {
        for at in 0..self.disturbance.fresh.len() {
            let flow = self.disturbance.fresh[at];
            if self.flows[flow as usize].count > 0 && self.owners[flow as usize] == NONE {
                let (level, owner) = self.limit_elsewhere(flow, NONE);
                self.repair.lowest = self.repair.lowest.min(level);
                self.hand_over(flow, owner);
            }
        }
    }

    /// What keeps a flow lowest but for one link, and the level; of equal ones a ceiling.
    #[inline]
    fn limit_elsewhere(&self, flow: u32, except: u32) -> (u64, u32) {
        let Flow { ceiling, hops, .. } = self.flows[flow as usize];
        let (mut level, mut owner) = (ceiling, NONE);
        for hop in self.hops.of(hops) {
            let own = self.levels[hop.link as usize];
            if self.links[hop.link as usize].ceiling {
                owner = if owner == NONE { hop.link } else { owner };
            } else if own < level && hop.link != except && self.indices.counts(hop.link) {
                (level, owner) = (own, hop.link);
            }
        }
        (level, owner)
    }

    /// Gives a flow to another owner, whose level it has from now on.
    fn hand_over(&mut self, flow: u32, owner: u32) {
        let old = self.owners[flow as usize];
        self.progress.gifts.push(Gift { flow, owner });
        self.give(None);
        self.progress.spent += STOP;
        let level = self.levels[owner as usize];
        let before = if old == NONE { 0 } else { self.levels[old as usize] };
        for at in self.flows[flow as usize].hops.range() {
            let Hop { link, position } = self.hops[at];
            let sum = &mut self.sums[link as usize];
            if self.links[link as usize].ceiling {
                sum.weight -= u64::from(old != NONE && old != link);
                sum.weight += u64::from(owner != link);
            } else if self.indices.counts(link) {
                let weight = self.links[link as usize].flows[position as usize].weight;
                if old != NONE && old != link {
                    sum.take(before, weight);
                }
                if owner != link {
                    sum.add(level, weight);
                    let near = &mut self.repair.near[link as usize];
                    *near = level.max(*near);
                }
                self.repair.queue.add(link);
            }
        }
    }

    /// Whether a link certainly agrees with what is on it.
    #[inline]
    fn agrees(&self, index: u32) -> bool {
        let index = index as usize;
        let (sum, load, level) = (self.sums[index], self.loads[index], self.levels[index]);
        let own = load.weight - sum.weight;
        debug_assert_eq!(own, self.links[index].owned_weight, "what is not frozen on a link is its own");
        if own == 0 {
            return level == OPEN && load.has_room(sum);
        }
        let Some(room) = load.capacity.checked_sub(sum.rate) else { return false };
        let Some(left) = level.checked_mul(own).and_then(|taken| room.checked_sub(taken)) else { return false };
        left < own && level > self.repair.near[index].saturating_add(sum.weight)
    }

    /// Brings a link to what the flows on it call for. False: its equation has another solution.
    fn mend(&mut self, index: u32) -> bool {
        let old = self.levels[index as usize];
        let mut passing = std::mem::take(&mut self.repair.passing);
        let (share, mut near) = self.take_higher(index, &mut passing);
        let mut level = share;
        if level > old && self.keeps_lower(index, level) {
            level = self.lose_lower(index, level, &mut near, &mut passing);
        }
        self.repair.passing = passing;
        self.repair.near[index as usize] = near;
        if (level == OPEN) != (self.links[index as usize].owned == 0) {
            return false;
        }
        self.set_level(index, level);
        let sum = self.sums[index as usize];
        if level == OPEN {
            return self.loads[index as usize].has_room(sum) || {
                let (stop, highest) = self.least_stop(index);
                stop >= highest
            };
        }
        level > near.saturating_add(sum.weight) || self.mend_least(index)
    }

    /// A link's level becomes the least solution of its equation, below which flows may be that others froze.
    fn mend_least(&mut self, index: u32) -> bool {
        let stop = self.least_stop(index).0;
        if stop == self.levels[index as usize] {
            return true;
        }
        let mut passing = std::mem::take(&mut self.repair.passing);
        passing.clear();
        let others = self.links[index as usize].flows.iter().filter(|entry| entry.owner != index);
        let above = others.filter(|entry| self.levels[entry.owner as usize] > stop);
        passing.extend(above.map(|entry| (stop, entry.flow, index)));
        for &(_, flow, owner) in &passing {
            self.hand_over(flow, owner);
        }
        self.repair.passing = passing;
        self.set_level(index, stop);
        self.share(index) == Some(stop)
    }

    /// A link takes what is above its share. Returns that, open if no flow rises on it, and the highest level of what others keep.
    fn take_higher(&mut self, index: u32, passing: &mut Vec<(u64, u32, u32)>) -> (u64, u64) {
        let own = self.links[index as usize].owned_weight;
        let mut share = if own > 0 {
            self.share(index).unwrap_or(0)
        } else if self.loads[index as usize].has_room(self.sums[index as usize]) {
            OPEN
        } else {
            let (stop, highest) = self.least_stop(index);
            if stop < highest { stop } else { OPEN }
        };
        let bound = self.repair.near[index as usize];
        if own > 0 && share > bound.saturating_add(self.sums[index as usize].weight) {
            return (share, bound);
        }
        let mut near = 0;
        passing.clear();
        self.progress.spent += self.links[index as usize].flows.len();
        for entry in &self.links[index as usize].flows {
            if entry.owner == index {
                continue;
            }
            let level = self.levels[entry.owner as usize];
            if level > share {
                passing.push((level, entry.flow, index));
            } else {
                near = near.max(level);
            }
        }
        passing.sort_unstable_by_key(|flow| (Reverse(flow.0), flow.1));
        for &(level, flow, owner) in passing.iter() {
            if level <= share {
                near = near.max(level);
                break;
            }
            self.hand_over(flow, owner);
            if own > 0 {
                share = self.share(index).unwrap_or(0);
            }
        }
        if own == 0 && !passing.is_empty() {
            share = self.share(index).unwrap_or(0);
        }
        (share, near)
    }

    /// Whether something keeps flows of a link below a level.
    #[inline]
    fn keeps_lower(&self, index: u32, level: u64) -> bool {
        let link = &self.links[index as usize];
        link.tops.iter().any(|top| self.levels[top.0 as usize] <= level)
            || link.row.entries().iter().any(|entry| entry.weight > 0 && self.levels[entry.link as usize] < level)
    }

    /// A link whose level rises loses what others keep lower. Returns its share then.
    fn lose_lower(&mut self, index: u32, share: u64, near: &mut u64, passing: &mut Vec<(u64, u32, u32)>) -> u64 {
        passing.clear();
        self.progress.spent += SCAN * self.links[index as usize].flows.len();
        for entry in self.links[index as usize].flows.iter().filter(|entry| entry.owner == index) {
            let (level, owner) = self.limit_elsewhere(entry.flow, index);
            passing.push((level, entry.flow, owner));
        }
        passing.sort_unstable_by_key(|flow| (flow.0, flow.1));
        let mut share = share;
        for &(level, flow, owner) in passing.iter() {
            if level > share || (level == share && !self.links[owner as usize].ceiling) {
                break;
            }
            self.hand_over(flow, owner);
            *near = level.max(*near);
            share = self.share(index).unwrap_or(OPEN);
        }
        share
    }

    /// A link's flows have another level from now on.
    fn set_level(&mut self, index: u32, level: u64) {
        let old = std::mem::replace(&mut self.levels[index as usize], level);
        if level == old {
            return;
        }
        self.outcome.links.push(index);
        let more = level.wrapping_sub(old);
        let (sums, Repair { near, queue, .. }) = (&mut self.sums[..], &mut self.repair);
        let (near, mut overflow) = (&mut near[..], 0);
        let entries = self.links[index as usize].row.entries();
        for entry in entries.iter().filter(|entry| entry.weight > 0) {
            let sum = &mut sums[entry.link as usize];
            sum.rate = sum.rate.wrapping_add(more.wrapping_mul(u64::from(entry.weight)));
            overflow |= sum.rate;
            let near = &mut near[entry.link as usize];
            *near = level.max(*near);
            queue.add(entry.link);
        }
        self.progress.spent += entries.len();
        self.progress.overflow |= overflow;
    }
}
