//! `hyperx`: switches on an n-dimensional grid, each joined to every other switch of its row in each dimension (Ahn,
//! Binkert, Davis, McLaren, Schreiber: "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks",
//! SC 2009). With equal dimensions it is a flattened butterfly (Kim, Dally, Abts, ISCA 2007).
//!
//! Parameters: the `dimensions` k₁ … kₙ, T `hosts` per switch, and the links, of all dimensions or of each
//! (`links.dim#`: the relative bandwidths K of the paper). Switch (c₁, …, cₙ) has number c₁ + k₁·(c₂ + k₂·(c₃ + …));
//! its hosts are numbered consecutively.
//!
//! Routes: dimension by dimension in the order given, one link for each in which the ends differ.
//!
//! Links: 2·T·S up and down of S switches, and S·Σ(kᵢ − 1) between switches. Diameter: 2 + the number of dimensions of
//! more than one switch.
//!
//! Bisection: the lower ⌊k/2⌋ planes of a dimension of k against the rest: S/k·⌊k/2⌋·⌈k/2⌉ of its links, or the host
//! links of the lower planes if they carry less; the dimension for which that is least, the first of equals. With one
//! switch the links of half of its hosts.

use super::links::{LinkClass, link_count, product, total};
use super::routers::{DIMENSION_ORDER, RouterRouting, Routers, UGAL_G, UGAL_L, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{PacketRouting, RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

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

/// Dimensions beyond this are a mistake in the file.
const MAX_DIMENSIONS: usize = 16;

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
    /// Hosts per switch.
    per_switch: u32,
    hosts: u32,
    links: u32,
    host: LinkClass,
    dimensions: Vec<Dimension>,
    /// The dimension that the bisection halves, if there is one of more than one switch.
    halved: Option<usize>,
    class_names: Vec<String>,
}

/// What a link connects.
enum LinkRole {
    Up(u32),
    Down(u32),
    /// The dimension, the switch it leaves and the one it leads to.
    Between(usize, u32, u32),
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let sizes = section.optional_counts("dimensions")?.ok_or_else(|| section.missing("dimensions"))?;
    if sizes.len() > MAX_DIMENSIONS {
        let expected = format!("at most {MAX_DIMENSIONS} dimensions");
        return Err(section.out_of_range("dimensions", format!("a list of {}", sizes.len()), expected));
    }
    section.check_indices("links", "dim", sizes.len())?;
    let switches = product(section, "switches", &sizes)?;
    let per_switch = section.count("hosts")?;
    let hosts = product(section, "hosts", &[switches, per_switch])?;
    let host = LinkClass::read(section, "host")?;
    let mut links = 2 * u64::from(hosts);
    let mut dimensions = Vec::with_capacity(sizes.len());
    let mut stride = 1;
    for (index, size) in sizes.iter().copied().enumerate() {
        let link = LinkClass::read_indexed(section, "dim", index + 1)?;
        dimensions.push(Dimension { size, stride, link, first: link_count(section, links)? });
        links += u64::from(switches) * u64::from(size - 1);
        // The last stride is the number of switches, which fits.
        stride *= size;
    }
    let links = link_count(section, links)?;
    let names = (1..=sizes.len()).map(|index| format!("dim{index}"));
    let class_names = std::iter::once("host".to_owned()).chain(names).collect();
    let mut hyperx = HyperX { switches, per_switch, hosts, links, host, dimensions, halved: None, class_names };
    let several = (0..sizes.len()).filter(|at| sizes[*at] > 1);
    hyperx.halved = several.min_by_key(|at| hyperx.between_halves(*at).min(hyperx.lower_hosts_send(*at)));
    Ok(Box::new(hyperx))
}

impl Dimension {
    fn coordinate(&self, switch: u32) -> u32 {
        switch / self.stride % self.size
    }

    fn with_coordinate(&self, switch: u32, coordinate: u32) -> u32 {
        switch - self.coordinate(switch) * self.stride + coordinate * self.stride
    }

    fn link(&self, switch: u32, to: u32) -> LinkId {
        LinkId(self.first + switch * (self.size - 1) + to - u32::from(to > self.coordinate(switch)))
    }
}

impl HyperX {
    /// What the links along a dimension carry from its lower half to its upper.
    fn between_halves(&self, at: usize) -> Rate {
        let Dimension { size, link, .. } = self.dimensions[at];
        let rows = u64::from(self.switches / size);
        total(link.bandwidth, rows * u64::from(size / 2) * u64::from(size - size / 2))
    }

    /// What the hosts below the middle of a dimension can send.
    fn lower_hosts_send(&self, at: usize) -> Rate {
        let size = self.dimensions[at].size;
        total(self.host.bandwidth, u64::from(self.hosts / size) * u64::from(size / 2))
    }

    fn role(&self, link: LinkId) -> LinkRole {
        assert!(link.0 < self.links, "no link {link}");
        if link.0 < self.hosts {
            return LinkRole::Up(link.0);
        }
        if link.0 < 2 * self.hosts {
            return LinkRole::Down(link.0 - self.hosts);
        }
        // Dimensions of one switch own no links: the last that starts here or before is the owner.
        let at = self.dimensions.partition_point(|dimension| dimension.first <= link.0) - 1;
        let dimension = &self.dimensions[at];
        let index = link.0 - dimension.first;
        let (from, other) = (index / (dimension.size - 1), index % (dimension.size - 1));
        let to = other + u32::from(other >= dimension.coordinate(from));
        LinkRole::Between(at, from, dimension.with_coordinate(from, to))
    }

    fn switch_name(&self, switch: u32) -> String {
        let list: Vec<String> =
            self.dimensions.iter().map(|dimension| dimension.coordinate(switch).to_string()).collect();
        format!("({})", list.join(","))
    }

    /// Whether a switch lies below the middle of the dimension that is halved.
    fn is_lower(&self, switch: u32) -> bool {
        self.halved.is_some_and(|at| self.dimensions[at].coordinate(switch) < self.dimensions[at].size / 2)
    }
}

impl Topology for HyperX {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        let (LinkClass { bandwidth, latency }, class) = match self.role(link) {
            LinkRole::Up(_) | LinkRole::Down(_) => (self.host, 0),
            LinkRole::Between(at, ..) => (self.dimensions[at].link, at as u8 + 1),
        };
        Link { bandwidth, latency, class }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        match self.role(link) {
            LinkRole::Up(host) => format!("host{host}-up"),
            LinkRole::Down(host) => format!("host{host}-down"),
            LinkRole::Between(_, from, to) => format!("{}>{}", self.switch_name(from), self.switch_name(to)),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        Some(match self.role(link) {
            LinkRole::Up(host) => (Vertex::Host(HostId(host)), Vertex::Switch(host / self.per_switch)),
            LinkRole::Down(host) => (Vertex::Switch(host / self.per_switch), Vertex::Host(HostId(host))),
            LinkRole::Between(_, from, to) => (Vertex::Switch(from), Vertex::Switch(to)),
        })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        path.push(LinkId(src.0));
        let (mut here, there) = (src.0 / self.per_switch, dst.0 / self.per_switch);
        for dimension in &self.dimensions {
            let to = dimension.coordinate(there);
            if dimension.coordinate(here) != to {
                path.push(dimension.link(here, to));
                here = dimension.with_coordinate(here, to);
            }
        }
        path.push(LinkId(self.hosts + dst.0));
    }

    fn diameter(&self) -> u32 {
        let dimensions = self.dimensions.iter().filter(|dimension| dimension.size > 1).count() as u32;
        if self.hosts > 1 { 2 + dimensions } else { 0 }
    }

    fn bisection(&self) -> Rate {
        match self.halved {
            Some(at) => self.between_halves(at).min(self.lower_hosts_send(at)),
            None => total(self.host.bandwidth, u64::from(self.per_switch / 2)),
        }
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match (vertex, self.halved) {
            (Vertex::Host(host), Some(_)) => self.is_lower(host.0 / self.per_switch),
            (Vertex::Host(host), None) => host.0 < self.per_switch / 2,
            (Vertex::Switch(switch), Some(at)) => {
                self.is_lower(switch) && self.between_halves(at) <= self.lower_hosts_send(at)
            }
            (Vertex::Switch(_), None) => false,
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        Shape::Rows { sizes: self.dimensions.iter().map(|d| d.size).collect(), hosts: self.per_switch }
    }

    fn describe(&self) -> String {
        let sizes: Vec<String> = self.dimensions.iter().map(|dimension| dimension.size.to_string()).collect();
        format!("HyperX of {} switches × {} hosts", sizes.join(" × "), self.per_switch)
    }
}

/// Dimension by dimension there is no cycle in one VC.
impl Routers for HyperX {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn router_at(&self, here: Vertex) -> Option<u32> {
        match here {
            Vertex::Host(_) => None,
            Vertex::Switch(switch) => Some(switch),
        }
    }

    fn router_of(&self, host: HostId) -> u32 {
        host.0 / self.per_switch
    }

    fn host_links(&self, host: HostId) -> Option<(LinkId, LinkId)> {
        Some((LinkId(host.0), LinkId(self.hosts + host.0)))
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> (LinkId, u8) {
        let differs = |dimension: &&Dimension| dimension.coordinate(here) != dimension.coordinate(to);
        let dimension = self.dimensions.iter().find(differs).expect("two switches differ in a dimension");
        (dimension.link(here, dimension.coordinate(to)), 0)
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.switches, view)
    }
}

impl RouterRouting for HyperX {
    const ROUTINGS: &'static [RoutingKind] = &[DIMENSION_ORDER, VALIANT, UGAL_L, UGAL_G];

    fn region_count(&self) -> u32 {
        self.switches
    }

    fn routers_per_region(&self) -> u32 {
        1
    }
}
