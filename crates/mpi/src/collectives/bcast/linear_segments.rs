//! Broadcast directly from the root to each rank, in segments (SMPI 3.32 `flattree_pipeline`). The root sends all segments
//! to one rank, by one blocking send after the other, and then all segments to the next rank. The other ranks have posted
//! the receives of all segments. With P ranks and a message of n bytes, n·(P−1) bytes leave the root. The root overlaps no
//! sends, so this is slower than `linear` at any size.
//!
//! If the message is not a multiple of the segment, SMPI does not send the rest; here the rest is one more segment.

use super::relay::SEGMENT;
use crate::collectives::common::Sequence;
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "linear_segments",
    "The root sends one rank after the other the message in segments.",
    |context, parameters| {
        let call = context.call;
        Box::new(Linear { segments: Segments::new(call.count, call.element_bytes, parameters[0]), next: 0 })
    },
)
.with(&[SEGMENT]);

struct Linear {
    segments: Segments,
    /// Of the segments that pass, counted over all ranks that the root serves, or over the own ones.
    next: u64,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (root, number) = (context.call.root, self.segments.number());
        let serves = context.rank == root;
        let all = if serves { number * u64::from(context.size - 1) } else { number };
        let end = all.min(self.next + SEGMENT_VERTICES);
        let mut sequence = Sequence::new(batch);
        for at in self.next..end {
            let (start, count) = self.segments.range(at % number);
            let bytes = self.segments.bytes(count);
            if serves {
                let served = (at / number) as u32;
                sequence.send(if served < root { served } else { served + 1 }, Loc::recv(start), bytes);
            } else {
                sequence.batch.recv(root, 0, Loc::recv(start), bytes);
            }
        }
        self.next = end;
        if end < all { Next::More } else { Next::Last }
    }
}
