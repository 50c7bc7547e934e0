//! Algorithms of `MPI_Allgather`, one file each.

mod brucks;
mod han;
mod host_exchange;
mod linear;
mod mesh_2d;
mod mesh_3d;
pub(super) mod neighbour_exchange;
pub(super) mod own;
pub(super) mod pairwise;
mod recursive_doubling;
mod recursive_doubling_any;
mod rhv;
mod ring;
mod smp;
mod smp_ring;
mod smp_rings;
mod smp_simple;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allgather`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allgather),
    brucks::ALGORITHM,
    han::ALGORITHM,
    linear::ALGORITHM,
    mesh_2d::ALGORITHM,
    mesh_3d::ALGORITHM,
    neighbour_exchange::ALGORITHM,
    pairwise::algorithm(Operation::Allgather),
    ring::PIOSIM,
    recursive_doubling::ALGORITHM,
    recursive_doubling_any::ALGORITHM,
    rhv::ALGORITHM,
    ring::ALGORITHM,
    smp::ALGORITHM,
    smp_ring::ALGORITHM,
    smp_rings::ALGORITHM,
    smp_simple::ALGORITHM,
    pairwise::spreading_simple(Operation::Allgather),
    dimemas::algorithm(Operation::Allgather),
    measured::algorithm(Operation::Allgather),
];
