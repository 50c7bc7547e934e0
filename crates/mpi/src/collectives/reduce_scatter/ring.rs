//! Reduce-scatter round a ring (Open MPI 5.0 `reduce_scatter_intra_ring`).
//!
//! The block of rank r starts at rank r + 1 and goes once round the ring to rank r; every rank on the way adds its operand. P −
//! 1 rounds, about n·(P−1)/P bytes a rank for n bytes of all blocks, all between neighbours. A rank posts the receive of a
//! round before its send. Commutative operations only.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, commutes, operand, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::ReduceScatter,
    "ring",
    "Blocks pass around the ring of ranks and are reduced on the way.",
    |context, _| Box::new(Ring { round: 1, blocks: BlockBounds::of_reduce_scatter(context) }),
)
.requires(commutes);

struct Ring {
    round: u32,
    blocks: BlockBounds,
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, size, element) = (context.rank, context.size, context.call.element_bytes);
        let block = |rank: u32| (self.blocks.start(rank) * element, self.blocks.count(rank, 1));
        let whole = self.blocks.start(size) * element;
        let mut sequence = Sequence::new(batch);
        if self.round == 1 {
            let longest = (0..size).map(|rank| block(rank).1).max().unwrap_or(0) * element;
            sequence.batch.scratch(whole + longest);
            sequence.copy(operand(context), Loc::scratch(0), whole);
        }
        if self.round < size {
            let (sent, received) = (rank_before(context, self.round), rank_before(context, (self.round + 1) % size));
            let ((from, given), (into, kept)) = (block(sent), block(received));
            let incoming = Loc::scratch(whole);
            sequence.send_recv(
                (rank_after(context, 1), Loc::scratch(from), given * element),
                (rank_before(context, 1), incoming, kept * element),
            );
            sequence.reduce(incoming, Loc::scratch(into), kept);
            self.round += 1;
            if self.round < size {
                return Next::More;
            }
        }
        let (from, count) = block(rank);
        sequence.copy(Loc::scratch(from), Loc::recv(0), count * element);
        Next::Last
    }
}
