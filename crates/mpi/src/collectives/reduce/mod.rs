//! Algorithms of `MPI_Reduce`.

mod binary;
mod binomial;
mod chain;
mod direct;
mod in_order_binary;
mod knomial;
mod linear;
mod piosim;
mod pipeline;
mod rabenseifner;
mod reduce_scatter_gather;
mod segmented;
mod segmented_binomial;
mod smp;
mod smp_via_first;

use super::{dimemas, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Reduce),
    binomial::ALGORITHM,
    binary::ALGORITHM,
    chain::ALGORITHM,
    direct::ALGORITHM,
    in_order_binary::ALGORITHM,
    knomial::ALGORITHM,
    linear::ALGORITHM,
    piosim::ALGORITHM,
    pipeline::ALGORITHM,
    rabenseifner::ALGORITHM,
    reduce_scatter_gather::ALGORITHM,
    segmented_binomial::ALGORITHM,
    smp::ALGORITHM,
    smp_via_first::ALGORITHM,
    dimemas::algorithm(Operation::Reduce),
];
