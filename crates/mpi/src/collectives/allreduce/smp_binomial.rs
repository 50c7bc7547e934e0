//! Allreduce on two levels with binomial trees to and from the first among the leaders (SMPI 3.32 `smp_binomial`), and binomial
//! trees on each host.

use super::smp::{Levels, fixed};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp_binomial",
    doc: "Binomial reduction on each host, binomial trees to and from the first among the leaders, binomial broadcast on each host.",
    parameters: &[],
    precondition: fixed,
    build: |_, _| Levels::boxed("binomial"),
};
