//! Algorithms of `MPI_Bcast`.

mod binary;
mod binomial;
mod chain;
mod knomial;
mod linear;
mod piosim;
mod pipeline;
mod scatter;
mod scatter_allgather;
mod scatter_recursive_doubling_allgather;
mod scatter_ring_allgather;
pub(super) mod segmented;
mod segmented_binomial;
mod smp;
mod smp_node_first;
mod split_binary;

use super::{dimemas, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Bcast`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Bcast),
    binomial::ALGORITHM,
    binary::ALGORITHM,
    chain::ALGORITHM,
    knomial::ALGORITHM,
    linear::ALGORITHM,
    piosim::ALGORITHM,
    pipeline::ALGORITHM,
    scatter_allgather::ALGORITHM,
    scatter_recursive_doubling_allgather::ALGORITHM,
    scatter_ring_allgather::ALGORITHM,
    segmented_binomial::ALGORITHM,
    smp::ALGORITHM,
    smp_node_first::ALGORITHM,
    split_binary::ALGORITHM,
    dimemas::algorithm(Operation::Bcast),
];
