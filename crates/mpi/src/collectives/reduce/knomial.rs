//! Reduction up a k-nomial tree (SMPI 3.32 `mvapich2_knomial`, after MVAPICH2): a binomial tree of radix k.
//!
//! A rank posts the receives from all its children at once. It reduces the operands in a fixed order, beginning with the
//! nearest child's, and sends the result to its parent. With P ranks, radix k and operands of n bytes: ⌈log_k P⌉ rounds, and
//! n·(k−1)·⌈log_k P⌉ bytes reach the root. Commutative operations only.

use crate::collectives::bcast::segmented::RADIX;
use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, operand};
use crate::collectives::tree::Tree;
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "knomial",
    "Up a k-nomial tree, from all ranks below at once.",
    |_, parameters| Box::new(SingleBatch { emit, parameter: parameters[0] }),
)
.with(&[RADIX])
.requires(commutes);

fn emit(context: &Context<'_>, radix: u64, batch: &mut Batch) {
    let (bytes, count) = (bytes(context), context.call.count);
    let tree = Tree::Knomial(radix).neighbours(context, context.call.root);
    let below = tree.children.len() as u64;
    let sum = match tree.parent {
        None => Loc::recv(0),
        Some(_) if below == 0 => operand(context),
        Some(_) => Loc::scratch(below * bytes),
    };
    batch.scratch((below + 1) * bytes);
    let place = |index: u64| Loc::scratch(index * bytes);
    let arrivals: Vec<_> = (0..)
        .zip(tree.children.iter().rev())
        .map(|(at, &child)| (batch.recv(child, 0, place(at), bytes), at))
        .collect();
    let mut sequence = Sequence::new(batch);
    sequence.copy(operand(context), sum, bytes);
    for (arrived, at) in arrivals {
        sequence.reduce(place(at), sum, count);
        sequence.also_after(arrived);
    }
    if let Some(parent) = tree.parent {
        sequence.send(parent, sum, bytes);
    }
}
