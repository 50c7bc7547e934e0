//! Broadcast to the remote group (MPICH 4.3 `bcast_inter_remote_send_local_bcast`): the root sends to rank 0 there, which
//! broadcasts within its group.

use super::groups::{Role, in_local_group};
use crate::collectives::common::{Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "remote_send_local_bcast",
    doc: "To rank 0 of the remote group, then within that group.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (bytes, buffer) = (bytes(context), Loc::recv(0));
    if bytes == 0 {
        return;
    }
    let mut sequence = Sequence::new(batch);
    match Role::of(context) {
        Role::Root => sequence.send(0, buffer, bytes),
        Role::RootGroup => {}
        Role::RemoteGroup(root) => {
            if context.rank == 0 {
                sequence.recv(root, buffer, bytes);
            }
            let mut spread = in_local_group(context, Operation::Bcast);
            spread.recv = Some(buffer);
            sequence.sub(spread);
        }
    }
}
