//! Pairwise exchange after one barrier (SMPI 3.32 `ring_one_barrier`, and `pair_one_barrier` with XOR): ranks begin together.

use super::blocks::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, SHIFTED};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoallv,
    name: "pairwise_one_barrier",
    doc: "Pairwise exchange after a barrier.",
    parameters: &[SHIFTED],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::OneBarrier, exchange),
};
