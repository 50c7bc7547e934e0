//! `torus` and `mesh`: hosts on an n-dimensional grid, each linked to its neighbours.
//!
//! Host (c₁, …, cₙ) has number c₁ + k₁·(c₂ + k₂·(c₃ + …)), where k₁, …, kₙ are the sizes of the dimensions. A route crosses the
//! dimensions one after another, in the order given. In each dimension of a torus it goes the shorter way round. If both ways
//! are equally long, it goes upwards; with `ties = "simgrid"` only the route from coordinate ⌊k/2⌋ to coordinate 0 goes
//! downwards, as in SimGrid 4.1. In a dimension of two hosts, one link in each direction joins them, also in a torus. A
//! dimension of one host has no links.
//!
//! Bisection of N hosts: the longest dimension (the first of equally long ones), of k hosts, is cut into its lower ⌊k/2⌋ planes
//! and the rest. The cut is crossed by N/k links in a mesh, and by 2·N/k in a torus with k > 2. Diameter: Σ⌊kᵢ/2⌋ in a torus,
//! Σ(kᵢ − 1) in a mesh.

mod spread;

use super::links::{LinkClass, dimensions, link_count, product, total};
use super::network::Hosts;
use super::routers::{self, DIMENSION_ORDER, Routers, Shared, Step, UGAL_G, UGAL_L, VALIANT, other_than};
use crate::error::PlatformError;
use crate::routing::{ENOUGH_REGIONS, Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use std::cmp::{Ordering, Reverse};
use units::{HostId, LinkId, Rate, Time};

const PARAMETERS: &[Parameter] = &[
    Parameter::required("dimensions", ParameterKind::Counts, "Hosts along each dimension."),
    Parameter::optional("links.all.bandwidth", ParameterKind::Bandwidth, "Bandwidth of one direction of a link."),
    Parameter::optional("links.all.latency", ParameterKind::Latency, "Latency of a link."),
    Parameter::optional(
        "links.dim#.bandwidth",
        ParameterKind::Bandwidth,
        "The same for dimension #, counted from 1.",
    ),
    Parameter::optional("links.dim#.latency", ParameterKind::Latency, "The same for dimension #, counted from 1."),
];

/// Those of a torus: that of ties, and all others.
const TORUS_PARAMETERS: &[Parameter] = &[
    Parameter::optional(
        "ties",
        ParameterKind::Choice(&["up", "simgrid"]),
        "Direction if both are equally short: `up` (the default), or as in SimGrid.",
    ),
    PARAMETERS[0],
    PARAMETERS[1],
    PARAMETERS[2],
    PARAMETERS[3],
    PARAMETERS[4],
];

/// The entry `torus`.
pub(super) const TORUS: TopologyKind = TopologyKind {
    name: "torus",
    doc: "n-dimensional torus: every host is joined to its two neighbours in each dimension, with wrap-around links.",
    parameters: TORUS_PARAMETERS,
    formulas: Formulas {
        hosts: "N = k₁·k₂⋯",
        links: "2·N for each dimension of more than two hosts, N for one of two",
        diameter: "Σ⌊kᵢ/2⌋",
        bisection: "2·(N/k)·B of the longest dimension k, half of that if k = 2",
    },
    build: |section| build(section, "torus", true),
};

/// The entry `mesh`.
pub(super) const MESH: TopologyKind = TopologyKind {
    name: "mesh",
    doc: "n-dimensional mesh: a torus without wrap-around links.",
    parameters: PARAMETERS,
    formulas: Formulas {
        hosts: "N = k₁·k₂⋯",
        links: "Σ 2·(N/kᵢ)·(kᵢ − 1)",
        diameter: "Σ(kᵢ − 1)",
        bisection: "(N/k)·B of the longest dimension k",
    },
    build: |section| build(section, "mesh", false),
};

#[derive(Clone, Copy, Debug)]
struct Dimension {
    size: u32,
    /// Difference between the numbers of neighbours.
    stride: u32,
    /// The ends are joined: a torus of more than two.
    wraps: bool,
    /// The route from the middle to 0 goes down, although up is as long.
    middle_down: bool,
    link: LinkClass,
    /// First link upwards, then downwards.
    up: u32,
    down: u32,
}

#[derive(Debug)]
struct Grid {
    name: &'static str,
    hosts: u32,
    links: u32,
    torus: bool,
    dimensions: Vec<Dimension>,
    class_names: Vec<String>,
    /// Hosts of a slab.
    slab: u32,
}

fn build(section: &Section<'_>, name: &'static str, torus: bool) -> Result<Box<dyn Topology>, PlatformError> {
    let sizes = dimensions(section)?;
    let simgrid = torus && section.has("ties") && section.choice("ties", "rule")? == "simgrid";
    grid(section, name, &sizes, torus, simgrid)
}

/// A grid of hosts; `section` says what its links are.
pub(super) fn grid(
    section: &Section<'_>,
    name: &'static str,
    sizes: &[u32],
    torus: bool,
    middle_down: bool,
) -> Result<Box<dyn Topology>, PlatformError> {
    section.check_indices("links", "dim", sizes.len())?;
    let hosts = product(section, "hosts", sizes)?;
    let mut dimensions = Vec::with_capacity(sizes.len());
    let (mut stride, mut links) = (1u32, 0u64);
    for (index, size) in sizes.iter().copied().enumerate() {
        let link = LinkClass::read_indexed(section, "dim", index + 1)?;
        let wraps = torus && size > 2;
        let each_way = if wraps { hosts } else { hosts / size * (size - 1) };
        let up = link_count(section, links)?;
        let down = link_count(section, links + u64::from(each_way))?;
        dimensions.push(Dimension { size, stride, wraps, middle_down, link, up, down });
        links += 2 * u64::from(each_way);
        // The last stride is the number of hosts, which fits.
        stride *= size;
    }
    let links = link_count(section, links)?;
    let class_names = (1..=sizes.len()).map(|i| format!("dim{i}")).collect();
    let slab = slab(hosts, &dimensions);
    Ok(Box::new(Grid { name, hosts, links, torus, dimensions, class_names, slab }))
}

impl Dimension {
    fn coordinate(&self, host: u32) -> u32 {
        host / self.stride % self.size
    }

    fn with_coordinate(&self, host: u32, coordinate: u32) -> u32 {
        host - self.coordinate(host) * self.stride + coordinate * self.stride
    }

    /// The number of the link that leaves coordinate `low` upwards (or reaches it downwards) among those of its
    /// direction, of the line that `host` lies on.
    fn index(&self, host: u32, low: u32) -> u32 {
        let (below, above) = (host % self.stride, host / self.stride / self.size);
        let per_line = if self.wraps { self.size } else { self.size - 1 };
        below + self.stride * (low + per_line * above)
    }

    /// The opposite of [`Dimension::index`]: the host at the lower end.
    fn lower_end(&self, index: u32) -> u32 {
        let per_line = if self.wraps { self.size } else { self.size - 1 };
        let (below, low) = (index % self.stride, index / self.stride % per_line);
        below + self.stride * (low + self.size * (index / self.stride / per_line))
    }

    fn next(&self, coordinate: u32) -> u32 {
        if coordinate + 1 == self.size { 0 } else { coordinate + 1 }
    }

    fn previous(&self, coordinate: u32) -> u32 {
        if coordinate == 0 { self.size - 1 } else { coordinate - 1 }
    }

    /// Whether the route from `from` to `to` goes up.
    fn goes_up(&self, from: u32, to: u32) -> bool {
        if !self.wraps {
            return to > from;
        }
        let up = if to >= from { to - from } else { to + self.size - from };
        if self.middle_down && to == 0 && up == self.size - up {
            return false;
        }
        up <= self.size - up
    }
}

impl Grid {
    /// The dimension of a link, whether it goes up, and the host at its lower end.
    fn locate(&self, link: LinkId) -> (usize, bool, u32) {
        assert!(link.0 < self.links, "no link {link}");
        let position = self.dimensions.partition_point(|d| d.up <= link.0) - 1;
        let dimension = &self.dimensions[position];
        let up = link.0 < dimension.down;
        let index = link.0 - if up { dimension.up } else { dimension.down };
        (position, up, dimension.lower_end(index))
    }

    /// The dimension that the bisection cuts.
    fn longest(&self) -> usize {
        let longest = self.dimensions.iter().map(|d| d.size).max().expect("at least one dimension");
        self.dimensions.iter().position(|d| d.size == longest).expect("the maximum is one of them")
    }

    fn coordinates(&self, host: u32) -> String {
        let list: Vec<String> = self.dimensions.iter().map(|d| d.coordinate(host).to_string()).collect();
        format!("({})", list.join(","))
    }
}

impl Topology for Grid {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        // Dimensions of one host own no links: the last that starts here or before is the owner.
        let position = self.dimensions.partition_point(|d| d.up <= link.0) - 1;
        let LinkClass { bandwidth, latency } = self.dimensions[position].link;
        Link { bandwidth, latency, class: position as u8 }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        let (position, up, _) = self.locate(link);
        let Some((Vertex::Host(from), _)) = self.link_ends(link) else { unreachable!("links of a grid join hosts") };
        format!("{}{}{}", self.coordinates(from.0), if up { '+' } else { '-' }, position + 1)
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        let (position, up, low) = self.locate(link);
        let dimension = &self.dimensions[position];
        let high = dimension.with_coordinate(low, dimension.next(dimension.coordinate(low)));
        let (low, high) = (Vertex::Host(HostId(low)), Vertex::Host(HostId(high)));
        Some(if up { (low, high) } else { (high, low) })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        let mut here = src.0;
        for dimension in &self.dimensions {
            let (from, to) = (dimension.coordinate(here), dimension.coordinate(dst.0));
            if from == to {
                continue;
            }
            // The links of one direction on the line lie a stride apart.
            let (first, stride) = (dimension.index(here, 0), dimension.stride);
            let mut at = from;
            if dimension.goes_up(from, to) {
                while at != to {
                    path.push(LinkId(dimension.up + first + stride * at));
                    at = dimension.next(at);
                }
            } else {
                while at != to {
                    at = dimension.previous(at);
                    path.push(LinkId(dimension.down + first + stride * at));
                }
            }
            here = here - from * stride + to * stride;
        }
    }

    fn routes_by_axis(&self) -> bool {
        true
    }

    fn spread(
        &self,
        src: HostId,
        dst: HostId,
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) -> bool {
        self.divide((src.0, dst.0), bytes, loads, add);
        true
    }

    fn latency_of(&self, links: &[LinkId]) -> Time {
        let mut position = 0;
        let latency = |link: &LinkId| {
            // Routes go dimension by dimension, so the next link's is seldom another one.
            if link.0 < self.dimensions[position].up {
                position = 0;
            }
            while self.dimensions.get(position + 1).is_some_and(|next| next.up <= link.0) {
                position += 1;
            }
            self.dimensions[position].link.latency
        };
        links.iter().map(latency).sum()
    }

    fn diameter(&self) -> u32 {
        self.dimensions.iter().map(|d| if self.torus { d.size / 2 } else { d.size - 1 }).sum()
    }

    fn bisection(&self) -> Rate {
        let longest = &self.dimensions[self.longest()];
        if longest.size == 1 {
            return Rate(0);
        }
        let planes = if longest.wraps { 2 } else { 1 };
        total(longest.link.bandwidth, planes * u64::from(self.hosts / longest.size))
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        let longest = &self.dimensions[self.longest()];
        matches!(vertex, Vertex::Host(host) if longest.coordinate(host.0) < longest.size / 2)
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        Shape::Grid { sizes: self.dimensions.iter().map(|d| d.size).collect(), wraps: self.torus }
    }

    fn describe(&self) -> String {
        let sizes: Vec<String> = self.dimensions.iter().map(|d| d.size.to_string()).collect();
        format!("{}-dimensional {}, {}", sizes.len(), self.name, sizes.join(" × "))
    }
}

const ADAPTIVE: RoutingKind = RoutingKind::new(
    "adaptive",
    &[],
    "Adaptive minimal: the link and one of two VCs with most credit, else dimension order in an escape VC.",
);

const BLUE_GENE: RoutingKind = RoutingKind::new(
    "bluegene",
    &[],
    "Blue Gene's: adaptive minimal by the credit of two dynamic VCs, else as `bubble`; ordered messages always so.",
);

const BUBBLE: RoutingKind = RoutingKind::new(
    "bubble",
    &[],
    "Dimension order in one VC; packets that enter a ring leave a bubble, space for one more packet.",
);

/// The packet routings of a torus.
static TORUS_ROUTINGS: &[RoutingKind] = &[DIMENSION_ORDER, BUBBLE, ADAPTIVE, VALIANT, UGAL_L, UGAL_G, BLUE_GENE];

/// The packet routings of a mesh.
static MESH_ROUTINGS: &[RoutingKind] = &[DIMENSION_ORDER, ADAPTIVE, VALIANT, UGAL_L, UGAL_G];

/// VCs of `adaptive` beside the escape VC, as Blue Gene/L and /P have (N. Adiga et al., "Blue Gene/L torus interconnection
/// network", IBM Journal of Research and Development 49(2/3), 2005).
const DYNAMIC_VCS: u8 = 2;

impl Grid {
    /// The link from a host along a dimension on the shorter way to another coordinate, and whether it goes up.
    fn towards(&self, dimension: &Dimension, here: u32, to: u32) -> (LinkId, bool) {
        let from = dimension.coordinate(here);
        let up = dimension.goes_up(from, to);
        let low = if up { from } else { dimension.previous(from) };
        let first = if up { dimension.up } else { dimension.down };
        (LinkId(first + dimension.index(here, low)), up)
    }

    /// The dimensions in which two hosts differ, in order.
    fn differing(&self, here: u32, to: u32) -> impl Iterator<Item = (usize, &Dimension)> {
        let differs = move |dimension: &Dimension| dimension.coordinate(here) != dimension.coordinate(to);
        self.dimensions.iter().enumerate().filter(move |(_, dimension)| differs(dimension))
    }

    /// Dimension by dimension in one VC. `RouteState::phase` says along which ring the packet came, so that it is known to
    /// enter another one.
    fn bubble(&self, here: u32, vc: u8, route: &mut RouteState) -> Hop {
        let to = route.destination.0;
        let (position, dimension) = self.differing(here, to).next().expect("two hosts differ in a dimension");
        let (link, up) = self.towards(dimension, here, dimension.coordinate(to));
        let ring = 1 + 2 * position as u8 + u8::from(up);
        let enters = route.hops == 0 || route.in_vc != vc || route.phase != ring;
        route.phase = ring;
        Hop { link, vc, bubble: enters && dimension.wraps }
    }

    /// The productive link and VC with most room, the first of equals; where none has room for the packet, the escape VC.
    fn adaptive(&self, here: u32, route: &mut RouteState, view: &dyn RoutingView) -> Hop {
        let to = route.destination.0;
        let mut best: Option<(u64, LinkId, u8)> = None;
        for (_, dimension) in self.differing(here, to) {
            let (link, _) = self.towards(dimension, here, dimension.coordinate(to));
            for vc in 0..DYNAMIC_VCS {
                let free = view.free(link, vc);
                if free >= u64::from(route.wire_bytes) && best.is_none_or(|(most, ..)| free > most) {
                    best = Some((free, link, vc));
                }
            }
        }
        match best {
            Some((_, link, vc)) => Hop::new(link, vc),
            None => self.bubble(here, DYNAMIC_VCS, route),
        }
    }

    /// Ordered packets go dimension by dimension in the bubble VC. For others: of the links on a minimal route with
    /// room for the packet in a dynamic VC, the one with most room in both; of equals the one with the shortest
    /// queue; of equals any.
    fn blue_gene(&self, here: u32, route: &mut RouteState, view: &mut dyn RoutingView) -> Hop {
        let to = route.destination.0;
        let mut best: Option<((u64, Reverse<u64>), Hop)> = None;
        let mut equals = 0;
        for (_, dimension) in self.differing(here, to).filter(|_| !route.ordered) {
            let (link, _) = self.towards(dimension, here, dimension.coordinate(to));
            let free: [u64; DYNAMIC_VCS as usize] = std::array::from_fn(|vc| view.free(link, vc as u8));
            let vc = u8::from(free[1] > free[0]);
            if free[usize::from(vc)] < u64::from(route.wire_bytes) {
                continue;
            }
            let merit = (free.iter().sum(), Reverse(view.queued(link)));
            let order = best.map_or(Ordering::Greater, |(most, _)| merit.cmp(&most));
            equals = if order == Ordering::Greater { 1 } else { equals + u32::from(order == Ordering::Equal) };
            // Each of n equals is taken with probability 1/n: the last one now, else one of those before.
            if order == Ordering::Greater || order == Ordering::Equal && view.draw(equals) == 0 {
                best = Some((merit, Hop::new(link, vc)));
            }
        }
        best.map_or_else(|| self.bubble(here, DYNAMIC_VCS, route), |(_, hop)| hop)
    }
}

/// Hosts are their own routers. In a ring a packet is in VC 0 before the wrap-around link (the dateline) and in VC 1 after it,
/// so neither VC has a cycle (Dally and Seitz 1987).
impl Routers for Grid {
    fn minimal_vcs(&self) -> u8 {
        if self.torus { 2 } else { 1 }
    }

    fn step(&self, _origin: u32, here: u32, to: u32) -> Step {
        let (_, dimension) = self.differing(here, to).next().expect("two hosts differ in a dimension");
        let (from, goal) = (dimension.coordinate(here), dimension.coordinate(to));
        let (link, up) = self.towards(dimension, here, goal);
        let over_the_ends = (goal < from) == up;
        let next = if up { dimension.next(from) } else { dimension.previous(from) };
        let end = dimension.with_coordinate(here, next);
        Step { link: link.0, vc: u8::from(self.torus && !over_the_ends), end }
    }

    fn middle(&self, from: u32, to: u32, view: &mut dyn RoutingView) -> Option<u32> {
        other_than(from, to, self.hosts, view)
    }

    fn distance(&self, from: u32, to: u32) -> u32 {
        let along = |(_, dimension): (usize, &Dimension)| {
            let apart = dimension.coordinate(from).abs_diff(dimension.coordinate(to));
            if dimension.wraps { apart.min(dimension.size - apart) } else { apart }
        };
        self.differing(from, to).map(along).sum()
    }
}

/// Hosts of a slab: all coordinates of the first dimensions, as many of them as leave eight slabs or more. Slabs are divided along
/// further dimensions, whose links are as long, until there are [`ENOUGH_REGIONS`].
fn slab(hosts: u32, dimensions: &[Dimension]) -> u32 {
    let regions = |dimension: &Dimension| hosts / dimension.stride;
    let coarsest = dimensions.iter().rposition(|dimension| regions(dimension) >= 8).unwrap_or(0);
    let (inner, outer) = dimensions.split_at(coarsest);
    let shortest = outer.iter().map(|dimension| dimension.link.latency).min().unwrap_or_default();
    let mut slab = outer.first().map_or(1, |dimension| dimension.stride);
    for dimension in inner.iter().rev().take_while(|dimension| dimension.link.latency >= shortest) {
        if hosts / slab >= ENOUGH_REGIONS {
            break;
        }
        slab = dimension.stride;
    }
    slab
}

impl PacketRouting for Grid {
    fn routings(&self) -> &'static [RoutingKind] {
        if self.torus { TORUS_ROUTINGS } else { MESH_ROUTINGS }
    }

    fn vcs(&self, routing: u8) -> u8 {
        let kind = &self.routings()[usize::from(routing)];
        match kind.name {
            "bubble" => 1,
            "adaptive" | "bluegene" => DYNAMIC_VCS + 1,
            _ => routers::vcs(self, Shared::of(kind)),
        }
    }

    fn escape(&self, routing: u8) -> Option<u8> {
        ["adaptive", "bluegene"].contains(&self.routings()[usize::from(routing)].name).then_some(DYNAMIC_VCS)
    }

    fn slots(&self, routing: u8) -> Option<u8> {
        match self.routings()[usize::from(routing)].name {
            "bubble" => Some(0),
            // In a mesh there are no rings.
            "adaptive" | "bluegene" if self.torus => Some(DYNAMIC_VCS),
            _ => None,
        }
    }

    fn scope(&self, routing: u8) -> RoutingScope {
        let kind = &self.routings()[usize::from(routing)];
        match kind.name {
            "bubble" => RoutingScope::Oblivious,
            "adaptive" | "bluegene" => RoutingScope::Local,
            _ => routers::scope(Shared::of(kind)),
        }
    }

    fn regions(&self) -> u32 {
        self.hosts / self.slab
    }

    fn region(&self, at: Vertex) -> u32 {
        match at {
            Vertex::Host(host) => host.0 / self.slab,
            Vertex::Switch(_) => unreachable!("a grid has no switches"),
        }
    }

    fn next(&self, routing: u8, here: Vertex, route: &mut RouteState, view: &mut dyn RoutingView) -> Option<Hop> {
        let kind = &self.routings()[usize::from(routing)];
        let Vertex::Host(host) = here else { unreachable!("a grid has no switches") };
        (host != route.destination).then(|| match kind.name {
            "bubble" => self.bubble(host.0, 0, route),
            "adaptive" => self.adaptive(host.0, route, view),
            "bluegene" => self.blue_gene(host.0, route, view),
            _ => routers::hop(self, &Hosts::direct(self.hosts), Shared::of(kind), host.0, route, view),
        })
    }
}
