//! Discrete-event kernel: the event queue with its total order, the simulation loop that merges the queue's events with those
//! of resource models, random number streams, and the traits that network, compute and storage models implement. The kernel
//! knows nothing of MPI or of machines.
//!
//! # Order
//! Events are ordered by (time, class, source, the source's own sequence number). A source is a model entity (an actor, a
//! host, a port), never a partition, an address or an order of arrival, so any partition of the work gives the same order. At
//! one instant, completions of resources come before events of the queue.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod activity;
mod compute;
mod disciplines;
#[cfg(test)]
mod example;
mod network;
mod queue;
pub mod random;
mod steps;
mod storage;

pub use activity::{Activity, Doing};
pub use compute::{Compute, CpuDone, CpuTask, Finish, Purpose, Work};
pub use disciplines::{FirstComeFirstServed, ProcessorSharing};
pub use network::{
    ChannelTotals, Completion, CompletionKind, Connection, DivisibleNetwork, LinkCounters, LinkTotals, LinkUse,
    LinkUseKey, Losses, Network, Passage, Transfer,
};
pub use queue::EventQueue;
pub use steps::{Kernel, Resources, Step};
pub use storage::{
    DeviceAccess, Extent, Parts, Progress, ServerTotals, Service, Storage, StorageEvent, StorageKind,
    StorageProtocol, StorageRequest, Stripes,
};
