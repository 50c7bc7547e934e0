//! All-to-all by pairwise exchange, for long messages (Thakur et al. 2005, §4.4; MPICH 4.3 `alltoall_intra_pairwise`,
//! `alltoallw_intra_pairwise_exchange`; Open MPI 5.0 `alltoall_intra_pairwise`; SMPI `pair` and `ring`).
//!
//! With P ranks there are P − 1 rounds, and a rank sends n·(P−1) bytes for blocks of n bytes. The partners can be chosen in two
//! ways. By XOR (MPICH, and SMPI's `pair`; only if P is a power of two), a rank exchanges in round i with the rank whose number
//! is its own XOR i. In a ring (MPICH for other P, Open MPI, and SMPI's `ring`), it sends to the rank i after it, and receives
//! from the rank i before it. Empty blocks are sent, too.

use super::blocks::exchange;
use crate::collectives::common::two_buffers;
use crate::collectives::rounds::{Between, Rounds, SHIFTED, XOR};
use crate::schedule::{Algorithm, Context, Generator};
use config::Parameter;
use ops::Operation;

const fn algorithm(
    operation: Operation,
    (name, doc): (&'static str, &'static str),
    build: fn(&Context<'_>, &[u64]) -> Box<dyn Generator>,
) -> Algorithm {
    let rule: &[Parameter] = if matches!(operation, Operation::Alltoall) { &[XOR] } else { &[SHIFTED] };
    Algorithm::new(operation, name, doc, build).with(rule).requires(two_buffers)
}

pub(super) const fn plain(operation: Operation) -> Algorithm {
    let name = if matches!(operation, Operation::Alltoall) { "pairwise" } else { "pairwise_exchange" };
    algorithm(operation, (name, "One exchange per round, each with another rank."), |_, parameters| {
        Rounds::boxed(parameters, Between::Nothing, exchange)
    })
}

/// Ranks begin a round when their partner is ready (SMPI 3.32 `pair_light_barrier`, `ring_light_barrier`): after each round but the last, a
/// byte to the rank that is received from next. 2·P − 3 exchanges.
pub(super) const fn light_barrier(operation: Operation) -> Algorithm {
    let doc = "Pairwise exchange, each round after a byte from the next partner.";
    algorithm(operation, ("pairwise_light_barrier", doc), |_, parameters| {
        Rounds::boxed(parameters, Between::Signals, exchange)
    })
}

/// With a barrier before each of the P rounds, of which the first is the copy of the rank's own block (SMPI 3.32 `pair_mpi_barrier`,
/// `ring_mpi_barrier`).
pub(super) const fn mpi_barrier(operation: Operation) -> Algorithm {
    let doc = "Pairwise exchange with a barrier before every round.";
    algorithm(operation, ("pairwise_mpi_barrier", doc), |_, parameters| {
        Rounds::boxed(parameters, Between::Barriers, exchange)
    })
}

/// After one barrier (SMPI 3.32 `pair_one_barrier`, `ring_one_barrier`): ranks begin together.
pub(super) const fn one_barrier(operation: Operation) -> Algorithm {
    algorithm(operation, ("pairwise_one_barrier", "Pairwise exchange after a barrier."), |_, parameters| {
        Rounds::boxed(parameters, Between::OneBarrier, exchange)
    })
}
