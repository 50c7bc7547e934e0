//! The causal history of each rank, for the root causes of waiting. A rank's history is a chain of computation, transfers and
//! other activities that explains the time on the rank's clock. When a rank has waited for another rank, the other rank's chain
//! replaces its own.
//!
//! The chains of all ranks form a tree with a leaf for each rank, as two chains may have a beginning in common. When two ranks
//! are compared, only the parts of their chains after this common beginning count: earlier work delayed both ranks alike. A
//! node with one child is merged with the child, and the beginning that all ranks have in common is dropped. So there are fewer
//! than two nodes per rank, however long the run is.

use crate::by_number::ByNumber;
use ops::FilePart;
use std::collections::BTreeMap;

/// What a stretch of a chain was spent on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActivityKind {
    /// Computing, where the run has the table `timeline`.
    Computation,
    /// Computing or inside MPI, where it has not.
    Work,
    /// Inside MPI without waiting.
    Calls,
    /// Work that waited for a detour of its core, where the run has the table `noise`.
    Noise,
    /// Transfers, beyond what they take alone.
    Contention,
    /// Messages, as long as they take alone.
    Transfer,
    /// Messages of collective operations, as long as they take alone.
    CollectiveTransfer,
    /// A library that goes on only while a rank is inside MPI.
    Progress,
    /// Servers of files that worked for others, too, and much more than other servers.
    HotServer,
    /// Servers of files.
    File(FilePart),
    /// Ports and started processes.
    Other,
}

/// No rank, link, class or place.
pub const NOBODY: u32 = u32::MAX;

/// What time is spent on: ranks are compared by the first two, the others tell where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// On what.
    pub kind: ActivityKind,
    /// The call site that ends a computation, the place at which work was asked for, the class of a link, the server of files.
    pub class: u32,
    /// The rank that spends it; of contention the link.
    pub who: u32,
    /// The place of the call.
    pub place: u32,
}

/// Time by key, sorted by key, each key once.
type Spent = Vec<(Key, u64)>;

/// Keys kept of one stretch of a chain. Beyond them, small ones lose rank and site.
const KEPT: usize = 256;

/// The root of the tree: the beginning of the run.
const BEGIN: u32 = 0;

#[derive(Debug)]
struct Node {
    parent: u32,
    /// Children, and ranks that stand here.
    used: u32,
    /// Nodes are numbered anew; a parent was always born before its children.
    born: u64,
    spent: Spent,
}

/// Where a rank stands.
#[derive(Debug)]
struct Rank {
    node: u32,
    /// The end of what its chain accounts for.
    at: u64,
    /// Computing since then, by call site.
    blocks: Vec<(u32, u64)>,
    /// What noise has taken from work since then: the end of the work, and how much.
    noise: Vec<(u64, u64)>,
}

/// The chains of all ranks.
#[derive(Debug)]
pub(super) struct Histories {
    nodes: Vec<Node>,
    free: Vec<u32>,
    births: u64,
    ranks: ByNumber<u32, Rank>,
    /// Whether computations are known.
    timeline: bool,
}

impl Histories {
    pub(super) fn new(timeline: bool) -> Self {
        let begin = Node { parent: BEGIN, used: 1, born: 0, spent: Vec::new() };
        Self { nodes: vec![begin], free: Vec::new(), births: 0, ranks: ByNumber::default(), timeline }
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    fn rank(&mut self, rank: u32) -> &mut Rank {
        let begin = &mut self.nodes[BEGIN as usize].used;
        self.ranks.get_or_insert_with(rank, || {
            *begin += 1;
            Rank { node: BEGIN, at: 0, blocks: Vec::new(), noise: Vec::new() }
        })
    }

    /// A rank begins later than the run, started by another.
    pub(super) fn start(&mut self, rank: u32, parent: u32, at: u64) {
        self.rank(rank);
        self.rank(parent);
        self.follow(rank, parent, at);
    }

    /// A rank has computed, up to a call from a site; [`NOBODY`] stands for that of the next call that is asked for.
    pub(super) fn compute(&mut self, rank: u32, site: u32, start: u64, end: u64) {
        let rank = self.rank(rank);
        let start = start.max(rank.at);
        let noise: u64 =
            rank.noise.iter().filter(|(at, _)| (start + 1..=end).contains(at)).map(|(_, time)| time).sum();
        let time = end.saturating_sub(start).saturating_sub(noise);
        match rank.blocks.iter_mut().find(|(known, _)| *known == site) {
            Some((_, sum)) => *sum = sum.saturating_add(time),
            None => rank.blocks.push((site, time)),
        }
    }

    /// Noise took this much from a rank's work that ended then. Comes before the computation that it is part of.
    pub(super) fn noise(&mut self, rank: u32, end: u64, time: u64) {
        let rank = self.rank(rank);
        if end > rank.at {
            rank.noise.push((end, time));
        }
    }

    /// Accounts for what a rank has done by itself up to an instant, at which it made a call in this place, from this
    /// site.
    pub(super) fn advance(&mut self, id: u32, to: u64, place: u32, call: u32) {
        let timeline = self.timeline;
        let rank = self.rank(id);
        let mut rest = to.saturating_sub(rank.at);
        rank.at = rank.at.max(to);
        let noise: u64 = rank.noise.extract_if(.., |(end, _)| *end <= to).map(|(_, time)| time).sum();
        let noise = noise.min(rest);
        let blocks = std::mem::take(&mut rank.blocks);
        rest -= noise;
        self.spend(id, Key { kind: ActivityKind::Noise, class: NOBODY, who: id, place: NOBODY }, noise);
        for (site, time) in blocks {
            rest = rest.saturating_sub(time);
            let site = if site == NOBODY { call } else { site };
            self.spend(id, Key { kind: ActivityKind::Computation, class: site, who: id, place: NOBODY }, time);
        }
        let (kind, class) = if timeline { (ActivityKind::Calls, NOBODY) } else { (ActivityKind::Work, place) };
        self.spend(id, Key { kind, class, who: id, place }, rest);
    }

    /// A rank has waited for something, which ended at that instant.
    pub(super) fn wait(&mut self, id: u32, key: Key, time: u64, end: u64) {
        self.spend(id, key, time);
        let rank = self.rank(id);
        rank.at = rank.at.max(end);
    }

    fn spend(&mut self, id: u32, key: Key, time: u64) {
        if time == 0 {
            return;
        }
        let mut node = self.rank(id).node;
        if node == BEGIN || self.nodes[node as usize].used > 1 {
            node = self.bear(node);
            self.rank(id).node = node;
        }
        let spent = &mut self.nodes[node as usize].spent;
        match spent.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => spent[at].1 = spent[at].1.saturating_add(time),
            Err(at) => spent.insert(at, (key, time)),
        }
        if spent.len() > KEPT {
            fold(spent);
        }
    }

    /// A child of a node that takes the place of one that used the node.
    fn bear(&mut self, parent: u32) -> u32 {
        if self.nodes.len() - self.free.len() > 4 * self.ranks.len() + 64 {
            self.compact();
        }
        self.births += 1;
        let node = Node { parent, used: 1, born: self.births, spent: Vec::new() };
        match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    /// A rank that has waited for another goes on from where that one is.
    pub(super) fn follow(&mut self, id: u32, other: u32, at: u64) {
        let to = self.rank(other).node;
        self.nodes[to as usize].used += 1;
        let rank = self.rank(id);
        let from = std::mem::replace(&mut rank.node, to);
        rank.at = rank.at.max(at);
        rank.blocks.clear();
        rank.noise.retain(|(end, _)| *end > at);
        self.leave(from);
    }

    fn leave(&mut self, mut node: u32) {
        loop {
            let left = &mut self.nodes[node as usize];
            left.used -= 1;
            if left.used > 0 || node == BEGIN {
                return;
            }
            left.spent = Vec::new();
            self.free.push(node);
            node = left.parent;
        }
    }

    /// Joins each node that leads to one other only with that, and drops what all ranks share.
    fn compact(&mut self) {
        let mut alive: Vec<(u64, u32)> = Vec::new();
        let mut ranks = vec![0u32; self.nodes.len()];
        for (_, rank) in self.ranks.iter() {
            ranks[rank.node as usize] += 1;
        }
        let free: std::collections::BTreeSet<u32> = self.free.iter().copied().collect();
        for (at, node) in (0..).zip(&self.nodes) {
            if at != BEGIN && !free.contains(&at) {
                alive.push((node.born, at));
            }
        }
        // From the beginning on: a parent has taken in all before it when its child takes it in.
        alive.sort_unstable();
        for &(_, at) in &alive {
            let parent = self.nodes[at as usize].parent;
            // The beginning counts one use more than it has.
            let lone = self.nodes[parent as usize].used == if parent == BEGIN { 2 } else { 1 };
            if !lone || ranks[parent as usize] > 0 {
                continue;
            }
            if parent == BEGIN {
                // All ranks come by here.
                self.nodes[at as usize].spent = Vec::new();
                continue;
            }
            let before = std::mem::take(&mut self.nodes[parent as usize].spent);
            let grandparent = self.nodes[parent as usize].parent;
            let node = &mut self.nodes[at as usize];
            node.parent = grandparent;
            let shared = grandparent == BEGIN && self.nodes[BEGIN as usize].used == 2 && ranks[BEGIN as usize] == 0;
            let node = &mut self.nodes[at as usize];
            node.spent = if shared { Vec::new() } else { merged(before, std::mem::take(&mut node.spent)) };
            self.free.push(parent);
        }
    }

    /// What one rank has spent since the two parted, less what the other has; sorted by key.
    fn beyond(&mut self, late: u32, other: u32) -> Vec<(Key, i128)> {
        let (mut a, mut b) = (self.rank(late).node, self.rank(other).node);
        let mut sums: BTreeMap<Key, i128> = BTreeMap::new();
        while a != b {
            let (here, sign) =
                if self.nodes[a as usize].born > self.nodes[b as usize].born { (&mut a, 1) } else { (&mut b, -1) };
            let node = *here;
            *here = self.nodes[node as usize].parent;
            for (key, time) in &self.nodes[node as usize].spent {
                *sums.entry(*key).or_default() += sign * i128::from(*time);
            }
        }
        sums.into_iter().collect()
    }

    /// Shares the time for which one rank waited for another among what that one spent more on.
    pub(super) fn share(&mut self, late: u32, waiting: u32, time: u64) -> Spent {
        shares(&self.beyond(late, waiting), time)
    }
}

/// Shares time among kinds and classes whose sums are positive, in proportion; and what each gets among its own positive
/// keys. Nothing where no sum is. The parts add up to the time, to the picosecond.
pub(super) fn shares(beyond: &[(Key, i128)], time: u64) -> Spent {
    let weight = |sum: i128| u64::try_from(sum.max(0)).unwrap_or(u64::MAX);
    let groups: Vec<&[(Key, i128)]> =
        beyond.chunk_by(|(a, _), (b, _)| (a.kind, a.class) == (b.kind, b.class)).collect();
    let sums: Vec<u64> = groups.iter().map(|group| weight(group.iter().map(|(_, time)| time).sum())).collect();
    let mut spent = Spent::new();
    for (group, part) in groups.iter().zip(apportion(time, &sums)) {
        let weights: Vec<u64> = group.iter().map(|(_, time)| weight(*time)).collect();
        let keys = group.iter().map(|(key, _)| *key).zip(apportion(part, &weights));
        spent.extend(keys.filter(|(_, part)| *part > 0));
    }
    spent
}

/// Divides a whole in proportion; the parts sum to it unless there is nothing to divide it by.
fn apportion(whole: u64, weights: &[u64]) -> Vec<u64> {
    let sum = weights.iter().fold(0u64, |sum, weight| sum.saturating_add(*weight));
    let (mut before, mut given) = (0u64, 0);
    let up_to = |weight: u64| (u128::from(whole) * u128::from(weight)).checked_div(sum.into()).unwrap_or(0) as u64;
    let part = |weight: &u64| {
        before = before.saturating_add(*weight);
        let part = up_to(before) - given;
        given += part;
        part
    };
    weights.iter().map(part).collect()
}

/// Two stretches as one.
fn merged(a: Spent, b: Spent) -> Spent {
    let mut both: BTreeMap<Key, u64> = a.into_iter().collect();
    for (key, time) in b {
        let sum = both.entry(key).or_default();
        *sum = sum.saturating_add(time);
    }
    let mut both: Spent = both.into_iter().collect();
    if both.len() > KEPT {
        fold(&mut both);
    }
    both
}

/// Removes rank and site from the smaller three quarters of keys.
fn fold(spent: &mut Spent) {
    let mut times: Vec<u64> = spent.iter().map(|(_, time)| *time).collect();
    times.sort_unstable();
    let least = times[times.len() * 3 / 4];
    let all = std::mem::take(spent);
    let anonymous = |(key, time): (Key, u64)| {
        if time > least { (key, time) } else { (Key { who: NOBODY, place: NOBODY, ..key }, time) }
    };
    let mut sums: BTreeMap<Key, u64> = BTreeMap::new();
    for (key, time) in all.into_iter().map(anonymous) {
        let sum = sums.entry(key).or_default();
        *sum = sum.saturating_add(time);
    }
    spent.extend(sums);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(kind: ActivityKind, class: u32, who: u32) -> Key {
        Key { kind, class, who, place: NOBODY }
    }

    #[test]
    fn what_all_ranks_share_is_not_compared() {
        let mut histories = Histories::new(true);
        // Rank 1 computes longer; rank 0 waits for it and goes on from there.
        histories.compute(0, 7, 0, 10);
        histories.compute(1, 7, 0, 30);
        histories.advance(0, 10, NOBODY, NOBODY);
        histories.advance(1, 30, NOBODY, NOBODY);
        assert_eq!(histories.share(1, 0, 20), [(key(ActivityKind::Computation, 7, 1), 20)]);
        histories.follow(0, 1, 30);
        // Now rank 0 computes longer, at another site.
        histories.compute(0, 8, 30, 35);
        histories.advance(0, 35, NOBODY, NOBODY);
        histories.advance(1, 31, NOBODY, NOBODY);
        assert_eq!(histories.share(0, 1, 4), [(key(ActivityKind::Computation, 8, 0), 4)]);
    }

    #[test]
    fn classes_are_compared_before_those_who_spent_it() {
        let of = |kind, class, who, time| (key(kind, class, who), time);
        let beyond = [
            of(ActivityKind::Computation, 1, 5, 50),
            of(ActivityKind::Computation, 1, 6, -40),
            of(ActivityKind::Contention, 2, 9, 30),
            of(ActivityKind::Transfer, NOBODY, 0, -10),
        ];
        // 10 more of computing, 30 more of contention.
        let found = shares(&beyond, 20);
        assert_eq!(found, [(key(ActivityKind::Computation, 1, 5), 5), (key(ActivityKind::Contention, 2, 9), 15)]);
        assert_eq!(shares(&beyond[3..], 20), []);
    }

    #[test]
    fn many_keys_keep_their_sum_and_the_largest_names() {
        let mut histories = Histories::new(true);
        for link in 0..2_000 {
            histories.wait(0, key(ActivityKind::Contention, 1, link), u64::from(link) + 1, 0);
        }
        let spent = &histories.nodes[histories.ranks.get(0).unwrap().node as usize].spent;
        assert!(spent.len() <= KEPT);
        assert_eq!(spent.iter().map(|(_, time)| time).sum::<u64>(), 2_000 * 2_001 / 2);
        assert!(spent.iter().any(|(key, time)| (key.who, *time) == (1_999, 2_000)));
    }

    proptest! {
        #[test]
        fn parts_sum_to_the_whole(whole: u64, weights in proptest::collection::vec(any::<u64>(), 1..9)) {
            let parts = apportion(whole, &weights);
            let expected = if weights.iter().all(|weight| *weight == 0) { 0 } else { u128::from(whole) };
            prop_assert_eq!(parts.iter().map(|part| u128::from(*part)).sum::<u128>(), expected);
        }
    }
}
