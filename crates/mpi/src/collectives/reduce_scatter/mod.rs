//! Algorithms of `MPI_Reduce_scatter`.

pub(super) mod butterfly;
mod direct;
pub(super) mod linear;
pub(super) mod linear_direct;
pub(super) mod noncommutative;
pub(super) mod pairwise;
pub(super) mod piosim;
pub(super) mod recursive_doubling;
pub(super) mod recursive_halving;
mod ring;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce_scatter`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::ReduceScatter),
    butterfly::ALGORITHM,
    direct::ALGORITHM,
    linear::ALGORITHM,
    linear_direct::ALGORITHM,
    noncommutative::ALGORITHM,
    pairwise::ALGORITHM,
    piosim::ALGORITHM,
    recursive_doubling::ALGORITHM,
    recursive_halving::ALGORITHM,
    ring::ALGORITHM,
    dimemas::algorithm(Operation::ReduceScatter),
    measured::algorithm(Operation::ReduceScatter),
];
