//! Broadcast on two levels (SMP-aware), the root's host first: on the root's host from the root, then among the
//! leaders, then on the other hosts (MPICH 4.3, ch4 composition `Bcast_intra_composition_beta`). Unlike `smp` it needs no
//! extra message from a root that is no leader, which matters for long messages.

use crate::collectives::common::{Sequence, SingleBatch, hierarchical, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp_node_first",
    doc: "On the root's host if the root is not its leader, among the leaders, then on the other hosts.",
    parameters: &[],
    precondition: hierarchical,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let first = here.host == here.root_host && here.root_index_on_host != 0;
    let on_host = |root| {
        let mut call = sub_call(context, Level::Host, Operation::Bcast, root);
        call.recv = Some(Loc::recv(0));
        call
    };
    let mut sequence = Sequence::new(batch);
    if first {
        sequence.sub(on_host(here.root_index_on_host));
    }
    if here.leads() {
        let mut among = sub_call(context, Level::Leaders, Operation::Bcast, here.root_host);
        among.recv = Some(Loc::recv(0));
        sequence.sub(among);
    }
    if here.ranks_on_host > 1 && !first {
        sequence.sub(on_host(0));
    }
}
