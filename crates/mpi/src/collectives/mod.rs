//! Collective algorithms: one file each, listed by operation.
//!
//! An algorithm is a value ([`Algorithm`]) in its operation's list; it emits one rank's schedule
//! ([`crate::schedule`]). To add one, write `<operation>/<name>.rs` with an `ALGORITHM` and add a line to the
//! operation's list; the common test suite (`tests.rs` here) then checks it against the plain definition of
//! the operation for many numbers of ranks, roots, counts and layouts, and counts its messages.
//!
//! Intercommunicators have algorithms of their own, in [`inter`].
//!
//! In the costs at the head of each file P is the number of ranks, n the bytes of the message ([`bytes`] of a
//! block where the operation has blocks), and "round" a step after which every rank has heard from its partner.
//! The algorithms and where they pay are surveyed in R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of
//! Collective Communication Operations in MPICH", IJHPCA 19(1), 2005 (below: TRG 2005).

pub mod allgather;
pub mod allgatherv;
pub mod allreduce;
pub mod alltoall;
pub mod alltoallv;
pub mod alltoallw;
pub mod barrier;
pub mod bcast;
mod blocks;
pub(crate) mod common;
pub mod exscan;
mod fold;
pub mod gather;
pub mod gatherv;
pub mod inter;
pub mod neighbor_allgather;
pub mod neighbor_allgatherv;
pub mod neighbor_alltoall;
pub mod neighbor_alltoallv;
pub mod neighbor_alltoallw;
pub mod reduce;
pub mod reduce_scatter;
pub mod reduce_scatter_block;
pub mod scan;
pub mod scatter;
pub mod scatterv;
#[cfg(test)]
mod tests;
mod trivial;

pub(crate) use blocks::equal as equal_blocks;
pub(crate) use common::floor_power_of_two;

use crate::schedule::Algorithm;
use ops::Operation;

/// The lists of all operations, in the order of [`Operation::ALL`].
pub static ALL: &[&[Algorithm]] = &[
    barrier::ALGORITHMS,
    bcast::ALGORITHMS,
    gather::ALGORITHMS,
    gatherv::ALGORITHMS,
    scatter::ALGORITHMS,
    scatterv::ALGORITHMS,
    allgather::ALGORITHMS,
    allgatherv::ALGORITHMS,
    alltoall::ALGORITHMS,
    alltoallv::ALGORITHMS,
    alltoallw::ALGORITHMS,
    reduce::ALGORITHMS,
    allreduce::ALGORITHMS,
    reduce_scatter::ALGORITHMS,
    reduce_scatter_block::ALGORITHMS,
    scan::ALGORITHMS,
    exscan::ALGORITHMS,
    neighbor_allgather::ALGORITHMS,
    neighbor_allgatherv::ALGORITHMS,
    neighbor_alltoall::ALGORITHMS,
    neighbor_alltoallv::ALGORITHMS,
    neighbor_alltoallw::ALGORITHMS,
];

/// The algorithms of an operation.
pub fn of(operation: Operation) -> &'static [Algorithm] {
    ALL.iter().find(|list| list[0].operation == operation).expect("every operation has a list")
}

/// The algorithm of an operation with this name.
pub fn find(operation: Operation, name: &str) -> Option<&'static Algorithm> {
    of(operation).iter().find(|algorithm| algorithm.name == name)
}
