//! Allreduce on two levels with the ring among the leaders (SMPI 3.32 `smp_rsag_lr`, and where the elements divide evenly `smp_rsag`), and binomial
//! trees on each host.

use super::smp::{Levels, fixed};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp_ring",
    doc: "Binomial reduction on each host, the ring among the leaders, binomial broadcast on each host.",
    parameters: &[],
    precondition: fixed,
    build: |_, _| Levels::boxed("ring"),
};
