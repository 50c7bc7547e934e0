//! Reduce-scatter of equal blocks, as reduce_scatter's algorithm of the same name (MPICH 4.3
//! `reduce_scatter_block_intra_noncommutative`).

use crate::collectives::reduce_scatter;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = reduce_scatter::noncommutative::algorithm(Operation::ReduceScatterBlock);
