//! Allreduce on two levels in segments (SMPI 3.32 `smp_binomial_pipeline`): the four stages of `smp_binomial`, each up or
//! down a binomial tree, with four segments in flight. The leader of a host is its lowest rank. In step i, one stage after
//! the other, every rank reduces segment i on its host; the leaders reduce segment i − 1 and broadcast segment i − 2 among
//! themselves; and every rank takes part in the broadcast of segment i − 3 on its host.
//!
//! There are (segments + 3) steps. The longest chain of messages in a step, each sent after the one before it has arrived, has
//! 2·⌈log2 (hosts)⌉ + 2·⌈log2 (ranks on a host)⌉ messages. SMPI's segment is 4,096 elements, and SMPI leaves elements beyond
//! the last full segment unreduced; here these elements are one more segment.

use super::smp::fixed;
use crate::collectives::common::{Sequence, bytes, operand, sub_call};
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_binomial_pipeline",
    "Binomial trees on each host and among the leaders, up and down, with four segments under way.",
    |context, parameters| {
        let call = context.call;
        let segments = Segments::new(call.count, call.element_bytes, parameters[0]);
        Box::new(Pipeline { segments, step: None })
    },
)
.with(&[Parameter::with_default(
    "segment",
    ParameterKind::Whole,
    "32768",
    "SMPI's constant, 4,096 elements, of 8 bytes",
    "bytes of a segment, in whole elements; 0: the message is one segment",
)])
.requires(fixed);

struct Pipeline {
    segments: Segments,
    /// None: the operand has not been copied.
    step: Option<u64>,
}

/// The stages of a segment.
const STAGES: [(Level, Operation); 4] = [
    (Level::Host, Operation::Reduce),
    (Level::Leaders, Operation::Reduce),
    (Level::Leaders, Operation::Bcast),
    (Level::Host, Operation::Bcast),
];

impl Pipeline {
    /// A stage of a segment, if the rank takes part.
    fn stage(&self, context: &Context<'_>, stage: usize, segment: u64, sequence: &mut Sequence<'_>) {
        let here = context.locality;
        let (level, operation) = STAGES[stage];
        let (leads, first) = (here.leads(), context.rank == 0);
        let takes_part = if level == Level::Host { here.ranks_on_host > 1 } else { leads };
        if segment >= self.segments.number() || !takes_part {
            return;
        }
        let (start, count) = self.segments.range(segment);
        let at = Loc::recv(start);
        let mut call = sub_call(context, level, operation, 0);
        (call.count, call.algorithm) = (count, Some("binomial".into()));
        if operation == Operation::Bcast {
            call.recv = Some(at);
        } else {
            let tops = if level == Level::Host { leads } else { first };
            (call.send, call.recv, call.in_place) = (Some(at), tops.then_some(at), tops);
        }
        sequence.sub(call);
    }
}

impl Generator for Pipeline {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let mut sequence = Sequence::new(batch);
        let Some(step) = self.step else {
            sequence.copy(operand(context), Loc::recv(0), bytes(context));
            self.step = Some(0);
            return Next::More;
        };
        for stage in 0..STAGES.len() {
            if let Some(segment) = step.checked_sub(stage as u64) {
                self.stage(context, stage, segment, &mut sequence);
            }
        }
        self.step = Some(step + 1);
        if step + 1 < self.segments.number() + 3 { Next::More } else { Next::Last }
    }
}
