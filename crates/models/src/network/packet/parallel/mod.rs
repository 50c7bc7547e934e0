//! What several threads need: the division of the network, exchange between partitions, and threads.

pub(super) mod exchange;
pub(super) mod partitioning;
pub(super) mod worker_pool;
