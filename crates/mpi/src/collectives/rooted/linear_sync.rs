//! Gather straight to the root, which asks for one block after the other (Open MPI 5.0 `gather_intra_linear_sync`).
//!
//! The root sends a rank a signal. The rank then sends the first segment of its block, and after it the rest, even if the rest
//! is empty. When the first segment has arrived, the root continues with the next rank. With P ranks, the root takes part in
//! 3·(P−1) messages.

use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::{Sequence, bytes};
use crate::collectives::limits::SYNC_RANKS;
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(in crate::collectives) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Gather,
    "linear_sync",
    "The root asks for one block after the other.",
    |context, parameters| {
        let call = context.call;
        let first = Segments::new(call.count, call.element_bytes, parameters[0]).longest();
        Box::new(LinearSync { next: 0, first })
    },
)
.with(&[SEGMENT]);

struct LinearSync {
    next: u32,
    // Bytes of the first segment.
    first: u64,
}

impl Generator for LinearSync {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (call, block, first) = (context.call, bytes(context), self.first);
        if context.rank != call.root {
            let mut sequence = Sequence::new(batch);
            sequence.recv(call.root, Loc::scratch(0), 0);
            sequence.send(call.root, Loc::send(0), first);
            sequence.send(call.root, Loc::send(first), block - first);
            return Next::Last;
        }
        let end = context.size.min(self.next + SYNC_RANKS);
        let mut last = None;
        for rank in self.next..end {
            let place = Loc::recv(block * u64::from(rank));
            if rank == context.rank {
                if !call.in_place && block > 0 {
                    batch.copy(Loc::send(0), place, block);
                }
                continue;
            }
            let received = batch.recv(rank, 0, place, first);
            let asked = batch.send(rank, 0, Loc::scratch(0), 0);
            last.into_iter().for_each(|earlier| {
                batch.after(received, earlier);
                batch.after(asked, earlier);
            });
            let rest = batch.recv(rank, 0, place.plus(first), block - first);
            batch.after(rest, asked);
            last = Some(received);
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
