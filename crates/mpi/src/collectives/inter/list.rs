//! The algorithms on intercommunicators, by operation.

use super::{
    allgather, allgatherv, allreduce, barrier, bcast, gather, linear, pairwise, reduce, reduce_scatter, scatter,
};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of every operation that is defined on intercommunicators.
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

/// The algorithms of an operation; none where it is not defined on intercommunicators.
pub fn of(operation: Operation) -> &'static [Algorithm] {
    ALL.iter().copied().find(|list| list[0].operation == operation).unwrap_or(&[])
}
