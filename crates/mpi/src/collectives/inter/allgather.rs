//! Allgather on an intercommunicator (MPICH 4.3 `allgather_inter_local_gather_remote_bcast`). Each group gathers its blocks to
//! its rank 0. Then rank 0 of MPICH's low group broadcasts the low group's blocks to the other group. After that, rank 0 of the
//! other group broadcasts its group's blocks to the low group.

use super::groups::{in_local_group, remote_group, roots, with_remote_group};
use crate::collectives::common::{Sequence, SingleBatch, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "local_gather_remote_bcast",
    "Within each group to its rank 0, which broadcasts to the remote group.",
    |_, _| SingleBatch::boxed(emit),
);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let sent = context.call.send.bytes;
    let own = sent * u64::from(context.size);
    let others = bytes(context) * u64::from(remote_group(context).size);
    let first = context.rank == 0;
    batch.scratch(if first { own } else { 0 });
    let mut sequence = Sequence::new(batch);
    if sent > 0 {
        let mut collect = in_local_group(context, Operation::Gather);
        (collect.send, collect.recv) = (Some(Loc::send(0)), first.then_some(Loc::scratch(0)));
        (collect.count, collect.element_bytes) = (sent, 1);
        sequence.sub(collect);
    }
    for root in roots(context) {
        let (bytes, buffer) = if root == 0 { (others, Loc::recv(0)) } else { (own, Loc::scratch(0)) };
        if bytes > 0 {
            let mut spread = with_remote_group(context, Operation::Bcast, root);
            spread.recv = Some(buffer);
            (spread.count, spread.element_bytes) = (bytes, 1);
            sequence.sub(spread);
        }
    }
}
