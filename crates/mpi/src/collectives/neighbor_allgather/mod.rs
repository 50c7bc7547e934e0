//! Algorithms of `MPI_Neighbor_allgather`, one file each.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_allgather`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
