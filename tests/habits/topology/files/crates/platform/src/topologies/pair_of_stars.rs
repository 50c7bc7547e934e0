//! `pair-of-stars`: two switches of k hosts each, joined by a link.
//!
//! Bisection: one switch and its hosts against the other, one link. Diameter 3.

use super::links::{LinkClass, link_count};
use crate::error::PlatformError;
use crate::section::Section;
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "pair-of-stars",
    doc: "Two switches of equally many hosts, joined by a link.",
    parameters: &[
        Parameter::required("hosts", ParameterKind::Count, "Number of hosts of a switch."),
        Parameter::required("links.all.bandwidth", ParameterKind::Bandwidth, "One direction of a link."),
        Parameter::required("links.all.latency", ParameterKind::Latency, "Latency of a link."),
    ],
    formulas: Formulas { hosts: "2k", links: "4k + 2", diameter: "3", bisection: "B" },
    build,
};

#[derive(Debug)]
struct PairOfStars {
    /// Of a switch.
    hosts: u32,
    links: u32,
    link: LinkClass,
    class_names: [String; 1],
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let (hosts, link) = (section.count("hosts")?, LinkClass::read(section, "all")?);
    let links = link_count(section, 4 * u64::from(hosts) + 2)?;
    Ok(Box::new(PairOfStars { hosts, links, link, class_names: ["all".to_owned()] }))
}

impl PairOfStars {
    fn switch(&self, host: HostId) -> u32 {
        host.0 / self.hosts
    }
}

/// Links 2h and 2h + 1 lead from host h and to it; the last two from switch 0 and from switch 1.
impl Topology for PairOfStars {
    fn hosts(&self) -> u32 {
        2 * self.hosts
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
        let name = |end| match end {
            Vertex::Host(host) => self.host_name(host),
            Vertex::Switch(switch) => format!("switch{switch}"),
        };
        self.link_ends(link).map_or_else(String::new, |(from, to)| format!("{}>{}", name(from), name(to)))
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        assert!(link.0 < self.links, "no link {link}");
        let (pair, back) = (link.0 / 2, link.0 % 2 == 1);
        let (from, to) = if pair == self.hosts() {
            (Vertex::Switch(0), Vertex::Switch(1))
        } else {
            (Vertex::Host(HostId(pair)), Vertex::Switch(self.switch(HostId(pair))))
        };
        Some(if back { (to, from) } else { (from, to) })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        path.push(LinkId(2 * src.0));
        if self.switch(src) != self.switch(dst) {
            path.push(LinkId(2 * self.hosts() + self.switch(src)));
        }
        path.push(LinkId(2 * dst.0 + 1));
    }

    fn diameter(&self) -> u32 {
        3
    }

    fn bisection(&self) -> Rate {
        self.link.bandwidth
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => self.switch(host) == 0,
            Vertex::Switch(switch) => switch == 0,
        }
    }

    fn describe(&self) -> String {
        format!("2 switches of {} hosts", self.hosts)
    }
}
