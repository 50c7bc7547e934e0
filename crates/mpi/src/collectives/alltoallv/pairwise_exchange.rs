//! All-to-all of blocks of any length, one exchange a round (MPICH 4.3 `alltoallw_intra_pairwise_exchange`; SMPI's `ring`, and
//! `pair` with XOR): in round i a rank sends to the rank i after it and receives from the rank i before it, empty blocks
//! too. P − 1 rounds.

use super::blocks::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, SHIFTED};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::Alltoallv);

/// The algorithm for an operation whose blocks are in [`ops::Vectors`].
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "pairwise_exchange",
        doc: "One exchange per round, each with another rank.",
        parameters: &[SHIFTED],
        precondition: two_buffers,
        build: |_, parameters| Rounds::boxed(parameters, Between::Nothing, exchange),
    }
}
