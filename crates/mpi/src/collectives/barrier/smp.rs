//! Barrier on two levels (SMP-aware; MPICH 4.3, ch4 composition `Barrier_intra_composition_alpha`): first a barrier on each
//! host, then a barrier among the leaders (the lowest rank of each host). Finally each leader releases the other ranks of its
//! host by a broadcast of one byte.

use crate::collectives::common::{Sequence, SingleBatch, hierarchical, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "smp",
    "Barrier on each host, barrier among the leaders, broadcast of a byte on each host.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(hierarchical);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    batch.scratch(1);
    let mut sequence = Sequence::new(batch);
    if here.ranks_on_host > 1 {
        sequence.sub(sub_call(context, Level::Host, Operation::Barrier, 0));
    }
    if here.leads() {
        sequence.sub(sub_call(context, Level::Leaders, Operation::Barrier, 0));
    }
    if here.ranks_on_host > 1 {
        let mut release = sub_call(context, Level::Host, Operation::Bcast, 0);
        release.recv = Some(Loc::scratch(0));
        release.count = 1;
        release.element_bytes = 1;
        sequence.sub(release);
    }
}
