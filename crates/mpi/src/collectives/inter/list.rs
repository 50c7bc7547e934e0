//! The registry of collective algorithms on intercommunicators, by operation.

use super::{allgather, allgatherv, allreduce, barrier, pairwise, reduce_scatter, rooted};
use crate::collectives::rooted::linear;
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of every operation that is defined on intercommunicators.
pub static ALL: &[&[Algorithm]] = &[
    &[barrier::ALGORITHM],
    &[rooted::BCAST],
    &[linear::between_groups(Operation::Gather), rooted::GATHER],
    &[linear::between_groups(Operation::Gatherv)],
    &[linear::between_groups(Operation::Scatter), rooted::SCATTER],
    &[linear::between_groups(Operation::Scatterv)],
    &[allgather::ALGORITHM],
    &[allgatherv::ALGORITHM],
    &[pairwise::algorithm(Operation::Alltoall)],
    &[pairwise::algorithm(Operation::Alltoallv)],
    &[pairwise::algorithm(Operation::Alltoallw)],
    &[rooted::REDUCE],
    &[allreduce::EXCHANGE, allreduce::REMOTE_REDUCE],
    &[reduce_scatter::algorithm(Operation::ReduceScatter)],
    &[reduce_scatter::algorithm(Operation::ReduceScatterBlock)],
];

/// The algorithms of an operation; none where it is not defined on intercommunicators.
pub fn of(operation: Operation) -> &'static [Algorithm] {
    ALL.iter().copied().find(|list| list[0].operation == operation).unwrap_or(&[])
}
