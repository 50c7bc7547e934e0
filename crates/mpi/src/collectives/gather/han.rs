//! Gather on two levels (Open MPI 5.0 `gather_intra_simple` of HAN): on each host to its rank of the root's index, then the hosts'
//! blocks among those. If ranks are not consecutive on each host, the root puts the blocks in order.

use crate::collectives::common::{Sequence, SingleBatch, bytes, sub_call};
use crate::collectives::han::{balanced, host_bytes, in_up_order, of_root_index, reorder};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "han",
    doc: "On each host to its rank of the root's index, then across hosts among those.",
    parameters: &[],
    precondition: balanced,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (here, call) = (context.locality, context.call);
    let is_root = context.rank == call.root;
    let own =
        if is_root && call.in_place { Loc::recv(bytes(context) * u64::from(context.rank)) } else { Loc::send(0) };
    let (of_host, ordered) = (Loc::scratch(0), Loc::scratch(host_bytes(context)));
    let mut gather = sub_call(context, Level::Host, Operation::Gather, here.root_index_on_host);
    gather.send = Some(own);
    if !of_root_index(context) {
        batch.sub(gather);
        return;
    }
    let in_order = here.consecutive || !is_root;
    batch.scratch(host_bytes(context) * if in_order { 1 } else { 1 + u64::from(here.hosts) });
    let mut sequence = Sequence::new(batch);
    gather.recv = Some(of_host);
    sequence.sub(gather);
    let mut across = sub_call(context, Level::Peers, Operation::Gather, here.root_peer);
    across.count *= u64::from(here.ranks_on_host);
    across.send = Some(of_host);
    across.recv = is_root.then_some(if in_order { Loc::recv(0) } else { ordered });
    sequence.sub(across);
    if !in_order {
        let ranks = in_up_order(context, here.root_index_on_host);
        reorder(context, &mut sequence, &ranks, (Loc::recv(0), ordered), true);
    }
}
