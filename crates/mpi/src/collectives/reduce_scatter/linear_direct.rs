//! Reduce-scatter as a [direct](crate::collectives::reduce) reduction to rank 0 and a scatter(v), independent of the algorithm
//! selected for reductions (SMPI 3.32 `reduce_scatter__default`, also of its other selectors). Commutative operations only.

use super::linear::reduce_and_scatter;
use crate::collectives::common::{SingleBatch, commutes};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "linear_direct", "A direct reduction to rank 0, then a scatter from there.", |_, _| {
        SingleBatch::boxed(|context, _, batch| reduce_and_scatter(context, Some("direct"), batch))
    })
    .requires(commutes)
}
