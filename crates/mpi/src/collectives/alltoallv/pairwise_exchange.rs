//! All-to-all of blocks of any length, one exchange a round (MPICH 4.3 `alltoallw_intra_pairwise_exchange`): in
//! round i a rank sends to the rank i after it and receives from the rank i before it, empty blocks too. P − 1
//! rounds.

use super::blocks::blocks;
use crate::collectives::common::{rank_after, rank_before, two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::Alltoallv);

/// The algorithm for an operation whose blocks are in [`ops::Vectors`].
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "pairwise_exchange",
        doc: "One exchange per round, each with another rank.",
        parameters: &[],
        precondition: two_buffers,
        build: |_, _| Box::new(Pairwise { round: 0 }),
    }
}

struct Pairwise {
    round: u32,
}

impl Generator for Pairwise {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let vectors = blocks(context);
        let (to, from) = (rank_after(context, self.round) as usize, rank_before(context, self.round) as usize);
        let send = (Loc::send(vectors.send_offsets[to]), vectors.send_bytes[to]);
        let recv = (Loc::recv(vectors.recv_offsets[from]), vectors.recv_bytes[from]);
        if self.round > 0 {
            batch.recv(from as u32, 0, recv.0, recv.1);
            batch.send(to as u32, 0, send.0, send.1);
        } else if send.1 > 0 {
            batch.copy(send.0, recv.0, send.1);
        }
        self.round += 1;
        if self.round < context.size { Next::More } else { Next::Last }
    }
}
