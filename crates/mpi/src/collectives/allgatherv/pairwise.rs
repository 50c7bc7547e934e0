//! Allgatherv by pairwise exchange (SMPI 3.32 `pair`, and, without XOR, its `ring`, which despite its name is not a ring
//! algorithm): as for allgather.

use super::packing::{in_recv, own};
use crate::collectives::rounds::{Between, Block, ROTATE, Rounds, XOR};
use crate::collectives::spreading::Spreading;
use crate::schedule::{Algorithm, Context};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "pairwise",
    "The own block to another rank in each round.",
    |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
)
.with(&[XOR]);

/// Allgatherv with all messages at once, as for allgather (SMPI 3.32 `iallgatherv`, which begins with rank 0; SMPI has no other).
/// Empty blocks are messages, too.
pub(super) const SPREADING_SIMPLE: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "spreading_simple",
    "Non-blocking sends of the own block to all ranks.",
    |_, parameters| Spreading::boxed(parameters, exchange),
)
.with(&[ROTATE]);

pub(super) fn exchange(context: &Context<'_>, _: u32, from: u32) -> (Block, Block) {
    ((own(context), in_recv(context, context.rank).1), in_recv(context, from))
}
