//! Algorithms of `MPI_Alltoallv`.

mod blocks;
pub(super) mod pairwise_exchange;
pub(super) mod pairwise_sendrecv_replace;
pub(super) mod scattered;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoallv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallv),
    pairwise_exchange::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    scattered::ALGORITHM,
];
