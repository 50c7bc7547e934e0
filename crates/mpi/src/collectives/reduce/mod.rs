//! Algorithms of `MPI_Reduce`.

mod binary;
mod binomial;
mod chain;
mod direct;
mod han;
mod han_simple;
mod in_order_binary;
mod knomial;
mod linear;
mod nbc_binomial;
mod piosim;
mod pipeline;
mod pipeline_at_once;
mod rabenseifner;
mod reduce_scatter_gather;
mod segmented;
mod segmented_binomial;
mod smp;
mod smp_via_first;
mod smp_via_leader;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Reduce),
    binomial::ALGORITHM,
    binary::ALGORITHM,
    chain::ALGORITHM,
    direct::ALGORITHM,
    han::ALGORITHM,
    han_simple::ALGORITHM,
    in_order_binary::ALGORITHM,
    knomial::ALGORITHM,
    linear::ALGORITHM,
    nbc_binomial::ALGORITHM,
    piosim::ALGORITHM,
    pipeline::ALGORITHM,
    pipeline_at_once::ALGORITHM,
    rabenseifner::ALGORITHM,
    reduce_scatter_gather::ALGORITHM,
    segmented_binomial::ALGORITHM,
    smp::ALGORITHM,
    smp_via_first::ALGORITHM,
    smp_via_leader::ALGORITHM,
    dimemas::algorithm(Operation::Reduce),
    measured::algorithm(Operation::Reduce),
];
