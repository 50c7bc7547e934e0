//! All-to-all of blocks of any length with all messages posted at once, throttled (MPICH 4.3
//! `alltoallv_intra_scattered`; SMPI 3.32 `ialltoallv`, which begins with rank 0 and sends empty blocks, too). Here empty blocks send
//! no message. As many rounds as for alltoall.

use super::blocks::blocks;
use crate::collectives::alltoall::{THROTTLE, window};
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{ROTATE, peers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::Alltoallv);

/// The algorithm for an operation whose blocks are in [`ops::Vectors`].
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "scattered",
        doc: "Non-blocking sends and receives to groups of `throttle` peers; waits for each group before the next.",
        parameters: &[THROTTLE, ROTATE],
        precondition: two_buffers,
        build: |_, parameters| {
            Box::new(Scattered { next: 0, window: window(parameters[0]), rotate: parameters[1] != 0 })
        },
    }
}

struct Scattered {
    next: u32,
    window: u32,
    rotate: bool,
}

impl Generator for Scattered {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let vectors = blocks(context);
        let end = context.size.min(self.next + self.window);
        for step in self.next..end {
            let from = peers(context, self.rotate, step).1;
            let (into, bytes) = (vectors.recv_offsets[from as usize], vectors.recv_bytes[from as usize]);
            if from != context.rank && bytes > 0 {
                batch.recv(from, 0, Loc::recv(into), bytes);
            }
        }
        for step in self.next..end {
            let to = peers(context, self.rotate, step).0;
            let (from, bytes) = (Loc::send(vectors.send_offsets[to as usize]), vectors.send_bytes[to as usize]);
            if bytes == 0 {
                continue;
            }
            if to == context.rank {
                batch.copy(from, Loc::recv(vectors.recv_offsets[to as usize]), bytes);
            } else {
                batch.send(to, 0, from, bytes);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
