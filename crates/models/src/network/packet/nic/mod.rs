//! The packet model's NICs: they hold messages, and cut them into packets.

pub(super) mod fifo_engine;
pub(super) mod fifos;
pub(super) mod messages;
pub(super) mod scheduler;
pub(super) mod serial_queues;
