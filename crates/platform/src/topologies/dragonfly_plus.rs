//! `dragonfly-plus`: a dragonfly whose groups are two-level fat trees: every leaf router is joined to every spine
//! router of its group, and groups are joined through their spines (Shpiner, Haramaty, Eliad, Zdornov, Gafni, Zahavi,
//! "Dragonfly+: Low Cost Topology for Scaling Datacenters", HiPINEB 2017; the same graph is Megafly: Flajslik, Borch,
//! Parker, ISC 2018). With routers of the same radix it connects more hosts than a dragonfly; a route within a group
//! has two hops between routers instead of one.
//!
//! Parameters: the numbers of `groups` (g), of `leaves` (l) and `spines` (s) in a group, of `hosts` on a leaf (p), and of
//! `global_links` on a spine (h); `wiring` as in `dragonfly`. Port q of the s·h global ports of a group is at spine ⌊q/h⌋.
//! The ports are assigned in R = ⌊s·h/(g−1)⌋ rounds of g−1 ports (`global.rs`), so any two groups are joined by R links.
//! Routers of a group are numbered leaves first.
//!
//! Minimal routes: host, leaf, spine, global link, spine, leaf, host; within a group host, leaf, spine, leaf, host. The R
//! global links between two groups are numbered from 0, by the rounds of their ports. A route takes link number (source leaf +
//! destination leaf) mod R. Within a group it takes spine (source leaf + destination leaf) mod s. Here leaves are numbered
//! within their groups.
//!
//! Links: 2·g·l·p of hosts, 2·g·l·s within groups, g·(g−1)·R between them. Diameter: 5; with one group 4, with one leaf 2.
//!
//! Bisection: the first ⌊g/2⌋ groups against the rest. It is the smallest of three capacities: the ⌊g/2⌋·⌈g/2⌉·R global links
//! between the two sides, the links from leaves to spines in the first ⌊g/2⌋ groups, and the links of the hosts in these
//! groups. With one group it is the smaller of two capacities: the links from ⌊l/2⌋ leaves to the spines, and the links of the
//! hosts on these leaves. With one leaf it is the links of half of its hosts. If spines have unequal shares of the global
//! ports, a cut through the groups, which is not considered, may be narrower.

use super::global::{Global, WIRING};
use super::links::{LinkClass, link_count, product, total};
use super::network::{Cut, Graph, Hosts, network, pairs};
use super::routers::{ADAPTIVE, MINIMAL, Routers, Step, UGAL_G, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{RoutingKind, RoutingView};
use crate::section::Section;
use crate::shape::{GroupNames, Shape};
use crate::topology::{Formulas, Topology, TopologyKind};
use config::{Parameter, ParameterKind};

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
        WIRING,
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

/// Links of a router's graph are those from leaves to spines, those back in the same order, and the global ones.
#[derive(Debug)]
struct DragonflyPlus {
    groups: u32,
    leaves: u32,
    spines: u32,
    between: Global,
    local: LinkClass,
    global: LinkClass,
    /// Links from leaves to spines.
    rises: u32,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let groups = section.count("groups")?;
    let (leaves, spines) = (section.count("leaves")?, section.count("spines")?);
    let per_leaf = section.count("hosts")?;
    let hosts = Hosts::on(section, &[groups, leaves], per_leaf)?;
    let between = Global::read(section, groups, spines, "spines")?;
    let host = LinkClass::read(section, "host")?;
    let local = LinkClass::read(section, "local")?;
    let global = LinkClass::read(section, "global")?;
    let routers = u64::from(groups) * (u64::from(leaves) + u64::from(spines));
    if routers > u64::from(u32::MAX) {
        return Err(section.too_large(format!("{routers} routers, at most {}", u32::MAX)));
    }
    let rises = product(section, "links from leaves to spines", &[groups, leaves, spines])?;
    let within = link_count(section, 2 * u64::from(rises))?;
    let links = u64::from(within) + u64::from(between.links(section)?);
    let hosts = hosts.of_leaves(leaves, leaves + spines).linked(host, 1);
    let graph = DragonflyPlus { groups, leaves, spines, between, local, global, rises };
    network(section, graph, hosts, links, ["host", "local", "global"].map(str::to_owned).into())
}

/// Which of `count` spines or rounds a route from one leaf to another takes, the leaves counted within their groups.
fn turn(from: u32, to: u32, count: u32) -> u32 {
    ((u64::from(from) + u64::from(to)) % u64::from(count)) as u32
}

impl DragonflyPlus {
    /// The group of a router, and its number within it, leaves first.
    fn place(&self, router: u32) -> (u32, u32) {
        (router / (self.leaves + self.spines), router % (self.leaves + self.spines))
    }

    /// The opposite.
    fn router(&self, group: u32, own: u32) -> u32 {
        group * (self.leaves + self.spines) + own
    }

    /// From a leaf to a spine of its group.
    fn rise(&self, group: u32, leaf: u32, spine: u32) -> Step {
        let link = (group * self.leaves + leaf) * self.spines + spine;
        Step { link, vc: 0, end: self.router(group, self.leaves + spine) }
    }

    /// The step from a router to a leaf, on a route between leaves whose numbers within their groups are these.
    fn on_route(&self, (from, target): (u32, u32), here: u32, to: u32) -> Step {
        let ((group, own), (to_group, leaf)) = (self.place(here), self.place(to));
        let global = || self.between.between(group, to_group, turn(from, target, self.between.rounds));
        match (own.checked_sub(self.leaves), group == to_group) {
            (Some(spine), true) => Step { link: self.rises + self.rise(group, leaf, spine).link, vc: 0, end: to },
            (Some(_), false) => {
                let (link, _, entry) = global();
                Step { link: 2 * self.rises + link, vc: 0, end: self.router(to_group, self.leaves + entry) }
            }
            (None, true) => self.rise(group, own, turn(from, target, self.spines)),
            (None, false) => self.rise(group, own, global().1),
        }
    }
}

impl Graph for DragonflyPlus {
    const ROUTINGS: &'static [RoutingKind] = &[MINIMAL, VALIANT, ADAPTIVE, UGAL_G];

    fn routers(&self) -> u32 {
        self.router(self.groups, 0)
    }

    fn routers_per_region(&self) -> u32 {
        self.leaves + self.spines
    }

    fn link(&self, link: u32) -> (LinkClass, u8) {
        if link < 2 * self.rises { (self.local, 1) } else { (self.global, 2) }
    }

    fn ends(&self, link: u32) -> (u32, u32) {
        if let Some(global) = link.checked_sub(2 * self.rises) {
            let [from, to] =
                <[_; 2]>::from(self.between.ends(global)).map(|(group, own)| self.router(group, self.leaves + own));
            return (from, to);
        }
        let (leaf, spine) = (link % self.rises / self.spines, link % self.spines);
        let group = leaf / self.leaves;
        let (leaf, spine) = (self.router(group, leaf % self.leaves), self.router(group, self.leaves + spine));
        if link < self.rises { (leaf, spine) } else { (spine, leaf) }
    }

    /// Spines have numbers within their groups: their links within these name the group.
    fn router_name(&self, router: u32) -> String {
        let (group, own) = self.place(router);
        own.checked_sub(self.leaves).map_or_else(|| format!("g{group}l{own}"), |spine| format!("s{spine}"))
    }

    fn global_name(&self, link: u32) -> Option<String> {
        Some(self.between.link_name(link.checked_sub(2 * self.rises)?))
    }

    fn longest(&self) -> u32 {
        match (self.groups, self.leaves) {
            (1, 1) => 0,
            (1, _) => 2,
            _ => 3,
        }
    }

    fn cuts(&self) -> Vec<Cut> {
        let (stride, size) =
            if self.groups > 1 { (self.leaves + self.spines, self.groups) } else { (1, self.leaves) };
        let leaves = self.groups * self.leaves / size * (size / 2);
        let up = total(self.local.bandwidth, u64::from(leaves) * u64::from(self.spines));
        let across = pairs(self.groups).saturating_mul(u64::from(self.between.rounds));
        let mut cuts = vec![Cut::hosts(stride, size), Cut::leaves(stride, size, up)];
        if self.groups > 1 {
            cuts.push(Cut::routers(stride, size, total(self.global.bandwidth, across)));
        }
        cuts
    }

    fn shape(&self, hosts: u32) -> Shape {
        let Self { groups, leaves, spines, .. } = *self;
        Shape::Groups { groups, leaves, spines, hosts, parts: 1, names: GroupNames::USUAL }
    }

    fn describe(&self, hosts: u32) -> String {
        let Self { groups, leaves, spines, between, .. } = self;
        let links = between.per_router();
        format!(
            "dragonfly+ of {groups} groups × {leaves} leaves × {hosts} hosts, {spines} spines per group, {links} global links per spine"
        )
    }
}

/// Up, between groups, down: no cycle, so a minimal route needs one VC. A Valiant route goes over a random leaf of a random third
/// group, up and down once more, in a second VC: the route L-G-L-L-G-L of Shpiner et al.
impl Routers for DragonflyPlus {
    fn minimal_vcs(&self) -> u8 {
        1
    }

    fn step(&self, origin: u32, here: u32, to: u32) -> Step {
        self.on_route((self.place(origin).1, self.place(to).1), here, to)
    }

    fn step_to_middle(&self, here: u32, middle: u32) -> Step {
        self.on_route((0, self.place(middle).1), here, middle)
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        let (group, to_group) = (self.place(from).0, self.place(to).0);
        if group == to_group {
            return None;
        }
        let over = other_than(group, to_group, self.groups, view)?;
        Some(self.router(over, if self.leaves > 1 { view.draw(self.leaves) } else { 0 }))
    }
}
