//! Algorithms of `MPI_Bcast`.

mod binomial;
mod scatter;
mod scatter_recursive_doubling_allgather;
mod scatter_ring_allgather;
mod smp;
mod smp_node_first;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Bcast`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Bcast),
    binomial::ALGORITHM,
    scatter_recursive_doubling_allgather::ALGORITHM,
    scatter_ring_allgather::ALGORITHM,
    smp::ALGORITHM,
    smp_node_first::ALGORITHM,
];
