//! Finds the rules of a tuning file: given the times of collective algorithms, the fewest rules (by number of ranks and size)
//! whose choice is nowhere much slower than the best.
//!
//! A *point* is one collective call: its number of ranks, its size, and the times of each candidate algorithm. Candidate 0 is
//! the library's default algorithm; another candidate replaces it only at points where the other candidate is *better*. Each
//! call is simulated several times with each candidate. To compare two candidates, their times in the n-th simulation are
//! compared for each n, since the same ranks are late in both (a paired test). A candidate is *better* than another if it is
//! faster by more than [`TIE`] in significantly many of these pairs of times (one-sided sign test at 5 %; with fewer than five
//! pairs, in all of them). If no candidate is better than the default, the default or an equally good candidate is taken.
//!
//! The *regret* of a candidate is its extra time over the best candidate that may be chosen, in millionths of the best one's
//! time. Both times are medians.
//!
//! Successive numbers of ranks form groups. In each group the sizes are divided into intervals, and each interval gets one
//! candidate, so that no regret exceeds the bound. Dynamic programming finds the division with the fewest intervals and groups.
//! Among several such divisions it takes the one with the least sum of regrets, then the one with the lowest candidate numbers.
//! The time is O(s² · c) for one group with s sizes and c candidates, and in total about r² · s² · c / 4 for r numbers of
//! ranks.

/// Millionths within which times count as equal.
pub const TIE: u64 = 10_000;

/// The regret that counts as none can do: a candidate without a time.
const NEVER: u64 = u64::MAX;

/// Times of a candidate in repeated calls, in picoseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Times {
    /// In the order of the calls.
    calls: Box<[u64]>,
    /// The shortest.
    pub least: u64,
    /// The median, which counts; of two in the middle the longer.
    pub median: u64,
    /// The longest.
    pub most: u64,
}

impl Times {
    /// The times of calls, in their order.
    pub fn of(calls: Vec<u64>) -> Self {
        let mut sorted = calls.clone();
        sorted.sort_unstable();
        let at = |index: usize| sorted.get(index).copied().unwrap_or(0);
        let (least, median, most) = (at(0), at(sorted.len() / 2), at(sorted.len().saturating_sub(1)));
        Self { calls: calls.into(), least, median, most }
    }

    /// Whether it takes a smaller time by more than a tie.
    fn gains_over(&self, other: &Self) -> bool {
        gains(self.median, other.median)
    }

    /// Whether that is significant: in how many calls it takes less time than another candidate in the same call.
    fn better_than(&self, other: &Self) -> bool {
        let pairs = || self.calls.iter().zip(&other.calls);
        let shorter = pairs().filter(|(own, other)| gains(**own, **other)).count();
        self.calls.len() == other.calls.len() && shorter >= needed(self.calls.len())
    }
}

fn gains(own: u64, other: u64) -> bool {
    millionths(other.saturating_sub(own), own) > TIE
}

/// In how many pairs one of two has to be the smaller so that equals would be so in one case of 20 at most (sign test); in all if there
/// are too few for that.
fn needed(pairs: usize) -> usize {
    // The chance of this many of them, and of more.
    let (mut chance, mut more) = (0.5_f64.powi(i32::try_from(pairs).unwrap_or(i32::MAX)), 0.0);
    for smaller in (0..=pairs).rev() {
        more += chance;
        if more > 0.05 {
            return (smaller + 1).min(pairs);
        }
        chance *= smaller as f64 / (pairs - smaller + 1) as f64;
    }
    pairs
}

/// A part of a whole; no part of nothing counts as of a picosecond.
fn millionths(part: u64, whole: u64) -> u64 {
    let millionths = u128::from(part) * 1_000_000 / u128::from(whole.max(1));
    u64::try_from(millionths).unwrap_or(NEVER - 1)
}

/// A call and its times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Ranks.
    pub ranks: u32,
    /// The size by which rules decide.
    pub size: u64,
    /// The times of each candidate; none: it was not tried. The default's are there.
    pub times: Vec<Option<Times>>,
}

impl Point {
    /// The times of the default.
    fn own(&self) -> Option<&Times> {
        self.times.first()?.as_ref()
    }

    /// The regret of a candidate, in millionths; none if it was not tried, or may not replace the default.
    pub fn regret(&self, candidate: usize) -> Option<u64> {
        let (own, times) = (self.own()?, self.times.get(candidate)?.as_ref()?);
        let may = |times: &&Times| *times == own || times.better_than(own);
        let best = self.times.iter().flatten().filter(may).map(|times| times.median).min()?;
        may(&times).then(|| millionths(times.median.saturating_sub(best), best))
    }

    /// Whether a candidate is faster than the default by more than a tie, but none significantly.
    pub fn undecided(&self) -> bool {
        let Some(own) = self.own() else { return false };
        let tried = || self.times.iter().flatten();
        tried().any(|times| times.gains_over(own)) && !tried().any(|times| times.better_than(own))
    }
}

/// An interval of sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Its smallest size.
    pub from: u64,
    /// Its candidate.
    pub candidate: usize,
}

/// A group of numbers of ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its smallest number of ranks.
    pub ranks: u32,
    /// By size, in ascending order.
    pub intervals: Vec<Interval>,
}

/// The objective: intervals (and groups), then regrets, then the numbers of candidates, in lexicographic order.
type Cost = (u64, u64, u64);

fn sum(one: Cost, other: Cost) -> Cost {
    (one.0 + other.0, one.1.saturating_add(other.1), one.2 + other.2)
}

/// The decisions. `bound` is the largest regret, in millionths.
pub fn decide(points: &[Point], bound: u64) -> Vec<Group> {
    let mut ranks: Vec<u32> = points.iter().map(|point| point.ranks).collect();
    ranks.sort_unstable();
    ranks.dedup();
    // The best division of the first numbers of ranks, up to each: its cost, where its last group begins, and that group.
    let mut best: Vec<Option<(Cost, usize, Vec<Interval>)>> = vec![Some(((0, 0, 0), 0, Vec::new()))];
    for end in 1..=ranks.len() {
        let ways = (0..end).filter_map(|begin| {
            let before = best[begin].as_ref()?.0;
            let (cost, intervals) = intervals(points, &ranks[begin..end], bound)?;
            Some((sum(before, sum(cost, (1, 0, 0))), begin, intervals))
        });
        let way = ways.min_by_key(|(cost, begin, _)| (*cost, *begin));
        best.push(way);
    }
    let mut groups = Vec::new();
    let mut end = ranks.len();
    while end > 0 {
        let Some((_, begin, intervals)) = best[end].take() else { break };
        groups.push(Group { ranks: ranks[begin], intervals });
        end = begin;
    }
    groups.reverse();
    groups
}

/// The best intervals for some numbers of ranks at once, with their cost; none if no candidate serves some size.
fn intervals(points: &[Point], ranks: &[u32], bound: u64) -> Option<(Cost, Vec<Interval>)> {
    let points: Vec<&Point> = points.iter().filter(|point| ranks.contains(&point.ranks)).collect();
    let mut sizes: Vec<u64> = points.iter().map(|point| point.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let candidates = points.iter().map(|point| point.times.len()).max()?;
    // The sum of the regrets of a candidate at a size, if none is above the bound.
    let regret = |size: u64, candidate: usize| -> Option<u64> {
        let here = points.iter().filter(|point| point.size == size);
        here.map(|point| point.regret(candidate).filter(|regret| *regret <= bound)).sum()
    };
    let of_sizes = |candidate: usize| sizes.iter().map(|size| regret(*size, candidate)).collect::<Vec<_>>();
    let table: Vec<Vec<Option<u64>>> = (0..candidates).map(of_sizes).collect();
    // The best way to serve the first this many sizes: its cost, where its last interval begins, and the candidate there.
    let mut best: Vec<Option<(Cost, usize, usize)>> = vec![Some(((0, 0, 0), 0, 0))];
    for end in 1..=sizes.len() {
        let mut way: Option<(Cost, usize, usize)> = None;
        for (candidate, of_sizes) in table.iter().enumerate() {
            let mut regrets = 0_u64;
            for begin in (0..end).rev() {
                let Some(regret) = of_sizes[begin] else { break };
                regrets = regrets.saturating_add(regret);
                let Some((before, ..)) = best[begin] else { continue };
                let cost = sum(before, (1, regrets, candidate as u64));
                if way.is_none_or(|known| (cost, begin, candidate) < known) {
                    way = Some((cost, begin, candidate));
                }
            }
        }
        best.push(way);
    }
    let cost = best[sizes.len()]?.0;
    let mut found = Vec::new();
    let mut end = sizes.len();
    while end > 0 {
        let (_, begin, candidate) = best[end]?;
        found.push(Interval { from: sizes[begin], candidate });
        end = begin;
    }
    found.reverse();
    Some((cost, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point(ranks: u32, size: u64, times: &[u64]) -> Point {
        Point { ranks, size, times: times.iter().map(|time| Some(Times::of(vec![*time]))).collect() }
    }

    #[test]
    fn one_candidate_serves_where_it_is_never_much_slower() {
        let points = [point(4, 1, &[150, 100, 104]), point(4, 2, &[150, 104, 100]), point(4, 3, &[300, 300, 100])];
        let groups = decide(&points, 50_000);
        assert_eq!(groups, [Group { ranks: 4, intervals: vec![Interval { from: 1, candidate: 2 }] }]);
        let strict = decide(&points, 30_000);
        let intervals = vec![Interval { from: 1, candidate: 1 }, Interval { from: 2, candidate: 2 }];
        assert_eq!(strict, [Group { ranks: 4, intervals }]);
    }

    #[test]
    fn a_tie_keeps_the_default() {
        let points = [point(4, 1, &[1_009, 1_000]), point(4, 2, &[1_000, 1_000])];
        assert_eq!(decide(&points, 50_000)[0].intervals, [Interval { from: 1, candidate: 0 }]);
        let beaten = [point(4, 1, &[1_011, 1_000]), point(4, 2, &[1_011, 1_000])];
        assert_eq!(decide(&beaten, 50_000)[0].intervals, [Interval { from: 1, candidate: 1 }]);
    }

    fn pair(own: &[u64], other: &[u64]) -> Point {
        Point { ranks: 4, size: 1, times: [own, other].map(|times| Some(Times::of(times.to_vec()))).into() }
    }

    #[test]
    fn calls_are_compared_one_by_one() {
        // Each is shorter than the same one of the default's, though not than all of them.
        let paired = pair(&[250, 150, 200], &[200, 120, 140]);
        assert_eq!((paired.regret(0), paired.regret(1), paired.undecided()), (Some(428_571), Some(0), false));
        assert_eq!(decide(&[paired], 50_000)[0].intervals, [Interval { from: 1, candidate: 1 }]);
        // The same times in another order.
        let apart = pair(&[250, 150, 200], &[120, 200, 140]);
        assert_eq!((apart.regret(0), apart.regret(1), apart.undecided()), (Some(0), None, true));
        assert_eq!(decide(&[apart], 50_000)[0].intervals, [Interval { from: 1, candidate: 0 }]);
        // Within a tie no gain is significant; equal times are the default's own algorithm.
        let tie = pair(&[1_009], &[1_000]);
        assert_eq!((tie.regret(0), tie.regret(1), tie.undecided()), (Some(0), None, false));
        let one_tie = pair(&[2_000, 2_000, 1_009], &[1_000, 1_000, 1_000]);
        assert_eq!((one_tie.regret(1), one_tie.undecided()), (None, true));
        let same = pair(&[1, 2, 3], &[1, 2, 3]);
        assert_eq!((same.regret(1), same.undecided()), (Some(0), false));
    }

    #[test]
    fn of_many_calls_so_many_are_shorter_that_it_is_no_chance() {
        let of = [1, 3, 4, 5, 7, 8, 10, 20, 100, 999].map(needed);
        assert_eq!(of, [1, 3, 4, 5, 7, 7, 9, 15, 59, 526]);
        let longer =
            |times: u64| pair(&[200; 20], &(0..20).map(|at| if at < times { 300 } else { 100 }).collect::<Vec<_>>());
        assert_eq!([5, 6].map(|times| longer(times).regret(1).is_some()), [true, false]);
    }

    /// A candidate not significantly different from the default bounds no regret; the choice is among those that are.
    #[test]
    fn regrets_are_over_what_may_be_chosen() {
        let times = [vec![400, 500, 300], vec![100, 510, 90], vec![200, 200, 200]];
        let point = Point { ranks: 4, size: 1, times: times.map(|calls| Some(Times::of(calls))).into() };
        assert_eq!([0, 1, 2].map(|one| point.regret(one)), [Some(1_000_000), None, Some(0)]);
        assert_eq!(decide(&[point], 0)[0].intervals, [Interval { from: 1, candidate: 2 }]);
    }

    #[test]
    fn neighbouring_numbers_of_ranks_share_rules() {
        let points =
            [point(2, 1, &[200, 100]), point(4, 1, &[200, 100]), point(8, 1, &[100, 200]), point(16, 1, &[100, 200])];
        let groups = decide(&points, 50_000);
        let of = |group: &Group| (group.ranks, group.intervals[0].candidate);
        assert_eq!(groups.iter().map(of).collect::<Vec<_>>(), [(2, 1), (8, 0)]);
    }

    #[test]
    fn what_was_not_tried_is_not_chosen() {
        let mut points = [point(2, 1, &[200, 100]), point(2, 2, &[200, 100])];
        points[1].times[1] = None;
        let intervals = &decide(&points, 50_000)[0].intervals;
        assert_eq!(intervals, &[Interval { from: 1, candidate: 1 }, Interval { from: 2, candidate: 0 }]);
    }

    #[test]
    fn nothing_is_decided_without_points() {
        assert_eq!(decide(&[], 50_000), []);
    }

    /// The fewest intervals of one number of ranks, by trying all divisions.
    fn fewest(points: &[Point], bound: u64) -> usize {
        let serves = |part: &[Point]| {
            (0..points[0].times.len())
                .any(|one| part.iter().all(|point| point.regret(one).is_some_and(|regret| regret <= bound)))
        };
        let cuts = points.len() - 1;
        let parts = |mask: usize| {
            let ends = (0..cuts).filter(move |cut| mask >> cut & 1 == 1).map(|cut| cut + 1);
            let mut ends: Vec<usize> = ends.collect();
            ends.push(points.len());
            let begins = std::iter::once(0).chain(ends.iter().copied()).collect::<Vec<_>>();
            begins.into_iter().zip(ends).map(|(begin, end)| &points[begin..end]).collect::<Vec<_>>()
        };
        (0..1 << cuts)
            .map(parts)
            .filter(|parts| parts.iter().all(|part| serves(part)))
            .map(|parts| parts.len())
            .min()
            .unwrap()
    }

    proptest! {
        #[test]
        fn rules_are_fewest_and_no_regret_is_above_the_bound(
            times in proptest::collection::vec(proptest::collection::vec(90_u64..130, 4), 1..8),
            bound in 0_u64..200_000,
        ) {
            let points: Vec<Point> =
                times.iter().zip(1..).map(|(times, size)| point(3, size, times)).collect();
            let groups = decide(&points, bound);
            prop_assert_eq!(groups.len(), 1);
            prop_assert_eq!(groups[0].intervals.len(), fewest(&points, bound));
            for point in &points {
                let interval = groups[0].intervals.iter().rev().find(|interval| interval.from <= point.size).unwrap();
                prop_assert!(point.regret(interval.candidate).unwrap() <= bound);
            }
        }

        #[test]
        fn joint_rules_hold_for_all_ranks(
            times in proptest::collection::vec(proptest::collection::vec(90_u64..130, 3), 12),
        ) {
            let points: Vec<Point> = times
                .iter()
                .zip(0..)
                .map(|(times, at)| point(2 << (at % 4), (1 + at as u64 / 4) * (2 << (at % 4)), times))
                .collect();
            let groups = decide(&points, 50_000);
            for point in &points {
                let group = groups.iter().rev().find(|group| group.ranks <= point.ranks).unwrap();
                let interval = group.intervals.iter().rev().find(|interval| interval.from <= point.size).unwrap();
                prop_assert!(point.regret(interval.candidate).unwrap() <= 50_000);
            }
        }
    }
}
