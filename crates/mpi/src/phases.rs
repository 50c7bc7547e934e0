//! Phases that the program marks (`MPI_Pcontrol`, `wt_phase`), and the time that ranks spend in them.

use crate::steps::{StepRule, StepTotals, Steps};
use ops::NamedBlock;
use std::collections::BTreeMap;
use units::Time;

/// What everything belongs to before the first mark: `MPI_Pcontrol(0)` leads back to it.
const FIRST: &str = "0";

/// The time that ranks spent in a phase; a rank is in the phase of its last mark from there to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseTime {
    /// The name, or the level in decimal.
    pub name: Box<str>,
    /// Mean over all ranks.
    pub mean: Time,
    /// The largest of a rank.
    pub max: Time,
    /// Its steps, if only some are simulated in detail.
    pub steps: Option<StepTotals>,
}

/// Names of phases, numbered in the order of their first marks, and the times of ranks.
#[derive(Debug)]
pub(crate) struct Phases {
    numbers: BTreeMap<Box<str>, u32>,
    /// Ranks that have marked something.
    clocks: BTreeMap<u32, Clock>,
    /// How many ranks have ended, and the times of those without a mark, all of it in the first phase.
    ended: u64,
    unmarked: Sum,
    steps: Steps,
}

/// A rank's stay in a phase, which ends now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stay {
    pub(crate) phase: u32,
    pub(crate) since: Time,
}

/// What a mark changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// The phase that begins.
    pub(crate) phase: u32,
    /// Whether nobody has been in it before.
    pub(crate) new: bool,
    /// What ends.
    pub(crate) left: Stay,
}

/// The time of a rank, by phase.
#[derive(Debug)]
struct Clock {
    phase: u32,
    since: Time,
    /// By phase.
    times: Vec<Time>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    all_ps: u128,
    max: Time,
}

impl Sum {
    fn add(&mut self, time: Time) {
        self.all_ps += u128::from(time.ps());
        self.max = self.max.max(time);
    }
}

impl Clock {
    /// The time since the last mark is that of its phase.
    fn pass(&mut self, now: Time) -> Stay {
        let left = Stay { phase: self.phase, since: self.since };
        let at = self.phase as usize;
        if self.times.len() <= at {
            self.times.resize(at + 1, Time::ZERO);
        }
        self.times[at] += now.saturating_sub(self.since);
        self.since = now;
        left
    }
}

impl Phases {
    /// Of phases with a rule only some stays are simulated in detail.
    pub(crate) fn new(rules: Vec<StepRule>) -> Self {
        let numbers = BTreeMap::from([(FIRST.into(), 0)]);
        let steps = Steps::new(rules);
        Self { numbers, clocks: BTreeMap::new(), ended: 0, unmarked: Sum::default(), steps }
    }

    /// A rank asks for a mark: how long it has yet to wait for it ([`Steps::rest`]).
    pub(crate) fn rest(&mut self, rank: u32, now: Time) -> Option<Time> {
        self.steps.rest(rank, now)
    }

    /// Warnings about steps.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.steps.warnings()
    }

    /// A rank that began at `start` marks a phase at `now`.
    pub(crate) fn mark(&mut self, rank: u32, start: Time, now: Time, name: Box<str>) -> Mark {
        let name = self.steps.mark(rank, now, name);
        let next = self.numbers.len() as u32;
        let phase = *self.numbers.entry(name).or_insert(next);
        let clock = self.clocks.entry(rank).or_insert(Clock { phase: 0, since: start, times: Vec::new() });
        let left = clock.pass(now);
        clock.phase = phase;
        Mark { phase, new: phase == next, left }
    }

    /// A rank that began at `start` ends; its last stay.
    pub(crate) fn end(&mut self, rank: u32, start: Time, now: Time) -> Stay {
        self.ended += 1;
        self.steps.end(rank);
        match self.clocks.get_mut(&rank) {
            Some(clock) => clock.pass(now),
            None => {
                self.unmarked.add(now.saturating_sub(start));
                Stay { phase: 0, since: start }
            }
        }
    }

    /// A phase's name.
    pub(crate) fn name(&self, phase: u32) -> &str {
        let found = self.numbers.iter().find(|(_, number)| **number == phase);
        found.map_or("", |(name, _)| name)
    }

    /// The names so far, by number.
    pub(crate) fn names(&self) -> Vec<Box<str>> {
        let mut names: Vec<_> = self.numbers.iter().collect();
        names.sort_unstable_by_key(|(_, number)| **number);
        names.into_iter().map(|(name, _)| name.clone()).collect()
    }

    /// All phases, by number.
    pub(crate) fn into_times(self) -> Vec<PhaseTime> {
        let mut sums = vec![Sum::default(); self.numbers.len()];
        sums[0] = self.unmarked;
        for clock in self.clocks.into_values() {
            clock.times.iter().zip(&mut sums).for_each(|(time, sum)| sum.add(*time));
        }
        let mut names: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        names.sort_unstable_by_key(|(_, number)| *number);
        let ranks = u128::from(self.ended.max(1));
        let mean = |sum: &Sum| Time::from_ps(u64::try_from(sum.all_ps / ranks).unwrap_or(u64::MAX));
        let steps = &self.steps;
        let time = |((name, _), sum): ((Box<str>, u32), &Sum)| {
            let steps = steps.totals(&name);
            PhaseTime { name, mean: mean(sum), max: sum.max, steps }
        };
        names.into_iter().zip(&sums).map(time).collect()
    }
}

/// Names of blocks, numbered from 1 in the order of their first marks, and the blocks under way that have one.
#[derive(Debug, Default)]
pub(crate) struct BlockLabels {
    numbers: BTreeMap<Box<str>, u32>,
    /// By actor: few have one at a time, and actors stay small.
    current: BTreeMap<u32, NamedBlock>,
}

impl BlockLabels {
    /// The number of a name, and whether it is new.
    pub(crate) fn number(&mut self, name: Box<str>) -> (u32, bool) {
        let next = self.numbers.len() as u32 + 1;
        let number = *self.numbers.entry(name).or_insert(next);
        (number, number == next)
    }

    /// An actor begins a block with a name.
    pub(crate) fn begin(&mut self, actor: u32, named: NamedBlock) {
        self.current.insert(actor, named);
    }

    /// Whether no block under way has a name.
    #[inline]
    pub(crate) fn none_under_way(&self) -> bool {
        self.current.is_empty()
    }

    /// The name of an actor's block.
    #[inline]
    pub(crate) fn current(&self, actor: u32) -> NamedBlock {
        if self.current.is_empty() {
            NamedBlock::default()
        } else {
            self.current.get(&actor).copied().unwrap_or_default()
        }
    }

    /// An actor's block ends: its name.
    #[inline]
    pub(crate) fn end(&mut self, actor: u32) -> NamedBlock {
        if self.current.is_empty() { NamedBlock::default() } else { self.current.remove(&actor).unwrap_or_default() }
    }

    /// A block's name, by its number; empty for 0.
    pub(crate) fn name(&self, number: u32) -> &str {
        let found = self.numbers.iter().find(|(_, known)| **known == number);
        found.map_or("", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_numbers_and_ranks_their_times() {
        let mut phases = Phases::new(Vec::new());
        let at = Time::from_ns;
        let marks = [(0, 10, "solve"), (1, 30, "solve"), (0, 40, "0"), (0, 45, "io"), (0, 65, "solve"), (1, 60, "2")];
        let marks = marks.map(|(rank, now, name)| phases.mark(rank, at(5), at(now), name.into()));
        assert_eq!(marks.map(|mark| mark.phase), [1, 1, 0, 2, 1, 3]);
        assert_eq!(marks.map(|mark| mark.new), [true, false, false, true, false, true]);
        let left = [(0, 5), (0, 5), (1, 10), (0, 40), (2, 45), (1, 30)];
        assert_eq!(
            marks.map(|mark| (mark.left.phase, mark.left.since)),
            left.map(|(phase, since)| (phase, at(since)))
        );
        assert_eq!(phases.names(), ["0", "solve", "io", "2"].map(Box::from));
        // The third rank marks nothing.
        let last = [(0, 100), (1, 90), (2, 605)].map(|(rank, now)| phases.end(rank, at(5), at(now)));
        assert_eq!(last.map(|stay| (stay.phase, stay.since)), [(1, at(65)), (3, at(60)), (0, at(5))]);
        let rows = |phases: Phases| -> Vec<(Box<str>, u64, u64)> {
            let row = |time: PhaseTime| (time.name, time.mean.ps(), time.max.ps());
            phases.into_times().into_iter().map(row).collect()
        };
        let expected = [("0", (10 + 25 + 600), 600), ("solve", 65 + 30, 65), ("io", 20, 20), ("2", 30, 30)]
            .map(|(name, sum, max)| (Box::from(name), sum * 1000 / 3, max * 1000));
        assert_eq!(rows(phases), expected);
        assert_eq!(rows(Phases::new(Vec::new())), [(Box::from("0"), 0, 0)]);
    }
}
