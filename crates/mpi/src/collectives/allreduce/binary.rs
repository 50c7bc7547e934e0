//! Allreduce up and down a binary tree whose nodes are numbered level by level. In Open MPI 5.0
//! (`ompi_comm_allreduce_group_nb`), the members of a group agree in this way on a context id. With P ranks and a message of n
//! bytes, there are 2·⌊log2 P⌋ rounds, and each rank sends n bytes to its parent and receives n bytes from it.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, operand};
use crate::schedule::{Algorithm, Batch, Context, Loc, VertexId};
use ops::Operation;
use smallvec::SmallVec;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "binary",
    "Up and down a binary tree, in which the children of rank r are 2r + 1 and 2r + 2.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(commutes);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (size, result) = (bytes(context), Loc::recv(0));
    let first = 2 * u64::from(context.rank) + 1;
    let children = first..(first + 2).min(u64::from(context.size)).max(first);
    let of_child = |child: u64| Loc::scratch((child - first) * size);
    batch.scratch(2 * size);
    let arrivals: SmallVec<[VertexId; 2]> =
        children.clone().map(|child| batch.recv(child as u32, 0, of_child(child), size)).collect();
    let mut sequence = Sequence::new(batch);
    sequence.copy(operand(context), result, size);
    for (child, arrival) in children.clone().zip(arrivals) {
        sequence.reduce(of_child(child), result, context.call.count);
        sequence.also_after(arrival);
    }
    if context.rank > 0 {
        let parent = (context.rank - 1) / 2;
        sequence.send(parent, result, size);
        sequence.recv(parent, result, size);
    }
    for child in children {
        sequence.send(child as u32, result, size);
    }
}
