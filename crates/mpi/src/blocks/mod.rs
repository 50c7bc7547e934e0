//! The simulated time of blocks, the program's computation between two MPI calls: measured, replayed, or computed by a model.

mod measured;
mod samples;

pub use measured::{MeasuredBlocks, Measurement, scaled, scaled_time};
use ops::{CallSite, Function, NamedBlock, Work};
pub(crate) use samples::Samples;
pub use samples::{Drift, SampleTotals};
use units::{ActorId, Time};

/// A block as the program ran it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputeBlock {
    /// Whose.
    pub actor: ActorId,
    /// The call that ends it.
    pub function: Function,
    /// Where that call is made.
    pub site: CallSite,
    /// The rank's phase, by number.
    pub phase: u32,
    /// The program's own run of it, or the trace's amount of work.
    pub measured: Work,
    /// What the program calls it.
    pub named: NamedBlock,
}

/// A block that a rank is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockSoFar {
    /// The rank.
    pub actor: ActorId,
    /// The rank's phase, by number.
    pub phase: u32,
    /// The name that the program gives it.
    pub named: NamedBlock,
    /// It is measured at no less than this.
    pub measured: Time,
}

/// Names of what a block is told apart by.
pub trait BlockNames {
    /// A call site in words.
    fn site(&mut self, site: CallSite) -> String;

    /// A phase's name.
    fn phase(&mut self, phase: u32) -> String;

    /// A block's name, by its number; empty for 0.
    fn block(&mut self, name: u32) -> String;
}

/// A model of the cost of blocks (`--compute`).
pub trait BlockCosts {
    /// The work of a block, or in words why there is none to be had.
    fn work(&mut self, block: &ComputeBlock, names: &mut dyn BlockNames) -> Result<Work, String>;

    /// Work of the latest block before rules; none if there are no rules.
    fn unruled(&self) -> Option<Work> {
        None
    }

    /// Whether blocks are recorded even if they take no time, so that another run can replay each.
    fn records_all(&self) -> bool;

    /// The quality of this run's measurement, if blocks were measured.
    fn measurement(&self) -> Option<Measurement> {
        None
    }

    /// The number of blocks without a counterpart in the run to compare with.
    fn unmatched(&self) -> u64 {
        0
    }

    /// What the user should know once the run has ended.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// The least that a block can come to, whichever call ends it and however long it goes on.
    fn least(&mut self, block: &BlockSoFar, names: &mut dyn BlockNames) -> Time {
        let _ = (block, names);
        Time::ZERO
    }

    /// Blocks that cost nothing whatever they are, for which [`BlockCosts::work`] is not called.
    fn free(&self) -> Free {
        Free::Nothing
    }
}

/// Blocks that a model of their cost need not be asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Free {
    /// It wants to see all.
    Nothing,
    /// Blocks without work.
    Empty,
    /// All but stated ones.
    Unstated,
}

impl Free {
    /// Whether a block costs nothing.
    #[inline]
    pub(crate) fn has(self, block: Work) -> bool {
        match self {
            Self::Nothing => false,
            Self::Empty => block.is_none(),
            Self::Unstated => !matches!(block, Work::Stated(_)),
        }
    }
}

/// Blocks take the time or work that is given, times a scale where it is time: a motif measures nothing.
#[derive(Clone, Copy, Debug)]
pub struct GivenBlocks {
    /// Of times, in millionths.
    pub scale_millionths: u64,
}

impl BlockCosts for GivenBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn free(&self) -> Free {
        Free::Empty
    }

    fn least(&mut self, block: &BlockSoFar, _: &mut dyn BlockNames) -> Time {
        scaled_time(block.measured, self.scale_millionths).unwrap_or(Time::MAX)
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        match block.measured {
            Work::Time(time) | Work::Preempted(time) => scaled(time, self.scale_millionths),
            given @ (Work::Flops(_) | Work::Stated(_)) => Ok(given),
        }
    }
}

/// Blocks cost nothing, whatever the program measured or the trace says, but what the program states.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreeBlocks;

impl BlockCosts for FreeBlocks {
    fn records_all(&self) -> bool {
        false
    }

    fn free(&self) -> Free {
        Free::Unstated
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        Ok(if let Work::Stated(_) = block.measured { block.measured } else { Work::NONE })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Blocks without names.
    pub(crate) struct NoNames;

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

    fn work(costs: &mut dyn BlockCosts, measured: Work) -> Result<Work, String> {
        let (function, site) = (Function::Wait, CallSite(0));
        let block =
            ComputeBlock { actor: ActorId(0), function, site, phase: 0, measured, named: NamedBlock::default() };
        costs.work(&block, &mut NoNames)
    }

    #[test]
    fn what_is_given_counts_as_where_blocks_are_measured() {
        let (mut given, mut measured) = (GivenBlocks { scale_millionths: 500_000 }, MeasuredBlocks::new(500_000));
        let ns = Time::from_ns;
        for block in [Work::NONE, Work::Time(ns(8)), Work::Flops(5), Work::Stated(ns(8)), Work::Time(Time::MAX)] {
            assert_eq!(work(&mut given, block), work(&mut measured, block));
        }
        assert_eq!(work(&mut given, Work::Time(ns(8))), Ok(Work::Time(ns(4))));
        assert!(given.measurement().is_none() && given.records_all());
    }

    #[test]
    fn blocks_that_cost_nothing_are_told_apart() {
        let blocks = [Work::NONE, Work::Flops(0), Work::Time(Time::from_ns(1)), Work::Stated(Time::from_ns(1))];
        let of = |free: Free| blocks.map(|block| free.has(block));
        assert_eq!(of(MeasuredBlocks::new(1).free()), [false; 4]);
        assert_eq!(of(GivenBlocks { scale_millionths: 1 }.free()), [true, true, false, false]);
        assert_eq!(of(FreeBlocks.free()), [true, true, true, false]);
    }
}
