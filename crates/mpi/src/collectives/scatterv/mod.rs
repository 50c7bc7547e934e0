//! Algorithms of `MPI_Scatterv`.

mod linear;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Scatterv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Scatterv),
    linear::ALGORITHM,
    dimemas::algorithm(Operation::Scatterv),
    measured::algorithm(Operation::Scatterv),
];
