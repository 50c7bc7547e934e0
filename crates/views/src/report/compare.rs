//! A report's comparison of two runs, rank by rank: how much time each rank gained or lost.

use super::profile::{Profile, RankProfile};
use super::pyramid::CLASSES;
use serde::Serialize;

/// Most ranks in the list.
const LISTED: usize = 20;
const MAX_GROUPS: usize = 512;

/// Differences between a run and the first one, in picoseconds; positive is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Differences {
    pub(crate) per_group: u32,
    /// Mean over the ranks of a group: of the end, by class (class 0 is waiting).
    pub(crate) ends: Vec<i64>,
    pub(crate) classes: Vec<[i64; CLASSES]>,
    /// The ranks that lost most without waiting, most first: they are what others wait for.
    pub(crate) ranks: Vec<RankDifference>,
}

/// A rank's differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RankDifference {
    pub(crate) rank: u32,
    pub(crate) busy: i64,
    pub(crate) waiting: i64,
    pub(crate) end: i64,
}

fn difference(a: u64, b: u64) -> i64 {
    i64::try_from(i128::from(b) - i128::from(a)).unwrap_or(i64::MAX)
}

/// Of runs of as many ranks; none otherwise.
pub(crate) fn differences(first: &Profile, other: &Profile) -> Option<Differences> {
    let pairs: Vec<(&RankProfile, &RankProfile)> = first.ranks().iter().zip(other.ranks()).collect();
    if pairs.is_empty() || first.ranks().len() != other.ranks().len() {
        return None;
    }
    let per_group = pairs.len().div_ceil(MAX_GROUPS);
    let (mut ends, mut classes) = (Vec::new(), Vec::new());
    for group in pairs.chunks(per_group) {
        let mean = |value: &dyn Fn(&RankProfile) -> u64| {
            let sum: i128 = group.iter().map(|(a, b)| i128::from(value(b)) - i128::from(value(a))).sum();
            (sum / group.len() as i128) as i64
        };
        ends.push(mean(&|rank| rank.end));
        classes.push(std::array::from_fn(|class| mean(&|rank| rank.times[class])));
    }
    let mut ranks: Vec<RankDifference> = (0..)
        .zip(&pairs)
        .map(|(rank, (a, b))| RankDifference {
            rank,
            busy: difference(a.busy(), b.busy()),
            waiting: difference(a.waiting(), b.waiting()),
            end: difference(a.end, b.end),
        })
        .collect();
    ranks.sort_by_key(|of| (std::cmp::Reverse(of.busy), of.rank));
    ranks.truncate(LISTED);
    Some(Differences { per_group: per_group as u32, ends, classes, ranks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::RankRow;
    use units::{ActorId, Time};

    fn profile(waiting_and_end: &[(u64, u64)]) -> Profile {
        let mut profile = Profile::default();
        for (rank, (waiting, end)) in (0..).zip(waiting_and_end) {
            profile.add_rank(&RankRow {
                rank: ActorId(rank),
                job: 0,
                compute: Time::from_ps(end - waiting),
                mpi: Time::from_ps(*waiting),
                waiting: Time::from_ps(*waiting),
                noise: Time::ZERO,
                end: Time::from_ps(*end),
                calls: 0,
                messages_sent: 0,
                bytes_sent: 0,
                messages_received: 0,
                bytes_received: 0,
                heap_peak: 0,
            });
        }
        profile
    }

    #[test]
    fn a_rank_that_works_longer_stands_before_those_that_wait_for_it() {
        let before = profile(&[(10, 100), (10, 100), (10, 100)]);
        let after = profile(&[(55, 150), (5, 150), (60, 150)]);
        let found = differences(&before, &after).unwrap();
        assert_eq!((found.per_group, found.ends.as_slice()), (1, &[50, 50, 50][..]));
        assert_eq!((found.classes[0][0], found.classes[1][0], found.classes[1][1]), (45, -5, 55));
        assert_eq!(found.ranks[0], RankDifference { rank: 1, busy: 55, waiting: -5, end: 50 });
        assert!(differences(&before, &profile(&[(0, 1)])).is_none(), "another number of ranks");
        assert!(differences(&profile(&[]), &profile(&[])).is_none());
    }
}
