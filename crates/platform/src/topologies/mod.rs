//! The topologies, one file each.
//!
//! To add a topology, write a file with its `KIND`, add a line to [`TOPOLOGIES`], and add some small instances to `suite.rs`,
//! whose tests then run on them.

mod cluster;
mod dragonfly;
mod dragonfly_plus;
mod fat_tree;
mod full;
mod global;
mod graph;
mod hop_vcs;
mod hypercube;
mod hyperx;
mod links;
mod max_flow;
mod network;
mod partition;
mod percs;
#[cfg(test)]
mod random;
mod routers;
#[cfg(test)]
mod routing_suite;
mod slim_fly;
#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;
mod torus;
mod zones;

use crate::topology::TopologyKind;

/// All kinds of topology, in the order they are listed.
pub static TOPOLOGIES: &[TopologyKind] = &[
    cluster::KIND,
    torus::TORUS,
    torus::MESH,
    hypercube::KIND,
    fat_tree::KIND,
    dragonfly::KIND,
    dragonfly_plus::KIND,
    percs::KIND,
    hyperx::KIND,
    slim_fly::KIND,
    full::KIND,
    graph::KIND,
    zones::KIND,
];

#[cfg(test)]
mod numbering {
    mod tests;
}
