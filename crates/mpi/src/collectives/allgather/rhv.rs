//! Allgather by recursive doubling that begins at the largest distance (SMPI 3.32 `rhv`, after STAR-MPI).
//!
//! The number of ranks P is a power of two. First each rank exchanges its block with the rank whose number has the same
//! bits in reverse order. Then ranks at distance P/2 exchange one block, ranks at distance P/4 exchange two, and so on. So
//! the blocks that a rank holds are always contiguous. There are log2 P + 1 rounds, in which a rank sends n·P bytes for
//! blocks of n bytes.

use super::own::own;
use crate::collectives::common::{Sequence, bytes, power_of_two};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "rhv",
    "Exchange of all blocks held so far, at halving distances.",
    |_, _| Box::new(Halving { held: 0 }),
)
.requires(power_of_two);

struct Halving {
    /// Blocks that the rank holds in their places.
    held: u32,
}

/// The rank with the bits in reverse.
fn mirrored(rank: u32, size: u32) -> u32 {
    (0..size.ilog2()).fold(0, |mirrored, bit| mirrored << 1 | rank >> bit & 1)
}

impl Generator for Halving {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, size, block) = (context.rank, context.size, bytes(context));
        let place = |first: u32| Loc::recv(block * u64::from(first));
        let mirror = mirrored(rank, size);
        let mut sequence = Sequence::new(batch);
        if self.held == 0 {
            if mirror == rank {
                sequence.copy(own(context), place(rank), block);
            } else {
                sequence.send_recv((mirror, own(context), block), (mirror, place(mirror), block));
            }
        } else {
            let peer = rank ^ (size / (2 * self.held));
            let first = mirror & !(self.held - 1);
            let length = block * u64::from(self.held);
            sequence.send_recv((peer, place(first), length), (peer, place(first ^ self.held), length));
        }
        self.held = if self.held == 0 { 1 } else { 2 * self.held };
        if self.held < size { Next::More } else { Next::Last }
    }
}
