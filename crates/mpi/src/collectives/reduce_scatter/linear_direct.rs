//! Reduce-scatter as a reduction to rank 0 followed by a scatter(v) from rank 0, for commutative operations only. The reduction
//! always uses the algorithm [direct](crate::collectives::reduce), whatever the library selects for `MPI_Reduce` (SMPI 3.32
//! `reduce_scatter__default`, which SMPI's other selectors use, too).

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
