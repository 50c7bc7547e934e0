//! Reduction of the remote group's operands (MPICH 4.3 `reduce_inter_local_reduce_remote_send`): its rank 0 reduces within
//! the group and sends the result to the root.

use super::groups::{Role, in_local_group};
use crate::collectives::common::{Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "local_reduce_remote_send",
    doc: "Within the remote group to its rank 0, which sends the result to the root.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    if bytes == 0 {
        return;
    }
    match Role::of(context) {
        Role::Root => {
            batch.recv(0, 0, Loc::recv(0), bytes);
        }
        Role::RootGroup => {}
        Role::RemoteGroup(root) => {
            let first = context.rank == 0;
            batch.scratch(if first { bytes } else { 0 });
            let mut sequence = Sequence::new(batch);
            let mut reduce = in_local_group(context, Operation::Reduce);
            (reduce.send, reduce.recv) = (Some(Loc::send(0)), first.then_some(Loc::scratch(0)));
            sequence.sub(reduce);
            if first {
                sequence.send(root, Loc::scratch(0), bytes);
            }
        }
    }
}
