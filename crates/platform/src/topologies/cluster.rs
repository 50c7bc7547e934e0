//! `cluster`: hosts on one switch, or in cabinets whose switches meet at a root switch. Each host has a link up and a
//! link down, as has each cabinet.
//!
//! Parameters: the number of `hosts`; the hosts of each of the `cabinets`, if there are any; the links of hosts and
//! cabinets; optionally a `backbone` and limiters. Everything through the root crosses the backbone (one capacity for all
//! of it). A limiter is a capacity that the two directions of a host's or cabinet's links share. The hybrid model of SMPI
//! describes the cluster *graphene* in this way (Degomme et al., "Simulating MPI Applications: The SMPI Approach", IEEE
//! TPDS 28(8), 2017).
//!
//! Routes. Without cabinets: host up, backbone (if there is one), host down. Between two hosts of a cabinet: host up, host
//! down. Between cabinets: host up, cabinet up, backbone (if there is one), cabinet down, host down. The gateway `root` is
//! beyond the backbone, so traffic to and from the gateway crosses the backbone.
//!
//! Bisection of n hosts: one side has the first ⌊n/2⌋ hosts, the other side has the rest. With several cabinets, the first side
//! consists of whole cabinets, from the first on, so that their hosts are as near as possible to ⌊n/2⌋. The bisection is the
//! smallest of three capacities: the host links of the side with fewer hosts, the cabinet links of the side with fewer
//! cabinets, and the backbone. Limiters are not counted.

use super::links::{LinkClass, link_count, total};
use super::routers::MINIMAL;
use crate::error::PlatformError;
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Gateway, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate, Time};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "cluster",
    doc: "Hosts on one switch, or in cabinets joined by a root switch; optional backbone and limiters.",
    parameters: &[
        Parameter::required("hosts", ParameterKind::Count, "Number of hosts."),
        Parameter::optional(
            "cabinets",
            ParameterKind::CountOrCounts,
            "Number of equal cabinets, or the number of hosts in each; without it all hosts share one switch.",
        ),
        Parameter::required("links.host.bandwidth", ParameterKind::Bandwidth, "Host to switch, each direction."),
        Parameter::required("links.host.latency", ParameterKind::Latency, "Host to switch."),
        Parameter::optional(
            "links.host.limiter",
            ParameterKind::Bandwidth,
            "Capacity shared by both directions of a host's link.",
        ),
        Parameter::optional("links.cabinet.bandwidth", ParameterKind::Bandwidth, "Cabinet to root, each direction."),
        Parameter::optional("links.cabinet.latency", ParameterKind::Latency, "Cabinet to root."),
        Parameter::optional(
            "links.cabinet.limiter",
            ParameterKind::Bandwidth,
            "Capacity shared by both directions of a cabinet's link.",
        ),
        Parameter::optional(
            "links.backbone.bandwidth",
            ParameterKind::Bandwidth,
            "Capacity shared by all traffic through the root.",
        ),
        Parameter::optional("links.backbone.latency", ParameterKind::Latency, "Latency of the backbone."),
    ],
    formulas: Formulas {
        hosts: "n",
        links: "2n on one switch; 2n + 2c with c cabinets; one more for a backbone, one for each limiter",
        diameter: "2 on one switch, 4 between cabinets; one more through a backbone",
        bisection: "the minimum of: the host links of the smaller half, the cabinet links of its cabinets, the backbone",
    },
    build,
};

/// The gateway besides the hosts.
const ROOT: &str = "root";

/// Index of each class in `class_names`.
const HOST: u8 = 0;
const HOST_LIMITER: u8 = 1;
const CABINET: u8 = 2;
const CABINET_LIMITER: u8 = 3;
const BACKBONE: u8 = 4;

/// Links of one class: `first..first + count`, up then down.
#[derive(Debug)]
struct Tier {
    link: LinkClass,
    limiter: Option<Rate>,
    count: u32,
    /// Up links start here, down links `count` later, limiters `2·count` later.
    first: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    HostLinks,
    CabinetLinks,
    Backbone,
}

/// Which hosts a cabinet has.
#[derive(Debug)]
enum Cabinets {
    None,
    Equal {
        count: u32,
        hosts: u32,
    },
    /// The first host of each.
    Listed(Vec<u32>),
}

#[derive(Debug)]
struct Cluster {
    hosts: Tier,
    cabinets: Option<Tier>,
    layout: Cabinets,
    backbone: Option<LinkClass>,
    links: u32,
    cut: Cut,
    class_names: Vec<String>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let hosts = section.count("hosts")?;
    let layout = cabinets(section, hosts)?;
    let mut links = 0u64;
    let hosts = tier(section, "host", hosts, &mut links)?;
    let cabinets = if layout.count() == 0 {
        for value in ["bandwidth", "latency", "limiter"] {
            let key = format!("links.cabinet.{value}");
            if section.has(&key) {
                return Err(section.conflict(&key, "cabinets", "there are no cabinets unless `cabinets` says so"));
            }
        }
        None
    } else {
        Some(tier(section, "cabinet", layout.count(), &mut links)?)
    };
    let backbone = match section.has("links.backbone") {
        true => Some(LinkClass::read(section, "backbone")?),
        false => None,
    };
    links += u64::from(backbone.is_some());
    let links = link_count(section, links)?;
    let class_names = ["host", "host-limiter", "cabinet", "cabinet-limiter", "backbone"].map(str::to_owned).to_vec();
    let mut cluster = Cluster { hosts, cabinets, layout, backbone, links, cut: Cut::HostLinks, class_names };
    let cuts = [Cut::HostLinks, Cut::CabinetLinks, Cut::Backbone];
    cluster.cut = cuts.into_iter().min_by_key(|cut| cluster.across(*cut)).expect("three cuts");
    Ok(Box::new(cluster))
}

fn tier(section: &Section<'_>, class: &str, count: u32, links: &mut u64) -> Result<Tier, PlatformError> {
    let link = LinkClass::read(section, class)?;
    let limiter = section.optional_rate(&format!("links.{class}.limiter"))?;
    let first = link_count(section, *links)?;
    *links += u64::from(count) * if limiter.is_some() { 3 } else { 2 };
    link_count(section, *links)?;
    Ok(Tier { link, limiter, count, first })
}

/// The cabinets, from a number of equal ones or a list of sizes.
fn cabinets(section: &Section<'_>, hosts: u32) -> Result<Cabinets, PlatformError> {
    let Some(cabinets) = section.optional_counts("cabinets")? else { return Ok(Cabinets::None) };
    if !section.is_list("cabinets") {
        let count = cabinets[0];
        if !hosts.is_multiple_of(count) {
            let expected = format!("a divisor of the {hosts} hosts, or a list of sizes");
            return Err(section.out_of_range("cabinets", count.to_string(), expected));
        }
        return Ok(Cabinets::Equal { count, hosts: hosts / count });
    }
    let sum: u64 = cabinets.iter().copied().map(u64::from).sum();
    if sum != u64::from(hosts) {
        let expected = format!("sizes that sum to the {hosts} hosts");
        return Err(section.out_of_range("cabinets", format!("a list that sums to {sum}"), expected));
    }
    let starts = cabinets.iter().scan(0, |next, size| {
        *next += size;
        Some(*next - size)
    });
    Ok(Cabinets::Listed(starts.collect()))
}

impl Cabinets {
    fn count(&self) -> u32 {
        match self {
            Self::None => 0,
            Self::Equal { count, .. } => *count,
            Self::Listed(starts) => starts.len() as u32,
        }
    }

    fn first_host(&self, cabinet: u32) -> u32 {
        match self {
            Self::None => 0,
            Self::Equal { hosts, .. } => cabinet * hosts,
            Self::Listed(starts) => starts[cabinet as usize],
        }
    }

    fn of(&self, host: u32) -> u32 {
        match self {
            Self::None => 0,
            Self::Equal { hosts, .. } => host / hosts,
            Self::Listed(starts) => (starts.partition_point(|start| *start <= host) - 1) as u32,
        }
    }
}

impl Tier {
    fn up(&self, index: u32) -> LinkId {
        LinkId(self.first + index)
    }

    fn down(&self, index: u32) -> LinkId {
        LinkId(self.first + self.count + index)
    }

    fn limiter(&self, index: u32) -> Option<LinkId> {
        self.limiter.map(|_| LinkId(self.first + 2 * self.count + index))
    }

    /// Which of up (0), down (1), limiter (2) a link of this tier is, and its index.
    fn locate(&self, link: LinkId) -> Option<(u32, u32)> {
        let offset = link.0.checked_sub(self.first)?;
        let kinds = if self.limiter.is_some() { 3 } else { 2 };
        (offset / self.count < kinds).then_some((offset / self.count, offset % self.count))
    }

    fn figures(&self, direction: u32, class: u8, limiter_class: u8) -> Link {
        match (direction, self.limiter) {
            (2, Some(bandwidth)) => Link { bandwidth, latency: Time::ZERO, class: limiter_class },
            _ => Link { bandwidth: self.link.bandwidth, latency: self.link.latency, class },
        }
    }
}

impl Cluster {
    /// Cabinets below this are in the lower half.
    fn half_of_cabinets(&self) -> u32 {
        let half = self.hosts.count / 2;
        let below = self.layout.of(half).max(1);
        let distance = |cabinet| self.layout.first_host(cabinet).abs_diff(half);
        if below + 1 < self.layout.count() && distance(below + 1) < distance(below) { below + 1 } else { below }
    }

    /// Hosts below this are in the lower half.
    fn half(&self) -> u32 {
        match self.layout.count() {
            0 | 1 => self.hosts.count / 2,
            _ => self.layout.first_host(self.half_of_cabinets()),
        }
    }

    /// What crosses a cut; the largest rate if there is no such cut.
    fn across(&self, cut: Cut) -> Rate {
        let none = Rate(u64::MAX);
        let narrower = |lower: u32, all: u32| u64::from(lower.min(all - lower));
        match cut {
            Cut::HostLinks => total(self.hosts.link.bandwidth, narrower(self.half(), self.hosts.count)),
            Cut::CabinetLinks => match &self.cabinets {
                Some(tier) if tier.count > 1 => {
                    total(tier.link.bandwidth, narrower(self.half_of_cabinets(), tier.count))
                }
                _ => none,
            },
            Cut::Backbone if self.layout.count() == 1 => none,
            Cut::Backbone => self.backbone.map_or(none, |backbone| backbone.bandwidth),
        }
    }

    /// Whether the switches beyond the links of the cut are on the sending side: where the upper half has fewer
    /// links, the cut is at its end.
    fn centre_is_lower(&self) -> bool {
        match self.cut {
            Cut::HostLinks => self.half() > self.hosts.count - self.half(),
            Cut::CabinetLinks => self.half_of_cabinets() > self.root() - self.half_of_cabinets(),
            Cut::Backbone => false,
        }
    }

    /// The switch where links from below end; with a backbone those downwards start one further.
    fn root(&self) -> u32 {
        self.layout.count()
    }

    fn root_out(&self) -> Vertex {
        Vertex::Switch(self.root() + u32::from(self.backbone.is_some()))
    }

    /// The switch of a host: from it (`down`) or to it.
    fn switch_of(&self, host: u32, down: bool) -> Vertex {
        match (self.layout.count() == 0, down) {
            (false, _) => Vertex::Switch(self.layout.of(host)),
            (true, false) => Vertex::Switch(self.root()),
            (true, true) => self.root_out(),
        }
    }

    fn backbone_id(&self) -> Option<LinkId> {
        self.backbone.map(|_| LinkId(self.links - 1))
    }
}

impl Topology for Cluster {
    fn hosts(&self) -> u32 {
        self.hosts.count
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        if let Some((direction, _)) = self.hosts.locate(link) {
            return self.hosts.figures(direction, HOST, HOST_LIMITER);
        }
        if let Some((tier, (direction, _))) = self.cabinets.as_ref().and_then(|t| Some((t, t.locate(link)?))) {
            return tier.figures(direction, CABINET, CABINET_LIMITER);
        }
        assert!(Some(link) == self.backbone_id(), "no link {link}");
        let LinkClass { bandwidth, latency } = self.backbone.expect("checked just before");
        Link { bandwidth, latency, class: BACKBONE }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        const KINDS: [&str; 3] = ["up", "down", "limiter"];
        if let Some((direction, host)) = self.hosts.locate(link) {
            return format!("host{host}-{}", KINDS[direction as usize]);
        }
        match self.cabinets.as_ref().and_then(|tier| tier.locate(link)) {
            Some((direction, cabinet)) => format!("cabinet{cabinet}-{}", KINDS[direction as usize]),
            None => "backbone".to_owned(),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        if let Some((direction, host)) = self.hosts.locate(link) {
            let vertex = Vertex::Host(HostId(host));
            return match direction {
                0 => Some((vertex, self.switch_of(host, false))),
                1 => Some((self.switch_of(host, true), vertex)),
                _ => None,
            };
        }
        let root = Vertex::Switch(self.root());
        match self.cabinets.as_ref().and_then(|tier| tier.locate(link)) {
            Some((0, cabinet)) => Some((Vertex::Switch(cabinet), root)),
            Some((1, cabinet)) => Some((self.root_out(), Vertex::Switch(cabinet))),
            Some(_) => None,
            None => Some((root, self.root_out())),
        }
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        let (steps, count) = self.steps(src.0, dst.0);
        path.extend(steps[..count].iter().map(|(link, _)| link));
    }

    fn gateway(&self, name: &str) -> Option<Gateway> {
        if name == ROOT {
            return Some(Gateway { exit: self.root_out(), entry: Vertex::Switch(self.root()) });
        }
        Some(Vertex::Host(self.find_host(name)?).into())
    }

    fn route_between(&self, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        match (from, to) {
            (Vertex::Host(src), Vertex::Host(dst)) => self.route(src, dst, path),
            (Vertex::Host(src), Vertex::Switch(_)) => {
                path.extend([Some(self.hosts.up(src.0)), self.hosts.limiter(src.0)].into_iter().flatten());
                if let Some(tier) = &self.cabinets {
                    let cabinet = self.layout.of(src.0);
                    path.extend([Some(tier.up(cabinet)), tier.limiter(cabinet)].into_iter().flatten());
                }
                path.extend(self.backbone_id());
            }
            (Vertex::Switch(_), Vertex::Host(dst)) => {
                path.extend(self.backbone_id());
                if let Some(tier) = &self.cabinets {
                    let cabinet = self.layout.of(dst.0);
                    path.extend([tier.limiter(cabinet), Some(tier.down(cabinet))].into_iter().flatten());
                }
                path.extend([self.hosts.limiter(dst.0), Some(self.hosts.down(dst.0))].into_iter().flatten());
            }
            (Vertex::Switch(_), Vertex::Switch(_)) => {}
        }
        true
    }

    fn diameter(&self) -> u32 {
        let backbone = u32::from(self.backbone.is_some());
        match (self.hosts.count, self.layout.count()) {
            (1, _) => 0,
            (_, 0) => 2 + backbone,
            (_, 1) => 2,
            _ => 4 + backbone,
        }
    }

    fn bisection(&self) -> Rate {
        self.across(self.cut)
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => host.0 < self.half(),
            Vertex::Switch(switch) if switch < self.root() && self.cut != Cut::HostLinks => {
                switch < self.half_of_cabinets()
            }
            Vertex::Switch(switch) if self.cut == Cut::Backbone => switch == self.root(),
            Vertex::Switch(_) => self.centre_is_lower(),
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        let cabinets = (0..self.layout.count()).map(|cabinet| self.layout.first_host(cabinet));
        let starts = cabinets.chain([self.hosts.count]).collect();
        Shape::Cabinets { starts, roots: 1 + u32::from(self.backbone.is_some()) }
    }

    fn describe(&self) -> String {
        let cabinets = match self.layout.count() {
            0 => "on one switch".to_owned(),
            1 => "in one cabinet".to_owned(),
            count => format!("in {count} cabinets"),
        };
        format!("cluster of {} hosts {cabinets}", self.hosts.count)
    }
}

/// There is one way. What comes down goes in VC 1, so that limiters, which both directions share, close no cycle.
static ROUTINGS: &[RoutingKind] = &[MINIMAL];

/// The most links of a route, limiters included.
const LONGEST: usize = 9;

impl Cluster {
    /// The links of a route with their VCs, and how many they are.
    fn steps(&self, src: u32, dst: u32) -> ([(LinkId, u8); LONGEST], usize) {
        let (mut steps, mut count) = ([(LinkId(0), 0); LONGEST], 0);
        let mut push = |link: Option<LinkId>, vc| {
            if let Some(link) = link {
                steps[count] = (link, vc);
                count += 1;
            }
        };
        push(Some(self.hosts.up(src)), 0);
        push(self.hosts.limiter(src), 0);
        match &self.cabinets {
            None => push(self.backbone_id(), 0),
            Some(tier) => {
                let (from, to) = (self.layout.of(src), self.layout.of(dst));
                if from != to {
                    push(Some(tier.up(from)), 0);
                    push(tier.limiter(from), 0);
                    push(self.backbone_id(), 0);
                    push(tier.limiter(to), 1);
                    push(Some(tier.down(to)), 1);
                }
            }
        }
        push(self.hosts.limiter(dst), 1);
        push(Some(self.hosts.down(dst)), 1);
        (steps, count)
    }
}

impl PacketRouting for Cluster {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    fn vcs(&self, _routing: u8) -> u8 {
        2
    }

    fn scope(&self, _routing: u8) -> RoutingScope {
        RoutingScope::Oblivious
    }

    /// The cabinets; the root is in the first of them.
    fn regions(&self) -> u32 {
        self.layout.count().max(1)
    }

    fn region(&self, at: Vertex) -> u32 {
        match at {
            Vertex::Host(host) => self.layout.of(host.0),
            Vertex::Switch(switch) if switch < self.root() => switch,
            Vertex::Switch(_) => 0,
        }
    }

    fn next(&self, _routing: u8, _here: Vertex, route: &mut RouteState, _view: &mut dyn RoutingView) -> Option<Hop> {
        let (src, dst) = (route.source.0, route.destination.0);
        if src == dst {
            return None;
        }
        let (steps, count) = self.steps(src, dst);
        steps[..count].get(usize::from(route.hops)).map(|(link, vc)| Hop::new(*link, *vc))
    }
}
