//! Allgather with all messages at once (SMPI 3.32 `spreading_simple`): receives from all other ranks, then sends of the own block
//! to them, both beginning with the rank after. P − 1 messages of n bytes a rank.

use super::own::{copy_own, own};
use crate::collectives::common::{always, bytes, rank_after};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "spreading_simple",
    doc: "Non-blocking sends of the own block to all ranks.",
    parameters: &[],
    precondition: always,
    build: |_, _| Box::new(Spreading { next: 1 }),
};

struct Spreading {
    /// The next rank, counted from the own one.
    next: u32,
}

impl Generator for Spreading {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let own_block = own(context);
        if self.next == 1 {
            copy_own(context, batch);
        }
        let end = context.size.min(self.next.saturating_add(MESSAGES / 2));
        for steps in self.next..end {
            let from = rank_after(context, steps);
            batch.recv(from, 0, Loc::recv(block * u64::from(from)), block);
        }
        for steps in self.next..end {
            batch.send(rank_after(context, steps), 0, own_block, block);
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
