//! Algorithms of `MPI_Neighbor_alltoallv`.

mod linear;

use crate::schedule::Algorithm;

/// The algorithms of `MPI_Neighbor_alltoallv`.
pub static ALGORITHMS: &[Algorithm] = &[linear::ALGORITHM];
