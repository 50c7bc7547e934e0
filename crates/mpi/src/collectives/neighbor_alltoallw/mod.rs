//! Algorithms of `MPI_Neighbor_alltoallw`.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_alltoallw`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
