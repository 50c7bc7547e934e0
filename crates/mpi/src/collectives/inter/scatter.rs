//! Scatter of short blocks to the remote group (MPICH 4.3 `scatter_inter_remote_send_local_scatter`): the root sends all
//! blocks to rank 0 there in one message, which scatters them within its group.

use super::groups::{Role, in_local_group, remote_group};
use crate::collectives::common::{Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "remote_send_local_scatter",
    doc: "All blocks to rank 0 of the remote group, which scatters them in its group.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let block = bytes(context);
    if block == 0 {
        return;
    }
    let all = block * u64::from(context.size);
    let first = context.rank == 0;
    match Role::of(context) {
        Role::Root => {
            batch.send(0, 0, Loc::send(0), block * u64::from(remote_group(context).size));
        }
        Role::RootGroup => {}
        Role::RemoteGroup(root) => {
            batch.scratch(if first { all } else { 0 });
            let mut sequence = Sequence::new(batch);
            if first {
                sequence.recv(root, Loc::scratch(0), all);
            }
            let mut spread = in_local_group(context, Operation::Scatter);
            (spread.send, spread.recv) = (first.then_some(Loc::scratch(0)), Some(Loc::recv(0)));
            sequence.sub(spread);
        }
    }
}
