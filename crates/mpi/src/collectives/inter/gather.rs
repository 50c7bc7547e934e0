//! Gather of short blocks from the remote group (MPICH 4.3 `gather_inter_local_gather_remote_send`): its rank 0 gathers
//! within the group and sends all blocks to the root in one message.

use super::groups::{Role, in_local_group, remote_group};
use crate::collectives::common::{Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "local_gather_remote_send",
    doc: "Within the remote group to its rank 0, which sends all blocks to the root.",
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
            batch.recv(0, 0, Loc::recv(0), block * u64::from(remote_group(context).size));
        }
        Role::RootGroup => {}
        Role::RemoteGroup(root) => {
            batch.scratch(if first { all } else { 0 });
            let mut sequence = Sequence::new(batch);
            let mut collect = in_local_group(context, Operation::Gather);
            (collect.send, collect.recv) = (Some(Loc::send(0)), first.then_some(Loc::scratch(0)));
            sequence.sub(collect);
            if first {
                sequence.send(root, Loc::scratch(0), all);
            }
        }
    }
}
