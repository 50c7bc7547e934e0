//! What repairs of levels keep between solves: what they have gained, and the links to be looked at.

use super::super::sharing::OPEN;

/// No place.
const NONE: u32 = u32::MAX;

/// What is kept between solves, and working memory.
#[derive(Debug, Default)]
pub(super) struct Repair {
    /// By link: at least the highest level of what others froze there.
    pub(super) near: Vec<u64>,
    pub(super) queue: Queue,
    /// The last solve was a repair: no steps and checkpoints are known.
    pub(super) is_last: bool,
    /// No flow has a level below this.
    pub(super) lowest: u64,
    /// Average cost of a filling.
    pub(super) filling: usize,
    /// What repairs have cost less than fillings would, but for those in vain.
    gain: usize,
    /// Fillings before the next attempt, and attempts in a row that were in vain.
    pub(super) wait: u32,
    failures: u32,
    /// Is tried whatever it costs: in tests.
    pub(super) insists: bool,
    /// (level, flow, owner to be) of flows that a link may take or lose.
    pub(super) passing: Vec<(u64, u32, u32)>,
}

/// Links to be looked at, in about the order of their levels: from low to high, and again.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// By link: its place in `links`.
    places: Vec<u32>,
    links: Vec<u32>,
    /// A bit for each place.
    bits: Vec<u64>,
    /// The word of `bits` that is looked at.
    at: usize,
    /// Links taken since they were put in order.
    taken: usize,
}

impl Queue {
    /// Puts the links that count in the order of their levels, if that has not been done for long.
    pub(super) fn order(&mut self, counted: &[u32], levels: &[u64], stale: bool) {
        self.at = 0;
        if stale || self.taken > ORDER_KEPT * self.links.len() {
            self.taken = 0;
            self.links.drain(..).for_each(|link| self.places[link as usize] = NONE);
            self.places.resize(levels.len(), NONE);
            self.links.extend_from_slice(counted);
            self.links.sort_unstable_by_key(|link| (levels[*link as usize], *link));
            for (place, link) in self.links.iter().enumerate() {
                self.places[*link as usize] = place as u32;
            }
        }
        self.places.resize(levels.len(), NONE);
        self.bits.resize(self.links.len().div_ceil(64), 0);
    }

    /// Adds a link that may count only since the last solve.
    pub(super) fn add_new(&mut self, link: u32) {
        let place = &mut self.places[link as usize];
        if *place == NONE {
            *place = self.links.len() as u32;
            self.links.push(link);
            self.bits.resize(self.links.len().div_ceil(64), 0);
        }
        self.add(link);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, link: u32) {
        let place = self.places[link as usize] as usize;
        self.bits[place / 64] |= 1 << (place % 64);
    }

    /// The next link, if there is any.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u32> {
        for _ in 0..=self.bits.len() {
            let word = self.bits.get_mut(self.at)?;
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                self.taken += 1;
                return Some(self.links[self.at * 64 + bit]);
            }
            self.at = if self.at + 1 == self.bits.len() { 0 } else { self.at + 1 };
        }
        None
    }

    pub(super) fn clear(&mut self) {
        self.bits.fill(0);
    }
}

/// Links are put in order when so many times their number have been looked at.
const ORDER_KEPT: usize = 4;
/// What was gained counts against attempts in vain, up to so many fillings.
const GAIN_MAX: usize = 16;
/// After so many attempts in vain it is tried every 2^k-th time.
const FAILURES_MAX: u32 = 10;

impl Repair {
    /// A filling has cost so much.
    pub(super) fn filled(&mut self, cost: usize) {
        self.filling = (7 * self.filling + cost) / 8;
        self.is_last = false;
    }

    /// A repair has cost so much.
    pub(super) fn repaired(&mut self, cost: usize) {
        if cost > self.filling {
            return self.failed(cost - self.filling);
        }
        self.gain = (self.gain + self.filling - cost).min(GAIN_MAX * self.filling);
        self.failures = 0;
    }

    /// A repair has cost so much in vain.
    pub(super) fn failed(&mut self, cost: usize) {
        if self.gain < cost {
            self.failures = (self.failures + 1).min(FAILURES_MAX);
            self.wait = 1 << self.failures;
        }
        self.gain = self.gain.saturating_sub(cost);
    }

    /// What others froze on a link may have any level.
    pub(super) fn forget(&mut self, link: u32) {
        if let Some(near) = self.near.get_mut(link as usize) {
            *near = OPEN;
        }
    }
}
