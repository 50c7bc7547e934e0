//! Allreduce on two levels in segments (Open MPI 5.0 `allreduce_intra` of HAN). Commutative operations only.
//!
//! Each segment passes through four stages, one per step: reduction on each host to its leader (the lowest rank of the host),
//! reduction among the leaders, broadcast among the leaders, and broadcast on each host. So four successive segments are in
//! flight at a time. In each step the leaders start their reduction and broadcast as non-blocking operations. While these run,
//! each host reduces a later segment and then broadcasts an earlier one. Hosts may hold different numbers of ranks.

use crate::collectives::common::{commutes, hierarchical, operand};
use crate::collectives::han::{SEGMENT, on_segment, segments};
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next, SubCall, VertexId};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "han",
    "Segments in four stages: reduction on each host, reduction and broadcast among \
     the leaders, broadcast on each host.",
    |context, parameters| Box::new(Pipeline { segments: segments(context, parameters[0]), step: 0 }),
)
.with(&[SEGMENT])
.requires(|context| hierarchical(context).and_then(|()| commutes(context)));

struct Pipeline {
    segments: Segments,
    // The segment that is reduced on hosts next.
    step: u64,
}

// Reductions and broadcasts among leaders are under way at the same time.
const REDUCTIONS: u32 = 1;
const BROADCASTS: u32 = 2;

impl Pipeline {
    /// The segment that is so many stages behind the first.
    fn behind(&self, stages: u64) -> Option<u64> {
        self.step.checked_sub(stages).filter(|&segment| segment < self.segments.number())
    }

    fn of(&self, context: &Context<'_>, level: Level, operation: Operation, segment: u64) -> (SubCall, u64) {
        on_segment(context, (level, operation, 0), self.segments, segment)
    }

    fn reduce_on_host(&self, context: &Context<'_>, segment: u64, batch: &mut Batch) -> VertexId {
        let (mut reduce, start) = self.of(context, Level::Host, Operation::Reduce, segment);
        reduce.send = Some(operand(context).plus(start));
        if context.locality.leads() {
            reduce.recv = Some(Loc::recv(start));
            reduce.in_place = context.call.in_place;
        }
        batch.sub(reduce)
    }

    fn bcast(&self, context: &Context<'_>, level: Level, segment: u64) -> SubCall {
        let (mut bcast, start) = self.of(context, level, Operation::Bcast, segment);
        bcast.recv = Some(Loc::recv(start));
        bcast
    }

    fn bcast_among_leaders(&self, context: &Context<'_>, segment: u64, batch: &mut Batch) {
        let mut bcast = self.bcast(context, Level::Peers, segment);
        (bcast.nonblocking, bcast.channel) = (true, BROADCASTS);
        batch.sub(bcast);
    }

    fn reduce_among_leaders(&self, context: &Context<'_>, segment: u64, batch: &mut Batch) {
        let (mut reduce, start) = self.of(context, Level::Peers, Operation::Reduce, segment);
        reduce.in_place = context.locality.host == 0;
        if reduce.in_place {
            reduce.recv = Some(Loc::recv(start));
        } else {
            reduce.send = Some(Loc::recv(start));
        }
        (reduce.nonblocking, reduce.channel) = (true, REDUCTIONS);
        batch.sub(reduce);
    }
}

impl Generator for Pipeline {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let leads = context.locality.leads();
        if let Some(segment) = self.behind(2).filter(|_| leads) {
            self.bcast_among_leaders(context, segment, batch);
        }
        if let Some(segment) = self.behind(1).filter(|_| leads) {
            self.reduce_among_leaders(context, segment, batch);
        }
        let reduced = self.behind(0).map(|segment| self.reduce_on_host(context, segment, batch));
        if let Some(segment) = self.behind(3) {
            let bcast = batch.sub(self.bcast(context, Level::Host, segment));
            reduced.into_iter().for_each(|reduced| batch.after(bcast, reduced));
        }
        self.step += 1;
        if self.step < self.segments.number() + 3 { Next::More } else { Next::Last }
    }
}
