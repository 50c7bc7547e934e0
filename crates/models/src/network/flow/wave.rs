//! The flow model's incremental solver for max-min fairness. After flows have started or ended it computes the new rates, and
//! visits only links where something changes. It proceeds from low levels to high ones; the level of a flow is its rate divided
//! by its weight (see `sharing`).
//!
//! A link has a level Λ, which limits its flows: at all times, the level of a flow is the least of its ceiling and the levels
//! of the links on its route. The *due* level of a link is the level that `sharing`'s equation gives for the current levels of
//! the link's flows. Between solves, Λ of every link agrees with the link's due level. The start or end of a flow changes the
//! due level of its links. A link whose due level no longer agrees with Λ waits in a heap with the key min(Λ, due). The solver
//! takes the link with the lowest key:
//!
//! * due < Λ: the link is lowered to its due level, and so are those of its flows that are above this level;
//! * due > Λ: the link is raised. Each flow that the link limited rises to the link's new level, or to the lower level that the
//!   flow's ceiling and other links allow.
//!
//! Then the solver checks the other links of the flows whose levels have changed. Levels below the current key are final,
//! because a level depends only on strictly lower levels. So a link's level seldom changes more than once. (This is the idea of
//! Ramalingam and Reps, "An incremental algorithm for a generalization of the shortest-path problem", J. Algorithms 21, 1996,
//! applied to the bottleneck structure of Ros-Giralt et al., 2019.)
//!
//! # Error
//! With `error` above 0, a link's level agrees already if the sum of its flows' rates differs from the link's capacity by no
//! more than the share `error`. (A link that limits no flow agrees unless the sum exceeds its capacity.) So most starts and
//! ends of flows change the rate of no other flow. The bytes that the link's flows have lost (or gained) meanwhile are the
//! link's *debt*. When the link's level changes next, or before a flow that the link limits ends, the debt is credited to the
//! flows that the link limits. With `error` 0 the solution is exact and unique (see `sharing`), in whatever order links are
//! visited.
//!
//! Whether a link's level agrees is decided in O(1) from two sums over the link's flows. In a link's list of flows, those at
//! the link's level come first, and mostly only these are visited.

use super::first::{At, Lowest};
use super::pool::{Segment, fetch};
use super::sharing::{ARRIVED, Flow, Hop, KNOWN, LOWERED, Link, OPEN, OWES, RAISED, Share, Sharing, WEIGHT_LEAST};
use std::cmp::Reverse;
use units::{LinkId, Time};

/// A debt matters to a flow from this share of `error` of its volume on: 2^-3.
const MATTERS_BITS: u32 = 3;

/// With an error, that links come to rest is not proven, though seen: one that is visited more often waits for the next instant.
const MOST_VISITS: u32 = 10_000;

/// Working memory of the solver, kept between solves.
#[derive(Debug, Default)]
pub(super) struct Wave {
    heap: Lowest,
    seen: Vec<u32>,
    items: Vec<Share>,
    limits: Vec<u64>,
}

/// What a link pays to the flows that it limits.
#[derive(Clone, Copy)]
enum Payment {
    /// To each, as all weigh the same.
    Each(i128),
    /// To all, of a total weight.
    All(i128, u64),
}

impl Sharing {
    /// Solves, and appends the flows whose level has changed.
    pub(super) fn solve(&mut self, changed: &mut Vec<u32>) {
        self.statistics.solves += u64::from(!self.dirty.is_empty());
        let mut dirty = std::mem::take(&mut self.dirty);
        for &index in &dirty {
            let flags = self.links[index as usize].flags;
            self.links[index as usize].flags = flags & OWES;
            if self.links[index as usize].flows.is_empty() {
                self.links[index as usize].flags = 0;
            } else if flags & OWES != 0 || !self.agrees(index as usize) {
                // Ends alone never lower the due level.
                let level = self.levels[index as usize];
                let key = if flags & (ARRIVED | OWES) != 0 { level.min(self.equal_share(index)) } else { level };
                self.enqueue(index, key);
            }
        }
        dirty.clear();
        self.dirty = dirty;
        while let Some(Reverse(first)) = self.wave.heap.pop() {
            let (key, index) = (first.level(), self.local(first.link()));
            let link = &mut self.links[index as usize];
            if link.key != key {
                continue;
            }
            link.key = OPEN;
            let (last, visits) = link.visits;
            link.visits = (self.solve, if last == self.solve { visits + 1 } else { 0 });
            if link.visits.1 > MOST_VISITS && self.error > 0 {
                debug_assert!(false, "{:?} does not come to rest", link.id);
                continue;
            }
            if link.flags & OWES != 0 || !self.agrees(index as usize) {
                self.visit(index, key);
                self.links[index as usize].lack = self.lack(index as usize);
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
            link.flags &= !KNOWN;
            self.wave.heap.push(Reverse(At::new(key, link.id.0)));
        }
    }

    /// What is due on a link is never below this.
    #[inline]
    fn equal_share(&self, index: u32) -> u64 {
        let link = &self.links[index as usize];
        self.share(link.capacity, link.total)
    }

    /// Whether a link surely agrees with its flows. May say no of one that does.
    #[inline(always)]
    pub(super) fn agrees(&mut self, index: usize) -> bool {
        let link = &self.links[index];
        let level = link.level;
        let capacity = u128::from(link.capacity);
        if level == OPEN {
            let above = || u128::from(self.share_of(link.capacity) / 4);
            return match self.error {
                0 if link.flows.len() > 1 => self.has_room(index),
                _ => link.fixed <= capacity || link.flows.len() > 1 && link.fixed <= capacity + above(),
            };
        }
        if link.rest == 0 || link.fixed > capacity {
            return false;
        }
        if self.error == 0 {
            return self.share(link.capacity - link.fixed as u64, link.rest) == level && self.is_least(link, level);
        }
        let taken = self.taken(link);
        let lack = self.lack_of(link, taken);
        let (within, most) = (self.share_of(taken.min(link.capacity)), self.share_of(link.capacity));
        let link = &mut self.links[index];
        link.lack = lack;
        let lack = lack.unsigned_abs();
        if lack <= within {
            return true;
        }
        // Where a link limits few of its flows, their level has less to do with its load: up to three times the error.
        let times = lack / (within >> 4).max(1);
        times <= 48 && times * times * link.rest <= 256 * link.total && lack <= most
    }

    /// Whether a solution of a link's equation above the levels of the flows that it does not limit is the least one: not if flows just below
    /// it would have stopped the link by the indivisible step, for which they must be closer than this.
    #[inline]
    fn is_least(&self, link: &Link, level: u64) -> bool {
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
        let (level, link) = (self.levels[index as usize], &self.links[index as usize]);
        if level != OPEN && link.rest > 0 && link.fixed <= u128::from(link.capacity) {
            let share = self.share(link.capacity - link.fixed as u64, link.rest);
            if self.is_least(link, share.min(level)) {
                return match share > level {
                    true if level > key => self.enqueue(index, level),
                    true => self.raise(index),
                    false if share > key => self.enqueue(index, share),
                    false => self.lower_owned(index, share),
                };
            }
        } else if level != OPEN && link.rest == 0 && self.has_room(index as usize) {
            self.set_level(index as usize, OPEN);
            return;
        }
        self.visit_all(index, key);
    }

    /// As `visit`, of a link with flows that are just below its level, or that take more than there is.
    fn visit_all(&mut self, index: u32, key: u64) {
        let level = self.levels[index as usize];
        let known = self.links[index as usize].flags & KNOWN > 0;
        let due = if known { key } else { self.due(index as usize) };
        if due == level {
            if self.links[index as usize].flags & OWES != 0 {
                self.lower_owned(index, level);
            }
        } else if due < level {
            if due <= key {
                return self.lower(index, due);
            }
            self.enqueue(index, due);
            self.links[index as usize].flags |= KNOWN;
        } else if level > key {
            self.enqueue(index, level);
        } else {
            self.raise(index);
        }
    }

    /// The link that decides a flow's level, the smallest identifier if there are several; none if its ceiling does.
    /// Without error it depends on the levels of flows alone: of a link that is exactly full, whether it is open is no matter.
    pub(super) fn bottleneck(&mut self, flow: u32) -> Option<LinkId> {
        let (Share { level, .. }, Flow { ceiling, route, .. }) =
            (self.flows[flow as usize].share, self.flows[flow as usize]);
        if level == ceiling {
            return None;
        }
        let mut found = None;
        for at in route.range() {
            let index = self.hops[at].link as usize;
            let own = self.levels[index];
            let full = || own == OPEN && self.error == 0 && !self.has_room(index);
            if own == level || (full() && self.stop(index).0 == level) {
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
        let Link { flows, capacity, total, .. } = self.links[index];
        let (own, least, mut highest, mut near) = (self.levels[index], self.share(capacity, total), 0, 0);
        let mut room = capacity;
        for entry in self.entries.of(flows) {
            let share = self.flows[entry.flow as usize].share;
            highest = highest.max(share.level);
            near = near.max(if share.level < own { share.level } else { 0 });
            if share.level < least {
                room -= self.rate_at(share.weight, share.level);
            } else {
                items.push(share);
            }
        }
        self.links[index].near = near;
        let due = self.fill(room, &mut items);
        self.wave.items = items;
        (due, highest)
    }

    /// The least solution of the equation of a link with this room for given levels of its flows; empties `items` in passing.
    ///
    /// Starts from the equal share and takes out flows below it until none is: never beyond the least solution,
    /// since taking out a flow below the share only raises the share.
    fn fill(&mut self, mut room: u64, items: &mut Vec<Share>) -> u64 {
        self.statistics.scans += 1;
        let mut weight: u64 = match self.fraction {
            0 => items.len() as u64,
            _ => items.iter().map(|item| u64::from(item.weight)).sum(),
        };
        for _ in 0..4 {
            if items.is_empty() {
                return OPEN;
            }
            let level = self.share(room, weight);
            let before = items.len();
            items.retain(|item| {
                let below = item.level < level;
                if below {
                    room -= self.rate_at(item.weight, item.level);
                    weight -= u64::from(item.weight);
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
            room -= self.rate_at(item.weight, item.level);
            weight -= u64::from(item.weight);
        }
        OPEN
    }

    /// Sets a link's level; what it owes is forgotten.
    #[inline]
    fn set_level(&mut self, index: usize, level: u64) {
        self.levels[index] = level;
        let now = self.now;
        let link = &mut self.links[index];
        link.level = level;
        link.flags &= !(OWES | KNOWN);
        (link.debt, link.counted) = (0, now);
    }

    /// Sets a link's level, where it limits flows of a weight then; what it pays them.
    #[inline]
    fn move_level(&mut self, index: usize, level: u64, weight: u64) -> Option<Payment> {
        let now = self.now;
        self.links[index].count_debt(now);
        let debt = self.links[index].debt;
        self.set_level(index, level);
        if debt == 0 || level == OPEN || weight == 0 {
            return None;
        }
        // A weight takes up to 31 bits.
        let debt = debt.clamp(-(1 << 95), 1 << 95);
        if self.fraction > 0 {
            return Some(Payment::All(debt, weight));
        }
        let each = debt / i128::from(weight);
        (each != 0).then_some(Payment::Each(each))
    }

    /// Pays a flow that its link limits.
    #[inline]
    fn pay(&mut self, payment: Option<Payment>, flow: u32) {
        let credit = match payment {
            None => return,
            Some(Payment::Each(credit)) => credit,
            Some(Payment::All(debt, weight)) => {
                debt * i128::from(self.flows[flow as usize].share.weight) / i128::from(weight)
            }
        };
        if credit != 0 {
            self.credits.push((flow, credit));
        }
    }

    /// Links that owe a flow by a date more than matters to a volume are to pay it at the next solve.
    pub(super) fn call_in(&mut self, flow: u32, date: Time, volume: u128) {
        let (Share { level, weight, .. }, route) = (self.flows[flow as usize].share, self.flows[flow as usize].route);
        let matters = self.share_of_volume(volume) >> MATTERS_BITS;
        for at in route.range() {
            let index = self.hops[at].link as usize;
            if self.levels[index] != level || self.error == 0 {
                continue;
            }
            let link = &self.links[index];
            let debt = link.debt + i128::from(link.lack) * i128::from((date.max(link.counted) - link.counted).ps());
            if debt.unsigned_abs() / u128::from(link.rest.max(1)) * u128::from(weight) > matters {
                self.dirty(index, OWES);
            }
        }
    }

    /// Lowers a link's level, or keeps it, where only the flows that it limits are concerned; pays them.
    fn lower_owned(&mut self, index: u32, level: u64) {
        let Link { flows, owned, rest, .. } = self.links[index as usize];
        let payment = self.move_level(index as usize, level, rest);
        self.fetch_flows(flows, owned as usize);
        for at in flows.range().take(owned as usize) {
            let flow = self.entries[at].flow;
            self.pay(payment, flow);
            if self.flows[flow as usize].share.level != level {
                self.shift(flow, level, index, LOWERED);
            }
        }
    }

    /// Fetches the first flows of a list, and their routes.
    #[inline]
    fn fetch_flows(&self, list: Segment, count: usize) {
        let entries = || self.entries.of(list)[..count].iter();
        fetch(entries().map(|entry| self.flows[entry.flow as usize].mark));
        fetch(entries().map(|entry| self.hops[entry.hop as usize].link));
    }

    /// Lowers a link's level, and its flows above with it.
    fn lower(&mut self, index: u32, level: u64) {
        let flows = self.links[index as usize].flows;
        self.fetch_flows(flows, flows.len());
        let above = |at| {
            let share = &self.flows[self.entries[at].flow as usize].share;
            if share.level >= level { u64::from(share.weight) } else { 0 }
        };
        let rest = flows.range().map(above).sum();
        let payment = self.move_level(index as usize, level, rest);
        let link = &mut self.links[index as usize];
        (link.owned, link.fixed, link.near, link.rest) = (0, 0, 0, rest);
        for (position, at) in flows.range().enumerate() {
            let flow = self.entries[at].flow;
            let share = self.flows[flow as usize].share;
            if share.level < level {
                let demand = self.demand(&share);
                let link = &mut self.links[index as usize];
                link.fixed += demand;
                link.near = link.near.max(share.level);
                continue;
            }
            self.links[index as usize].own(position as u32, &mut self.entries, &mut self.hops);
            self.pay(payment, flow);
            if share.level > level {
                self.shift(flow, level, index, LOWERED);
            }
        }
    }

    /// A link lets go of the flows that it limits: they rise to what the rest of their routes allows, or to the link's new level.
    fn raise(&mut self, index: u32) {
        let Link { flows, owned, capacity, fixed, rest, .. } = self.links[index as usize];
        let mut room = capacity - fixed as u64;
        let least = self.share(room, rest.max(1));
        let mut items = std::mem::take(&mut self.wave.items);
        let mut limits = std::mem::take(&mut self.wave.limits);
        items.clear();
        limits.clear();
        let mut highest = 0;
        self.fetch_flows(flows, owned as usize);
        for at in flows.range().take(owned as usize) {
            let entry = self.entries[at];
            let limit = self.elsewhere(entry.flow, index);
            highest = highest.max(limit);
            limits.push(limit);
            let share = Share { level: limit, ..self.flows[entry.flow as usize].share };
            if limit < least {
                room -= self.rate_at(share.weight, limit);
            } else {
                items.push(share);
            }
        }
        let due = self.fill(room, &mut items);
        let level = if due >= highest { OPEN } else { due };
        debug_assert!(level > self.levels[index as usize], "a link was raised to {level}");
        let stay = limits.iter().zip(flows.range()).filter(|(limit, _)| **limit >= level);
        let weight = |(_, at): (_, usize)| match self.fraction {
            0 => 1,
            _ => u64::from(self.flows[self.entries[at].flow as usize].share.weight),
        };
        let rest = stay.map(weight).sum();
        let payment = self.move_level(index as usize, level, rest);
        self.links[index as usize].rest = rest;
        // From the last one on, as those that are let go change places with the last that stays.
        for (position, &limit) in limits.iter().enumerate().rev() {
            let flow = self.entries[flows.range().start + position].flow;
            let new = level.min(limit);
            if new == level {
                self.pay(payment, flow);
            }
            if self.flows[flow as usize].share.level != new {
                self.shift(flow, new, index, RAISED);
            }
            if new < level {
                let demand = self.demand(&self.flows[flow as usize].share);
                let link = &mut self.links[index as usize];
                link.disown(position as u32, &mut self.entries, &mut self.hops);
                link.fixed += demand;
                link.near = link.near.max(new);
            }
        }
        self.wave.items = items;
        self.wave.limits = limits;
    }

    /// A flow's level but for one link.
    #[inline]
    fn elsewhere(&self, flow: u32, except: u32) -> u64 {
        let flow = &self.flows[flow as usize];
        let mut level = flow.ceiling;
        for hop in self.hops.of(flow.route) {
            let other = if hop.link == except { OPEN } else { self.levels[hop.link as usize] };
            level = level.min(other);
        }
        level
    }

    /// Changes a flow's level on all its links but the one that moves it, and notes those links.
    #[inline]
    fn shift(&mut self, flow: u32, new: u64, mover: u32, flag: u8) {
        self.touch(flow);
        let state = self.flows[flow as usize].share;
        self.flows[flow as usize].share.level = new;
        let (less, more) = (self.demand(&state), self.demand(&self.flows[flow as usize].share));
        let change = more.wrapping_sub(less);
        let (old, weight) = (state.level, u64::from(state.weight));
        for at in self.flows[flow as usize].route.range() {
            let Hop { link: index, position } = self.hops[at];
            if index == mover {
                continue;
            }
            let link = &mut self.links[index as usize];
            if link.flags & (LOWERED | RAISED) == 0 {
                link.count_debt(self.now);
                self.wave.seen.push(index);
            }
            link.flags = link.flags & !KNOWN | flag;
            match (old < link.level, new < link.level) {
                (true, true) => {
                    link.fixed = link.fixed.wrapping_add(change);
                    link.near = link.near.max(new);
                }
                (true, false) => {
                    link.fixed -= less;
                    link.rest += weight;
                    link.own(position, &mut self.entries, &mut self.hops);
                }
                (false, true) => {
                    link.fixed += more;
                    link.rest -= weight;
                    link.near = link.near.max(new);
                    link.disown(position, &mut self.entries, &mut self.hops);
                }
                (false, false) => {}
            }
        }
    }

    /// Puts the links that a visit has touched where they belong in the wave.
    fn look_again(&mut self, wave: u64) {
        let mut seen = std::mem::take(&mut self.wave.seen);
        for &index in &seen {
            let link = &mut self.links[index as usize];
            let flags = link.flags;
            link.flags &= !(LOWERED | RAISED);
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
}
