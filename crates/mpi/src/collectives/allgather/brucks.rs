//! Allgather by Bruck's algorithm (J. Bruck et al., "Efficient algorithms for all-to-all communications in multiport
//! message-passing systems", IEEE TPDS 8(11), 1997; Thakur et al. 2005, §4.1; MPICH 4.3 `allgather_intra_brucks`).
//!
//! A rank collects the blocks in the order of the ranks, beginning with its own block. In round i (i = 0, 1, …) it sends its
//! first 2^i blocks to the rank 2^i before it, receives 2^i blocks from the rank 2^i after it, and appends the received blocks
//! to those that it has. If the number of ranks is not a power of two, a last, smaller round brings the remaining blocks.
//! Finally the rank rotates the blocks into their places. With P ranks (any number) and blocks of n bytes, there are ⌈log2 P⌉
//! rounds, and a rank sends n·(P−1) bytes in all.

use crate::collectives::common::{Sequence, bytes, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "brucks",
    "Bruck's algorithm: collected in rotated order at doubling distances, then rotated.",
    |_, _| Box::new(Bruck { collected: 0 }),
);

struct Bruck {
    collected: u32,
}

impl Generator for Bruck {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let (rank, size) = (context.rank, context.size);
        let at = |blocks: u32| Loc::scratch(block * u64::from(blocks));
        let mut sequence = Sequence::new(batch);
        if self.collected == 0 {
            sequence.batch.scratch(block * u64::from(size));
            let own = if context.call.in_place { Loc::recv(block * u64::from(rank)) } else { Loc::send(0) };
            sequence.copy(own, at(0), block);
            self.collected = 1;
        }
        if self.collected < size {
            let had = self.collected;
            let more = had.min(size - had);
            let length = block * u64::from(more);
            sequence
                .send_recv((rank_before(context, had), at(0), length), (rank_after(context, had), at(had), length));
            self.collected = had + more;
        }
        if self.collected < size {
            return Next::More;
        }
        let to_end = block * u64::from(size - rank);
        sequence.copy(at(0), Loc::recv(block * u64::from(rank)), to_end);
        sequence.copy(at(size - rank), Loc::recv(0), block * u64::from(rank));
        Next::Last
    }
}
