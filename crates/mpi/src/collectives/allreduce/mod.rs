//! Algorithms of `MPI_Allreduce`.

mod binary;
mod binomial;
mod direct;
mod halving;
mod han;
mod linear;
mod nbc_binomial;
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
mod smp_binomial;
mod smp_binomial_pipeline;
mod smp_recursive_doubling;
mod smp_reduce_scatter_allgather;
mod smp_ring;
mod smp_twice;

pub(super) use halving::Halving;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Allreduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allreduce),
    recursive_doubling::ALGORITHM,
    binary::ALGORITHM,
    binomial::ALGORITHM,
    direct::ALGORITHM,
    han::ALGORITHM,
    linear::ALGORITHM,
    nbc_binomial::ALGORITHM,
    piosim::ALGORITHM,
    rab1::ALGORITHM,
    rab2::ALGORITHM,
    rabenseifner::ALGORITHM,
    reduce_bcast::ALGORITHM,
    reduce_scatter_allgather::ALGORITHM,
    ring::ALGORITHM,
    ring_and_rest::ALGORITHM,
    smp::ALGORITHM,
    smp_binomial::ALGORITHM,
    smp_binomial_pipeline::ALGORITHM,
    smp_recursive_doubling::ALGORITHM,
    smp_reduce_scatter_allgather::ALGORITHM,
    smp_ring::ALGORITHM,
    smp_twice::ALGORITHM,
    dimemas::algorithm(Operation::Allreduce),
    measured::algorithm(Operation::Allreduce),
];
