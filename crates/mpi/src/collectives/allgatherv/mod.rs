//! Algorithms of `MPI_Allgatherv`, one file each.

mod brucks;
mod linear;
mod neighbour_exchange;
mod packing;
mod recursive_doubling;
mod ring;

use super::allgather::pairwise;
use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allgatherv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allgatherv),
    brucks::ALGORITHM,
    linear::ALGORITHM,
    linear::BINOMIAL,
    neighbour_exchange::ALGORITHM,
    pairwise::algorithm(Operation::Allgatherv),
    recursive_doubling::ALGORITHM,
    recursive_doubling::RECURSIVE_DOUBLING_ANY,
    ring::ALGORITHM,
    pairwise::spreading_simple(Operation::Allgatherv),
    dimemas::algorithm(Operation::Allgatherv),
    measured::algorithm(Operation::Allgatherv),
];
