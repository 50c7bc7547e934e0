//! Broadcast in segments down a tree (Open MPI 5.0 `bcast_intra_generic`). The algorithms in this file differ in the tree.
//!
//! Each rank keeps the receives of two segments posted. A rank sends a segment to all its children at once. When these sends
//! have ended, it goes on to the next segment.

use crate::collectives::common::SingleBatch;
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::{Segments, Tree, TreeNeighbours};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next, VertexId};
use config::{Parameter, ParameterKind};
use ops::Operation;
use smallvec::SmallVec;

/// Broadcast down a binary tree (Open MPI 5.0 `bcast_intra_bintree`).
///
/// ⌊log2 P⌋ + n/s rounds with segments of s bytes; at most 2·n bytes leave a rank.
pub(super) const BINARY: Algorithm =
    Algorithm::new(Operation::Bcast, "binary", "Down a binary tree, in segments.", |context, parameters| {
        down(Tree::Binary, context, parameters[0])
    })
    .with(&[SEGMENT]);

/// Broadcast down chains of ranks (Open MPI 5.0 `bcast_intra_chain`).
///
/// With c chains and segments of s bytes: ⌈(P−1)/c⌉ + n/s rounds; n·c bytes leave the root, n every other rank.
pub(super) const CHAIN: Algorithm =
    Algorithm::new(Operation::Bcast, "chain", "Down several chains of ranks, in segments.", |context, parameters| {
        down(Tree::Chains(parameters[1]), context, parameters[0])
    })
    .with(&[SEGMENT, Parameter::with_default("chains", ParameterKind::Between(1, 32), "4", "", "chains of ranks")]);

/// Broadcast down a k-nomial tree (Open MPI 5.0 `bcast_intra_knomial`): a binomial tree of radix k.
///
/// ⌈log_k P⌉ rounds, in each of which a rank sends to at most k − 1 others; n·(k−1)·⌈log_k P⌉ bytes leave the root.
pub(super) const KNOMIAL: Algorithm = Algorithm::new(
    Operation::Bcast,
    "knomial",
    "Down a k-nomial tree, to all ranks below at once, in segments.",
    |context, parameters| down(Tree::Knomial(parameters[1]), context, parameters[0]),
)
.with(&[SEGMENT, RADIX]);

/// Broadcast down a binomial tree (Open MPI 5.0 `bcast_sched_binomial` of libnbc).
///
/// Differs from `segmented_binomial` in one segment: the root and rank 0 change places, instead of ranks being relative to the root.
pub(super) const NBC_BINOMIAL: Algorithm = Algorithm::new(
    Operation::Bcast,
    "nbc_binomial",
    "Down a binomial tree in which the root and rank 0 have changed places, to all ranks below at once.",
    |context, _| down(Tree::SwappedBinomial, context, 0),
);

/// Broadcast down one chain of all ranks (Open MPI 5.0 `bcast_intra_pipeline`).
///
/// P − 1 + n/s rounds with segments of s bytes; n bytes leave every rank but the last: for very long messages.
pub(super) const PIPELINE: Algorithm = Algorithm::new(
    Operation::Bcast,
    "pipeline",
    "Down one chain of all ranks, in segments.",
    |context, parameters| down(Tree::Chains(1), context, parameters[0]),
)
.with(&[SEGMENT]);

/// Broadcast down a binomial tree in segments (Open MPI 5.0 `bcast_intra_binomial`).
///
/// Differs from `binomial`: rank v hangs on v without its highest bit, not its lowest, and a rank sends to all below it at
/// once. n·⌈log2 P⌉ bytes leave the root.
pub(super) const SEGMENTED_BINOMIAL: Algorithm = Algorithm::new(
    Operation::Bcast,
    "segmented_binomial",
    "Down a binomial tree, to all ranks below at once, in segments.",
    |context, parameters| down(Tree::Binomial, context, parameters[0]),
)
.with(&[SEGMENT]);

/// Bytes of a segment.
pub(in crate::collectives) const SEGMENT: Parameter = Parameter::with_default(
    "segment",
    ParameterKind::Whole,
    "0",
    "",
    "bytes of a segment, in whole elements; 0: the message is one segment",
);

/// The radix of a k-nomial tree.
pub(in crate::collectives) const RADIX: Parameter =
    Parameter::with_default("radix", ParameterKind::Between(2, 32), "4", "", "the radix");

/// One rank's generator for a broadcast down a tree.
pub(super) fn down(tree: Tree, context: &Context<'_>, segment: u64) -> Box<dyn Generator> {
    if context.size == 1 {
        return SingleBatch::boxed(|_, _, _| {});
    }
    let call = context.call;
    let segments = Segments::new(call.count, call.element_bytes, segment);
    Box::new(Segmented { neighbours: tree.neighbours(context, call.root), segments, next: 0 })
}

struct Segmented {
    neighbours: TreeNeighbours,
    segments: Segments,
    next: u64,
}

impl Generator for Segmented {
    fn resume(&mut self, _: &Context<'_>, batch: &mut Batch) -> Next {
        let TreeNeighbours { parent, children } = &self.neighbours;
        let window = (SEGMENT_VERTICES / (1 + children.len() as u64)).max(1);
        let end = self.segments.number().min(self.next + window);
        // What ended the work on the last segment, and on the one before it.
        let (mut last, mut before) = (SmallVec::<[VertexId; 6]>::new(), SmallVec::<[VertexId; 6]>::new());
        for segment in self.next..end {
            let (start, count) = self.segments.range(segment);
            let (at, bytes) = (Loc::recv(start), self.segments.bytes(count));
            let received = parent.map(|parent| {
                let recv = batch.recv(parent, 0, at, bytes);
                before.iter().for_each(|&earlier| batch.after(recv, earlier));
                recv
            });
            let mut done = SmallVec::new();
            for &child in children {
                let send = batch.send(child, 0, at, bytes);
                received.into_iter().chain(last.iter().copied()).for_each(|earlier| batch.after(send, earlier));
                done.push(send);
            }
            if children.is_empty() {
                done.extend(received);
            }
            before = std::mem::replace(&mut last, done);
        }
        self.next = end;
        if end < self.segments.number() { Next::More } else { Next::Last }
    }
}
