//! Storage models behind [`kernel::Storage`]: file systems, their layouts, caches and devices.

pub mod caches;
pub mod devices;
#[cfg(test)]
mod fuzz;
pub mod layouts;
mod parallel;
mod servers;
mod shared;
#[cfg(test)]
mod suite;

pub use servers::Servers;
pub use shared::SharedFileSystem;

use crate::{ModelError, Parameter, Setting};
use kernel::Storage;

/// Builds a model from its servers and settings.
pub type BuildStorage = fn(Servers, &[Setting<'_>]) -> Result<Box<dyn Storage>, ModelError>;

/// A storage model: an entry of [`STORAGES`].
#[derive(Debug)]
pub struct StorageKind {
    /// The name in `model` of a platform's `[storage]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Makes one.
    pub build: BuildStorage,
}

/// All storage models; the first is what a platform without `[storage]` has.
pub const STORAGES: &[StorageKind] = &[
    StorageKind {
        name: "shared",
        doc: "One file system for all hosts: files are striped over servers, whose requests share their bandwidth evenly.",
        parameters: shared::PARAMETERS,
        build: shared::build,
    },
    StorageKind {
        name: "parallel",
        doc: "Servers with caches and devices; devices, servers and the network work at the same time.",
        parameters: parallel::PARAMETERS,
        build: parallel::build,
    },
];
