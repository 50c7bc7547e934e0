//! Blocks of a former run in the place of measured ones (`--compute RUN`).

use mpi::{Block, Blocks};
use ops::{Function, Work};
use results::{BlockRow, Run};
use std::collections::VecDeque;
use std::path::Path;
use units::Time;

/// What is kept of a recorded block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Former {
    /// The function that ended it.
    function: Function,
    duration: Time,
}

/// Each rank's recorded blocks, in order: 16 bytes a block.
#[derive(Debug)]
pub(crate) struct ReplayBlocks {
    ranks: Vec<VecDeque<Former>>,
    folder: String,
}

/// No run has more ranks; a damaged file must not make us allocate for more.
const MAX_RANKS: usize = 1 << 28;

impl ReplayBlocks {
    /// Reads the blocks that a run has kept.
    pub(crate) fn open(folder: &Path, ranks: u32) -> Result<Self, String> {
        let former = Run::open(folder).map_err(|error| error.to_string())?;
        let mut blocks: Vec<VecDeque<Former>> = Vec::new();
        for row in former.rows::<BlockRow>().map_err(|error| error.to_string())? {
            let BlockRow { rank, function, duration, .. } = row.map_err(|error| error.to_string())?;
            if rank.index() >= MAX_RANKS {
                return Err(format!("{}: has a block of rank {rank}, which no run has", folder.display()));
            }
            if rank.index() >= blocks.len() {
                blocks.resize_with(rank.index() + 1, VecDeque::new);
            }
            blocks[rank.index()].push_back(Former { function, duration });
        }
        // Ranks that were started while the run was on are beyond those that it began with.
        let began = former.manifest().ranks.min(u32::try_from(blocks.len()).unwrap_or(u32::MAX));
        if began > ranks {
            return Err(format!("{}: has blocks of {began} ranks, but this run has {ranks}", folder.display()));
        }
        blocks.resize_with(blocks.len().max(ranks as usize), VecDeque::new);
        Ok(Self { ranks: blocks, folder: folder.display().to_string() })
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
