//! Barrier through rank 0 (Open MPI 5.0 `barrier_intra_basic_linear`): rank 0 receives a signal from every other rank, then
//! sends each of them a signal to go on. With P ranks, rank 0 receives P − 1 messages and sends P − 1.

use crate::collectives::common::Sequence;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "linear",
    "Every rank signals to rank 0, which then lets one after the other go.",
    |_, _| Box::new(Linear { heard: 1, released: 1 }),
);

struct Linear {
    heard: u32,
    released: u32,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (size, nothing) = (context.size, Loc::scratch(0));
        let mut sequence = Sequence::new(batch);
        if context.rank > 0 {
            sequence.send(0, nothing, 0);
            sequence.recv(0, nothing, 0);
            return Next::Last;
        }
        if self.heard < size {
            let end = size.min(self.heard + MESSAGES);
            for rank in self.heard..end {
                sequence.batch.recv(rank, 0, nothing, 0);
            }
            self.heard = end;
            return Next::More;
        }
        let end = size.min(self.released + MESSAGES);
        for rank in self.released..end {
            sequence.send(rank, nothing, 0);
        }
        self.released = end;
        if end < size { Next::More } else { Next::Last }
    }
}
