//! Algorithms of `MPI_Alltoall`, `MPI_Alltoallv` and `MPI_Alltoallw`, one file each.

mod blocks;
mod brucks;
mod mesh_2d;
mod mesh_3d;
mod node_shift;
mod pairwise;
mod recursive_doubling;
mod scattered;
mod sendrecv_replace;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoall`.
pub static ALLTOALL: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoall),
    brucks::ALGORITHM,
    mesh_2d::ALGORITHM,
    mesh_3d::ALGORITHM,
    node_shift::ALGORITHM,
    pairwise::plain(Operation::Alltoall),
    pairwise::light_barrier(Operation::Alltoall),
    pairwise::mpi_barrier(Operation::Alltoall),
    pairwise::one_barrier(Operation::Alltoall),
    sendrecv_replace::algorithm(Operation::Alltoall),
    recursive_doubling::ALGORITHM,
    scattered::EQUAL,
    scattered::TO_SELF,
    dimemas::algorithm(Operation::Alltoall),
    measured::algorithm(Operation::Alltoall),
];

/// The algorithms of `MPI_Alltoallv`.
pub static ALLTOALLV: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallv),
    pairwise::plain(Operation::Alltoallv),
    pairwise::light_barrier(Operation::Alltoallv),
    pairwise::mpi_barrier(Operation::Alltoallv),
    pairwise::one_barrier(Operation::Alltoallv),
    sendrecv_replace::algorithm(Operation::Alltoallv),
    scattered::of_any(Operation::Alltoallv),
    dimemas::algorithm(Operation::Alltoallv),
    measured::algorithm(Operation::Alltoallv),
];

/// The algorithms of `MPI_Alltoallw`.
pub static ALLTOALLW: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallw),
    pairwise::plain(Operation::Alltoallw),
    sendrecv_replace::algorithm(Operation::Alltoallw),
    scattered::of_any(Operation::Alltoallw),
    dimemas::algorithm(Operation::Alltoallw),
    measured::algorithm(Operation::Alltoallw),
];
