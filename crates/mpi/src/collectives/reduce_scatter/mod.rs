//! Algorithms of `MPI_Reduce_scatter` and `MPI_Reduce_scatter_block`, one file each.

mod butterfly;
mod linear;
mod linear_direct;
mod noncommutative;
mod pairwise;
mod piosim;
mod recursive_doubling;
mod recursive_halving;
mod ring;

use super::{dimemas, direct, measured, trivial};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of `MPI_Reduce_scatter`.
pub static REDUCE_SCATTER: &[Algorithm] = &[
    trivial::algorithm(Operation::ReduceScatter),
    butterfly::algorithm(Operation::ReduceScatter),
    direct::algorithm(Operation::ReduceScatter),
    linear::algorithm(Operation::ReduceScatter),
    linear_direct::algorithm(Operation::ReduceScatter),
    noncommutative::algorithm(Operation::ReduceScatter),
    pairwise::algorithm(Operation::ReduceScatter),
    piosim::algorithm(Operation::ReduceScatter),
    recursive_doubling::algorithm(Operation::ReduceScatter),
    recursive_halving::algorithm(Operation::ReduceScatter),
    ring::ALGORITHM,
    dimemas::algorithm(Operation::ReduceScatter),
    measured::algorithm(Operation::ReduceScatter),
];

/// The algorithms of `MPI_Reduce_scatter_block`.
pub static REDUCE_SCATTER_BLOCK: &[Algorithm] = &[
    trivial::algorithm(Operation::ReduceScatterBlock),
    butterfly::algorithm(Operation::ReduceScatterBlock),
    direct::algorithm(Operation::ReduceScatterBlock),
    linear::algorithm(Operation::ReduceScatterBlock),
    linear_direct::algorithm(Operation::ReduceScatterBlock),
    noncommutative::algorithm(Operation::ReduceScatterBlock),
    pairwise::algorithm(Operation::ReduceScatterBlock),
    piosim::algorithm(Operation::ReduceScatterBlock),
    recursive_doubling::algorithm(Operation::ReduceScatterBlock),
    recursive_halving::algorithm(Operation::ReduceScatterBlock),
    dimemas::algorithm(Operation::ReduceScatterBlock),
    measured::algorithm(Operation::ReduceScatterBlock),
];
