//! Algorithms of `MPI_Barrier`.

mod dissemination;
mod smp;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Barrier`.
pub static ALGORITHMS: &[Algorithm] =
    &[trivial::algorithm(Operation::Barrier), dissemination::ALGORITHM, smp::ALGORITHM];
