//! Algorithms of `MPI_Alltoall`.

mod brucks;
mod node_shift;
mod pairwise;
mod pairwise_sendrecv_replace;
mod scattered;

pub(super) use pairwise_sendrecv_replace::SendrecvReplace;
pub(super) use scattered::{THROTTLE, window};

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Alltoall`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoall),
    brucks::ALGORITHM,
    node_shift::ALGORITHM,
    pairwise::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    scattered::ALGORITHM,
];
