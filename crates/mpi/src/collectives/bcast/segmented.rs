//! Broadcast of segments down a tree (Open MPI 5.0 `bcast_intra_generic`), the base of several algorithms.
//!
//! A rank has receives of two segments posted; it sends a segment to all ranks below at once and goes on when these
//! sends have ended.

use crate::collectives::common::SingleBatch;
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::{Segments, Tree, TreeNeighbours};
use crate::schedule::{Batch, Context, Generator, Loc, Next, VertexId};
use config::{Parameter, ParameterKind};
use smallvec::SmallVec;

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
