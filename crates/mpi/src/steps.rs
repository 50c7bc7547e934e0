//! Samples the steps of a program's main loop, to shorten the simulation: if the steps are alike, only some of them are
//! simulated in detail.
//!
//! The program marks each step with the same phase (`MPI_Pcontrol`, `wt_phase`): each time that a rank enters the phase, it
//! begins a step. Steps are counted from 0. Of each N steps the first K are simulated in detail. The others are *skipped*:
//! their messages belong to a phase of another name, for which a network model may compute them more cheaply. At the end of a
//! skipped step each rank waits until the step has taken the mean time of the rank's last group of detailed steps. Steps may do
//! somewhat more or less: the mean is scaled, by [`ALIKE`] at most, by the step's own time over that of the first one skipped after
//! that group. So later events begin at the right time, and simulated time needs no correction afterwards.
//!
//! Steps are skipped only while they are alike. Each recent step, back to the last detailed one, is compared with the previous
//! step of the same kind (detailed or skipped). Their times, summed over all ranks, may differ by no more than [`ALIKE`]. The
//! first rank that gets to a step decides for all ranks.
//!
//! One case is not detected: a step whose detailed simulation would take longer than before, but which takes as long as earlier
//! skipped steps when simulated without contention. If this step is skipped, it takes what they took, or its own time without
//! contention if that is longer.

use std::collections::BTreeMap;
use units::Time;

/// By how much of their time two steps that are alike may differ, in millionths.
pub const ALIKE: u128 = 50_000;

/// Which steps of a phase are simulated in detail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRule {
    /// The phase: a stay in it is a step.
    pub phase: Box<str>,
    /// Number of each `of` steps, at least one.
    pub detailed: u32,
    /// More than `detailed`.
    pub of: u32,
}

/// Figures of a phase's steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTotals {
    /// Steps of the rank with most.
    pub steps: u64,
    /// Of these, those in detail.
    pub detailed: u64,
    /// The mean of those, over all ranks.
    pub mean: Time,
    /// By how much a step in detail has differed from the first one at most, in millionths of that one.
    pub change: u64,
    /// Steps that differed from the one before them by more than [`ALIKE`].
    pub unlike: u64,
}

/// Sums over ranks: of a step, and of the earlier one with which each rank compares it.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    earlier: u128,
    later: u128,
}

impl Pair {
    fn add(&mut self, earlier: Time, later: Time) {
        self.earlier += u128::from(earlier.ps());
        self.later += u128::from(later.ps());
    }

    fn is_known(self) -> bool {
        self.earlier + self.later > 0
    }

    /// The difference in millionths of the earlier time.
    fn change(self) -> u128 {
        self.earlier.abs_diff(self.later) * 1_000_000 / self.earlier.max(1)
    }

    fn is_alike(self) -> bool {
        self.change() <= ALIKE
    }
}

/// A step, over all ranks.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    detailed: bool,
    /// Beside the last step before it that was simulated in the same way.
    before: Pair,
    /// Beside the first one, of a step in detail.
    first: Pair,
}

/// A rank's steps so far.
#[derive(Clone, Copy, Debug, Default)]
struct RankSteps {
    entered: usize,
    /// The steps in detail since the last skipped one: their number and time.
    group: (u64, u64),
    /// Time of the first step skipped after them, without contention.
    skipped: Option<Time>,
    first: Option<Time>,
    /// The last skipped step without its wait, and the last one in detail.
    last: [Option<Time>; 2],
}

/// The step that a rank is in.
#[derive(Clone, Copy, Debug)]
struct Current {
    rule: usize,
    step: usize,
    since: Time,
    /// The mark that ends it has been asked for.
    told: bool,
}

/// Steps of one phase.
#[derive(Debug)]
struct Loop {
    rule: StepRule,
    steps: Vec<Step>,
    ranks: BTreeMap<u32, RankSteps>,
    /// Steps in detail of all ranks: their number and time.
    detailed: (u64, u128),
}

impl Loop {
    /// Whether the steps before this one allow it to be skipped.
    fn may_skip(&self, step: usize) -> bool {
        let known = self.steps[..step].iter().rev().filter(|step| step.before.is_known());
        for step in known {
            if !step.before.is_alike() {
                return false;
            }
            if step.detailed {
                return true;
            }
        }
        false
    }

    /// The next step of a rank begins: its number, and whether it is in detail.
    fn begin(&mut self, rank: u32) -> (usize, bool) {
        let of_rank = self.ranks.entry(rank).or_default();
        let step = of_rank.entered;
        of_rank.entered += 1;
        if step == self.steps.len() {
            let is_due = step as u64 % u64::from(self.rule.of) < u64::from(self.rule.detailed);
            let detailed = is_due || !self.may_skip(step);
            self.steps.push(Step { detailed, ..Step::default() });
        }
        (step, self.steps[step].detailed)
    }

    /// A rank's step has taken this time so far, and its mark is asked for: what it has to take.
    fn end(&mut self, rank: u32, step: usize, time: Time) -> Time {
        let of_rank = self.ranks.entry(rank).or_default();
        let Step { detailed, before, first } = &mut self.steps[step];
        if let Some(last) = of_rank.last[usize::from(*detailed)].replace(time) {
            before.add(last, time);
        }
        if !*detailed {
            // Two steps in detail come before any that is skipped.
            let (count, ps) = of_rank.group;
            let first = of_rank.skipped.get_or_insert(time).ps().max(1);
            let mean = u128::from(ps / count.max(1));
            // Steps that differ by more are not alike, and the time of a rank that hardly communicates tells little.
            let most = mean * ALIKE / 1_000_000;
            let scaled = (mean * u128::from(time.ps()) / u128::from(first)).clamp(mean - most, mean + most);
            return time.max(Time::from_ps(u64::try_from(scaled).unwrap_or(u64::MAX)));
        }
        first.add(*of_rank.first.get_or_insert(time), time);
        if step > 0 && !self.steps[step - 1].detailed {
            (of_rank.group, of_rank.skipped) = ((0, 0), None);
        }
        of_rank.group = (of_rank.group.0 + 1, of_rank.group.1.saturating_add(time.ps()));
        self.detailed = (self.detailed.0 + 1, self.detailed.1 + u128::from(time.ps()));
        time
    }

    fn totals(&self) -> StepTotals {
        let change = self.steps.iter().map(|step| step.first.change()).max().unwrap_or(0);
        let (count, ps) = self.detailed;
        StepTotals {
            steps: self.steps.len() as u64,
            detailed: self.steps.iter().filter(|step| step.detailed).count() as u64,
            mean: Time::from_ps(u64::try_from(ps / u128::from(count.max(1))).unwrap_or(u64::MAX)),
            change: u64::try_from(change).unwrap_or(u64::MAX),
            unlike: self.steps.iter().filter(|step| step.before.is_known() && !step.before.is_alike()).count() as u64,
        }
    }
}

/// The steps of all phases with a [`StepRule`].
#[derive(Debug, Default)]
pub(crate) struct Steps {
    loops: Vec<Loop>,
    /// By rank that is in one.
    current: BTreeMap<u32, Current>,
    /// Ranks that have ended in a step that was skipped.
    cut: u64,
}

impl Steps {
    pub(crate) fn new(rules: Vec<StepRule>) -> Self {
        let each = |rule| Loop { rule, steps: Vec::new(), ranks: BTreeMap::new(), detailed: (0, 0) };
        Self { loops: rules.into_iter().map(each).collect(), ..Self::default() }
    }

    /// A rank asks for a mark: how long it has yet to wait for it, if it ends a step that is skipped.
    pub(crate) fn rest(&mut self, rank: u32, now: Time) -> Option<Time> {
        let current = self.current.get_mut(&rank).filter(|current| !current.told)?;
        current.told = true;
        let time = now.saturating_sub(current.since);
        let rest = self.loops[current.rule].end(rank, current.step, time).saturating_sub(time);
        (rest > Time::ZERO).then_some(rest)
    }

    /// A rank marks a phase: the name under which it is known.
    pub(crate) fn mark(&mut self, rank: u32, now: Time, name: Box<str>) -> Box<str> {
        if self.loops.is_empty() {
            return name;
        }
        self.current.remove(&rank);
        let Some(rule) = self.loops.iter().position(|known| known.rule.phase == name) else { return name };
        let (step, detailed) = self.loops[rule].begin(rank);
        self.current.insert(rank, Current { rule, step, since: now, told: false });
        if detailed { name } else { skipped(&name) }
    }

    /// A rank ends.
    pub(crate) fn end(&mut self, rank: u32) {
        if let Some(current) = self.current.remove(&rank) {
            self.cut += u64::from(!self.loops[current.rule].steps[current.step].detailed);
        }
    }

    /// Figures of a phase.
    pub(crate) fn totals(&self, phase: &str) -> Option<StepTotals> {
        self.loops
            .iter()
            .find(|known| *known.rule.phase == *phase)
            .map(Loop::totals)
            .filter(|totals| totals.steps > 0)
    }

    /// Steps that were not alike, and ranks that ended in one.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        for known in &self.loops {
            let (name, StepTotals { change, unlike, .. }) = (&known.rule.phase, known.totals());
            let percent = |millionths: u64| millionths as f64 / 1e4;
            if u128::from(change) > ALIKE {
                all.push(format!(
                    "steps `{name}` drift: one in detail differs from the first by {:.1} %; those after each that differs by more than {} % from \
                     the one before it were simulated in detail ({unlike} did)",
                    percent(change),
                    ALIKE / 10_000
                ));
            } else if unlike > 0 {
                all.push(format!(
                    "steps `{name}` are not alike: {unlike} differed by more than {} % from the one before; those after were simulated in detail",
                    ALIKE / 10_000
                ));
            }
        }
        if self.cut > 0 {
            all.push(format!(
                "{} ranks ended in a step that was skipped, which then took the time without contention: mark another phase behind the loop",
                self.cut
            ));
        }
        all
    }
}

/// The name of the phase that skipped steps belong to.
fn skipped(phase: &str) -> Box<str> {
    format!("{phase} (skipped)").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs steps that take these times in detail and, without contention, half of that: what each takes in the end, and whether it was
    /// in detail.
    fn run(rule: (u32, u32), times: &[u64]) -> (Vec<(u64, bool)>, Steps) {
        let rule = StepRule { phase: "step".into(), detailed: rule.0, of: rule.1 };
        let mut steps = Steps::new(vec![rule]);
        let mut now = Time::ZERO;
        let mut found = Vec::new();
        for &time in times {
            let detailed = &*steps.mark(0, now, "step".into()) == "step";
            let begin = now;
            now += Time::from_ps(if detailed { time } else { time / 2 });
            if let Some(rest) = steps.rest(0, now) {
                now += rest;
                assert_eq!(steps.rest(0, now), None, "it has waited");
            }
            found.push(((now - begin).ps(), detailed));
        }
        assert_eq!(&*steps.mark(0, now, "else".into()), "else");
        (found, steps)
    }

    #[test]
    fn skipped_steps_take_the_mean_of_the_last_in_detail() {
        let (found, steps) = run((2, 5), &[1000, 1020, 1000, 1000, 1000, 1040, 1040, 1040]);
        let expected = [(1000, true), (1020, true), (1010, false), (1010, false), (1010, false)];
        assert_eq!(found[..5], expected);
        assert_eq!(found[5..], [(1040, true), (1040, true), (1040, false)]);
        let totals = StepTotals { steps: 8, detailed: 4, mean: Time::from_ps(1025), change: 40_000, unlike: 0 };
        assert_eq!(steps.totals("step"), Some(totals));
        assert_eq!((steps.totals("else"), steps.warnings()), (None, Vec::new()));
    }

    #[test]
    fn a_skipped_step_is_as_much_longer_than_the_mean_as_it_is_without_contention() {
        let (found, steps) = run((2, 6), &[1000, 1000, 1000, 1020, 1040, 1060]);
        assert_eq!(found[2..], [(1000, false), (1020, false), (1040, false), (1050, false)], "by 5 % at most");
        assert_eq!(steps.warnings(), Vec::<String>::new());
    }

    #[test]
    fn one_of_several_needs_a_second_to_be_compared_with() {
        let (found, _) = run((1, 4), &[1000; 9]);
        let detailed: Vec<bool> = found.iter().map(|step| step.1).collect();
        assert_eq!(detailed, [true, true, false, false, true, false, false, false, true]);
    }

    #[test]
    fn steps_that_differ_are_all_in_detail() {
        let times: Vec<u64> = (0..12).map(|step| if step % 2 == 0 { 1000 } else { 1100 }).collect();
        let (found, steps) = run((2, 6), &times);
        assert!(found.iter().zip(&times).all(|(step, time)| *step == (*time, true)), "{found:?}");
        assert!(steps.warnings()[0].contains("`step` drift: one in detail differs from the first by 10.0 %"));
    }

    #[test]
    fn a_skipped_step_unlike_the_one_before_has_the_next_in_detail() {
        let mut times = vec![1000; 10];
        times[4] = 3000;
        let (found, steps) = run((2, 10), &times);
        let detailed: Vec<bool> = found.iter().map(|step| step.1).collect();
        assert_eq!(detailed[..7], [true, true, false, false, false, true, false]);
        assert_eq!(found[4].0, 1500, "longer than the mean even without contention");
        assert_eq!(steps.totals("step").map(|totals| totals.unlike), Some(2), "it, and the skipped one behind it");
        assert!(steps.warnings()[0].contains("`step` are not alike: 2 differed"), "{:?}", steps.warnings());
    }

    #[test]
    fn a_rank_that_ends_in_a_skipped_step_is_told() {
        let (_, mut steps) = run((2, 5), &[1000; 2]);
        steps.mark(0, Time::from_ps(9000), "step".into());
        steps.end(0);
        assert!(steps.warnings()[0].contains("1 ranks ended in a step that was skipped"));
    }
}
