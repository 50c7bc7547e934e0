//! Reduction up a binomial tree (Thakur et al. 2005, §4.5; MPICH 4.3 `reduce_intra_binomial`).
//!
//! A rank receives from its children, the smallest subtree first, reduces each child's operand into its own, and sends the
//! result up. With P ranks and n bytes there are ⌈log2 P⌉ rounds, and n·⌈log2 P⌉ bytes reach the root and are reduced there. An
//! operation that is not commutative is reduced to rank 0, in rank order; then rank 0 sends the result to the root.

use crate::collectives::common::{InOrderBinomialTree, Sequence, SingleBatch, bytes, commutative, commutes, operand};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Reduce, "binomial", "Up a binomial tree.", |_, _| SingleBatch::boxed(emit));

/// Reduction up a binomial tree (Open MPI 5.0 `red_sched_binomial` of libnbc).
///
/// Differs from `binomial` for a root other than rank 0: both change places, instead of ranks being relative to the root. Commutative
/// operations only; for others the two are the same.
pub(super) const NBC_BINOMIAL: Algorithm = Algorithm::new(
    Operation::Reduce,
    "nbc_binomial",
    "Up a binomial tree in which the root and rank 0 have changed places.",
    |_, _| {
        SingleBatch::boxed(|context, _, batch| {
            let root = context.call.root;
            up(context, InOrderBinomialTree::swapped(context, root), root, batch);
        })
    },
)
.requires(commutes);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let top = if commutative(context) { context.call.root } else { 0 };
    up(context, InOrderBinomialTree::new(context, top), top, batch);
}

/// Up a tree to its top, and from there to the root.
pub(super) fn up(context: &Context<'_>, tree: InOrderBinomialTree, top: u32, batch: &mut Batch) {
    let root = context.call.root;
    let bytes = bytes(context);
    let result_here = context.rank == root && root == top;
    let children = tree.children().count();
    // The own operand is never written to: each received one becomes the accumulator, in two places by turns. They
    // are chosen such that the last is the result's place, unless that is the operand's place and has the wrong turn.
    let (first, second) = if !result_here {
        (Loc::scratch(0), Loc::scratch(bytes))
    } else if context.call.in_place || children.is_multiple_of(2) {
        (Loc::scratch(0), Loc::recv(0))
    } else {
        (Loc::recv(0), Loc::scratch(0))
    };
    batch.scratch(bytes * children.min(if result_here { 1 } else { 2 }) as u64);
    let mut sequence = Sequence::new(batch);
    let mut at = operand(context);
    for (turn, (place, _)) in tree.children().rev().enumerate() {
        let into = if turn % 2 == 0 { first } else { second };
        sequence.recv(tree.rank(place), into, bytes);
        sequence.reduce(at, into, context.call.count);
        at = into;
    }
    if let Some(parent) = tree.parent() {
        sequence.send(parent, at, bytes);
    } else if root != top {
        sequence.send(root, at, bytes);
    } else {
        sequence.copy(at, Loc::recv(0), bytes);
    }
    if context.rank == root && root != top {
        sequence.recv(top, Loc::recv(0), bytes);
    }
}
