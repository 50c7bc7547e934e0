//! Reduce-scatter by recursive doubling (Thakur et al. 2005, §4.6; MPICH 4.3 `reduce_scatter_intra_recursive_doubling`).
//!
//! In the round with distance d = 1, 2, 4, … the ranks form aligned groups of d ranks: group i has the ranks from i·d on.
//! Groups 2j and 2j + 1 are partner groups: rank r of one group and rank r XOR d of the other exchange partial results, as
//! in an allreduce by recursive doubling. A message leaves out the blocks of the sender's group, since the partner group needs
//! these blocks neither as a result nor in a later round.
//!
//! If the number of ranks P is not a power of two, the last group of a round may be incomplete. Then some ranks of its partner
//! group have no partner rank. The other ranks of that group pass on to them what they have received, down a binomial tree
//! within the group.
//!
//! ⌈log2 P⌉ rounds. If P is a power of two and the blocks are equal, a rank sends n·(log2 P − (P−1)/P) bytes in all, where n is
//! the bytes of all blocks together. Any operation, any number of ranks.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, commutative, operand};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "recursive_doubling",
        "Exchange of partial results at doubling distances, without the blocks of the own group.",
        |context, _| {
            Box::new(Doubling { blocks: BlockBounds::of_reduce_scatter(context), distance: 1, started: false })
        },
    )
}

struct Doubling {
    blocks: BlockBounds,
    distance: u32,
    started: bool,
}

/// All elements but a stretch in the middle: those before it, and those from its end on.
#[derive(Clone, Copy)]
struct Around {
    before: u64,
    from: u64,
    total: u64,
}

impl Around {
    fn count(&self) -> u64 {
        self.before + self.total - self.from
    }
}

impl Doubling {
    /// The elements outside the blocks of the aligned group of `distance` ranks that starts at `first`.
    fn outside(&self, context: &Context<'_>, first: u32) -> Around {
        let end = (first + self.distance).min(context.size);
        Around {
            before: self.blocks.start(first.min(context.size)),
            from: self.blocks.start(end),
            total: self.blocks.start(context.size),
        }
    }

    /// Exchanges with the partner, if there is one; else gets its data from a rank of the group that had one.
    /// Returns whether anything was received. The elements come packed, at `received`.
    fn round(&self, context: &Context<'_>, sequence: &mut Sequence<'_>, received: Loc) -> bool {
        let element = context.call.element_bytes;
        let (rank, size, distance) = (context.rank, context.size, self.distance);
        let (own, peer) = (rank & !(distance - 1), rank ^ distance);
        let other = peer & !(distance - 1);
        let incoming = self.outside(context, other).count() * element;
        let mut has = peer < size;
        if has {
            let out = self.outside(context, own);
            let total = out.total * element;
            let packed = Loc::scratch(2 * total);
            // A datatype of the two parts that go, and one of those that come.
            sequence.pack(2, 4, out.count() * element + incoming);
            let rest = (out.total - out.from) * element;
            let from = if rest == 0 {
                Loc::scratch(0)
            } else if out.before == 0 {
                Loc::scratch(out.from * element)
            } else {
                sequence.copy(Loc::scratch(0), packed, out.before * element);
                sequence.copy(Loc::scratch(out.from * element), packed.plus(out.before * element), rest);
                packed
            };
            sequence.send_recv((peer, from, out.count() * element), (peer, received, incoming));
        }
        if other < size && other + distance > size {
            let complete = size - other;
            let mut step = distance / 2;
            while step > 0 {
                let group = rank & !(2 * step - 1);
                let near = rank ^ step;
                let covered = group + complete;
                if near > rank && rank < covered && near >= covered {
                    sequence.send(near, received, incoming);
                } else if near < rank && near < covered && rank >= covered {
                    sequence.recv(near, received, incoming);
                    has = true;
                }
                step /= 2;
            }
        }
        has
    }

    fn reduce(&self, context: &Context<'_>, sequence: &mut Sequence<'_>, received: Loc) {
        let element = context.call.element_bytes;
        let other = (context.rank ^ self.distance) & !(self.distance - 1);
        let part = self.outside(context, other);
        let rest = (received.plus(part.before * element), Loc::scratch(part.from * element), part.total - part.from);
        for (theirs, ours, count) in [(received, Loc::scratch(0), part.before), rest] {
            if commutative(context) || other < context.rank {
                sequence.reduce(theirs, ours, count);
            } else {
                sequence.reduce(ours, theirs, count);
                sequence.copy(theirs, ours, count * element);
            }
        }
    }
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let element = context.call.element_bytes;
        let total = self.blocks.start(context.size) * element;
        let received = Loc::scratch(total);
        let mut sequence = Sequence::new(batch);
        if !self.started {
            sequence.batch.scratch(3 * total);
            sequence.copy(operand(context), Loc::scratch(0), total);
            self.started = true;
        }
        if self.distance < context.size {
            if self.round(context, &mut sequence, received) {
                self.reduce(context, &mut sequence, received);
            }
            self.distance *= 2;
        }
        if self.distance < context.size {
            return Next::More;
        }
        let (start, count) = (self.blocks.start(context.rank), self.blocks.count(context.rank, 1));
        sequence.copy(Loc::scratch(start * element), Loc::recv(0), count * element);
        Next::Last
    }
}
