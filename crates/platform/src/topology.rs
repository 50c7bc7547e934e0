//! The trait that every topology implements: its hosts, its links, and the route between any two hosts.

use crate::axis::Axis;
use crate::error::PlatformError;
use crate::routing::PacketRouting;
use crate::section::Section;
use crate::shape::Shape;
use config::Parameter;
use std::fmt::Debug;
use units::{Endpoint, HostId, LinkId, Rate, Time};

/// One direction of a link, or a limiter: a capacity that several links share, without latency and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Bytes per second, of this direction.
    pub bandwidth: Rate,
    /// Time of the first byte from end to end.
    pub latency: Time,
    /// Index into the class names.
    pub class: u8,
}

/// What a link joins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Vertex {
    /// A host; in a direct network it forwards, too.
    Host(HostId),
    /// A switch or router.
    Switch(u32),
}

/// Where routes to the outside leave a topology and where routes from outside enter it: one vertex, or two where something of the
/// topology, a backbone say, lies between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gateway {
    /// Routes out end here.
    pub exit: Vertex,
    /// Routes in begin here.
    pub entry: Vertex,
}

/// A topology that is part of another, as a zone of `zones`.
#[derive(Debug)]
pub struct Subtopology<'t> {
    /// Its name there.
    pub name: String,
    /// The topology.
    pub topology: &'t dyn Topology,
    /// The number of its first host there.
    pub first_host: u32,
    /// The number of its first switch there.
    pub first_switch: u32,
}

impl From<Vertex> for Gateway {
    fn from(vertex: Vertex) -> Self {
        Self { exit: vertex, entry: vertex }
    }
}

/// A network: hosts, links and the route between any two hosts. No time passes here.
///
/// Links are numbered from 0 without gaps; the regular topologies answer everything by arithmetic, without
/// tables, so that a machine of a million hosts costs no memory.
pub trait Topology: Send + Sync + Debug {
    /// Number of hosts.
    fn hosts(&self) -> u32;

    /// Number of links, limiters included.
    fn links(&self) -> u32;

    /// Bandwidth, latency and class of a link.
    ///
    /// # Panics
    /// If there is no such link.
    fn link(&self, link: LinkId) -> Link;

    /// Names of the classes of links, as in the platform file's `[topology.links]`.
    fn class_names(&self) -> &[String];

    /// A link's own name, for people: `(1,2,0)+x`.
    fn link_name(&self, link: LinkId) -> String;

    /// Where a link starts and where it ends; None for a limiter.
    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)>;

    /// Appends the links from `src` to `dst` in the order of travel; nothing if they are the same host. A limiter
    /// stands beside the link it limits.
    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>);

    /// The same from a core of one host to a core of another, for topologies that spread the messages of two hosts over several
    /// routes; where all take one, that is [`Topology::route`].
    fn route_of_cores(&self, src: Endpoint, dst: Endpoint, path: &mut Vec<LinkId>) {
        self.route(src.host, dst.host, path);
    }

    /// Whether routes go along one of the [`Topology::axes`] after another, in their order: each consists of the routes between the
    /// hosts at its corners.
    fn routes_by_axis(&self) -> bool {
        false
    }

    /// The links of all minimal routes between two hosts, each with what it carries of so many bytes if every vertex divides
    /// what it forwards among its links that lead nearer: equally, the mean of what adaptive minimal routing does under even load; or,
    /// with `loads` by link, in parts inverse to the third power of the load that a byte meets by that link from there on. Whole
    /// bytes; of those that are left over the first links carry one more. Calls `add` once for each link; returns false, without a
    /// call, if it is not known.
    ///
    /// # Panics
    /// If `loads` does not tell a link's.
    fn spread(
        &self,
        src: HostId,
        dst: HostId,
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) -> bool {
        let _ = (src, dst, bytes, loads, add);
        false
    }

    /// The gateway of a name: a host, or what a topology has besides for routes to the outside.
    fn gateway(&self, name: &str) -> Option<Gateway> {
        Some(Vertex::Host(self.find_host(name)?).into())
    }

    /// Appends the links from a host or the entry of a gateway to a host or the exit of a gateway, as [`Topology::route`] does;
    /// nothing from a gateway to itself. False if there is no such way.
    fn route_between(&self, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        match (from, to) {
            (Vertex::Host(src), Vertex::Host(dst)) => {
                self.route(src, dst, path);
                true
            }
            _ => false,
        }
    }

    /// Links with ends on the longest route.
    fn diameter(&self) -> u32;

    /// Bytes per second from one half of the machine to the other: the sum over the links that leave the vertices
    /// for which [`Topology::in_lower_half`] holds. In closed form for all but `graph`, where it is a maximum flow;
    /// each topology's page says which cut it takes.
    fn bisection(&self) -> Rate;

    /// Whether a vertex is on the sending side of the cut of [`Topology::bisection`].
    fn in_lower_half(&self, vertex: Vertex) -> bool;

    /// One line: kind and sizes.
    fn describe(&self) -> String;

    /// How the vertices are arranged, for drawings.
    fn shape(&self) -> Shape {
        Shape::Irregular
    }

    /// Coordinates of its hosts, a hierarchy's from its outermost level inwards; one axis `host` if it has no such structure.
    fn axes(&self) -> Vec<Axis> {
        Axis::of_shape(&self.shape(), self.hosts())
    }

    /// The topologies it is composed of, in the order of their hosts and switches; none if it is not composed. Switches after
    /// those of the last one join them.
    fn subtopologies(&self) -> Vec<Subtopology<'_>> {
        Vec::new()
    }

    /// A host's name.
    fn host_name(&self, host: HostId) -> String {
        format!("host{host}")
    }

    /// The host of a name.
    fn find_host(&self, name: &str) -> Option<HostId> {
        let number = name.strip_prefix("host")?;
        let host = number.parse().ok().filter(|host| *host < self.hosts())?;
        (self.host_name(HostId(host)) == name).then_some(HostId(host))
    }

    /// The number of parallel links that a link consists of. Packets are distributed over them, and each has buffers of its own.
    fn lanes(&self, link: LinkId) -> u32 {
        let _ = link;
        1
    }

    /// The rate at which a host or switch forwards whole packets, where it is a station of its own beside its links; none
    /// if only links take time.
    fn forwarding_rate(&self, vertex: Vertex) -> Option<Rate> {
        let _ = vertex;
        None
    }

    /// How packets are routed; none if the topology cannot.
    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        None
    }

    /// The sum of the latencies of some links.
    fn latency_of(&self, links: &[LinkId]) -> Time {
        links.iter().map(|link| self.link(*link).latency).sum()
    }
}

/// A kind of topology: an entry of [`crate::TOPOLOGIES`].
#[derive(Debug)]
pub struct TopologyKind {
    /// The name in `kind = "…"`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The keys of `[topology]`.
    pub parameters: &'static [Parameter],
    /// Its size, diameter and bisection as functions of its parameters.
    pub formulas: Formulas,
    pub(crate) build: fn(&Section<'_>) -> Result<Box<dyn Topology>, PlatformError>,
}

/// Sizes of a kind of topology in closed form, as text. The suite compares them with the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formulas {
    /// Number of hosts.
    pub hosts: &'static str,
    /// Number of links, each direction counted.
    pub links: &'static str,
    /// Links on the longest route.
    pub diameter: &'static str,
    /// Bandwidth across the middle, in one direction. B is that of a link.
    pub bisection: &'static str,
}
