//! Parallel simulation of the packet model: the division of the network into partitions, exchange between partitions, and
//! threads.

pub(super) mod exchange;
pub(super) mod partitioning;
pub(super) mod worker_pool;
