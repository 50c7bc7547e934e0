//! Algorithms of `MPI_Bcast`, one file each.

mod binomial;
mod han;
mod knomial_rounds;
mod linear;
mod linear_segments;
mod piosim;
pub(super) mod relay;
mod scatter;
mod scatter_recursive_doubling_allgather;
mod scatter_ring_allgather;
pub(super) mod segmented;
mod smp;
mod split_binary;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Bcast`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Bcast),
    binomial::ALGORITHM,
    segmented::BINARY,
    relay::BINARY_AT_ONCE,
    segmented::CHAIN,
    han::ALGORITHM,
    segmented::KNOMIAL,
    knomial_rounds::ALGORITHM,
    linear::ALGORITHM,
    linear_segments::ALGORITHM,
    segmented::NBC_BINOMIAL,
    piosim::ALGORITHM,
    segmented::PIPELINE,
    relay::PIPELINE_AT_ONCE,
    scatter_recursive_doubling_allgather::SCATTER_ALLGATHER,
    scatter_recursive_doubling_allgather::ALGORITHM,
    scatter_ring_allgather::ALGORITHM,
    segmented::SEGMENTED_BINOMIAL,
    smp::VIA_LEADER,
    relay::SMP_BINARY,
    smp::BINOMIAL,
    smp::NODE_FIRST,
    relay::SMP_PIPELINE,
    split_binary::ALGORITHM,
    dimemas::algorithm(Operation::Bcast),
    measured::algorithm(Operation::Bcast),
];
