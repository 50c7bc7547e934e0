//! What a network model declares of itself.

use crate::{Machine, ModelError, Parameter, Setting};
use kernel::Network;
use std::sync::Arc;

/// Builds a model from its settings.
pub type BuildNetwork = fn(Arc<dyn Machine>, &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError>;

/// A network model: an entry of [`NETWORKS`].
#[derive(Debug)]
pub struct NetworkKind {
    /// The name in `--network NAME`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// The tables of links that it fills (`--observe`).
    pub tables: &'static [&'static str],
    /// Makes one.
    pub build: BuildNetwork,
}
