//! Ring allgather (Thakur et al. 2005, §4.1; MPICH 4.3 `allgather_intra_ring`).
//!
//! In each round a rank sends to the next rank the block that it received last. With P ranks and blocks of n bytes there are P
//! − 1 rounds, in which each rank sends n·(P−1) bytes, always to the same neighbour. For long messages.

use crate::collectives::common::{bytes, rank_after, rank_before};
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "ring",
    "Every block passes once around the ring of ranks.",
    |context, _| {
        let computed = context.agreement && context.size >= COMPUTED_FROM && bytes(context) <= SHORT;
        if computed { Box::new(Computed) } else { Box::new(Ring { round: 1 }) }
    },
);

/// An agreement's ring is computed from this number of ranks on: MPICH's `MPI_Comm_split` of 65,536 ranks sends 4,295 million messages.
const COMPUTED_FROM: u32 = 8192;
/// The longest block of such a ring, in bytes: its messages are eager in any library, and hardly share links.
const SHORT: u64 = 64;

/// PIOsimHD's `AllgatherMPICH2`: the ring, with 20 bytes in each message beside the data.
pub(super) const PIOSIM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "piosim",
    "The ring, of messages without the library's protocol.",
    |_, _| Raw::boxed(ENVELOPE, Box::new(Ring { round: 1 })),
);

struct Ring {
    round: u32,
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| Loc::recv(block * u64::from(rank));
        let copied = (self.round == 1 && !context.call.in_place && block > 0)
            .then(|| batch.copy(Loc::send(0), at(context.rank), block));
        if self.round < context.size {
            batch.recv(rank_before(context, 1), 0, at(rank_before(context, self.round)), block);
            let send = batch.send(rank_after(context, 1), 0, at(rank_before(context, self.round - 1)), block);
            if let Some(copied) = copied {
                batch.after(send, copied);
            }
        }
        self.round += 1;
        if self.round < context.size { Next::More } else { Next::Last }
    }
}

/// The ring, of messages that are not simulated.
struct Computed;

impl Generator for Computed {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let copied = batch.copy(Loc::send(0), Loc::recv(0), block);
        let ring = batch.ring(block);
        batch.after(ring, copied);
        Next::Last
    }
}
