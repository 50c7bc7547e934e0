//! Reduction of segments along a chain of ranks, without limiting the segments in flight (SMPI 3.32 `NTSL`). A rank posts
//! the receives of all segments at once; in the algorithm `pipeline` it posts only one receive ahead. When a segment
//! arrives, the rank reduces it and sends it on. For n bytes in segments of s bytes, P ranks take P − 2 + n/s rounds.
//! Commutative operations only.
//!
//! If the message is not a multiple of the segment, SMPI reduces the rest by its default algorithm; here the rest is one
//! more segment.

use crate::collectives::bcast::relay::SEGMENT;
use crate::collectives::common::{Sequence, bytes, commutes, operand, rank_after, rank_before};
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next, VertexId};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "pipeline_at_once",
    "In segments along a chain of all ranks, all segments at once.",
    |context, parameters| {
        let call = context.call;
        let segments = Segments::new(call.count, call.element_bytes, parameters[0]);
        Box::new(Pipeline { segments, next: 0, copied: false })
    },
)
.with(&[SEGMENT])
.requires(commutes);

struct Pipeline {
    segments: Segments,
    next: u64,
    copied: bool,
}

impl Generator for Pipeline {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (root, bytes) = (context.call.root, bytes(context));
        let (above, below) = (rank_before(context, 1), rank_after(context, 1));
        let (is_root, begins) = (context.rank == root, below == root);
        batch.scratch(if begins { 0 } else { 2 * bytes });
        let sum = match (is_root, begins) {
            (true, _) => Loc::recv(0),
            (false, true) => operand(context),
            (false, false) => Loc::scratch(bytes),
        };
        if !std::mem::replace(&mut self.copied, true) {
            Sequence::new(batch).copy(operand(context), sum, bytes);
            return Next::More;
        }
        if context.size == 1 {
            return Next::Last;
        }
        let end = self.segments.number().min(self.next + SEGMENT_VERTICES / 3);
        let range = |segment: u64| {
            let (start, count) = self.segments.range(segment);
            (start, count, self.segments.bytes(count))
        };
        let mut arrivals = Vec::new();
        if !begins {
            for segment in self.next..end {
                let (start, _, bytes) = range(segment);
                arrivals.push(batch.recv(below, 0, Loc::scratch(start), bytes));
            }
        }
        let mut reduced: Option<VertexId> = None;
        for (index, segment) in (self.next..end).enumerate() {
            let (start, count, bytes) = range(segment);
            if let Some(&arrived) = arrivals.get(index) {
                let reduce = batch.reduce(Loc::scratch(start), sum.plus(start), count);
                [arrived].into_iter().chain(reduced).for_each(|earlier| batch.after(reduce, earlier));
                reduced = Some(reduce);
            }
            if !is_root {
                let sent = batch.send(above, 0, sum.plus(start), bytes);
                reduced.into_iter().for_each(|earlier| batch.after(sent, earlier));
            }
        }
        self.next = end;
        if end < self.segments.number() { Next::More } else { Next::Last }
    }
}
