//! Collective algorithms: one file for each algorithm or family, registered by operation.
//!
//! An algorithm is a value (`Algorithm`) in its operation's list; it emits one rank's schedule, a graph of sends, receives,
//! copies and reductions ([`crate::schedule`]). Algorithms that differ only in a constant, in the tree or in the direction
//! (gather and scatter: [`rooted`]) share a generator. To add one, write `<operation>/<name>.rs` with an `ALGORITHM` and add a
//! line to the operation's list; the common test suite (`tests.rs` here) then checks it against the plain definition of the
//! operation for many numbers of ranks, roots, counts and placements, counts its messages and compares its schedule with a
//! snapshot.
//!
//! An algorithm has the name that its library of origin gives it, without prefixes: MPICH's `allgather_intra_brucks` is
//! `brucks`. Open MPI's `neighborexchange` is spelt `neighbour_exchange`. So one method may have two names (`pairwise`,
//! `pairwise_exchange`), and algorithms of different structure may share Open MPI's name `linear`. Operations are spelt as in
//! the standard.
//!
//! Algorithms on intercommunicators are in [`inter`].
//!
//! In the costs at the head of each file P is the number of ranks, n the bytes of the message (of a block where the operation
//! has blocks), and a round ends when every rank has heard from its partner. For a survey of the algorithms and where they pay
//! off see R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations in MPICH", IJHPCA 19(1),
//! 2005 (below: Thakur et al. 2005).

pub mod allgather;
pub mod allgatherv;
pub mod allreduce;
pub mod alltoall;
pub mod barrier;
pub mod bcast;
pub(crate) mod block_bounds;
mod build;
pub(crate) mod common;
mod dimemas;
mod direct;
mod doubling;
mod fold;
mod half_fold;
mod han;
pub mod inter;
pub(crate) mod limits;
mod list;
pub(crate) mod measured;
mod mesh;
pub mod neighbor_allgather;
pub mod neighbor_allgatherv;
pub mod neighbor_alltoall;
pub mod neighbor_alltoallv;
pub mod neighbor_alltoallw;
mod parts;
mod raw;
pub mod reduce;
pub mod reduce_scatter;
pub mod rooted;
mod rounds;
pub mod scan;
mod spreading;
#[cfg(test)]
mod tests;
mod timed;
pub(crate) mod tree;
mod trivial;

pub use build::build;
pub(crate) use list::by_host_first;
pub use list::{ALL, find, of};
pub use timed::TIMED;
