//! Allgather and allgatherv by pairwise exchange: each rank sends its block to one rank after the other. With P ranks there are
//! P − 1 rounds. If P is a power of two, rank r exchanges blocks with rank r XOR i in round i. Otherwise rank r sends to rank r
//! + i and receives from rank r − i (mod P). A rank sends n·(P−1) bytes for blocks of n bytes.
//!
//! This is SMPI 3.32's `pair`. SMPI's `ring` uses r + i and r − i for every P, also for powers of two (despite its name it is
//! not a ring algorithm).

use super::own::{in_recv, own};
use crate::collectives::rounds::{Between, Block, ROTATE, Rounds, XOR};
use crate::collectives::spreading::Spreading;
use crate::schedule::{Algorithm, Context};
use ops::Operation;

pub(in crate::collectives) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(operation, "pairwise", "The own block to another rank in each round.", |_, parameters| {
        Rounds::boxed(parameters, Between::Nothing, exchange)
    })
    .with(&[XOR])
}

/// With all messages at once (SMPI 3.32 `spreading_simple`, and `iallgather` and `iallgatherv`, which begin with rank 0): receives
/// from all other ranks, then sends of the own block to them, both beginning with the rank after. P − 1 messages of n bytes a rank;
/// empty blocks are messages, too.
pub(in crate::collectives) const fn spreading_simple(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "spreading_simple",
        "Non-blocking sends of the own block to all ranks.",
        |_, parameters| Spreading::boxed(parameters, exchange),
    )
    .with(&[ROTATE])
}

fn exchange(context: &Context<'_>, _: u32, from: u32) -> (Block, Block) {
    ((own(context), in_recv(context, context.rank).1), in_recv(context, from))
}
