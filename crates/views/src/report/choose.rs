//! Chooses the ranks that a report shows call by call. In a run of up to [`SHOW_ALL`] ranks it chooses all. In a larger run it
//! chooses rank 0, the busiest outliers, the ranks with most of the critical path, and a representative of each cluster.
//!
//! An outlier is a rank whose busy time (without waiting) exceeds the median by more than [`OUTLIER_PERCENT`] of the run's
//! time. Without this margin the busiest ranks of a balanced run would be chosen by chance, because their times are nearly
//! equal.
//!
//! Clusters hold ranks that spend their time alike. Every rank is a vector: for each class of states, and for waiting, the
//! share of the run's time that the rank spends in it. The centres of the clusters lie far apart (T. Gonzalez, "Clustering to
//! minimize the maximum intercluster distance", Theoretical Computer Science 38, 1985). The first centre is rank 0. Each
//! further centre is the rank farthest from all centres so far, until no rank is farther than [`ALIKE`] or there are
//! [`MAX_CLUSTERS`]. The radius of the clusters is at most twice the smallest possible radius. A cluster is represented by the
//! rank nearest to its mean.

use super::profile::RankProfile;
use super::pyramid::CLASSES;
use serde::Serialize;

/// Up to this many ranks, all are shown.
pub(crate) const SHOW_ALL: u32 = 64;
/// Busiest outliers shown at most.
const BUSIEST: usize = 16;
/// Margin of an outlier over the median, in percent of the run's time.
const OUTLIER_PERCENT: u64 = 1;
/// Ranks on the critical path shown at most.
const ON_PATH: usize = 4;
/// Clusters at most.
const MAX_CLUSTERS: usize = 8;
/// Ranks that differ by less than this share of the run's time (the sum over classes) are alike.
const ALIKE: i64 = SCALE / 50;
/// The whole run's time.
const SCALE: i64 = 1 << 20;

/// A cluster of ranks that spend their time alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Cluster {
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

/// The clusters of ranks, largest first.
pub(crate) fn clusters(ranks: &[RankProfile], whole: u64) -> Vec<Cluster> {
    // The tables of a run that was killed may reach beyond the time that its manifest says.
    let whole = u128::from(whole.max(1));
    let vector = |rank: &RankProfile| {
        rank.times.map(|time| (u128::from(time) * SCALE as u128 / whole).min(SCALE as u128) as i64)
    };
    let vectors: Vec<Vector> = ranks.iter().map(vector).collect();
    let Some(first) = vectors.first() else { return Vec::new() };
    let mut nearest: Vec<(i64, usize)> = vectors.iter().map(|rank| (distance(rank, first), 0)).collect();
    let mut centres = 1;
    while centres < MAX_CLUSTERS {
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
    let mut clusters: Vec<Cluster> =
        (0..centres).filter_map(|cluster| describe(cluster, &vectors, &nearest)).collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.ranks), cluster.representative));
    clusters
}

fn describe(cluster: usize, vectors: &[Vector], nearest: &[(i64, usize)]) -> Option<Cluster> {
    let members =
        || (0u32..).zip(vectors).zip(nearest).filter(|(_, best)| best.1 == cluster).map(|(member, _)| member);
    let ranks = members().count() as i64;
    if ranks == 0 {
        return None;
    }
    let mut mean = [0i64; CLASSES];
    members().for_each(|(_, vector)| mean.iter_mut().zip(vector).for_each(|(sum, share)| *sum += share));
    mean = mean.map(|sum| sum / ranks);
    let (representative, _) = members().min_by_key(|(rank, vector)| (distance(vector, &mean), *rank))?;
    let shares = mean.map(|share| (share * 1_000_000 / SCALE) as u32);
    Some(Cluster { representative, ranks: ranks as u32, shares })
}

/// The ranks to be shown call by call, ascending. `whole` is the run's time; `path` are the ranks on the critical path, the
/// one that it is on longest first.
pub(crate) fn choose(ranks: &[RankProfile], whole: u64, clusters: &[Cluster], path: &[u32]) -> Vec<Chosen> {
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
    for cluster in clusters {
        let others = cluster.ranks - 1;
        let why =
            if others == 0 { "unlike all others".to_owned() } else { format!("represents {} ranks", cluster.ranks) };
        add(cluster.representative, why);
    }
    for &rank in path.iter().filter(|rank| **rank < all).take(ON_PATH) {
        add(rank, "on the critical path".to_owned());
    }
    let busy = |rank: u32| ranks[rank as usize].busy();
    let mut order: Vec<u32> = (0..all).collect();
    order.sort_by_key(|&rank| (std::cmp::Reverse(busy(rank)), rank));
    let limit = busy(order[order.len() / 2]).saturating_add(whole / 100 * OUTLIER_PERCENT);
    for (place, &rank) in (1..).zip(order.iter().take(BUSIEST).take_while(|&&rank| busy(rank) > limit)) {
        add(rank, format!("busiest {place}"));
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
        let clusters = clusters(&ranks, 1000);
        let found: Vec<(u32, u32)> = clusters.iter().map(|cluster| (cluster.representative, cluster.ranks)).collect();
        assert_eq!(found, [(0, 90), (3, 10)]);
        assert!((899_000..=900_000).contains(&clusters[1].shares[1]), "{:?}", clusters[1].shares);
        let chosen = choose(&ranks, 1000, &clusters, &[7, 13, 100]);
        // Ten ranks wait little; the others are alike, none of them stands out.
        assert_eq!(chosen.iter().filter(|chosen| chosen.rank % 10 == 3).count(), 10);
        assert_eq!(chosen[0], Chosen { rank: 0, why: "first rank; represents 90 ranks".to_owned() });
        let on_path: Vec<u32> =
            chosen.iter().filter(|chosen| chosen.why.contains("path")).map(|chosen| chosen.rank).collect();
        assert_eq!(on_path, [7, 13], "there is no rank 100");
        assert_eq!(chosen.len(), 10 + 2, "rank 13 is among the busiest anyway");
    }

    #[test]
    fn of_few_ranks_all_are_shown() {
        let ranks = vec![rank(1, 2); SHOW_ALL as usize];
        assert_eq!(choose(&ranks, 1000, &clusters(&ranks, 1000), &[5]).len(), SHOW_ALL as usize);
        assert!(clusters(&[], 1).is_empty() && choose(&[], 1, &[], &[]).is_empty());
    }

    #[test]
    fn there_are_not_more_kinds_than_can_be_told_apart() {
        let ranks: Vec<RankProfile> = (0..1000).map(|at| rank(at, 0)).collect();
        assert_eq!(clusters(&ranks, 1000).len(), MAX_CLUSTERS);
    }
}
