//! The topologies Windtunnel knows, one file each.
//!
//! A new one: a file with its `KIND`, and a line in [`TOPOLOGIES`]; the suite in `suite.rs` then runs on it as soon
//! as it is given some small instances there.

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
mod max_flow;
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

use crate::error::PlatformError;
use crate::section::Section;
use crate::topology::TopologyKind;
use units::{Rate, Time};

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

/// Bandwidth and latency of a class of links.
#[derive(Clone, Copy, Debug)]
struct LinkClass {
    bandwidth: Rate,
    latency: Time,
}

impl LinkClass {
    /// Reads `links.<class>`.
    fn read(section: &Section<'_>, class: &str) -> Result<Self, PlatformError> {
        Ok(Self {
            bandwidth: section.rate(&format!("links.{class}.bandwidth"))?,
            latency: section.time(&format!("links.{class}.latency"))?,
        })
    }

    /// Reads `links.<word><index>`, where each value that is not given is that of `links.all`.
    fn read_indexed(section: &Section<'_>, word: &str, index: usize) -> Result<Self, PlatformError> {
        let own = |value: &str| format!("links.{word}{index}.{value}");
        let bandwidth = match section.optional_rate(&own("bandwidth"))? {
            Some(bandwidth) => bandwidth,
            None => section.rate("links.all.bandwidth")?,
        };
        let latency = match section.optional_time(&own("latency"))? {
            Some(latency) => latency,
            None => section.time("links.all.latency")?,
        };
        Ok(Self { bandwidth, latency })
    }
}

/// `count` links of `bandwidth` together.
fn total(bandwidth: Rate, count: u64) -> Rate {
    Rate(bandwidth.0.saturating_mul(count))
}

/// The product of `factors` if it fits 32 bits.
fn product(section: &Section<'_>, what: &str, factors: &[u32]) -> Result<u32, PlatformError> {
    let product = factors.iter().try_fold(1u32, |product, factor| product.checked_mul(*factor));
    product.ok_or_else(|| {
        let factors: Vec<String> = factors.iter().map(u32::to_string).collect();
        section.too_large(format!("{} {what}, at most {}", factors.join(" × "), u32::MAX))
    })
}

/// `links` as a 32-bit count.
fn link_count(section: &Section<'_>, links: u64) -> Result<u32, PlatformError> {
    u32::try_from(links).map_err(|_| section.too_large(format!("{links} links, at most {}", u32::MAX)))
}
