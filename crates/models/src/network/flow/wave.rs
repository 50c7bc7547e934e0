//! The incremental solver: it proceeds from low levels to high ones and visits only links where something changes.
//!
//! Between solves every link's level Λ agrees with the levels of its flows, and every flow's level is the least of its
//! ceiling and its links' levels; the second stays true at all times. Starts and ends disturb the first on some
//! links. Such a link has a *due* level (what its flows' levels call for) different from Λ, and waits in a heap at
//! min(Λ, due): below that it is certain. The solver takes the lowest link:
//!
//! * due < Λ: the link is lowered to due, and its flows above with it;
//! * due > Λ: the link is raised to what its flows can use elsewhere, and they with it.
//!
//! Other links of the flows that moved are checked again. Everything below the current level is final, because a level
//! depends only on strictly lower ones (the idea of Ramalingam and Reps, "An incremental algorithm for a generalization
//! of the shortest-path problem", J. Algorithms 21, 1996, applied to the bottleneck structure of Ros-Giralt et al., 2019),
//! so a link seldom moves more than once. The order affects cost alone: when no link disagrees, the levels are
//! the unique solution (see `sharing`).
//!
//! Whether a link agrees is decided in O(1) from two sums over its flows; flows are scanned only if it may not.

use super::first::{At, Lowest};
use super::sharing::{ARRIVED, DIRTY, Flow, LOWERED, Link, OPEN, RAISED, Sharing, WEIGHT_LEAST};
use std::cmp::Reverse;
use units::LinkId;

/// A flow in the scan of a link.
#[derive(Clone, Copy, Debug)]
struct Item {
    level: u64,
    weight: u32,
    members: u32,
}

/// Working memory of the solver, kept between solves.
#[derive(Debug, Default)]
pub(super) struct Wave {
    heap: Lowest,
    seen: Vec<u32>,
    items: Vec<Item>,
    limits: Vec<u64>,
    /// Flows scanned in the running solve.
    pub(super) scanned: usize,
}

impl Sharing {
    /// Solves, and appends the flows whose level has changed.
    pub(super) fn solve(&mut self, changed: &mut Vec<u32>) {
        self.wave.scanned = 0;
        let mut dirty = std::mem::take(&mut self.dirty);
        for &index in &dirty {
            let flags = std::mem::take(&mut self.links[index as usize].flags);
            if self.links[index as usize].flows.is_empty() || self.agrees(index as usize) {
                continue;
            }
            // Ends alone never lower the due level.
            let level = self.levels[index as usize];
            let key = if flags & ARRIVED != 0 { level.min(self.equal_share(index)) } else { level };
            self.enqueue(index, key);
        }
        dirty.clear();
        self.dirty = dirty;
        while let Some(Reverse(first)) = self.wave.heap.pop() {
            let (key, index) = (first.level(), first.link());
            let link = &mut self.links[index as usize];
            if link.key != key {
                continue;
            }
            link.key = OPEN;
            if !self.agrees(index as usize) {
                self.visit(index, key);
                self.look_again(key);
            }
        }
        self.report(changed);
    }

    /// Puts a link into the heap, unless it is there already at a key as low. An open link that only ever could
    /// rise has nothing to do.
    #[inline]
    fn enqueue(&mut self, index: u32, key: u64) {
        let link = &mut self.links[index as usize];
        if key < link.key {
            link.key = key;
            self.wave.heap.push(Reverse(At::new(key, index)));
        }
    }

    /// What is due on a link is never below this.
    #[inline]
    fn equal_share(&self, index: u32) -> u64 {
        let link = &self.links[index as usize];
        self.share(link.capacity, link.total)
    }

    /// Whether a link surely agrees with its flows. May say no of one that does.
    #[inline]
    pub(super) fn agrees(&self, index: usize) -> bool {
        let link = &self.links[index];
        let level = self.levels[index];
        if level == OPEN {
            let alone = link.flows.len() == 1;
            return if alone { link.fixed <= u128::from(link.capacity) } else { self.has_room(index) };
        }
        if link.rest == 0 || link.fixed > u128::from(link.capacity) {
            return false;
        }
        if !self.is_share(level, link.capacity - link.fixed as u64, link.rest) {
            return false;
        }
        // The level is a solution of the link's equation; it is the least one unless flows just below it would have
        // stopped the link by the indivisible step, for which they must be closer than this.
        let gap = u128::from(level.saturating_sub(1).saturating_sub(link.near)) * u128::from(link.rest);
        link.fixed == 0 || gap >= u128::from(link.total) + (u128::from(self.rounding(link)) << self.fraction)
    }

    /// At least what the rates on a link have lost to rounding: a step per member, if weights are not all 1.
    #[inline]
    fn rounding(&self, link: &Link) -> u64 {
        if self.fraction == 0 { 0 } else { link.total / WEIGHT_LEAST }
    }

    /// Whether an open link has room for all its flows to rise by one more step.
    #[inline]
    fn has_room(&self, index: usize) -> bool {
        let link = &self.links[index];
        let step = u128::from((link.total >> self.fraction) + 1 + self.rounding(link));
        link.fixed + step <= u128::from(link.capacity)
    }

    /// Moves the link at the current level, or puts it back into the heap.
    fn visit(&mut self, index: u32, key: u64) {
        let level = self.levels[index as usize];
        let due = match self.links[index as usize].due {
            0 => self.due(index as usize),
            due => due,
        };
        if due == level {
            if level != OPEN {
                self.refresh(index as usize);
            }
        } else if due < level {
            if due > key {
                self.links[index as usize].due = due;
                self.enqueue(index, due);
            } else {
                self.lower(index, due);
            }
        } else if level > key {
            self.enqueue(index, level);
        } else {
            self.raise(index);
        }
    }

    /// The link that decides a flow's level, the smallest identifier if there are several; none if its ceiling does.
    /// Depends on the levels of flows alone: of a link that is exactly full, whether it is open is no matter.
    pub(super) fn bottleneck(&mut self, flow: u32) -> Option<LinkId> {
        let Flow { level, ceiling, route, .. } = self.flows[flow as usize];
        if level == ceiling {
            return None;
        }
        let mut found = None;
        for at in route.range() {
            let index = self.hops[at].link as usize;
            let own = self.levels[index];
            if own == level || (own == OPEN && !self.has_room(index) && self.stop(index).0 == level) {
                found = found.into_iter().chain([self.links[index].id]).min();
            }
        }
        found
    }

    /// The level that the levels of a link's flows call for; OPEN if an open link limits no flow.
    fn due(&mut self, index: usize) -> u64 {
        let (due, highest) = self.stop(index);
        if self.levels[index] == OPEN && due >= highest { OPEN } else { due }
    }

    /// The level at which the levels of a link's flows stop it, and the highest of them.
    fn stop(&mut self, index: usize) -> (u64, u64) {
        let mut items = std::mem::take(&mut self.wave.items);
        items.clear();
        let mut highest = 0;
        for entry in self.entries.of(self.links[index].flows) {
            let flow = &self.flows[entry.flow as usize];
            highest = highest.max(flow.level);
            items.push(Item { level: flow.level, weight: flow.weight, members: flow.members });
        }
        let due = self.fill(index, &mut items);
        self.wave.items = items;
        (due, highest)
    }

    /// The least solution of a link's equation for given levels of its flows; empties `items` in passing.
    ///
    /// Starts from the equal share and takes out flows below it until none is: never beyond the least solution,
    /// since taking out a flow below the share only raises the share.
    fn fill(&mut self, index: usize, items: &mut Vec<Item>) -> u64 {
        self.statistics.scans += 1;
        self.wave.scanned += items.len();
        let mut room = self.links[index].capacity;
        let mut weight: u64 = items.iter().map(|item| u64::from(item.weight) * u64::from(item.members)).sum();
        for _ in 0..4 {
            if items.is_empty() {
                return OPEN;
            }
            let level = self.share(room, weight);
            let before = items.len();
            items.retain(|item| {
                let below = item.level < level;
                if below {
                    room -= self.rate_at(item.weight, item.level) * u64::from(item.members);
                    weight -= u64::from(item.weight) * u64::from(item.members);
                }
                !below
            });
            if items.len() == before {
                return level;
            }
        }
        // Many different levels: one by one, in order.
        items.sort_unstable_by_key(|item| item.level);
        for item in items.iter() {
            let level = self.share(room, weight);
            if item.level >= level {
                return level;
            }
            room -= self.rate_at(item.weight, item.level) * u64::from(item.members);
            weight -= u64::from(item.weight) * u64::from(item.members);
        }
        OPEN
    }

    /// Lowers a link's level, and its flows above with it.
    fn lower(&mut self, index: u32, level: u64) {
        self.levels[index as usize] = level;
        let mut link = self.links[index as usize];
        link.reset();
        for at in link.flows.range() {
            let flow = self.entries[at].flow;
            if self.flows[flow as usize].level > level {
                self.shift(flow, level, index, LOWERED);
            }
            self.count(&mut link, level, flow);
        }
        self.links[index as usize] = link;
    }

    /// A link lets go of its flows: they rise to what the rest of their routes allows, or to the link's new level.
    fn raise(&mut self, index: u32) {
        let old = self.levels[index as usize];
        let mut items = std::mem::take(&mut self.wave.items);
        let mut limits = std::mem::take(&mut self.wave.limits);
        items.clear();
        limits.clear();
        let mut highest = 0;
        for entry in self.entries.of(self.links[index as usize].flows) {
            let flow = &self.flows[entry.flow as usize];
            let limit = if flow.level < old { flow.level } else { self.elsewhere(entry.flow, index) };
            highest = highest.max(limit);
            limits.push(limit);
            items.push(Item { level: limit, weight: flow.weight, members: flow.members });
        }
        let due = self.fill(index as usize, &mut items);
        let level = if due >= highest { OPEN } else { due };
        debug_assert!(level > old, "a link was raised to {level} from {old}");
        self.levels[index as usize] = level;
        let mut link = self.links[index as usize];
        link.reset();
        for (at, limit) in link.flows.range().zip(&limits) {
            let flow = self.entries[at].flow;
            let new = level.min(*limit);
            if self.flows[flow as usize].level != new {
                self.shift(flow, new, index, RAISED);
            }
            self.count(&mut link, level, flow);
        }
        self.links[index as usize] = link;
        self.wave.items = items;
        self.wave.limits = limits;
    }

    /// A flow's level but for one link.
    #[inline]
    fn elsewhere(&self, flow: u32, except: u32) -> u64 {
        let flow = &self.flows[flow as usize];
        let mut level = flow.ceiling;
        for hop in self.hops.of(flow.route) {
            if hop.link != except {
                level = level.min(self.levels[hop.link as usize]);
            }
        }
        level
    }

    /// Changes a flow's level on all its links but the one that moves it, and notes those links.
    #[inline]
    fn shift(&mut self, flow: u32, new: u64, mover: u32, flag: u8) {
        self.touch(flow);
        let state = self.flows[flow as usize];
        self.flows[flow as usize].level = new;
        let (less, more) = (self.demand(&state, state.level), self.demand(&state, new));
        let weight = state.total_weight();
        for hop in state.route.range() {
            let index = self.hops[hop].link;
            if index == mover {
                continue;
            }
            let level = self.levels[index as usize];
            let link = &mut self.links[index as usize];
            link.change(level, (state.level, less), (new, more), weight);
            if link.flags & (LOWERED | RAISED) == 0 {
                self.wave.seen.push(index);
            }
            link.flags |= flag;
        }
    }

    /// Puts the links that a visit has touched where they belong in the wave.
    fn look_again(&mut self, wave: u64) {
        let mut seen = std::mem::take(&mut self.wave.seen);
        for &index in &seen {
            let flags = self.links[index as usize].flags;
            self.links[index as usize].flags &= DIRTY | ARRIVED;
            if self.agrees(index as usize) {
                continue;
            }
            // Flows that came down leave more for the others, so what is due has not fallen.
            let level = self.levels[index as usize];
            let key = if flags & RAISED != 0 { level.min(wave.max(self.equal_share(index))) } else { level };
            self.enqueue(index, key);
        }
        seen.clear();
        self.wave.seen = seen;
    }

    /// Recomputes a link's sums from its flows.
    pub(super) fn refresh(&mut self, index: usize) {
        let level = self.levels[index];
        let mut link = self.links[index];
        link.reset();
        for entry in self.entries.of(link.flows) {
            self.count(&mut link, level, entry.flow);
        }
        self.links[index] = link;
    }

    /// Counts a flow in the sums of a link of this level.
    #[inline]
    fn count(&self, link: &mut Link, level: u64, flow: u32) {
        let flow = &self.flows[flow as usize];
        link.add(level, flow.level, self.demand(flow, flow.level), flow.total_weight());
    }
}
