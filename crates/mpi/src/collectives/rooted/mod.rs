//! Algorithms of gather and scatter, and their v-forms: the same ways of blocks to the root and from it.

mod binomial;
mod han;
pub(super) mod linear;
mod linear_sync;
mod smp;

use super::common::Sequence;
use super::{dimemas, measured, trivial};
use crate::schedule::{Algorithm, Batch, Loc, VertexId};
use ops::Operation;

/// The algorithms of `MPI_Gather`.
pub static GATHER: &[Algorithm] = &[
    trivial::algorithm(Operation::Gather),
    binomial::GATHER,
    han::GATHER,
    linear::GATHER,
    linear_sync::ALGORITHM,
    binomial::PIOSIM_GATHER,
    smp::GATHER,
    dimemas::algorithm(Operation::Gather),
    measured::algorithm(Operation::Gather),
];

/// The algorithms of `MPI_Gatherv`.
pub static GATHERV: &[Algorithm] = &[
    trivial::algorithm(Operation::Gatherv),
    linear::GATHERV,
    dimemas::algorithm(Operation::Gatherv),
    measured::algorithm(Operation::Gatherv),
];

/// The algorithms of `MPI_Scatter`.
pub static SCATTER: &[Algorithm] = &[
    trivial::algorithm(Operation::Scatter),
    binomial::SCATTER,
    han::SCATTER,
    linear::SCATTER,
    binomial::PIOSIM_SCATTER,
    smp::SCATTER,
    dimemas::algorithm(Operation::Scatter),
    measured::algorithm(Operation::Scatter),
];

/// The algorithms of `MPI_Scatterv`.
pub static SCATTERV: &[Algorithm] = &[
    trivial::algorithm(Operation::Scatterv),
    linear::SCATTERV,
    dimemas::algorithm(Operation::Scatterv),
    measured::algorithm(Operation::Scatterv),
];

/// Which way blocks go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Gather, and reduction.
    ToRoot,
    /// Scatter, and broadcast.
    FromRoot,
}

impl Direction {
    pub(super) fn of(operation: Operation) -> Self {
        match operation {
            Operation::Gather | Operation::Gatherv | Operation::Reduce => Self::ToRoot,
            _ => Self::FromRoot,
        }
    }

    /// The buffer that holds all blocks, at the root.
    fn all(self) -> Loc {
        if self == Self::ToRoot { Loc::recv(0) } else { Loc::send(0) }
    }

    /// The buffer of a rank's own block.
    fn own(self) -> Loc {
        if self == Self::ToRoot { Loc::send(0) } else { Loc::recv(0) }
    }

    /// Appends a message with a rank that is nearer to the root, or with one that is farther.
    pub(super) fn message(self, batch: &mut Batch, peer: u32, nearer: bool, at: Loc, bytes: u64) -> VertexId {
        if nearer == (self == Self::ToRoot) { batch.send(peer, 0, at, bytes) } else { batch.recv(peer, 0, at, bytes) }
    }

    /// Appends a copy between the place of blocks on their way and where they come from or go to.
    fn copy(self, sequence: &mut Sequence<'_>, under_way: Loc, end: Loc, bytes: u64) {
        let (from, to) = if self == Self::ToRoot { (end, under_way) } else { (under_way, end) };
        sequence.copy(from, to, bytes);
    }
}
