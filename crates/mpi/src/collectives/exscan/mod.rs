//! Algorithms of `MPI_Exscan`.

mod direct;
mod linear;
mod recursive_doubling;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Exscan`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Exscan),
    recursive_doubling::ALGORITHM,
    direct::ALGORITHM,
    linear::ALGORITHM,
    dimemas::algorithm(Operation::Exscan),
    measured::algorithm(Operation::Exscan),
];
