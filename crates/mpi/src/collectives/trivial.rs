//! A collective with one rank or without data: no message, at most a copy of the rank's own block.
//!
//! MPI libraries return immediately from such calls, so decision lists begin with this algorithm.

use super::common::{Sequence, SingleBatch, bytes, require};
use crate::schedule::{Algorithm, Batch, Context, Loc, Precondition};
use ops::Operation;

/// The trivial algorithm of an operation.
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "trivial", "One rank or no data: at most a copy of the rank's own block.", |_, _| {
        SingleBatch::boxed(emit)
    })
    .requires(precondition)
}

fn precondition(context: &Context<'_>) -> Precondition {
    require(context.size == 1 || no_data(context), "there are several ranks, and data to move or to wait for")
}

/// Whether every rank can tell locally that no byte moves.
fn no_data(context: &Context<'_>) -> bool {
    match context.call.operation {
        Operation::Barrier => false,
        Operation::Gatherv | Operation::Scatterv | Operation::Alltoallv | Operation::Alltoallw => false,
        Operation::Allgatherv => {
            context.call.vectors.as_ref().is_some_and(|vectors| vectors.recv_bytes.iter().all(|&bytes| bytes == 0))
        }
        _ => bytes(context) == 0,
    }
}

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let call = context.call;
    if call.in_place || no_data(context) {
        return;
    }
    let mut sequence = Sequence::new(batch);
    match call.operation {
        Operation::Barrier | Operation::Bcast | Operation::Exscan => {}
        Operation::Scatterv => {
            let vectors = call.vectors.as_ref().expect("the root of a scatterv has its blocks");
            sequence.copy(Loc::send(vectors.send_offsets[0]), Loc::recv(0), vectors.send_bytes[0]);
        }
        Operation::Gatherv | Operation::Allgatherv => {
            let vectors = call.vectors.as_ref().expect("the root has the blocks");
            sequence.copy(Loc::send(0), Loc::recv(vectors.recv_offsets[0]), vectors.recv_bytes[0]);
        }
        Operation::Alltoallv | Operation::Alltoallw => {
            let vectors = call.vectors.as_ref().expect("an alltoallv has its blocks");
            let to = Loc::recv(vectors.recv_offsets[0]);
            sequence.copy(Loc::send(vectors.send_offsets[0]), to, vectors.send_bytes[0]);
        }
        _ => sequence.copy(Loc::send(0), Loc::recv(0), bytes(context)),
    }
}
