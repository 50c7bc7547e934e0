//! Gatherv straight to the root (MPICH 4.3 `gatherv_allcomm_linear`): the root posts all receives at once, every
//! other rank sends its block; empty blocks send no message. P − 1 messages at the root. MPICH sends them
//! synchronously from 32 ranks on; here they are standard sends.

use crate::collectives::common::always;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gatherv,
    name: "linear",
    doc: "Every rank sends directly to the root, which has posted all receives.",
    parameters: &[Parameter::with_default(
        "concurrent",
        ParameterKind::Between(0, 1),
        "1",
        "",
        "1: the root's receives start together; 0: one after the other, as in Open MPI 5.0",
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
            if call.send.bytes > 0 {
                batch.send(call.root, 0, Loc::send(0), call.send.bytes);
            }
            return Next::Last;
        }
        let vectors = call.vectors.as_ref().expect("the root of a gatherv has the blocks");
        let end = context.size.min(self.next + MESSAGES);
        let mut last = None;
        for rank in self.next..end {
            let (bytes, offset) = (vectors.recv_bytes[rank as usize], vectors.recv_offsets[rank as usize]);
            if bytes == 0 {
                continue;
            }
            if rank != context.rank {
                let message = batch.recv(rank, 0, Loc::recv(offset), bytes);
                if let (false, Some(earlier)) = (self.concurrent, last.replace(message)) {
                    batch.after(message, earlier);
                }
            } else if !call.in_place {
                batch.copy(Loc::send(0), Loc::recv(offset), bytes);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
