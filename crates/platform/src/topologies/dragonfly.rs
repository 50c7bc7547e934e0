//! `dragonfly`: groups of routers, each group fully connected inside and joined to every other group by global links (Kim,
//! Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008). High-radix routers and three
//! hops between groups need fewer long cables than a fat tree of the same bandwidth. Minimal routes between two groups
//! share few global links, which adversarial traffic saturates.
//!
//! Parameters: the numbers of `groups` (g), of `routers` in a group (a), of `hosts` (p) and `global_links` (h) on a router.
//! `wiring` says to which group each of the a·h global ports of a group leads. The ports are assigned in R = ⌊a·h/(g−1)⌋
//! rounds of g−1 ports (`global.rs`), so any two groups are joined by R links.
//!
//! Minimal routes: up, \[local\], global, \[local\], down. The R global links between two groups are numbered from 0, by the
//! rounds of their ports. A route takes link number (source router + destination router) mod R, where routers are numbered
//! within their groups.
//!
//! Bisection: the first ⌊g/2⌋ groups against the rest, ⌊g/2⌋·⌈g/2⌉·R global links, or the host links of those groups if
//! they carry less. With one group it is ⌊a/2⌋·⌈a/2⌉ local links, or the host links of ⌊a/2⌋ routers. With one router it is
//! the links of half of its hosts.

use super::global::{Global, Groups, WIRING};
use super::links::{LinkClass, product, total};
use super::network::{Cut, Graph, Hosts, network, pairs};
use super::routers::{ADAPTIVE, MINIMAL, PAR, Routers, Step, UGAL_G, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "dragonfly",
    doc: "Groups of fully connected routers, each group joined to every other; minimal routes.",
    parameters: &[
        Parameter::required("groups", ParameterKind::Count, "Number of groups."),
        Parameter::required("routers", ParameterKind::Count, "Routers per group."),
        Parameter::required("hosts", ParameterKind::Count, "Hosts per router."),
        Parameter::optional(
            "global_links",
            ParameterKind::Count,
            "Global links per router; by default the minimum that joins every two groups.",
        ),
        WIRING,
        Parameter::required("links.host.bandwidth", ParameterKind::Bandwidth, "Host to router, each direction."),
        Parameter::required("links.host.latency", ParameterKind::Latency, "Host to router."),
        Parameter::required("links.local.bandwidth", ParameterKind::Bandwidth, "Router to router in a group."),
        Parameter::required("links.local.latency", ParameterKind::Latency, "Router to router in a group."),
        Parameter::required("links.global.bandwidth", ParameterKind::Bandwidth, "Group to group, each direction."),
        Parameter::required("links.global.latency", ParameterKind::Latency, "Group to group."),
    ],
    formulas: Formulas {
        hosts: "g·a·p",
        links: "2·g·a·p + g·a·(a − 1) + g·(g − 1)·⌊a·h/(g − 1)⌋",
        diameter: "5 (3 in one group)",
        bisection: "⌊g/2⌋·⌈g/2⌉·⌊a·h/(g − 1)⌋·B(global), or the host links of ⌊g/2⌋ groups if less",
    },
    build,
};

#[derive(Debug)]
struct Dragonfly {
    groups: Groups,
    local: LinkClass,
    global: LinkClass,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let count = section.count("groups")?;
    let (routers, per_router) = (section.count("routers")?, section.count("hosts")?);
    let hosts = Hosts::on(section, &[count, routers], per_router)?;
    let groups = Groups { count, routers, global: Global::read(section, count, routers, "routers")? };
    let hosts = hosts.linked(LinkClass::read(section, "host")?, 1);
    let local = LinkClass::read(section, "local")?;
    let global = LinkClass::read(section, "global")?;
    let local_links = product(section, "local links", &[count, routers, routers - 1])?;
    let links = u64::from(local_links) + u64::from(groups.global.links(section)?);
    let class_names = ["host", "local", "global"].map(str::to_owned).into();
    network(section, Dragonfly { groups, local, global }, hosts, links, class_names)
}

impl Dragonfly {
    /// A router's group, and its number there.
    fn place(&self, router: u32) -> (u32, u32) {
        (router / self.groups.routers, router % self.groups.routers)
    }
}

impl Graph for Dragonfly {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, ADAPTIVE, UGAL_G, PAR];

    fn routers(&self) -> u32 {
        self.groups.count * self.groups.routers
    }

    fn routers_per_region(&self) -> u32 {
        self.groups.routers
    }

    fn link(&self, link: u32) -> (LinkClass, u8) {
        if link < self.groups.first_global() { (self.local, 1) } else { (self.global, 2) }
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        self.groups.ends(link)
    }

    fn router_name(&self, router: u32) -> String {
        let (group, own) = self.place(router);
        format!("g{group}r{own}")
    }

    fn global_name(&self, link: u32) -> Option<String> {
        Some(self.groups.global.link_name(link.checked_sub(self.groups.first_global())?))
    }

    /// Links of the longest minimal route, found among few pairs of routers whatever the size.
    ///
    /// Let the route from router s of one group to router t of another leave by router x and arrive at router y; it
    /// is the longest there can be where s ≠ x and t ≠ y. With three routers or more there is such a pair in any two
    /// groups: the a pairs with s + t = a − 1 share a round, hence x and y, and at most two of them are excluded.
    /// With two routers, x and y are 0 for the ports of a round up to some port and 1 for those beyond it, so whether
    /// any two groups have such a pair is seen, with absolute wiring, where the ports at the two ends are smallest, largest,
    /// or most alike; with the others, which look the same from every group, from one group.
    fn longest(&self) -> u32 {
        let (count, global) = (self.groups.count, &self.groups.global);
        match (count, self.groups.routers) {
            (1, routers) => return u32::from(routers > 1),
            (_, 1) => return 1,
            (_, 2) => {}
            _ => return 3,
        }
        let last = count - 1;
        let groups = if global.is_absolute() {
            vec![(0, 1), (0, count / 2), (0, last), (last - 1, last)]
        } else {
            (1..count).map(|group| (0, group)).collect()
        };
        let routers = groups.iter().flat_map(|(from, to)| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(source, target)| (2 * from + source, 2 * to + target))
        });
        routers.map(|(from, to)| self.distance(from, to)).max().expect("there are pairs")
    }

    fn cuts(&self) -> Vec<Cut> {
        let Groups { count, routers, global } = self.groups;
        if count == 1 {
            return vec![
                Cut::hosts(1, routers),
                Cut::routers(1, routers, total(self.local.bandwidth, pairs(routers))),
            ];
        }
        let across = pairs(count).saturating_mul(u64::from(global.rounds));
        vec![Cut::hosts(routers, count), Cut::routers(routers, count, total(self.global.bandwidth, across))]
    }

    fn shape(&self, hosts: u32) -> Shape {
        let Groups { count, routers, .. } = self.groups;
        Shape::Groups { groups: count, leaves: routers, spines: 0, hosts, parts: 1, names: GroupNames::USUAL }
    }

    fn describe(&self, hosts: u32) -> String {
        let Groups { count, routers, global } = self.groups;
        let links = global.per_router();
        format!("dragonfly of {count} groups × {routers} routers × {hosts} hosts, {links} global links per router")
    }
}

/// A local link in the group of the destination is one VC above those before it: local 0, global 0, local 1. A Valiant route
/// goes over a random group (as in Kim et al.), to the router where the link into it ends: local 0, global 0, local 2, global
/// 2, local 3. What `par` changes late goes local 0, local 1, global 1, local 2, global 2, local 3.
impl Routers for Dragonfly {
    fn minimal_vcs(&self) -> u8 {
        2
    }

    fn step(&self, origin: u32, here: u32, to: u32) -> Step {
        let ((group, _), (to_group, target)) = (self.place(here), self.place(to));
        if group == to_group {
            return Step { vc: 1, ..self.groups.local(here, to) };
        }
        let round = (u64::from(self.place(origin).1) + u64::from(target)) % u64::from(self.groups.global.rounds);
        self.groups.leave(here, to_group, round as u32)
    }

    fn step_to_middle(&self, here: u32, middle: u32) -> Step {
        let ((group, _), (over, target)) = (self.place(here), self.place(middle));
        let mut rounds = 0..self.groups.global.rounds;
        let round = rounds.find(|round| self.groups.global.between(group, over, *round).2 == target);
        self.groups.leave(here, over, round.expect("a middle is where a link from this group ends"))
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let Groups { count, routers, global } = self.groups;
        let (group, to_group) = (from / routers, to / routers);
        if group == to_group {
            return None;
        }
        let over = other_than(group, to_group, count, view)?;
        // Any of the links to that group; the rounds differ in the router that they lead to.
        let round = if global.rounds > 1 { view.draw(global.rounds) } else { 0 };
        Some(over * routers + global.between(group, over, round).2)
    }

    fn late_middle(&self, from: u32, router: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let same_group = router != from && self.place(router).0 == self.place(from).0;
        if same_group { self.middle(router, to, view) } else { None }
    }
}
