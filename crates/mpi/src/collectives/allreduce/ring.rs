//! Ring allreduce (P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
//! workstations", JPDC 69(2), 2009; Open MPI 5.0 `allreduce_intra_ring`, MPICH 4.3 `allreduce_intra_ring`).
//!
//! With P ranks, the message of n bytes is cut into P segments. Each segment goes once round the ring to be reduced, and
//! once more as a result. There are 2·(P−1) rounds, in which a rank sends 2·n·(P−1)/P bytes, all to its neighbour. The
//! algorithm is for very long messages and commutative operations only. MPICH's default selection does not use it.
//!
//! The sizes of segments differ by one element at most. With `allgatherv=1` the segments are MPICH's: m elements make
//! segments of ⌈m/P⌉ elements, and the last segments are shorter or empty. The results then go round by the ring algorithm
//! of allgatherv, in chunks.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::{Sequence, bytes, commutes, operand, rank_after, rank_before, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next, SubCall};
use config::{Parameter, ParameterKind};
use ops::{Operation, Vectors};

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "ring",
    "Segments pass around the ring of ranks twice: reduced, then as results.",
    |_, parameters| Box::new(Ring { round: 0, allgatherv: parameters[0] != 0 }),
)
.with(&[Parameter::with_default(
    "allgatherv",
    ParameterKind::Whole,
    "0",
    "",
    "1: segments of ⌈n/P⌉ elements, whose results a ring allgatherv passes on, as in \
     MPICH; 0: segments as equal as can be",
)])
.requires(commutes);

pub(super) struct Ring {
    round: u32,
    allgatherv: bool,
}

impl Ring {
    /// With segments as equal as can be.
    pub(super) fn of_even_segments() -> Self {
        Self { round: 0, allgatherv: false }
    }
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (size, round) = (context.size, self.round);
        let cut = if self.allgatherv { BlockBounds::full } else { BlockBounds::even };
        let segments = cut(context.call.count, size);
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
        let reducing = round < size - 1;
        if self.allgatherv && !reducing {
            sequence.sub(results(context, &segments));
            return Next::Last;
        }
        // What a rank has reduced last: the segment after its own, or, before an allgatherv, its own.
        let lead = u32::from(self.allgatherv);
        let sent = rank_before(context, (round + lead) % size);
        let received = rank_before(context, (round + lead + 1) % size);
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

/// The results go round: each rank has those of its own segment.
fn results(context: &Context<'_>, segments: &BlockBounds) -> SubCall {
    let element = context.call.element_bytes;
    let of = |part: &dyn Fn(u32) -> u64| (0..context.size).map(|rank| part(rank) * element).collect();
    let vectors = Vectors {
        recv_bytes: of(&|rank| segments.count(rank, 1)),
        recv_offsets: of(&|rank| segments.start(rank)),
        ..Vectors::default()
    };
    let mut allgatherv = sub_call(context, Level::All, Operation::Allgatherv, 0);
    allgatherv.recv = Some(Loc::recv(0));
    allgatherv.in_place = true;
    allgatherv.own_bytes = segments.count(context.rank, 1) * element;
    allgatherv.vectors = Some(Box::new(vectors));
    allgatherv.algorithm = Some("ring".into());
    allgatherv
}
