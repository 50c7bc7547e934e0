//! Allreduce on two levels with Rabenseifner's algorithm among the leaders (SMPI 3.32 `smp_rsag_rab`), and binomial
//! trees on each host.

use super::smp::{Levels, fixed};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp_reduce_scatter_allgather",
    doc: "Binomial reduction on each host, Rabenseifner's algorithm among the leaders, binomial broadcast on each host.",
    parameters: &[],
    precondition: fixed,
    build: |_, _| Levels::boxed("reduce_scatter_allgather"),
};
