//! Reduction on two levels in segments (Open MPI 5.0 `reduce_intra` of HAN). Commutative operations only.
//!
//! Let i be the root's index among the ranks of its host. The ranks of each host reduce a segment to the rank with index i on
//! that host. Meanwhile the ranks with index i on all hosts (HAN's level `inter_node`) reduce the previous segment to the root,
//! by a non-blocking reduction. Each rank with index i, except for the root, needs a buffer of two segments.

use crate::collectives::common::{commutes, operand};
use crate::collectives::han::{SEGMENT, balanced, of_root_index, on_segment, segments};
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "han",
    "Segments on each host, and at the same time the one before it across hosts among the ranks of the root's index.",
    |context, parameters| Box::new(Pipeline { segments: segments(context, parameters[0]), step: 0 }),
)
.with(&[SEGMENT])
.requires(|context| balanced(context).and_then(|()| commutes(context)));

struct Pipeline {
    segments: Segments,
    // The segment that is reduced on hosts next.
    step: u64,
}

impl Pipeline {
    /// Where a rank of the up level has what its host has reduced.
    fn place(&self, context: &Context<'_>, segment: u64, start: u64) -> Loc {
        if context.rank == context.call.root {
            Loc::recv(start)
        } else {
            Loc::scratch(segment % 2 * self.segments.longest())
        }
    }

    fn across(&self, context: &Context<'_>, segment: u64, batch: &mut Batch) {
        let up = (Level::Peers, Operation::Reduce, context.locality.root_peer);
        let (mut reduce, start) = on_segment(context, up, self.segments, segment);
        let place = self.place(context, segment, start);
        reduce.in_place = context.rank == context.call.root;
        if reduce.in_place {
            reduce.recv = Some(place);
        } else {
            reduce.send = Some(place);
        }
        reduce.nonblocking = true;
        batch.sub(reduce);
    }

    fn on_host(&self, context: &Context<'_>, segment: u64, batch: &mut Batch) {
        let low = (Level::Host, Operation::Reduce, context.locality.root_index_on_host);
        let (mut reduce, start) = on_segment(context, low, self.segments, segment);
        reduce.send = Some(operand(context).plus(start));
        if of_root_index(context) {
            reduce.recv = Some(self.place(context, segment, start));
            reduce.in_place = context.call.in_place;
        }
        batch.sub(reduce);
    }
}

impl Generator for Pipeline {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let number = self.segments.number();
        if of_root_index(context) && context.rank != context.call.root {
            batch.scratch(2 * self.segments.longest());
        }
        if let Some(before) = self.step.checked_sub(1).filter(|&before| of_root_index(context) && before < number) {
            self.across(context, before, batch);
        }
        if self.step < number {
            self.on_host(context, self.step, batch);
        }
        self.step += 1;
        if self.step <= number { Next::More } else { Next::Last }
    }
}
