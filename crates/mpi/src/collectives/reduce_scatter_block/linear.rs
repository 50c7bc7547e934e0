//! Reduce-scatter of equal blocks, as reduce_scatter's algorithm of the same name with a scatter (Open MPI 5.0
//! `reduce_scatter_block_basic_linear`).

use crate::collectives::reduce_scatter;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = reduce_scatter::linear::algorithm(Operation::ReduceScatterBlock);
