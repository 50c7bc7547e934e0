//! Algorithms of `MPI_Reduce`, one file each.

mod binomial;
mod han;
mod han_simple;
mod knomial;
mod linear;
mod piosim;
mod pipeline_at_once;
mod rabenseifner;
mod reduce_scatter_gather;
mod segmented;
mod smp;
mod smp_via_first;
mod smp_via_leader;

use super::{dimemas, direct, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Reduce),
    binomial::ALGORITHM,
    segmented::BINARY,
    segmented::CHAIN,
    direct::algorithm(Operation::Reduce),
    han::ALGORITHM,
    han_simple::ALGORITHM,
    segmented::IN_ORDER_BINARY,
    knomial::ALGORITHM,
    linear::ALGORITHM,
    binomial::NBC_BINOMIAL,
    piosim::ALGORITHM,
    segmented::PIPELINE,
    pipeline_at_once::ALGORITHM,
    rabenseifner::ALGORITHM,
    reduce_scatter_gather::ALGORITHM,
    segmented::SEGMENTED_BINOMIAL,
    smp::ALGORITHM,
    smp_via_first::ALGORITHM,
    smp_via_leader::ALGORITHM,
    dimemas::algorithm(Operation::Reduce),
    measured::algorithm(Operation::Reduce),
];
