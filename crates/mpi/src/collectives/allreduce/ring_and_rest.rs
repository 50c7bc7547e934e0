//! Allreduce in two parts (SMPI 3.32 `lr`; SMPI's `ompi_ring_segmented` is the same up to 1 MiB for each rank). The
//! [ring](super::ring) reduces the largest number of elements that divides evenly among the ranks. A second allreduce, whose
//! algorithm is selected anew, reduces the remaining elements. If there are fewer elements than ranks, a reduce and a broadcast
//! are used instead.
//!
//! With P ranks and a message of n bytes, the ring takes 2·(P−1) rounds, in which a rank sends 2·n·(P−1)/P bytes. The second
//! allreduce has fewer than P elements. Commutative operations only.

use super::reduce_bcast::reduce_bcast;
use super::ring::Ring;
use crate::collectives::common::{Sequence, SingleBatch, commutes, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::{CollectiveCall, Operation};

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "ring_and_rest",
    "The ring for elements that divide evenly, then an allreduce of the rest.",
    |context, _| {
        let (count, ranks) = (context.call.count, u64::from(context.size));
        if count < ranks {
            return SingleBatch::boxed(|context, _, batch| reduce_bcast(context, None, batch));
        }
        let even = CollectiveCall { count: count - count % ranks, ..context.call.clone() };
        Box::new(RingAndRest { ring: Ring::of_even_segments(), even, rest: count % ranks })
    },
)
.requires(commutes);

struct RingAndRest {
    ring: Ring,
    /// The call for the elements that divide evenly.
    even: CollectiveCall,
    rest: u64,
}

impl Generator for RingAndRest {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.even.count > 0 {
            if self.ring.resume(&Context { call: &self.even, ..*context }, batch) == Next::Last {
                self.even.count = 0;
            }
            return if self.even.count > 0 || self.rest > 0 { Next::More } else { Next::Last };
        }
        let done = (context.call.count - self.rest) * context.call.element_bytes;
        let mut rest = sub_call(context, Level::All, Operation::Allreduce, 0);
        (rest.count, rest.in_place) = (self.rest, context.call.in_place);
        rest.send = (!rest.in_place).then(|| operand(context).plus(done));
        rest.recv = Some(Loc::recv(done));
        Sequence::new(batch).sub(rest);
        Next::Last
    }
}
