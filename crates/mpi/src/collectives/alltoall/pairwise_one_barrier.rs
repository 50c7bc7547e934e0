//! Pairwise exchange after one barrier (SMPI 3.32 `pair_one_barrier`, and `ring_one_barrier` without XOR): ranks begin together.

use super::pairwise::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, XOR};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise_one_barrier",
    doc: "Pairwise exchange after a barrier.",
    parameters: &[XOR],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::OneBarrier, exchange),
};
