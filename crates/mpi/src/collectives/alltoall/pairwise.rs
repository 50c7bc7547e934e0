//! All-to-all by pairwise exchange (TRG 2005, §4.4; MPICH 4.3 `alltoall_intra_pairwise`; Open MPI 5.0
//! `alltoall_intra_pairwise`, which has no partners by XOR; SMPI's `pair`, and `ring` without XOR).
//!
//! P − 1 rounds; in round i a rank exchanges with rank XOR i if P is a power of two, else it sends to the rank i
//! after it and receives from the rank i before it. n·(P−1) bytes a rank: for long messages.

use crate::collectives::common::{bytes, two_buffers};
use crate::collectives::rounds::{Between, Block, Rounds, XOR};
use crate::schedule::{Algorithm, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise",
    doc: "One exchange per round, each with another rank.",
    parameters: &[XOR],
    precondition: two_buffers,
    build: |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
};

/// The block for a rank, and the place of that from another.
pub(super) fn exchange(context: &Context<'_>, to: u32, from: u32) -> (Block, Block) {
    let block = bytes(context);
    ((Loc::send(block * u64::from(to)), block), (Loc::recv(block * u64::from(from)), block))
}
