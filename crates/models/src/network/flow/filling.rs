//! The solver for dense traffic: progressive filling, resumed at the lowest level that can change.
//!
//! All levels rise from zero together; at each *stop* the links whose share is least freeze all flows that are not frozen
//! yet (see `sharing` for the equations). A flow is *owned* by the link that froze it, or by its ceiling, so that a
//! change of an owner's level changes the rates of all its flows at once. Owned flows stand first in a link's list.
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
//!
//! # Cost
//! Above the checkpoint one pass over the lists of the links that stop, each flow's hops side by side, and a heap
//! operation or two per link. Every flow above is frozen again, whether its level changes or not: not for sparse
//! traffic (module `wave`). Flows of equal weight only, and none that uses a link twice.

use super::pool::{Pool, Segment};
use super::sharing::{OPEN, UNSEEN};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use units::LinkId;

/// No owner, no link.
pub(super) const NONE: u32 = u32::MAX;
/// A link without flows that pads records.
const PADDING: u32 = 0;
/// A checkpoint is worth this many passes over the sums of all links.
const CHECKPOINT_WORK: usize = 8;
/// All checkpoints are dropped when so many times the number of links have been disturbed since the first.
const DISTURBED_MAX: usize = 16;

/// What is frozen on a link so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    rate: u64,
    weight: u32,
}

/// A link, or a ceiling that some flows have.
#[derive(Debug)]
struct Link {
    id: LinkId,
    capacity: u64,
    /// Weight of its flows.
    weight: u32,
    ceiling: bool,
    dirty: bool,
    list: List,
}

/// Flows over a link, the owned ones first.
#[derive(Debug)]
struct List {
    /// `stride` words per flow: the flow, then the other links of its route, then padding.
    records: Vec<u32>,
    stride: usize,
    owned: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Hop {
    link: u32,
    /// In the link's list.
    position: u32,
}

#[derive(Clone, Copy, Debug)]
struct Flow {
    /// A link or a ceiling; [`NONE`] before its first solve.
    owner: u32,
    weight: u32,
    /// Its level at the last solve, if it has no owner.
    level: u64,
    ceiling: u64,
    /// The links of its route, then its ceiling.
    hops: Segment,
}

/// The state between two stops.
#[derive(Debug, Default)]
struct Checkpoint {
    /// Of the last stop.
    level: u64,
    stopped: usize,
    frozen: usize,
    sums: Vec<Sum>,
    /// Shares of open links, or bounds from below, but for links that were disturbed since.
    heap: Shares,
    /// How many of `Checkpoints::disturbed` it has.
    known: usize,
}

/// Open links by their share of what is left, or a bound from below. Of several entries of a link the first counts.
type Shares = BinaryHeap<Reverse<(u64, u32)>>;

/// A flow whose owner the last solve has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) flow: u32,
    /// Its level before, or `UNSEEN`.
    level: u64,
}

/// What the last solve has done.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Links whose level has changed.
    pub(super) links: Vec<u32>,
    /// Flows whose owner has changed.
    pub(super) moved: Vec<Moved>,
    /// Flows it has frozen.
    pub(super) passed: usize,
    /// Flows whose level has changed.
    pub(super) changes: u64,
    /// Flows that had no level before.
    pub(super) fresh: usize,
    /// Links that have stopped.
    pub(super) stops: usize,
}

/// What flows that came, went or changed since the last solve have touched.
#[derive(Debug)]
struct Disturbance {
    any: bool,
    links: Vec<u32>,
    /// No level below this changes.
    floor: u64,
}

impl Outcome {
    /// Whether fewer than one in so many of the flows that it has frozen, new ones aside, have a new level.
    pub(super) fn moves_few(&self, share: usize) -> bool {
        (self.changes as usize - self.fresh) * share < self.passed
    }
}

impl Disturbance {
    fn reach(&mut self, level: u64) {
        self.any = true;
        self.floor = self.floor.min(level);
    }
}

/// Checkpoints of the last filling, ascending.
#[derive(Debug, Default)]
struct Checkpoints {
    points: Vec<Checkpoint>,
    /// Memory for others.
    spare: Vec<Checkpoint>,
    /// Links that were disturbed since the first of them was made.
    disturbed: Vec<u32>,
}

impl Checkpoints {
    fn drop_last(&mut self) {
        self.spare.extend(self.points.pop());
    }

    fn push(&mut self, level: u64, stopped: usize, frozen: usize, sums: &[Sum], heap: &Shares) {
        let mut point = self.spare.pop().unwrap_or_default();
        point.sums.clear();
        point.sums.extend_from_slice(sums);
        point.heap.clone_from(heap);
        (point.level, point.stopped, point.frozen, point.known) = (level, stopped, frozen, self.disturbed.len());
        self.points.push(point);
    }
}

/// The allocation in this solver's form. Links and ceilings share one range of indices.
#[derive(Debug)]
pub(super) struct Filling {
    /// By index in `sharing`; [`NONE`]: not used so far.
    index: Vec<u32>,
    links: Vec<Link>,
    /// The levels of `links`.
    levels: Vec<u64>,
    /// Those at the last solve.
    before: Vec<u64>,
    sums: Vec<Sum>,
    /// Ascending (level, index).
    ceilings: Vec<(u64, u32)>,
    flows: Vec<Flow>,
    hops: Pool<Hop>,
    /// Admitted flows, and how many of them have a weight other than 1.
    admitted: usize,
    uneven: usize,
    /// Links in the order of their stops.
    stopped: Vec<u32>,
    checkpoints: Checkpoints,
    disturbance: Disturbance,
    /// Flows frozen in the running solve and before, and the words of memory passed since the last checkpoint.
    frozen: usize,
    work: usize,
    heap: Shares,
    stopping: Vec<u32>,
    taken: Vec<u32>,
    pub(super) outcome: Outcome,
}

impl List {
    fn new() -> Self {
        Self { records: Vec::new(), stride: 1, owned: 0 }
    }

    #[inline]
    fn len(&self) -> usize {
        self.records.len() / self.stride
    }

    #[inline]
    fn flow(&self, position: usize) -> u32 {
        self.records[position * self.stride]
    }

    fn push(&mut self, flow: u32, others: impl Iterator<Item = u32> + Clone) {
        let needed = others.clone().count() + 1;
        if needed > self.stride {
            self.widen(needed);
        }
        let end = self.records.len() + self.stride;
        self.records.push(flow);
        self.records.extend(others);
        self.records.resize(end, PADDING);
    }

    #[cold]
    fn widen(&mut self, stride: usize) {
        let mut records = Vec::with_capacity((self.len() + 1) * stride);
        for record in self.records.chunks_exact(self.stride) {
            records.extend_from_slice(record);
            records.resize(records.len() + stride - self.stride, PADDING);
        }
        self.records = records;
        self.stride = stride;
    }

    fn swap(&mut self, one: usize, other: usize) {
        let (low, high) = (one.min(other) * self.stride, one.max(other) * self.stride);
        let (front, back) = self.records.split_at_mut(high);
        front[low..low + self.stride].swap_with_slice(&mut back[..self.stride]);
    }
}

impl Filling {
    pub(super) fn new() -> Self {
        let mut filling = Self {
            index: Vec::new(),
            links: Vec::new(),
            levels: Vec::new(),
            before: Vec::new(),
            sums: Vec::new(),
            ceilings: Vec::new(),
            flows: Vec::new(),
            hops: Pool::default(),
            admitted: 0,
            uneven: 0,
            stopped: Vec::new(),
            checkpoints: Checkpoints::default(),
            disturbance: Disturbance { any: false, links: Vec::new(), floor: OPEN },
            frozen: 0,
            work: 0,
            heap: BinaryHeap::new(),
            stopping: Vec::new(),
            taken: Vec::new(),
            outcome: Outcome::default(),
        };
        filling.add(LinkId(u32::MAX), 0, false);
        filling
    }

    fn add(&mut self, id: LinkId, capacity: u64, ceiling: bool) -> u32 {
        self.links.push(Link { id, capacity, weight: 0, ceiling, dirty: false, list: List::new() });
        let level = if ceiling { capacity } else { OPEN };
        self.levels.push(level);
        self.before.push(level);
        self.sums.push(Sum::default());
        self.links.len() as u32 - 1
    }

    /// The link with an index in `sharing`.
    pub(super) fn link(&mut self, index: u32, id: LinkId, capacity: u64) -> u32 {
        if index as usize >= self.index.len() {
            self.index.resize(index as usize + 1, NONE);
        }
        if self.index[index as usize] == NONE {
            self.index[index as usize] = self.add(id, capacity, false);
        }
        self.index[index as usize]
    }

    fn ceiling(&mut self, level: u64) -> u32 {
        match self.ceilings.binary_search_by_key(&level, |ceiling| ceiling.0) {
            Ok(at) => self.ceilings[at].1,
            Err(at) => {
                let index = self.add(LinkId(u32::MAX), level, true);
                self.ceilings.insert(at, (level, index));
                index
            }
        }
    }

    /// Links and ceilings.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    pub(super) fn is_ceiling(&self, owner: u32) -> bool {
        self.links[owner as usize].ceiling
    }

    /// What froze an admitted flow.
    #[inline]
    pub(super) fn owner(&self, flow: u32) -> u32 {
        self.flows[flow as usize].owner
    }

    /// The level of a link or ceiling.
    #[inline]
    pub(super) fn level(&self, owner: u32) -> u64 {
        self.levels[owner as usize]
    }

    /// The level of a link with an index in `sharing`.
    pub(super) fn level_of_link(&self, index: usize) -> u64 {
        self.index.get(index).filter(|own| **own != NONE).map_or(OPEN, |own| self.levels[*own as usize])
    }

    /// Whether flows have come, gone or changed since the last solve.
    #[inline]
    pub(super) fn is_dirty(&self) -> bool {
        self.disturbance.any
    }

    /// The list of a link with an index in `sharing`.
    fn list_of(&self, index: u32) -> Option<&List> {
        let own = self.index.get(index as usize).filter(|own| **own != NONE)?;
        Some(&self.links[*own as usize].list)
    }

    /// How many flows are on a link with an index in `sharing`.
    pub(super) fn flows_on(&self, index: u32) -> usize {
        self.list_of(index).map_or(0, List::len)
    }

    /// The flows over a link with an index in `sharing`.
    pub(super) fn flows_over(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let records = self.list_of(index).map(|list| list.records.chunks_exact(list.stride));
        records.into_iter().flatten().map(|record| record[0])
    }

    /// Admits a flow over links (this module's indices). `level`: its level at the last solve, or `UNSEEN`.
    pub(super) fn admit(&mut self, flow: u32, route: &[u32], ceiling: u64, weight: u32, level: u64) {
        let group = self.ceiling(ceiling);
        let mut hops = self.hops.list(route.iter().map(|&link| Hop { link, position: 0 }));
        self.hops.push(&mut hops, Hop { link: group, position: 0 });
        for at in hops.range() {
            let index = self.hops[at].link;
            let others = route.iter().copied().filter(|other| *other != index);
            let link = &mut self.links[index as usize];
            self.hops[at].position = link.list.len() as u32;
            link.list.push(flow, others);
            link.weight += weight;
            self.touch(index);
        }
        self.disturbance.reach(ceiling);
        let state = Flow { owner: NONE, weight, level, ceiling, hops };
        if flow as usize >= self.flows.len() {
            self.flows.resize(flow as usize + 1, Flow { hops: Segment::default(), ..state });
        }
        self.flows[flow as usize] = state;
        self.admitted += 1;
        self.uneven += usize::from(weight != 1);
    }

    /// Takes a flow off its links.
    pub(super) fn withdraw(&mut self, flow: u32) {
        let Flow { owner, weight, hops, .. } = self.flows[flow as usize];
        self.mark_change(flow);
        for at in hops.range() {
            let Hop { link: index, mut position } = self.hops[at];
            if index == owner {
                let last = &mut self.links[index as usize].list.owned;
                *last -= 1;
                let last = *last as u32;
                self.swap(index, position, last);
                position = last;
            }
            let last = self.links[index as usize].list.len() as u32 - 1;
            self.swap(index, position, last);
            let link = &mut self.links[index as usize];
            link.list.records.truncate(last as usize * link.list.stride);
            link.weight -= weight;
        }
        self.hops.release(&mut self.flows[flow as usize].hops);
        self.admitted -= 1;
        self.uneven -= usize::from(weight != 1);
    }

    /// Changes the weight of an admitted flow to another, above zero.
    pub(super) fn resize(&mut self, flow: u32, weight: u32) {
        let Flow { weight: old, hops, .. } = self.flows[flow as usize];
        self.mark_change(flow);
        for at in hops.range() {
            let link = &mut self.links[self.hops[at].link as usize];
            link.weight = link.weight - old + weight;
        }
        self.flows[flow as usize].weight = weight;
        self.uneven = self.uneven - usize::from(old != 1) + usize::from(weight != 1);
    }

    /// An admitted flow goes or changes.
    fn mark_change(&mut self, flow: u32) {
        let Flow { owner, hops, ceiling, .. } = self.flows[flow as usize];
        self.disturbance.reach(if owner == NONE { ceiling } else { self.levels[owner as usize] });
        for at in hops.range() {
            self.touch(self.hops[at].link);
        }
    }

    fn touch(&mut self, index: u32) {
        let link = &mut self.links[index as usize];
        if !link.dirty && !link.ceiling {
            link.dirty = true;
            self.disturbance.reach(self.levels[index as usize]);
            self.disturbance.links.push(index);
        }
    }

    /// The link that decides a flow's level, the smallest identifier if there are several; none if its ceiling does.
    pub(super) fn bottleneck(&self, flow: u32) -> Option<LinkId> {
        let Flow { owner, hops, .. } = self.flows[flow as usize];
        if self.links[owner as usize].ceiling {
            return None;
        }
        let level = self.levels[owner as usize];
        let links = self.hops.of(hops).iter().map(|hop| hop.link);
        links
            .filter(|link| self.levels[*link as usize] == level && !self.links[*link as usize].ceiling)
            .map(|link| self.links[link as usize].id)
            .min()
    }

    fn swap(&mut self, index: u32, one: u32, other: u32) {
        if one == other {
            return;
        }
        let list = &mut self.links[index as usize].list;
        list.swap(one as usize, other as usize);
        let flows = [(one, list.flow(one as usize)), (other, list.flow(other as usize))];
        for (position, flow) in flows {
            self.hop_mut(flow, index).position = position;
        }
    }

    fn hop_mut(&mut self, flow: u32, link: u32) -> &mut Hop {
        let hops = self.flows[flow as usize].hops;
        let hop = hops.range().find(|at| self.hops[*at].link == link).expect("a link of the flow's route");
        &mut self.hops[hop]
    }

    /// Gives a flow to the link or ceiling that has just frozen it, in whose list it stands at `position`.
    fn take(&mut self, flow: u32, owner: u32, position: u32) {
        let Flow { owner: old, level, .. } = self.flows[flow as usize];
        let before = if old == NONE { level } else { self.before[old as usize] };
        self.outcome.moved.push(Moved { flow, level: before });
        if old != NONE {
            let from = self.hop_mut(flow, old).position;
            let list = &mut self.links[old as usize].list;
            list.owned -= 1;
            let last = list.owned as u32;
            self.swap(old, from, last);
        }
        let list = &mut self.links[owner as usize].list;
        list.owned += 1;
        let last = list.owned as u32 - 1;
        self.swap(owner, position, last);
        self.flows[flow as usize].owner = owner;
    }

    /// Computes all levels; `outcome` has what changed.
    pub(super) fn solve(&mut self) {
        self.outcome.links.clear();
        self.outcome.moved.clear();
        let (level, kept) = self.resume();
        self.outcome.passed = self.admitted - self.frozen;
        self.fill(level);
        self.outcome.stops = self.stopped.len() - kept;
        let mut changes = 0;
        self.outcome.fresh = self.outcome.moved.iter().filter(|moved| moved.level == UNSEEN).count();
        for moved in &self.outcome.moved {
            let owner = self.flows[moved.flow as usize].owner as usize;
            changes += i64::from(self.levels[owner] != moved.level);
            changes -= i64::from(self.levels[owner] != self.before[owner]);
        }
        // Links that stopped before and don't now are in `outcome` already.
        let mut candidates = std::mem::take(&mut self.outcome.links);
        candidates.extend_from_slice(&self.stopped[kept..]);
        candidates.retain(|&link| {
            let link = link as usize;
            let changed = self.levels[link] != self.before[link];
            changes += if changed { self.links[link].list.owned as i64 } else { 0 };
            self.before[link] = self.levels[link];
            changed
        });
        self.outcome.links = candidates;
        self.outcome.changes = changes as u64;
        for link in self.disturbance.links.drain(..) {
            self.links[link as usize].dirty = false;
        }
        (self.disturbance.floor, self.disturbance.any) = (OPEN, false);
    }

    /// Goes back to the last checkpoint that the filling passes again; its level and how many links have stopped there.
    fn resume(&mut self) -> (Option<u64>, usize) {
        let all = self.checkpoints.disturbed.len() > DISTURBED_MAX * self.links.len();
        while self.checkpoints.points.last().is_some_and(|last| all || !self.passes(last)) {
            self.checkpoints.drop_last();
        }
        self.checkpoints.disturbed.extend_from_slice(&self.disturbance.links);
        let (level, kept, frozen, known) = match self.checkpoints.points.last() {
            Some(last) => {
                self.sums[..last.sums.len()].copy_from_slice(&last.sums);
                (Some(last.level), last.stopped, last.frozen, last.sums.len())
            }
            None => (None, 0, 0, 0),
        };
        self.sums[known..].fill(Sum::default());
        self.frozen = frozen;
        self.outcome.links.extend(self.stopped.drain(kept..));
        for &link in &self.outcome.links {
            self.levels[link as usize] = OPEN;
        }
        self.resume_shares();
        (level, kept)
    }

    /// The shares of open links after the last checkpoint's stop.
    fn resume_shares(&mut self) {
        let log = std::mem::take(&mut self.checkpoints.disturbed);
        let mut heap = std::mem::take(&mut self.heap);
        let mut last = self.checkpoints.points.pop();
        match &mut last {
            Some(last) if last.heap.len() + log.len() - last.known <= 2 * self.links.len() => {
                let disturbed = &log[last.known..];
                last.heap.extend(disturbed.iter().filter_map(|index| Some(Reverse((self.share(*index)?, *index)))));
                heap.clone_from(&last.heap);
            }
            _ => {
                let mut shares = heap.into_vec();
                shares.clear();
                let open = (1..self.links.len() as u32).filter(|index| self.levels[*index as usize] == OPEN);
                shares.extend(open.filter_map(|index| Some(Reverse((self.share(index)?, index)))));
                heap = BinaryHeap::from(shares);
                if let Some(last) = &mut last {
                    last.heap.clone_from(&heap);
                }
            }
        }
        self.heap = heap;
        self.checkpoints.disturbed = log;
        match last {
            Some(mut last) => {
                last.known = self.checkpoints.disturbed.len();
                self.checkpoints.points.push(last);
            }
            None => self.checkpoints.disturbed.clear(),
        }
    }

    /// Whether the filling certainly comes through the state of a checkpoint; see the module's text.
    fn passes(&self, checkpoint: &Checkpoint) -> bool {
        checkpoint.level < self.disturbance.floor
            && self.disturbance.links.iter().all(|&index| {
                let sum = checkpoint.sums.get(index as usize).copied().unwrap_or_default();
                let link = &self.links[index as usize];
                let room = u128::from(link.capacity - sum.rate);
                let rising = u128::from(link.weight - sum.weight);
                room >= rising * u128::from(checkpoint.level + 1) + u128::from(sum.weight)
            })
    }

    #[inline]
    fn share(&self, index: u32) -> Option<u64> {
        let (link, sum) = (&self.links[index as usize], &self.sums[index as usize]);
        (link.capacity - sum.rate).checked_div(u64::from(link.weight - sum.weight))
    }

    /// The filling from a state whose last stop was at `level`.
    fn fill(&mut self, level: Option<u64>) {
        let mut reached = level.map_or(0, |level| self.ceilings.partition_point(|ceiling| ceiling.0 <= level));
        let mut last = level;
        self.work = 0;
        while self.frozen < self.admitted {
            while self.links[self.ceilings[reached].1 as usize].list.records.is_empty() {
                reached += 1;
            }
            let (ceiling, group) = self.ceilings[reached];
            if let Some(last) = last.filter(|_| self.work > CHECKPOINT_WORK * self.links.len()) {
                self.checkpoints.push(last, self.stopped.len(), self.frozen, &self.sums, &self.heap);
                self.work = 0;
            }
            let level = self.next_stop(ceiling);
            let mut stopping = std::mem::take(&mut self.stopping);
            // In one order, so that what several have frozen stays with its owner.
            stopping.sort_unstable();
            stopping.dedup();
            self.stopped.extend_from_slice(&stopping);
            if ceiling == level {
                self.freeze::<true>(group, level);
                reached += 1;
            }
            let bounded = self.uneven > 0 || self.ceilings[0].0 <= level;
            for &link in &stopping {
                self.levels[link as usize] = level;
                if bounded {
                    self.freeze::<true>(link, level);
                } else {
                    self.freeze::<false>(link, level);
                }
            }
            self.stopping = stopping;
            last = Some(level);
        }
    }

    /// The next level at which something stops, at most `ceiling`; `stopping` are the links that do.
    fn next_stop(&mut self, ceiling: u64) -> u64 {
        self.stopping.clear();
        let mut level = ceiling;
        while let Some(&Reverse((key, index))) = self.heap.peek() {
            if key > level {
                break;
            }
            // Of several entries of a link the first counts.
            let share = if self.levels[index as usize] == OPEN { self.share(index) } else { None };
            match share {
                Some(share) if share > key => {
                    if let Some(mut first) = self.heap.peek_mut() {
                        *first = Reverse((share, index));
                    }
                    continue;
                }
                Some(share) => {
                    level = share;
                    self.stopping.push(index);
                }
                None => {}
            }
            self.heap.pop();
        }
        level
    }

    /// A link or a ceiling that stops freezes its flows that still rise. `GENERAL`: some flows are at their ceilings or have a
    /// weight other than 1. Sums of links that have stopped are of no use any more.
    ///
    /// Links that stop together do so one after the other; the first freezes a flow that several of them have. Most often
    /// the flows that still rise are those that are owned already: once the weight that rises is found, no
    /// other flow of the list can.
    fn freeze<const GENERAL: bool>(&mut self, index: u32, level: u64) {
        let link = &mut self.links[index as usize];
        let list = &mut link.list;
        let (records, stride, owned) = (std::mem::take(&mut list.records), list.stride, list.owned);
        // The flows of a ceiling are not counted in sums.
        let rising = if link.ceiling { u32::MAX } else { link.weight - self.sums[index as usize].weight };
        let is_ceiling = link.ceiling;
        let mut taken = std::mem::take(&mut self.taken);
        let mut found = 0;
        for (position, record) in records.chunks_exact(stride).enumerate() {
            if found == rising {
                break;
            }
            self.work += 1;
            let others = &record[1..];
            let least = others.iter().fold(OPEN, |least, other| least.min(self.levels[*other as usize]));
            if least <= level {
                continue;
            }
            let (mut rate, mut weight) = (level, 1);
            if GENERAL {
                let flow = &self.flows[record[0] as usize];
                if flow.ceiling < level || (flow.ceiling == level && !is_ceiling) {
                    continue;
                }
                weight = flow.weight;
                rate = level.wrapping_mul(u64::from(weight));
            }
            for &other in others {
                let sum = &mut self.sums[other as usize];
                sum.rate = sum.rate.wrapping_add(rate);
                sum.weight = sum.weight.wrapping_add(weight);
            }
            found += weight;
            self.frozen += 1;
            if position >= owned {
                taken.push(position as u32);
            }
        }
        self.links[index as usize].list.records = records;
        for position in taken.drain(..) {
            let flow = self.links[index as usize].list.flow(position as usize);
            self.take(flow, index, position);
        }
        self.taken = taken;
    }
}
