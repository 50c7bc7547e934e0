//! Reduction of segments up a tree (Open MPI 5.0 `reduce_generic`), the base of several algorithms.
//!
//! A rank receives each segment from its children in the tree, reduces the children's segments in the order of its list of
//! children, and sends the result to its parent. While it waits for one segment, it has posted the receive of the next.

use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::{Sequence, SingleBatch, bytes, commutative, commutes, operand};
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::{Segments, Tree, TreeNeighbours};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next, VertexId};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// Reduction up a binary tree (Open MPI 5.0 `reduce_intra_binary`).
///
/// ⌊log2 P⌋ + n/s rounds with segments of s bytes; at most 2·n bytes reach a rank. Commutative operations only.
pub(super) const BINARY: Algorithm =
    Algorithm::new(Operation::Reduce, "binary", "Up a binary tree, in segments.", |context, parameters| {
        up(Tree::Binary, context, parameters[0])
    })
    .with(&[SEGMENT])
    .requires(commutes);

/// Reduction up chains of ranks (Open MPI 5.0 `reduce_intra_chain`).
///
/// With c chains and segments of s bytes: ⌈(P−1)/c⌉ + n/s rounds; n·c bytes reach the root, n every other rank.
/// Commutative operations only.
pub(super) const CHAIN: Algorithm =
    Algorithm::new(Operation::Reduce, "chain", "Up several chains of ranks, in segments.", |context, parameters| {
        up(Tree::Chains(parameters[1]), context, parameters[0])
    })
    .with(&[SEGMENT, Parameter::with_default("chains", ParameterKind::Between(1, 32), "4", "", "chains of ranks")])
    .requires(commutes);

/// Reduction up a binary tree in rank order (Open MPI 5.0 `reduce_intra_in_order_binary`).
///
/// The tree's root is the last rank, which sends the result on to the root. About log2 P + n/s rounds with segments of s
/// bytes; at most 2·n bytes reach a rank; any operation.
pub(super) const IN_ORDER_BINARY: Algorithm = Algorithm::new(
    Operation::Reduce,
    "in_order_binary",
    "Up a binary tree that keeps the order of ranks, in segments, then on to the root.",
    |context, parameters| up(Tree::InOrderBinary, context, parameters[0]),
)
.with(&[SEGMENT]);

/// Reduction up one chain of all ranks (Open MPI 5.0 `reduce_intra_pipeline`).
///
/// P − 1 + n/s rounds with segments of s bytes; n bytes leave every rank but the root: for very long messages.
/// Commutative operations only.
pub(super) const PIPELINE: Algorithm = Algorithm::new(
    Operation::Reduce,
    "pipeline",
    "Up one chain of all ranks, in segments.",
    |context, parameters| up(Tree::Chains(1), context, parameters[0]),
)
.with(&[SEGMENT])
.requires(commutes);

/// Reduction up a binomial tree in segments (Open MPI 5.0 `reduce_intra_binomial`).
///
/// The tree of `binomial`, but a receive is posted ahead. n·⌈log2 P⌉ bytes reach the root. Commutative operations
/// only.
pub(super) const SEGMENTED_BINOMIAL: Algorithm = Algorithm::new(
    Operation::Reduce,
    "segmented_binomial",
    "Up a binomial tree, in segments.",
    |context, parameters| up(Tree::InOrderBinomial, context, parameters[0]),
)
.with(&[SEGMENT])
.requires(commutes);

/// One rank's generator for a reduction up a tree.
pub(super) fn up(tree: Tree, context: &Context<'_>, segment: u64) -> Box<dyn Generator> {
    let call = context.call;
    if context.size == 1 {
        return SingleBatch::boxed(|context, _, batch| {
            Sequence::new(batch).copy(operand(context), Loc::recv(0), bytes(context));
        });
    }
    let top = if matches!(tree, Tree::InOrderBinary) { context.size - 1 } else { call.root };
    let segments = Segments::new(call.count, call.element_bytes, segment);
    Box::new(Segmented { neighbours: tree.neighbours(context, call.root), segments, top, next: 0 })
}

struct Segmented {
    neighbours: TreeNeighbours,
    segments: Segments,
    top: u32,
    next: u64,
}

impl Segmented {
    /// Sends the segments from `from` on to the rank above, one after the other.
    fn send(&self, batch: &mut Batch, from: Loc, end: u64) {
        let mut sequence = Sequence::new(batch);
        for segment in self.next..end {
            let (start, count) = self.segments.range(segment);
            sequence.send(self.neighbours.parent.unwrap_or(self.top), from.plus(start), self.segments.bytes(count));
        }
    }

    /// Receives and reduces segments in `sum`, and sends them up.
    fn reduce(&self, context: &Context<'_>, batch: &mut Batch, sum: Loc, end: u64) {
        let own = operand(context);
        let spare = if sum == Loc::recv(0) { 0 } else { bytes(context) };
        let incoming = |turn: u64| Loc::scratch(spare + turn % 2 * self.segments.longest());
        // What the first rank below sends may come where the sum goes, unless the own operand is or has to be there.
        let direct = commutative(context) && own != sum;
        let copied = (self.next == 0 && !direct && own != sum && bytes(context) > 0)
            .then(|| batch.copy(own, sum, bytes(context)));
        let (mut last, mut before): (Option<VertexId>, Option<VertexId>) = (copied, copied);
        let mut turn = 0;
        for segment in self.next..end {
            let (start, count) = self.segments.range(segment);
            let (at, length) = (sum.plus(start), self.segments.bytes(count));
            for (index, &child) in self.neighbours.children.iter().enumerate() {
                let first = direct && index == 0;
                let into = if first { at } else { incoming(turn) };
                let recv = batch.recv(child, 0, into, length);
                before.into_iter().for_each(|earlier| batch.after(recv, earlier));
                let reduced = batch.reduce(if first { own.plus(start) } else { into }, at, count);
                batch.after(reduced, recv);
                last.into_iter().for_each(|earlier| batch.after(reduced, earlier));
                before = last.replace(reduced);
                turn += 1;
            }
            if let (Some(parent), Some(reduced)) = (self.neighbours.parent, last) {
                let send = batch.send(parent, 0, at, length);
                batch.after(send, reduced);
                last = Some(send);
            }
        }
    }
}

impl Generator for Segmented {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, root) = (context.rank, context.call.root);
        let sum = if rank == root && rank == self.top { Loc::recv(0) } else { Loc::scratch(0) };
        let number = self.segments.number();
        if self.next < number {
            let below = self.neighbours.children.len() as u64;
            let end = number.min(self.next + (SEGMENT_VERTICES / (1 + 2 * below)).max(1));
            if below == 0 {
                self.send(batch, operand(context), end);
            } else {
                if self.next == 0 {
                    let whole = if sum == Loc::recv(0) { 0 } else { bytes(context) };
                    batch.scratch(whole + 2 * self.segments.longest());
                }
                self.reduce(context, batch, sum, end);
            }
            self.next = end;
            if end < number || root != self.top {
                return Next::More;
            }
        } else if root == self.top {
            // There are no elements.
        } else if rank == self.top {
            batch.send(root, 0, sum, bytes(context));
        } else if rank == root {
            batch.recv(self.top, 0, Loc::recv(0), bytes(context));
        }
        Next::Last
    }
}
