//! Chooses where the vertices of a drawing stand, by the kind of topology ([`platform::Shape`]): one module for each kind.

mod cabinets;
mod grid;
mod groups;
mod irregular;
mod ring;
mod rows;
mod sizes;
mod tree;
mod zones;

use crate::collect::collect;
use crate::layout::Drawing;
use crate::plan::Plan;
use platform::{Platform, Shape, Topology};

/// Draws a machine with at most about `most` hosts; [`Drawing::notes`] says what is left out of a larger one.
///
/// Every link of the machine is looked at once, so this takes seconds on one of a hundred million links.
pub fn layout(platform: &Platform, most: u32) -> Drawing {
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
