//! Barrier up and down a binomial tree (Open MPI 5.0 `barrier_intra_tree`).
//!
//! A rank waits for a signal from each child, the nearest first, signals to its parent, waits for the parent's answer, and
//! releases its children one after the other, the farthest first. With P ranks: 2·⌈log2 P⌉ rounds.

use crate::collectives::common::{InOrderBinomialTree, Sequence, SingleBatch};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Barrier, "tree", "Signals up a binomial tree, then down.", |_, _| {
        SingleBatch::boxed(emit)
    });

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let tree = InOrderBinomialTree::new(context, 0);
    let mut sequence = Sequence::new(batch);
    for (child, _) in tree.children().rev() {
        sequence.recv(tree.rank(child), Loc::scratch(0), 0);
    }
    if let Some(parent) = tree.parent() {
        sequence.send(parent, Loc::scratch(0), 0);
        sequence.recv(parent, Loc::scratch(0), 0);
    }
    for (child, _) in tree.children() {
        sequence.send(tree.rank(child), Loc::scratch(0), 0);
    }
}
