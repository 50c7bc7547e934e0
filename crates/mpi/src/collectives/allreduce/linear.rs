//! Allreduce as a linear reduction to rank 0 and a linear broadcast (Open MPI 5.0 `allreduce_intra_basic_linear`).
//! n·(P−1) bytes reach and leave rank 0; any operation.

use super::reduce_bcast::reduce_bcast;
use crate::collectives::common::{SingleBatch, always};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "linear",
    doc: "A linear reduction to rank 0, then a linear broadcast.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["linear"; 2]), batch)),
};
