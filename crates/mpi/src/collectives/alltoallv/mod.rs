//! Algorithms of `MPI_Alltoallv`.

mod blocks;
pub(super) mod pairwise_exchange;
mod pairwise_light_barrier;
mod pairwise_mpi_barrier;
mod pairwise_one_barrier;
pub(super) mod pairwise_sendrecv_replace;
pub(super) mod scattered;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoallv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallv),
    pairwise_exchange::ALGORITHM,
    pairwise_light_barrier::ALGORITHM,
    pairwise_mpi_barrier::ALGORITHM,
    pairwise_one_barrier::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    scattered::ALGORITHM,
    dimemas::algorithm(Operation::Alltoallv),
    measured::algorithm(Operation::Alltoallv),
];
