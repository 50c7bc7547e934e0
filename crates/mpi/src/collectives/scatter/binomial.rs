//! Scatter down a binomial tree (TRG 2005, §4.3; MPICH 4.3 `scatter_intra_binomial`).
//!
//! A rank receives the blocks of its subtree in one message and hands them down, the largest subtree first (SMPI 3.32 `ompi_binomial`: the
//! smallest).
//! ⌈log2 P⌉ rounds; n·(P−1) bytes leave the root.

use crate::collectives::common::{InOrderBinomialTree, Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use config::{Parameter, ParameterKind};
use ops::Operation;
use smallvec::SmallVec;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "binomial",
    doc: "Down a binomial tree.",
    parameters: &[Parameter::with_default(
        "smallest_first",
        ParameterKind::Whole,
        "0",
        "",
        "1: the smallest subtree is served first; 0: the largest",
    )],
    precondition: always,
    build: |_, parameters| {
        Box::new(SingleBatch {
            emit: |context, order, batch| emit(context, order != 0, None, batch),
            parameter: parameters[0],
        })
    },
};

/// The children in the order in which they are served.
fn served(tree: InOrderBinomialTree, smallest_first: bool) -> SmallVec<[(u32, u32); 8]> {
    let mut children: SmallVec<_> = tree.children().collect();
    if smallest_first {
        children.reverse();
    }
    children
}

/// With `ready`, each rank first sends its parent so many bytes, which the parent receives before it sends.
pub(super) fn emit(context: &Context<'_>, smallest_first: bool, ready: Option<u64>, batch: &mut Batch) {
    let block = bytes(context);
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let children = served(tree, smallest_first);
    let Some(parent) = tree.parent() else { return root(context, (&tree, &children, ready), block, batch) };
    if tree.range() > 1 {
        batch.scratch(block * u64::from(tree.range()));
    }
    let mut sequence = Sequence::new(batch);
    sequence.say_ready(parent, ready);
    if tree.range() == 1 {
        return sequence.recv(parent, Loc::recv(0), block);
    }
    sequence.recv(parent, Loc::scratch(0), block * u64::from(tree.range()));
    for (child, width) in children {
        let from = Loc::scratch(block * u64::from(child - tree.relative));
        sequence.hear_ready(tree.rank(child), ready);
        sequence.send(tree.rank(child), from, block * u64::from(width));
    }
    sequence.copy(Loc::scratch(0), Loc::recv(0), block);
}

/// The root sends from where the blocks lie; a subtree that goes round the end of the ranks is joined first.
fn root(
    context: &Context<'_>,
    (tree, children, ready): (&InOrderBinomialTree, &[(u32, u32)], Option<u64>),
    block: u64,
    batch: &mut Batch,
) {
    let wraps = |first: u32, width: u32| first + width > context.size;
    let wrapped = tree.children().find(|&(child, width)| wraps(tree.rank(child), width));
    batch.scratch(wrapped.map_or(0, |(_, width)| block * u64::from(width)));
    let mut sequence = Sequence::new(batch);
    for &(child, width) in children {
        let first = tree.rank(child);
        let mut from = Loc::send(block * u64::from(first));
        let total = block * u64::from(width);
        if wraps(first, width) {
            let to_end = block * u64::from(context.size - first);
            sequence.copy(from, Loc::scratch(0), to_end);
            sequence.copy(Loc::send(0), Loc::scratch(to_end), total - to_end);
            from = Loc::scratch(0);
        }
        sequence.hear_ready(first, ready);
        sequence.send(first, from, total);
    }
    if !context.call.in_place {
        sequence.copy(Loc::send(block * u64::from(context.rank)), Loc::recv(0), block);
    }
}
