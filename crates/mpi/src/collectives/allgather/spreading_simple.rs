//! Allgather with all messages at once (SMPI 3.32 `spreading_simple`, and `iallgather`, which begins with rank 0): receives from all
//! other ranks, then sends of the own block to them, both beginning with the rank after. P − 1 messages of n bytes a rank.

use super::pairwise::exchange;
use crate::collectives::common::always;
use crate::collectives::rounds::ROTATE;
use crate::collectives::spreading::Spreading;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "spreading_simple",
    doc: "Non-blocking sends of the own block to all ranks.",
    parameters: &[ROTATE],
    precondition: always,
    build: |_, parameters| Spreading::boxed(parameters, exchange),
};
