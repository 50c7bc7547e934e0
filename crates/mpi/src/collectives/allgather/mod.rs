//! Algorithms of `MPI_Allgather`.

mod brucks;
mod linear;
pub(super) mod neighbour_exchange;
mod recursive_doubling;
mod ring;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allgather`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allgather),
    brucks::ALGORITHM,
    linear::ALGORITHM,
    neighbour_exchange::ALGORITHM,
    recursive_doubling::ALGORITHM,
    ring::ALGORITHM,
];
