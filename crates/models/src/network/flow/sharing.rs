//! The state of sharing: the links under load, the flows over them, and each flow's level. The solvers are `wave` and
//! `from_scratch`.
//!
//! # The allocation
//! A *flow* f has a route, a weight w_f, a ceiling β_f and a number of equal members. All members of a flow of level
//! λ_f get the rate λ_f · w_f. Levels are integers (rates in steps of a millionth of a byte per second, see
//! `scale`), and the allocation is:
//!
//! > raise all levels from zero in single steps; before a step, every flow that has reached its ceiling stops, and
//! > every link on which the flows still rising would not fit after one more step stops all of them at once.
//!
//! So link L stops at Λ_L = the least λ with ⌊(C_L − Σ_{λ_f < λ} λ_f w_f) / Σ_{λ_f ≥ λ} w_f⌋ ≤ λ, and
//! λ_f = min(β_f, min over its route of Λ_L): weighted max-min fairness up to one step (Bertsekas and Gallager,
//! Data Networks, 2nd edition, §6.5.2).
//!
//! These equations have exactly one solution: whether anything stops at λ depends only on the flows that stopped
//! strictly below λ (induction over λ). Hence any levels that satisfy them everywhere are *the* levels, bit for bit. As all
//! sums are sums of integers, the order of links and flows does not matter.

use super::pool::{Pool, Segment};
use units::{LinkId, Time};

/// No level: the link limits no flow.
pub(super) const OPEN: u64 = u64::MAX;
/// Marks a flow whose level has not been reported yet.
pub(super) const UNSEEN: u64 = u64::MAX;

/// The least weight where weights differ, so that levels fit 64 bits.
pub(super) const WEIGHT_LEAST: u64 = 1 << 20;

/// A link of a route, and where the flow stands in that link's list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hop {
    pub(super) link: u32,
    position: u32,
}

/// A flow in a link's list, and which hop (index in the pool of hops) that is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) flow: u32,
    hop: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) id: LinkId,
    /// Steps, before the capacity factor.
    pub(super) bandwidth: u64,
    /// Steps.
    pub(super) capacity: u64,
    /// Demand of the flows whose level is below the link's.
    pub(super) fixed: u128,
    /// Weight of the others.
    pub(super) rest: u64,
    /// Weight of all flows.
    pub(super) total: u64,
    /// No flow below the link's level is above this.
    pub(super) near: u64,
    /// Its place in the wave: the key of its valid heap entry.
    pub(super) key: u64,
    /// The level its flows call for, if it was computed and nothing has changed since; else 0.
    pub(super) due: u64,
    pub(super) flows: Segment,
    /// Bits LOWERED, RAISED, DIRTY, ARRIVED.
    pub(super) flags: u8,
}

pub(super) const LOWERED: u8 = 1;
pub(super) const RAISED: u8 = 2;
pub(super) const DIRTY: u8 = 4;
pub(super) const ARRIVED: u8 = 8;

/// A flow: one or more members with the same route, weight and ceiling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub(super) level: u64,
    pub(super) ceiling: u64,
    pub(super) weight: u32,
    /// 0: not admitted.
    pub(super) members: u32,
    pub(super) route: Segment,
    /// The number of the solve that last touched it.
    pub(super) mark: u64,
    /// The instant in which it was admitted, if it got its rate then and no solve has touched it since; else [`Time::MAX`].
    settled: Time,
}

impl Flow {
    #[inline]
    pub(super) fn total_weight(&self) -> u64 {
        u64::from(self.weight) * u64::from(self.members)
    }
}

/// Figures of the solver, for the published tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Instants solved.
    pub solves: u64,
    /// Rates that a solve changed, first rates of new flows included.
    pub rate_changes: u64,
    /// Links whose level was computed over all their flows.
    pub scans: u64,
}

/// The state of the allocation.
#[derive(Debug)]
pub(super) struct Sharing {
    /// Rate = level · weight >> `fraction`.
    pub(super) fraction: u32,
    /// Index + 1 into `links` of every link of the machine; 0 if it has never been used.
    index: Vec<u32>,
    pub(super) links: Vec<Link>,
    /// The levels of `links`.
    pub(super) levels: Vec<u64>,
    pub(super) flows: Vec<Flow>,
    /// Marks of the classes of `flows`: a search for twins reads these first.
    pub(super) marks: Vec<u32>,
    free: Vec<u32>,
    pub(super) hops: Pool<Hop>,
    pub(super) entries: Pool<Entry>,
    /// Links changed since the last solve.
    pub(super) dirty: Vec<u32>,
    /// Flows touched since the last solve, with their levels then.
    pub(super) touched: Vec<(u32, u64)>,
    pub(super) solve: u64,
    /// The instant of what comes and goes now.
    pub(super) now: Time,
    pub(super) wave: super::wave::Wave,
    pub(super) statistics: SolverStatistics,
}

impl Sharing {
    /// For a machine of so many links; `fraction` bits of a weight count as one.
    pub(super) fn new(links: u32, fraction: u32) -> Self {
        Self {
            fraction,
            // Zeroed memory that is not touched costs nothing, so an idle machine is free.
            index: vec![0; links as usize],
            links: Vec::new(),
            levels: Vec::new(),
            flows: Vec::new(),
            marks: Vec::new(),
            free: Vec::new(),
            hops: Pool::default(),
            entries: Pool::default(),
            dirty: Vec::new(),
            touched: Vec::new(),
            solve: 1,
            now: Time::ZERO,
            wave: super::wave::Wave::default(),
            statistics: SolverStatistics::default(),
        }
    }

    /// The local index of a link; `describe` gives (bandwidth, capacity) in steps at its first use.
    #[inline]
    pub(super) fn link(&mut self, id: LinkId, describe: impl FnOnce() -> (u64, u64)) -> u32 {
        let index = self.index[id.index()];
        if index > 0 {
            return index - 1;
        }
        let (bandwidth, capacity) = describe();
        self.links.push(Link {
            id,
            bandwidth,
            capacity,
            fixed: 0,
            rest: 0,
            total: 0,
            near: 0,
            key: OPEN,
            due: 0,
            flows: Segment::default(),
            flags: 0,
        });
        self.levels.push(OPEN);
        self.index[id.index()] = self.links.len() as u32;
        self.links.len() as u32 - 1
    }

    /// A flow that is not admitted yet: it has a route but uses nothing.
    #[inline(always)]
    pub(super) fn reserve(&mut self, route: &[u32], weight: u32, bound: u64) -> u32 {
        let route = self.hops.list(route.iter().map(|&link| Hop { link, position: 0 }));
        // Most machines have flows of one weight: no division.
        let ceiling = if (self.fraction, weight) == (0, 1) { bound } else { self.share(bound, weight.into()) };
        let flow =
            Flow { level: 0, ceiling: ceiling.min(1 << 63), weight, members: 0, route, mark: 0, settled: Time::MAX };
        if let Some(index) = self.free.pop() {
            self.flows[index as usize] = flow;
            return index;
        }
        self.flows.push(flow);
        self.flows.len() as u32 - 1
    }

    /// Gives back a flow that is not admitted.
    #[inline]
    pub(super) fn release(&mut self, flow: u32) {
        debug_assert_eq!(self.flows[flow as usize].members, 0, "released while admitted");
        self.hops.release(&mut self.flows[flow as usize].route);
        self.free.push(flow);
    }

    /// The rate of a member at a level.
    #[inline]
    pub(super) fn rate_at(&self, weight: u32, level: u64) -> u64 {
        if self.fraction == 0 { level } else { ((u128::from(level) * u128::from(weight)) >> self.fraction) as u64 }
    }

    /// What a flow takes at a level.
    #[inline]
    pub(super) fn demand(&self, flow: &Flow, level: u64) -> u128 {
        u128::from(self.rate_at(flow.weight, level)) * u128::from(flow.members)
    }

    /// The level at which flows of a weight share a room.
    #[inline]
    pub(super) fn share(&self, room: u64, weight: u64) -> u64 {
        if self.fraction == 0 {
            return room / weight;
        }
        ((u128::from(room) << self.fraction) / u128::from(weight)).min(1 << 63) as u64
    }

    /// Whether a level is that at which flows of a weight share a room: [`Sharing::share`] without its division.
    #[inline]
    pub(super) fn is_share(&self, level: u64, room: u64, weight: u64) -> bool {
        if self.fraction > 0 {
            return self.share(room, weight) == level;
        }
        let taken = u128::from(level) * u128::from(weight);
        u128::from(room).checked_sub(taken).is_some_and(|left| left < u128::from(weight))
    }

    /// Admits a reserved flow with one member. True: it gets its ceiling and slows no other flow; else its rate is known after
    /// the next solve.
    #[inline(always)]
    pub(super) fn admit(&mut self, flow: u32) -> bool {
        let mut admitted = self.flows[flow as usize];
        admitted.members = 1;
        admitted.level = admitted.ceiling;
        for hop in self.hops.of(admitted.route) {
            admitted.level = admitted.level.min(self.levels[hop.link as usize]);
        }
        let (demand, weight) = (self.demand(&admitted, admitted.level), admitted.total_weight());
        let mut settled = admitted.level == admitted.ceiling;
        for hop in admitted.route.range() {
            let index = self.hops[hop].link as usize;
            let link = &mut self.links[index];
            self.hops[hop].position = link.flows.len() as u32;
            self.entries.push(&mut link.flows, Entry { flow, hop: hop as u32 });
            link.add(self.levels[index], admitted.level, demand, weight);
            if self.levels[index] != OPEN || !self.agrees(index) {
                settled = false;
                self.dirty(index, ARRIVED);
            }
        }
        if settled {
            admitted.settled = self.now;
            self.statistics.rate_changes += 1;
        } else {
            admitted.settled = Time::MAX;
            admitted.mark = self.solve;
            self.touched.push((flow, UNSEEN));
        }
        self.flows[flow as usize] = admitted;
        settled
    }

    /// Takes an admitted flow off its links; it stays reserved.
    #[inline]
    pub(super) fn withdraw(&mut self, flow: u32) {
        let gone = self.flows[flow as usize];
        let (demand, weight) = (self.demand(&gone, gone.level), gone.total_weight());
        for hop in gone.route.range() {
            let Hop { link: index, position } = self.hops[hop];
            let link = &mut self.links[index as usize];
            if let Some(moved) = self.entries.swap_remove(&mut link.flows, position) {
                self.hops[moved.hop as usize].position = position;
            }
            link.take(self.levels[index as usize], gone.level, demand, weight);
            if link.flows.is_empty() {
                debug_assert!(link.fixed == 0 && link.total == 0, "sums of an idle link");
                self.levels[index as usize] = OPEN;
            } else if self.levels[index as usize] != OPEN {
                // An open link that agrees with its flows agrees with fewer of them, too.
                self.dirty(index as usize, 0);
            }
        }
        self.flows[flow as usize].members = 0;
    }

    /// Changes the number of members of an admitted flow to another, above zero.
    pub(super) fn resize(&mut self, flow: u32, members: u32) {
        let old = self.flows[flow as usize];
        self.flows[flow as usize].members = members;
        let new = self.flows[flow as usize];
        let (less, more) = (self.demand(&old, old.level), self.demand(&new, old.level));
        let flag = if members > old.members { ARRIVED } else { 0 };
        for hop in old.route.range() {
            let index = self.hops[hop].link as usize;
            let level = self.levels[index];
            self.links[index].take(level, old.level, less, old.total_weight());
            self.links[index].add(level, old.level, more, new.total_weight());
            self.dirty(index, flag);
        }
    }

    /// How many flows are admitted or reserved.
    pub(super) fn flows_reserved(&self) -> usize {
        self.flows.len() - self.free.len()
    }

    /// Whether a flow's route contains a link twice.
    pub(super) fn is_loop(&self, flow: u32) -> bool {
        let hops = self.hops.of(self.flows[flow as usize].route);
        hops.iter().enumerate().any(|(at, hop)| hops[..at].iter().any(|other| other.link == hop.link))
    }

    /// Takes all flows off their links, between solves; they keep their members.
    pub(super) fn clear(&mut self) {
        for (link, level) in self.links.iter_mut().zip(&mut self.levels) {
            self.entries.release(&mut link.flows);
            link.reset();
            link.due = 0;
            *level = OPEN;
        }
    }

    /// Puts a flow with members back onto its links; [`Sharing::restore_links`] does the rest.
    pub(super) fn restore(&mut self, flow: u32, level: u64) {
        let state = &mut self.flows[flow as usize];
        state.level = level;
        for hop in state.route.range() {
            let list = &mut self.links[self.hops[hop].link as usize].flows;
            self.hops[hop].position = list.len() as u32;
            self.entries.push(list, Entry { flow, hop: hop as u32 });
        }
    }

    /// Sets the links' levels, where flows have theirs. `dirty`: flows have come or gone since these were solved.
    pub(super) fn restore_links(&mut self, dirty: bool, level: impl Fn(usize) -> u64) {
        for index in 0..self.links.len() {
            if !self.links[index].flows.is_empty() {
                self.levels[index] = level(index);
                self.refresh(index);
                if dirty {
                    self.dirty(index, ARRIVED);
                }
            }
        }
    }

    #[inline]
    fn dirty(&mut self, index: usize, flag: u8) {
        let link = &mut self.links[index];
        if link.flags & DIRTY == 0 {
            self.dirty.push(index as u32);
        }
        link.flags |= DIRTY | flag;
    }

    /// Collects the flows whose level is not what it was at the last solve.
    #[inline]
    pub(super) fn report(&mut self, changed: &mut Vec<u32>) {
        for &(flow, old) in &self.touched {
            let now = &self.flows[flow as usize];
            if now.members > 0 && now.level != old {
                changed.push(flow);
            }
        }
        self.touched.clear();
        self.solve += 1;
        self.statistics.solves += 1;
        self.statistics.rate_changes += changed.len() as u64;
    }

    /// Remembers a flow's level before its first change of this solve.
    #[inline]
    pub(super) fn touch(&mut self, flow: u32) {
        let solve = self.solve;
        let state = &mut self.flows[flow as usize];
        if state.mark != solve {
            state.mark = solve;
            // A rate that it has had for no time does not count.
            let unseen = std::mem::replace(&mut state.settled, Time::MAX) == self.now;
            self.statistics.rate_changes -= u64::from(unseen);
            self.touched.push((flow, if unseen { UNSEEN } else { state.level }));
        }
    }
}

impl Link {
    /// Counts a flow of `level`, this link's level being `own`.
    #[inline]
    pub(super) fn add(&mut self, own: u64, level: u64, demand: u128, weight: u64) {
        self.due = 0;
        self.total += weight;
        if level < own {
            self.fixed += demand;
            self.near = self.near.max(level);
        } else {
            self.rest += weight;
        }
    }

    /// The opposite of [`Link::add`]; `near` stays a bound.
    #[inline]
    pub(super) fn take(&mut self, own: u64, level: u64, demand: u128, weight: u64) {
        self.due = 0;
        self.total -= weight;
        if level < own {
            self.fixed -= demand;
        } else {
            self.rest -= weight;
        }
    }

    /// A flow's level changes, and with it what it takes: [`Link::take`] and [`Link::add`].
    #[inline]
    pub(super) fn change(&mut self, own: u64, (old, less): (u64, u128), (new, more): (u64, u128), weight: u64) {
        self.due = 0;
        match (old < own, new < own) {
            (true, true) => self.fixed = self.fixed - less + more,
            (true, false) => {
                self.fixed -= less;
                self.rest += weight;
            }
            (false, true) => {
                self.fixed += more;
                self.rest -= weight;
            }
            (false, false) => return,
        }
        if new < own {
            self.near = self.near.max(new);
        }
    }

    /// Forgets its flows, which [`Link::add`] then counts anew.
    #[inline]
    pub(super) fn reset(&mut self) {
        (self.fixed, self.rest, self.total, self.near) = (0, 0, 0, 0);
    }
}
