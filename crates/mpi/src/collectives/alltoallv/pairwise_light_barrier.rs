//! Pairwise exchange whose ranks begin a round when their partner is ready (SMPI 3.32 `ring_light_barrier`, and `pair_light_barrier`
//! with XOR): after each round but the last, a byte to the rank that is received from next. 2·P − 3 exchanges.

use super::blocks::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, SHIFTED};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoallv,
    name: "pairwise_light_barrier",
    doc: "Pairwise exchange, each round after a byte from the next partner.",
    parameters: &[SHIFTED],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::Signals, exchange),
};
