//! Algorithms of `MPI_Neighbor_alltoallw`, one file each.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_alltoallw`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
