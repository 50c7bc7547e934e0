//! Pairwise exchange with a barrier before each of the P rounds, of which the first is the copy of the rank's own block (SMPI 3.32
//! `ring_mpi_barrier`, and `pair_mpi_barrier` with XOR).

use super::blocks::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, SHIFTED};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoallv,
    name: "pairwise_mpi_barrier",
    doc: "Pairwise exchange with a barrier before every round.",
    parameters: &[SHIFTED],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::Barriers, exchange),
};
