//! Prefix reduction along the ranks (Open MPI 5.0 `scan_intra_linear`): a rank receives the prefix of the rank before it,
//! adds its operand, and sends the result on. P − 1 messages one after the other; any operation.

use crate::collectives::common::{Sequence, SingleBatch, bytes, operand};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Scan, "linear", "From rank to rank.", |_, _| SingleBatch::boxed(emit));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    batch.scratch(if context.rank > 0 { bytes } else { 0 });
    let mut sequence = Sequence::new(batch);
    sequence.copy(operand(context), Loc::recv(0), bytes);
    if context.rank > 0 {
        sequence.recv(context.rank - 1, Loc::scratch(0), bytes);
        sequence.reduce(Loc::scratch(0), Loc::recv(0), context.call.count);
    }
    if context.rank + 1 < context.size {
        sequence.send(context.rank + 1, Loc::recv(0), bytes);
    }
}
