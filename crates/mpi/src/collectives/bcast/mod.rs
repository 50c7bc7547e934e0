//! Algorithms of `MPI_Bcast`.

mod binary;
mod binary_at_once;
mod binomial;
mod chain;
mod han;
mod knomial;
mod knomial_rounds;
mod linear;
mod linear_segments;
mod nbc_binomial;
mod piosim;
mod pipeline;
mod pipeline_at_once;
mod relay;
mod scatter;
mod scatter_allgather;
mod scatter_recursive_doubling_allgather;
mod scatter_ring_allgather;
pub(super) mod segmented;
mod segmented_binomial;
mod smp;
mod smp_binary;
mod smp_binomial;
mod smp_node_first;
mod smp_pipeline;
mod split_binary;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Bcast`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Bcast),
    binomial::ALGORITHM,
    binary::ALGORITHM,
    binary_at_once::ALGORITHM,
    chain::ALGORITHM,
    han::ALGORITHM,
    knomial::ALGORITHM,
    knomial_rounds::ALGORITHM,
    linear::ALGORITHM,
    linear_segments::ALGORITHM,
    nbc_binomial::ALGORITHM,
    piosim::ALGORITHM,
    pipeline::ALGORITHM,
    pipeline_at_once::ALGORITHM,
    scatter_allgather::ALGORITHM,
    scatter_recursive_doubling_allgather::ALGORITHM,
    scatter_ring_allgather::ALGORITHM,
    segmented_binomial::ALGORITHM,
    smp::ALGORITHM,
    smp_binary::ALGORITHM,
    smp_binomial::ALGORITHM,
    smp_node_first::ALGORITHM,
    smp_pipeline::ALGORITHM,
    split_binary::ALGORITHM,
    dimemas::algorithm(Operation::Bcast),
    measured::algorithm(Operation::Bcast),
];
