//! Broadcast on two levels in segments (Open MPI 5.0 `bcast_intra` of HAN).
//!
//! Let i be the root's index among the ranks of its host. The ranks with index i on all hosts broadcast across hosts. While
//! these ranks broadcast a segment across hosts, each of them broadcasts the previous segment on its host. The first segment
//! goes across hosts by a blocking broadcast, the other segments by non-blocking broadcasts.

use crate::collectives::han::{SEGMENT, balanced, of_root_index, on_segment, segments};
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next, SubCall};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "han",
    "Segments across hosts among the ranks of the root's index, and at the same time the one before it on each host.",
    |context, parameters| Box::new(Pipeline { segments: segments(context, parameters[0]), step: 0 }),
)
.with(&[SEGMENT])
.requires(balanced);

struct Pipeline {
    segments: Segments,
    // The segment that goes across hosts next.
    step: u64,
}

impl Pipeline {
    fn of(&self, context: &Context<'_>, level: Level, root: u32, segment: u64) -> SubCall {
        let (mut bcast, start) = on_segment(context, (level, Operation::Bcast, root), self.segments, segment);
        bcast.recv = Some(Loc::recv(start));
        bcast
    }
}

impl Generator for Pipeline {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        if of_root_index(context) && self.step < self.segments.number() {
            let mut across = self.of(context, Level::Peers, here.root_peer, self.step);
            across.nonblocking = self.step > 0;
            batch.sub(across);
        }
        if let Some(before) = self.step.checked_sub(1).filter(|&before| before < self.segments.number()) {
            batch.sub(self.of(context, Level::Host, here.root_index_on_host, before));
        }
        self.step += 1;
        if self.step <= self.segments.number() { Next::More } else { Next::Last }
    }
}
