//! All-to-all in place (MPICH 4.3 `alltoall_intra_pairwise_sendrecv_replace`, and the functions of that kind for alltoallv and
//! alltoallw). A rank swaps blocks with one other rank after another, in rank order, through temporary memory for the longest
//! block. With P ranks and blocks of n bytes: P − 1 rounds, in which a rank sends n·(P−1) bytes. The algorithm is slow: each
//! swap waits until both ranks have come to it, so the rounds of different ranks do not coincide.

use super::blocks::received;
use crate::collectives::common::{Sequence, bytes, in_place};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    let doc = "In place: one swap after the other, in rank order.";
    Algorithm::new(operation, "pairwise_sendrecv_replace", doc, |context, _| {
        let vectors = context.call.vectors.as_ref();
        let longest = |vectors: &ops::Vectors| vectors.recv_bytes.iter().copied().max().unwrap_or(0);
        Box::new(SendrecvReplace { next: 0, longest: vectors.map_or(bytes(context), |vectors| longest(vectors)) })
    })
    .requires(in_place)
}

struct SendrecvReplace {
    next: u32,
    // Bytes of the longest block.
    longest: u64,
}

impl Generator for SendrecvReplace {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.next == context.rank {
            self.next += 1;
        }
        if self.next >= context.size {
            return Next::Last;
        }
        let (place, bytes) = received(context, self.next);
        batch.scratch(self.longest);
        let mut sequence = Sequence::new(batch);
        sequence.copy(place, Loc::scratch(0), bytes);
        sequence.send_recv((self.next, Loc::scratch(0), bytes), (self.next, place, bytes));
        self.next += 1;
        if self.next < context.size { Next::More } else { Next::Last }
    }
}
