//! Collective algorithms on intercommunicators (MPI 5.0 §6.2.3), by operation.
//!
//! They are MPICH's (4.3; the same since 3.3). Each group does its part by operations on its local intracommunicator
//! ([`crate::schedule::Level::LocalGroup`]). Rank 0 or the root exchanges messages with the remote group; in a send or receive
//! of a schedule, the peer is always a rank of the remote group. Where each group needs data from the other, two operations
//! with a root follow one another: in the first the root is in the low group ([`crate::schedule::RemoteGroup::low`]), in the
//! second in the high one.
//!
//! In the costs at the head of each file P is the size of the local group and Q that of the remote one.

mod allgather;
mod allgatherv;
mod allreduce;
mod barrier;
mod groups;
mod list;
mod pairwise;
mod reduce_scatter;
mod rooted;

pub use list::{ALL, of};
