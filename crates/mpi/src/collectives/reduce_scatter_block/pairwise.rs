//! Reduce-scatter of equal blocks, as reduce_scatter's algorithm of the same name (MPICH 4.3
//! `reduce_scatter_block_intra_pairwise`).

use crate::collectives::reduce_scatter;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = reduce_scatter::pairwise::algorithm(Operation::ReduceScatterBlock);
