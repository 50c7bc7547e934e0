//! Algorithms of gather, scatter, gatherv and scatterv, one file each: an algorithm moves blocks along a tree, to the root or
//! from it.

mod binomial;
pub(super) mod direction;
mod han;
pub(super) mod linear;
mod linear_sync;
mod smp;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
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
