//! The time profile in a report: for each rank the time by class of states (computing, waiting …), and for all ranks together
//! the time by MPI function.

use super::classes::{COMPUTE, Classes};
use super::pyramid::CLASSES;
use ops::Function;
use results::{CallRow, RankRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// Ranks are shown in at most this many groups.
const MAX_GROUPS: u32 = 1024;

/// What a rank did in the whole run, in picoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankProfile {
    /// By class; class 0 is waiting, which the others contain.
    pub(crate) times: [u64; CLASSES],
    pub(crate) end: u64,
}

impl RankProfile {
    pub(crate) fn waiting(&self) -> u64 {
        self.times[0]
    }

    /// Its own time: computation and calls, without waits.
    pub(crate) fn busy(&self) -> u64 {
        self.end.saturating_sub(self.times[0])
    }
}

/// A function over all ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FunctionProfile {
    pub(crate) name: &'static str,
    pub(crate) class: u8,
    pub(crate) calls: u64,
    pub(crate) time: u64,
    pub(crate) waiting: u64,
    /// Least and most time of a rank, and the ranks that call it.
    pub(crate) least: u64,
    pub(crate) most: u64,
    pub(crate) most_rank: u32,
    pub(crate) ranks: u32,
}

/// Gathers the tables `ranks` and `calls`.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    ranks: Vec<RankProfile>,
    functions: BTreeMap<Function, FunctionProfile>,
}

/// Shares of groups of ranks, for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Groups {
    pub(crate) per_group: u32,
    pub(crate) groups: u32,
    /// Group by group, class by class: the mean share of the run's time, 65,535 for all of it; little-endian. Class 0 is
    /// waiting.
    pub(crate) shares: Vec<u8>,
}

impl Profile {
    pub(crate) fn add_rank(&mut self, row: &RankRow) {
        let rank = self.rank(row.rank.0);
        rank.times[usize::from(COMPUTE)] = row.compute.ps();
        rank.times[0] = row.waiting.ps();
        rank.end = row.end.ps();
    }

    pub(crate) fn add_call(&mut self, row: &CallRow, classes: &Classes) {
        let class = classes.of_function(row.function);
        let rank = self.rank(row.rank.0);
        // Tables may come from anybody.
        let time = &mut rank.times[usize::from(class)];
        *time = time.saturating_add(row.time.ps());
        let of = self.functions.entry(row.function).or_insert(FunctionProfile {
            name: row.function.name(),
            class,
            calls: 0,
            time: 0,
            waiting: 0,
            least: u64::MAX,
            most: 0,
            most_rank: row.rank.0,
            ranks: 0,
        });
        of.calls = of.calls.saturating_add(row.calls);
        of.time = of.time.saturating_add(row.time.ps());
        of.waiting = of.waiting.saturating_add(row.waiting.ps());
        of.least = of.least.min(row.time.ps());
        if row.time.ps() > of.most {
            (of.most, of.most_rank) = (row.time.ps(), row.rank.0);
        }
        of.ranks = of.ranks.saturating_add(1);
    }

    fn rank(&mut self, rank: u32) -> &mut RankProfile {
        let at = rank as usize;
        if at >= self.ranks.len() {
            self.ranks.resize_with(at + 1, RankProfile::default);
        }
        &mut self.ranks[at]
    }

    /// By rank.
    pub(crate) fn ranks(&self) -> &[RankProfile] {
        &self.ranks
    }

    /// Most time first.
    pub(crate) fn functions(&self) -> Vec<FunctionProfile> {
        let all = self.ranks.len() as u32;
        let mut list: Vec<FunctionProfile> = self.functions.values().cloned().collect();
        // A rank that never calls it spends no time in it.
        list.iter_mut().filter(|of| of.ranks < all).for_each(|of| of.least = 0);
        list.sort_by_key(|of| (std::cmp::Reverse(of.time), of.name));
        list
    }

    /// The ranks in the given order, in groups; `whole` is the run's time.
    pub(crate) fn groups(&self, whole: u64, order: &[u32]) -> Groups {
        let ranks = order.len() as u32;
        let per_group = ranks.div_ceil(MAX_GROUPS).max(1);
        let mut shares = Vec::new();
        for group in order.chunks(per_group as usize) {
            for class in 0..CLASSES {
                let sum: u128 = group.iter().map(|&rank| u128::from(self.ranks[rank as usize].times[class])).sum();
                let all = (u128::from(whole) * group.len() as u128).max(1);
                let share = ((sum * 65_535 + all / 2) / all).min(65_535) as u16;
                shares.extend_from_slice(&share.to_le_bytes());
            }
        }
        Groups { per_group, groups: ranks.div_ceil(per_group), shares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::{ActorId, Time};

    fn rank(rank: u32, compute: u64, waiting: u64, end: u64) -> RankRow {
        RankRow {
            rank: ActorId(rank),
            job: 0,
            compute: Time::from_ps(compute),
            mpi: Time::from_ps(end - compute),
            waiting: Time::from_ps(waiting),
            noise: Time::ZERO,
            end: Time::from_ps(end),
            calls: 1,
            messages_sent: 0,
            bytes_sent: 0,
            messages_received: 0,
            bytes_received: 0,
            heap_peak: 0,
        }
    }

    fn call(rank: u32, time: u64) -> CallRow {
        CallRow {
            rank: ActorId(rank),
            function: Function::from_name("MPI_Barrier").unwrap(),
            calls: 2,
            time: Time::from_ps(time),
            waiting: Time::from_ps(time / 2),
        }
    }

    #[test]
    fn functions_know_their_extremes() {
        let classes = Classes::default();
        let mut profile = Profile::default();
        (0..4).for_each(|number| profile.add_rank(&rank(number, 50, 10, 100)));
        [(0, 30), (2, 40), (3, 20)]
            .into_iter()
            .for_each(|(rank, time)| profile.add_call(&call(rank, time), &classes));
        let found = profile.functions();
        assert_eq!((found[0].calls, found[0].time, found[0].waiting), (6, 90, 45));
        assert_eq!((found[0].least, found[0].most, found[0].most_rank, found[0].ranks), (0, 40, 2, 3));
        let groups = profile.groups(100, &[0, 1, 2, 3]);
        assert_eq!((groups.per_group, groups.groups, groups.shares.len()), (1, 4, 4 * CLASSES * 2));
        let share = |at: usize| u16::from_le_bytes([groups.shares[2 * at], groups.shares[2 * at + 1]]);
        assert_eq!(
            [share(0), share(1), share(usize::from(classes.of_function(Function::Barrier)))],
            [6554, 32_768, 19_661]
        );
    }

    #[test]
    fn many_ranks_are_shown_in_groups() {
        let mut profile = Profile::default();
        (0..2050).for_each(|number| profile.add_rank(&rank(number, 100, 0, 100)));
        let order: Vec<u32> = (0..2050).collect();
        let groups = profile.groups(100, &order);
        assert_eq!((groups.per_group, groups.groups), (3, 684));
        assert_eq!(&groups.shares[2..4], [255, 255]);
    }
}
