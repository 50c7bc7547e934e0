//! Barrier by levels of the machine: a barrier on each host, one among the hosts' first ranks, and a broadcast of
//! one byte on each host that lets the others go (MPICH 4.3, ch4 composition `Barrier_intra_composition_alpha`).

use crate::collectives::common::{Once, Sequence, needs_levels, part};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Barrier,
    name: "smp",
    doc: "A barrier on each host, one among the hosts' first ranks, then a broadcast of a byte on each host.",
    parameters: &[],
    refuses: needs_levels,
    build: |_, _| Once::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    batch.scratch(1);
    let mut sequence = Sequence::new(batch);
    if here.node_size > 1 {
        sequence.sub(part(context, Level::Node, Operation::Barrier, 0));
    }
    if here.node_rank == 0 {
        sequence.sub(part(context, Level::Leaders, Operation::Barrier, 0));
    }
    if here.node_size > 1 {
        let mut release = part(context, Level::Node, Operation::Bcast, 0);
        release.recv = Some(Loc::scratch(0));
        release.count = 1;
        release.element_bytes = 1;
        sequence.sub(release);
    }
}
