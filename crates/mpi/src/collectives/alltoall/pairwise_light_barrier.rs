//! Pairwise exchange whose ranks begin a round when their partner is ready (SMPI 3.32 `pair_light_barrier`, and `ring_light_barrier`
//! without XOR): after each round but the last, a byte to the rank that is received from next. 2·P − 3 exchanges.

use super::pairwise::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, XOR};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise_light_barrier",
    doc: "Pairwise exchange, each round after a byte from the next partner.",
    parameters: &[XOR],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::Signals, exchange),
};
