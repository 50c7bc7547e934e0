//! `dragonfly-plus`: a dragonfly whose groups are two-level fat trees: every leaf router is joined to every spine
//! router of its group, and groups are joined through their spines (Shpiner, Haramaty, Eliad, Zdornov, Gafni, Zahavi,
//! "Dragonfly+: Low Cost Topology for Scaling Datacenters", HiPINEB 2017; the same graph is Megafly: Flajslik, Borch,
//! Parker, ISC 2018). With routers of the same radix it connects more hosts than a dragonfly; a route within a group
//! has two hops between routers instead of one.
//!
//! Parameters: g `groups` of l `leaves` with p `hosts` each and s `spines` with h `global_links` each; `wiring` as in
//! `dragonfly`. The s·h global ports of a group are assigned in rounds of g−1, port q at spine ⌊q/h⌋ (`global.rs`).
//! Routers of a group are numbered leaves first.
//!
//! Minimal routes: host, leaf, spine, global link, spine, leaf, host; within a group host, leaf, spine, leaf, host.
//! Two groups use the link of round (source leaf + destination leaf) mod rounds; within a group the spine is (source
//! leaf + destination leaf) mod s; leaf numbers within their groups.
//!
//! Links: 2·g·l·p of hosts, 2·g·l·s within groups, g·(g−1)·rounds between them. Diameter: 5, 4 in one group, 2 with
//! one leaf.
//!
//! Bisection: the first ⌊g/2⌋ groups against the rest, ⌊g/2⌋·⌈g/2⌉·rounds global links, or the links up from the
//! leaves of those groups if they carry less, or their hosts' links; with one group the links up from ⌊l/2⌋ leaves, or
//! their hosts' links; with one leaf the links of half of its hosts. Where spines have unequal shares of the ports, a
//! narrower cut may run through the groups.

use super::global::{Global, WIRINGS};
use super::links::{LinkClass, link_count, product, total};
use super::routers::{MINIMAL, RouterRouting, Routers, UGAL_G, UGAL_L, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{PacketRouting, RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "dragonfly-plus",
    doc: "Groups of leaves and spines, joined to each other through the spines (Dragonfly+, Megafly); minimal routes.",
    parameters: &[
        Parameter::required("groups", ParameterKind::Count, "Number of groups."),
        Parameter::required("leaves", ParameterKind::Count, "Leaf routers per group."),
        Parameter::required("spines", ParameterKind::Count, "Spine routers per group."),
        Parameter::required("hosts", ParameterKind::Count, "Hosts per leaf."),
        Parameter::optional(
            "global_links",
            ParameterKind::Count,
            "Global links per spine; by default the minimum that joins every two groups.",
        ),
        Parameter::with_default(
            "wiring",
            ParameterKind::Choice(WIRINGS),
            "absolute",
            "the consecutive arrangement of Kim et al., ISCA 2008",
            "Assignment of a group's ports to other groups.",
        ),
        Parameter::required("links.host.bandwidth", ParameterKind::Bandwidth, "Host to leaf, each direction."),
        Parameter::required("links.host.latency", ParameterKind::Latency, "Host to leaf."),
        Parameter::required("links.local.bandwidth", ParameterKind::Bandwidth, "Leaf to spine, each direction."),
        Parameter::required("links.local.latency", ParameterKind::Latency, "Leaf to spine."),
        Parameter::required("links.global.bandwidth", ParameterKind::Bandwidth, "Spine to spine, each direction."),
        Parameter::required("links.global.latency", ParameterKind::Latency, "Spine to spine."),
    ],
    formulas: Formulas {
        hosts: "g·l·p",
        links: "2·g·l·p + 2·g·l·s + g·(g − 1)·⌊s·h/(g − 1)⌋",
        diameter: "5 (4 in one group)",
        bisection: "⌊g/2⌋·⌈g/2⌉·⌊s·h/(g − 1)⌋·B(global), or the uplinks of the leaves or hosts of ⌊g/2⌋ groups if less",
    },
    build,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    HostLinks,
    Leaves,
    Groups,
}

/// What a link connects, in the order of numbers: hosts up, hosts down, leaves up, leaves down, global.
enum LinkRole {
    Up(u32),
    Down(u32),
    /// Leaf and spine, counted over the whole machine.
    Rise(u32, u32),
    Fall(u32, u32),
    Global(u32, u32, u32),
}

#[derive(Debug)]
struct DragonflyPlus {
    groups: u32,
    leaves: u32,
    spines: u32,
    /// Hosts per leaf.
    per_leaf: u32,
    between: Global,
    host: LinkClass,
    local: LinkClass,
    global: LinkClass,
    hosts: u32,
    /// First links up from leaves, then down to them, then between groups.
    first_rise: u32,
    first_fall: u32,
    first_global: u32,
    links: u32,
    cut: Cut,
    class_names: [String; 3],
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let groups = section.count("groups")?;
    let (leaves, spines) = (section.count("leaves")?, section.count("spines")?);
    let per_leaf = section.count("hosts")?;
    let hosts = product(section, "hosts", &[groups, leaves, per_leaf])?;
    let between = Global::read(section, groups, spines, "spines")?;
    let host = LinkClass::read(section, "host")?;
    let local = LinkClass::read(section, "local")?;
    let global = LinkClass::read(section, "global")?;
    let routers = u64::from(groups) * (u64::from(leaves) + u64::from(spines));
    if routers > u64::from(u32::MAX) {
        return Err(section.too_large(format!("{routers} routers, at most {}", u32::MAX)));
    }
    let first_rise = product(section, "host links", &[2, hosts])?;
    let rises = product(section, "links from leaves to spines", &[groups, leaves, spines])?;
    let first_fall = link_count(section, u64::from(first_rise) + u64::from(rises))?;
    let first_global = link_count(section, u64::from(first_fall) + u64::from(rises))?;
    let links = link_count(section, u64::from(first_global) + u64::from(between.links(section)?))?;
    let mut topology = DragonflyPlus {
        groups,
        leaves,
        spines,
        per_leaf,
        between,
        host,
        local,
        global,
        hosts,
        first_rise,
        first_fall,
        first_global,
        links,
        cut: Cut::HostLinks,
        class_names: ["host", "local", "global"].map(str::to_owned),
    };
    let cuts = [Cut::HostLinks, Cut::Leaves, Cut::Groups];
    topology.cut = cuts.into_iter().min_by_key(|cut| topology.across(*cut)).expect("three cuts");
    Ok(Box::new(topology))
}

/// Which of `count` spines or rounds a route from one leaf to another takes, the leaves counted within their groups.
fn turn(from: u32, to: u32, count: u32) -> u32 {
    ((u64::from(from) + u64::from(to)) % u64::from(count)) as u32
}

impl DragonflyPlus {
    /// The group of a router, and its number within it, leaves first.
    fn group_of(&self, router: u32) -> (u32, u32) {
        (router / (self.leaves + self.spines), router % (self.leaves + self.spines))
    }

    /// The link from a router on the route to a leaf: over this round between groups, or this spine in a group.
    fn next_link(&self, here: u32, to: u32, round: u32, spine: u32) -> LinkId {
        let ((group, own), (to_group, target)) = (self.group_of(here), self.group_of(to));
        let spine_here = own.checked_sub(self.leaves);
        let index = match spine_here {
            Some(own) if group == to_group => self.first_fall + self.local_link(group, target, own),
            Some(_) => self.first_global + self.between.link(group, round, self.between.port(group, to_group)),
            None if group == to_group => self.first_rise + self.local_link(group, own, spine),
            None => {
                let exit = self.between.router_of_port(round, self.between.port(group, to_group));
                self.first_rise + self.local_link(group, own, exit)
            }
        };
        LinkId(index)
    }

    /// The number of a leaf of a group as a vertex.
    fn leaf(&self, group: u32, leaf: u32) -> Vertex {
        Vertex::Switch(group * (self.leaves + self.spines) + leaf)
    }

    fn spine(&self, group: u32, spine: u32) -> Vertex {
        self.leaf(group, self.leaves + spine)
    }

    /// Its number among the links up from leaves, and among those down to them.
    fn local_link(&self, group: u32, leaf: u32, spine: u32) -> u32 {
        (group * self.leaves + leaf) * self.spines + spine
    }

    fn role(&self, link: LinkId) -> LinkRole {
        assert!(link.0 < self.links, "no link {link}");
        let pair = |index: u32| (index / self.spines, index % self.spines);
        if link.0 < self.hosts {
            LinkRole::Up(link.0)
        } else if link.0 < self.first_rise {
            LinkRole::Down(link.0 - self.hosts)
        } else if link.0 < self.first_fall {
            let (leaf, spine) = pair(link.0 - self.first_rise);
            LinkRole::Rise(leaf, spine)
        } else if link.0 < self.first_global {
            let (leaf, spine) = pair(link.0 - self.first_fall);
            LinkRole::Fall(leaf, spine)
        } else {
            let (group, round, port) = self.between.port_of_link(link.0 - self.first_global);
            LinkRole::Global(group, round, port)
        }
    }

    /// Leaves, and groups, of which all hosts are in the lower half: those below these.
    fn half(&self) -> u32 {
        if self.groups > 1 {
            self.groups / 2 * self.leaves * self.per_leaf
        } else if self.leaves > 1 {
            self.leaves / 2 * self.per_leaf
        } else {
            self.per_leaf / 2
        }
    }

    /// What crosses a cut; the largest rate if there is no such cut.
    fn across(&self, cut: Cut) -> Rate {
        let lower_leaves = u64::from(self.half() / self.per_leaf);
        match cut {
            Cut::HostLinks => total(self.host.bandwidth, u64::from(self.half())),
            Cut::Leaves if self.groups > 1 || self.leaves > 1 => {
                total(self.local.bandwidth, lower_leaves * u64::from(self.spines))
            }
            Cut::Groups if self.groups > 1 => {
                let pairs = u64::from(self.groups / 2) * u64::from(self.groups - self.groups / 2);
                total(self.global.bandwidth, pairs.saturating_mul(u64::from(self.between.rounds())))
            }
            _ => Rate(u64::MAX),
        }
    }
}

impl Topology for DragonflyPlus {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        assert!(link.0 < self.links, "no link {link}");
        let (LinkClass { bandwidth, latency }, class) = if link.0 < self.first_rise {
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
        let leaf_name = |leaf: u32| format!("g{}l{}", leaf / self.leaves, leaf % self.leaves);
        match self.role(link) {
            LinkRole::Up(host) => format!("host{host}-up"),
            LinkRole::Down(host) => format!("host{host}-down"),
            LinkRole::Rise(leaf, spine) => format!("{}>s{spine}", leaf_name(leaf)),
            LinkRole::Fall(leaf, spine) => format!("s{spine}>{}", leaf_name(leaf)),
            LinkRole::Global(group, round, port) => self.between.link_name(group, round, port),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        let leaf_of = |host: u32| {
            let leaf = host / self.per_leaf;
            self.leaf(leaf / self.leaves, leaf % self.leaves)
        };
        let pair = |leaf: u32, spine: u32| {
            let group = leaf / self.leaves;
            (self.leaf(group, leaf % self.leaves), self.spine(group, spine))
        };
        Some(match self.role(link) {
            LinkRole::Up(host) => (Vertex::Host(HostId(host)), leaf_of(host)),
            LinkRole::Down(host) => (leaf_of(host), Vertex::Host(HostId(host))),
            LinkRole::Rise(leaf, spine) => pair(leaf, spine),
            LinkRole::Fall(leaf, spine) => {
                let (leaf, spine) = pair(leaf, spine);
                (spine, leaf)
            }
            LinkRole::Global(group, round, port) => {
                let peer = self.between.peer(group, port);
                let back = self.between.port(peer, group);
                let end = |group, port| self.spine(group, self.between.router_of_port(round, port));
                (end(group, port), end(peer, back))
            }
        })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        let (from_leaf, to_leaf) = (src.0 / self.per_leaf, dst.0 / self.per_leaf);
        let (from_group, from) = (from_leaf / self.leaves, from_leaf % self.leaves);
        let (to_group, to) = (to_leaf / self.leaves, to_leaf % self.leaves);
        path.push(LinkId(src.0));
        if from_leaf != to_leaf {
            let (mut rise, mut fall) = (turn(from, to, self.spines), turn(from, to, self.spines));
            let mut global = None;
            if from_group != to_group {
                let round = turn(from, to, self.between.rounds());
                let (out, back) = (self.between.port(from_group, to_group), self.between.port(to_group, from_group));
                rise = self.between.router_of_port(round, out);
                fall = self.between.router_of_port(round, back);
                global = Some(LinkId(self.first_global + self.between.link(from_group, round, out)));
            }
            path.push(LinkId(self.first_rise + self.local_link(from_group, from, rise)));
            path.extend(global);
            path.push(LinkId(self.first_fall + self.local_link(to_group, to, fall)));
        }
        path.push(LinkId(self.hosts + dst.0));
    }

    fn diameter(&self) -> u32 {
        match (self.groups, self.leaves) {
            _ if self.hosts == 1 => 0,
            (1, 1) => 2,
            (1, _) => 4,
            _ => 5,
        }
    }

    fn bisection(&self) -> Rate {
        self.across(self.cut)
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => host.0 < self.half(),
            Vertex::Switch(router) => {
                let (group, own) = self.group_of(router);
                let leaf = own < self.leaves && (group * self.leaves + own) * self.per_leaf < self.half();
                match self.cut {
                    Cut::HostLinks => false,
                    Cut::Leaves => leaf,
                    Cut::Groups => group < self.groups / 2,
                }
            }
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        Shape::Groups {
            groups: self.groups,
            leaves: self.leaves,
            spines: self.spines,
            hosts: self.per_leaf,
            parts: 1,
            names: GroupNames::USUAL,
        }
    }

    fn describe(&self) -> String {
        format!(
            "dragonfly+ of {} groups × {} leaves × {} hosts, {} spines per group, {} global links per spine",
            self.groups,
            self.leaves,
            self.per_leaf,
            self.spines,
            self.between.per_router()
        )
    }
}

/// Up, between groups, down: no cycle, so a minimal route needs one VC. A Valiant route goes over a random leaf of a random third
/// group, up and down once more, in a second VC: the route L-G-L-L-G-L of Shpiner et al.
impl Routers for DragonflyPlus {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn router_at(&self, here: Vertex) -> Option<u32> {
        match here {
            Vertex::Host(_) => None,
            Vertex::Switch(router) => Some(router),
        }
    }

    fn router_of(&self, host: HostId) -> u32 {
        let leaf = host.0 / self.per_leaf;
        leaf / self.leaves * (self.leaves + self.spines) + leaf % self.leaves
    }

    fn host_links(&self, host: HostId) -> Option<(LinkId, LinkId)> {
        Some((LinkId(host.0), LinkId(self.hosts + host.0)))
    }

    fn step(&self, origin: u32, here: u32, to: u32) -> (LinkId, u8) {
        let (from, target) = (self.group_of(origin).1, self.group_of(to).1);
        let round = turn(from, target, self.between.rounds().max(1));
        (self.next_link(here, to, round, turn(from, target, self.spines)), 0)
    }

    fn step_to_middle(&self, here: u32, middle: u32) -> (LinkId, u8) {
        let target = self.group_of(middle).1;
        let round = turn(0, target, self.between.rounds().max(1));
        (self.next_link(here, middle, round, turn(0, target, self.spines)), 0)
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let (group, to_group) = (self.group_of(from).0, self.group_of(to).0);
        if group == to_group {
            return None;
        }
        let over = other_than(group, to_group, self.groups, view)?;
        Some(over * (self.leaves + self.spines) + if self.leaves > 1 { view.draw(self.leaves) } else { 0 })
    }
}

impl RouterRouting for DragonflyPlus {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, UGAL_L, UGAL_G];

    fn region_count(&self) -> u32 {
        self.groups
    }

    fn routers_per_region(&self) -> u32 {
        self.leaves + self.spines
    }
}
