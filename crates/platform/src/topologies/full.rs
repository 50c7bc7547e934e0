//! `full`: a complete graph: a link from every host to every other, in each direction. It has no switches, so that
//! messages contend only with others between the same two hosts in the same direction.
//!
//! Parameters: the number n of `hosts`, bandwidth and latency of the links. Routes: the one link. Diameter: 1.
//! Bisection: the first ⌊n/2⌋ hosts against the rest, ⌊n/2⌋·⌈n/2⌉ links.

use super::links::{LinkClass, total};
use super::network::{Cut, Graph, Hosts, network, pairs};
use super::routers::{ADAPTIVE, MINIMAL, Routers, Step, UGAL_G, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

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
    link: LinkClass,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let hosts = section.count("hosts")?;
    let link = LinkClass::read(section, "all")?;
    let links = u64::from(hosts) * u64::from(hosts - 1);
    network(section, Full { hosts, link }, Hosts::direct(hosts), links, vec!["all".to_owned()])
}

/// The links of a host are numbered by destination, leaving out itself.
impl Graph for Full {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, ADAPTIVE, UGAL_G];

    fn routers(&self) -> u32 {
        self.hosts
    }

    fn link(&self, _link: u32) -> (LinkClass, u8) {
        (self.link, 0)
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        let (src, other) = (link / (self.hosts - 1), link % (self.hosts - 1));
        (src, other + u32::from(other >= src))
    }

    fn router_name(&self, router: u32) -> String {
        format!("host{router}")
    }

    fn longest(&self) -> u32 {
        1
    }

    fn cuts(&self) -> Vec<Cut> {
        vec![Cut::routers(1, self.hosts, total(self.link.bandwidth, pairs(self.hosts)))]
    }

    fn shape(&self, _hosts: u32) -> Shape {
        Shape::Ring
    }

    fn describe(&self, _hosts: u32) -> String {
        format!("{} hosts, fully connected", self.hosts)
    }
}

/// Hosts are their own routers; a route over another host has a VC for each of its two links.
impl Routers for Full {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> Step {
        Step { link: here * (self.hosts - 1) + to - u32::from(to > here), vc: 0, end: to }
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.hosts, view)
    }
}
