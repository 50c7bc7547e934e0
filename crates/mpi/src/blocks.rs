//! The cost of blocks, the program's code between MPI calls, on the target.

mod measured;

pub use measured::{MeasuredBlocks, Measurement, scaled};
use ops::{CallSite, Function, NamedBlock, Work};
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
    /// The rank's phase, by number.
    pub phase: u32,
    /// The program's own run of it, or the trace's amount of work.
    pub measured: Work,
    /// What the program calls it.
    pub named: NamedBlock,
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

    /// Whether no block costs anything but stated ones: then [`BlockCosts::work`] is called for those alone.
    fn all_free(&self) -> bool {
        false
    }
}

/// Blocks cost nothing, whatever the program measured or the trace says, but what the program states.
#[derive(Clone, Copy, Debug, Default)]
pub struct FreeBlocks;

impl BlockCosts for FreeBlocks {
    fn records_all(&self) -> bool {
        false
    }

    fn all_free(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        Ok(if let Work::Stated(_) = block.measured { block.measured } else { Work::NONE })
    }
}
