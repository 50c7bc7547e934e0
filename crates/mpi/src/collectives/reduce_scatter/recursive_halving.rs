//! Reduce-scatter by recursive halving (Thakur et al. 2005, §4.6; MPICH 4.3 `reduce_scatter_intra_recursive_halving`).
//!
//! If the number of ranks P is not a power of two, some ranks first hand their data to a neighbour and sit out (folding); at
//! the end they get their blocks from that neighbour. In each round the remaining ranks are divided into two halves, and each
//! rank has a partner in the other half. It sends its partner the blocks that the partner's half needs. It receives the blocks
//! that its own half needs, and reduces them with its own. In the next round each half is divided in the same way.
//!
//! log2 P rounds, and two more messages for each rank that sits out. With n bytes of all blocks together, a rank sends about
//! n·(P−1)/P bytes. Commutative operations only.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, commutes, operand};
use crate::collectives::fold::Fold;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "recursive_halving",
        "Exchange of halves of the blocks at halving distances.",
        |context, _| {
            let fold = Fold::onto_odd(context.size);
            Box::new(Halving {
                fold,
                blocks: BlockBounds::of_reduce_scatter(context),
                distance: fold.count,
                started: false,
            })
        },
    )
    .requires(commutes)
}

struct Halving {
    fold: Fold,
    blocks: BlockBounds,
    // Of the last round.
    distance: u32,
    started: bool,
}

impl Halving {
    /// The blocks of some numbers: first element and elements.
    fn part(&self, first: u32, numbers: u32) -> (u64, u64) {
        let start = self.blocks.start(self.fold.first(first));
        (start, self.blocks.start(self.fold.first(first + numbers)) - start)
    }

    fn total(&self, context: &Context<'_>) -> u64 {
        self.blocks.start(context.size) * context.call.element_bytes
    }

    fn start(&mut self, context: &Context<'_>, sequence: &mut Sequence<'_>) {
        let (total, count) = (self.total(context), self.blocks.start(context.size));
        sequence.batch.buffers(2, total);
        sequence.copy(operand(context), Loc::scratch(0), total);
        if let Some(partner) = self.fold.partner(context.rank) {
            sequence.recv(partner, Loc::scratch(total), total);
            sequence.reduce(Loc::scratch(total), Loc::scratch(0), count);
        }
        self.started = true;
    }
}

impl Generator for Halving {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, element) = (context.rank, context.call.element_bytes);
        let total = self.total(context);
        let mut sequence = Sequence::new(batch);
        let Some(number) = self.fold.number(rank) else {
            sequence.send(rank + 1, operand(context), total);
            sequence.recv(rank + 1, Loc::recv(0), self.blocks.count(rank, 1) * element);
            return Next::Last;
        };
        if !self.started {
            self.start(context, &mut sequence);
        }
        if self.distance > 1 {
            self.distance /= 2;
            let distance = self.distance;
            let (kept, given) = (number & !(distance - 1), (number ^ distance) & !(distance - 1));
            let peer = self.fold.rank(number ^ distance);
            let (given_start, given_count) = self.part(given, distance);
            let (kept_start, kept_count) = self.part(kept, distance);
            let received = Loc::scratch(total + kept_start * element);
            sequence.send_recv(
                (peer, Loc::scratch(given_start * element), given_count * element),
                (peer, received, kept_count * element),
            );
            sequence.reduce(received, Loc::scratch(kept_start * element), kept_count);
        }
        if self.distance > 1 {
            return Next::More;
        }
        let block =
            |rank: u32| (Loc::scratch(self.blocks.start(rank) * element), self.blocks.count(rank, 1) * element);
        let (own, bytes) = block(rank);
        sequence.copy(own, Loc::recv(0), bytes);
        if let Some(partner) = self.fold.partner(rank) {
            let (place, bytes) = block(partner);
            sequence.send(partner, place, bytes);
        }
        Next::Last
    }
}
