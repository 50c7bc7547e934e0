//! Algorithms of `MPI_Gatherv`.

mod linear;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Gatherv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Gatherv),
    linear::ALGORITHM,
    dimemas::algorithm(Operation::Gatherv),
    measured::algorithm(Operation::Gatherv),
];
