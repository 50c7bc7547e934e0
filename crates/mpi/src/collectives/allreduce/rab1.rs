//! Allreduce by recursive halving and an allgather (SMPI 3.32 `rab1`, after STAR-MPI). The allgather uses the algorithm that is
//! selected for `MPI_Allgather`.
//!
//! The number of ranks P must be a power of two. Each rank sends half of the message to the rank at distance P/2 and reduces
//! the other half. Then it sends a quarter of the message to the rank at distance P/4, and so on. After log2 P rounds each rank
//! has one P-th of the result, and the allgather collects these shares. In the halving, a rank sends (P−1)/P·n bytes of a
//! message of n bytes. Commutative operations only.

use super::shares::{Shares, give, take};
use crate::collectives::common::{Sequence, commutes, power_of_two};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "rab1",
    "Reduce-scatter by halving from the largest distance on, then an allgather.",
    |context, _| {
        Box::new(Halving { shares: Shares::new(context), first: 0, distance: context.size / 2, started: false })
    },
)
.requires(|context| commutes(context).and_then(|()| power_of_two(context)));

struct Halving {
    shares: Shares,
    /// The first share that the rank still reduces.
    first: u32,
    distance: u32,
    started: bool,
}

impl Generator for Halving {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, size, shares) = (context.rank, context.size, self.shares);
        let place = |first: u32| Loc::scratch(shares.bytes(context, first));
        let incoming = place(size);
        batch.scratch(shares.bytes(context, size + (size / 2).max(1)));
        let mut sequence = Sequence::new(batch);
        if !std::mem::replace(&mut self.started, true) {
            take(context, &mut sequence);
        }
        if self.distance == 0 {
            sequence.copy(place(rank), incoming, shares.bytes(context, 1));
            sequence.sub(shares.call(context, Operation::Allgather, incoming, place(0)));
            give(context, &mut sequence);
            return Next::Last;
        }
        let (peer, half) = (rank ^ self.distance, self.first + self.distance);
        let (given, kept) = if rank < peer { (half, self.first) } else { (self.first, half) };
        let length = shares.bytes(context, self.distance);
        sequence.send_recv((peer, place(given), length), (peer, incoming, length));
        sequence.reduce(incoming, place(kept), shares.elements(context, kept, self.distance));
        (self.first, self.distance) = (kept, self.distance / 2);
        Next::More
    }
}
