//! The state of the flow model's max-min fair allocation: the links under load, the flows over them, and each flow's *level*,
//! its rate divided by its weight. The solver is `wave`.
//!
//! # The allocation
//! A *flow* f has a route, a weight w_f and a ceiling β_f of its level. At level λ_f it gets the rate λ_f · w_f. Levels are
//! integers (rates in steps of a millionth of a byte per second, see `scale`). The allocation is the result of this procedure:
//!
//! > Raise all levels from zero in single steps. Before each step, a flow stops if it has reached its ceiling. A link stops all
//! > of its flows that still rise if one more step would make the sum of its flows' rates exceed its capacity.
//!
//! Let Λ_L be the level at which link L, of capacity C_L, stops its flows. It is the least λ with
//! ⌊(C_L − Σ_{λ_f < λ} λ_f w_f) / Σ_{λ_f ≥ λ} w_f⌋ ≤ λ, with sums over the flows of L. The level of flow f is λ_f = min(β_f,
//! least Λ_L of the links on its route). This is weighted max-min fairness up to one step (Bertsekas and Gallager, Data
//! Networks, 2nd edition, §6.5.2).
//!
//! These equations have exactly one solution: whether anything stops at λ depends only on the flows that stopped strictly below
//! λ (induction over λ). Hence levels that satisfy the equations at all links and flows are this solution, bit for bit, however
//! they were found. As all sums are sums of integers, the order of links and flows does not matter.

use super::pool::{Pool, Segment};
use units::{LinkId, Time};

/// No level: the link limits no flow.
pub(super) const OPEN: u64 = u64::MAX;
/// Marks a flow whose level has not been reported yet.
pub(super) const UNSEEN: u64 = u64::MAX;

/// The least weight where weights differ, so that levels fit 64 bits.
pub(super) const WEIGHT_LEAST: u64 = 1 << 20;

/// A flow in a link's list, and which hop (index in the pool of hops) that is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) flow: u32,
    pub(super) hop: u32,
}

/// A link of a route, and where the flow stands in that link's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hop {
    pub(super) link: u32,
    pub(super) position: u32,
}

/// A link that has been used. Two lines of a cache, what a flow's move reads first.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(128))]
pub(super) struct Link {
    /// As in [`Sharing::levels`].
    pub(super) level: u64,
    /// Steps.
    pub(super) capacity: u64,
    /// Demand of the flows whose level is below the link's.
    pub(super) fixed: u128,
    /// Weight of the others.
    pub(super) rest: u64,
    /// No flow below the link's level is above this.
    pub(super) near: u64,
    /// Up to when `debt` is counted.
    pub(super) counted: Time,
    /// The flows at the link's level are the first so many of its list: it limits them.
    pub(super) owned: u32,
    /// Bits LOWERED, RAISED, DIRTY, ARRIVED, OWES, KNOWN.
    pub(super) flags: u8,
    /// What its flows should have received beyond what they have, up to `counted`, since the level was set: a volume.
    pub(super) debt: i128,
    /// Weight of all flows.
    pub(super) total: u64,
    /// What its flows lack of its capacity since then, once an instant is solved: steps.
    pub(super) lack: i64,
    /// Its place in the wave: the key of its valid heap entry.
    pub(super) key: u64,
    pub(super) flows: Segment,
    pub(super) id: LinkId,
    /// The solve that visited it last, and how often.
    pub(super) visits: (u32, u32),
}

const _: () = assert!(size_of::<Link>() == 128);

impl Link {
    /// Brings what it owes up to now, before its sums or its level change.
    #[inline]
    pub(super) fn count_debt(&mut self, now: Time) {
        if self.counted != now {
            if self.lack != 0 {
                self.debt += i128::from(self.lack) * i128::from((now - self.counted).ps());
            }
            self.counted = now;
        }
    }

    /// Moves an entry of its list to those that it limits.
    #[inline]
    pub(super) fn own(&mut self, position: u32, entries: &mut Pool<Entry>, hops: &mut Pool<Hop>) {
        self.swap(position, self.owned, entries, hops);
        self.owned += 1;
    }

    /// Moves an entry of its list from those that it limits to the others.
    #[inline]
    pub(super) fn disown(&mut self, position: u32, entries: &mut Pool<Entry>, hops: &mut Pool<Hop>) {
        self.owned -= 1;
        self.swap(position, self.owned, entries, hops);
    }

    #[inline]
    fn swap(&self, position: u32, to: u32, entries: &mut Pool<Entry>, hops: &mut Pool<Hop>) {
        if position != to {
            let entries = entries.of_mut(self.flows);
            let (one, other) = (entries[position as usize], entries[to as usize]);
            (entries[position as usize], entries[to as usize]) = (other, one);
            hops[one.hop as usize].position = to;
            hops[other.hop as usize].position = position;
        }
    }
}

pub(super) const LOWERED: u8 = 1;
pub(super) const RAISED: u8 = 2;
pub(super) const DIRTY: u8 = 4;
pub(super) const ARRIVED: u8 = 8;
/// What it owes is to be paid.
pub(super) const OWES: u8 = 16;
/// Its key is the level that its flows call for.
pub(super) const KNOWN: u8 = 32;

/// What a flow takes of each of its links.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) level: u64,
    pub(super) weight: u32,
    /// It is on its links.
    pub(super) admitted: bool,
}

/// A flow. One line of a cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Flow {
    pub(super) share: Share,
    /// Of its level.
    pub(super) ceiling: u64,
    /// Its greatest rate, which weights do not round: steps.
    pub(super) bound: u64,
    pub(super) route: Segment,
    /// The number of the solve that last touched it.
    pub(super) mark: u32,
    /// Its message's, which is started with it.
    pub(super) token: u64,
    /// How many messages were started before.
    pub(super) sequence: u64,
}

const _: () = assert!(size_of::<Flow>() == 64);

/// Figures of the solver, for the published tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Instants solved.
    pub solves: u64,
    /// Rates that have changed at an instant, first rates of new flows included.
    pub rate_changes: u64,
    /// Links whose level was computed over all their flows.
    pub scans: u64,
}

/// Bits of a share that is 1.
pub(super) const SHARE_BITS: u32 = 20;
/// Greater sums of rates count as this.
const MOST: u64 = 1 << 61;

/// The state of the allocation.
#[derive(Debug)]
pub(super) struct Sharing {
    /// Rate = level · weight >> `fraction`.
    pub(super) fraction: u32,
    /// A link is solved where its level is off by more than this share of it, in 2^-20; 0: by a step.
    pub(super) error: u64,
    /// Index + 1 into `links` of every link of the machine; 0 if it has never been used.
    index: Vec<u32>,
    pub(super) links: Vec<Link>,
    /// The levels of `links`.
    pub(super) levels: Vec<u64>,
    /// Their bandwidths, before the capacity factor: steps.
    pub(super) bandwidths: Vec<u64>,
    pub(super) flows: Vec<Flow>,
    free: Vec<u32>,
    /// Routes.
    pub(super) hops: Pool<Hop>,
    pub(super) entries: Pool<Entry>,
    /// Links changed since the last solve.
    pub(super) dirty: Vec<u32>,
    /// Flows touched since the last solve, with their levels then.
    pub(super) touched: Vec<(u32, u64)>,
    /// Volumes that flows get beyond what their rates have given: by flow, before they are limited.
    pub(super) credits: Vec<(u32, i128)>,
    pub(super) solve: u32,
    /// The instant of what comes and goes now.
    pub(super) now: Time,
    pub(super) wave: super::wave::Wave,
    pub(super) statistics: SolverStatistics,
}

impl Sharing {
    /// For a machine of so many links; `fraction` bits of a weight count as one.
    pub(super) fn new(links: u32, fraction: u32, error: u64) -> Self {
        Self {
            fraction,
            error,
            // Zeroed memory that is not touched costs nothing, so an idle machine is free.
            index: vec![0; links as usize],
            links: Vec::new(),
            levels: Vec::new(),
            bandwidths: Vec::new(),
            flows: Vec::new(),
            free: Vec::new(),
            hops: Pool::default(),
            entries: Pool::default(),
            dirty: Vec::new(),
            touched: Vec::new(),
            credits: Vec::new(),
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
            level: OPEN,
            capacity,
            fixed: 0,
            rest: 0,
            total: 0,
            near: 0,
            owned: 0,
            flags: 0,
            debt: 0,
            counted: Time::ZERO,
            lack: 0,
            key: OPEN,
            flows: Segment::default(),
            id,
            visits: (0, 0),
        });
        self.levels.push(OPEN);
        self.bandwidths.push(bandwidth);
        self.index[id.index()] = self.links.len() as u32;
        self.links.len() as u32 - 1
    }

    /// The local index of a link that has been used.
    #[inline]
    pub(super) fn local(&self, id: u32) -> u32 {
        self.index[id as usize] - 1
    }

    /// A flow that is not admitted yet: it has a route but uses nothing. `message`: token and sequence.
    #[inline(always)]
    pub(super) fn reserve(&mut self, message: (u64, u64), route: &[u32], weight: u32, bound: u64) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| self.new_flow());
        // Most machines have flows of one weight: no division.
        let ceiling = if (self.fraction, weight) == (0, 1) { bound } else { self.share(bound, weight.into()) };
        let flow = &mut self.flows[index as usize];
        self.hops.fill(&mut flow.route, route.iter().map(|&link| Hop { link, position: 0 }));
        flow.share = Share { level: 0, weight, admitted: false };
        (flow.ceiling, flow.bound, flow.mark) = (ceiling.min(1 << 63), bound, 0);
        (flow.token, flow.sequence) = message;
        index
    }

    #[cold]
    fn new_flow(&mut self) -> u32 {
        self.flows.push(Flow::default());
        self.flows.len() as u32 - 1
    }

    /// How many flows are reserved or admitted.
    #[inline]
    pub(super) fn under_way(&self) -> usize {
        self.flows.len() - self.free.len()
    }

    /// The route of a flow.
    #[inline]
    pub(super) fn route(&self, flow: u32) -> &[Hop] {
        self.hops.of(self.flows[flow as usize].route)
    }

    /// Gives back a flow that is not admitted; the next one of its number takes the room of its route.
    #[inline]
    pub(super) fn release(&mut self, flow: u32) {
        debug_assert!(!self.flows[flow as usize].share.admitted, "released while admitted");
        self.free.push(flow);
    }

    /// The rate of a flow at a level.
    #[inline]
    pub(super) fn rate_at(&self, weight: u32, level: u64) -> u64 {
        if self.fraction == 0 { level } else { ((u128::from(level) * u128::from(weight)) >> self.fraction) as u64 }
    }

    /// What a flow takes.
    #[inline]
    pub(super) fn demand(&self, share: &Share) -> u128 {
        self.rate_at(share.weight, share.level).into()
    }

    /// The level at which flows of a weight share a room.
    #[inline]
    pub(super) fn share(&self, room: u64, weight: u64) -> u64 {
        if self.fraction == 0 {
            return room / weight;
        }
        ((u128::from(room) << self.fraction) / u128::from(weight)).min(1 << 63) as u64
    }

    /// Puts a reserved flow on its links. True: it gets its ceiling and slows no other flow; else its rate is known after
    /// the next solve.
    #[inline(always)]
    pub(super) fn admit(&mut self, flow: u32) -> bool {
        let Flow { share, ceiling, route, .. } = self.flows[flow as usize];
        let mut admitted = Share { level: ceiling, admitted: true, ..share };
        for hop in self.hops.of(route) {
            admitted.level = admitted.level.min(self.levels[hop.link as usize]);
        }
        let (demand, weight) = (self.demand(&admitted), u64::from(admitted.weight));
        let mut settled = admitted.level == ceiling;
        for hop in route.range() {
            let index = self.hops[hop].link as usize;
            let link = &mut self.links[index];
            link.count_debt(self.now);
            let level = link.level;
            let position = link.flows.len() as u32;
            self.hops[hop].position = position;
            self.entries.push(&mut link.flows, Entry { flow, hop: hop as u32 });
            link.total += weight;
            if admitted.level < level {
                link.fixed += demand;
                link.near = link.near.max(admitted.level);
            } else {
                link.rest += weight;
                link.own(position, &mut self.entries, &mut self.hops);
            }
            if level != OPEN || !self.agrees(index) {
                settled = false;
                self.dirty(index, ARRIVED);
            }
        }
        self.flows[flow as usize].mark = self.solve;
        self.touched.push((flow, UNSEEN));
        self.flows[flow as usize].share = admitted;
        settled
    }

    /// Takes an admitted flow off its links; it stays reserved.
    #[inline]
    pub(super) fn withdraw(&mut self, flow: u32) {
        let gone = self.flows[flow as usize].share;
        let (demand, weight) = (self.demand(&gone), u64::from(gone.weight));
        for hop in self.flows[flow as usize].route.range() {
            let index = self.hops[hop].link as usize;
            let link = &mut self.links[index];
            link.count_debt(self.now);
            let level = link.level;
            link.total -= weight;
            if gone.level < level {
                link.fixed -= demand;
            } else {
                link.rest -= weight;
                link.disown(self.hops[hop].position, &mut self.entries, &mut self.hops);
            }
            let position = self.hops[hop].position;
            if let Some(moved) = self.entries.swap_remove(&mut link.flows, position) {
                self.hops[moved.hop as usize].position = position;
            }
            if link.flows.is_empty() {
                debug_assert!(link.fixed == 0 && link.total == 0, "sums of an idle link");
                (link.near, link.debt, link.lack, link.level) = (0, 0, 0, OPEN);
                self.levels[index] = OPEN;
            } else if level != OPEN {
                // An open link that agrees with its flows agrees with fewer of them, too.
                self.dirty(index, 0);
            }
        }
        self.flows[flow as usize].share.admitted = false;
    }

    /// What the flows that a link limits take, in steps.
    #[inline]
    pub(super) fn taken(&self, link: &Link) -> u64 {
        let taken = if self.fraction == 0 {
            link.level.checked_mul(link.rest)
        } else {
            u64::try_from((u128::from(link.level) * u128::from(link.rest)) >> self.fraction).ok()
        };
        taken.unwrap_or(MOST).min(MOST)
    }

    /// Room of a link that its level leaves to its flows (above zero), or that they lack, in steps.
    #[inline]
    pub(super) fn lack(&self, index: usize) -> i64 {
        let link = &self.links[index];
        self.lack_of(link, if link.rest == 0 { 0 } else { self.taken(link) })
    }

    /// As `lack`, where the flows that a link limits take so much.
    #[inline]
    pub(super) fn lack_of(&self, link: &Link, taken: u64) -> i64 {
        let fixed = u64::try_from(link.fixed).unwrap_or(MOST).min(MOST) as i64;
        let lack = link.capacity.min(MOST) as i64 - fixed - taken as i64;
        // The free capacity of an open link is not a lack, nor is the remainder of a division.
        if link.level != OPEN && self.error > 0 && lack.unsigned_abs() > link.total { lack } else { 0 }
    }

    /// `error` of a rate.
    #[inline]
    pub(super) fn share_of(&self, rate: u64) -> u64 {
        (rate >> SHARE_BITS) * self.error
    }

    /// `error` of a volume.
    #[inline]
    pub(super) fn share_of_volume(&self, volume: u128) -> u128 {
        (volume >> SHARE_BITS) * u128::from(self.error)
    }

    #[inline]
    pub(super) fn dirty(&mut self, index: usize, flag: u8) {
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
            let now = &self.flows[flow as usize].share;
            if now.admitted && now.level != old {
                changed.push(flow);
            }
        }
        self.touched.clear();
        self.solve = self.solve.checked_add(1).unwrap_or_else(|| {
            self.flows.iter_mut().for_each(|flow| flow.mark = 0);
            1
        });
        self.statistics.rate_changes += changed.len() as u64;
    }

    /// Remembers a flow's level before its first change of this solve.
    #[inline]
    pub(super) fn touch(&mut self, flow: u32) {
        let state = &mut self.flows[flow as usize];
        if state.mark != self.solve {
            state.mark = self.solve;
            self.touched.push((flow, self.flows[flow as usize].share.level));
        }
    }
}
