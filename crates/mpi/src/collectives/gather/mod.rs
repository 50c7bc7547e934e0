//! Algorithms of `MPI_Gather`.

mod binomial;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Gather`.
pub static ALGORITHMS: &[Algorithm] = &[trivial::algorithm(Operation::Gather), binomial::ALGORITHM];
