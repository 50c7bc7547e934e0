//! Barrier on an intercommunicator (MPICH 4.3 `barrier_inter_bcast`). First, each group has a barrier of its own. Then rank 0
//! of one group (MPICH's low group) broadcasts a byte to the other group. Finally, rank 0 of the other group broadcasts a byte
//! to the low group. With P and Q ranks in the two groups, there are P + Q messages besides the two barriers.

use super::groups::{in_local_group, roots, with_remote_group};
use crate::collectives::common::{Sequence, SingleBatch};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "bcast",
    "A barrier within each group, then a broadcast from one to the other and one back.",
    |_, _| SingleBatch::boxed(emit),
);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    batch.scratch(1);
    let mut sequence = Sequence::new(batch);
    sequence.sub(in_local_group(context, Operation::Barrier));
    for root in roots(context) {
        let mut signal = with_remote_group(context, Operation::Bcast, root);
        signal.recv = Some(Loc::scratch(0));
        (signal.count, signal.element_bytes) = (1, 1);
        sequence.sub(signal);
    }
}
