//! Algorithms of `MPI_Reduce_scatter`.

pub(super) mod noncommutative;
pub(super) mod pairwise;
pub(super) mod recursive_doubling;
pub(super) mod recursive_halving;

use super::trivial;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce_scatter`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::ReduceScatter),
    noncommutative::ALGORITHM,
    pairwise::ALGORITHM,
    recursive_doubling::ALGORITHM,
    recursive_halving::ALGORITHM,
];
