//! The plan of a two-phase collective access, round by round: which rank sends how much to which aggregator, and which bytes of
//! the file each aggregator accesses.

use super::domains::Domains;
use std::collections::BTreeMap;

/// What an aggregator accesses in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// Whether there are bytes in it that no rank accesses.
    pub(super) holes: bool,
    /// Whose bytes are in it, in the order of the ranks, and how many.
    pub(super) parts: Vec<(u32, u64)>,
}

/// An aggregator's part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Aggregation {
    /// By round.
    pub(super) windows: BTreeMap<u64, Window>,
    /// Whose stretches are in its domain, in the order of the ranks, and how many.
    pub(super) lists: Vec<(u32, u64)>,
}

/// The whole access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// Ranks, and what they aggregate.
    pub(super) aggregators: Vec<(u32, Aggregation)>,
    pub(super) rounds: u64,
    /// By rank, round and number of the aggregator: bytes.
    moved: Vec<BTreeMap<(u64, u32), u64>>,
    /// By rank and number of the aggregator: stretches.
    lists: Vec<BTreeMap<u32, u64>>,
}

/// A rank's accesses: offsets and bytes, none of them empty.
pub(super) type RankBlocks = Vec<(u64, u64)>;

/// The range that ranks access.
pub(super) fn range(ranks: &[RankBlocks]) -> Option<(u64, u64)> {
    let blocks = || ranks.iter().flatten();
    let start = blocks().map(|&(offset, _)| offset).min()?;
    let end = blocks().map(|&(offset, bytes)| offset.saturating_add(bytes)).max()?;
    Some((start, end))
}

/// Calls `each(aggregator, offset, bytes)` for every stretch of a rank's accesses within one domain or stripe.
fn stretches(blocks: &RankBlocks, domains: &Domains, each: &mut dyn FnMut(u32, u64, u64)) {
    for &(mut offset, mut left) in blocks {
        while left > 0 {
            let (aggregator, end) = domains.locate(offset);
            let bytes = left.min(end - offset);
            each(aggregator, offset, bytes);
            (offset, left) = (offset + bytes, left - bytes);
        }
    }
}

/// The first and the last round's bounds in each domain.
struct Rounds<'d> {
    domains: &'d Domains,
    /// By aggregator: from the first byte that is accessed to the end of the last.
    spans: Vec<(u64, u64)>,
    buffer: u64,
    /// The number of the first stripe.
    first: u64,
}

impl Rounds<'_> {
    /// Round and window of a byte in an aggregator's domain; the window of a stripe begins with the first byte accessed.
    fn locate(&self, aggregator: u32, offset: u64) -> (u64, (u64, u64)) {
        let (start, end) = self.spans[aggregator as usize];
        match *self.domains {
            Domains::Stretches(_) => {
                let round = (offset - start) / self.buffer;
                let first = start + round * self.buffer;
                (round, (first, first.saturating_add(self.buffer).min(end)))
            }
            Domains::Stripes { stripe, aggregators } => {
                let number = offset / stripe;
                let window = (offset, (number + 1).saturating_mul(stripe).min(end));
                ((number - self.first) / u64::from(aggregators), window)
            }
        }
    }

    fn count(&self, end: u64) -> u64 {
        match *self.domains {
            Domains::Stretches(_) => {
                let of = |&(start, end): &(u64, u64)| end.saturating_sub(start).div_ceil(self.buffer);
                self.spans.iter().map(of).max().unwrap_or(0)
            }
            Domains::Stripes { stripe, aggregators } => {
                (end.div_ceil(stripe) - self.first).div_ceil(u64::from(aggregators))
            }
        }
    }
}

impl Plan {
    /// What ranks access, at least one byte, through these aggregators with buffers of so many bytes.
    pub(super) fn new(ranks: &[RankBlocks], domains: &Domains, aggregators: &[u32], buffer: u64) -> Self {
        let (start, end) = range(ranks).expect("something is accessed");
        let none = || aggregators.iter().map(|&rank| (rank, Aggregation::default())).collect();
        let mut plan = Self { aggregators: none(), rounds: 0, moved: Vec::new(), lists: Vec::new() };
        let spans = plan.count_lists(ranks, domains);
        let first = if let Domains::Stripes { stripe, .. } = *domains { start / stripe } else { 0 };
        let rounds = Rounds { domains, spans, buffer, first };
        for (rank, blocks) in (0..).zip(ranks) {
            plan.moved.push(BTreeMap::new());
            stretches(blocks, domains, &mut |aggregator, offset, bytes| {
                plan.cut(&rounds, (rank, aggregator), offset, bytes);
            });
        }
        plan.find_holes();
        plan.rounds = rounds.count(end);
        plan
    }

    /// Counts stretches by rank and aggregator; what of each domain is accessed.
    fn count_lists(&mut self, ranks: &[RankBlocks], domains: &Domains) -> Vec<(u64, u64)> {
        let mut spans = vec![(u64::MAX, 0); self.aggregators.len()];
        for (rank, blocks) in (0..).zip(ranks) {
            let mut counts = BTreeMap::new();
            stretches(blocks, domains, &mut |aggregator, offset, bytes| {
                *counts.entry(aggregator).or_insert(0) += 1;
                let (start, end) = spans[aggregator as usize];
                spans[aggregator as usize] = (start.min(offset), end.max(offset + bytes));
            });
            for (&aggregator, &count) in &counts {
                self.aggregators[aggregator as usize].1.lists.push((rank, count));
            }
            self.lists.push(counts);
        }
        spans
    }

    /// Cuts a stretch at the ends of windows.
    fn cut(&mut self, rounds: &Rounds<'_>, (rank, aggregator): (u32, u32), mut offset: u64, mut left: u64) {
        while left > 0 {
            let (round, (start, end)) = rounds.locate(aggregator, offset);
            let bytes = left.min(end - offset);
            let windows = &mut self.aggregators[aggregator as usize].1.windows;
            let new = || Window { offset: start, bytes: end - start, holes: false, parts: Vec::new() };
            let window = windows.entry(round).or_insert_with(new);
            window.bytes = (window.offset + window.bytes).max(end) - window.offset.min(start);
            window.offset = window.offset.min(start);
            match window.parts.last_mut() {
                Some((last, sum)) if *last == rank => *sum += bytes,
                _ => window.parts.push((rank, bytes)),
            }
            *self.moved[rank as usize].entry((round, aggregator)).or_insert(0) += bytes;
            (offset, left) = (offset + bytes, left - bytes);
        }
    }

    /// Bytes that several ranks access count several times: such a window may have holes that are not found.
    fn find_holes(&mut self) {
        for window in self.aggregators.iter_mut().flat_map(|(_, part)| part.windows.values_mut()) {
            window.holes = window.parts.iter().map(|&(_, bytes)| bytes).sum::<u64>() < window.bytes;
        }
    }

    /// What a rank aggregates.
    pub(super) fn aggregation(&self, rank: u32) -> Option<&Aggregation> {
        self.aggregators.iter().find(|(aggregator, _)| *aggregator == rank).map(|(_, part)| part)
    }

    fn rank(&self, aggregator: u32) -> u32 {
        self.aggregators[aggregator as usize].0
    }

    /// To which ranks a rank sends lists of its stretches, and how many are in each.
    pub(super) fn lists_of(&self, rank: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.lists[rank as usize].iter().map(|(&aggregator, &count)| (self.rank(aggregator), count))
    }

    /// To or from which ranks a rank's data go in a round, and how many bytes.
    pub(super) fn moved_by(&self, rank: u32, round: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        let of_round = self.moved[rank as usize].range((round, 0)..=(round, u32::MAX));
        of_round.map(|(&(_, aggregator), &bytes)| (self.rank(aggregator), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn window(offset: u64, bytes: u64, holes: bool, parts: &[(u32, u64)]) -> Window {
        Window { offset, bytes, holes, parts: parts.to_vec() }
    }

    /// Four ranks that write blocks of 10 bytes in turn, two each; two aggregators, buffers of 25 bytes.
    #[test]
    fn records_in_turn_are_two_contiguous_stretches() {
        let ranks: Vec<RankBlocks> = (0..4).map(|rank| vec![(10 * rank, 10), (40 + 10 * rank, 10)]).collect();
        let domains = Domains::stretches((0, 80), 2, None);
        let plan = Plan::new(&ranks, &domains, &[0, 2], 25);
        assert_eq!(plan.rounds, 2);
        let first = plan.aggregation(0).expect("an aggregator");
        assert_eq!(first.lists, [(0, 1), (1, 1), (2, 1), (3, 1)]);
        assert_eq!(first.windows[&0], window(0, 25, false, &[(0, 10), (1, 10), (2, 5)]));
        assert_eq!(first.windows[&1], window(25, 15, false, &[(2, 5), (3, 10)]));
        assert!(plan.aggregation(1).is_none());
        assert_eq!(plan.lists_of(3).collect::<Vec<_>>(), [(0, 1), (2, 1)]);
        assert_eq!(plan.moved_by(2, 0).collect::<Vec<_>>(), [(0, 5), (2, 5)]);
        assert_eq!(plan.moved_by(2, 1).collect::<Vec<_>>(), [(0, 5), (2, 5)]);
        assert_eq!(plan.moved_by(0, 1).count(), 0);
    }

    /// Lustre: stripes of 10 bytes to two aggregators in turn; what is not accessed at the front of a stripe is left out.
    #[test]
    fn stripes_are_one_window_each() {
        let ranks = vec![vec![(14, 4)], vec![(20, 15)], Vec::new()];
        let domains = Domains::Stripes { stripe: 10, aggregators: 2 };
        let plan = Plan::new(&ranks, &domains, &[0, 1], 1 << 20);
        assert_eq!(plan.rounds, 2);
        let [even, odd] = [0, 1].map(|rank| plan.aggregation(rank).expect("an aggregator"));
        // Stripe 1 is the odd one's first, stripe 2 the even one's, stripe 3 the odd one's second.
        assert_eq!(odd.windows[&0], window(14, 6, true, &[(0, 4)]));
        assert_eq!(even.windows[&0], window(20, 10, false, &[(1, 10)]));
        assert_eq!(odd.windows[&1], window(30, 5, false, &[(1, 5)]));
        assert_eq!((odd.windows.len(), even.windows.len()), (2, 1));
    }

    proptest! {
        #[test]
        fn every_byte_is_moved_once_and_lies_in_its_window(
            gaps in proptest::collection::vec((0u64..9, 1u64..9, 0u32..5), 1..40),
            aggregators in 1u32..5, buffer in 1u64..30, unit in 1u64..20, striped: bool, aligned: bool
        ) {
            let mut ranks = vec![RankBlocks::new(); 5];
            let mut at = 3;
            for (gap, bytes, rank) in gaps {
                at += gap;
                ranks[rank as usize].push((at, bytes));
                at += bytes;
            }
            let range = range(&ranks).expect("something");
            let domains = if striped {
                Domains::Stripes { stripe: unit, aggregators }
            } else {
                Domains::stretches(range, aggregators, aligned.then_some(unit))
            };
            let of: Vec<u32> = (0..aggregators).collect();
            let plan = Plan::new(&ranks, &domains, &of, buffer);
            let mut taken = vec![0u32; range.1 as usize + 1];
            for (rank, blocks) in (0..).zip(&ranks) {
                let own: u64 = blocks.iter().map(|&(_, bytes)| bytes).sum();
                let moved: u64 = (0..plan.rounds).flat_map(|round| plan.moved_by(rank, round)).map(|(_, bytes)| bytes).sum();
                prop_assert_eq!(moved, own);
            }
            for (_, part) in &plan.aggregators {
                for (round, window) in &part.windows {
                    let most = if striped { unit } else { buffer };
                    prop_assert!(*round < plan.rounds && window.bytes <= most);
                    (window.offset..window.offset + window.bytes).for_each(|byte| taken[byte as usize] += 1);
                    let filled: u64 = window.parts.iter().map(|&(_, bytes)| bytes).sum();
                    prop_assert_eq!(window.holes, filled < window.bytes);
                    prop_assert!(window.parts.is_sorted_by_key(|part| part.0));
                }
            }
            prop_assert!(taken.iter().all(|&times| times <= 1), "no byte is in two windows");
            let accessed = ranks.iter().flatten().flat_map(|&(at, bytes)| at..at + bytes);
            prop_assert!(accessed.into_iter().all(|byte| taken[byte as usize] == 1));
        }
    }
}
