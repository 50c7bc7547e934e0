//! Which ranks are shown call by call: all of few; of many those that others wait for, those that the critical path is on
//! longest, and one of each kind.
//!
//! Kinds: every rank is a vector of the shares of the run's time that it spends in each class of states and waiting. Ranks
//! are gathered around centres that lie far apart (T. Gonzalez, "Clustering to minimize the maximum intercluster
//! distance", Theoretical Computer Science 38, 1985): the first centre is rank 0, each further one the rank farthest from all
//! centres so far, until none is farther than [`ALIKE`] or there are [`MAX_KINDS`]. The radius is at most twice the best
//! possible one. A kind is represented by its rank nearest to the mean.

use super::profile::RankProfile;
use super::pyramid::CLASSES;
use serde::Serialize;

/// Up to so many ranks, all are shown.
pub(crate) const SHOW_ALL: u32 = 64;
/// Of more, so many of those that spend the least time waiting.
const SLOWEST: usize = 16;
/// And so many of those on the critical path.
const ON_PATH: usize = 4;
/// Kinds at most.
const MAX_KINDS: usize = 8;
/// Ranks that differ by less than this share of the run's time (the sum over classes) are alike.
const ALIKE: i64 = SCALE / 50;
/// The whole run's time.
const SCALE: i64 = 1 << 20;

/// Ranks that spend their time alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Kind {
    pub(crate) representative: u32,
    pub(crate) ranks: u32,
    /// Mean share of the run's time by class, in parts of a million; class 0 is waiting.
    pub(crate) shares: [u32; CLASSES],
}

/// A rank to be shown, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Chosen {
    pub(crate) rank: u32,
    pub(crate) why: String,
}

type Vector = [i64; CLASSES];

fn distance(a: &Vector, b: &Vector) -> i64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

/// The kinds of ranks, largest first.
pub(crate) fn kinds(ranks: &[RankProfile], whole: u64) -> Vec<Kind> {
    // The tables of a run that was killed may reach beyond the time that its manifest says.
    let whole = u128::from(whole.max(1));
    let vector = |rank: &RankProfile| {
        rank.times.map(|time| (u128::from(time) * SCALE as u128 / whole).min(SCALE as u128) as i64)
    };
    let vectors: Vec<Vector> = ranks.iter().map(vector).collect();
    let Some(first) = vectors.first() else { return Vec::new() };
    let mut nearest: Vec<(i64, usize)> = vectors.iter().map(|rank| (distance(rank, first), 0)).collect();
    let mut centres = 1;
    while centres < MAX_KINDS {
        let farthest = (0..vectors.len()).max_by_key(|&at| (nearest[at].0, std::cmp::Reverse(at)));
        let Some(farthest) = farthest.filter(|&at| nearest[at].0 > ALIKE) else { break };
        let centre = vectors[farthest];
        for (best, rank) in nearest.iter_mut().zip(&vectors) {
            let distance = distance(rank, &centre);
            if distance < best.0 {
                *best = (distance, centres);
            }
        }
        centres += 1;
    }
    let mut kinds: Vec<Kind> = (0..centres).filter_map(|kind| describe(kind, &vectors, &nearest)).collect();
    kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.ranks), kind.representative));
    kinds
}

fn describe(kind: usize, vectors: &[Vector], nearest: &[(i64, usize)]) -> Option<Kind> {
    let members = || (0u32..).zip(vectors).zip(nearest).filter(|(_, best)| best.1 == kind).map(|(member, _)| member);
    let ranks = members().count() as i64;
    if ranks == 0 {
        return None;
    }
    let mut mean = [0i64; CLASSES];
    members().for_each(|(_, vector)| mean.iter_mut().zip(vector).for_each(|(sum, share)| *sum += share));
    mean = mean.map(|sum| sum / ranks);
    let (representative, _) = members().min_by_key(|(rank, vector)| (distance(vector, &mean), *rank))?;
    let shares = mean.map(|share| (share * 1_000_000 / SCALE) as u32);
    Some(Kind { representative, ranks: ranks as u32, shares })
}

/// The ranks to be shown call by call, ascending; `path` are those on the critical path, where that is longest first.
pub(crate) fn choose(ranks: &[RankProfile], kinds: &[Kind], path: &[u32]) -> Vec<Chosen> {
    let all = ranks.len() as u32;
    if all <= SHOW_ALL {
        return (0..all).map(|rank| Chosen { rank, why: String::new() }).collect();
    }
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut add = |rank: u32, why: String| match chosen.iter_mut().find(|chosen| chosen.rank == rank) {
        Some(known) => known.why = format!("{}; {why}", known.why),
        None => chosen.push(Chosen { rank, why }),
    };
    add(0, "first rank".to_owned());
    for kind in kinds {
        let others = kind.ranks - 1;
        let why = if others == 0 { "one of its kind".to_owned() } else { format!("stands for {} ranks", kind.ranks) };
        add(kind.representative, why);
    }
    for &rank in path.iter().filter(|rank| **rank < all).take(ON_PATH) {
        add(rank, "on the critical path".to_owned());
    }
    let mut order: Vec<u32> = (0..all).collect();
    order.sort_by_key(|&rank| (std::cmp::Reverse(ranks[rank as usize].busy()), rank));
    for (place, &rank) in (1..).zip(order.iter().take(SLOWEST)) {
        add(rank, format!("slowest {place}"));
    }
    chosen.sort_by_key(|chosen| chosen.rank);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(compute: u64, waiting: u64) -> RankProfile {
        let mut times = [0; CLASSES];
        (times[0], times[1], times[2]) = (waiting, compute, 1000 - compute);
        RankProfile { times, end: 1000 }
    }

    #[test]
    fn ranks_that_spend_their_time_alike_are_a_kind() {
        let ranks: Vec<RankProfile> =
            (0..100).map(|at| if at % 10 == 3 { rank(900, 50) } else { rank(500 + at % 2, 480) }).collect();
        let kinds = kinds(&ranks, 1000);
        let found: Vec<(u32, u32)> = kinds.iter().map(|kind| (kind.representative, kind.ranks)).collect();
        assert_eq!(found, [(0, 90), (3, 10)]);
        assert!((899_000..=900_000).contains(&kinds[1].shares[1]), "{:?}", kinds[1].shares);
        let chosen = choose(&ranks, &kinds, &[7, 13, 100]);
        // Ten ranks wait little, then come the first of the others that wait the same.
        assert_eq!(chosen.iter().filter(|chosen| chosen.rank % 10 == 3).count(), 10);
        assert_eq!(chosen[0], Chosen { rank: 0, why: "first rank; stands for 90 ranks; slowest 11".to_owned() });
        let on_path: Vec<u32> =
            chosen.iter().filter(|chosen| chosen.why.contains("path")).map(|chosen| chosen.rank).collect();
        assert_eq!(on_path, [7, 13], "there is no rank 100");
        assert_eq!(chosen.len(), SLOWEST + 1, "rank 13 is among the slowest anyway");
    }

    #[test]
    fn of_few_ranks_all_are_shown() {
        let ranks = vec![rank(1, 2); SHOW_ALL as usize];
        assert_eq!(choose(&ranks, &kinds(&ranks, 1000), &[5]).len(), SHOW_ALL as usize);
        assert!(kinds(&[], 1).is_empty() && choose(&[], &[], &[]).is_empty());
    }

    #[test]
    fn there_are_not_more_kinds_than_can_be_told_apart() {
        let ranks: Vec<RankProfile> = (0..1000).map(|at| rank(at, 0)).collect();
        assert_eq!(kinds(&ranks, 1000).len(), MAX_KINDS);
    }
}
