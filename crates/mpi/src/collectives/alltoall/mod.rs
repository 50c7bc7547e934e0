//! Algorithms of `MPI_Alltoall`.

mod brucks;
mod mesh_2d;
mod mesh_3d;
mod node_shift;
mod pairwise;
mod pairwise_light_barrier;
mod pairwise_mpi_barrier;
mod pairwise_one_barrier;
mod pairwise_sendrecv_replace;
mod recursive_doubling;
mod scattered;
mod scattered_self;

pub(super) use pairwise_sendrecv_replace::SendrecvReplace;
pub(super) use scattered::{THROTTLE, window};

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoall`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoall),
    brucks::ALGORITHM,
    mesh_2d::ALGORITHM,
    mesh_3d::ALGORITHM,
    node_shift::ALGORITHM,
    pairwise::ALGORITHM,
    pairwise_light_barrier::ALGORITHM,
    pairwise_mpi_barrier::ALGORITHM,
    pairwise_one_barrier::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    recursive_doubling::ALGORITHM,
    scattered::ALGORITHM,
    scattered_self::ALGORITHM,
    dimemas::algorithm(Operation::Alltoall),
    measured::algorithm(Operation::Alltoall),
];
