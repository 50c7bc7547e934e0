//! Allgather by pairwise exchange (SMPI 3.32 `pair`, and, without XOR, its `ring`, which despite its name is not a ring
//! algorithm): a rank sends its block to one rank after the other. P − 1 rounds; in round i a rank exchanges with rank XOR i if
//! P is a power of two, else it sends to the rank i after it and receives from the rank i before it. n·(P−1) bytes a rank.

use super::own::own;
use crate::collectives::common::bytes;
use crate::collectives::rounds::{Between, Block, ROTATE, Rounds, XOR};
use crate::collectives::spreading::Spreading;
use crate::schedule::{Algorithm, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "pairwise",
    "The own block to another rank in each round.",
    |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
)
.with(&[XOR]);

/// Allgather with all messages at once (SMPI 3.32 `spreading_simple`, and `iallgather`, which begins with rank 0): receives from all
/// other ranks, then sends of the own block to them, both beginning with the rank after. P − 1 messages of n bytes a rank.
pub(super) const SPREADING_SIMPLE: Algorithm = Algorithm::new(
    Operation::Allgather,
    "spreading_simple",
    "Non-blocking sends of the own block to all ranks.",
    |_, parameters| Spreading::boxed(parameters, exchange),
)
.with(&[ROTATE]);

pub(super) fn exchange(context: &Context<'_>, _: u32, from: u32) -> (Block, Block) {
    let block = bytes(context);
    ((own(context), block), (Loc::recv(block * u64::from(from)), block))
}
