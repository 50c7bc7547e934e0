//! All-to-all with all messages posted at once, throttled (TRG 2005, §4.4, "isend-irecv"; MPICH 4.3
//! `alltoall_intra_scattered`; Open MPI 5.0 `alltoall_intra_basic_linear` and `alltoall_intra_linear_sync`, all at once).
//!
//! A rank posts up to `throttle` receives and as many sends, each rank starting at another peer so that no one is
//! hit by all at once; it waits for all of them, then posts the next. ⌈P/throttle⌉ rounds, n·(P−1) bytes a rank.

use crate::collectives::common::{bytes, rank_after, rank_before, two_buffers};
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// Messages under way at once.
pub(crate) const THROTTLE: Parameter = Parameter::with_default(
    "throttle",
    ParameterKind::Whole,
    "32",
    "",
    "receives, and sends, under way at once; 0: all peers, in groups of at most 32,768 (MPIR_CVAR_ALLTOALL_THROTTLE)",
);

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "scattered",
    doc: "Non-blocking sends and receives to groups of `throttle` peers; waits for each group before the next.",
    parameters: &[THROTTLE],
    precondition: two_buffers,
    build: |_, parameters| Scattered::boxed(parameters[0], false),
};

/// Peers of one batch: as many as asked for, and as fit.
pub(crate) fn window(throttle: u64) -> u32 {
    let wanted = if throttle == 0 { u64::MAX } else { throttle };
    u32::try_from(wanted.min(MESSAGES.into())).expect("at most 32,768")
}

pub(super) struct Scattered {
    next: u32,
    window: u32,
    /// Whether the own block is a message, too.
    to_self: bool,
}

impl Scattered {
    pub(super) fn boxed(throttle: u64, to_self: bool) -> Box<dyn Generator> {
        Box::new(Self { next: 0, window: window(throttle), to_self })
    }
}

impl Generator for Scattered {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| block * u64::from(rank);
        let end = context.size.min(self.next + self.window);
        for steps in self.next.max(u32::from(!self.to_self))..end {
            let from = rank_after(context, steps);
            batch.recv(from, 0, Loc::recv(at(from)), block);
        }
        for steps in self.next..end {
            let to = rank_before(context, steps);
            if steps == 0 && !self.to_self {
                batch.copy(Loc::send(at(to)), Loc::recv(at(to)), block);
            } else {
                batch.send(to, 0, Loc::send(at(to)), block);
            }
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
