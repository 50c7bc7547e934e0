//! Scatterv straight from the root (MPICH 4.3 `scatterv_allcomm_linear`): the root starts all sends at once, every
//! other rank receives its block; empty blocks send no message. P − 1 messages at the root.

use crate::collectives::common::always;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatterv,
    name: "linear",
    doc: "The root starts all sends at once.",
    parameters: &[Parameter::with_default(
        "concurrent",
        ParameterKind::Between(0, 1),
        "1",
        "",
        "1: the root's sends start together; 0: one after the other, as in Open MPI 5.0",
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
        let call = context.call;
        if context.rank != call.root {
            if call.recv.bytes > 0 {
                batch.recv(call.root, 0, Loc::recv(0), call.recv.bytes);
            }
            return Next::Last;
        }
        let vectors = call.vectors.as_ref().expect("the root of a scatterv has the blocks");
        let end = context.size.min(self.next + MESSAGES);
        let mut last = None;
        for rank in self.next..end {
            let (bytes, offset) = (vectors.send_bytes[rank as usize], vectors.send_offsets[rank as usize]);
            if bytes == 0 {
                continue;
            }
            if rank != context.rank {
                let message = batch.send(rank, 0, Loc::send(offset), bytes);
                if let (false, Some(earlier)) = (self.concurrent, last.replace(message)) {
                    batch.after(message, earlier);
                }
            } else if !call.in_place {
                batch.copy(Loc::send(offset), Loc::recv(0), bytes);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
