//! Exclusive prefix reduction along the ranks, for any operation (Open MPI 5.0 `exscan_intra_linear`). A rank receives its
//! result from the rank before it. It then combines this result with its own operand, and sends the new value to the next rank.
//! P ranks send P − 1 messages one after another.

use crate::collectives::common::{Sequence, SingleBatch, bytes, operand};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Exscan, "linear", "From rank to rank.", |_, _| SingleBatch::boxed(emit));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (rank, last, bytes) = (context.rank, context.rank + 1 == context.size, bytes(context));
    let adds = rank > 0 && !last;
    batch.scratch(if adds { bytes } else { 0 });
    let mut sequence = Sequence::new(batch);
    if adds {
        sequence.copy(operand(context), Loc::scratch(0), bytes);
    }
    if rank > 0 {
        sequence.recv(rank - 1, Loc::recv(0), bytes);
    }
    if adds {
        sequence.reduce(Loc::recv(0), Loc::scratch(0), context.call.count);
    }
    if !last {
        sequence.send(rank + 1, if adds { Loc::scratch(0) } else { operand(context) }, bytes);
    }
}
