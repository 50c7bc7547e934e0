//! Computation times of blocks (the program's code between two MPI calls) as measured on this machine, with a correction
//! for blocks that were preempted.
//!
//! For a block that was preempted ([`Work::Preempted`]) only the CPU time is known, which includes refilling the caches.
//! This time is compared with the median of the rank's earlier blocks at the same call (or of any rank's, if the rank has
//! too few). If the CPU time is between the median and [`REFILLED`] times the median, the block takes the median as its
//! time. Otherwise, or if there are too few earlier blocks, the CPU time counts, because the block may have done more work
//! than the earlier blocks. Later blocks could decide this, but they are measured only after the block has been simulated.
//! For the same reason a block that was not preempted keeps its time even if it is longer than others.

use super::{BlockCosts, BlockNames, BlockSoFar, ComputeBlock};
use ops::{CallSite, Work};
use units::{ActorId, Time};

/// Refilling caches makes a block at most this many times as long: an assumption. With 1 no block would be replaced, with more
/// also blocks that did more work.
const REFILLED: u64 = 2;

/// A median of fewer blocks says nothing: an assumption; fewer are outvoted by one disturbed block.
const ENOUGH: usize = 3;

/// Histories are kept for at most this many pairs of rank and call site; ranks beyond them use those of others at the site.
const HISTORIES_MAX: usize = 1 << 20;

/// A site's median over all ranks is taken from at most this many of them: bounds the cost; the medians of half as many differ little.
const SAMPLE: usize = 63;

/// How well the blocks of a run were measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// Blocks measured.
    pub blocks: u64,
    /// What they count, before they are scaled.
    pub time: Time,
    /// Of them, blocks that were preempted.
    pub disturbed: u64,
    /// What the disturbed ones count.
    pub disturbed_time: Time,
    /// Of them, blocks that count as the median of their call site.
    pub replaced: u64,
}

impl Measurement {
    /// Of two sets of blocks.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            blocks: self.blocks + other.blocks,
            time: self.time.saturating_add(other.time),
            disturbed: self.disturbed + other.disturbed,
            disturbed_time: self.disturbed_time.saturating_add(other.disturbed_time),
            replaced: self.replaced + other.replaced,
        }
    }
}

/// Blocks take the time measured, times a scale.
#[derive(Debug)]
pub struct MeasuredBlocks {
    scale_millionths: u64,
    /// By call site, then by rank: sites are numbered as they are met.
    histories: Vec<Vec<History>>,
    kept: usize,
    measurement: Measurement,
}

/// A measured time as work, so many millionths of it.
///
/// # Errors
/// The result is no simulated time any more.
pub fn scaled(time: Time, millionths: u64) -> Result<Work, String> {
    let scaled = scaled_time(time, millionths);
    scaled.map(Work::Time).ok_or_else(|| "a scaled block is longer than simulated time can tell".to_owned())
}

/// A time times a factor in millionths; none if it is beyond simulated time.
pub fn scaled_time(time: Time, millionths: u64) -> Option<Time> {
    let scaled = u128::from(time.ps()) * u128::from(millionths) / 1_000_000;
    u64::try_from(scaled).ok().map(Time::from_ps)
}

/// The latest undisturbed blocks of a rank that have ended at a call, in picoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    latest: [u64; 7],
    seen: u64,
}

impl History {
    fn note(&mut self, time: Time) {
        self.latest[self.seen as usize % self.latest.len()] = time.ps();
        self.seen += 1;
    }

    fn known(&self) -> &[u64] {
        &self.latest[..self.latest.len().min(self.seen as usize)]
    }
}

fn median(mut times: Vec<u64>) -> Option<u64> {
    times.sort_unstable();
    (times.len() >= ENOUGH).then(|| times[times.len() / 2])
}

impl MeasuredBlocks {
    /// `scale_millionths` is target time per measured time: 1,000,000 leaves it as it is, more is a slower core.
    pub fn new(scale_millionths: u64) -> Self {
        Self { scale_millionths, histories: Vec::new(), kept: 0, measurement: Measurement::default() }
    }

    /// Notes an undisturbed block.
    #[inline]
    fn note(&mut self, rank: ActorId, site: CallSite, time: Time) {
        if let Some(history) = self.histories.get_mut(site.0 as usize).and_then(|ranks| ranks.get_mut(rank.index())) {
            history.note(time);
        } else {
            self.begin(rank, site, time);
        }
    }

    /// The first one of a rank at a site.
    #[cold]
    fn begin(&mut self, rank: ActorId, site: CallSite, time: Time) {
        let (site, known) = (site.0 as usize, self.histories.len());
        if self.kept + site.saturating_sub(known) >= HISTORIES_MAX {
            return;
        }
        self.kept += (site + 1).saturating_sub(known);
        self.histories.resize_with(known.max(site + 1), Vec::new);
        let ranks = &mut self.histories[site];
        let more = (rank.index() + 1).saturating_sub(ranks.len());
        if self.kept + more <= HISTORIES_MAX {
            self.kept += more;
            ranks.resize_with(ranks.len() + more, History::default);
            ranks[rank.index()].note(time);
        }
    }

    /// What a block of a rank at a site takes as a rule.
    fn typical(&self, rank: ActorId, site: CallSite) -> Option<u64> {
        let ranks = self.histories.get(site.0 as usize)?;
        let own = ranks.get(rank.index()).and_then(|history| median(history.known().to_vec()));
        own.or_else(|| {
            let some = ranks.iter().step_by(ranks.len().div_ceil(SAMPLE).max(1));
            median(some.flat_map(History::known).copied().collect())
        })
    }

    /// What a measured block counts, before it is scaled.
    fn counted(&mut self, block: &ComputeBlock, time: Time, preempted: bool) -> Time {
        let counts = if preempted {
            let typical = self.typical(block.actor, block.site);
            let replacement =
                typical.filter(|&typical| (typical..=typical.saturating_mul(REFILLED)).contains(&time.ps()));
            self.measurement.disturbed += 1;
            self.measurement.replaced += u64::from(replacement.is_some());
            let counts = replacement.map_or(time, Time::from_ps);
            self.measurement.disturbed_time = self.measurement.disturbed_time.saturating_add(counts);
            counts
        } else {
            self.note(block.actor, block.site, time);
            time
        };
        self.measurement.blocks += 1;
        self.measurement.time = self.measurement.time.saturating_add(counts);
        counts
    }
}

impl BlockCosts for MeasuredBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        let time = match block.measured {
            Work::Time(time) => self.counted(block, time, false),
            Work::Preempted(time) => self.counted(block, time, true),
            given @ (Work::Flops(_) | Work::Stated(_)) => return Ok(given),
        };
        scaled(time, self.scale_millionths)
    }

    fn least(&mut self, block: &BlockSoFar, _: &mut dyn BlockNames) -> Time {
        // One that is preempted may count as less: see `Engine::reckoned`.
        scaled_time(block.measured, self.scale_millionths).unwrap_or(Time::MAX)
    }

    fn measurement(&self) -> Option<Measurement> {
        Some(self.measurement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::tests::NoNames;

    use ops::{Function, NamedBlock};

    fn of(blocks: &mut MeasuredBlocks, rank: u32, site: u32, measured: Work) -> u64 {
        let block = ComputeBlock {
            actor: ActorId(rank),
            function: Function::Wait,
            site: CallSite(site),
            phase: 0,
            measured,
            named: NamedBlock::default(),
        };
        match blocks.work(&block, &mut NoNames) {
            Ok(Work::Time(time)) => time.ps(),
            other => panic!("{other:?}"),
        }
    }

    fn clean(ps: u64) -> Work {
        Work::Time(Time::from_ps(ps))
    }

    fn preempted(ps: u64) -> Work {
        Work::Preempted(Time::from_ps(ps))
    }

    #[test]
    fn a_preempted_block_counts_as_its_rank_s_median_at_the_site() {
        let mut blocks = MeasuredBlocks::new(500_000);
        for ps in [100, 102, 104, 98, 100] {
            assert_eq!(of(&mut blocks, 0, 1, clean(ps)), ps / 2);
            of(&mut blocks, 1, 1, clean(10 * ps));
        }
        assert_eq!(of(&mut blocks, 0, 1, preempted(160)), 50);
        assert_eq!(of(&mut blocks, 1, 1, preempted(1_600)), 500, "each rank has its own");
        assert_eq!(of(&mut blocks, 2, 1, preempted(500)), 250, "no rank has taken so long but one of them");
        let measurement = blocks.measurement().unwrap();
        assert_eq!((measurement.blocks, measurement.disturbed, measurement.replaced), (13, 3, 2));
        assert_eq!(measurement.disturbed_time.ps(), 100 + 1_000 + 500);
    }

    #[test]
    fn a_rank_without_a_history_takes_the_site_s() {
        let mut blocks = MeasuredBlocks::new(1_000_000);
        assert_eq!(of(&mut blocks, 0, 1, preempted(150)), 150, "nobody knows better");
        for rank in 1..5 {
            of(&mut blocks, rank, 1, clean(100));
        }
        assert_eq!(of(&mut blocks, 0, 1, preempted(150)), 100);
        assert_eq!(of(&mut blocks, 0, 2, preempted(150)), 150, "another site");
    }

    #[test]
    fn work_is_never_taken_away() {
        let mut blocks = MeasuredBlocks::new(1_000_000);
        for _ in 0..20 {
            of(&mut blocks, 0, 1, clean(100));
        }
        assert_eq!(of(&mut blocks, 0, 1, clean(5_000)), 5_000, "an iteration that does more");
        assert_eq!(of(&mut blocks, 0, 1, preempted(5_000)), 5_000, "the same, preempted");
        assert_eq!(of(&mut blocks, 0, 1, preempted(80)), 80, "CPU time is the most that it can have taken");
    }

    #[test]
    fn histories_of_ranks_have_an_end() {
        let mut blocks = MeasuredBlocks::new(1_000_000);
        for rank in 0..HISTORIES_MAX as u32 + 10 {
            of(&mut blocks, rank, 1, clean(100));
        }
        assert!(blocks.kept <= HISTORIES_MAX && blocks.histories[1].len() > HISTORIES_MAX / 2);
        assert_eq!(of(&mut blocks, 0, u32::MAX, clean(100)), 100, "a site with a wild number");
        assert_eq!(of(&mut blocks, HISTORIES_MAX as u32 + 5, 1, preempted(150)), 100);
    }

    #[test]
    fn what_a_trace_says_is_not_scaled() {
        let block = ComputeBlock {
            actor: ActorId(0),
            function: Function::Wait,
            site: CallSite(0),
            phase: 0,
            measured: Work::Flops(1_000),
            named: NamedBlock::default(),
        };
        assert_eq!(MeasuredBlocks::new(1).work(&block, &mut NoNames), Ok(Work::Flops(1_000)));
    }
}
