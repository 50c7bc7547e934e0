//! Algorithms of `MPI_Scatter`.

mod binomial;
mod han;
mod linear;
mod piosim;
mod smp;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Scatter`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Scatter),
    binomial::ALGORITHM,
    han::ALGORITHM,
    linear::ALGORITHM,
    piosim::ALGORITHM,
    smp::ALGORITHM,
    dimemas::algorithm(Operation::Scatter),
    measured::algorithm(Operation::Scatter),
];
