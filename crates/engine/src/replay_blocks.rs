//! Blocks of a former run in the place of measured ones (`--compute RUN`).

use mpi::{Block, Blocks};
use observe::BlockRow;
use ops::Work;
use results::Run;
use std::collections::VecDeque;
use std::path::Path;

/// Each rank's recorded blocks, in order.
pub(crate) struct ReplayBlocks {
    ranks: Vec<VecDeque<BlockRow>>,
    folder: String,
}

impl ReplayBlocks {
    /// Reads the blocks that a run has kept.
    pub(crate) fn open(folder: &Path, ranks: u32) -> Result<Self, String> {
        let blocks = observe::Blocks::read(folder).map_err(|error| error.to_string())?;
        // Ranks that were started while the run was on are beyond those that it began with.
        let former = Run::open(folder).map(|former| former.manifest().ranks);
        let began = former.map_or(blocks.ranks(), |ranks| ranks.min(blocks.ranks()));
        if began > ranks {
            return Err(format!("{}: has blocks of {began} ranks, but this run has {ranks}", folder.display()));
        }
        let of = |rank| blocks.of(units::ActorId(rank)).collect();
        let all = ranks.max(blocks.ranks());
        Ok(Self { ranks: (0..all).map(of).collect(), folder: folder.display().to_string() })
    }
}

impl Blocks for ReplayBlocks {
    fn all_matter(&self) -> bool {
        true
    }

    fn work(&mut self, block: &Block) -> Result<Work, String> {
        match self.ranks.get_mut(block.actor.index()).and_then(VecDeque::pop_front) {
            None => Err(format!(
                "the run in {} has no further block of rank {}: this run calls {} beyond it",
                self.folder,
                block.actor,
                block.function.name()
            )),
            Some(row) if row.function != block.function => Err(format!(
                "a block of rank {} ends in {} here, but ended in {} in the run in {}: the program does something else",
                block.actor,
                block.function.name(),
                row.function.name(),
                self.folder
            )),
            Some(row) => Ok(Work::Time(row.duration)),
        }
    }
}
