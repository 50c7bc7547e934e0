//! Gather up a binomial tree and scatter down it (Thakur et al. 2005, §4.3; MPICH 4.3 `gather_intra_binomial`,
//! `scatter_intra_binomial`).
//!
//! All blocks of a subtree travel in one message. A scatter serves the child with the largest subtree first (SMPI 3.32
//! `ompi_binomial`: the smallest). A gather takes the same steps in the opposite order. With P ranks and blocks of n bytes
//! there are ⌈log2 P⌉ rounds; n·(P−1) bytes leave or reach the root, about n·P/2 of them from or to its largest subtree.
//!
//! PIOsimHD's `GatherMPICH2` and `ScatterMPICH2` use the same tree; messages of the scatter have an envelope of 20 bytes in
//! addition to the data, messages of the gather have no envelope. In the scatter each rank first sends its parent a message
//! without data, as a sign that it is ready. The parent serves one child after the other.

use super::direction::Direction;
use crate::collectives::common::{InOrderBinomialTree, Sequence, SingleBatch, bytes};
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use config::{Parameter, ParameterKind};
use ops::Operation;
use smallvec::SmallVec;

pub(in crate::collectives) const GATHER: Algorithm =
    Algorithm::new(Operation::Gather, "binomial", "Up a binomial tree.", |_, _| {
        SingleBatch::boxed(|context, _, batch| emit(context, false, None, batch))
    });

pub(in crate::collectives) const SCATTER: Algorithm =
    Algorithm::new(Operation::Scatter, "binomial", "Down a binomial tree.", |_, parameters| {
        let emit = |context: &Context<'_>, order, batch: &mut Batch| emit(context, order != 0, None, batch);
        Box::new(SingleBatch { emit, parameter: parameters[0] })
    })
    .with(&[Parameter::with_default(
        "smallest_first",
        ParameterKind::Whole,
        "0",
        "",
        "1: the smallest subtree is served first; 0: the largest",
    )]);

pub(in crate::collectives) const PIOSIM_GATHER: Algorithm = Algorithm::new(
    Operation::Gather,
    "piosim",
    "The binomial tree, of messages without the library's protocol.",
    |context, _| Raw::boxed(0, (GATHER.build)(context, &[])),
);

pub(in crate::collectives) const PIOSIM_SCATTER: Algorithm = Algorithm::new(
    Operation::Scatter,
    "piosim",
    "The binomial tree, whose ranks say when they are ready, of messages without the library's protocol.",
    |_, _| Raw::boxed(ENVELOPE, SingleBatch::boxed(|context, _, batch| emit(context, false, Some(0), batch))),
);

/// A step of a rank.
enum Step {
    /// A message with the parent or a child.
    Message { peer: u32, parent: bool, at: Loc, bytes: u64 },
    /// Blocks of a subtree at the root, `to_end` bytes of them from `first` on and the rest from the beginning.
    Wrapped { first: Loc, to_end: u64, bytes: u64 },
    /// The own block, between here and its buffer.
    Own(Loc),
}

/// With `ready`, each rank first sends its parent a message of that size, and the parent sends after it has received it.
fn emit(context: &Context<'_>, smallest_first: bool, ready: Option<u64>, batch: &mut Batch) {
    let direction = Direction::of(context.call.operation);
    let block = bytes(context);
    let mut steps = steps(context, direction, smallest_first, batch);
    if direction == Direction::ToRoot {
        steps.reverse();
    }
    let mut sequence = Sequence::new(batch);
    for step in steps {
        match step {
            Step::Message { peer, parent, at, bytes } => {
                let ready = ready.filter(|_| direction == Direction::FromRoot);
                if parent {
                    sequence.say_ready(peer, ready)
                } else {
                    sequence.hear_ready(peer, ready)
                }
                let message = direction.message(sequence.batch, peer, parent, at, bytes);
                sequence.then(message);
            }
            Step::Wrapped { first, to_end, bytes } => {
                direction.copy(&mut sequence, first, Loc::scratch(0), to_end);
                direction.copy(&mut sequence, direction.all(), Loc::scratch(to_end), bytes - to_end);
            }
            Step::Own(at) => direction.copy(&mut sequence, at, direction.own(), block),
        }
    }
}

/// The steps in the order of a scatter.
fn steps(
    context: &Context<'_>,
    direction: Direction,
    smallest_first: bool,
    batch: &mut Batch,
) -> SmallVec<[Step; 12]> {
    let block = bytes(context);
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let mut children: SmallVec<[(u32, u32); 8]> = tree.children().collect();
    if smallest_first {
        children.reverse();
    }
    let all = block * u64::from(tree.range());
    let mut steps = SmallVec::new();
    if let Some(peer) = tree.parent() {
        let leaf = tree.range() == 1;
        let at = if leaf { direction.own() } else { Loc::scratch(0) };
        steps.push(Step::Message { peer, parent: true, at, bytes: all });
        if leaf {
            return steps;
        }
        batch.scratch(all);
    }
    let is_root = tree.parent().is_none();
    for (child, width) in children {
        let (peer, bytes) = (tree.rank(child), block * u64::from(width));
        let at = if is_root {
            direction.all().plus(block * u64::from(peer))
        } else {
            Loc::scratch(block * u64::from(child - tree.relative))
        };
        // At the root, a subtree that goes round the end of the ranks comes through scratch memory.
        let wraps = is_root && peer + width > context.size;
        if wraps {
            batch.scratch(bytes);
            let to_end = block * u64::from(context.size - peer);
            steps.push(Step::Wrapped { first: at, to_end, bytes });
        }
        steps.push(Step::Message { peer, parent: false, at: if wraps { Loc::scratch(0) } else { at }, bytes });
    }
    if !is_root {
        steps.push(Step::Own(Loc::scratch(0)));
    } else if !context.call.in_place {
        steps.push(Step::Own(direction.all().plus(block * u64::from(context.rank))));
    }
    steps
}
