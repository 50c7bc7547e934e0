//! Reduction by Rabenseifner's algorithm as Open MPI has it (R. Rabenseifner, ICCS 2004; Open MPI 5.0
//! `reduce_intra_redscat_gather`): the ranks are folded onto a power of two, reduce-scatter the message by recursive halving,
//! and gather the pieces at the root.
//!
//! MPICH's version, `reduce_scatter_gather`, differs in two ways:
//! - Folding: here the two ranks of a pair swap halves of the message, each reduces one half, and then one rank hands its half
//!   to the other and sits out. In MPICH's version one rank hands over the whole message, and only the other one reduces.
//! - Halving: here each round halves the number of elements. MPICH's version divides the message into 2^k pieces for 2^k ranks,
//!   and each round halves the number of pieces.
//!
//! If the root sat out, rank 0 sends its piece of the result to the root, and the root takes the place of rank 0 in the gather.
//! About 2·log2 P rounds for P ranks; about 2·n bytes arrive at the root for a message of n bytes. Commutative operations only.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, operand};
use crate::collectives::fold::Fold;
use crate::collectives::half_fold::{bytes_of, fold, halve, steps};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "rabenseifner",
    "Rabenseifner's algorithm as Open MPI has it (redscat_gather): ranks fold by halves, reduce-scatter, gather.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(commutes);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    let (rank, root, count) = (context.rank, context.call.root, context.call.count);
    let (spare, at) = (Loc::scratch(0), if rank == root { Loc::recv(0) } else { Loc::scratch(bytes) });
    let pairs = Fold::onto_even(context.size);
    batch.scratch(if rank == root { bytes } else { 2 * bytes });
    let mut sequence = Sequence::new(batch);
    sequence.copy(operand(context), at, bytes);
    fold(context, pairs, &mut sequence, at, spare);
    halve(context, pairs, &mut sequence, at, spare);
    if pairs.count == 1 {
        return;
    }
    let top = pairs.number(root).unwrap_or(0);
    let root_sat_out = pairs.number(root).is_none();
    let number = match pairs.number(rank) {
        Some(0) if root_sat_out => {
            let piece = steps(count, pairs.count, 0).last().map_or((0, count), |step| step.kept);
            let (from, bytes) = bytes_of(context, at, piece);
            return sequence.send(root, from, bytes);
        }
        Some(number) => number,
        None if rank == root => {
            let piece = steps(count, pairs.count, 0).last().map_or((0, count), |step| step.kept);
            let (into, bytes) = bytes_of(context, at, piece);
            sequence.recv(0, into, bytes);
            0
        }
        None => return,
    };
    for step in steps(count, pairs.count, number).into_iter().rev() {
        let other = number ^ step.distance;
        let peer = if other == 0 && root_sat_out { root } else { pairs.rank(other) };
        // The side of the root at this distance collects.
        if (other ^ top) & step.distance == 0 {
            let (from, bytes) = bytes_of(context, at, step.kept);
            return sequence.send(peer, from, bytes);
        }
        let (into, bytes) = bytes_of(context, at, step.given);
        sequence.recv(peer, into, bytes);
    }
}
