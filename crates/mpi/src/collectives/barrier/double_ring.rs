//! Barrier by a signal that goes twice round the ring of ranks (Open MPI 5.0 `barrier_intra_doublering`). In Open MPI the last
//! sends are synchronous; here they are standard sends. P ranks send 2·P messages one after another.

use crate::collectives::common::{Sequence, SingleBatch, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Barrier, "double_ring", "A signal passes twice around the ring of ranks.", |_, _| {
        SingleBatch::boxed(emit)
    });

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    if context.size == 1 {
        return;
    }
    let (left, right) = (rank_before(context, 1), rank_after(context, 1));
    let mut sequence = Sequence::new(batch);
    for _ in 0..2 {
        if context.rank > 0 {
            sequence.recv(left, Loc::scratch(0), 0);
        }
        sequence.send(right, Loc::scratch(0), 0);
        if context.rank == 0 {
            sequence.recv(left, Loc::scratch(0), 0);
        }
    }
}
