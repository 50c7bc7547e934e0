//! Ring allreduce (P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
//! workstations", JPDC 69(2), 2009; MPICH 4.3 `allreduce_intra_ring`).
//!
//! The message is cut into P segments; each goes once round the ring to be reduced, and once more as a result.
//! 2·(P−1) rounds, 2·n·(P−1)/P bytes a rank, all between neighbours: for very long messages. Commutative operations
//! only. MPICH's default selection does not use it.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, bytes, commutes, operand, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "ring",
    doc: "Segments pass around the ring of ranks twice: reduced, then as results.",
    parameters: &[],
    precondition: commutes,
    build: |_, _| Box::new(Ring { round: 0 }),
};

struct Ring {
    round: u32,
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (size, round) = (context.size, self.round);
        let segments = BlockBounds::even(context.call.count, size);
        let element = context.call.element_bytes;
        let segment = |rank: u32| (segments.start(rank) * element, segments.count(rank, 1) * element);
        let mut sequence = Sequence::new(batch);
        if round == 0 {
            sequence.batch.scratch(segments.count(0, 1) * element);
            sequence.copy(operand(context), Loc::recv(0), bytes(context));
        }
        if size == 1 {
            return Next::Last;
        }
        // After P - 1 rounds a rank has the result of the segment after its own.
        let sent = rank_before(context, round % size);
        let received = rank_before(context, (round + 1) % size);
        let reducing = round < size - 1;
        let ((from, send_bytes), (to, recv_bytes)) = (segment(sent), segment(received));
        let into = if reducing { Loc::scratch(0) } else { Loc::recv(to) };
        sequence.send_recv(
            (rank_after(context, 1), Loc::recv(from), send_bytes),
            (rank_before(context, 1), into, recv_bytes),
        );
        if reducing {
            sequence.reduce(Loc::scratch(0), Loc::recv(to), segments.count(received, 1));
        }
        self.round += 1;
        if self.round < 2 * (size - 1) { Next::More } else { Next::Last }
    }
}
