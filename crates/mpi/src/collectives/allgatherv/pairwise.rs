//! Allgatherv by pairwise exchange (SMPI 3.32 `pair`, and `ring` without XOR, which is no ring): as for allgather.

use super::packing::{in_recv, own};
use crate::collectives::common::always;
use crate::collectives::rounds::{Between, Block, Rounds, XOR};
use crate::schedule::{Algorithm, Context};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgatherv,
    name: "pairwise",
    doc: "The own block to another rank in each round.",
    parameters: &[XOR],
    precondition: always,
    build: |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
};

pub(super) fn exchange(context: &Context<'_>, _: u32, from: u32) -> (Block, Block) {
    ((own(context), in_recv(context, context.rank).1), in_recv(context, from))
}
