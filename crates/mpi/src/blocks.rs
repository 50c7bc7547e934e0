//! The cost of blocks, the program's code between MPI calls, on the target.

mod measured;

pub use measured::{MeasuredBlocks, Measurement, scaled};
use ops::{CallSite, Function, Work};
use units::ActorId;

/// A block as the program ran it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputeBlock {
    /// Whose.
    pub actor: ActorId,
    /// The call that ends it.
    pub function: Function,
    /// Where that call is made.
    pub site: CallSite,
    /// The program's own run of it, or the trace's amount of work.
    pub measured: Work,
}

/// A model of the cost of blocks (`--compute`).
pub trait BlockCosts {
    /// The work of a block, or in words why there is none to be had.
    fn work(&mut self, block: &ComputeBlock) -> Result<Work, String>;

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

    /// Whether no block costs anything: then [`BlockCosts::work`] is not called.
    fn all_free(&self) -> bool {
        false
    }
}

/// Blocks cost nothing, whatever the program measured or the trace says.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreeBlocks;

impl BlockCosts for FreeBlocks {
    fn records_all(&self) -> bool {
        false
    }

    fn all_free(&self) -> bool {
        true
    }

    fn work(&mut self, _: &ComputeBlock) -> Result<Work, String> {
        Ok(Work::NONE)
    }
}
