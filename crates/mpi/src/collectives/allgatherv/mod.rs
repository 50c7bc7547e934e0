//! Algorithms of `MPI_Allgatherv`.

mod brucks;
mod linear;
mod neighbour_exchange;
mod packing;
mod pairwise;
mod recursive_doubling;
mod recursive_doubling_any;
mod ring;
mod spreading_simple;

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
    recursive_doubling_any::ALGORITHM,
    ring::ALGORITHM,
    spreading_simple::ALGORITHM,
    dimemas::algorithm(Operation::Allgatherv),
    measured::algorithm(Operation::Allgatherv),
];
