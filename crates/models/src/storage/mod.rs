//! Storage models behind [`kernel::Storage`].

mod shared;
#[cfg(test)]
mod suite;

pub use shared::SharedFileSystem;

use crate::{ModelError, Parameter, Setting};
use kernel::Storage;
use units::Endpoint;

/// The servers of a file system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Servers {
    /// So many, each attached to every host: what goes to them does not cross the network.
    Attached(u32),
    /// One at each of these places of the network.
    At(Vec<Endpoint>),
}

impl Servers {
    /// How many there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Attached(count) => *count,
            Self::At(places) => u32::try_from(places.len()).unwrap_or(u32::MAX),
        }
    }
}

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
pub const STORAGES: &[StorageKind] = &[StorageKind {
    name: "shared",
    doc: "One file system for all hosts: files are striped over servers, whose requests share their bandwidth evenly.",
    parameters: shared::PARAMETERS,
    build: shared::build,
}];
