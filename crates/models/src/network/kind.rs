//! The declaration of a network model: name, parameters, what it leaves out, and how it is built. The list is `NETWORKS`.

use crate::{Machine, ModelError, Parameter, Setting};
use kernel::Network;
use std::sync::Arc;

/// Builds a model from its settings.
pub type BuildNetwork = fn(Arc<dyn Machine>, &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError>;

/// A network model: an entry of `NETWORKS`.
#[derive(Debug)]
pub struct NetworkKind {
    /// The name in `--network NAME`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What of a network it leaves out that dearer models have, as what follows "without": users hear it when a run takes long.
    pub leaves_out: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Its capabilities and needs.
    pub capabilities: Capabilities,
    /// Builds the model.
    pub build: BuildNetwork,
}

/// How messages contend for links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkUsage {
    /// There are no links.
    None,
    /// No contention: the bytes of each link are counted.
    Demand,
    /// Messages share the bandwidth of links.
    Sharing,
    /// Messages or packets queue for links.
    Queueing,
}

/// What a network model declares of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// How messages contend for links.
    pub links: LinkUsage,
    /// Messages queue for the ports of NICs.
    pub nic_queues: bool,
    /// It counts bytes per time bucket, if its parameter `bucket` is set.
    pub buckets: bool,
    /// It routes packets over virtual channels: the topology must have a [`platform::PacketRouting`].
    pub packets: bool,
}

impl Capabilities {
    /// Messages cross no links and do not queue.
    pub const NONE: Self = Self { links: LinkUsage::None, nic_queues: false, buckets: false, packets: false };

    /// Whether the model fills a table of links.
    pub fn fills(&self, table: &str) -> bool {
        match table {
            "links" | "link_use" => self.links != LinkUsage::None,
            "link_buckets" => self.buckets,
            "link_channels" => self.packets,
            _ => false,
        }
    }
}
