//! `zones`: topologies side by side, joined by another one.
//!
//! Each zone is a topology of its own, any kind, zones included. One host of it is its gateway, and host number i of the
//! `outer` topology is the gateway of zone i: its links start and end there. A machine of two clusters and a wide link, or of
//! boards that are tori on a fat tree, is such a composition.
//!
//! Routes: inside a zone the zone's own; else to the gateway of the zone, over the outer topology, from the gateway of the
//! other zone on. Hosts, links and switches are numbered zone by zone, then those of the outer topology; a host is called
//! `ZONE.HOST`, a link `ZONE.LINK` or `outer.LINK`.
//!
//! Links: those of all zones and of the outer topology. Diameter: the longest of the zones' own routes and of the ways to a
//! gateway, between two gateways and from a gateway; looked for among the hosts of each zone and the pairs of zones.
//! Bisection: that of the outer topology, all of a zone on the side of its gateway; of a single zone its own.

use super::link_count;
use crate::error::PlatformError;
use crate::file::read_topology;
use crate::parameter::{Parameter, ParameterKind};
use crate::routing::{Header, Hop, PacketRouting, RoutingKind, Sight, View};
use crate::section::Section;
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "zones",
    doc: "Topologies side by side, joined through a gateway each by another topology.",
    parameters: &[
        Parameter::required("zones", ParameterKind::Records(ZONE), "The zones."),
        Parameter::required("outer", ParameterKind::Table, "The topology between them, with a host for each zone."),
    ],
    formulas: Formulas {
        hosts: "the sum of the zones'",
        links: "the sum of the zones' and the outer topology's",
        diameter: "the longest way to a gateway, between two and from one, or a zone's own",
        bisection: "the outer topology's",
    },
    build,
};

const ZONE: &[Parameter] = &[
    Parameter::required("name", ParameterKind::Text, "What the zone is called."),
    Parameter::with_default(
        "count",
        ParameterKind::Count,
        "1",
        "one zone of this name",
        "So many zones alike, called NAME0, NAME1, ….",
    ),
    Parameter::optional(
        "gateway",
        ParameterKind::Text,
        "The host that the outer topology joins; the first if not given.",
    ),
    Parameter::required("topology", ParameterKind::Table, "The zone's own topology."),
];

/// More zones are a mistake in the file: their pairs are looked at.
const MAX_ZONES: u64 = 1 << 12;

/// Zones alike.
#[derive(Debug)]
struct Sort {
    name: String,
    count: u32,
    topology: Box<dyn Topology>,
    gateway: HostId,
    switches: u32,
    /// Of its classes of links.
    first_class: u8,
    /// Links of the longest way from a host to the gateway, and back.
    out: u32,
    back: u32,
}

/// Where the numbers of a zone start.
#[derive(Clone, Copy, Debug)]
struct Zone {
    sort: usize,
    /// Which of those alike.
    index: u32,
    first_host: u32,
    first_link: u32,
    first_switch: u32,
}

#[derive(Debug)]
struct Zones {
    sorts: Vec<Sort>,
    zones: Vec<Zone>,
    outer: Box<dyn Topology>,
    outer_class: u8,
    hosts: u32,
    /// First link and switch of the outer topology.
    outer_link: u32,
    outer_switch: u32,
    links: u32,
    diameter: u32,
    /// Some part has limiters.
    limited: bool,
    class_names: Vec<String>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let mut class_names = Vec::new();
    let mut sorts: Vec<Sort> = Vec::new();
    for record in section.records("zones")? {
        let sort = sort(&record, &mut class_names)?;
        if sorts.iter().any(|other| other.name == sort.name) {
            return Err(record.duplicate("name", &sort.name));
        }
        sorts.push(sort);
    }
    let count: u64 = sorts.iter().map(|sort| u64::from(sort.count)).sum();
    if count == 0 || count > MAX_ZONES {
        let expected = format!("1 to {MAX_ZONES} zones");
        return Err(section.out_of_range("zones", format!("a list of {count}"), expected));
    }
    let (_, outer) = read_topology(section, "outer")?;
    if u64::from(outer.hosts()) != count {
        let expected = format!("{count} hosts, one for each zone");
        return Err(section.out_of_range("outer", format!("a topology of {} hosts", outer.hosts()), expected));
    }
    let outer_class = class_names.len().min(usize::from(u8::MAX)) as u8;
    class_names.extend(outer.class_names().iter().map(|class| format!("outer.{class}")));
    let mut made = Zones {
        sorts,
        zones: Vec::with_capacity(count as usize),
        outer,
        outer_class,
        hosts: 0,
        outer_link: 0,
        outer_switch: 0,
        links: 0,
        diameter: 0,
        limited: false,
        class_names,
    };
    made.number(section)?;
    made.diameter = made.longest_route();
    let parts = made.sorts.iter().map(|sort| &*sort.topology).chain([&*made.outer]);
    made.limited = parts.into_iter().any(has_limiters);
    Ok(Box::new(made))
}

/// A zone, or several alike.
fn sort(record: &Section<'_>, class_names: &mut Vec<String>) -> Result<Sort, PlatformError> {
    let name = record.text("name")?.ok_or_else(|| record.missing("name"))?;
    let count = record.count("count")?;
    let (_, topology) = read_topology(record, "topology")?;
    let gateway = match record.text("gateway")? {
        None => {
            record.note_default("gateway", &topology.host_name(HostId(0)), "the first host of the zone");
            HostId(0)
        }
        Some(host) => topology.find_host(&host).ok_or_else(|| {
            let first = topology.host_name(HostId(0));
            let expected = format!("one of the zone's {} hosts, of which the first is `{first}`", topology.hosts());
            record.out_of_range("gateway", format!("`{host}`"), expected)
        })?,
    };
    // More classes than 255 are refused where the platform is put together.
    let first_class = class_names.len().min(usize::from(u8::MAX)) as u8;
    class_names.extend(topology.class_names().iter().map(|class| format!("{name}.{class}")));
    let ends = (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link)));
    let switch = |vertex| match vertex {
        Vertex::Switch(switch) => switch + 1,
        Vertex::Host(_) => 0,
    };
    let switches = ends.map(|(from, to)| switch(from).max(switch(to))).max().unwrap_or(0);
    let hosts = || (0..topology.hosts()).map(HostId);
    let mut path = Vec::new();
    let mut longest = |ends: &dyn Fn(HostId) -> (HostId, HostId)| {
        hosts().map(|host| hops(&*topology, ends(host), &mut path)).max().unwrap_or(0)
    };
    let (out, back) = (longest(&|host| (host, gateway)), longest(&|host| (gateway, host)));
    Ok(Sort { name, count, topology, gateway, switches, first_class, out, back })
}

/// Whether some link has no ends.
fn has_limiters(topology: &dyn Topology) -> bool {
    (0..topology.links()).any(|link| topology.link_ends(LinkId(link)).is_none())
}

/// Links with ends on a route.
fn hops(topology: &dyn Topology, (from, to): (HostId, HostId), path: &mut Vec<LinkId>) -> u32 {
    path.clear();
    topology.route(from, to, path);
    path.iter().filter(|link| topology.link_ends(**link).is_some()).count() as u32
}

/// What a link of the whole is in the part it belongs to.
enum Part<'a> {
    Zone(&'a Zone, LinkId),
    Outer(LinkId),
}

impl Zones {
    /// Deals out the numbers.
    fn number(&mut self, section: &Section<'_>) -> Result<(), PlatformError> {
        let (mut hosts, mut links, mut switches) = (0u64, 0u64, 0u64);
        for (at, sort) in self.sorts.iter().enumerate() {
            for index in 0..sort.count {
                let first_link = link_count(section, links)?;
                let (Ok(first_host), Ok(first_switch)) = (u32::try_from(hosts), u32::try_from(switches)) else {
                    return Err(section.too_large(format!("more than {} hosts or switches", u32::MAX)));
                };
                self.zones.push(Zone { sort: at, index, first_host, first_link, first_switch });
                hosts += u64::from(sort.topology.hosts());
                links += u64::from(sort.topology.links());
                switches += u64::from(sort.switches);
            }
        }
        let (Ok(hosts), Ok(switches)) = (u32::try_from(hosts), u32::try_from(switches)) else {
            return Err(section.too_large(format!("more than {} hosts or switches", u32::MAX)));
        };
        (self.hosts, self.outer_switch) = (hosts, switches);
        self.outer_link = link_count(section, links)?;
        self.links = link_count(section, links + u64::from(self.outer.links()))?;
        Ok(())
    }

    fn sort(&self, zone: &Zone) -> &Sort {
        &self.sorts[zone.sort]
    }

    fn zone_name(&self, zone: &Zone) -> String {
        let Sort { name, count, .. } = self.sort(zone);
        if *count > 1 { format!("{name}{}", zone.index) } else { name.clone() }
    }

    /// The number of the zone of a host, and the host within it.
    fn zone_of(&self, host: HostId) -> (usize, HostId) {
        let at = self.zones.partition_point(|zone| zone.first_host <= host.0) - 1;
        (at, HostId(host.0 - self.zones[at].first_host))
    }

    fn part(&self, link: LinkId) -> Part<'_> {
        assert!(link.0 < self.links, "no link {link}");
        if link.0 >= self.outer_link {
            return Part::Outer(LinkId(link.0 - self.outer_link));
        }
        // Zones without links have the first link of the next: the last that starts here or before is the owner.
        let at = self.zones.partition_point(|zone| zone.first_link <= link.0) - 1;
        Part::Zone(&self.zones[at], LinkId(link.0 - self.zones[at].first_link))
    }

    fn of_zone(&self, zone: &Zone, vertex: Vertex) -> Vertex {
        match vertex {
            Vertex::Host(host) => Vertex::Host(HostId(zone.first_host + host.0)),
            Vertex::Switch(switch) => Vertex::Switch(zone.first_switch + switch),
        }
    }

    fn of_outer(&self, vertex: Vertex) -> Vertex {
        match vertex {
            Vertex::Host(host) => {
                let zone = &self.zones[host.index()];
                Vertex::Host(HostId(zone.first_host + self.sort(zone).gateway.0))
            }
            Vertex::Switch(switch) => Vertex::Switch(self.outer_switch + switch),
        }
    }

    fn inside(&self, zone: usize, from: HostId, to: HostId, path: &mut Vec<LinkId>) {
        let zone = &self.zones[zone];
        let start = path.len();
        self.sort(zone).topology.route(from, to, path);
        path[start..].iter_mut().for_each(|link| link.0 += zone.first_link);
    }

    fn longest_route(&self) -> u32 {
        let own = self.sorts.iter().map(|sort| sort.topology.diameter()).max().unwrap_or(0);
        let mut path = Vec::new();
        let all = 0..self.zones.len();
        let pairs =
            all.clone().flat_map(|from| all.clone().map(move |to| (from, to))).filter(|(from, to)| from != to);
        let between = pairs.map(|(from, to)| {
            let way = hops(&*self.outer, (HostId::from_index(from), HostId::from_index(to)), &mut path);
            self.sort(&self.zones[from]).out + way + self.sort(&self.zones[to]).back
        });
        between.max().unwrap_or(0).max(own)
    }

    /// The zone of a vertex; None for a switch of the outer topology.
    fn zone_of_vertex(&self, vertex: Vertex) -> Option<(usize, Vertex)> {
        match vertex {
            Vertex::Host(host) => {
                let (zone, own) = self.zone_of(host);
                Some((zone, Vertex::Host(own)))
            }
            Vertex::Switch(switch) if switch >= self.outer_switch => None,
            Vertex::Switch(switch) => {
                let at = self.zones.partition_point(|zone| zone.first_switch <= switch) - 1;
                Some((at, Vertex::Switch(switch - self.zones[at].first_switch)))
            }
        }
    }
}

impl Topology for Zones {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        let (link, first) = match self.part(link) {
            Part::Zone(zone, own) => (self.sort(zone).topology.link(own), self.sort(zone).first_class),
            Part::Outer(own) => (self.outer.link(own), self.outer_class),
        };
        Link { class: link.class.saturating_add(first), ..link }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        match self.part(link) {
            Part::Zone(zone, own) => format!("{}.{}", self.zone_name(zone), self.sort(zone).topology.link_name(own)),
            Part::Outer(own) => format!("outer.{}", self.outer.link_name(own)),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        match self.part(link) {
            Part::Zone(zone, own) => {
                let (from, to) = self.sort(zone).topology.link_ends(own)?;
                Some((self.of_zone(zone, from), self.of_zone(zone, to)))
            }
            Part::Outer(own) => {
                let (from, to) = self.outer.link_ends(own)?;
                Some((self.of_outer(from), self.of_outer(to)))
            }
        }
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        let ((from, start), (to, end)) = (self.zone_of(src), self.zone_of(dst));
        if from == to {
            self.inside(from, start, end, path);
            return;
        }
        self.inside(from, start, self.sort(&self.zones[from]).gateway, path);
        let first = path.len();
        self.outer.route(HostId::from_index(from), HostId::from_index(to), path);
        path[first..].iter_mut().for_each(|link| link.0 += self.outer_link);
        self.inside(to, self.sort(&self.zones[to]).gateway, end, path);
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        match &self.zones[..] {
            [zone] => self.sort(zone).topology.bisection(),
            _ => self.outer.bisection(),
        }
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match (self.zone_of_vertex(vertex), vertex) {
            (Some((zone, own)), _) if self.zones.len() == 1 => {
                self.sort(&self.zones[zone]).topology.in_lower_half(own)
            }
            (Some((zone, _)), _) => self.outer.in_lower_half(Vertex::Host(HostId::from_index(zone))),
            (None, Vertex::Switch(switch)) => self.outer.in_lower_half(Vertex::Switch(switch - self.outer_switch)),
            (None, Vertex::Host(_)) => unreachable!("every host has a zone"),
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        // A VC per hop; parts with limiters would not hold packets to them.
        (self.diameter <= MAX_VCS && !self.limited).then_some(self)
    }

    fn describe(&self) -> String {
        let sort = |sort: &Sort| match sort.count {
            1 => format!("{}: {}", sort.name, sort.topology.describe()),
            count => format!("{count} × {}: {}", sort.name, sort.topology.describe()),
        };
        let parts: Vec<String> = self.sorts.iter().map(sort).collect();
        format!("{} zones ({}) joined by: {}", self.zones.len(), parts.join("; "), self.outer.describe())
    }

    fn host_name(&self, host: HostId) -> String {
        let (zone, own) = self.zone_of(host);
        let zone = &self.zones[zone];
        format!("{}.{}", self.zone_name(zone), self.sort(zone).topology.host_name(own))
    }

    fn find_host(&self, name: &str) -> Option<HostId> {
        self.zones.iter().find_map(|zone| {
            let own = name.strip_prefix(&self.zone_name(zone))?.strip_prefix('.')?;
            let host = self.sort(zone).topology.find_host(own)?;
            Some(HostId(zone.first_host + host.0))
        })
    }
}

/// How packets may go: each hop in a VC of its own.
static ROUTINGS: &[RoutingKind] =
    &[RoutingKind { name: "composed", doc: "The zone's way to its gateway, the outer way, the other zone's way." }];

/// Routes beyond this would need too many VCs.
const MAX_VCS: u32 = 64;

impl PacketRouting for Zones {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    fn vcs(&self, _routing: u8) -> u8 {
        // At most MAX_VCS: longer routes are not offered.
        self.diameter.max(1) as u8
    }

    fn sight(&self, _routing: u8) -> Sight {
        Sight::Nothing
    }

    fn next(&self, _routing: u8, here: Vertex, header: &mut Header, _view: &mut dyn View) -> Option<Hop> {
        if here == Vertex::Host(header.destination) {
            return None;
        }
        let mut path = Vec::new();
        self.route(header.source, header.destination, &mut path);
        Some(Hop::new(path[usize::from(header.hops)], header.hops))
    }
}
