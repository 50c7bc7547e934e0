//! Allgatherv by recursive doubling (Thakur et al. 2005, §4.1; MPICH 4.3 `allgatherv_intra_recursive_doubling`).
//!
//! This is the allgather by recursive doubling, but with blocks of different lengths. With P ranks, a power of two, there are
//! log2 P rounds, in which a rank sends at most the bytes of all blocks together. Blocks that do not lie one after another in
//! the receive buffer go through scratch memory.

use super::packing::PackedBlocks;
use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, power_of_two};
use crate::collectives::doubling;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "recursive_doubling",
    "Exchange of all blocks held so far, at doubling distances.",
    |context, _| Doubling::boxed(context),
)
.requires(power_of_two);

/// Allgatherv by [recursive doubling](crate::collectives::doubling) for any number of ranks (SMPI 3.32 `mpich_rdb`, after MPICH).
///
/// Up to (log2 P)² / 2 rounds if P is not a power of two, at most all bytes per rank; at a power of two it is `recursive_doubling`.
pub(super) const RECURSIVE_DOUBLING_ANY: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "recursive_doubling_any",
    "Exchange of all blocks held so far, at doubling distances, for any number of ranks.",
    |context, _| Doubling::boxed(context),
);

/// For any number of ranks.
pub(super) struct Doubling {
    mask: u32,
    packed: PackedBlocks,
    unpacked: u32,
}

impl Doubling {
    pub(super) fn boxed(context: &Context<'_>) -> Box<dyn Generator> {
        Box::new(Self { mask: 1, packed: PackedBlocks::new(context, 0), unpacked: 0 })
    }

    fn at(&self, offset: u64) -> Loc {
        if self.packed.contiguous { Loc::recv(offset) } else { Loc::scratch(offset) }
    }

    /// Copies the blocks from scratch memory to where the caller wants them.
    fn unpack(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let end = context.size.min(self.unpacked + MESSAGES);
        let mut sequence = Sequence::new(batch);
        sequence.copy_blocks((self.unpacked..end).map(|rank| {
            let (to, bytes) = in_recv(context, rank);
            (Loc::scratch(self.packed.range(rank, 1).0), to, bytes)
        }));
        self.unpacked = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, mask) = (context.rank, self.mask);
        if mask >= context.size && (mask > 1 || self.unpacked > 0) {
            return self.unpack(context, batch);
        }
        let mut sequence = Sequence::new(batch);
        if mask == 1 {
            if !self.packed.contiguous {
                sequence.batch.scratch(self.packed.total());
            }
            let (start, bytes) = self.packed.range(rank, 1);
            sequence.copy(own(context), self.at(start), bytes);
        }
        if mask < context.size {
            let range = |first: u32, ranks: u32| {
                let (start, bytes) = self.packed.range(first, ranks.min(context.size - first));
                (self.at(start), bytes)
            };
            doubling::round(&mut sequence, (rank, context.size, mask), range, |rank| rank);
        }
        self.mask = mask * 2;
        if self.mask < context.size || !self.packed.contiguous { Next::More } else { Next::Last }
    }
}
