//! Algorithms of `MPI_Gather`.

mod binomial;
mod linear;
mod linear_sync;
mod piosim;

use super::{dimemas, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Gather`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Gather),
    binomial::ALGORITHM,
    linear::ALGORITHM,
    linear_sync::ALGORITHM,
    piosim::ALGORITHM,
    dimemas::algorithm(Operation::Gather),
];
