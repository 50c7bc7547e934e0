//! Algorithms of `MPI_Scan`.

mod direct;
mod linear;
mod recursive_doubling;
mod smp;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Scan`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Scan),
    recursive_doubling::ALGORITHM,
    direct::ALGORITHM,
    linear::ALGORITHM,
    smp::ALGORITHM,
    dimemas::algorithm(Operation::Scan),
    measured::algorithm(Operation::Scan),
];
