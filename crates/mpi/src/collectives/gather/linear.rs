//! Gather straight to the root, which receives from one rank after the other (Open MPI 5.0
//! `gather_intra_basic_linear`), or from all at once (SMPI 3.32 `igather`). P − 1 messages at the root.

use crate::collectives::common::{always, bytes};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "linear",
    doc: "Every rank sends to the root directly.",
    parameters: &[Parameter::with_default(
        "concurrent",
        ParameterKind::Between(0, 1),
        "0",
        "",
        "1: the root's receives start together; 0: one after the other",
    )],
    precondition: always,
    build: |_, parameters| Box::new(Linear { next: 0, concurrent: parameters[0] != 0 }),
};

struct Linear {
    next: u32,
    concurrent: bool,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (call, block) = (context.call, bytes(context));
        if context.rank != call.root {
            batch.send(call.root, 0, Loc::send(0), block);
            return Next::Last;
        }
        let end = context.size.min(self.next + MESSAGES);
        let mut last = None;
        for rank in self.next..end {
            let place = Loc::recv(block * u64::from(rank));
            if rank == context.rank {
                if !call.in_place && block > 0 {
                    batch.copy(Loc::send(0), place, block);
                }
                continue;
            }
            let received = batch.recv(rank, 0, place, block);
            if let (false, Some(earlier)) = (self.concurrent, last.replace(received)) {
                batch.after(received, earlier);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
