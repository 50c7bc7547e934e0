//! The NICs of the packet model: they cut messages into packets, and decide when each packet enters the network. `scheduler` is
//! the code for NICs without injection FIFOs; `fifos` and `fifo_engine` are for NICs with them.

pub(super) mod fifo_engine;
pub(super) mod fifos;
pub(super) mod messages;
pub(super) mod scheduler;
pub(super) mod serial_queues;
