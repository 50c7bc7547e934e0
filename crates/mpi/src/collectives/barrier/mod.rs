//! Algorithms of `MPI_Barrier`, one file each.

mod dissemination;
mod double_ring;
mod han;
mod linear;
mod recursive_doubling;
mod smp;
mod tree;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Barrier`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Barrier),
    dissemination::ALGORITHM,
    double_ring::ALGORITHM,
    han::ALGORITHM,
    linear::ALGORITHM,
    dissemination::PIOSIM,
    recursive_doubling::ALGORITHM,
    smp::ALGORITHM,
    tree::ALGORITHM,
    dimemas::algorithm(Operation::Barrier),
    measured::algorithm(Operation::Barrier),
];
