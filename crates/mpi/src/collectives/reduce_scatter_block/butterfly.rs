//! Reduce-scatter of equal blocks, as reduce_scatter's algorithm of the same name (Open MPI 5.0
//! `reduce_scatter_block_intra_butterfly`).

use crate::collectives::reduce_scatter;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = reduce_scatter::butterfly::algorithm(Operation::ReduceScatterBlock);
