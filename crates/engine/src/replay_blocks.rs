//! Replays the computation blocks of a previous run instead of measuring them (`--compute RUN`), or takes the median of several
//! measurements (`--repeat K`).

use mpi::{BlockCosts, BlockNames, BlockSoFar, ComputeBlock, MeasuredBlocks, Measurement};
use ops::{Function, Work};
use results::{ReplayedBlockRow, Run};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use units::{ActorId, Time};

/// A recorded block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Former {
    /// The function that ended it.
    function: Function,
    /// When it began. Those that other threads of the rank began then are beside it.
    start: Time,
    time: Time,
}

/// Each rank's recorded blocks, in the order in which they began: 24 bytes a block.
#[derive(Debug)]
pub(crate) struct FormerBlocks {
    ranks: Vec<VecDeque<Former>>,
    folder: String,
}

/// No run has more ranks; a damaged file must not make us allocate for more.
const MAX_RANKS: usize = 1 << 28;

impl FormerBlocks {
    /// Reads the blocks that a run has kept; `time` is what counts of each.
    pub(crate) fn open(folder: &Path, ranks: u32, time: fn(&ReplayedBlockRow) -> Time) -> Result<Self, String> {
        let former = Run::open(folder).map_err(|error| error.to_string())?;
        let mut blocks: Vec<VecDeque<Former>> = Vec::new();
        for row in former.rows::<ReplayedBlockRow>().map_err(|error| error.to_string())? {
            let row = row.map_err(|error| error.to_string())?;
            let ReplayedBlockRow { rank, function, start, .. } = row;
            if rank.index() >= MAX_RANKS {
                return Err(format!("{}: has a block of rank {rank}, which no run has", folder.display()));
            }
            if rank.index() >= blocks.len() {
                blocks.resize_with(rank.index() + 1, VecDeque::new);
            }
            blocks[rank.index()].push_back(Former { function, start, time: time(&row) });
        }
        // The table has them in the order in which they ended; those of several threads may have begun in another.
        for blocks in blocks.iter_mut().filter(|blocks| !blocks.iter().is_sorted_by_key(|former| former.start)) {
            blocks.make_contiguous().sort_by_key(|former| former.start);
        }
        // Ranks that were started while the run was on are beyond those that it began with.
        let began = former.manifest().ranks.min(u32::try_from(blocks.len()).unwrap_or(u32::MAX));
        if began > ranks {
            return Err(format!("{}: has blocks of {began} ranks, but this run has {ranks}", folder.display()));
        }
        blocks.resize_with(blocks.len().max(ranks as usize), VecDeque::new);
        Ok(Self { ranks: blocks, folder: folder.display().to_string() })
    }

    /// Takes the next block of a rank: of several that began at once the first that ended in this function, if there is one.
    fn take_next(&mut self, rank: ActorId, function: Function) -> Option<Former> {
        let at = self.beside(rank).position(|former| former.function == function).unwrap_or(0);
        self.ranks.get_mut(rank.index()).and_then(|blocks| blocks.remove(at))
    }

    /// The next block of a rank, and those that other threads of it began at the same instant.
    fn beside(&self, rank: ActorId) -> impl Iterator<Item = &Former> {
        let blocks = self.ranks.get(rank.index());
        let start = blocks.and_then(VecDeque::front).map(|former| former.start);
        blocks.into_iter().flatten().take_while(move |former| Some(former.start) == start)
    }

    /// The least time of the next block of a rank there, whatever it does here: it may begin threads within the block, whose blocks begin where
    /// it began.
    pub(crate) fn coming(&self, rank: ActorId) -> Time {
        self.beside(rank).map(|former| former.time).min().unwrap_or(Time::ZERO)
    }

    /// What the next block of a rank took there: it has to end in the same function as here.
    pub(crate) fn matching(&mut self, block: &ComputeBlock) -> Result<Time, String> {
        let former = self.take_next(block.actor, block.function);
        let folder = &self.folder;
        match former {
            None => Err(format!(
                "the run in {folder} has no further block of rank {}: this run calls {} beyond it",
                block.actor,
                block.function.name()
            )),
            Some(former) if former.function != block.function => Err(format!(
                "a block of rank {} ends in {} here, but ended in {} in the run in {folder}: the program does something else",
                block.actor,
                block.function.name(),
                former.function.name(),
            )),
            Some(former) => Ok(former.time),
        }
    }
}

/// Blocks take the time that they took in a former run, times a scale.
#[derive(Debug)]
pub(crate) struct ReplayBlocks {
    former: FormerBlocks,
    scale_millionths: u64,
}

impl ReplayBlocks {
    /// Reads the blocks that a run has kept.
    pub(crate) fn open(folder: &Path, ranks: u32, scale_millionths: u64) -> Result<Self, String> {
        Ok(Self { former: FormerBlocks::open(folder, ranks, |row| row.duration)?, scale_millionths })
    }
}

impl BlockCosts for ReplayBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        let time = self.former.matching(block)?;
        // What a program states holds for any core.
        if let Work::Stated(_) = block.measured {
            Ok(block.measured)
        } else {
            mpi::scaled(time, self.scale_millionths)
        }
    }

    fn least(&mut self, block: &BlockSoFar, _: &mut dyn BlockNames) -> Time {
        // A block that the program states comes after the one that it is in.
        mpi::scaled_time(self.former.coming(block.actor), self.scale_millionths).unwrap_or(Time::MAX)
    }
}

/// Blocks take the median of what they took in several runs of the program, of which this is the last. The n-th block of a
/// rank here stands for the n-th there, as long as both end in the same function.
#[derive(Debug)]
pub(crate) struct RepeatedBlocks {
    former: Vec<FormerBlocks>,
    measured: MeasuredBlocks,
    times: Vec<Time>,
    unmatched: u64,
}

impl RepeatedBlocks {
    /// Reads the blocks of the former runs.
    pub(crate) fn open(folders: &[PathBuf], ranks: u32, scale_millionths: u64) -> Result<Self, String> {
        let open = |folder: &PathBuf| FormerBlocks::open(folder, ranks, |row| row.measured);
        let former = folders.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { former, measured: MeasuredBlocks::new(scale_millionths), times: Vec::new(), unmatched: 0 })
    }
}

impl BlockCosts for RepeatedBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Result<Work, String> {
        let own = match block.measured {
            Work::Time(time) | Work::Preempted(time) | Work::Stated(time) => time,
            Work::Flops(_) => return self.measured.work(block, names),
        };
        self.times.clear();
        for former in &mut self.former {
            match former.take_next(block.actor, block.function) {
                // A body that others stood for there (`wt_sample`) was not measured.
                Some(there) if there.function == block.function && there.time == Time::ZERO && own > Time::ZERO => {}
                Some(there) if there.function == block.function => self.times.push(there.time),
                found => {
                    self.unmatched += 1;
                    // What that rank did after it has nothing to stand for here.
                    if found.is_some() {
                        former.ranks[block.actor.index()].clear();
                    }
                }
            }
        }
        if let Work::Stated(_) = block.measured {
            return Ok(block.measured);
        }
        let alone = self.times.is_empty();
        self.times.push(own);
        self.times.sort_unstable();
        // Of two in the middle the shorter one: machines make blocks longer, never shorter.
        let median = self.times[(self.times.len() - 1) / 2];
        let measured = if alone { block.measured } else { Work::Time(median) };
        self.measured.work(&ComputeBlock { measured, ..*block }, names)
    }

    fn measurement(&self) -> Option<Measurement> {
        self.measured.measurement()
    }

    fn unmatched(&self) -> u64 {
        self.unmatched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::CallSite;

    struct NoNames;

    impl BlockNames for NoNames {
        fn site(&mut self, _: CallSite) -> String {
            String::new()
        }

        fn phase(&mut self, _: u32) -> String {
            String::new()
        }

        fn block(&mut self, _: u32) -> String {
            String::new()
        }
    }

    fn former(blocks: &[(Function, u64)]) -> FormerBlocks {
        let of_rank = (0..).zip(blocks).map(|(start, &(function, ps))| {
            let start = Time::from_ps(start);
            Former { function, start, time: Time::from_ps(ps) }
        });
        FormerBlocks { ranks: vec![of_rank.collect()], folder: "runs/a".to_owned() }
    }

    fn block(function: Function, measured: Work) -> ComputeBlock {
        ComputeBlock {
            actor: ActorId(0),
            function,
            site: CallSite(1),
            phase: 0,
            measured,
            named: ops::NamedBlock::default(),
        }
    }

    fn ps(work: Result<Work, String>) -> u64 {
        match work {
            Ok(Work::Time(time)) => time.ps(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn replayed_blocks_are_scaled_and_have_to_match() {
        let mut blocks = ReplayBlocks {
            former: former(&[(Function::Send, 100), (Function::Recv, 50)]),
            scale_millionths: 1_500_000,
        };
        assert_eq!(ps(blocks.work(&block(Function::Send, Work::NONE), &mut NoNames)), 150);
        let error = blocks.work(&block(Function::Send, Work::NONE), &mut NoNames).unwrap_err();
        assert!(error.contains("ends in MPI_Send here, but ended in MPI_Recv"), "{error}");
        let error = blocks.work(&block(Function::Send, Work::NONE), &mut NoNames).unwrap_err();
        assert!(error.contains("no further block of rank 0"), "{error}");
    }

    #[test]
    fn blocks_that_threads_began_at_once_match_in_any_order() {
        let mut former = former(&[(Function::Send, 100), (Function::Recv, 50), (Function::Send, 7)]);
        former.ranks[0][1].start = former.ranks[0][0].start;
        assert_eq!(former.coming(ActorId(0)).ps(), 50, "the thread's block ends first");
        let mut blocks = ReplayBlocks { former, scale_millionths: 1_000_000 };
        assert_eq!(ps(blocks.work(&block(Function::Recv, Work::NONE), &mut NoNames)), 50);
        assert_eq!(ps(blocks.work(&block(Function::Send, Work::NONE), &mut NoNames)), 100);
        assert_eq!(blocks.former.coming(ActorId(0)).ps(), 7);
        assert_eq!(blocks.former.coming(ActorId(1)).ps(), 0);
    }

    #[test]
    fn the_median_of_several_runs_counts_as_far_as_they_do_the_same() {
        use Function::{Recv, Send, Wait};
        let mut blocks = RepeatedBlocks {
            former: vec![
                former(&[(Send, 100), (Recv, 900), (Wait, 7)]),
                former(&[(Send, 300), (Wait, 1), (Wait, 1)]),
            ],
            measured: MeasuredBlocks::new(1_000_000),
            times: Vec::new(),
            unmatched: 0,
        };
        let time = |ps| Work::Time(Time::from_ps(ps));
        let preempted = |ps| Work::Preempted(Time::from_ps(ps));
        assert_eq!(ps(blocks.work(&block(Send, preempted(5_000)), &mut NoNames)), 300, "of 100, 300 and 5,000");
        assert_eq!(
            ps(blocks.work(&block(Recv, time(1_000)), &mut NoNames)),
            900,
            "the second run does something else"
        );
        assert_eq!(ps(blocks.work(&block(Wait, time(9)), &mut NoNames)), 7, "for good");
        assert_eq!(ps(blocks.work(&block(Wait, preempted(9)), &mut NoNames)), 9, "beyond the end of both");
        let measurement = blocks.measurement().unwrap();
        assert_eq!((measurement.blocks, measurement.disturbed, blocks.unmatched()), (4, 1, 4));
    }
}
