//! Algorithms of `MPI_Gather`.

mod binomial;
mod han;
mod linear;
mod linear_sync;
mod piosim;
mod smp;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Gather`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Gather),
    binomial::ALGORITHM,
    han::ALGORITHM,
    linear::ALGORITHM,
    linear_sync::ALGORITHM,
    piosim::ALGORITHM,
    smp::ALGORITHM,
    dimemas::algorithm(Operation::Gather),
    measured::algorithm(Operation::Gather),
];
