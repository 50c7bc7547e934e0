//! `full`: a complete graph: a link from every host to every other, in each direction. It has no switches, so that
//! messages contend only with others between the same two hosts in the same direction.
//!
//! Parameters: the number n of `hosts`, bandwidth and latency of the links. Routes: the one link. Diameter: 1.
//! Bisection: the first ⌊n/2⌋ hosts against the rest, ⌊n/2⌋·⌈n/2⌉ links.

use super::links::{LinkClass, link_count, total};
use super::routers::{MINIMAL, RouterRouting, Routers, UGAL_G, UGAL_L, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{PacketRouting, RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "full",
    doc: "Fully connected: a link from every host to every other.",
    parameters: &[
        Parameter::required("hosts", ParameterKind::Count, "Number of hosts."),
        Parameter::required("links.all.bandwidth", ParameterKind::Bandwidth, "One direction of a link."),
        Parameter::required("links.all.latency", ParameterKind::Latency, "Latency of a link."),
    ],
    formulas: Formulas { hosts: "n", links: "n·(n − 1)", diameter: "1", bisection: "⌊n/2⌋·⌈n/2⌉·B" },
    build,
};

#[derive(Debug)]
struct Full {
    hosts: u32,
    links: u32,
    link: LinkClass,
    class_names: [String; 1],
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let hosts = section.count("hosts")?;
    let link = LinkClass::read(section, "all")?;
    let links = link_count(section, u64::from(hosts) * u64::from(hosts - 1))?;
    Ok(Box::new(Full { hosts, links, link, class_names: ["all".to_owned()] }))
}

impl Topology for Full {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        assert!(link.0 < self.links, "no link {link}");
        Link { bandwidth: self.link.bandwidth, latency: self.link.latency, class: 0 }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        let (src, dst) = self.ends(link);
        format!("{}>{}", self.host_name(src), self.host_name(dst))
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        let (src, dst) = self.ends(link);
        Some((Vertex::Host(src), Vertex::Host(dst)))
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src != dst {
            path.push(self.link_to(src.0, dst.0));
        }
    }

    fn diameter(&self) -> u32 {
        u32::from(self.hosts > 1)
    }

    fn bisection(&self) -> Rate {
        let half = self.hosts / 2;
        total(self.link.bandwidth, u64::from(half) * u64::from(self.hosts - half))
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        matches!(vertex, Vertex::Host(host) if host.0 < self.hosts / 2)
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        Shape::Ring
    }

    fn describe(&self) -> String {
        format!("{} hosts, fully connected", self.hosts)
    }
}

impl Full {
    /// The links of a host are numbered by destination, leaving out itself.
    fn link_to(&self, src: u32, dst: u32) -> LinkId {
        LinkId(src * (self.hosts - 1) + dst - u32::from(dst > src))
    }

    fn ends(&self, link: LinkId) -> (HostId, HostId) {
        assert!(link.0 < self.links, "no link {link}");
        let (src, other) = (link.0 / (self.hosts - 1), link.0 % (self.hosts - 1));
        (HostId(src), HostId(other + u32::from(other >= src)))
    }
}

/// Hosts are their own routers; a route over another host has a VC for each of its two links.
impl Routers for Full {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn router_at(&self, here: Vertex) -> Option<u32> {
        match here {
            Vertex::Host(host) => Some(host.0),
            Vertex::Switch(_) => None,
        }
    }

    fn router_of(&self, host: HostId) -> u32 {
        host.0
    }

    fn host_links(&self, _host: HostId) -> Option<(LinkId, LinkId)> {
        None
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> (LinkId, u8) {
        (self.link_to(here, to), 0)
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.hosts, view)
    }
}

impl RouterRouting for Full {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, UGAL_L, UGAL_G];

    fn region_count(&self) -> u32 {
        self.hosts
    }

    fn routers_per_region(&self) -> u32 {
        1
    }
}
