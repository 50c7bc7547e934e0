//! Broadcast straight from the root (Open MPI 5.0 `bcast_intra_basic_linear`): the root starts all sends at once. With P ranks
//! and a message of n bytes, the root sends n·(P−1) bytes.

use crate::collectives::common::bytes;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Bcast, "linear", "The root starts all sends at once.", |_, _| {
        Box::new(Linear { next: 0 })
    });

struct Linear {
    next: u32,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let root = context.call.root;
        if context.rank != root {
            batch.recv(root, 0, Loc::recv(0), bytes(context));
            return Next::Last;
        }
        let end = context.size.min(self.next + MESSAGES);
        for rank in (self.next..end).filter(|&rank| rank != root) {
            batch.send(rank, 0, Loc::recv(0), bytes(context));
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
