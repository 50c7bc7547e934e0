//! Simulated time and the seams of everything that takes time: the event queue with its total order, the
//! merge of queue and resource models into one stream of steps, random streams, and the traits a network or
//! compute or storage model implements. Stackless; knows neither MPI nor machines.
//!
//! # Order
//! Events are ordered by (time, class, source, the source's own sequence). A source is a model entity (an
//! actor, a host, a port), never a partition, an address or an order of arrival, so any partition of the work
//! agrees on it. At one instant completions of resources come before events of the queue.
#![forbid(unsafe_code)]

mod compute;
mod network;
mod queue;
pub mod random;
mod steps;
mod storage;

pub use compute::{Compute, CpuDone, Finish, Work};
pub use network::{
    ChannelTotals, Completion, CompletionKind, LinkCounters, LinkTotals, LinkUse, LinkUseKey, Network, Transfer,
};
pub use queue::EventQueue;
pub use steps::{Kernel, Resources, Step};
pub use storage::{Storage, StorageDone, StorageKind, StorageRequest};
