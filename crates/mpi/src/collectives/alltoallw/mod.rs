//! Algorithms of `MPI_Alltoallw`.

mod pairwise_exchange;
mod pairwise_sendrecv_replace;
mod scattered;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoallw`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallw),
    pairwise_exchange::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    scattered::ALGORITHM,
    dimemas::algorithm(Operation::Alltoallw),
    measured::algorithm(Operation::Alltoallw),
];
