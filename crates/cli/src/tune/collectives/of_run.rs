//! The collective calls of a previous run, for `windtunnel tune collectives --from RUN`: operations, ranks, sizes and how late
//! ranks arrive, from the run's table `collectives`.

use engine::{Operation, Time};
use results::{CollectivePart, CollectiveRow, ResultsError, Run};
use std::collections::{BTreeMap, BTreeSet};

/// Sizes simulated per operation and number of ranks: the most frequent ones.
const SIZES: usize = 24;

/// The collective calls of a run.
pub(super) struct RunCalls {
    /// Sizes of messages or blocks, ascending.
    sizes: BTreeMap<(Operation, u32), Vec<u64>>,
    /// By how much arrivals at a call differ, without what the call before it has caused: the median over all calls.
    pub(super) skew: Time,
}

impl RunCalls {
    /// None if the run has no such table.
    pub(super) fn of(run: &Run) -> Result<Option<Self>, ResultsError> {
        if !run.has::<CollectiveRow>() {
            return Ok(None);
        }
        let mut count = Count::default();
        run.for_each::<CollectiveRow>(|row| count.add(&row))?;
        Ok(Some(count.calls()))
    }

    pub(super) fn operations(&self) -> BTreeSet<Operation> {
        self.sizes.keys().map(|(operation, _)| *operation).collect()
    }

    pub(super) fn ranks(&self) -> BTreeSet<u64> {
        self.sizes.keys().map(|(_, ranks)| u64::from(*ranks)).collect()
    }

    /// The sizes of an operation on this many ranks.
    pub(super) fn sizes(&self, operation: Operation, ranks: u32) -> &[u64] {
        self.sizes.get(&(operation, ranks)).map_or(&[], Vec::as_slice)
    }

    /// The sizes of all operations.
    pub(super) fn all_sizes(&self) -> Vec<u64> {
        let all: BTreeSet<u64> = self.sizes.values().flatten().copied().collect();
        all.into_iter().collect()
    }
}

/// Rows so far.
#[derive(Default)]
struct Count {
    /// How many ranks have come with each size.
    sizes: BTreeMap<(Operation, u32), BTreeMap<u64, u64>>,
    /// What ranks came with to each call.
    arrivals: BTreeMap<(u32, u32), Arrivals>,
    /// When each rank has left its last call on a communicator.
    left: BTreeMap<(u32, u32), Time>,
}

/// Of the ranks that came to a call.
struct Arrivals {
    /// The first and the last date.
    dates: (Time, Time),
    /// The shortest and the longest time since the rank's last call on the communicator.
    times: (Time, Time),
}

impl Arrivals {
    /// By how much ranks were late. A broadcast lets go of its root before the others: that they come later to the next one
    /// is not lateness of the program's: another algorithm ends it. Nor is it if messages between the two make up for it.
    fn skew(&self) -> Time {
        let width = |(first, last): (Time, Time)| last.saturating_sub(first);
        width(self.dates).min(width(self.times))
    }
}

impl Count {
    fn add(&mut self, row: &CollectiveRow) {
        // Persistent operations reuse numbers from 2^31 on, so that their calls cannot be told apart. Tuning files are not
        // asked about non-blocking ones.
        if row.part != CollectivePart::Whole || row.ranks < 2 || row.number >= 1 << 31 || !row.blocking {
            return;
        }
        let bytes = row.count.saturating_mul(row.element_bytes);
        let bytes = if row.operation == Operation::ReduceScatter { bytes / u64::from(row.ranks) } else { bytes };
        *self.sizes.entry((row.operation, row.ranks)).or_default().entry(bytes).or_default() += 1;
        let left = self.left.insert((row.communicator.0, row.rank.0), row.end).unwrap_or(Time::ZERO);
        let since = row.start.saturating_sub(left);
        let new = Arrivals { dates: (row.start, row.start), times: (since, since) };
        let call = self.arrivals.entry((row.communicator.0, row.number)).or_insert(new);
        call.dates = (call.dates.0.min(row.start), call.dates.1.max(row.start));
        call.times = (call.times.0.min(since), call.times.1.max(since));
    }

    fn calls(self) -> RunCalls {
        let mut spreads: Vec<Time> = self.arrivals.values().map(Arrivals::skew).collect();
        spreads.sort_unstable();
        let skew = spreads.get(spreads.len() / 2).copied().unwrap_or(Time::ZERO);
        RunCalls { sizes: self.sizes.into_iter().map(|(key, counts)| (key, most(counts))).collect(), skew }
    }
}

/// The sizes with most calls, ascending.
fn most(counts: BTreeMap<u64, u64>) -> Vec<u64> {
    let mut sizes: Vec<(u64, u64)> = counts.into_iter().collect();
    sizes.sort_by_key(|(size, calls)| (std::cmp::Reverse(*calls), *size));
    sizes.truncate(SIZES);
    let mut sizes: Vec<u64> = sizes.into_iter().map(|(size, _)| size).collect();
    sizes.sort_unstable();
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{ActorId, CommId};

    fn row(rank: u32, number: u32, count: u64, start: u64) -> CollectiveRow {
        CollectiveRow {
            rank: ActorId(rank),
            communicator: CommId::WORLD,
            number,
            part: CollectivePart::Whole,
            operation: Operation::ReduceScatter,
            blocking: true,
            algorithm: "ring".into(),
            ranks: 2,
            root: 0,
            count,
            element_bytes: 8,
            in_place: false,
            commutative: true,
            start: Time::from_ps(start),
            end: Time::from_ps(start + 10),
        }
    }

    #[test]
    fn calls_are_counted_by_size_and_arrivals_by_call() {
        let mut count = Count::default();
        for (number, blocks, late) in [(0, 20, 7), (1, 20, 100), (2, 4, 30)] {
            let begin = 1000 * u64::from(number + 1);
            count.add(&row(0, number, blocks, begin));
            count.add(&row(1, number, blocks, begin + late));
        }
        count.add(&CollectiveRow { part: CollectivePart::Host, ..row(0, 0, 999, 0) });
        count.add(&CollectiveRow { ranks: 1, ..row(0, 3, 999, 0) });
        count.add(&CollectiveRow { blocking: false, ..row(0, 4, 999, 0) });
        let calls = count.calls();
        assert_eq!(calls.sizes(Operation::ReduceScatter, 2), [16, 80], "one block of two");
        assert_eq!(calls.sizes(Operation::Bcast, 2), [0; 0]);
        assert_eq!(calls.skew, Time::from_ps(30), "of 7, 30 and 100");
        assert_eq!(calls.ranks().into_iter().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn what_the_call_before_has_caused_is_no_lateness() {
        // A root that is let go at once comes to the next call at once; the others when they have the message.
        let mut count = Count::default();
        for number in 0..5 {
            let begin = 500 * u64::from(number);
            count.add(&row(0, number, 20, 10 * u64::from(number)));
            count.add(&CollectiveRow { end: Time::from_ps(begin + 500), ..row(1, number, 20, begin) });
        }
        assert_eq!(count.calls().skew, Time::ZERO);
        // One that is let go at once and works longer is not late.
        let mut count = Count::default();
        for number in 0..5 {
            let begin = 1000 * u64::from(number);
            count.add(&row(0, number, 20, begin));
            count.add(&CollectiveRow { end: Time::from_ps(begin + 500), ..row(1, number, 20, begin) });
        }
        assert_eq!(count.calls().skew, Time::ZERO);
    }

    #[test]
    fn of_many_sizes_those_called_most_are_kept() {
        let counts = (1..100).map(|size| (size, size % 50)).collect();
        let kept = most(counts);
        assert_eq!((kept.len(), kept[0], kept[SIZES - 1]), (SIZES, 38, 99));
    }
}
