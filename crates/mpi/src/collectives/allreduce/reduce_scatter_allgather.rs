//! Allreduce as reduce-scatter and allgather (Rabenseifner, ICCS 2004; Thakur et al. 2005, §4.5; MPICH 4.3
//! `allreduce_intra_reduce_scatter_allgather`).
//!
//! Let 2^k be the largest power of two that is at most P, the number of ranks. The first 2·(P − 2^k) ranks pair up. The first
//! rank of each pair sends its operand to the second rank, takes no part in the rounds, and gets the result from the second
//! rank at the end. The remaining 2^k ranks perform recursive halving, after which each has a reduced piece of the message, and
//! then recursive doubling, which collects the pieces. In these 2·k rounds a rank sends about 2·n·(1 − 2^−k) bytes of a message
//! of n bytes. For long messages. Commutative operations only.

use super::halving::Halving;
use crate::collectives::common::{Sequence, bytes, commutes, operand};
use crate::collectives::fold::Fold;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "reduce_scatter_allgather",
    "Rabenseifner's algorithm as MPICH has it: reduce-scatter by recursive halving, allgather by recursive doubling.",
    |context, _| {
        let fold = Fold::onto_odd(context.size);
        let halving = Halving::new(context, fold.count, fold.number(context.rank).unwrap_or(0));
        Box::new(ReduceScatterAllgather { fold, halving, stage: Stage::Start })
    },
)
.requires(commutes);

#[derive(Clone, Copy)]
enum Stage {
    Start,
    Halving,
    Doubling,
}

struct ReduceScatterAllgather {
    fold: Fold,
    halving: Halving,
    stage: Stage,
}

impl Generator for ReduceScatterAllgather {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let bytes = bytes(context);
        let rank = context.rank;
        let fold = self.fold;
        let (at, spare) = (Loc::recv(0), Loc::scratch(0));
        if fold.number(rank).is_none() {
            let mut sequence = Sequence::new(batch);
            sequence.send(rank + 1, operand(context), bytes);
            sequence.recv(rank + 1, at, bytes);
            return Next::Last;
        }
        let paired = fold.partner(rank).is_some();
        match self.stage {
            Stage::Start => {
                batch.scratch(bytes);
                let mut sequence = Sequence::new(batch);
                sequence.copy(operand(context), at, bytes);
                if paired {
                    sequence.recv(rank - 1, spare, bytes);
                    sequence.reduce(spare, at, context.call.count);
                }
                self.stage = Stage::Halving;
                Next::More
            }
            Stage::Halving => {
                if !self.halving.step(context, batch, at, spare, |number| fold.rank(number)) {
                    self.stage = Stage::Doubling;
                }
                Next::More
            }
            Stage::Doubling => {
                if self.halving.step_back(context, batch, at, |number| fold.rank(number)) {
                    return Next::More;
                }
                if paired {
                    batch.send(rank - 1, 0, at, bytes);
                }
                Next::Last
            }
        }
    }
}
