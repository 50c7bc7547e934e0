//! Allreduce on two levels with recursive doubling among the leaders (SMPI 3.32 `smp_rdb`), and binomial
//! trees on each host.

use super::smp::{Levels, fixed};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp_recursive_doubling",
    doc: "Binomial reduction on each host, recursive doubling among the leaders, binomial broadcast on each host.",
    parameters: &[],
    precondition: fixed,
    build: |_, _| Levels::boxed("recursive_doubling"),
};
