//! `dragonfly`: groups of routers, each group fully connected inside and joined to every other group by global links
//! (Kim, Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008). High-radix routers
//! and three hops between groups need fewer long cables than a fat tree of the same bandwidth; minimal routes share
//! few global links, which adversarial traffic saturates.
//!
//! Parameters: g `groups` of a `routers` with p `hosts` each and h `global_links`; `wiring` says to which group each
//! of the a·h global ports of a group leads. The ports are assigned in rounds of g−1 (`global.rs`).
//!
//! Minimal routes: up, \[local\], global, \[local\], down. Two groups with several links use that of round (source
//! router + destination router) mod rounds, router numbers within their groups.
//!
//! Bisection: the first ⌊g/2⌋ groups against the rest, ⌊g/2⌋·⌈g/2⌉·rounds global links, or the host links of those
//! groups if they carry less; with one group ⌊a/2⌋·⌈a/2⌉ local links or the host links of ⌊a/2⌋ routers; with one
//! router the links of half of its hosts.

use super::global::{Global, WIRINGS};
use super::links::{LinkClass, link_count, product, total};
use super::routers::{MINIMAL, PAR, RouterRouting, Routers, UGAL_G, UGAL_L, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{PacketRouting, RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

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
        Parameter::with_default(
            "wiring",
            ParameterKind::Choice(WIRINGS),
            "absolute",
            "the consecutive arrangement of Kim et al., ISCA 2008",
            "Assignment of a group's ports to other groups.",
        ),
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    HostLinks,
    Routers,
    Groups,
}

/// What a link connects, in the order of numbers: hosts up, hosts down, local, global.
enum LinkRole {
    Up(u32),
    Down(u32),
    /// From router to router, counted over the whole machine.
    Local(u32, u32),
    /// Group, round and port within the round.
    Global(u32, u32, u32),
}

#[derive(Debug)]
struct Dragonfly {
    groups: u32,
    /// Per group.
    routers: u32,
    /// Hosts per router.
    per_router: u32,
    between: Global,
    host: LinkClass,
    local: LinkClass,
    global: LinkClass,
    hosts: u32,
    first_local: u32,
    first_global: u32,
    links: u32,
    diameter: u32,
    cut: Cut,
    class_names: [String; 3],
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let groups = section.count("groups")?;
    let (routers, per_router) = (section.count("routers")?, section.count("hosts")?);
    let hosts = product(section, "hosts", &[groups, routers, per_router])?;
    let between = Global::read(section, groups, routers, "routers")?;
    let host = LinkClass::read(section, "host")?;
    let local = LinkClass::read(section, "local")?;
    let global = LinkClass::read(section, "global")?;
    let first_local = product(section, "host links", &[2, hosts])?;
    let local_links = product(section, "local links", &[groups, routers, routers - 1])?;
    let first_global = link_count(section, u64::from(first_local) + u64::from(local_links))?;
    let links = link_count(section, u64::from(first_global) + u64::from(between.links(section)?))?;
    let mut dragonfly = Dragonfly {
        groups,
        routers,
        per_router,
        between,
        host,
        local,
        global,
        hosts,
        first_local,
        first_global,
        links,
        diameter: 0,
        cut: Cut::HostLinks,
        class_names: ["host", "local", "global"].map(str::to_owned),
    };
    dragonfly.diameter = dragonfly.longest_route();
    let cuts = [Cut::HostLinks, Cut::Routers, Cut::Groups];
    dragonfly.cut = cuts.into_iter().min_by_key(|cut| dragonfly.across(*cut)).expect("three cuts");
    Ok(Box::new(dragonfly))
}

impl Dragonfly {
    /// The round of ports that a minimal route takes, routers counted within their groups.
    fn round(&self, from: u32, to: u32) -> u32 {
        ((u64::from(from) + u64::from(to)) % u64::from(self.between.rounds())) as u32
    }

    /// The link from a router, counted within its group, on the route to another group over a round of ports.
    fn leave(&self, group: u32, from: u32, to_group: u32, round: u32) -> LinkId {
        let out = self.between.port(group, to_group);
        let exit = self.between.router_of_port(round, out);
        if from == exit { self.global_link(group, round, out) } else { self.local_link(group, from, exit) }
    }

    /// From router to router of one group, both counted within it.
    fn local_link(&self, group: u32, from: u32, to: u32) -> LinkId {
        let router = group * self.routers + from;
        LinkId(self.first_local + router * (self.routers - 1) + to - u32::from(to > from))
    }

    fn global_link(&self, group: u32, round: u32, k: u32) -> LinkId {
        LinkId(self.first_global + self.between.link(group, round, k))
    }

    fn role(&self, link: LinkId) -> LinkRole {
        assert!(link.0 < self.links, "no link {link}");
        if link.0 < self.hosts {
            LinkRole::Up(link.0)
        } else if link.0 < self.first_local {
            LinkRole::Down(link.0 - self.hosts)
        } else if link.0 < self.first_global {
            let index = link.0 - self.first_local;
            let (from, other) = (index / (self.routers - 1), index % (self.routers - 1));
            let first = from / self.routers * self.routers;
            LinkRole::Local(from, first + other + u32::from(other >= from - first))
        } else {
            let (group, round, k) = self.between.port_of_link(link.0 - self.first_global);
            LinkRole::Global(group, round, k)
        }
    }

    /// Links of the longest minimal route, found among few pairs of routers whatever the size.
    ///
    /// Let the route from router s of one group to router t of another leave by router x and arrive at router y; it
    /// is the longest there can be where s ≠ x and t ≠ y. With three routers or more there is such a pair in any two
    /// groups: the a pairs with s + t = a − 1 share a round, hence x and y, and at most two of them are excluded.
    /// With two routers, x and y are 0 for the ports of a round up to some port and 1 for those beyond it, so whether
    /// any two groups have such a pair is seen, with absolute wiring, where the ports at the two ends are smallest, largest,
    /// or most alike; with the others, which look the same from every group, from one group.
    fn longest_route(&self) -> u32 {
        if self.hosts == 1 {
            return 0;
        }
        if self.groups == 1 {
            return if self.routers > 1 { 3 } else { 2 };
        }
        match self.routers {
            1 => return 3,
            2 => {}
            _ => return 5,
        }
        let last = self.groups - 1;
        let groups = if self.between.is_absolute() {
            vec![(0, 1), (0, self.groups / 2), (0, last), (last - 1, last)]
        } else {
            (1..self.groups).map(|group| (0, group)).collect()
        };
        let hops = |src: u32, dst: u32| {
            let mut path = Vec::with_capacity(5);
            self.route(HostId(src * self.per_router), HostId(dst * self.per_router), &mut path);
            path.len() as u32
        };
        let routers = groups.iter().flat_map(|(from, to)| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(source, target)| (2 * from + source, 2 * to + target))
        });
        routers.map(|(src, dst)| hops(src, dst)).max().expect("there are pairs")
    }

    /// Hosts below this are in the lower half.
    fn half(&self) -> u32 {
        if self.groups > 1 {
            self.groups / 2 * self.routers * self.per_router
        } else if self.routers > 1 {
            self.routers / 2 * self.per_router
        } else {
            self.per_router / 2
        }
    }

    /// What crosses a cut; the largest rate if there is no such cut.
    fn across(&self, cut: Cut) -> Rate {
        let pairs = |n: u32| u64::from(n / 2) * u64::from(n - n / 2);
        match cut {
            Cut::HostLinks => total(self.host.bandwidth, u64::from(self.half())),
            Cut::Routers if self.groups == 1 && self.routers > 1 => total(self.local.bandwidth, pairs(self.routers)),
            Cut::Groups if self.groups > 1 => {
                total(self.global.bandwidth, pairs(self.groups).saturating_mul(u64::from(self.between.rounds())))
            }
            _ => Rate(u64::MAX),
        }
    }

    fn router_name(&self, router: u32) -> String {
        format!("g{}r{}", router / self.routers, router % self.routers)
    }
}

impl Topology for Dragonfly {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        assert!(link.0 < self.links, "no link {link}");
        let (LinkClass { bandwidth, latency }, class) = if link.0 < self.first_local {
            (self.host, 0)
        } else if link.0 < self.first_global {
            (self.local, 1)
        } else {
            (self.global, 2)
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
            LinkRole::Local(from, to) => format!("{}>{}", self.router_name(from), self.router_name(to)),
            LinkRole::Global(group, round, k) => self.between.link_name(group, round, k),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        Some(match self.role(link) {
            LinkRole::Up(host) => (Vertex::Host(HostId(host)), Vertex::Switch(host / self.per_router)),
            LinkRole::Down(host) => (Vertex::Switch(host / self.per_router), Vertex::Host(HostId(host))),
            LinkRole::Local(from, to) => (Vertex::Switch(from), Vertex::Switch(to)),
            LinkRole::Global(group, round, k) => {
                let peer = self.between.peer(group, k);
                let back = self.between.port(peer, group);
                let end = |group, k| Vertex::Switch(group * self.routers + self.between.router_of_port(round, k));
                (end(group, k), end(peer, back))
            }
        })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        let place = |host: u32| {
            let router = host / self.per_router;
            (router / self.routers, router % self.routers)
        };
        let ((from_group, from), (to_group, to)) = (place(src.0), place(dst.0));
        path.push(LinkId(src.0));
        let mut here = from;
        if from_group != to_group {
            let round = self.round(from, to);
            let (out, back) = (self.between.port(from_group, to_group), self.between.port(to_group, from_group));
            let exit = self.between.router_of_port(round, out);
            if here != exit {
                path.push(self.local_link(from_group, here, exit));
            }
            path.push(self.global_link(from_group, round, out));
            here = self.between.router_of_port(round, back);
        }
        if here != to {
            path.push(self.local_link(to_group, here, to));
        }
        path.push(LinkId(self.hosts + dst.0));
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        self.across(self.cut)
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => host.0 < self.half(),
            Vertex::Switch(router) => match self.cut {
                Cut::HostLinks => false,
                Cut::Routers => router < self.routers / 2,
                Cut::Groups => router / self.routers < self.groups / 2,
            },
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        Shape::Groups {
            groups: self.groups,
            leaves: self.routers,
            spines: 0,
            hosts: self.per_router,
            parts: 1,
            names: GroupNames::USUAL,
        }
    }

    fn describe(&self) -> String {
        format!(
            "dragonfly of {} groups × {} routers × {} hosts, {} global links per router",
            self.groups,
            self.routers,
            self.per_router,
            self.between.per_router()
        )
    }
}

/// A local link in the group of the destination is one VC above those before it: local 0, global 0, local 1. A Valiant route
/// goes over a random group (as in Kim et al.), to the router where the link into it ends: local 0, global 0, local 2, global
/// 2, local 3. What `par` changes late goes local 0, local 1, global 1, local 2, global 2, local 3.
impl Routers for Dragonfly {
    fn minimal_vcs(&self) -> u8 {
        2
    }

    fn router_at(&self, here: Vertex) -> Option<u32> {
        match here {
            Vertex::Host(_) => None,
            Vertex::Switch(router) => Some(router),
        }
    }

    fn router_of(&self, host: HostId) -> u32 {
        host.0 / self.per_router
    }

    fn host_links(&self, host: HostId) -> Option<(LinkId, LinkId)> {
        Some((LinkId(host.0), LinkId(self.hosts + host.0)))
    }

    fn step(&self, origin: u32, here: u32, to: u32) -> (LinkId, u8) {
        let (group, from) = (here / self.routers, here % self.routers);
        let (to_group, target) = (to / self.routers, to % self.routers);
        if group == to_group {
            return (self.local_link(group, from, target), 1);
        }
        (self.leave(group, from, to_group, self.round(origin % self.routers, target)), 0)
    }

    fn step_to_middle(&self, here: u32, middle: u32) -> (LinkId, u8) {
        let (group, over) = (here / self.routers, middle / self.routers);
        let back = self.between.port(over, group);
        let ends_there = |round: &u32| self.between.router_of_port(*round, back) == middle % self.routers;
        let round =
            (0..self.between.rounds()).find(ends_there).expect("a middle is where a link from this group ends");
        (self.leave(group, here % self.routers, over, round), 0)
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let (group, to_group) = (from / self.routers, to / self.routers);
        if group == to_group {
            return None;
        }
        let over = other_than(group, to_group, self.groups, view)?;
        // Any of the links to that group; the rounds differ in the router that they lead to.
        let round = if self.between.rounds() > 1 { view.draw(self.between.rounds()) } else { 0 };
        let back = self.between.router_of_port(round, self.between.port(over, group));
        Some(over * self.routers + back)
    }

    fn late_middle(&self, from: u32, router: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let same_group = router != from && router / self.routers == from / self.routers;
        if same_group { self.middle(router, to, view) } else { None }
    }
}

impl RouterRouting for Dragonfly {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, UGAL_L, UGAL_G, PAR];

    fn region_count(&self) -> u32 {
        self.groups
    }

    fn routers_per_region(&self) -> u32 {
        self.routers
    }
}
