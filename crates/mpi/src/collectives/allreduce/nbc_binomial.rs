//! Allreduce up one binomial tree to rank 0 and down another (Open MPI 5.0 `allred_sched_diss` of libnbc): 2·⌈log2 P⌉ rounds. Up goes the
//! tree in which a parent's number lacks the lowest set bit, down that in which it lacks the highest one.

use super::reduce_bcast::reduce_bcast;
use crate::collectives::common::{SingleBatch, always};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "nbc_binomial",
    doc: "A reduction up a binomial tree to rank 0, then a broadcast down another.",
    parameters: &[],
    precondition: always,
    build: |_, _| {
        SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["binomial", "nbc_binomial"]), batch))
    },
};
