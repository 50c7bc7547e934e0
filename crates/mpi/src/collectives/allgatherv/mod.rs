//! Algorithms of `MPI_Allgatherv`, one file each.

mod brucks;
mod linear;
mod neighbour_exchange;
mod packing;
mod pairwise;
mod recursive_doubling;
mod ring;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allgatherv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allgatherv),
    brucks::ALGORITHM,
    linear::ALGORITHM,
    neighbour_exchange::ALGORITHM,
    pairwise::ALGORITHM,
    recursive_doubling::ALGORITHM,
    recursive_doubling::RECURSIVE_DOUBLING_ANY,
    ring::ALGORITHM,
    pairwise::SPREADING_SIMPLE,
    dimemas::algorithm(Operation::Allgatherv),
    measured::algorithm(Operation::Allgatherv),
];
