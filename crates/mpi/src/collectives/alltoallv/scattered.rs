//! All-to-all of blocks of any length with all messages posted at once, throttled (MPICH 4.3
//! `alltoallv_intra_scattered`). Empty blocks send no message. As many rounds as for alltoall.

use super::blocks::blocks;
use crate::collectives::alltoall::{THROTTLE, window};
use crate::collectives::common::{rank_after, rank_before, two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::Alltoallv);

/// The algorithm for an operation whose blocks are in [`ops::Vectors`].
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "scattered",
        doc: "Non-blocking sends and receives to groups of `throttle` peers; waits for each group before the next.",
        parameters: &[THROTTLE],
        precondition: two_buffers,
        build: |_, parameters| Box::new(Scattered { next: 0, window: window(parameters[0]) }),
    }
}

struct Scattered {
    next: u32,
    window: u32,
}

impl Generator for Scattered {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let vectors = blocks(context);
        let end = context.size.min(self.next + self.window);
        for steps in self.next.max(1)..end {
            let from = rank_after(context, steps) as usize;
            if vectors.recv_bytes[from] > 0 {
                batch.recv(from as u32, 0, Loc::recv(vectors.recv_offsets[from]), vectors.recv_bytes[from]);
            }
        }
        for steps in self.next..end {
            let to = rank_before(context, steps) as usize;
            let (from, bytes) = (Loc::send(vectors.send_offsets[to]), vectors.send_bytes[to]);
            if bytes == 0 {
                continue;
            }
            if steps == 0 {
                batch.copy(from, Loc::recv(vectors.recv_offsets[to]), bytes);
            } else {
                batch.send(to as u32, 0, from, bytes);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
