//! The positions of an allgatherv's blocks. In the receive buffer they lie where the caller's displacements say; in scratch
//! memory they are packed one after the other.

use crate::schedule::Context;

/// The blocks: in the receive buffer as the caller laid them out, and one after the other in a chosen order.
pub(super) struct PackedBlocks {
    // Where each block starts if they lie one after the other, and the end.
    starts: Box<[u64]>,
    /// Whether the receive buffer holds the blocks one after the other in rank order.
    pub(super) contiguous: bool,
    first: u32,
}

impl PackedBlocks {
    /// The blocks, that of rank `first` first, then those of the ranks after it, going round.
    pub(super) fn new(context: &Context<'_>, first: u32) -> Self {
        let vectors = blocks(context);
        let size = context.size as usize;
        let mut starts = Vec::with_capacity(size + 1);
        let mut start = 0;
        let mut contiguous = true;
        for place in 0..size {
            starts.push(start);
            let rank = (place + first as usize) % size;
            contiguous &= vectors.recv_offsets[rank] == start || vectors.recv_bytes[rank] == 0;
            start += vectors.recv_bytes[rank];
        }
        starts.push(start);
        Self { starts: starts.into_boxed_slice(), contiguous: contiguous && first == 0, first }
    }

    /// Bytes of all blocks.
    pub(super) fn total(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// Where `blocks` blocks from a place on start, and their bytes.
    pub(super) fn range(&self, place: u32, blocks: u32) -> (u64, u64) {
        let start = self.starts[place as usize];
        (start, self.starts[(place + blocks) as usize] - start)
    }

    /// The place of a rank's block.
    pub(super) fn place(&self, rank: u32, size: u32) -> u32 {
        if rank >= self.first { rank - self.first } else { rank + size - self.first }
    }
}

/// The blocks as the caller laid them out.
pub(super) fn blocks<'a>(context: &Context<'a>) -> &'a ops::Vectors {
    context.call.vectors.as_ref().expect("an allgatherv has its blocks")
}
