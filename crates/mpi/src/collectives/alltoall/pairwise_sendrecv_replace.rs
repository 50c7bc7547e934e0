//! All-to-all in place (MPICH 4.3 `alltoall_intra_pairwise_sendrecv_replace`): a rank swaps its block with each
//! other rank's in rank order, through memory for one block. P − 1 rounds, n·(P−1) bytes a rank; because every pair
//! waits for its turn the rounds of different ranks do not line up, and it is slow.

use crate::collectives::common::{Sequence, bytes, in_place};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise_sendrecv_replace",
    doc: "In place: one swap after the other, in rank order.",
    parameters: &[],
    precondition: in_place,
    build: |context, _| {
        let block = bytes(context);
        SendrecvReplace::boxed(block, |context, rank| (bytes(context) * u64::from(rank), bytes(context)))
    },
};

/// SendrecvReplace of blocks with one rank after the other.
pub(crate) struct SendrecvReplace {
    next: u32,
    // Bytes of the longest block.
    longest: u64,
    // Where a rank's block lies, and its bytes.
    block: fn(&Context<'_>, u32) -> (u64, u64),
}

impl SendrecvReplace {
    /// The generator for blocks that lie where `block` says.
    pub(crate) fn boxed(longest: u64, block: fn(&Context<'_>, u32) -> (u64, u64)) -> Box<dyn Generator> {
        Box::new(Self { next: 0, longest, block })
    }
}

impl Generator for SendrecvReplace {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.next == context.rank {
            self.next += 1;
        }
        if self.next >= context.size {
            return Next::Last;
        }
        let (offset, bytes) = (self.block)(context, self.next);
        let place = Loc::recv(offset);
        batch.scratch(self.longest);
        let mut sequence = Sequence::new(batch);
        sequence.copy(place, Loc::scratch(0), bytes);
        sequence.send_recv((self.next, Loc::scratch(0), bytes), (self.next, place, bytes));
        self.next += 1;
        if self.next < context.size { Next::More } else { Next::Last }
    }
}
