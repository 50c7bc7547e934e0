//! Allreduce on an intercommunicator: each group gets the result of the other group's operands (MPICH 4.3).
//!
//! - `reduce_exchange_bcast` (`allreduce_inter_reduce_exchange_bcast`): each group reduces to its own rank 0. The two ranks 0
//!   exchange their results, and each broadcasts what it received within its group.
//! - `remote_reduce_local_bcast` (`iallreduce_inter_sched_remote_reduce_local_bcast`): each group reduces to rank 0 of the
//!   other group, first the high group to rank 0 of the low one. Each rank 0 then broadcasts the result within its group.

use super::groups::{in_local_group, roots, with_remote_group};
use crate::collectives::common::{Sequence, SingleBatch, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const EXCHANGE: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "reduce_exchange_bcast",
    "Reduction in each group to its rank 0, exchange between these, broadcast in each group.",
    |_, _| SingleBatch::boxed(exchange),
);

pub(super) const REMOTE_REDUCE: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "remote_reduce_local_bcast",
    "Reduction of each group to rank 0 of the other, then broadcast in each group.",
    |_, _| SingleBatch::boxed(remote_reduce),
);

fn exchange(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    if bytes == 0 {
        return;
    }
    let first = context.rank == 0;
    batch.scratch(if first { bytes } else { 0 });
    let mut sequence = Sequence::new(batch);
    let mut reduce = in_local_group(context, Operation::Reduce);
    (reduce.send, reduce.recv) = (Some(Loc::send(0)), first.then_some(Loc::scratch(0)));
    sequence.sub(reduce);
    if first {
        sequence.send_recv((0, Loc::scratch(0), bytes), (0, Loc::recv(0), bytes));
    }
    spread(context, &mut sequence);
}

fn remote_reduce(context: &Context<'_>, _: u64, batch: &mut Batch) {
    if bytes(context) == 0 {
        return;
    }
    let mut sequence = Sequence::new(batch);
    for root in roots(context) {
        let mut reduce = with_remote_group(context, Operation::Reduce, root);
        (reduce.send, reduce.recv) = (Some(Loc::send(0)), Some(Loc::recv(0)));
        sequence.sub(reduce);
    }
    spread(context, &mut sequence);
}

/// Broadcasts the result, which rank 0 has, within the group.
fn spread(context: &Context<'_>, sequence: &mut Sequence<'_>) {
    let mut bcast = in_local_group(context, Operation::Bcast);
    bcast.recv = Some(Loc::recv(0));
    sequence.sub(bcast);
}
