//! Allgatherv by Bruck's algorithm (Bruck et al. 1997; Thakur et al. 2005, §4.1; MPICH 4.3 `allgatherv_intra_brucks`).
//!
//! It is the allgather of the same name, for blocks of any length. With P ranks, any number, there are ⌈log2 P⌉ rounds; in all
//! of them together, a rank sends at most the bytes of all blocks.

use super::packing::PackedBlocks;
use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, rank_after, rank_before};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "brucks",
    "Bruck's algorithm: collected in rotated order at doubling distances, then put in place.",
    |context, _| Box::new(Bruck { collected: 0, packed: PackedBlocks::new(context, context.rank), unpacked: 0 }),
);

struct Bruck {
    collected: u32,
    packed: PackedBlocks,
    unpacked: u32,
}

impl Bruck {
    /// Copies the blocks from scratch memory to where the caller wants them.
    fn unpack(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let end = context.size.min(self.unpacked + MESSAGES);
        let mut sequence = Sequence::new(batch);
        sequence.copy_blocks((self.unpacked..end).map(|rank| {
            let (to, bytes) = in_recv(context, rank);
            let place = self.packed.place(rank, context.size);
            (Loc::scratch(self.packed.range(place, 1).0), to, bytes)
        }));
        self.unpacked = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}

impl Generator for Bruck {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let size = context.size;
        if self.collected == size {
            return self.unpack(context, batch);
        }
        let mut sequence = Sequence::new(batch);
        if self.collected == 0 {
            sequence.batch.scratch(self.packed.total());
            sequence.copy(own(context), Loc::scratch(0), self.packed.range(0, 1).1);
            self.collected = 1;
        }
        if self.collected < size {
            let had = self.collected;
            let more = had.min(size - had);
            // What the other rank lacks are the own first blocks; it is `had` places before this one.
            let send_bytes = self.packed.range(0, more).1;
            let (start, recv_bytes) = self.packed.range(had, more);
            sequence.send_recv(
                (rank_before(context, had), Loc::scratch(0), send_bytes),
                (rank_after(context, had), Loc::scratch(start), recv_bytes),
            );
            self.collected = had + more;
        }
        Next::More
    }
}
