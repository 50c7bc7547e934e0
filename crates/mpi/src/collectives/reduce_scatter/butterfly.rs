//! Reduce-scatter by a butterfly (J. L. Träff, "An improved algorithm for (non-commutative) reduce-scatter with an
//! application", EuroPVM/MPI 2005; Open MPI 5.0 `reduce_scatter_intra_butterfly`).
//!
//! The ranks are folded onto a power of two 2^k: surplus ranks give their data to a neighbour and sit out. The 2^k ranks
//! that stay are numbered from 0. At distances 1, 2, 4, … a rank sends half of its remaining blocks to its partner, and
//! reduces the other half with the partner's data, in rank order. Let w be the number v with its k bits reversed. At the
//! end, rank v holds the blocks of rank w and of the rank that sat out for rank w, and sends these blocks to the two ranks.
//! There are k + 1 rounds (two more messages where the fold pairs ranks); any operation.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, SingleBatch, operand};
use crate::collectives::fold::Fold;
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "butterfly",
        "Halves of the blocks swapped at doubling distances, then sent to where they belong.",
        |_, _| SingleBatch::boxed(emit),
    )
}

/// A number with its bits in reverse order.
fn mirrored(number: u32, numbers: u32) -> u32 {
    if numbers == 1 { 0 } else { number.reverse_bits() >> (32 - numbers.ilog2()) }
}

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (rank, element) = (context.rank, context.call.element_bytes);
    let (fold, blocks) = (Fold::onto_odd(context.size), BlockBounds::of_reduce_scatter(context));
    let (count, bytes) = (blocks.start(context.size), blocks.start(context.size) * element);
    let block = |rank: u32| (blocks.start(rank) * element, blocks.count(rank, 1) * element);
    let own_bytes = block(rank).1;
    let Some(number) = fold.number(rank) else {
        // Its blocks come from where its partner's do.
        let from = fold.rank(mirrored(rank / 2, fold.count));
        let mut sequence = Sequence::new(batch);
        sequence.send(rank + 1, operand(context), bytes);
        sequence.recv(from, Loc::recv(0), own_bytes);
        return;
    };
    batch.buffers(2, bytes);
    let mut sequence = Sequence::new(batch);
    let (mut at, mut spare) = (Loc::scratch(0), Loc::scratch(bytes));
    sequence.copy(operand(context), at, bytes);
    if fold.partner(rank).is_some() {
        sequence.recv(rank - 1, spare, bytes);
        sequence.reduce(spare, at, count);
    }
    // The blocks of `width` numbers from `first` on.
    let range = |first: u32, width: u32| {
        let (start, end) = (blocks.start(fold.first(first)), blocks.start(fold.first(first + width)));
        (start * element, end - start)
    };
    let (mut first, mut width) = (0, fold.count);
    for bit in 0..fold.count.ilog2() {
        width /= 2;
        let peer = fold.rank(number ^ (1 << bit));
        let (kept, given) = if number & (1 << bit) == 0 { (first, first + width) } else { (first + width, first) };
        let ((from, sent), (into, received)) = (range(given, width), range(kept, width));
        sequence.send_recv((peer, at.plus(from), sent * element), (peer, spare.plus(into), received * element));
        if peer < rank {
            sequence.reduce(spare.plus(into), at.plus(into), received);
        } else {
            sequence.reduce(at.plus(into), spare.plus(into), received);
            (at, spare) = (spare, at);
        }
        first = kept;
    }
    let target = fold.rank(first);
    if let Some(partner) = fold.partner(target) {
        let (from, length) = block(partner);
        sequence.send(partner, at.plus(from), length);
    }
    let (from, length) = block(target);
    if target == rank {
        sequence.copy(at.plus(from), Loc::recv(0), length);
    } else {
        sequence.send_recv((target, at.plus(from), length), (target, Loc::recv(0), own_bytes));
    }
}
