//! Algorithms of `MPI_Reduce_scatter_block`.

mod butterfly;
mod direct;
mod linear;
mod linear_direct;
mod noncommutative;
mod pairwise;
mod piosim;
mod recursive_doubling;
mod recursive_halving;

use super::{dimemas, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce_scatter_block`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::ReduceScatterBlock),
    butterfly::ALGORITHM,
    direct::ALGORITHM,
    linear::ALGORITHM,
    linear_direct::ALGORITHM,
    noncommutative::ALGORITHM,
    pairwise::ALGORITHM,
    piosim::ALGORITHM,
    recursive_doubling::ALGORITHM,
    recursive_halving::ALGORITHM,
    dimemas::algorithm(Operation::ReduceScatterBlock),
    measured::algorithm(Operation::ReduceScatterBlock),
];
