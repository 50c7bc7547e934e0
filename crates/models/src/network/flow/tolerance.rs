//! The parameter `tolerance`: in dense traffic, starts and ends count at its multiples.
//!
//! A message whose latency is over begins to flow at the next multiple, and what one that ends leaves on its links is
//! shared anew at the next multiple. Rates stay in between, so that one solve does for all starts and ends since the last.
//! They are the exact ones of the flows that are counted: no link carries more than its capacity, and a message is
//! delivered when its bytes have passed.

use crate::network::scale::Scale;
use kernel::Lateness;
use units::Time;

/// What waits for the next multiple, and what came of it.
#[derive(Debug)]
pub(super) struct Tolerance {
    /// Zero: everything counts at once.
    step: Time,
    /// Messages that begin to flow at `begins`.
    waiting: Vec<u32>,
    begins: Time,
    late: u64,
    total: Time,
    largest: Time,
    /// What ended flows have held of their links: a volume.
    held: u128,
    /// Solves of dense traffic, the rates that they have changed, and their cost in entries of rows.
    solves: u64,
    changes: u64,
    spent: u64,
}

/// Cost of solves from which on a run takes so long that its user should know of tolerances: entries of rows, about 1 ns each.
const SPENT_LONG: u64 = 5_000_000_000;

impl Tolerance {
    pub(super) fn new(step: Option<Time>) -> Self {
        let (step, begins) = (step.unwrap_or(Time::ZERO), Time::MAX);
        let (total, largest) = (Time::ZERO, Time::ZERO);
        Self { step, waiting: Vec::new(), begins, late: 0, total, largest, held: 0, solves: 0, changes: 0, spent: 0 }
    }

    /// When a start or end of now counts.
    #[inline]
    pub(super) fn counts(&self, now: Time) -> Time {
        if self.step == Time::ZERO {
            return now;
        }
        Time::from_ps(now.ps().checked_next_multiple_of(self.step.ps()).unwrap_or(now.ps()))
    }

    /// When the messages that wait begin to flow.
    #[inline]
    pub(super) fn begins(&self) -> Time {
        self.begins
    }

    /// A message waits until its start counts.
    pub(super) fn wait(&mut self, message: u32, now: Time) {
        self.begins = self.counts(now);
        self.waiting.push(message);
        let late = self.begins - now;
        self.late += 1;
        self.total = self.total.saturating_add(late);
        self.largest = self.largest.max(late);
    }

    /// An end of now leaves the rate of so many members.
    #[inline]
    pub(super) fn hold(&mut self, now: Time, rate: u64, members: u32) {
        self.held += u128::from(rate) * u128::from(members) * u128::from((self.counts(now) - now).ps());
    }

    /// What has waited until its start counts.
    pub(super) fn take_waiting(&mut self) -> Vec<u32> {
        self.begins = Time::MAX;
        std::mem::take(&mut self.waiting)
    }

    /// Counts a solve of dense traffic that has changed so many rates.
    #[inline]
    pub(super) fn solved(&mut self, cost: u64, changes: u64) {
        self.solves += 1;
        self.changes += changes;
        self.spent = self.spent.saturating_add(cost);
    }

    /// That a tolerance would help, where solves have cost much without one.
    pub(super) fn advice(&self) -> Option<String> {
        let &Self { step, solves, changes, spent, .. } = self;
        let mean = changes / solves.max(1);
        (step == Time::ZERO && spent >= SPENT_LONG).then(|| {
            format!(
                "the network model `flow` computed rates of transfers anew at {solves} instants, {mean} at each on average; where that \
                 takes too long, `--network \"flow:tolerance=1 us\"` does so once a microsecond at most, and tells how late transfers \
                 begin by that"
            )
        })
    }

    /// How late starts and ends have counted, where that is allowed.
    pub(super) fn lateness(&self, scale: Scale) -> Option<Lateness> {
        let &Self { step, late, total, largest, held, .. } = self;
        let mean = Time::from_ps(total.ps() / late.max(1));
        (step > Time::ZERO).then(|| Lateness { late, mean, largest, held: scale.bytes(held) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_named_where_solves_have_cost_much_without_one() {
        let advice = |step, solves| {
            let mut tolerance = Tolerance::new(step);
            (0..solves).for_each(|_| tolerance.solved(SPENT_LONG / 10, 700));
            tolerance.advice()
        };
        assert_eq!(advice(None, 9), None);
        assert_eq!(advice(Some(Time::from_ns(1000)), 1000), None);
        let advice = advice(None, 10).unwrap();
        assert!(advice.contains("anew at 10 instants, 700 at each on average"), "{advice}");
    }
}
