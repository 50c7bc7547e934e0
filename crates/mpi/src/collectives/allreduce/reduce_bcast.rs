//! Allreduce as a reduction to rank 0 and then a broadcast from rank 0 (Open MPI 5.0 `allreduce_intra_nonoverlapping`). The
//! reduction and the broadcast each use the algorithm that is selected for them. MPICH used this algorithm on heterogeneous
//! machines, where it gives all ranks bitwise the same result.

use crate::collectives::common::{Sequence, SingleBatch, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, Named};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Allreduce, "reduce_bcast", "A reduction to rank 0, then a broadcast.", |_, _| {
        SingleBatch::boxed(emit)
    });

/// Allreduce as a reduction to rank 0 and a broadcast, both along binomial trees (part of SMPI 3.32 `smp_binomial`): 2·⌈log2 P⌉
/// rounds, 2·n·⌈log2 P⌉ bytes through rank 0.
pub(super) const BINOMIAL: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "binomial",
    "A reduction up a binomial tree to rank 0, then a broadcast down one.",
    |_, _| SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["binomial"; 2]), batch)),
);

/// Allreduce as a linear reduction to rank 0 and a linear broadcast (Open MPI 5.0 `allreduce_intra_basic_linear`).
/// n·(P−1) bytes reach and leave rank 0; any operation.
pub(super) const LINEAR: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "linear",
    "A linear reduction to rank 0, then a linear broadcast.",
    |_, _| SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["linear"; 2]), batch)),
);

/// Allreduce up one binomial tree to rank 0 and down another (Open MPI 5.0 `allred_sched_diss` of libnbc): 2·⌈log2 P⌉ rounds. Up goes the
/// tree in which a parent's number lacks the lowest set bit, down that in which it lacks the highest one.
pub(super) const NBC_BINOMIAL: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "nbc_binomial",
    "A reduction up a binomial tree to rank 0, then a broadcast down another.",
    |_, _| SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["binomial", "nbc_binomial"]), batch)),
);

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
