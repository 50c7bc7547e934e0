//! Where links stop, from the lowest level that can change upwards.
//!
//! # In the order of the last solve
//! A level λ of the filling is right if, in the state before, the links that stop have the share λ, and all others on which flows
//! rise have a greater one, ⌊(C − F)/W⌋ with F the rates and N the weight of a link's frozen flows and W the weight of the
//! others. A share never falls as long as no level is above it. So it is computed late: a link joins the heap of those that
//! wait for their shares when the filling comes near the link's last level. It has stopped nowhere before, the last
//! level being λ, if its share s is above λ + N. Proof: at a level μ ≤ λ, let K of its N frozen flows have μ or more.
//! Then C − F_<μ ≥ s·W + μ·K ≥ (μ + 1)·W + N·W + μ·K ≥ (μ + 1)·(W + K), so that its share was above μ. If no flow rises on it any
//! more, C − F ≥ N is enough, by the same sum; else its equation is solved. Where a link turns out to have stopped before, or
//! may have, the levels above are undone.
//!
//! # Owners
//! While a link has not stopped, all flows that it owns rise: a flow that another link freezes changes its owner at once. So
//! where a link that stops owns as much weight as rises on it, these are the flows that rise, and none is looked at.
//! Else the others of its list are searched for those with owners that have not stopped. Links that stop at one level first
//! freeze what they own, all of them, and then what is left: else regular traffic, where many links stop together, would pass its flows
//! to and fro with each of their small differences.
//!
//! # Resuming
//! A *checkpoint* keeps the state of the filling between two stops, the last of them at level c. After flows have
//! started or ended, the filling passes the checkpoint unchanged if
//!
//! * every link of these flows stopped above c or not at all, the level of those that ended was above c, and the
//!   ceiling of those that started is above c: hence none of them was frozen by then; and
//! * every link of these flows has C − F ≥ W·(c + 1) + N, with F the rates and N the weight of its frozen flows and W the
//!   weight of the others, counted anew. A link stops at λ only if C < Σ min(rate_f, λ + 1), the sum over its flows; at
//!   a stop λ ≤ c the frozen ones count at most their rate plus a step, the others at most c + 1. So it
//!   stopped nowhere up to c.
//!
//! All other links see the same flows, so their stops up to c are the same.

use super::super::first::At;
use super::checkpoints::Checkpoint;
use super::owners::Gift;
use super::{Filling, Flow, MOVE, NONE, OPEN, Progress, SHARE, STOP, Step};
use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;

/// A checkpoint is worth this many passes over the sums of all links that count.
const CHECKPOINT_WORK: usize = 4;
/// All checkpoints are dropped when so many times the number of links have been taken and passed over.
const STEPS_MAX: usize = 4;
/// A share is computed when the filling comes as near to the link's last level as this part of it: 2^-8, or up to 2^-2 where
/// that was too late.
const EARLY: u32 = 8;

impl Filling {
    /// Gives new flows to what would own them at the last levels.
    pub(super) fn guess_owners(&mut self) {
        let mut fresh = std::mem::take(&mut self.disturbance.fresh);
        // One that has gone may have come again.
        fresh.sort_unstable();
        fresh.dedup();
        for flow in fresh.drain(..) {
            let Flow { count, hops, .. } = self.flows[flow as usize];
            if count == 0 || self.owners[flow as usize] != NONE {
                continue;
            }
            let links = self.hops.of(hops).iter().map(|hop| hop.link);
            let limits = links.filter(|link| self.links[*link as usize].ceiling || self.indices.counts(*link));
            if let Some(owner) = limits.min_by_key(|link| (self.before[*link as usize], *link)) {
                self.progress.gifts.push(Gift { flow, owner });
            }
        }
        self.disturbance.fresh = fresh;
        self.give(None);
    }

    /// Goes back to the last checkpoint that the filling passes again, and collects the links that may stop after it.
    pub(super) fn resume(&mut self) {
        let all = self.steps.len() > STEPS_MAX * self.links.len();
        while self.checkpoints.points.last().is_some_and(|last| all || !self.passes(last)) {
            self.checkpoints.drop_last();
        }
        let last = self.checkpoints.points.last();
        let kept = last.map_or(&[][..], |last| &last.sums);
        for &link in self.indices.counted.iter().chain(self.indices.ceilings.iter().map(|ceiling| &ceiling.1)) {
            self.sums[link as usize] = kept.get(link as usize).copied().unwrap_or_default();
        }
        match last {
            Some(last) => {
                let reached = self.indices.first_ceiling(|level| level > last.level);
                self.progress.begin(last.level, last.steps, last.frozen, reached);
            }
            None => self.progress.begin(0, 0, 0, 0),
        }
        self.collect();
    }

    /// Collects the candidates.
    fn collect(&mut self) {
        let mut progress = std::mem::take(&mut self.progress);
        let mut steps = std::mem::take(&mut self.steps);
        for step in &steps[progress.kept..] {
            let index = step.link as usize;
            if !self.links[index].ceiling && self.levels[index] != OPEN {
                self.levels[index] = OPEN;
                self.outcome.links.push(step.link);
            }
        }
        let mut dirty = std::mem::take(&mut self.disturbance.links);
        for step in steps.drain(progress.kept..) {
            let link = &mut self.links[step.link as usize];
            let idle = link.guess == OPEN || !self.indices.counts(step.link);
            if idle || link.dirty || link.noted == self.solve {
                continue;
            }
            link.noted = self.solve;
            progress.line.push((link.guess - (link.guess >> (EARLY - progress.wider)), step.link));
        }
        self.steps = steps;
        for &index in &dirty {
            let link = &mut self.links[index as usize];
            if link.guess != OPEN && self.indices.counts(index) {
                link.noted = self.solve;
                progress.again.push(index);
            }
        }
        std::mem::swap(&mut self.disturbance.links, &mut dirty);
        self.progress = progress;
        self.look_again();
    }

    /// Whether the filling certainly comes through the state of a checkpoint; see the module's text.
    fn passes(&self, checkpoint: &Checkpoint) -> bool {
        checkpoint.level < self.disturbance.floor
            && self.disturbance.links.iter().all(|&index| {
                let sum = checkpoint.sums.get(index as usize).copied().unwrap_or_default();
                let load = self.loads[index as usize];
                let room = u128::from(load.capacity - sum.rate);
                let rising = u128::from(load.weight - sum.weight);
                room >= rising * u128::from(checkpoint.level + 1) + u128::from(sum.weight)
            })
    }

    #[inline]
    pub(super) fn share(&self, index: u32) -> Option<u64> {
        self.loads[index as usize].share(self.sums[index as usize])
    }

    /// The filling from the state that it was resumed at.
    pub(super) fn fill(&mut self) {
        loop {
            while self.progress.frozen < self.admitted {
                self.step();
            }
            let Some(exceeded) = self.exceeded() else { return };
            self.go_back(exceeded);
        }
    }

    /// The next stop.
    fn step(&mut self) {
        while self.loads[self.indices.ceilings[self.progress.reached].1 as usize].weight == 0 {
            self.progress.reached += 1;
        }
        if self.progress.work > CHECKPOINT_WORK * self.indices.counted.len() {
            let Progress { level, frozen, .. } = self.progress;
            self.checkpoints.push(level, self.steps.len(), frozen, &self.indices, &self.sums);
            self.progress.work = 0;
        }
        let (ceiling, group) = self.indices.ceilings[self.progress.reached];
        let Some(level) = self.next_stop(ceiling) else { return };
        let mut stopping = std::mem::take(&mut self.progress.stopping);
        // In one order, whatever order they were found in.
        stopping.sort_unstable();
        if ceiling == level {
            self.progress.reached += 1;
            self.take_all_rising(group, level);
            self.stop(group, level);
        }
        // First all freeze what they own: a flow on several of them stays with its owner.
        for &link in &stopping {
            self.stop(link, level);
        }
        for link in stopping.drain(..) {
            self.take_rising(link, level);
        }
        self.progress.stopping = stopping;
        if self.progress.is_lost() {
            self.start_over();
        }
    }

    /// The next level at which something stops, at most `ceiling`; `stopping` are the links that do. None if levels were undone.
    fn next_stop(&mut self, ceiling: u64) -> Option<u64> {
        let mut level = ceiling;
        loop {
            let first = self.progress.near.peek().map_or(OPEN, |first| first.0.level());
            if let Some(link) = self.progress.next_in_line(first.min(level)) {
                if !self.look_at(link) {
                    return None;
                }
                continue;
            }
            let Some(mut top) = self.progress.near.peek_mut().filter(|top| top.0.level() <= level) else {
                return Some(level);
            };
            let (key, link) = (top.0.level(), top.0.link());
            match self.loads[link as usize].share(self.sums[link as usize]) {
                Some(share) if share > key => *top = Reverse(At::new(share, link)),
                Some(share) => {
                    PeekMut::pop(top);
                    level = share;
                    self.progress.stopping.push(link);
                }
                None => {
                    PeekMut::pop(top);
                    self.pass_over(link);
                }
            }
        }
    }

    /// Computes the share of a candidate. False: levels were undone.
    #[inline]
    fn look_at(&mut self, index: u32) -> bool {
        self.progress.spent += SHARE;
        match self.share(index) {
            Some(share) if self.is_certain(index, share) => self.progress.near.push(Reverse(At::new(share, index))),
            None if self.loads[index as usize].has_room(self.sums[index as usize]) => self.pass_over(index),
            None => self.progress.unsure.push(index),
            Some(_) => {
                self.progress.again.append(&mut self.progress.stopping);
                self.go_back(index);
                return false;
            }
        }
        true
    }

    /// Whether a link with this share has surely stopped nowhere so far; see the module's text.
    #[inline]
    fn is_certain(&self, index: u32, share: u64) -> bool {
        share > self.progress.level + self.sums[index as usize].weight
    }

    fn look_again(&mut self) {
        while let Some(link) = self.progress.again.pop() {
            match self.share(link) {
                Some(share) => self.progress.near.push(Reverse(At::new(share, link))),
                None => self.pass_over(link),
            }
        }
    }

    /// No flow rises on a link any more.
    #[inline]
    fn pass_over(&mut self, link: u32) {
        self.steps.push(Step { link, level: self.progress.level });
    }

    /// A link or a ceiling that stops freezes the flows that it owns.
    fn stop(&mut self, index: u32, level: u64) {
        let link = &self.links[index as usize];
        self.levels[index as usize] = level;
        self.progress.frozen += link.owned;
        self.progress.work += link.row.entries().len();
        self.progress.spent += STOP + link.row.entries().len();
        let mut overflow = 0;
        let sums = &mut self.sums[..];
        for entry in link.row.entries() {
            let sum = &mut sums[entry.link as usize];
            sum.add(level, entry.weight);
            overflow |= sum.rate;
        }
        for (ceiling, flows) in link.tops.iter() {
            sums[ceiling as usize].weight += u64::from(flows);
        }
        if link.ceiling {
            // Flows of one ceiling may be too many for a link that was idle: their sum may even pass 2^64 at once.
            let most = link.row.entries().iter().map(|entry| entry.weight).max().unwrap_or(0);
            overflow |= level.saturating_mul(u64::from(most));
        }
        self.progress.overflow |= overflow;
        self.progress.level = level;
        self.steps.push(Step { link: index, level });
    }

    /// Undoes the last step.
    fn undo(&mut self) {
        let Some(Step { link: index, level }) = self.steps.pop() else { return };
        let link = &self.links[index as usize];
        if link.ceiling {
            self.progress.reached = self.indices.first_ceiling(|ceiling| ceiling >= level);
        } else {
            self.progress.again.push(index);
        }
        if link.ceiling || self.levels[index as usize] != OPEN {
            self.progress.frozen -= link.owned;
            self.progress.spent += STOP + link.row.entries().len();
            let sums = &mut self.sums[..];
            for entry in link.row.entries() {
                sums[entry.link as usize].take(level, entry.weight);
            }
            for (ceiling, flows) in link.tops.iter() {
                sums[ceiling as usize].weight -= u64::from(flows);
            }
        }
        if !link.ceiling {
            self.levels[index as usize] = OPEN;
        }
        let last = self.steps[self.progress.kept..].last();
        self.progress.level = last.map_or(self.progress.base, |step| step.level);
    }

    /// Undoes levels until a link has surely stopped nowhere before.
    fn go_back(&mut self, link: u32) {
        self.progress.returns += 1;
        while self.steps.len() > self.progress.kept {
            let level = self.progress.level;
            while self.steps.len() > self.progress.kept && self.progress.level == level {
                self.undo();
            }
            if self.share(link).is_some_and(|share| self.is_certain(link, share)) {
                break;
            }
        }
        self.progress.again.push(link);
        self.look_at_all_again();
    }

    /// Undoes all steps, and looks at all candidates at once.
    #[cold]
    fn start_over(&mut self) {
        while self.steps.len() > self.progress.kept {
            self.undo();
        }
        let Progress { line, unsure, again, at, .. } = &mut self.progress;
        again.extend(line.drain(*at..).map(|candidate| candidate.1));
        again.append(unsure);
        self.progress.all = true;
        for &index in &self.indices.counted {
            let link = &mut self.links[index as usize];
            if self.levels[index as usize] == OPEN && link.noted != self.solve {
                link.noted = self.solve;
                self.progress.again.push(index);
            }
        }
        self.look_at_all_again();
    }

    fn look_at_all_again(&mut self) {
        let kept = self.steps.len();
        while self.checkpoints.points.last().is_some_and(|last| last.steps > kept) {
            self.checkpoints.drop_last();
        }
        (self.progress.overflow, self.progress.work) = (0, 0);
        let Progress { near, again, .. } = &mut self.progress;
        again.extend(near.drain().map(|near| near.0.link()));
        self.look_again();
    }

    /// When all flows are frozen: a link that should have stopped. If there is none, the candidates that are left are passed over.
    fn exceeded(&mut self) -> Option<u32> {
        let Progress { line, at, unsure, .. } = &mut self.progress;
        unsure.extend(line.drain(*at..).map(|candidate| candidate.1));
        let is_full = |index: usize| self.levels[index] == OPEN && !self.loads[index].has_room(self.sums[index]);
        let mut full = self.indices.counted.iter().copied().filter(|index| is_full(*index as usize));
        if let Some(exceeded) = full.find(|index| self.exceeds(*index)) {
            self.links[exceeded as usize].noted = self.solve;
            self.progress.unsure.retain(|link| *link != exceeded);
            return Some(exceeded);
        }
        let Progress { unsure, near, level, .. } = &mut self.progress;
        let left = unsure.drain(..).chain(near.drain().map(|near| near.0.link()));
        self.steps.extend(left.map(|link| Step { link, level: *level }));
        None
    }

    /// Whether a link without room that has not stopped should have, below the highest of its flows.
    #[cold]
    fn exceeds(&self, index: u32) -> bool {
        let (stop, highest) = self.least_stop(index);
        stop < highest
    }

    /// A ceiling that is about to stop takes its flows that rise: links that have not stopped own them.
    fn take_all_rising(&mut self, ceiling: u32, level: u64) {
        let frozen = self.sums[ceiling as usize].weight + self.links[ceiling as usize].owned_weight;
        let rising = self.loads[ceiling as usize].weight - frozen;
        if rising == 0 {
            return;
        }
        for &index in &self.indices.counted {
            let link = &self.links[index as usize];
            if self.levels[index as usize] == OPEN && link.tops.has(ceiling) {
                let own = link.flows.iter().filter(|entry| entry.owner == index).map(|entry| entry.flow);
                let own = own.filter(|flow| self.flows[*flow as usize].ceiling == level);
                self.progress.gifts.extend(own.map(|flow| Gift { flow, owner: ceiling }));
            }
        }
        debug_assert_eq!(self.progress.gifts.len() as u64, rising, "flows below their ceiling {level}");
        self.give(None);
    }

    /// A link that has stopped takes the flows that still rise from other owners, and freezes them.
    #[inline]
    fn take_rising(&mut self, index: u32, level: u64) {
        let rising = self.loads[index as usize].weight - self.sums[index as usize].weight;
        let missing = rising - self.links[index as usize].owned_weight;
        if missing > 0 {
            self.find_rising(index, level, missing);
            self.give(Some(level));
        }
    }

    /// Finds the flows on a link that rise above a level and that others own, of so much weight.
    fn find_rising(&mut self, index: u32, level: u64, mut missing: u64) {
        // New flows are at the end.
        for entry in self.links[index as usize].flows.iter().rev() {
            if missing == 0 {
                break;
            }
            // What has stopped is not above this level, and has frozen all its flows.
            if entry.owner != index && self.levels[entry.owner as usize] > level {
                missing -= u64::from(entry.weight);
                self.progress.gifts.push(Gift { flow: entry.flow, owner: index });
            }
        }
    }

    /// Brings the record of the last filling up to date.
    pub(super) fn conclude(&mut self) {
        self.progress.learn();
        self.repair.filled(self.progress.spent);
        self.outcome.stops = 0;
        for step in &self.steps[self.progress.kept..] {
            let (link, level) = (&mut self.links[step.link as usize], self.levels[step.link as usize]);
            if !link.ceiling {
                self.outcome.stops += usize::from(level != OPEN);
                link.guess = level;
                self.outcome.links.push(step.link);
            }
        }
    }

    /// Compares the levels with those at the last solve.
    pub(super) fn compare(&mut self) {
        let mut changes = 0;
        for moved in &self.outcome.moved {
            let owner = self.owners[moved.flow as usize] as usize;
            let count = i64::from(moved.count);
            changes += if self.levels[owner] != moved.level { count } else { 0 };
            changes -= if self.levels[owner] != self.before[owner] { count } else { 0 };
        }
        self.outcome.cost = (self.progress.spent + MOVE * self.outcome.moved.len()) as u64;
        // Links that stopped before and don't now are among them already.
        let mut candidates = std::mem::take(&mut self.outcome.links);
        candidates.retain(|&link| {
            let link = link as usize;
            let changed = self.levels[link] != self.before[link];
            changes += if changed { self.links[link].owned as i64 } else { 0 };
            self.before[link] = self.levels[link];
            changed
        });
        self.outcome.links = candidates;
        self.outcome.changes = changes as u64;
    }
}
