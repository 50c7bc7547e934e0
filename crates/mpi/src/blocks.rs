//! What a block of the program's own code costs on the target.

use ops::{CallSite, Function, Work};
use units::{ActorId, Time};

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
pub trait Blocks {
    /// The work of a block, or in words why there is none to be had.
    fn work(&mut self, block: &Block) -> Result<Work, String>;

    /// Whether a block is recorded even if it takes no time, so that another run can replay every one.
    fn all_matter(&self) -> bool;

    /// Whether no block costs anything: then [`Blocks::work`] is not asked.
    fn all_free(&self) -> bool {
        false
    }
}

/// Blocks cost nothing, whatever the program measured or the trace says.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBlocks;

impl Blocks for NoBlocks {
    fn all_matter(&self) -> bool {
        false
    }

    fn all_free(&self) -> bool {
        true
    }

    fn work(&mut self, _: &Block) -> Result<Work, String> {
        Ok(Work::NONE)
    }
}

/// Blocks take the time measured, times a scale.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredBlocks {
    /// Target time per measured time, in millionths: 1,000,000 leaves it as it is, more is a slower core.
    pub scale_millionths: u64,
}

impl Blocks for MeasuredBlocks {
    fn all_matter(&self) -> bool {
        true
    }

    fn work(&mut self, block: &Block) -> Result<Work, String> {
        let scale = |amount: u64| {
            let scaled = u128::from(amount) * u128::from(self.scale_millionths) / 1_000_000;
            u64::try_from(scaled).map_err(|_| "a scaled block is longer than simulated time can tell".to_owned())
        };
        Ok(match block.measured {
            Work::Time(time) => Work::Time(Time::from_ps(scale(time.ps())?)),
            flops @ Work::Flops(_) => flops,
        })
    }
}
