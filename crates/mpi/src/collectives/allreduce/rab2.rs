//! Allreduce as an alltoall, local reductions and an allgather (SMPI 3.32 `rab2`, after STAR-MPI). The message is cut into one
//! share for each rank. The alltoall gives each rank all ranks' operands for its share; the rank reduces them, and the
//! allgather collects the results. Alltoall and allgather use the algorithms that are selected for these operations.
//! Commutative operations only.
//!
//! The algorithm is not meant for messages with fewer elements than ranks. With P ranks, a share of such a message has one
//! element here, but P elements in SMPI.

use super::shares::{Shares, give, take};
use crate::collectives::common::{Sequence, commutes};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "rab2",
    "An alltoall of shares, reductions, then an allgather.",
    |context, _| Box::new(Exchanged { shares: Shares::new(context), next: 0 }),
)
.requires(commutes);

struct Exchanged {
    shares: Shares,
    /// The rank whose share is reduced next; 0: they have not come.
    next: u32,
}

impl Generator for Exchanged {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (size, shares) = (context.size, self.shares);
        let arrived = |rank: u32| Loc::scratch(shares.bytes(context, size) + shares.bytes(context, rank));
        batch.scratch(2 * shares.bytes(context, size));
        let mut sequence = Sequence::new(batch);
        if self.next == 0 {
            take(context, &mut sequence);
            sequence.sub(shares.call(context, Operation::Alltoall, Loc::scratch(0), arrived(0)));
            self.next = 1;
            return Next::More;
        }
        let end = size.min(self.next + MESSAGES);
        for rank in self.next..end {
            sequence.reduce(arrived(rank), arrived(0), shares.elements(context, context.rank, 1));
        }
        self.next = end;
        if end < size {
            return Next::More;
        }
        sequence.sub(shares.call(context, Operation::Allgather, arrived(0), Loc::scratch(0)));
        give(context, &mut sequence);
        Next::Last
    }
}
