//! Barrier on two levels (Open MPI 5.0 `barrier_intra_simple` of HAN): first on each host, then among the leaders (the lowest
//! rank of each host), then on each host again.

use crate::collectives::common::{Sequence, SingleBatch, hierarchical, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "han",
    "Barrier on each host, among the leaders, and on each host again.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(hierarchical);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let on = |level| sub_call(context, level, Operation::Barrier, 0);
    let mut sequence = Sequence::new(batch);
    sequence.sub(on(Level::Host));
    if context.locality.leads() {
        sequence.sub(on(Level::Peers));
    }
    sequence.sub(on(Level::Host));
}
