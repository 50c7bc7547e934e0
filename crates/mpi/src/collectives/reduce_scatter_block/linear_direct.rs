//! Reduce-scatter of equal blocks, as reduce_scatter's algorithm of the same name.

use crate::collectives::reduce_scatter;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = reduce_scatter::linear_direct::algorithm(Operation::ReduceScatterBlock);
