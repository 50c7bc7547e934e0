//! All-to-all on an intercommunicator by pairwise exchange (MPICH 4.3 `alltoall_inter_pairwise_exchange`; alltoallv and
//! alltoallw likewise).
//!
//! With P and Q ranks in the two groups there are max(P, Q) rounds. In round i, rank r sends to rank r + i of the remote group
//! and receives from rank r − i of the remote group, both modulo max(P, Q); if the remote group has no such rank, nothing is
//! sent or received. Empty blocks send no message.

use super::groups::remote_group;
use crate::collectives::common::bytes;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "pairwise_exchange",
        "One exchange per round, each with another rank of the remote group.",
        |_, _| Box::new(Pairwise { round: 0 }),
    )
}

struct Pairwise {
    round: u32,
}

impl Generator for Pairwise {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let others = remote_group(context).size;
        let rounds = context.size.max(others);
        let around = |place: u64| (place % u64::from(rounds)) as u32;
        let (rank, round) = (u64::from(context.rank), u64::from(self.round));
        let from = around(rank + u64::from(rounds) - round);
        let to = around(rank + round);
        if from < others {
            let (bytes, at) = received(context, from);
            if bytes > 0 {
                batch.recv(from, 0, Loc::recv(at), bytes);
            }
        }
        if to < others {
            let (bytes, at) = sent(context, to, others);
            if bytes > 0 {
                batch.send(to, 0, Loc::send(at), bytes);
            }
        }
        self.round += 1;
        if self.round < rounds { Next::More } else { Next::Last }
    }
}

/// The length and place of the block that comes from a rank.
fn received(context: &Context<'_>, rank: u32) -> (u64, u64) {
    match &context.call.vectors {
        Some(vectors) => (vectors.recv_bytes[rank as usize], vectors.recv_offsets[rank as usize]),
        None => (bytes(context), bytes(context) * u64::from(rank)),
    }
}

/// The length and place of the block for a rank. What goes may be longer than what comes.
fn sent(context: &Context<'_>, rank: u32, others: u32) -> (u64, u64) {
    match &context.call.vectors {
        Some(vectors) => (vectors.send_bytes[rank as usize], vectors.send_offsets[rank as usize]),
        None => {
            let block = context.call.send.bytes / u64::from(others);
            (block, block * u64::from(rank))
        }
    }
}
