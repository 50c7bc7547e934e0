//! Broadcast down a k-nomial tree, round by round (SMPI 3.32 `mvapich2_knomial_intra_node`, after MVAPICH2). In a round with
//! distance d, a rank sends at once to its children d, 2·d, …, (k − 1)·d ranks after it, as far as they exist. It then waits
//! for these sends. The round with the largest d comes first.
//!
//! With P ranks and a message of n bytes: ⌈log_k P⌉ rounds; n·(k−1)·⌈log_k P⌉ bytes leave the root.

use super::segmented::RADIX;
use crate::collectives::common::{SingleBatch, bytes};
use crate::collectives::tree::Tree;
use crate::schedule::{Algorithm, Batch, Context, Loc, VertexId};
use ops::Operation;
use smallvec::SmallVec;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "knomial_rounds",
    "Down a k-nomial tree, to the ranks of one round at once.",
    |_, parameters| Box::new(SingleBatch { emit, parameter: parameters[0] }),
)
.with(&[RADIX]);

fn emit(context: &Context<'_>, radix: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    let (root, size) = (context.call.root, context.size);
    let tree = Tree::Knomial(radix).neighbours(context, root);
    let mut earlier: SmallVec<[VertexId; 4]> = SmallVec::new();
    earlier.extend(tree.parent.map(|parent| batch.recv(parent, 0, Loc::recv(0), bytes)));
    let distance = |child: u32| (child + size - context.rank) % size;
    let mut children = &tree.children[..];
    while let Some(&first) = children.first() {
        // The ranks of a round are its distance, twice that, … away.
        let (round, later) =
            children.split_at(children.iter().take_while(|&&child| distance(child) >= distance(first)).count());
        let sends =
            round.iter().map(|&child| batch.send(child, 0, Loc::recv(0), bytes)).collect::<SmallVec<[_; 4]>>();
        for &send in &sends {
            earlier.iter().for_each(|&earlier| batch.after(send, earlier));
        }
        (earlier, children) = (sends, later);
    }
}
