//! Network, compute and storage models, which implement the traits of the crate `kernel`.
//!
//! A model knows hosts, links, cores and bytes, and nothing of MPI. Its documentation states its equations, the effects that it
//! leaves out, and its cost. A new model is one file and one line in [`network::NETWORKS`], [`compute::COMPUTE`] or
//! [`storage::STORAGES`]; the common test suite of its family then runs on it.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

pub mod compute;
#[cfg(test)]
mod example;
#[cfg(test)]
#[path = "../../../fuzz/harness.rs"]
mod fuzz_harness;
mod machine;
pub mod network;
mod settings;
pub mod storage;

pub use config::{Parameter, ParameterKind};
pub use machine::Machine;
pub use settings::{ModelError, Setting};
