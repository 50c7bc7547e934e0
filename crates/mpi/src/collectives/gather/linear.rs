//! Gather straight to the root, which receives from one rank after the other (Open MPI 5.0
//! `gather_intra_basic_linear`). P − 1 messages at the root.

use crate::collectives::common::{Sequence, always, bytes};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "linear",
    doc: "The root receives from one rank after the other.",
    parameters: &[],
    precondition: always,
    build: |_, _| Box::new(Linear { next: 0 }),
};

struct Linear {
    next: u32,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (call, block) = (context.call, bytes(context));
        let mut sequence = Sequence::new(batch);
        if context.rank != call.root {
            sequence.send(call.root, Loc::send(0), block);
            return Next::Last;
        }
        let end = context.size.min(self.next + MESSAGES);
        for rank in self.next..end {
            let place = Loc::recv(block * u64::from(rank));
            if rank != context.rank {
                sequence.recv(rank, place, block);
            } else if !call.in_place {
                sequence.copy(Loc::send(0), place, block);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
