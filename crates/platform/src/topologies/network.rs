//! Networks of routers: the common part of topologies that are a graph of routers. Hosts are attached to the routers, or are
//! themselves the routers.
//!
//! Such a topology implements [`Graph`], whose routers and links are numbered from 0. The links of the whole network are
//! numbered in this order: links from hosts to their routers, links from routers to their hosts, links between routers. A route
//! goes from the source to its router, over links between routers to the destination's router, and to the destination.

use super::links::{LinkClass, link_count, product, total};
use super::routers::{self, Routers, Shared};
use crate::axis::Axis;
use crate::error::PlatformError;
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Link, Topology, Vertex};
use std::fmt::Debug;
use units::{Endpoint, HostId, LinkId, Rate, Time};

/// How hosts and routers are joined: the same number of hosts on each router that has any, or each host is a router.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hosts {
    count: u32,
    /// Of a router; 0 if hosts are routers.
    per_router: u32,
    /// Routers with hosts are the first of each group of routers.
    leaves: u32,
    group: u32,
    link: LinkClass,
    /// Parallel links that one from a host or to it consists of.
    lanes: u32,
}

impl Hosts {
    /// Hosts that are routers.
    pub(super) fn direct(count: u32) -> Self {
        let link = LinkClass { bandwidth: Rate(0), latency: Time::ZERO };
        Self { count, per_router: 0, leaves: 1, group: 1, link, lanes: 1 }
    }

    /// `per_router` hosts on each router; the number of routers is the product of `routers`.
    pub(super) fn on(section: &Section<'_>, routers: &[u32], per_router: u32) -> Result<Self, PlatformError> {
        let count = product(section, "hosts", &[routers, &[per_router]].concat())?;
        Ok(Self { per_router, ..Self::direct(count) })
    }

    /// On the first routers of each group only.
    pub(super) fn of_leaves(self, leaves: u32, group: u32) -> Self {
        Self { leaves, group, ..self }
    }

    /// With these links between hosts and routers, each of which consists of `lanes` parallel links.
    pub(super) fn linked(self, link: LinkClass, lanes: u32) -> Self {
        Self { link, lanes, ..self }
    }

    /// Links to hosts and back.
    fn links(&self) -> u32 {
        if self.per_router == 0 { 0 } else { 2 * self.count }
    }

    /// A host's router.
    pub(super) fn router_of(&self, host: HostId) -> u32 {
        let leaf = host.0.checked_div(self.per_router).unwrap_or(host.0);
        if self.leaves == self.group { leaf } else { leaf / self.leaves * self.group + leaf % self.leaves }
    }

    /// The router at a vertex; None at a host that is none itself.
    fn router_at(&self, here: Vertex) -> Option<u32> {
        match here {
            Vertex::Host(host) => (self.per_router == 0).then_some(host.0),
            Vertex::Switch(router) => Some(router),
        }
    }

    fn vertex(&self, router: u32) -> Vertex {
        if self.per_router == 0 { Vertex::Host(HostId(router)) } else { Vertex::Switch(router) }
    }

    /// A link of the graph.
    pub(super) fn between(&self, link: u32) -> LinkId {
        LinkId(self.links() + link)
    }

    /// The host of a link to or from a host, and whether it is to its router; else the graph's number of the link.
    fn locate(&self, link: LinkId) -> Result<(HostId, bool), u32> {
        match link.0.checked_sub(self.links()) {
            Some(between) => Err(between),
            None if link.0 < self.count => Ok((HostId(link.0), true)),
            None => Ok((HostId(link.0 - self.count), false)),
        }
    }
}

/// Which vertices of the lower half are on the sending side of a cut: its hosts, its routers with hosts too, or all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Hosts,
    Leaves,
    Routers,
}

/// A cut between two halves: a router is in the lower one if its number divided by `stride` is, modulo `size`, below size/2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    stride: u32,
    size: u32,
    side: Side,
    rate: Rate,
}

impl Cut {
    /// Through the links of the hosts of the lower half.
    pub(super) fn hosts(stride: u32, size: u32) -> Self {
        Self { stride, size, side: Side::Hosts, rate: Rate(0) }
    }

    /// Through links from routers with hosts to others, which carry so much.
    pub(super) fn leaves(stride: u32, size: u32, rate: Rate) -> Self {
        Self { stride, size, side: Side::Leaves, rate }
    }

    /// Through links between the halves, which carry so much.
    pub(super) fn routers(stride: u32, size: u32, rate: Rate) -> Self {
        Self { stride, size, side: Side::Routers, rate }
    }

    /// Of so many hosts, those of the lower half.
    fn lower_hosts(&self, all: u32) -> u32 {
        all / self.size * (self.size / 2)
    }

    fn is_lower(&self, router: u32) -> bool {
        router / self.stride % self.size < self.size / 2
    }
}

/// Pairs of one of the lower half of `count` and one of the upper.
pub(super) fn pairs(count: u32) -> u64 {
    u64::from(count / 2) * u64::from(count - count / 2)
}

/// The routers of a network, and the links between them.
pub(super) trait Graph: Routers + Debug + Send + Sync + Sized + 'static {
    /// Its routings; the first takes the routes. Those that are not shared need [`Graph::vcs`], [`Graph::scope`] and
    /// [`Graph::hop`].
    const ROUTINGS: &'static [RoutingKind];

    /// Number of routers.
    fn routers(&self) -> u32;

    /// A region for parallel simulation is so many routers with consecutive numbers, with their hosts.
    fn routers_per_region(&self) -> u32 {
        1
    }

    /// A link, with the number of its class in the network.
    fn link(&self, link: u32) -> (LinkClass, u8);

    /// The routers that a link joins.
    fn ends(&self, link: u32) -> (u32, u32);

    /// A router's name in those of links.
    fn router_name(&self, router: u32) -> String;

    /// The name of a link that is not called by its routers.
    fn global_name(&self, _link: u32) -> Option<String> {
        None
    }

    /// Visits the links of the route between two routers, for so numbered cores of their hosts.
    fn route(&self, (from, to): (u32, u32), _cores: (u16, u16), visit: &mut impl FnMut(u32)) {
        self.walk(from, to, visit);
    }

    /// Links of the longest route between routers.
    fn longest(&self) -> u32;

    /// The cuts of which the bisection is the least.
    fn cuts(&self) -> Vec<Cut>;

    /// See [`Topology::shape`]; with the number of a router's hosts.
    fn shape(&self, hosts: u32) -> Shape;

    /// See [`Topology::axes`]; where they do not follow from the shape.
    fn axes(&self) -> Option<Vec<Axis>> {
        None
    }

    /// See [`Topology::describe`]; with the number of a router's hosts.
    fn describe(&self, hosts: u32) -> String;

    /// See [`PacketRouting::default_routing`].
    fn default_routing(&self) -> u8 {
        0
    }

    /// See [`PacketRouting::vcs`].
    fn vcs(&self, routing: u8) -> u8 {
        routers::vcs(self, Shared::of(&Self::ROUTINGS[usize::from(routing)]))
    }

    /// See [`PacketRouting::scope`].
    fn scope(&self, routing: u8) -> RoutingScope {
        routers::scope(Shared::of(&Self::ROUTINGS[usize::from(routing)]))
    }

    /// The hop of a packet from a router that is not its last.
    fn hop(
        &self,
        routing: u8,
        hosts: &Hosts,
        router: u32,
        route: &mut RouteState,
        view: &mut dyn RoutingView,
    ) -> Hop {
        routers::hop(self, hosts, Shared::of(&Self::ROUTINGS[usize::from(routing)]), router, route, view)
    }
}

/// A graph of routers with hosts.
#[derive(Debug)]
struct Network<G> {
    graph: G,
    hosts: Hosts,
    links: u32,
    /// The bisection's; none if there is but one router.
    cut: Option<Cut>,
    diameter: u32,
    class_names: Vec<String>,
}

/// The network of a graph of so many links.
pub(super) fn network<G: Graph>(
    section: &Section<'_>,
    graph: G,
    hosts: Hosts,
    links: u64,
    class_names: Vec<String>,
) -> Result<Box<dyn Topology>, PlatformError> {
    let host_links = if hosts.per_router == 0 { 0 } else { product(section, "host links", &[2, hosts.count])? };
    let links = link_count(section, u64::from(host_links) + links)?;
    let ends = if host_links > 0 { 2 } else { 0 };
    let diameter = if hosts.count == 1 { 0 } else { ends + graph.longest() };
    let cuts = graph.cuts().into_iter().filter(|cut| cut.size > 1);
    let known = cuts.map(|cut| match cut.side {
        Side::Hosts => Cut { rate: total(hosts.link.bandwidth, cut.lower_hosts(hosts.count).into()), ..cut },
        Side::Leaves | Side::Routers => cut,
    });
    let cut = known.min_by_key(|cut| cut.rate);
    Ok(Box::new(Network { graph, hosts, links, cut, diameter, class_names }))
}

impl<G: Graph> Topology for Network<G> {
    fn hosts(&self) -> u32 {
        self.hosts.count
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        assert!(link.0 < self.links, "no link {link}");
        let (LinkClass { bandwidth, latency }, class) = match self.hosts.locate(link) {
            Ok(_) => (self.hosts.link, 0),
            Err(between) => self.graph.link(between),
        };
        Link { bandwidth, latency, class }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        assert!(link.0 < self.links, "no link {link}");
        match self.hosts.locate(link) {
            Ok((host, up)) => format!("host{}-{}", host.0, if up { "up" } else { "down" }),
            Err(between) => self.graph.global_name(between).unwrap_or_else(|| {
                let (from, to) = self.graph.ends(between);
                format!("{}>{}", self.graph.router_name(from), self.graph.router_name(to))
            }),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        assert!(link.0 < self.links, "no link {link}");
        Some(match self.hosts.locate(link) {
            Ok((host, up)) => {
                let (own, router) = (Vertex::Host(host), self.hosts.vertex(self.hosts.router_of(host)));
                if up { (own, router) } else { (router, own) }
            }
            Err(between) => {
                let (from, to) = self.graph.ends(between);
                (self.hosts.vertex(from), self.hosts.vertex(to))
            }
        })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        let [src, dst] = [src, dst].map(|host| Endpoint { host, ..Endpoint::default() });
        self.route_of_cores(src, dst, path);
    }

    fn route_of_cores(&self, src: Endpoint, dst: Endpoint, path: &mut Vec<LinkId>) {
        if src.host == dst.host {
            return;
        }
        let (from, to) = (self.hosts.router_of(src.host), self.hosts.router_of(dst.host));
        let (indirect, first) = (self.hosts.per_router > 0, self.hosts.links());
        if indirect {
            path.push(LinkId(src.host.0));
        }
        self.graph.route((from, to), (src.core, dst.core), &mut |link| path.push(LinkId(first + link)));
        if indirect {
            path.push(LinkId(self.hosts.count + dst.host.0));
        }
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        match self.cut {
            Some(cut) => cut.rate,
            None => total(self.hosts.link.bandwidth, u64::from(self.hosts.per_router / 2)),
        }
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match (vertex, self.cut) {
            (Vertex::Host(host), Some(cut)) => cut.is_lower(self.hosts.router_of(host)),
            (Vertex::Host(host), None) => host.0 < self.hosts.per_router / 2,
            (Vertex::Switch(router), Some(cut)) => {
                let leaf = router % self.hosts.group < self.hosts.leaves;
                cut.is_lower(router) && (cut.side == Side::Routers || leaf && cut.side == Side::Leaves)
            }
            (Vertex::Switch(_), None) => false,
        }
    }

    fn lanes(&self, link: LinkId) -> u32 {
        if link.0 < self.hosts.links() { self.hosts.lanes } else { 1 }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        self.graph.shape(self.hosts.per_router)
    }

    fn axes(&self) -> Vec<Axis> {
        self.graph.axes().unwrap_or_else(|| Axis::of_shape(&self.shape(), self.hosts.count))
    }

    fn describe(&self) -> String {
        self.graph.describe(self.hosts.per_router)
    }
}

impl<G: Graph> PacketRouting for Network<G> {
    fn routings(&self) -> &'static [RoutingKind] {
        G::ROUTINGS
    }

    fn default_routing(&self) -> u8 {
        self.graph.default_routing()
    }

    fn vcs(&self, routing: u8) -> u8 {
        self.graph.vcs(routing)
    }

    fn scope(&self, routing: u8) -> RoutingScope {
        self.graph.scope(routing)
    }

    fn regions(&self) -> u32 {
        self.graph.routers() / self.graph.routers_per_region()
    }

    fn region(&self, at: Vertex) -> u32 {
        let router = match at {
            Vertex::Host(host) => self.hosts.router_of(host),
            Vertex::Switch(router) => router,
        };
        router / self.graph.routers_per_region()
    }

    fn next(&self, routing: u8, here: Vertex, route: &mut RouteState, view: &mut dyn RoutingView) -> Option<Hop> {
        if here == Vertex::Host(route.destination) {
            return None;
        }
        Some(match self.hosts.router_at(here) {
            None => Hop::new(LinkId(route.source.0), 0),
            Some(router) if router == self.hosts.router_of(route.destination) => {
                Hop::new(LinkId(self.hosts.count + route.destination.0), 0)
            }
            Some(router) => self.graph.hop(routing, &self.hosts, router, route, view),
        })
    }
}
