//! Barrier of two groups (MPICH 4.3 `barrier_inter_bcast`): each group has its own barrier, then rank 0 of the low group
//! broadcasts a byte to the other group, and rank 0 there one back. P + Q messages and the two barriers.

use super::{across, roots, within};
use crate::collectives::common::{Once, Sequence, serves_all};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Barrier,
    name: "bcast",
    doc: "A barrier within each group, then a broadcast from one to the other and one back.",
    parameters: &[],
    refuses: serves_all,
    build: |_, _| Once::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    batch.scratch(1);
    let mut sequence = Sequence::new(batch);
    sequence.sub(within(context, Operation::Barrier));
    for root in roots(context) {
        let mut signal = across(context, Operation::Bcast, root);
        signal.recv = Some(Loc::scratch(0));
        (signal.count, signal.element_bytes) = (1, 1);
        sequence.sub(signal);
    }
}
