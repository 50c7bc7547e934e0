//! The solver for dense traffic: progressive filling, resumed at the lowest level that can change, in the order that the last
//! solve has found.
//!
//! All levels rise from zero together; a link whose share is least *stops* and freezes all its flows that are not frozen
//! yet (see `sharing` for the equations). A flow is *owned* by the link that froze it, or by its ceiling, so that a
//! change of an owner's level changes the rates of all its flows at once. A link's list has the owners of its flows beside them, and
//! each owner keeps the sum of what they are on other links (module `rows`): to freeze them is to add this row. This file has the
//! flows and links; how owners change is in module `owners`, how levels are found, and why they are right, in module `stops`.
//!
//! A link is *covered* by another if all its flows use that one, too, and its capacity is not less: it never stops before, and so
//! it has no part in the filling. Only for the name of a bottleneck is its level computed. An *ample* link, as one with a single flow, has
//! room for all its flows at the highest of their ceilings β: it is covered, too. Proof: if its flows of weight W below λ ≤ β take at
//! most W·β and the others have the weight V, its share at λ is at least (C − W·β)/V ≥ β, so that it stops nowhere below β.
//!
//! # Cost
//! Above the checkpoint the rows of the links that stop, one or two shares per link, and the flows whose owner changes. Every
//! link above is taken again, whether its level changes or not: not for sparse traffic (module `wave`). Flows of equal
//! weight only, and none that uses a link twice.

mod checkpoints;
mod owners;
mod queue;
mod repair;
mod stops;

use super::first::Lowest;
use super::pool::{Pool, Segment};
use super::rows::Row;
use super::sharing::OPEN;
use checkpoints::Checkpoints;
use owners::{Gift, Moving, Tops, Use};
use queue::Repair;
use std::cmp::Ordering;
use units::LinkId;

/// No owner, no link.
pub(super) const NONE: u32 = u32::MAX;

/// What is frozen on a link so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    rate: u64,
    weight: u64,
}

/// What a link or a ceiling can carry, and the weight of its flows: all that its share depends on beside what is frozen.
#[derive(Clone, Copy, Debug)]
struct Load {
    capacity: u64,
    weight: u64,
}

/// A link, or a ceiling that some flows have; its [`Load`] lies apart, so that to look at all links is cheap.
#[derive(Debug)]
struct Link {
    id: LinkId,
    /// Weight of the flows it owns; their number, if it is a ceiling.
    owned_weight: u64,
    ceiling: bool,
    dirty: bool,
    /// Links that all its flows use and that stop no later: it is covered, and limits nothing.
    covers: Vec<u32>,
    /// It has room for all its flows at their ceilings: these cover it.
    ample: bool,
    /// The highest ceiling of the flows that it has had since it was idle, if it is ample.
    highest: u64,
    /// The solve in which it was last noted as a candidate.
    noted: u64,
    /// Its last level, from which the filling guesses when it stops; 0 at first. OPEN if it did not stop: then it is idle, and
    /// no candidate until the filling has exceeded it.
    guess: u64,
    /// The flows over it (not those of a ceiling), and how many it owns.
    flows: Vec<Entry>,
    owned: usize,
    row: Row,
    /// The flows that it owns, by their ceilings.
    tops: Tops,
    /// The level at which it stops though it freezes nothing, by number of solve.
    limit: (u64, u64),
}

/// A flow in a link's list: its hop there (an index in the pool of hops), and copies of its owner (none on links that are covered) and its
/// weight, so that to search a list is to read it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    flow: u32,
    hop: u32,
    owner: u32,
    weight: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Hop {
    link: u32,
    /// In the link's list.
    position: u32,
}

/// A link of a route, and the weight that a flow has there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) link: u32,
    pub(super) weight: u32,
}

#[derive(Clone, Copy, Debug)]
struct Flow {
    /// How many flows it stands for (module `alike`); 0: not admitted.
    count: u32,
    /// Its level at the last solve, if it had no owner then.
    level: u64,
    ceiling: u64,
    /// The solve that last changed its owner.
    moved: u64,
    /// The links of its route, then its ceiling.
    hops: Segment,
}

/// A link or ceiling that was taken, or a link passed over because no flow rose on it, and the level reached then.
#[derive(Clone, Copy, Debug)]
struct Step {
    link: u32,
    level: u64,
}

/// A flow whose owner the last solve has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) flow: u32,
    /// How many flows it stands for.
    count: u32,
    /// Its level before, or `UNSEEN`.
    level: u64,
}

/// What the last solve has done.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Links whose level has changed.
    pub(super) links: Vec<u32>,
    /// Flows whose owner has changed, or may have.
    pub(super) moved: Vec<Moved>,
    /// What it has cost, in entries of rows.
    pub(super) cost: u64,
    /// Flows whose level has changed.
    pub(super) changes: u64,
    /// Links that have stopped.
    pub(super) stops: usize,
}

impl Outcome {
    fn clear(&mut self) {
        self.links.clear();
        self.moved.clear();
    }
}

/// What flows that came, went or changed since the last solve have touched.
#[derive(Debug)]
struct Disturbance {
    any: bool,
    links: Vec<u32>,
    /// Flows that came.
    fresh: Vec<u32>,
    /// No level below this changes.
    floor: u64,
}

impl Disturbance {
    fn reach(&mut self, level: u64) {
        self.any = true;
        self.floor = self.floor.min(level);
    }
}

/// The filling in progress.
#[derive(Debug, Default)]
struct Progress {
    /// Flows frozen.
    frozen: usize,
    /// Of the last stop.
    level: u64,
    /// Steps of the checkpoint it began with, and its level.
    kept: usize,
    base: u64,
    /// Entries of rows added since the last checkpoint.
    work: usize,
    /// Cost so far, in entries of rows.
    spent: usize,
    /// The first of `ceilings` that was not reached.
    reached: usize,
    /// The first of `line` that was not looked at.
    at: usize,
    /// All links that may stop are candidates, idle ones too.
    all: bool,
    /// A sum has passed 2^63.
    overflow: u64,
    /// How often it has gone back.
    returns: u32,
    /// Candidates are looked at earlier by this power of two.
    wider: u32,
    /// Candidates in about the order of the levels at which they are looked at.
    line: Vec<(u64, u32)>,
    /// Candidates on which no flow rises any more, and which may have stopped before: looked at in the end.
    unsure: Vec<u32>,
    /// Candidates whose share was computed, by share.
    near: Lowest,
    /// Candidates to be looked at anew.
    again: Vec<u32>,
    /// Links that stop next.
    stopping: Vec<u32>,
    /// Flows that are to change their owners, and room for what that takes.
    gifts: Vec<Gift>,
    moving: Vec<Moving>,
    uses: Vec<Use>,
}

/// Where links and ceilings are.
#[derive(Debug, Default)]
struct Indices {
    /// Of links, by index in `sharing`; [`NONE`]: not used so far.
    links: Vec<u32>,
    /// Ascending (level, index).
    ceilings: Vec<(u64, u32)>,
    /// All links with flows that nothing covers: no other one's sum counts.
    counted: Vec<u32>,
    /// Of links and ceilings in `counted`, or [`NONE`].
    places: Vec<u32>,
    /// Links and flows stand for several that are alike: none covers another.
    bundled: bool,
}

impl Indices {
    /// Whether a link or ceiling is a link with flows that nothing covers.
    #[inline]
    fn counts(&self, link: u32) -> bool {
        self.places[link as usize] != NONE
    }

    /// The link with an index in `sharing`, if it has been used.
    #[inline]
    fn link(&self, index: usize) -> Option<u32> {
        self.links.get(index).copied().filter(|own| *own != NONE)
    }

    /// The first ceiling at which `above` of its level is true.
    fn first_ceiling(&self, above: impl Fn(u64) -> bool) -> usize {
        self.ceilings.partition_point(|ceiling| !above(ceiling.0))
    }
}

/// The allocation in this solver's form. Links and ceilings share one range of indices.
#[derive(Debug)]
pub(super) struct Filling {
    indices: Indices,
    links: Vec<Link>,
    loads: Vec<Load>,
    /// The levels of `links`.
    levels: Vec<u64>,
    /// Those at the last solve.
    before: Vec<u64>,
    /// Of links; of a ceiling, the number of its flows that others froze.
    sums: Vec<Sum>,
    flows: Vec<Flow>,
    /// What froze each flow: a link or a ceiling; [`NONE`] before its first solve.
    owners: Vec<u32>,
    hops: Pool<Hop>,
    admitted: usize,
    /// The number of the solve.
    solve: u64,
    steps: Vec<Step>,
    checkpoints: Checkpoints,
    disturbance: Disturbance,
    progress: Progress,
    repair: Repair,
    pub(super) outcome: Outcome,
}

/// Costs, in entries of rows: of a link in the passes over all links, of a stop or its undoing, of a share that is computed, of a flow
/// whose owner changes.
pub(super) const LINK: usize = 2;
const STOP: usize = 30;
const SHARE: usize = 10;
const MOVE: usize = 300;

/// A filling that has gone back so often looks at all candidates at once.
const RETURNS_MAX: u32 = 16;
/// Candidates are looked at no earlier than this power of two.
const WIDER_MAX: u32 = 6;

impl Progress {
    /// Begins in the state of a checkpoint, without candidates.
    fn begin(&mut self, level: u64, kept: usize, frozen: usize, reached: usize) {
        (self.base, self.level, self.kept) = (level, level, kept);
        (self.frozen, self.reached) = (frozen, reached);
        (self.work, self.at, self.overflow, self.returns, self.all) = (0, 0, 0, 0, false);
        self.line.clear();
        self.unsure.clear();
        self.near.clear();
    }

    /// The next candidate that is to be looked at by a level.
    #[inline]
    fn next_in_line(&mut self, level: u64) -> Option<u32> {
        let &(_, link) = self.line.get(self.at).filter(|next| next.0 <= level)?;
        self.at += 1;
        Some(link)
    }

    /// Whether to start over: the order is of no use.
    #[inline]
    fn is_lost(&self) -> bool {
        let waiting = self.at < self.line.len() || !self.unsure.is_empty() || !self.all;
        self.overflow >> 63 != 0 || (self.returns > RETURNS_MAX && waiting)
    }

    /// The next filling looks at candidates earlier if this one has gone back often, else later.
    fn learn(&mut self) {
        self.wider = if self.returns > 2 { (self.wider + 1).min(WIDER_MAX) } else { self.wider.saturating_sub(1) };
    }
}

impl Sum {
    /// Flows of so much weight are frozen at a level. A sum that grows beyond 64 bits is noticed by the filling.
    #[inline]
    fn add(&mut self, level: u64, weight: u32) {
        self.rate = self.rate.wrapping_add(level.wrapping_mul(u64::from(weight)));
        self.weight = self.weight.wrapping_add(u64::from(weight));
    }

    /// The opposite of [`Sum::add`].
    #[inline]
    fn take(&mut self, level: u64, weight: u32) {
        self.rate = self.rate.wrapping_sub(level.wrapping_mul(u64::from(weight)));
        self.weight = self.weight.wrapping_sub(u64::from(weight));
    }
}

impl Link {
    #[inline]
    fn is_covered(&self) -> bool {
        self.ample || !self.covers.is_empty()
    }
}

/// The two highest levels of a link's flows.
#[derive(Default)]
struct Top {
    highest: u64,
    /// Of the flows at the highest level.
    weight: u64,
    /// The highest level below.
    next: u64,
    /// Of all flows.
    all: u64,
    rate: u128,
}

impl Top {
    fn of(flows: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut top = Self::default();
        for (level, weight) in flows {
            top.all += weight;
            top.rate += u128::from(level) * u128::from(weight);
            match level.cmp(&top.highest) {
                Ordering::Greater => (top.next, top.highest, top.weight) = (top.highest, level, weight),
                Ordering::Equal => top.weight += weight,
                Ordering::Less => top.next = top.next.max(level),
            }
        }
        top
    }

    /// Where a link of this capacity stops, if that is surely not below the highest level: its flows fit, and this lies at least as
    /// many steps above the next as they are. Proof: at λ below the highest level the link stops only if its capacity is less than
    /// Σ min(rate, λ + 1) over the flows of λ or more and the rates of the others. That exceeds the sum of the rates only
    /// by flows at λ, a step each; those of the highest level make up for them.
    fn stop(&self, capacity: u64) -> Option<u64> {
        let room = u128::from(capacity).checked_sub(self.rate)?;
        let apart = self.highest - self.next >= self.all;
        let full = room < u128::from(self.weight);
        apart.then_some(if full { self.highest } else { OPEN })
    }
}

impl Load {
    /// The level at which a link would stop where so much is frozen; none if no flow rises on it or what is frozen is too much.
    #[inline]
    fn share(self, frozen: Sum) -> Option<u64> {
        self.capacity.checked_sub(frozen.rate)?.checked_div(self.weight - frozen.weight)
    }

    /// Whether it is enough for all flows at this level.
    #[inline]
    fn carries(self, level: u64) -> bool {
        u128::from(level) * u128::from(self.weight) <= u128::from(self.capacity)
    }

    /// Whether all frozen flows of a link could have a step more.
    #[inline]
    fn has_room(self, frozen: Sum) -> bool {
        frozen.rate.saturating_add(frozen.weight) <= self.capacity
    }
}

impl Filling {
    /// `bundled`: links and flows stand for several that are alike.
    pub(super) fn new(bundled: bool) -> Self {
        Self {
            indices: Indices { bundled, ..Indices::default() },
            links: Vec::new(),
            loads: Vec::new(),
            levels: Vec::new(),
            before: Vec::new(),
            sums: Vec::new(),
            flows: Vec::new(),
            owners: Vec::new(),
            hops: Pool::default(),
            admitted: 0,
            solve: 0,
            steps: Vec::new(),
            checkpoints: Checkpoints::default(),
            disturbance: Disturbance { any: false, links: Vec::new(), fresh: Vec::new(), floor: OPEN },
            progress: Progress::default(),
            repair: Repair::default(),
            outcome: Outcome::default(),
        }
    }

    fn add(&mut self, id: LinkId, capacity: u64, ceiling: bool) -> u32 {
        self.links.push(Link {
            id,
            owned_weight: 0,
            ceiling,
            dirty: false,
            covers: Vec::new(),
            ample: false,
            highest: 0,
            noted: 0,
            guess: 0,
            flows: Vec::new(),
            owned: 0,
            row: Row::default(),
            tops: Tops::default(),
            limit: (0, 0),
        });
        self.loads.push(Load { capacity, weight: 0 });
        let level = if ceiling { capacity } else { OPEN };
        self.levels.push(level);
        self.before.push(level);
        self.sums.push(Sum::default());
        self.indices.places.push(NONE);
        self.links.len() as u32 - 1
    }

    /// The link with an index in `sharing`.
    pub(super) fn link(&mut self, index: u32, id: LinkId, capacity: u64) -> u32 {
        if let Some(own) = self.indices.link(index as usize) {
            return own;
        }
        let own = self.add(id, capacity, false);
        let links = &mut self.indices.links;
        links.resize(links.len().max(index as usize + 1), NONE);
        links[index as usize] = own;
        own
    }

    fn ceiling(&mut self, level: u64) -> u32 {
        match self.indices.ceilings.binary_search_by_key(&level, |ceiling| ceiling.0) {
            Ok(at) => self.indices.ceilings[at].1,
            Err(at) => {
                let index = self.add(LinkId(u32::MAX), level, true);
                self.indices.ceilings.insert(at, (level, index));
                index
            }
        }
    }

    /// Links and ceilings.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// Flows that are admitted, or units for those that they stand for.
    pub(super) fn flows(&self) -> usize {
        self.admitted
    }

    pub(super) fn is_ceiling(&self, owner: u32) -> bool {
        self.links[owner as usize].ceiling
    }

    /// What froze an admitted flow.
    #[inline]
    pub(super) fn owner(&self, flow: u32) -> u32 {
        self.owners[flow as usize]
    }

    /// The level of a link or ceiling.
    #[inline]
    pub(super) fn level(&self, owner: u32) -> u64 {
        self.levels[owner as usize]
    }

    /// The level of a link with an index in `sharing`; open if it froze no flow.
    pub(super) fn level_of_link(&self, index: usize) -> u64 {
        self.indices.link(index).map_or(OPEN, |own| self.levels[own as usize])
    }

    /// Whether flows have come, gone or changed since the last solve.
    #[inline]
    pub(super) fn is_dirty(&self) -> bool {
        self.disturbance.any
    }

    /// The flows over a link with an index in `sharing`.
    pub(super) fn flows_over(&self, index: u32) -> impl ExactSizeIterator<Item = u32> {
        let own = self.indices.link(index as usize);
        let flows: &[Entry] = own.map_or(&[], |own| &self.links[own as usize].flows);
        flows.iter().map(|entry| entry.flow)
    }

    /// Admits a flow over links (this module's indices) that stands for `count`. `level`: its level at the last solve, or `UNSEEN`.
    pub(super) fn admit(&mut self, flow: u32, route: &[Pass], ceiling: u64, count: u32, level: u64) {
        let group = self.ceiling(ceiling);
        let mut hops = self.hops.list(route.iter().map(|pass| Hop { link: pass.link, position: 0 }));
        self.hops.push(&mut hops, Hop { link: group, position: 0 });
        route.iter().for_each(|&pass| self.cover(pass, route, ceiling));
        for (at, &Pass { link: index, weight }) in hops.range().zip(route) {
            let link = &mut self.links[index as usize];
            self.hops[at].position = link.flows.len() as u32;
            link.flows.push(Entry { flow, hop: at as u32, owner: NONE, weight });
            self.loads[index as usize].weight += u64::from(weight);
            self.touch(index);
        }
        self.loads[group as usize].weight += 1;
        self.disturbance.reach(ceiling);
        self.disturbance.fresh.push(flow);
        let state = Flow { count, level, ceiling, moved: 0, hops };
        if flow as usize >= self.flows.len() {
            self.flows.resize(flow as usize + 1, Flow { hops: Segment::default(), count: 0, ..state });
            self.owners.resize(flow as usize + 1, NONE);
        }
        self.flows[flow as usize] = state;
        self.owners[flow as usize] = NONE;
        self.admitted += count as usize;
    }

    /// A flow with a route comes to a link: what covers it from now on.
    fn cover(&mut self, pass: Pass, route: &[Pass], ceiling: u64) {
        let Pass { link: index, weight } = pass;
        let own = self.loads[index as usize];
        let all = Load { weight: own.weight + u64::from(weight), ..own };
        let link = &mut self.links[index as usize];
        if own.weight == 0 {
            // Of links that have been idle, the order keeps one from covering what covers it.
            let covers = |&other: &u32| {
                let Load { capacity, weight } = self.loads[other as usize];
                capacity < own.capacity || (capacity == own.capacity && (weight > 0 || index < other))
            };
            link.covers.clear();
            if !self.indices.bundled {
                let others = route.iter().map(|pass| pass.link);
                link.covers.extend(others.filter(|other| *other != index && covers(other)));
            }
            (link.ample, link.highest) = (all.carries(ceiling), ceiling);
            if !link.is_covered() {
                self.count(index);
            }
        } else if link.is_covered() {
            link.covers.retain(|other| route.iter().any(|pass| pass.link == *other));
            link.highest = link.highest.max(ceiling);
            link.ample &= all.carries(link.highest);
            if !link.is_covered() {
                self.uncover(index);
            }
        }
    }

    /// A link is no longer idle or covered.
    fn count(&mut self, index: u32) {
        let Indices { counted, places, .. } = &mut self.indices;
        if places[index as usize] == NONE {
            places[index as usize] = counted.len() as u32;
            counted.push(index);
            self.sums[index as usize] = Sum::default();
            self.repair.forget(index);
        }
    }

    /// A link becomes idle.
    fn uncount(&mut self, index: u32) {
        let Indices { counted, places, .. } = &mut self.indices;
        let place = std::mem::replace(&mut places[index as usize], NONE);
        if place != NONE {
            counted.swap_remove(place as usize);
            if let Some(&moved) = counted.get(place as usize) {
                places[moved as usize] = place;
            }
        }
    }

    /// A link that was covered counts from now on: its flows so far are entered where they are frozen.
    fn uncover(&mut self, index: u32) {
        self.count(index);
        self.links[index as usize].guess = 0;
        for point in &mut self.checkpoints.points {
            point.sums.resize(point.sums.len().max(index as usize + 1), Sum::default());
            point.sums[index as usize] = Sum::default();
            point.counted.push(index);
        }
        for at in 0..self.links[index as usize].flows.len() {
            let Entry { flow, weight, .. } = self.links[index as usize].flows[at];
            let owner = self.owners[flow as usize];
            self.links[index as usize].flows[at].owner = owner;
            if owner == NONE {
                continue;
            }
            self.links[owner as usize].row.add(index, weight);
            let level = self.levels[owner as usize];
            self.sums[index as usize].add(level, weight);
            for point in self.checkpoints.points.iter_mut().filter(|point| level <= point.level) {
                point.sums[index as usize].add(level, weight);
            }
        }
    }

    /// Takes a flow off its links.
    pub(super) fn withdraw(&mut self, flow: u32) {
        self.mark_change(flow);
        self.disown(flow);
        let Flow { count, hops, .. } = self.flows[flow as usize];
        for at in hops.range() {
            let Hop { link: index, position } = self.hops[at];
            let link = &mut self.links[index as usize];
            let mut weight = 1;
            if !link.ceiling {
                weight = link.flows.swap_remove(position as usize).weight;
                if let Some(moved) = link.flows.get(position as usize) {
                    self.hops[moved.hop as usize].position = position;
                }
            }
            let load = &mut self.loads[index as usize];
            load.weight -= u64::from(weight);
            if load.weight == 0 {
                self.uncount(index);
            }
        }
        self.flows[flow as usize].count = 0;
        self.hops.release(&mut self.flows[flow as usize].hops);
        self.admitted -= count as usize;
    }

    /// Changes the weight of an admitted flow to another, above zero.
    pub(super) fn resize(&mut self, flow: u32, weight: u32) {
        let Flow { hops, .. } = self.flows[flow as usize];
        let owner = self.owners[flow as usize];
        self.mark_change(flow);
        self.disown(flow);
        for at in hops.range() {
            let Hop { link: index, position } = self.hops[at];
            let link = &mut self.links[index as usize];
            if link.ceiling {
                continue;
            }
            let old = std::mem::replace(&mut link.flows[position as usize].weight, weight);
            let load = &mut self.loads[index as usize];
            load.weight = load.weight - u64::from(old) + u64::from(weight);
            if link.ample && !load.carries(link.highest) {
                link.ample = false;
                if !link.is_covered() {
                    self.uncover(index);
                    self.touch(index);
                }
            }
        }
        if owner != NONE {
            self.own(flow, owner);
        }
    }

    /// An admitted flow goes or changes.
    fn mark_change(&mut self, flow: u32) {
        let Flow { hops, ceiling, .. } = self.flows[flow as usize];
        let owner = self.owners[flow as usize];
        self.disturbance.reach(if owner == NONE { ceiling } else { self.levels[owner as usize] });
        for at in hops.range() {
            self.touch(self.hops[at].link);
        }
    }

    fn touch(&mut self, index: u32) {
        let link = &mut self.links[index as usize];
        if !link.dirty && !link.ceiling && !link.is_covered() {
            link.dirty = true;
            self.disturbance.reach(self.levels[index as usize]);
            self.disturbance.links.push(index);
        }
    }

    /// The link that decides a flow's level, the smallest identifier if there are several; none if its ceiling does.
    pub(super) fn bottleneck(&mut self, flow: u32) -> Option<LinkId> {
        let owner = self.owners[flow as usize];
        if self.links[owner as usize].ceiling {
            return None;
        }
        let level = self.levels[owner as usize];
        let mut found = self.links[owner as usize].id;
        for at in self.flows[flow as usize].hops.range() {
            let link = self.hops[at].link;
            if self.links[link as usize].id < found && self.limit(link) == level {
                found = self.links[link as usize].id;
            }
        }
        Some(found)
    }

    /// As [`Filling::limit`], of the link with an index in `sharing`.
    pub(super) fn limit_of_link(&mut self, index: usize) -> u64 {
        self.indices.link(index).map_or(OPEN, |own| self.limit(own))
    }

    /// The level at which a link stops, whether it freezes flows or others that stop there have frozen them all.
    fn limit(&mut self, index: u32) -> u64 {
        let level = self.levels[index as usize];
        let (link, own) = (&self.links[index as usize], self.loads[index as usize]);
        if link.ample {
            return OPEN;
        }
        if let Some(&cover) = link.covers.first() {
            let other = self.loads[cover as usize];
            if (own.weight, own.capacity) == (other.weight, other.capacity) {
                return self.limit(cover);
            }
            // The cover carries another flow, or its capacity is less, by as much as a step for each of this one's.
            let more = other.weight > own.weight && self.lowest() >= own.weight;
            if more || own.capacity - other.capacity >= own.weight {
                return OPEN;
            }
        } else if level != OPEN || own.has_room(self.sums[index as usize]) {
            return level;
        }
        if link.limit.0 != self.solve {
            self.links[index as usize].limit = (self.solve, self.least_stop(index).0);
        }
        self.links[index as usize].limit.1
    }

    /// The least solution of a link's equation for the levels of its flows, and the highest of these; OPEN if they leave room.
    fn least_stop(&self, index: u32) -> (u64, u64) {
        let capacity = self.loads[index as usize].capacity;
        let top = Top::of(self.solved_flows(index));
        let stop = top.stop(capacity).unwrap_or_else(|| self.least_stop_in_order(index));
        (stop, top.highest)
    }

    /// The levels and weights of a link's flows that have an owner.
    fn solved_flows(&self, index: u32) -> impl Iterator<Item = (u64, u64)> {
        let owned = |entry: &Entry| {
            let owner = self.owners[entry.flow as usize];
            (owner != NONE).then(|| (self.levels[owner as usize], u64::from(entry.weight)))
        };
        self.links[index as usize].flows.iter().filter_map(owned)
    }

    #[cold]
    fn least_stop_in_order(&self, index: u32) -> u64 {
        let mut items: Vec<_> = self.solved_flows(index).collect();
        items.sort_unstable();
        let (mut room, mut weight) =
            (self.loads[index as usize].capacity, items.iter().map(|item| item.1).sum::<u64>());
        for (level, own) in items {
            let share = room / weight;
            if level >= share {
                return share;
            }
            room -= level * own;
            weight -= own;
        }
        OPEN
    }

    /// Computes all levels; `outcome` has what changed.
    pub(super) fn solve(&mut self) {
        self.solve += 1;
        self.outcome.clear();
        if !self.repair() {
            self.guess_owners();
            self.resume();
            self.progress.spent = LINK * self.indices.counted.len();
            self.fill();
            self.conclude();
        }
        self.compare();
        for link in self.disturbance.links.drain(..) {
            self.links[link as usize].dirty = false;
        }
        (self.disturbance.floor, self.disturbance.any) = (OPEN, false);
    }
}
