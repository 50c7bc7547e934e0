//! The packet simulator: partitions of the network, their events and clocks, and the network as a whole. With one thread there
//! is one partition.

pub(super) mod arriving;
pub(super) mod calendar;
pub(super) mod event_loop;
pub(super) mod events;
pub(super) mod packet_simulator;
pub(super) mod partition;
pub(super) mod shared_state;
