//! The direction in which data move in an operation with a root: to the root (gather, reduce) or from it (scatter, bcast). An
//! algorithm for both directions has one generator, which takes the direction as a parameter.

use crate::collectives::common::Sequence;
use crate::schedule::{Batch, Loc, VertexId};
use ops::Operation;

/// Which way blocks go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::collectives) enum Direction {
    /// Gather, and reduction.
    ToRoot,
    /// Scatter, and broadcast.
    FromRoot,
}

impl Direction {
    pub(in crate::collectives) fn of(operation: Operation) -> Self {
        match operation {
            Operation::Gather | Operation::Gatherv | Operation::Reduce => Self::ToRoot,
            _ => Self::FromRoot,
        }
    }

    /// The buffer that holds all blocks, at the root.
    pub(super) fn all(self) -> Loc {
        if self == Self::ToRoot { Loc::recv(0) } else { Loc::send(0) }
    }

    /// The buffer of a rank's own block.
    pub(super) fn own(self) -> Loc {
        if self == Self::ToRoot { Loc::send(0) } else { Loc::recv(0) }
    }

    /// Appends a message with a rank that is nearer to the root, or with one that is farther.
    pub(in crate::collectives) fn message(
        self,
        batch: &mut Batch,
        peer: u32,
        nearer: bool,
        at: Loc,
        bytes: u64,
    ) -> VertexId {
        if nearer == (self == Self::ToRoot) { batch.send(peer, 0, at, bytes) } else { batch.recv(peer, 0, at, bytes) }
    }

    /// Appends a copy between the place of blocks on their way and where they come from or go to.
    pub(super) fn copy(self, sequence: &mut Sequence<'_>, under_way: Loc, end: Loc, bytes: u64) {
        let (from, to) = if self == Self::ToRoot { (end, under_way) } else { (under_way, end) };
        sequence.copy(from, to, bytes);
    }
}
