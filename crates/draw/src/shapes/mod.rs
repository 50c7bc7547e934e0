//! Where vertices stand, one file for each arrangement.

mod cabinets;
mod grid;
mod groups;
mod irregular;
mod ring;
mod rows;
mod tree;
mod zones;

use crate::collect::collect;
use crate::layout::Layout;
use crate::plan::Plan;
use platform::{Platform, Shape, Topology};

/// Draws a machine with at most about `most` hosts; [`Layout::notes`] says what is left out of a larger one.
///
/// Every link of the machine is looked at once, so this takes seconds on one of a hundred million links.
pub fn layout(platform: &Platform, most: u32) -> Layout {
    let (topology, most) = (platform.topology(), most.max(1));
    collect(topology, plan(topology, most))
}

fn plan(topology: &dyn Topology, most: u32) -> Plan {
    match topology.shape() {
        Shape::Grid { sizes, wraps } => grid::plan(&sizes, wraps, most),
        Shape::Tree { levels } => tree::plan(&levels, most),
        Shape::Cabinets { starts, roots } => cabinets::plan(&starts, roots, most),
        Shape::Groups { groups, leaves, spines, hosts, .. } => {
            groups::plan(&groups::Groups { groups, leaves, spines, hosts }, most)
        }
        Shape::Rows { sizes, hosts } => rows::plan(&sizes, hosts, most),
        Shape::Halves { q, hosts } => groups::halves(q, hosts, most),
        Shape::Ring => ring::plan(topology.hosts(), most),
        Shape::Zones { first_switch, switches } => zones::plan(topology, first_switch..first_switch + switches, most),
        Shape::Irregular => irregular::plan(topology, most),
    }
}

/// Makes the largest of `sizes` smaller, the first of equals, until their product is at most `most`.
fn shrunk(sizes: &[u32], most: u32) -> Vec<u32> {
    let mut sizes = sizes.to_vec();
    let product = |sizes: &[u32]| sizes.iter().map(|size| u64::from(*size)).fold(1, u64::saturating_mul);
    while product(&sizes) > u64::from(most) {
        let largest = sizes.iter().copied().max().unwrap_or(1);
        let Some(size) = sizes.iter_mut().find(|size| **size == largest && largest > 1) else { break };
        // In steps, so that a dimension of millions is soon done.
        *size -= (largest / 16).max(1);
    }
    sizes
}

/// `8 × 8 × 4`.
fn times(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" × ")
}
