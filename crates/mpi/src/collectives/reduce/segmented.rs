//! Reduction of segments up a tree (Open MPI 5.0 `reduce_generic`), the base of several algorithms.
//!
//! A rank asks for one segment of one rank below it while it waits for the one before, reduces what has come in that
//! order, and sends a segment up when all below have contributed.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutative, operand};
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::{Segments, Tree, TreeNeighbours};
use crate::schedule::{Batch, Context, Generator, Loc, Next, VertexId};

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
