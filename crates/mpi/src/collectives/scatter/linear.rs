//! Scatter straight from the root (Open MPI 5.0 `scatter_intra_basic_linear` and `scatter_intra_linear_nb`). P − 1
//! messages at the root, one after the other or all at once.

use crate::collectives::common::{always, bytes};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "linear",
    doc: "The root sends to every rank directly.",
    parameters: &[Parameter::with_default(
        "concurrent",
        ParameterKind::Between(0, 1),
        "0",
        "",
        "1: all sends start together; 0: one after the other",
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
            batch.recv(call.root, 0, Loc::recv(0), block);
            return Next::Last;
        }
        let end = context.size.min(self.next + MESSAGES);
        let mut last = None;
        for rank in self.next..end {
            let place = Loc::send(block * u64::from(rank));
            if rank == context.rank {
                if !call.in_place && block > 0 {
                    batch.copy(place, Loc::recv(0), block);
                }
                continue;
            }
            let sent = batch.send(rank, 0, place, block);
            if let (false, Some(earlier)) = (self.concurrent, last.replace(sent)) {
                batch.after(sent, earlier);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
