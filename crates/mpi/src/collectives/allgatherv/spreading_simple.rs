//! Allgatherv with all messages at once, as for allgather (SMPI 3.32 `iallgatherv`, which begins with rank 0; SMPI has no other).
//! Empty blocks are messages, too.

use super::pairwise::exchange;
use crate::collectives::common::always;
use crate::collectives::rounds::ROTATE;
use crate::collectives::spreading::Spreading;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgatherv,
    name: "spreading_simple",
    doc: "Non-blocking sends of the own block to all ranks.",
    parameters: &[ROTATE],
    precondition: always,
    build: |_, parameters| Spreading::boxed(parameters, exchange),
};
