//! Pairwise exchange with a barrier before each of the P rounds, of which the first is the copy of the rank's own block (SMPI 3.32
//! `pair_mpi_barrier`, and `ring_mpi_barrier` without XOR).

use super::pairwise::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, XOR};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise_mpi_barrier",
    doc: "Pairwise exchange with a barrier before every round.",
    parameters: &[XOR],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::Barriers, exchange),
};
