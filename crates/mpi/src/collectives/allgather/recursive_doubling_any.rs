//! Allgather by [recursive doubling](super::super::doubling) for any number of ranks (SMPI 3.32 `rdb`, after MPICH 1.2).
//!
//! With P ranks and blocks of n bytes: up to (log2 P)² / 2 rounds, in which most ranks send n·(P−1) bytes. If P is a power of
//! two, the algorithm is the same as `recursive_doubling`.

use super::own::copy_own;
use crate::collectives::common::{Sequence, bytes};
use crate::collectives::doubling;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "recursive_doubling_any",
    "Exchange of all blocks held so far, at doubling distances, for any number of ranks.",
    |_, _| Box::new(Doubling { mask: 0 }),
);

struct Doubling {
    /// 0: the own block comes first.
    mask: u32,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (block, size) = (bytes(context), context.size);
        if self.mask == 0 {
            copy_own(context, batch);
            self.mask = 1;
        } else {
            let range = |first: u32, ranks: u32| {
                (Loc::recv(block * u64::from(first)), block * u64::from(ranks.min(size - first)))
            };
            doubling::round(&mut Sequence::new(batch), (context.rank, size, self.mask), range, |rank| rank);
            self.mask *= 2;
        }
        if self.mask < size { Next::More } else { Next::Last }
    }
}
