//! All-to-all with all sends and receives posted at once, up to a limit (`throttle`) (Thakur et al. 2005, §4.4, "isend-irecv";
//! MPICH 4.3 `alltoall_intra_scattered`, `alltoallv_intra_scattered`, `alltoallw_intra_scattered`; Open MPI 5.0
//! `alltoall_intra_basic_linear` and `alltoall_intra_linear_sync`, which post all of them at once).
//!
//! A rank posts up to `throttle` receives and the same number of sends, waits for all of them, then posts the next group. The
//! ranks begin with different peers, so that no rank receives from all others at once. With P ranks and blocks of n bytes there
//! are ⌈P/throttle⌉ rounds, and a rank sends n·(P−1) bytes in all. In an alltoallv or alltoallw, empty blocks are not sent. (In
//! SMPI 3.32's `ialltoallv` every rank begins with rank 0, and empty blocks are sent.)

use super::blocks::{received, sent};
use crate::collectives::common::two_buffers;
use crate::collectives::limits::MESSAGES;
use crate::collectives::rounds::{ROTATE, peers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// Messages under way at once.
const THROTTLE: Parameter = Parameter::with_default(
    "throttle",
    ParameterKind::Whole,
    "32",
    "",
    "receives, and sends, under way at once; 0: all peers, in groups of at most 32,768 (MPIR_CVAR_ALLTOALL_THROTTLE)",
);
const DOC: &str =
    "Non-blocking sends and receives to groups of `throttle` peers; waits for each group before the next.";

pub(super) const EQUAL: Algorithm = Algorithm::new(Operation::Alltoall, "scattered", DOC, |_, parameters| {
    Scattered::boxed(parameters[0], true, false)
})
.with(&[THROTTLE])
.requires(two_buffers);

/// With a message to oneself among the others (SMPI 3.32 `mvapich2_scatter_dest`): ⌈P/throttle⌉ rounds, n·P bytes a rank.
pub(super) const TO_SELF: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "scattered_self",
    "As `scattered`; the own block is a message like the others.",
    |_, parameters| Scattered::boxed(parameters[0], true, true),
)
.with(&[THROTTLE])
.requires(two_buffers);

/// For blocks of any length.
pub(super) const fn of_any(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "scattered", DOC, |_, parameters| {
        Scattered::boxed(parameters[0], parameters[1] != 0, false)
    })
    .with(&[THROTTLE, ROTATE])
    .requires(two_buffers)
}

struct Scattered {
    next: u32,
    window: u32,
    rotate: bool,
    /// Whether the own block is a message, too.
    to_self: bool,
}

impl Scattered {
    fn boxed(throttle: u64, rotate: bool, to_self: bool) -> Box<dyn Generator> {
        // Peers of one batch: as many as asked for, and as fit.
        let wanted = if throttle == 0 { u64::MAX } else { throttle };
        let window = u32::try_from(wanted.min(MESSAGES.into())).expect("at most 32,768");
        Box::new(Self { next: 0, window, rotate, to_self })
    }
}

impl Generator for Scattered {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let moves = |bytes: u64| bytes > 0 || context.call.vectors.is_none();
        let end = context.size.min(self.next + self.window);
        for step in self.next..end {
            let from = peers(context, self.rotate, step).1;
            let (into, bytes) = received(context, from);
            if moves(bytes) && (from != context.rank || self.to_self) {
                batch.recv(from, 0, into, bytes);
            }
        }
        for step in self.next..end {
            let to = peers(context, self.rotate, step).0;
            let (from, bytes) = sent(context, to);
            if !moves(bytes) {
                continue;
            }
            if to == context.rank && !self.to_self {
                batch.copy(from, received(context, to).0, bytes);
            } else {
                batch.send(to, 0, from, bytes);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
