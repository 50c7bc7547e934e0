//! Bcast, gather, reduce and scatter on intercommunicators (MPICH 4.3 `bcast_inter_remote_send_local_bcast`,
//! `gather_inter_local_gather_remote_send`, `reduce_inter_local_reduce_remote_send`,
//! `scatter_inter_remote_send_local_scatter`).
//!
//! The root exchanges one message with rank 0 of the remote group. In a bcast or scatter, rank 0 of the remote group receives
//! this message, and then distributes the data within the remote group by a bcast or scatter. In a gather or reduce, the remote
//! group first gathers or reduces to its rank 0, which then sends the message. MPICH selects its gather and its scatter of this
//! kind only for short blocks.

use super::groups::{Role, in_local_group, remote_group};
use crate::collectives::common::{Sequence, SingleBatch, bytes};
use crate::collectives::rooted::direction::Direction;
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

const fn algorithm(operation: Operation, name: &'static str, doc: &'static str) -> Algorithm {
    Algorithm::new(operation, name, doc, |_, _| SingleBatch::boxed(emit))
}

pub(super) const BCAST: Algorithm =
    algorithm(Operation::Bcast, "remote_send_local_bcast", "To rank 0 of the remote group, then within that group.");
pub(super) const GATHER: Algorithm = algorithm(
    Operation::Gather,
    "local_gather_remote_send",
    "Within the remote group to its rank 0, which sends all blocks to the root.",
);
pub(super) const REDUCE: Algorithm = algorithm(
    Operation::Reduce,
    "local_reduce_remote_send",
    "Within the remote group to its rank 0, which sends the result to the root.",
);
pub(super) const SCATTER: Algorithm = algorithm(
    Operation::Scatter,
    "remote_send_local_scatter",
    "All blocks to rank 0 of the remote group, which scatters them in its group.",
);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let operation = context.call.operation;
    let (direction, bcasts) = (Direction::of(operation), operation == Operation::Bcast);
    let has_blocks = matches!(operation, Operation::Gather | Operation::Scatter);
    let of_group = |ranks: u32| bytes(context) * if has_blocks { u64::from(ranks) } else { 1 };
    if bytes(context) == 0 {
        return;
    }
    match Role::of(context) {
        Role::Root => {
            let at = if operation == Operation::Scatter { Loc::send(0) } else { Loc::recv(0) };
            direction.message(batch, 0, false, at, of_group(remote_group(context).size));
        }
        Role::RootGroup => {}
        Role::RemoteGroup(root) => {
            let (first, all) = (context.rank == 0, of_group(context.size));
            let whole = if bcasts { Loc::recv(0) } else { Loc::scratch(0) };
            batch.scratch(if first && !bcasts { all } else { 0 });
            let mut within = in_local_group(context, operation);
            let at_first = first.then_some(whole);
            (within.send, within.recv) = match direction {
                Direction::ToRoot => (Some(Loc::send(0)), at_first),
                Direction::FromRoot => (at_first.filter(|_| !bcasts), Some(Loc::recv(0))),
            };
            let mut sequence = Sequence::new(batch);
            let with_root = |sequence: &mut Sequence<'_>| {
                if first {
                    let message = direction.message(sequence.batch, root, true, whole, all);
                    sequence.then(message);
                }
            };
            if direction == Direction::FromRoot {
                with_root(&mut sequence);
            }
            sequence.sub(within);
            if direction == Direction::ToRoot {
                with_root(&mut sequence);
            }
        }
    }
}
