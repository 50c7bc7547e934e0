//! Algorithms of `MPI_Scan` and `MPI_Exscan`, one file each.

mod exclusive_linear;
mod linear;
mod recursive_doubling;
mod smp;

use super::{dimemas, direct, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Scan`.
pub static SCAN: &[Algorithm] = &[
    trivial::algorithm(Operation::Scan),
    recursive_doubling::algorithm(Operation::Scan),
    direct::algorithm(Operation::Scan),
    linear::ALGORITHM,
    smp::ALGORITHM,
    dimemas::algorithm(Operation::Scan),
    measured::algorithm(Operation::Scan),
];

/// The algorithms of `MPI_Exscan`.
pub static EXSCAN: &[Algorithm] = &[
    trivial::algorithm(Operation::Exscan),
    recursive_doubling::algorithm(Operation::Exscan),
    direct::algorithm(Operation::Exscan),
    exclusive_linear::ALGORITHM,
    dimemas::algorithm(Operation::Exscan),
    measured::algorithm(Operation::Exscan),
];
