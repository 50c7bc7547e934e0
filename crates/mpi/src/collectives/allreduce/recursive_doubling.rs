//! Allreduce by recursive doubling (Thakur et al. 2005, §4.5; MPICH 4.3 `allreduce_intra_recursive_doubling`).
//!
//! P ranks are folded onto a power of two, 2^k ≤ P: the first 2·(P − 2^k) ranks pair up, and one rank of each pair hands its
//! operand to the other and sits out. In round i a rank exchanges its partial result with the rank at distance 2^i, and both
//! reduce, in rank order. There are k rounds (two more messages for paired ranks); in each, a rank sends n bytes for a message
//! of n bytes. The algorithm suits short messages and operations that are not commutative.

use crate::collectives::common::{Sequence, bytes, commutative, operand};
use crate::collectives::fold::Fold;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "recursive_doubling",
    "Exchange of partial results at doubling distances.",
    |_, _| Box::new(Doubling { distance: 0, in_scratch: false }),
);

struct Doubling {
    // Of the next round; 0 before the fold.
    distance: u32,
    // Whether the partial result is in scratch memory rather than in the result's place.
    in_scratch: bool,
}

impl Doubling {
    fn places(&self) -> (Loc, Loc) {
        if self.in_scratch { (Loc::scratch(0), Loc::recv(0)) } else { (Loc::recv(0), Loc::scratch(0)) }
    }

    fn round(&mut self, context: &Context<'_>, fold: Fold, number: u32, sequence: &mut Sequence<'_>) {
        let bytes = bytes(context);
        let peer = fold.rank(number ^ self.distance);
        let (at, spare) = self.places();
        sequence.send_recv((peer, at, bytes), (peer, spare, bytes));
        if commutative(context) || peer < context.rank {
            sequence.reduce(spare, at, context.call.count);
        } else {
            sequence.reduce(at, spare, context.call.count);
            self.in_scratch = !self.in_scratch;
        }
        self.distance *= 2;
    }
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let bytes = bytes(context);
        let rank = context.rank;
        let fold = Fold::onto_odd(context.size);
        let mut sequence = Sequence::new(batch);
        let Some(number) = fold.number(rank) else {
            sequence.send(rank + 1, operand(context), bytes);
            sequence.recv(rank + 1, Loc::recv(0), bytes);
            return Next::Last;
        };
        let paired = fold.partner(rank).is_some();
        if self.distance == 0 {
            self.distance = 1;
            sequence.batch.scratch(bytes);
            sequence.copy(operand(context), Loc::recv(0), bytes);
            if paired {
                sequence.recv(rank - 1, Loc::scratch(0), bytes);
                sequence.reduce(Loc::scratch(0), Loc::recv(0), context.call.count);
            }
        }
        if self.distance < fold.count {
            self.round(context, fold, number, &mut sequence);
        }
        if self.distance < fold.count {
            return Next::More;
        }
        let (at, _) = self.places();
        sequence.copy(at, Loc::recv(0), bytes);
        if paired {
            sequence.send(rank - 1, Loc::recv(0), bytes);
        }
        Next::Last
    }
}
