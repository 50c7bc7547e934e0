//! Which form flows are kept in: that of sparse traffic or that of dense.
//!
//! Both give the same rates, so the choice decides cost alone, and counts of the solvers' work decide the choice: same traffic, same
//! choice, on every machine. A solve in one form adds to a *regret* what it has cost more than it would have in the other, or takes
//! off what it has cost less. When the regret reaches the price of changing twice, the form changes: so a run costs little more than
//! twice what it would with the form that is better for it, however long each lasts (the argument of the ski-rental problem: A. Borodin and R.
//! El-Yaniv, Online Computation and Competitive Analysis, 1998, chapter 1).
//!
//! What a solve would have cost in the form that is not in use is known in part:
//!
//! * In sparse form each rate that changes costs so much, as measured when that form was in use. A solve in dense form counts these
//!   changes, too.
//! * In dense form links are taken whether their levels change or not: as much as a solve has cost when that form was in use.
//!   Traffic changes, so that the figure is believed less and less, but the longer the more often the form has been tried in vain.

use super::filling::LINK;

/// When to change the form.
#[derive(Debug)]
pub(super) struct Choice {
    /// Starts and ends count at once. If not, only dense form lets one solve do for several instants.
    exact: bool,
    /// What the form in use has cost more than the other would have, at least zero.
    regret: u64,
    /// The most flows under way of late.
    flows: u64,
    /// Solves since the form has changed.
    solves: u32,
    /// Cost of a rate that changes, in sparse form.
    per_change: Average,
    /// Cost of a solve in dense form.
    dense: Average,
    /// How often in a row dense form has been left soon.
    failures: u32,
}

/// A running average of the last values.
#[derive(Clone, Copy, Debug)]
struct Average(u64);

/// Flows below which traffic is sparse.
const FLOWS_MIN: usize = 192;
/// A change of form and back costs so much a flow.
const PRICE: u64 = 800;
/// The most flows under way are remembered for about so many solves.
const FLOWS_KEPT: u64 = 512;
/// Costs, in entries of rows: of a flow that is scanned, of a rate that changes (with its dates and its links' sums).
const SCAN: u64 = 4;
const CHANGE: u64 = 60;
/// Dense form has been tried in vain if it was left after fewer solves.
const SOLVES_SOON: u32 = 256;
/// What dense form costs is believed for about 2^10 solves, and up to 2^6 times as many after failures.
const BELIEF: u32 = 10;
const FAILURES_MAX: u32 = 6;

impl Choice {
    pub(super) fn new(exact: bool) -> Self {
        Self {
            exact,
            regret: 0,
            flows: 0,
            solves: 0,
            per_change: Average::of(CHANGE + 4 * SCAN),
            dense: Average::of(0),
            failures: 0,
        }
    }

    /// Counts a solve in sparse form that has scanned so many flows and changed so many rates, on so many links ever used; whether to
    /// change the form. A solve that does little is not worth counting.
    #[inline]
    pub(super) fn solved_sparse(&mut self, (scanned, changes): (usize, usize), flows: usize, links: usize) -> bool {
        (flows >= FLOWS_MIN || self.regret > 0) && self.prefers_dense((scanned, changes), flows, links)
    }

    fn prefers_dense(&mut self, (scanned, changes): (usize, usize), flows: usize, links: usize) -> bool {
        let cost = scanned as u64 * SCAN + changes as u64 * CHANGE;
        if changes > 0 {
            self.per_change.follow(cost / changes as u64);
        }
        let other = if self.exact { self.dense.get() } else { 0 };
        self.dense.fade(BELIEF + self.failures);
        self.changes(cost, other.max((LINK * links) as u64), flows as u64) && flows >= FLOWS_MIN
    }

    /// Counts a solve in dense form; whether to change.
    pub(super) fn solved_dense(&mut self, cost: u64, changes: u64, flows: usize) -> bool {
        self.dense.follow(cost);
        // With a tolerance little traffic is not to be late.
        let other = if self.exact || flows >= FLOWS_MIN { changes * self.per_change.get() } else { 0 };
        let soon = self.solves < SOLVES_SOON;
        let leaves = self.changes(cost, other, flows as u64);
        if leaves && soon {
            self.failures = (self.failures + 1).min(FAILURES_MAX);
        } else if !soon {
            self.failures = 0;
        }
        leaves
    }

    /// Counts a solve; whether the regret has reached the price of a change.
    #[inline]
    fn changes(&mut self, cost: u64, other: u64, flows: u64) -> bool {
        self.solves = self.solves.saturating_add(1);
        self.regret = (self.regret + cost).saturating_sub(other);
        // Few flows may be many again when the form changes back.
        self.flows = flows.max(self.flows - self.flows.div_ceil(FLOWS_KEPT));
        let changes = self.regret > PRICE * self.flows;
        if changes {
            (self.regret, self.solves) = (0, 0);
        }
        changes
    }
}

/// When to look for flows that are alike (module `alike`): where starts and ends fall on the same instants, as those of such
/// flows do. What searches cost in vain is limited by what solves cost: each one waits for twice as many as the last one.
#[derive(Debug)]
pub(super) struct Search {
    /// Cost of solves since the last search.
    spent: u64,
    /// Starts and ends of a solve.
    events: Average,
    /// How often in a row a search was in vain.
    failures: u32,
}

/// Starts and ends of a solve from which on a search is worth it.
const EVENTS_MIN: u64 = 4;
/// Cost of a search for each flow under way, with the change of form after it, in entries of rows.
const SEARCH: u64 = 400;
/// Bundles that are of no use after fewer solves were found in vain.
const BUNDLED_SOON: u32 = 32;
const SEARCHES_MAX: u32 = 10;

impl Default for Search {
    fn default() -> Self {
        Self { spent: 0, events: Average::of(0), failures: 0 }
    }
}

impl Search {
    /// Counts a solve of flows that are not bundled, after so many starts and ends.
    #[inline]
    pub(super) fn solved(&mut self, cost: u64, events: u64) {
        self.spent += cost;
        self.events.follow(events);
    }

    /// Whether to search among so many flows.
    #[inline]
    pub(super) fn is_due(&self, flows: usize) -> bool {
        self.events.get() >= EVENTS_MIN && self.spent >> self.failures >= SEARCH * flows as u64
    }

    /// A search has found something, or not.
    pub(super) fn ended(&mut self, found: bool) {
        self.spent = 0;
        if !found {
            self.failures = (self.failures + 1).min(SEARCHES_MAX);
        }
    }

    /// Bundles are of no use any more after so many solves; whether to search for others at once.
    pub(super) fn lost(&mut self, solves: u32) -> bool {
        let worthwhile = solves >= BUNDLED_SOON;
        if worthwhile {
            self.failures = 0;
        } else {
            self.ended(false);
        }
        worthwhile
    }
}

impl Average {
    const UNIT: u64 = 1 << 16;

    fn of(value: u64) -> Self {
        Self(value * Self::UNIT)
    }

    fn get(self) -> u64 {
        self.0 / Self::UNIT
    }

    /// Moves by an eighth of the way to a value.
    fn follow(&mut self, value: u64) {
        self.0 = self.0 - self.0 / 8 + value.min(1 << 40) * (Self::UNIT / 8);
    }

    /// Loses a part of 2 to the power of so many.
    fn fade(&mut self, power: u32) {
        self.0 -= self.0 >> power;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves in sparse form until the form changes, at most `most`.
    fn sparse_solves(choice: &mut Choice, scanned: usize, changes: usize, flows: usize, most: usize) -> usize {
        (0..most).position(|_| choice.solved_sparse((scanned, changes), flows, 100)).unwrap_or(most)
    }

    #[test]
    fn much_work_for_few_links_makes_dense_and_few_changes_make_sparse() {
        let mut choice = Choice::new(true);
        let first = sparse_solves(&mut choice, 2_000, 900, 1_000, 10_000);
        assert!((1..100).contains(&first), "{first}");
        assert!((0..10_000).all(|_| !choice.solved_dense(20_000, 900, 1_000)), "900 changes cost more");
        let back = (0..10_000).position(|_| choice.solved_dense(20_000, 5, 1_000)).unwrap();
        assert!((1..100).contains(&back), "{back}");
    }

    #[test]
    fn light_solves_stay_sparse_and_few_flows_too() {
        let mut choice = Choice::new(true);
        assert_eq!(sparse_solves(&mut choice, 10, 2, 5_000, 100_000), 100_000);
        assert_eq!(sparse_solves(&mut Choice::new(true), 5_000, 100, FLOWS_MIN - 1, 1_000), 1_000);
        let mut late = Choice::new(false);
        assert!((0..1_000).any(|_| late.solved_dense(20_000, 5_000, FLOWS_MIN - 1)));
    }

    #[test]
    fn flows_that_are_alike_are_sought_where_instants_coincide_and_less_and_less_often_in_vain() {
        let searches = |events: u64, found: &dyn Fn(usize) -> bool| {
            let (mut search, mut at) = (Search::default(), Vec::new());
            for solve in 0..10_000 {
                search.solved(20_000, events);
                if search.is_due(1_000) {
                    search.ended(found(at.len()));
                    at.push(solve);
                }
            }
            at
        };
        assert_eq!(searches(3, &|_| true), []);
        let in_vain = searches(40, &|_| false);
        assert!(in_vain.len() > 4 && in_vain[0] < 100, "{in_vain:?}");
        assert!(in_vain.windows(3).all(|at| at[2] - at[1] > at[1] - at[0]), "{in_vain:?}");
        assert!(searches(40, &|at| at > 2).len() > 50);
        let mut search = Search::default();
        assert!(search.lost(BUNDLED_SOON) && !search.lost(BUNDLED_SOON - 1));
    }

    #[test]
    fn what_was_tried_in_vain_is_tried_less_and_less_often() {
        let mut choice = Choice::new(true);
        let mut waits = Vec::new();
        for _ in 0..4 {
            waits.push(sparse_solves(&mut choice, 1_000, 100, 1_000, 1_000_000));
            while !choice.solved_dense(50_000, 100, 1_000) {}
        }
        assert!(waits.windows(2).all(|pair| pair[0] < pair[1]), "{waits:?}");
    }
}
