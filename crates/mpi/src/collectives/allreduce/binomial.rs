//! Allreduce as a reduction to rank 0 and a broadcast, both along binomial trees (part of SMPI 3.32 `smp_binomial`): 2·⌈log2 P⌉
//! rounds, 2·n·⌈log2 P⌉ bytes through rank 0.

use super::reduce_bcast::reduce_bcast;
use crate::collectives::common::{SingleBatch, always};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "binomial",
    doc: "A reduction up a binomial tree to rank 0, then a broadcast down one.",
    parameters: &[],
    precondition: always,
    build: |_, _| SingleBatch::boxed(|context, _, batch| reduce_bcast(context, Some(["binomial"; 2]), batch)),
};
