//! Algorithms on intercommunicators (MPI 5.0 §6.2.3), by operation.
//!
//! They are MPICH's (4.3; the same since 3.3): each group does its part on its own intracommunicator
//! ([`Level::Within`]), ranks 0 or the root speak with the other group. Ranks that messages name are the other group's.
//! Where both groups have to hear from each other, first the low one ([`Remote::low`]) has the root, then the other.
//!
//! In the costs at the head of each file P is the number of ranks of the own group and Q that of the other.

mod allgather;
mod allgatherv;
mod allreduce;
mod barrier;
mod bcast;
mod gather;
mod linear;
mod pairwise;
mod reduce;
mod reduce_scatter;
mod scatter;

use super::common::part;
use crate::schedule::{Algorithm, Context, Level, Remote, SubCall};
use ops::{Operation, ROOT_PROC_NULL, ROOT_SELF};

/// The lists of all operations that are defined on intercommunicators.
pub static ALL: &[&[Algorithm]] = &[
    &[barrier::ALGORITHM],
    &[bcast::ALGORITHM],
    &[linear::algorithm(Operation::Gather), gather::ALGORITHM],
    &[linear::algorithm(Operation::Gatherv)],
    &[linear::algorithm(Operation::Scatter), scatter::ALGORITHM],
    &[linear::algorithm(Operation::Scatterv)],
    &[allgather::ALGORITHM],
    &[allgatherv::ALGORITHM],
    &[pairwise::algorithm(Operation::Alltoall)],
    &[pairwise::algorithm(Operation::Alltoallv)],
    &[pairwise::algorithm(Operation::Alltoallw)],
    &[reduce::ALGORITHM],
    &[allreduce::EXCHANGE, allreduce::REMOTE_REDUCE],
    &[reduce_scatter::algorithm(Operation::ReduceScatter)],
    &[reduce_scatter::algorithm(Operation::ReduceScatterBlock)],
];

/// The algorithms of an operation: none for a scan.
pub fn of(operation: Operation) -> &'static [Algorithm] {
    ALL.iter().copied().find(|list| list[0].operation == operation).unwrap_or(&[])
}

/// The other group of an algorithm's communicator.
fn remote(context: &Context<'_>) -> Remote {
    context.remote.expect("an algorithm for intercommunicators")
}

/// What a rank has to do with a rooted operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Root,
    /// In the root's group: nothing.
    Beside,
    /// In the other group; the root's rank.
    Across(u32),
}

impl Role {
    fn of(context: &Context<'_>) -> Self {
        match context.call.root {
            ROOT_SELF => Self::Root,
            ROOT_PROC_NULL => Self::Beside,
            root => Self::Across(root),
        }
    }
}

/// The two roots, one after the other, where rank 0 of each group is one: as this rank names them. The low group's is
/// the first.
fn roots(context: &Context<'_>) -> [u32; 2] {
    let own = if context.rank == 0 { ROOT_SELF } else { ROOT_PROC_NULL };
    if remote(context).low { [own, 0] } else { [0, own] }
}

/// A part within the own group, rank 0 being the root.
fn within(context: &Context<'_>, operation: Operation) -> SubCall {
    part(context, Level::Within, operation, 0)
}

/// A part with the other group.
fn across(context: &Context<'_>, operation: Operation, root: u32) -> SubCall {
    part(context, Level::All, operation, root)
}
