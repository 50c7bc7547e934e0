//! Reduction straight to the root (Open MPI 5.0 `reduce_intra_basic_linear`). The root receives the operands of the other ranks
//! one after the other, the last rank's first, and reduces each one. With P ranks and operands of n bytes the root receives
//! n·(P−1) bytes. For operations of any kind, also non-commutative ones.

use crate::collectives::common::{Sequence, bytes, operand};
use crate::collectives::limits::REDUCED_RANKS;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "linear",
    "The root receives from one rank after the other, the last first, and reduces.",
    |context, _| Box::new(Linear { left: context.size }),
);

struct Linear {
    // The ranks that the root has not asked yet are those below.
    left: u32,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (bytes, count, root) = (bytes(context), context.call.count, context.call.root);
        let mut sequence = Sequence::new(batch);
        if context.rank != root {
            sequence.send(root, operand(context), bytes);
            return Next::Last;
        }
        // In place the sum must not overwrite the root's operand before its turn.
        let (incoming, sum) =
            (Loc::scratch(0), if context.call.in_place { Loc::scratch(bytes) } else { Loc::recv(0) });
        let end = self.left.saturating_sub(REDUCED_RANKS);
        for rank in (end..self.left).rev() {
            let first = rank == context.size - 1;
            if first {
                sequence.batch.scratch(2 * bytes);
            }
            let into = if first { sum } else { incoming };
            if rank != root {
                sequence.recv(rank, into, bytes);
            } else if first {
                sequence.copy(operand(context), sum, bytes);
            }
            if !first {
                sequence.reduce(if rank == root { operand(context) } else { incoming }, sum, count);
            }
        }
        self.left = end;
        if end > 0 {
            return Next::More;
        }
        sequence.copy(sum, Loc::recv(0), bytes);
        Next::Last
    }
}
