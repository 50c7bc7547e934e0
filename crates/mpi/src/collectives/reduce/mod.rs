//! Algorithms of `MPI_Reduce`.

mod binomial;
mod reduce_scatter_gather;
mod smp;
mod smp_via_first;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Reduce),
    binomial::ALGORITHM,
    reduce_scatter_gather::ALGORITHM,
    smp::ALGORITHM,
    smp_via_first::ALGORITHM,
];
