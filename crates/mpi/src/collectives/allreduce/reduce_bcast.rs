//! Allreduce as a reduction to rank 0 and a broadcast, each by the algorithm selected for it. The obvious way, and
//! what MPICH did on heterogeneous machines, where all ranks must get bitwise the same result (Open MPI 5.0
//! `allreduce_intra_nonoverlapping`).

use crate::collectives::common::{Sequence, SingleBatch, always, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, Named};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "reduce_bcast",
    doc: "A reduction to rank 0, then a broadcast.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    reduce_bcast(context, None, batch);
}

/// A reduction to rank 0 and a broadcast, by the algorithms of these names or by the selected ones.
pub(super) fn reduce_bcast(context: &Context<'_>, algorithms: Option<[&'static str; 2]>, batch: &mut Batch) {
    let mut sequence = Sequence::new(batch);
    let mut reduce = sub_call(context, Level::All, Operation::Reduce, 0);
    reduce.send = Some(operand(context));
    if context.rank == 0 {
        reduce.recv = Some(Loc::recv(0));
        reduce.in_place = context.call.in_place;
    }
    reduce.algorithm = algorithms.map(|[reduce, _]| Named::from(reduce));
    sequence.sub(reduce);
    let mut bcast = sub_call(context, Level::All, Operation::Bcast, 0);
    bcast.recv = Some(Loc::recv(0));
    bcast.algorithm = algorithms.map(|[_, bcast]| Named::from(bcast));
    sequence.sub(bcast);
}
