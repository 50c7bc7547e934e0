//! Algorithms of `MPI_Neighbor_alltoall`, one file each.

pub(super) mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_alltoall`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
