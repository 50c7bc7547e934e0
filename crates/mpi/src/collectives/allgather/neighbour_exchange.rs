//! Allgather by neighbour exchange (J. Chen, L. Zhang, Y. Zhang, W. Yuan, "Performance evaluation of Allgather algorithms on
//! terascale Linux cluster with Fast Ethernet", HPC Asia 2005; Open MPI 5.0 `allgather_intra_neighborexchange`).
//!
//! The number of ranks P must be even. In the first round, neighbours pair up and swap their blocks. In each later round a rank
//! sends a pair of blocks to a neighbour, and receives another pair: first from its other neighbour, then from its first
//! partner, and so on in turn. In the second round the pair sent is the rank's own block and its partner's, later the two
//! blocks received in the previous round. There are P/2 rounds, in which a rank sends n·(P−1) bytes for blocks of n bytes, all
//! to neighbours.

use crate::collectives::common::{Sequence, bytes, even_ranks};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "neighbour_exchange",
    "Exchange of the two blocks received last, with both neighbours by turns.",
    |_, _| Box::new(Exchange { round: 0 }),
)
.requires(even_ranks);

struct Exchange {
    round: u32,
}

/// A round of the exchange: with whom; and the first of the two blocks sent, and of those received. In the first round it
/// is only the own and the partner's.
pub(in crate::collectives) fn round(rank: u32, size: u32, round: u32) -> (u32, u32, u32) {
    // Pairs of ranks count as one; an even rank looks up first, an odd one down.
    let (pairs, own) = (size / 2, rank / 2);
    let even = rank.is_multiple_of(2);
    let partner = if even == round.is_multiple_of(2) { (rank + 1) % size } else { (rank + size - 1) % size };
    // What comes in round i was i/2 pairs away on that side, counting up.
    let distance =
        |round: u32| if even == round.is_multiple_of(2) { round.div_ceil(2) } else { pairs - round.div_ceil(2) };
    let block = |round: u32| (own + distance(round) % pairs) % pairs * 2;
    (partner, if round == 0 { rank } else { block(round - 1) }, if round == 0 { rank ^ 1 } else { block(round) })
}

impl Generator for Exchange {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| Loc::recv(block * u64::from(rank));
        let mut sequence = Sequence::new(batch);
        if self.round == 0 && !context.call.in_place {
            sequence.copy(Loc::send(0), at(context.rank), block);
        }
        let (partner, sent, received) = round(context.rank, context.size, self.round);
        let length = if self.round == 0 { block } else { 2 * block };
        sequence.send_recv((partner, at(sent), length), (partner, at(received), length));
        self.round += 1;
        if self.round < context.size / 2 { Next::More } else { Next::Last }
    }
}
