//! Partitions of the network, their events, and their parallel simulation.

pub(super) mod calendar;
pub(super) mod events;
pub(super) mod exchange;
pub(super) mod partition;
pub(super) mod partitioning;
pub(super) mod process;
pub(super) mod shared_state;
pub(super) mod simulator;
pub(super) mod worker_pool;
