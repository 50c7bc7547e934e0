//! Allgather by pairwise exchange (SMPI 3.32 `pair`, and `ring` without XOR, which is no ring): a rank sends its block to one rank
//! after the other. P − 1 rounds; in round i a rank exchanges with rank XOR i if P is a power of two, else it sends to the rank i
//! after it and receives from the rank i before it. n·(P−1) bytes a rank.

use super::own::own;
use crate::collectives::common::{always, bytes};
use crate::collectives::rounds::{Between, Block, Rounds, XOR};
use crate::schedule::{Algorithm, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "pairwise",
    doc: "The own block to another rank in each round.",
    parameters: &[XOR],
    precondition: always,
    build: |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
};

pub(super) fn exchange(context: &Context<'_>, _: u32, from: u32) -> (Block, Block) {
    let block = bytes(context);
    ((own(context), block), (Loc::recv(block * u64::from(from)), block))
}
