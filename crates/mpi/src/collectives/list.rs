//! The registry of collective algorithms on intracommunicators, by operation.

use super::{
    allgather, allgatherv, allreduce, alltoall, barrier, bcast, neighbor_allgather, neighbor_allgatherv,
    neighbor_alltoall, neighbor_alltoallv, neighbor_alltoallw, reduce, reduce_scatter, rooted, scan,
};
use crate::schedule::Algorithm;
use ops::Operation;

/// The algorithms of every operation, in the order of [`Operation::ALL`].
pub static ALL: &[&[Algorithm]] = &[
    barrier::ALGORITHMS,
    bcast::ALGORITHMS,
    rooted::GATHER,
    rooted::GATHERV,
    rooted::SCATTER,
    rooted::SCATTERV,
    allgather::ALGORITHMS,
    allgatherv::ALGORITHMS,
    alltoall::ALLTOALL,
    alltoall::ALLTOALLV,
    alltoall::ALLTOALLW,
    reduce::ALGORITHMS,
    allreduce::ALGORITHMS,
    reduce_scatter::REDUCE_SCATTER,
    reduce_scatter::REDUCE_SCATTER_BLOCK,
    scan::SCAN,
    scan::EXSCAN,
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

/// Whether an algorithm is divided into calls on each host and across hosts: MPICH's compositions, SMPI's, Open MPI's HAN.
pub(crate) fn by_host_first(algorithm: &Algorithm) -> bool {
    ["smp", "han"].iter().any(|family| algorithm.name.starts_with(family))
}

/// The algorithm of an operation with this name.
pub fn find(operation: Operation, name: &str) -> Option<&'static Algorithm> {
    of(operation).iter().find(|algorithm| algorithm.name == name)
}
