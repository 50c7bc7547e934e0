//! Reduce-scatter by pairwise exchange (Thakur et al. 2005, §4.6; MPICH 4.3 `reduce_scatter_intra_pairwise`).
//!
//! In round i, each rank sends a block of its operand to the rank that is i places after it: the block which that rank is to
//! reduce. At the same time it receives a block from the rank that is i places before it, and reduces this block into its own.
//! With P ranks and n bytes of all blocks: P − 1 rounds, in which a rank sends n·(P−1)/P bytes. For long messages. Commutative
//! operations only.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, commutes, operand, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "pairwise", "One exchange per round, each with another rank.", |context, _| {
        Box::new(Pairwise { round: 0, blocks: BlockBounds::of_reduce_scatter(context) })
    })
    .requires(commutes)
}

struct Pairwise {
    round: u32,
    blocks: BlockBounds,
}

impl Generator for Pairwise {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let element = context.call.element_bytes;
        let block = |rank: u32| operand(context).plus(self.blocks.start(rank) * element);
        let own = self.blocks.count(context.rank, 1) * element;
        // In place the operand of others may lie where the result goes.
        let at = if context.call.in_place { Loc::scratch(own) } else { Loc::recv(0) };
        let mut sequence = Sequence::new(batch);
        if self.round == 0 {
            sequence.batch.scratch(2 * own);
            sequence.copy(block(context.rank), at, own);
        } else {
            let (to, from) = (rank_after(context, self.round), rank_before(context, self.round));
            let bytes = self.blocks.count(to, 1) * element;
            sequence.send_recv((to, block(to), bytes), (from, Loc::scratch(0), own));
            sequence.reduce(Loc::scratch(0), at, self.blocks.count(context.rank, 1));
        }
        self.round += 1;
        if self.round < context.size {
            return Next::More;
        }
        sequence.copy(at, Loc::recv(0), own);
        Next::Last
    }
}
