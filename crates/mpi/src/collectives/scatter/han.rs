//! Scatter on two levels (Open MPI 5.0 `scatter_intra` of HAN): the hosts' blocks among the ranks of the root's index, then on each host.
//! If ranks are not consecutive on each host, the root puts the blocks in order first.

use crate::collectives::common::{Sequence, SingleBatch, sub_call};
use crate::collectives::han::{balanced, host_bytes, in_up_order, of_root_index, reorder};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "han",
    doc: "Across hosts among the ranks of the root's index, then on each host.",
    parameters: &[],
    precondition: balanced,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (here, call) = (context.locality, context.call);
    let is_root = context.rank == call.root;
    let (of_host, ordered) = (Loc::scratch(0), Loc::scratch(host_bytes(context)));
    let mut sequence = Sequence::new(batch);
    if of_root_index(context) {
        let in_order = here.consecutive || !is_root;
        sequence.batch.scratch(host_bytes(context) * if in_order { 1 } else { 1 + u64::from(here.hosts) });
        if !in_order {
            let ranks = in_up_order(context, here.root_index_on_host);
            reorder(context, &mut sequence, &ranks, (Loc::send(0), ordered), false);
        }
        let mut across = sub_call(context, Level::Peers, Operation::Scatter, here.root_peer);
        across.count *= u64::from(here.ranks_on_host);
        across.send = is_root.then_some(if in_order { Loc::send(0) } else { ordered });
        across.recv = Some(of_host);
        sequence.sub(across);
    }
    let mut scatter = sub_call(context, Level::Host, Operation::Scatter, here.root_index_on_host);
    scatter.send = of_root_index(context).then_some(of_host);
    scatter.in_place = is_root && call.in_place;
    scatter.recv = Some(Loc::recv(0));
    sequence.sub(scatter);
}
