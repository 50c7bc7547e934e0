//! `hyperx`: switches on an n-dimensional grid, each joined to every other switch of its row in each dimension (Ahn,
//! Binkert, Davis, McLaren, Schreiber: "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks",
//! SC 2009). With equal dimensions it is a flattened butterfly (Kim, Dally, Abts, ISCA 2007).
//!
//! Parameters: the `dimensions` k₁ … kₙ, T `hosts` per switch, and the links, for all dimensions together or for each one
//! (`links.dim#`: the relative bandwidths K of the paper). Switch (c₁, …, cₙ) has number c₁ + k₁·(c₂ + k₂·(c₃ + …)); its
//! hosts are numbered consecutively. S = k₁ · … · kₙ is the number of switches.
//!
//! Routes: dimension by dimension in the order given, one link per dimension in which the source's and the destination's
//! switch differ.
//!
//! Links: 2·T·S between hosts and switches, and S·Σ(kᵢ − 1) between switches. Diameter: 2 + the number of dimensions of
//! more than one switch.
//!
//! Bisection: one dimension, of size k, is cut between its lower ⌊k/2⌋ planes and the rest. S/k·⌊k/2⌋·⌈k/2⌉ links of this
//! dimension cross the cut. If the links of the hosts in the lower planes carry less, the bisection is the capacity of those
//! host links. Of all dimensions, the one with the smallest capacity counts. With one switch, the links of half of its hosts
//! are cut.

use super::links::{LinkClass, dimensions, link_count, product, total};
use super::network::{Cut, Graph, Hosts, network, pairs};
use super::routers::{ADAPTIVE, DIMENSION_ORDER, Routers, Step, UGAL_G, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "hyperx",
    doc: "Switches on a grid, each joined to every other one along each dimension (flattened butterfly).",
    parameters: &[
        Parameter::required("dimensions", ParameterKind::Counts, "Switches along each dimension."),
        Parameter::required("hosts", ParameterKind::Count, "Hosts per switch."),
        Parameter::required("links.host.bandwidth", ParameterKind::Bandwidth, "Host to switch, each direction."),
        Parameter::required("links.host.latency", ParameterKind::Latency, "Host to switch."),
        Parameter::optional("links.all.bandwidth", ParameterKind::Bandwidth, "Switch to switch, each direction."),
        Parameter::optional("links.all.latency", ParameterKind::Latency, "Switch to switch."),
        Parameter::optional(
            "links.dim#.bandwidth",
            ParameterKind::Bandwidth,
            "The same for dimension #, counted from 1.",
        ),
        Parameter::optional(
            "links.dim#.latency",
            ParameterKind::Latency,
            "The same for dimension #, counted from 1.",
        ),
    ],
    formulas: Formulas {
        hosts: "T·S, S = k₁·k₂⋯",
        links: "2·T·S + S·Σ(kᵢ − 1)",
        diameter: "2 + the number of dimensions of more than one switch",
        bisection: "the minimum over dimensions of (S/k)·⌊k/2⌋·⌈k/2⌉·B, or the host links of the lower planes if less",
    },
    build,
};

#[derive(Clone, Copy, Debug)]
struct Dimension {
    size: u32,
    /// Difference between the numbers of neighbours.
    stride: u32,
    link: LinkClass,
    /// The first of its links, which are numbered by switch, then by the coordinate they lead to.
    first: u32,
}

#[derive(Debug)]
struct HyperX {
    switches: u32,
    dimensions: Vec<Dimension>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let sizes = dimensions(section)?;
    section.check_indices("links", "dim", sizes.len())?;
    let switches = product(section, "switches", &sizes)?;
    let hosts =
        Hosts::on(section, &[switches], section.count("hosts")?)?.linked(LinkClass::read(section, "host")?, 1);
    let (mut stride, mut links) = (1, 0);
    let mut dimensions = Vec::with_capacity(sizes.len());
    for (index, size) in sizes.iter().copied().enumerate() {
        let link = LinkClass::read_indexed(section, "dim", index + 1)?;
        dimensions.push(Dimension { size, stride, link, first: link_count(section, links)? });
        links += u64::from(switches) * u64::from(size - 1);
        // The last stride is the number of switches, which fits.
        stride *= size;
    }
    let names = (1..=sizes.len()).map(|index| format!("dim{index}"));
    let class_names = std::iter::once("host".to_owned()).chain(names).collect();
    network(section, HyperX { switches, dimensions }, hosts, links, class_names)
}

impl Dimension {
    fn coordinate(&self, switch: u32) -> u32 {
        switch / self.stride % self.size
    }

    fn with_coordinate(&self, switch: u32, coordinate: u32) -> u32 {
        switch - self.coordinate(switch) * self.stride + coordinate * self.stride
    }

    /// From a switch to that of its row at another coordinate.
    fn step(&self, switch: u32, to: u32) -> Step {
        let link = self.first + switch * (self.size - 1) + to - u32::from(to > self.coordinate(switch));
        Step { link, vc: 0, end: self.with_coordinate(switch, to) }
    }
}

impl HyperX {
    /// The dimension that a link is along.
    fn dimension_of(&self, link: u32) -> usize {
        // Dimensions of one switch own no links: the last that starts here or before is the owner.
        self.dimensions.partition_point(|dimension| dimension.first <= link) - 1
    }
}

impl Graph for HyperX {
    const ROUTINGS: &'static [RoutingKind] = &[DIMENSION_ORDER, VALIANT, ADAPTIVE, UGAL_G];

    fn routers(&self) -> u32 {
        self.switches
    }

    fn link(&self, link: u32) -> (LinkClass, u8) {
        let at = self.dimension_of(link);
        (self.dimensions[at].link, at as u8 + 1)
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        let dimension = &self.dimensions[self.dimension_of(link)];
        let index = link - dimension.first;
        let (from, other) = (index / (dimension.size - 1), index % (dimension.size - 1));
        let to = other + u32::from(other >= dimension.coordinate(from));
        (from, dimension.with_coordinate(from, to))
    }

    fn router_name(&self, router: u32) -> String {
        let list: Vec<String> =
            self.dimensions.iter().map(|dimension| dimension.coordinate(router).to_string()).collect();
        format!("({})", list.join(","))
    }

    fn longest(&self) -> u32 {
        self.dimensions.iter().filter(|dimension| dimension.size > 1).count() as u32
    }

    fn cuts(&self) -> Vec<Cut> {
        let of_dimension = |&Dimension { size, stride, link, .. }: &Dimension| {
            let across = u64::from(self.switches / size) * pairs(size);
            [Cut::routers(stride, size, total(link.bandwidth, across)), Cut::hosts(stride, size)]
        };
        self.dimensions.iter().flat_map(of_dimension).collect()
    }

    fn shape(&self, hosts: u32) -> Shape {
        Shape::Rows { sizes: self.dimensions.iter().map(|d| d.size).collect(), hosts }
    }

    fn describe(&self, hosts: u32) -> String {
        let sizes: Vec<String> = self.dimensions.iter().map(|dimension| dimension.size.to_string()).collect();
        format!("HyperX of {} switches × {hosts} hosts", sizes.join(" × "))
    }
}

/// Dimension by dimension there is no cycle in one VC.
impl Routers for HyperX {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> Step {
        let differs = |dimension: &&Dimension| dimension.coordinate(here) != dimension.coordinate(to);
        let dimension = self.dimensions.iter().find(differs).expect("two switches differ in a dimension");
        dimension.step(here, dimension.coordinate(to))
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.switches, view)
    }
}
