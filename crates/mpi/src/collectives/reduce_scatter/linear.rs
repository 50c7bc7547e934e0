//! Reduce-scatter as a reduction to rank 0 followed by a scatterv from rank 0 (Open MPI 5.0
//! `reduce_scatter_intra_nonoverlapping`). The reduction and the scatterv use the algorithms that the library selects for them.
//! If all blocks are equal (`MPI_Reduce_scatter_block`), a scatter replaces the scatterv (Open MPI
//! `reduce_scatter_block_basic_linear`).

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, SingleBatch, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, Named};
use ops::{Operation, Vectors};

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "linear", "A reduction to rank 0, then a scatter from there.", |_, _| {
        SingleBatch::boxed(emit)
    })
}

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    reduce_and_scatter(context, None, batch);
}

/// A reduction by the algorithm of that name or the selected one, and a scatter(v).
pub(super) fn reduce_and_scatter(context: &Context<'_>, reduction: Option<&'static str>, batch: &mut Batch) {
    let (call, rank, size) = (context.call, context.rank, context.size);
    let (element, blocks) = (call.element_bytes, BlockBounds::of_reduce_scatter(context));
    let whole = blocks.start(size);
    if rank == 0 {
        batch.scratch(whole * element);
    }
    let mut sequence = Sequence::new(batch);
    let mut reduce = sub_call(context, Level::All, Operation::Reduce, 0);
    reduce.send = Some(operand(context));
    (reduce.count, reduce.algorithm) = (whole, reduction.map(Named::from));
    reduce.recv = (rank == 0).then_some(Loc::scratch(0));
    sequence.sub(reduce);
    let vector = call.operation == Operation::ReduceScatter;
    let operation = if vector { Operation::Scatterv } else { Operation::Scatter };
    let mut scatter = sub_call(context, Level::All, operation, 0);
    scatter.send = (rank == 0).then_some(Loc::scratch(0));
    scatter.recv = Some(Loc::recv(0));
    if vector {
        scatter.own_bytes = blocks.count(rank, 1) * element;
        scatter.vectors = (rank == 0).then(|| {
            let bytes = (0..size).map(|rank| blocks.count(rank, 1) * element).collect();
            let offsets = (0..size).map(|rank| blocks.start(rank) * element).collect();
            let none = Box::default;
            let (recv_bytes, recv_offsets) = (none(), none());
            Box::new(Vectors { send_bytes: bytes, send_offsets: offsets, recv_bytes, recv_offsets, neighbours: None })
        });
    }
    sequence.sub(scatter);
}
