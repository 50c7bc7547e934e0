//! Allgather by recursive doubling (Thakur et al. 2005, §4.1; MPICH 4.3 `allgather_intra_recursive_doubling`).
//!
//! In round i a rank exchanges all blocks that it has with the rank at distance 2^i. With P ranks, a power of two, and blocks
//! of n bytes: log2 P rounds, in which a rank sends n·(P−1) bytes.

use crate::collectives::common::{bytes, power_of_two};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "recursive_doubling",
    "Exchange of all blocks held so far, at doubling distances.",
    |_, _| Box::new(Doubling { mask: 1 }),
)
.requires(power_of_two);

struct Doubling {
    mask: u32,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let (rank, mask) = (context.rank, self.mask);
        let first = |rank: u32| Loc::recv(block * u64::from(rank & !(mask - 1)));
        let copied = (mask == 1 && !context.call.in_place && block > 0)
            .then(|| batch.copy(Loc::send(0), Loc::recv(block * u64::from(rank)), block));
        if mask < context.size {
            let peer = rank ^ mask;
            let length = block * u64::from(mask);
            batch.recv(peer, 0, first(peer), length);
            let send = batch.send(peer, 0, first(rank), length);
            if let Some(copied) = copied {
                batch.after(send, copied);
            }
        }
        self.mask = mask * 2;
        if self.mask < context.size { Next::More } else { Next::Last }
    }
}
