//! Algorithms of `MPI_Neighbor_alltoallv`, one file each.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_alltoallv`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
