//! Reduce-scatter for operations that are not commutative, by the bit reversal that is known from the FFT (MPICH 4.3
//! `reduce_scatter_intra_noncommutative`).
//!
//! A rank first puts its blocks into bit-reversed order. In each round it swaps halves of its remaining blocks with a partner,
//! at distances 1, 2, 4, …, and reduces the half that it keeps. So each partial result covers consecutive ranks, and the piece
//! left at the end is the rank's own block. With P ranks there are log2 P rounds. A rank sends n·(P−1)/P bytes in all, where n
//! is the bytes of all blocks. The algorithm needs equal blocks, and a power of two of ranks.

use crate::collectives::block_bounds::{BlockBounds, equal_blocks};
use crate::collectives::common::{Sequence, operand, power_of_two, require};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

/// The algorithm for a list of equal blocks, or for blocks of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "noncommutative",
        "Bit-reversed blocks are halved at doubling distances, in rank order.",
        |context, _| {
            let block = BlockBounds::of_reduce_scatter(context).count(0, 1);
            Box::new(Noncommutative { block, permuted: 0, distance: 1, first: 0, in_second: false })
        },
    )
    .requires(|context| {
        power_of_two(context).and_then(|()| require(equal_blocks(context), "the blocks differ in length"))
    })
}

struct Noncommutative {
    // Elements of a block.
    block: u64,
    permuted: u32,
    distance: u32,
    // The first block, in bit-reversed order, of what is still reduced here.
    first: u32,
    // Which half of the scratch memory holds it.
    in_second: bool,
}

impl Noncommutative {
    fn permute(&mut self, context: &Context<'_>, sequence: &mut Sequence<'_>) {
        let bytes = self.block * context.call.element_bytes;
        sequence.batch.scratch(2 * bytes * u64::from(context.size));
        let bits = context.size.trailing_zeros();
        let end = context.size.min(self.permuted + MESSAGES);
        sequence.copy_blocks((self.permuted..end).map(|block| {
            let reversed = block.reverse_bits().checked_shr(u32::BITS - bits).unwrap_or(0);
            let from = operand(context).plus(bytes * u64::from(block));
            (from, Loc::scratch(bytes * u64::from(reversed)), bytes)
        }));
        self.permuted = end;
    }
}

impl Generator for Noncommutative {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let bytes = self.block * context.call.element_bytes;
        let (rank, size) = (context.rank, context.size);
        let mut sequence = Sequence::new(batch);
        if self.permuted < size {
            self.permute(context, &mut sequence);
            return Next::More;
        }
        let place = |second: bool, block: u32| {
            Loc::scratch(bytes * (u64::from(block) + if second { u64::from(size) } else { 0 }))
        };
        if self.distance < size {
            let half = size / self.distance / 2;
            let peer = rank ^ self.distance;
            let given = if rank > peer { self.first } else { self.first + half };
            self.first = if rank > peer { self.first + half } else { self.first };
            let length = bytes * u64::from(half);
            let (at, received) = (place(self.in_second, self.first), place(!self.in_second, self.first));
            sequence.send_recv((peer, place(self.in_second, given), length), (peer, received, length));
            let count = self.block * u64::from(half);
            if peer < rank {
                sequence.reduce(received, at, count);
            } else {
                sequence.reduce(at, received, count);
                self.in_second = !self.in_second;
            }
            self.distance *= 2;
        }
        if self.distance < size {
            return Next::More;
        }
        sequence.copy(place(self.in_second, self.first), Loc::recv(0), bytes);
        Next::Last
    }
}
