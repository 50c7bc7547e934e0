//! What a block of the program's own code costs on the target.

mod measured;

pub use measured::{MeasuredBlocks, Measurement, scaled};
use ops::{CallSite, Function, Work};
use units::ActorId;

/// A block as the program ran it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Whose.
    pub actor: ActorId,
    /// The call that ends it.
    pub function: Function,
    /// Where that call is made.
    pub site: CallSite,
    /// The program's own run of it, or the trace's amount of work.
    pub measured: Work,
}

/// Decides what blocks cost (`--compute`).
pub trait BlockCosts {
    /// The work of a block, or in words why there is none to be had.
    fn work(&mut self, block: &Block) -> Result<Work, String>;

    /// Whether a block is recorded even if it takes no time, so that another run can replay every one.
    fn records_all(&self) -> bool;

    /// How well blocks were measured in this run, if they were.
    fn measurement(&self) -> Option<Measurement> {
        None
    }

    /// How often a block had no counterpart in a run that it was to be compared with.
    fn unmatched(&self) -> u64 {
        0
    }

    /// Whether no block costs anything: then [`BlockCosts::work`] is not asked.
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

    fn work(&mut self, _: &Block) -> Result<Work, String> {
        Ok(Work::NONE)
    }
}
