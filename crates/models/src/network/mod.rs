//! Network models behind [`kernel::Network`].

pub mod delay;
mod demand;
pub mod flow;
pub mod ideal;
mod injection;
pub mod loggps;
pub mod packet;
mod scale;

#[cfg(test)]
pub(crate) mod suite;

use crate::{Machine, ModelError, Parameter, Setting};
use kernel::Network;
use scale::Scale;
use std::sync::Arc;
use units::{LinkId, Rate};

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

/// All network models, the cheapest first.
pub const NETWORKS: &[NetworkKind] = &[
    NetworkKind {
        name: "ideal",
        doc: "Messages take no time: what remains is computing, the MPI library's own work and dependences.",
        parameters: ideal::PARAMETERS,
        tables: &[],
        build: ideal::build,
    },
    NetworkKind {
        name: "delay",
        doc: "Every message takes latency + bytes/bandwidth of its route; messages don't disturb each other.",
        parameters: delay::PARAMETERS,
        tables: &["links", "link_use"],
        build: delay::build,
    },
    NetworkKind {
        name: "loggps",
        doc: "A NIC sends one message at a time and takes one at a time (LogGP, LogGPS); the network between is free.",
        parameters: loggps::PARAMETERS,
        tables: &["links", "link_use"],
        build: loggps::build,
    },
    NetworkKind {
        name: "flow",
        doc: "Messages share the links of their routes max-min fairly while they last.",
        parameters: flow::PARAMETERS,
        tables: &["links", "link_use", "link_buckets"],
        build: flow::build,
    },
    NetworkKind {
        name: "packet",
        doc: "Messages are cut into packets, which wait in switches for links and for room in the next buffer.",
        parameters: packet::PARAMETERS,
        tables: &["links", "link_use", "link_buckets", "link_channels"],
        build: packet::build,
    },
];

/// Bits of a rate where nothing else has to fit beside it.
const EQUAL_BITS: u32 = 61;

/// The scale in which the fastest link of a machine takes so many bits.
fn scale_of(machine: &dyn Machine, bits: u32) -> Scale {
    Scale::new(fastest_link(machine), bits)
}

/// The bandwidth of the fastest link of a machine.
fn fastest_link(machine: &dyn Machine) -> Rate {
    (0..machine.links()).map(|link| machine.link(LinkId(link)).bandwidth).max().unwrap_or(Rate(0))
}
