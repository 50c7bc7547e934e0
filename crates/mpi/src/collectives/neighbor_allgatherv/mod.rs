//! Algorithms of `MPI_Neighbor_allgatherv`, one file each.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_allgatherv`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
