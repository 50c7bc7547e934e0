//! Gather(v) and scatter(v) straight between the root and each rank of the remote group (MPICH 4.3 `gather_inter_linear`,
//! `scatter_inter_linear`: one block after the other; `gatherv_allcomm_linear`, `scatterv_allcomm_linear`: all at once).
//! Q messages at the root; empty blocks send none. MPICH sends those of gatherv synchronously from 32 ranks on; here they
//! are standard sends.

use super::groups::{Role, remote_group};
use crate::collectives::common::{Sequence, always, bytes};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "linear",
        doc: "Every rank of the remote group exchanges its block with the root directly.",
        parameters: &[],
        precondition: always,
        build: |_, _| Box::new(Linear { next: 0 }),
    }
}

struct Linear {
    // The first rank of the remote group whose turn has not come.
    next: u32,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let call = context.call;
        let gathers = matches!(call.operation, Operation::Gather | Operation::Gatherv);
        match Role::of(context) {
            Role::RootGroup => return Next::Last,
            Role::RemoteGroup(root) => {
                if gathers && call.send.bytes > 0 {
                    batch.send(root, 0, Loc::send(0), call.send.bytes);
                } else if !gathers && call.recv.bytes > 0 {
                    batch.recv(root, 0, Loc::recv(0), call.recv.bytes);
                }
                return Next::Last;
            }
            Role::Root => {}
        }
        let end = remote_group(context).size.min(self.next + MESSAGES);
        let mut row = Sequence::new(batch);
        for rank in self.next..end {
            let (bytes, at) = block(context, rank);
            if bytes == 0 {
                continue;
            }
            let node = if gathers {
                row.batch.recv(rank, 0, Loc::recv(at), bytes)
            } else {
                row.batch.send(rank, 0, Loc::send(at), bytes)
            };
            if call.vectors.is_none() {
                row.then(node);
            }
        }
        self.next = end;
        if end < remote_group(context).size { Next::More } else { Next::Last }
    }
}

/// The length and place of the root's block for a rank of the remote group.
fn block(context: &Context<'_>, rank: u32) -> (u64, u64) {
    let at = rank as usize;
    match (&context.call.vectors, context.call.operation) {
        (None, _) => (bytes(context), bytes(context) * u64::from(rank)),
        (Some(vectors), Operation::Gatherv) => (vectors.recv_bytes[at], vectors.recv_offsets[at]),
        (Some(vectors), _) => (vectors.send_bytes[at], vectors.send_offsets[at]),
    }
}
