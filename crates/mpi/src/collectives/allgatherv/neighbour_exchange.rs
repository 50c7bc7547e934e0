//! Allgatherv by neighbour exchange: the allgather of the same name, with blocks of any length (Open MPI 5.0
//! `allgatherv_intra_neighborexchange`). The number of ranks P is even. There are P/2 rounds; in all of them together, a
//! rank sends about the bytes of all blocks.

use crate::collectives::allgather::neighbour_exchange::round;
use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, even_ranks};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "neighbour_exchange",
    "Exchange of the two blocks received last, with both neighbours by turns.",
    |_, _| Box::new(Exchange { round: 0 }),
)
.requires(even_ranks);

struct Exchange {
    round: u32,
}

impl Generator for Exchange {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let pair = |first: u32| in_recv(context, first).1 + in_recv(context, first + 1).1;
        let mut sequence = Sequence::new(batch);
        let (partner, sent, received) = round(context.rank, context.size, self.round);
        if self.round == 0 {
            let most = (0..context.size / 2).map(|index| pair(2 * index)).max().unwrap_or(0);
            sequence.batch.scratch(2 * most);
            let (to, bytes) = in_recv(context, context.rank);
            sequence.copy(own(context), to, bytes);
            let (into, recv_bytes) = in_recv(context, received);
            sequence.send_recv((partner, to, bytes), (partner, into, recv_bytes));
        } else {
            // Two blocks travel as one message, through scratch memory.
            let (going, coming) = (Loc::scratch(0), Loc::scratch(pair(sent)));
            let blocks = |first: u32, packed: Loc| {
                let (low, high) = (in_recv(context, first), in_recv(context, first + 1));
                [(low.0, packed, low.1), (high.0, packed.plus(low.1), high.1)]
            };
            // The library has a datatype for the two that go, and one for those that come.
            sequence.pack(2, 4, pair(sent) + pair(received));
            for (block, packed, bytes) in blocks(sent, going) {
                sequence.copy(block, packed, bytes);
            }
            sequence.send_recv((partner, going, pair(sent)), (partner, coming, pair(received)));
            for (block, packed, bytes) in blocks(received, coming) {
                sequence.copy(packed, block, bytes);
            }
        }
        self.round += 1;
        if self.round < context.size / 2 { Next::More } else { Next::Last }
    }
}
