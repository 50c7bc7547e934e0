//! Broadcast on two levels (SMP-aware): the root sends the message to the leader of its host, the leaders
//! broadcast among themselves, then each on its host (MPICH 4.3, ch4 composition
//! `Bcast_intra_composition_alpha`). One message per host crosses the network.

use crate::collectives::common::{Sequence, SingleBatch, bytes, hierarchical, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp",
    doc: "To the leader of the root's host, among the leaders, then on each host.",
    parameters: &[],
    precondition: hierarchical,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let buffer = Loc::recv(0);
    let mut sequence = Sequence::new(batch);
    if here.host == here.root_host && here.root_index_on_host != 0 {
        if context.rank == context.call.root {
            sequence.send(here.leader, buffer, bytes(context));
        } else if here.index_on_host == 0 {
            sequence.recv(context.call.root, buffer, bytes(context));
        }
    }
    if here.index_on_host == 0 {
        let mut among = sub_call(context, Level::Leaders, Operation::Bcast, here.root_host);
        among.recv = Some(buffer);
        sequence.sub(among);
    }
    if here.ranks_on_host > 1 {
        let mut on_host = sub_call(context, Level::Host, Operation::Bcast, 0);
        on_host.recv = Some(buffer);
        sequence.sub(on_host);
    }
}
