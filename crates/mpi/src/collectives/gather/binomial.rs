//! Binomial-tree gather (TRG 2005, §4.3; MPICH 4.3 `gather_intra_binomial`).
//!
//! A rank collects the blocks of its subtree, the smallest subtree first, and sends them up in one message.
//! ⌈log2 P⌉ rounds; n·(P−1) bytes reach the root, about n·P/2 of them through its largest subtree.

use crate::collectives::common::{InOrderBinomialTree, Sequence, SingleBatch, always, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "binomial",
    doc: "Up a binomial tree.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let block = bytes(context);
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let Some(parent) = tree.parent() else { return root(context, &tree, block, batch) };
    if tree.range() == 1 {
        Sequence::new(batch).send(parent, Loc::send(0), block);
        return;
    }
    batch.scratch(block * u64::from(tree.range()));
    let mut sequence = Sequence::new(batch);
    sequence.copy(Loc::send(0), Loc::scratch(0), block);
    for (child, width) in tree.children().rev() {
        let into = Loc::scratch(block * u64::from(child - tree.relative));
        sequence.recv(tree.rank(child), into, block * u64::from(width));
    }
    sequence.send(parent, Loc::scratch(0), block * u64::from(tree.range()));
}

/// The root receives in place; a subtree that goes round the end of the ranks comes through scratch memory.
fn root(context: &Context<'_>, tree: &InOrderBinomialTree, block: u64, batch: &mut Batch) {
    let wraps = |first: u32, width: u32| first + width > context.size;
    let wrapped = tree.children().find(|&(child, width)| wraps(tree.rank(child), width));
    batch.scratch(wrapped.map_or(0, |(_, width)| block * u64::from(width)));
    let mut sequence = Sequence::new(batch);
    if !context.call.in_place {
        sequence.copy(Loc::send(0), Loc::recv(block * u64::from(context.rank)), block);
    }
    for (child, width) in tree.children().rev() {
        let first = tree.rank(child);
        let place = Loc::recv(block * u64::from(first));
        if wraps(first, width) {
            let to_end = block * u64::from(context.size - first);
            let total = block * u64::from(width);
            sequence.recv(first, Loc::scratch(0), total);
            sequence.copy(Loc::scratch(0), place, to_end);
            sequence.copy(Loc::scratch(to_end), Loc::recv(0), total - to_end);
        } else {
            sequence.recv(first, place, block * u64::from(width));
        }
    }
}
