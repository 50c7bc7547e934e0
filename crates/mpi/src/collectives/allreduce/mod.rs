//! Algorithms of `MPI_Allreduce`, one file each.

mod binary;
mod halving;
mod han;
mod piosim;
mod rab1;
mod rab2;
mod rabenseifner;
mod recursive_doubling;
mod reduce_bcast;
mod reduce_scatter_allgather;
mod ring;
mod ring_and_rest;
mod shares;
mod smp;
mod smp_binomial_pipeline;

pub(super) use halving::Halving;

use super::{dimemas, direct, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allreduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allreduce),
    recursive_doubling::ALGORITHM,
    binary::ALGORITHM,
    reduce_bcast::BINOMIAL,
    direct::algorithm(Operation::Allreduce),
    han::ALGORITHM,
    reduce_bcast::LINEAR,
    reduce_bcast::NBC_BINOMIAL,
    piosim::ALGORITHM,
    rab1::ALGORITHM,
    rab2::ALGORITHM,
    rabenseifner::ALGORITHM,
    reduce_bcast::ALGORITHM,
    reduce_scatter_allgather::ALGORITHM,
    ring::ALGORITHM,
    ring_and_rest::ALGORITHM,
    smp::SELECTED,
    smp::BINOMIAL,
    smp_binomial_pipeline::ALGORITHM,
    smp::RECURSIVE_DOUBLING,
    smp::REDUCE_SCATTER_ALLGATHER,
    smp::RING,
    smp::TWICE,
    dimemas::algorithm(Operation::Allreduce),
    measured::algorithm(Operation::Allreduce),
];
