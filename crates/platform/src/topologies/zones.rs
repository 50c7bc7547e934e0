//! `zones`: a hierarchy of topologies (SimGrid: network zones): zones of any kind (zones included), whose gateways are
//! joined by an outer topology. Examples are two clusters joined by a wide-area link, and boards that are tori below a fat
//! tree.
//!
//! Parameters: `zones`, each with its `name`, its `count` (a number of equal zones), its `topology` and its `gateway`, by
//! default its first host; the `outer` topology, whose host number i stands for the gateway of zone i; and `bypasses` for pairs
//! of zones that use other gateways. A gateway may also be the `root` of a `cluster`, one of the `gateways` of a `graph`, a
//! gateway within zones (`ZONE.GATEWAY`), or a gateway of the outer topology (`outer.GATEWAY`).
//!
//! Routes: a route within a zone is the zone's own. A route between zones has three parts: within the source's zone to its
//! gateway, through the outer topology, and from the gateway of the destination's zone to the destination. Hosts, links and
//! switches are numbered zone by zone; those of the outer topology follow. A host is called `ZONE.HOST`, a link `ZONE.LINK` or
//! `outer.LINK`.
//!
//! Links: those of all zones and of the outer topology. Diameter: the longest route within a zone or between two zones; the
//! latter is the sum of the longest routes to a gateway, between two gateways, and from a gateway. It is searched among the
//! hosts of each zone and the pairs of zones. Bisection: that of the outer topology, with each zone on the side of its gateway;
//! if there is a single zone, its own bisection.

use super::hop_vcs;
use super::links::link_count;
use crate::axis::Axis;
use crate::error::PlatformError;
use crate::file::read_topology;
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::section::Section;
use crate::shape::Shape;
use crate::topology::{Formulas, Gateway, Link, Subtopology, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use std::collections::BTreeMap;
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "zones",
    doc: "Several topologies, joined by another one through a gateway of each.",
    parameters: &[
        Parameter::required("zones", ParameterKind::Records(ZONE), "The zones."),
        Parameter::required(
            "outer",
            ParameterKind::Table,
            "The topology that joins the zones, with a host for each zone.",
        ),
        Parameter::optional(
            "bypasses",
            ParameterKind::Records(BYPASS),
            "Other gateways on the route from one zone to another.",
        ),
    ],
    formulas: Formulas {
        hosts: "the sum of the zones'",
        links: "the sum of the zones' and the outer topology's",
        diameter: "the maximum of: route to a gateway, between gateways and from a gateway; a zone's own",
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
        "The host or gateway of the zone that the outer topology joins; the first host if not given.",
    ),
    Parameter::required("topology", ParameterKind::Table, "The zone's own topology."),
];

const BYPASS: &[Parameter] = &[
    Parameter::required("from", ParameterKind::Text, "The zone where it begins."),
    Parameter::required("to", ParameterKind::Text, "The zone where it ends."),
    Parameter::optional("exit", ParameterKind::Text, "The gateway where it leaves `from`, if not the zone's own."),
    Parameter::optional("entry", ParameterKind::Text, "The gateway where it enters `to`, if not the zone's own."),
];

/// Before the name of what belongs to the outer topology.
const OUTER: &str = "outer";

/// More zones are a mistake in the file: their pairs are looked at.
const MAX_ZONES: u64 = 1 << 12;

/// Links of a zone or of what joins them: each is looked at when the file is read; 2^32 of them took 17 s.
const MAX_PART_LINKS: u32 = 1 << 26;

/// Zones whose routes are looked at for packets, where gateways are not all single vertices.
const MAX_ZONES_CHECKED: usize = 256;

/// Zones alike.
#[derive(Debug)]
struct ZoneTemplate {
    name: String,
    count: u32,
    topology: Box<dyn Topology>,
    /// Its own gateway, then those that `bypasses` name.
    gateways: Vec<ZoneGateway>,
    switches: u32,
    /// Of its classes of links.
    first_class: u8,
}

/// A gateway in use.
#[derive(Debug)]
struct ZoneGateway {
    name: String,
    gateway: Gateway,
    /// Links of the longest way from a host to the gateway, and back.
    out: u32,
    back: u32,
}

/// Where the numbers of a zone start.
#[derive(Clone, Copy, Debug)]
struct Zone {
    template: usize,
    /// Which of those alike.
    index: u32,
    first_host: u32,
    first_link: u32,
    first_switch: u32,
}

#[derive(Debug)]
struct Zones {
    templates: Vec<ZoneTemplate>,
    zones: Vec<Zone>,
    outer: Box<dyn Topology>,
    /// Of zones from and to, which door of the first and of the second, where it is not the first for both.
    bypasses: BTreeMap<(u32, u32), (usize, usize)>,
    /// Of a link of the outer topology that begins or ends at another gateway than the zone's own, which.
    ends: BTreeMap<u32, (Option<Vertex>, Option<Vertex>)>,
    outer_class: u8,
    hosts: u32,
    /// First link and switch of the outer topology.
    outer_link: u32,
    outer_switch: u32,
    links: u32,
    diameter: u32,
    /// Some part has limiters or no way for packets, or some way goes through a zone whose exit is not its entry.
    limited: bool,
    class_names: Vec<String>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let mut class_names = Vec::new();
    let mut templates: Vec<ZoneTemplate> = Vec::new();
    for record in section.records("zones")? {
        let template = template(&record, &mut class_names)?;
        if templates.iter().any(|other| other.name == template.name) {
            return Err(record.duplicate("name", &template.name));
        }
        templates.push(template);
    }
    let count: u64 = templates.iter().map(|template| u64::from(template.count)).sum();
    if count == 0 || count > MAX_ZONES {
        let expected = format!("1 to {MAX_ZONES} zones");
        return Err(section.out_of_range("zones", format!("a list of {count}"), expected));
    }
    let outer = part(section, "outer")?;
    if u64::from(outer.hosts()) != count {
        let expected = format!("{count} hosts, one for each zone");
        return Err(section.out_of_range("outer", format!("a topology of {} hosts", outer.hosts()), expected));
    }
    let outer_class = class_names.len().min(usize::from(u8::MAX)) as u8;
    class_names.extend(outer.class_names().iter().map(|class| format!("outer.{class}")));
    let mut made = Zones {
        templates,
        zones: Vec::with_capacity(count as usize),
        outer,
        bypasses: BTreeMap::new(),
        ends: BTreeMap::new(),
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
    made.read_bypasses(section)?;
    made.diameter = made.longest_route();
    let parts = made.templates.iter().map(|template| &*template.topology).chain([&*made.outer]);
    let without_packets = |part: &dyn Topology| has_limiters(part) || part.packet_routing().is_none();
    made.limited = parts.into_iter().any(without_packets) || !made.routes_are_continuous();
    Ok(Box::new(made))
}

/// The topology of a zone or between them.
fn part(section: &Section<'_>, key: &str) -> Result<Box<dyn Topology>, PlatformError> {
    let (_, topology) = read_topology(section, key)?;
    if topology.links() > MAX_PART_LINKS {
        let (links, what) = (topology.links(), topology.describe());
        return Err(section.too_large(format!("a part of {links} links ({what}), at most {MAX_PART_LINKS}")));
    }
    Ok(topology)
}

/// A zone, or several alike.
fn template(record: &Section<'_>, class_names: &mut Vec<String>) -> Result<ZoneTemplate, PlatformError> {
    let name = record.text("name")?.ok_or_else(|| record.missing("name"))?;
    let count = record.count("count")?;
    let topology = part(record, "topology")?;
    let gateway = match record.text("gateway")? {
        None => {
            let first = topology.host_name(HostId(0));
            record.note_default("gateway", &first, "the first host of the zone");
            first
        }
        Some(name) => name,
    };
    let gateway = zone_gateway(record, "gateway", &*topology, gateway)?;
    // More classes than 255 are refused where the platform is put together.
    let first_class = class_names.len().min(usize::from(u8::MAX)) as u8;
    class_names.extend(topology.class_names().iter().map(|class| format!("{name}.{class}")));
    let switches = switches_of(&*topology);
    Ok(ZoneTemplate { name, count, topology, gateways: vec![gateway], switches, first_class })
}

/// The gateway `name` of a zone, which `key` of a record names.
fn zone_gateway(
    record: &Section<'_>,
    key: &str,
    topology: &dyn Topology,
    name: String,
) -> Result<ZoneGateway, PlatformError> {
    let Some(gateway) = topology.gateway(&name) else {
        let first = topology.host_name(HostId(0));
        let hosts = topology.hosts();
        let expected = format!("a gateway of the zone or one of its {hosts} hosts, of which the first is `{first}`");
        return Err(record.out_of_range(key, format!("`{name}`"), expected));
    };
    // Looking at the ends of links takes longer than the ways themselves, and without limiters all have ends.
    let limited = has_limiters(topology);
    let links = |path: &[LinkId]| match limited {
        true => path.iter().filter(|link| topology.link_ends(**link).is_some()).count() as u32,
        false => path.len() as u32,
    };
    let mut path = Vec::new();
    let (mut out, mut back) = (0, 0);
    for host in (0..topology.hosts()).map(|host| Vertex::Host(HostId(host))) {
        let mut walk = |from, to| {
            path.clear();
            let exists = topology.route_between(from, to, &mut path);
            exists.then(|| links(&path))
        };
        let (Some(there), Some(here)) = (walk(host, gateway.exit), walk(gateway.entry, host)) else {
            let Vertex::Host(host) = host else { unreachable!("all are hosts") };
            let host = topology.host_name(host);
            let expected = format!("a gateway with routes from and to all hosts of the zone; `{host}` has not both");
            return Err(record.out_of_range(key, format!("`{name}`"), expected));
        };
        (out, back) = (out.max(there), back.max(here));
    }
    Ok(ZoneGateway { name, gateway, out, back })
}

/// Switches that links end at.
fn switches_of(topology: &dyn Topology) -> u32 {
    let ends = (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link)));
    let switch = |vertex| match vertex {
        Vertex::Switch(switch) => switch + 1,
        Vertex::Host(_) => 0,
    };
    ends.map(|(from, to)| switch(from).max(switch(to))).max().unwrap_or(0)
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
enum LinkOwner<'a> {
    Zone(&'a Zone, LinkId),
    Outer(LinkId),
}

impl Zones {
    /// Deals out the numbers.
    fn number(&mut self, section: &Section<'_>) -> Result<(), PlatformError> {
        let (mut hosts, mut links, mut switches) = (0u64, 0u64, 0u64);
        for (at, template) in self.templates.iter().enumerate() {
            for index in 0..template.count {
                let first_link = link_count(section, links)?;
                let (Ok(first_host), Ok(first_switch)) = (u32::try_from(hosts), u32::try_from(switches)) else {
                    return Err(section.too_large(format!("more than {} hosts or switches", u32::MAX)));
                };
                self.zones.push(Zone { template: at, index, first_host, first_link, first_switch });
                hosts += u64::from(template.topology.hosts());
                links += u64::from(template.topology.links());
                switches += u64::from(template.switches);
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

    /// Reads `bypasses`.
    fn read_bypasses(&mut self, section: &Section<'_>) -> Result<(), PlatformError> {
        let records = section.records("bypasses")?;
        if records.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = self.zones.iter().map(|zone| self.zone_name(zone)).collect();
        let numbers: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        for record in &records {
            let zone = |key: &str| {
                let name = record.text(key)?.ok_or_else(|| record.missing(key))?;
                numbers.get(name.as_str()).copied().ok_or_else(|| record.unknown_name(key, "zone", &name, &names))
            };
            let (from, to) = (zone("from")?, zone("to")?);
            if from == to || self.bypasses.contains_key(&(from, to)) {
                return Err(record.duplicate("to", &names[to as usize]));
            }
            let exit = self.gateway_index(record, "exit", from)?;
            let entry = self.gateway_index(record, "entry", to)?;
            self.bypasses.insert((from, to), (exit, entry));
        }
        let mut path = Vec::new();
        for (from, to) in self.bypasses.keys() {
            path.clear();
            let (leaves, enters) = self.gateways(*from as usize, *to as usize);
            self.outer.route(HostId(*from), HostId(*to), &mut path);
            path.retain(|link| self.outer.link_ends(*link).is_some());
            if let (Some(first), Some(last)) = (path.first(), path.last()) {
                let leaves = self.global_vertex(&self.zones[*from as usize], leaves.exit);
                let enters = self.global_vertex(&self.zones[*to as usize], enters.entry);
                self.ends.entry(first.0).or_default().0 = Some(leaves);
                self.ends.entry(last.0).or_default().1 = Some(enters);
            }
        }
        Ok(())
    }

    /// The number of the door that `key` of a record names.
    fn gateway_index(&mut self, record: &Section<'_>, key: &str, zone: u32) -> Result<usize, PlatformError> {
        let Some(name) = record.text(key)? else { return Ok(0) };
        let template = &mut self.templates[self.zones[zone as usize].template];
        if let Some(at) = template.gateways.iter().position(|known| known.name == name) {
            return Ok(at);
        }
        template.gateways.push(zone_gateway(record, key, &*template.topology, name)?);
        Ok(template.gateways.len() - 1)
    }

    /// The gateways on the route from a zone to another.
    fn zone_gateways(&self, from: usize, to: usize) -> (&ZoneGateway, &ZoneGateway) {
        let (exit, entry) = match self.bypasses.is_empty() {
            true => (0, 0),
            false => self.bypasses.get(&(from as u32, to as u32)).copied().unwrap_or((0, 0)),
        };
        (&self.template(&self.zones[from]).gateways[exit], &self.template(&self.zones[to]).gateways[entry])
    }

    /// The gateways on the route from a zone to another, as the zones number them.
    fn gateways(&self, from: usize, to: usize) -> (Gateway, Gateway) {
        let (exit, entry) = self.zone_gateways(from, to);
        (exit.gateway, entry.gateway)
    }

    /// Whether on each route between two zones every link begins where the one before it ends. A way through a zone whose exit is
    /// not its entry leaves that out; so may two routes over one link that leave a zone through different gateways.
    fn routes_are_continuous(&self) -> bool {
        let plain = |own: &ZoneGateway| own.gateway.exit == own.gateway.entry;
        if self.bypasses.is_empty() && self.templates.iter().flat_map(|template| &template.gateways).all(plain) {
            return true;
        }
        let all = 0..self.zones.len();
        let mut path = Vec::new();
        let mut pairs =
            all.clone().flat_map(|from| all.clone().map(move |to| (from, to))).filter(|(from, to)| from != to);
        self.zones.len() <= MAX_ZONES_CHECKED
            && pairs.all(|(from, to)| {
                path.clear();
                let (leaves, enters) = self.gateways(from, to);
                let gates = (Vertex::Host(HostId::from_index(from)), Vertex::Host(HostId::from_index(to)));
                self.append_outer(gates.0, gates.1, &mut path);
                let mut at = self.global_vertex(&self.zones[from], leaves.exit);
                let joined = path.iter().filter_map(|link| self.link_ends(*link)).all(|(start, end)| {
                    let follows = start == at;
                    at = end;
                    follows
                });
                joined && at == self.global_vertex(&self.zones[to], enters.entry)
            })
    }

    fn template(&self, zone: &Zone) -> &ZoneTemplate {
        &self.templates[zone.template]
    }

    fn zone_name(&self, zone: &Zone) -> String {
        let ZoneTemplate { name, count, .. } = self.template(zone);
        if *count > 1 { format!("{name}{}", zone.index) } else { name.clone() }
    }

    /// The number of the zone of a host, and the host within it.
    fn zone_of(&self, host: HostId) -> (usize, HostId) {
        let at = self.zones.partition_point(|zone| zone.first_host <= host.0) - 1;
        (at, HostId(host.0 - self.zones[at].first_host))
    }

    fn owner(&self, link: LinkId) -> LinkOwner<'_> {
        assert!(link.0 < self.links, "no link {link}");
        if link.0 >= self.outer_link {
            return LinkOwner::Outer(LinkId(link.0 - self.outer_link));
        }
        // Zones without links have the first link of the next: the last that starts here or before is the owner.
        let at = self.zones.partition_point(|zone| zone.first_link <= link.0) - 1;
        LinkOwner::Zone(&self.zones[at], LinkId(link.0 - self.zones[at].first_link))
    }

    fn global_vertex(&self, zone: &Zone, vertex: Vertex) -> Vertex {
        match vertex {
            Vertex::Host(host) => Vertex::Host(HostId(zone.first_host + host.0)),
            Vertex::Switch(switch) => Vertex::Switch(zone.first_switch + switch),
        }
    }

    /// A vertex of the outer topology where a link begins (`leaves`) or ends.
    fn outer_vertex(&self, vertex: Vertex, leaves: bool) -> Vertex {
        match vertex {
            Vertex::Host(host) => {
                let zone = &self.zones[host.index()];
                let gateway = self.template(zone).gateways[0].gateway;
                self.global_vertex(zone, if leaves { gateway.exit } else { gateway.entry })
            }
            Vertex::Switch(switch) => Vertex::Switch(self.outer_switch + switch),
        }
    }

    fn append_inside(&self, zone: usize, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        let zone = &self.zones[zone];
        let start = path.len();
        let exists = self.template(zone).topology.route_between(from, to, path);
        path[start..].iter_mut().for_each(|link| link.0 += zone.first_link);
        exists
    }

    /// Appends a route over the outer topology.
    fn append_outer(&self, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        let first = path.len();
        let exists = self.outer.route_between(from, to, path);
        path[first..].iter_mut().for_each(|link| link.0 += self.outer_link);
        exists
    }

    /// Appends the route between vertices of zones, or of the outer topology where there is none.
    fn append_between(
        &self,
        (from, start): (Option<usize>, Vertex),
        (to, end): (Option<usize>, Vertex),
        path: &mut Vec<LinkId>,
    ) -> bool {
        match (from, to) {
            (Some(from), Some(to)) if from == to => self.append_inside(from, start, end, path),
            (Some(from), Some(to)) => {
                let (leaves, enters) = self.gateways(from, to);
                let gates = (Vertex::Host(HostId::from_index(from)), Vertex::Host(HostId::from_index(to)));
                self.append_inside(from, start, leaves.exit, path)
                    && self.append_outer(gates.0, gates.1, path)
                    && self.append_inside(to, enters.entry, end, path)
            }
            (Some(from), None) => {
                let leaves = self.template(&self.zones[from]).gateways[0].gateway;
                self.append_inside(from, start, leaves.exit, path)
                    && self.append_outer(Vertex::Host(HostId::from_index(from)), end, path)
            }
            (None, Some(to)) => {
                let enters = self.template(&self.zones[to]).gateways[0].gateway;
                self.append_outer(start, Vertex::Host(HostId::from_index(to)), path)
                    && self.append_inside(to, enters.entry, end, path)
            }
            (None, None) => self.append_outer(start, end, path),
        }
    }

    /// The zone whose name something begins with, and the rest behind the dot.
    fn named<'n>(&self, name: &'n str) -> Option<(&Zone, &'n str)> {
        // A zone's name may have dots: the first that knows the rest is meant.
        let rest = |zone: &Zone| name.strip_prefix(&self.zone_name(zone))?.strip_prefix('.');
        let mut all = self.zones.iter().filter_map(|zone| Some((zone, rest(zone)?)));
        all.find(|(zone, own)| self.template(zone).topology.gateway(own).is_some())
    }

    fn longest_route(&self) -> u32 {
        let own = self.templates.iter().map(|template| template.topology.diameter()).max().unwrap_or(0);
        let mut path = Vec::new();
        let all = 0..self.zones.len();
        let pairs =
            all.clone().flat_map(|from| all.clone().map(move |to| (from, to))).filter(|(from, to)| from != to);
        let between = pairs.map(|(from, to)| {
            let way = hops(&*self.outer, (HostId::from_index(from), HostId::from_index(to)), &mut path);
            let (exit, entry) = self.zone_gateways(from, to);
            exit.out + way + entry.back
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

impl Zones {
    /// What the axis over equal zones is called: as these, if that is a word and no axis of theirs, or `zone`.
    fn axis_name(&self, inner: &[Axis]) -> Option<String> {
        let taken = |name: &str| matches!(name, "core" | "slot") || inner.iter().any(|axis| axis.name == name);
        let names = [self.templates[0].name.as_str(), "zone"];
        names.into_iter().find(|name| is_word(name) && !taken(name)).map(str::to_owned)
    }
}

/// Whether a name can be written in a mapping: letters, digits and `_`, more than one, no digit first.
fn is_word(name: &str) -> bool {
    let mut letters = name.chars();
    name.len() > 1
        && letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

impl Topology for Zones {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        let (link, first) = match self.owner(link) {
            LinkOwner::Zone(zone, own) => (self.template(zone).topology.link(own), self.template(zone).first_class),
            LinkOwner::Outer(own) => (self.outer.link(own), self.outer_class),
        };
        Link { class: link.class.saturating_add(first), ..link }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        match self.owner(link) {
            LinkOwner::Zone(zone, own) => {
                format!("{}.{}", self.zone_name(zone), self.template(zone).topology.link_name(own))
            }
            LinkOwner::Outer(own) => format!("outer.{}", self.outer.link_name(own)),
        }
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        match self.owner(link) {
            LinkOwner::Zone(zone, own) => {
                let (from, to) = self.template(zone).topology.link_ends(own)?;
                Some((self.global_vertex(zone, from), self.global_vertex(zone, to)))
            }
            LinkOwner::Outer(own) => {
                let (from, to) = self.outer.link_ends(own)?;
                let (leaves, enters) = self.ends.get(&own.0).copied().unwrap_or_default();
                let from = leaves.unwrap_or_else(|| self.outer_vertex(from, true));
                Some((from, enters.unwrap_or_else(|| self.outer_vertex(to, false))))
            }
        }
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        let ((from, start), (to, end)) = (self.zone_of(src), self.zone_of(dst));
        self.append_between((Some(from), Vertex::Host(start)), (Some(to), Vertex::Host(end)), path);
    }

    fn gateway(&self, name: &str) -> Option<Gateway> {
        if let Some(own) = name.strip_prefix(OUTER).and_then(|rest| rest.strip_prefix('.')) {
            let Gateway { exit: Vertex::Switch(exit), entry: Vertex::Switch(entry) } = self.outer.gateway(own)?
            else {
                return None;
            };
            let number = |switch| Vertex::Switch(self.outer_switch + switch);
            return Some(Gateway { exit: number(exit), entry: number(entry) });
        }
        let (zone, own) = self.named(name)?;
        let gateway = self.template(zone).topology.gateway(own)?;
        Some(Gateway { exit: self.global_vertex(zone, gateway.exit), entry: self.global_vertex(zone, gateway.entry) })
    }

    fn route_between(&self, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        let own = |vertex| match (self.zone_of_vertex(vertex), vertex) {
            (Some((zone, own)), _) => (Some(zone), own),
            (None, Vertex::Switch(switch)) => (None, Vertex::Switch(switch - self.outer_switch)),
            (None, Vertex::Host(_)) => unreachable!("every host has a zone"),
        };
        self.append_between(own(from), own(to), path)
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        match &self.zones[..] {
            [zone] => self.template(zone).topology.bisection(),
            _ => self.outer.bisection(),
        }
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match (self.zone_of_vertex(vertex), vertex) {
            (Some((zone, own)), _) if self.zones.len() == 1 => {
                self.template(&self.zones[zone]).topology.in_lower_half(own)
            }
            (Some((zone, _)), _) => self.outer.in_lower_half(Vertex::Host(HostId::from_index(zone))),
            (None, Vertex::Switch(switch)) => self.outer.in_lower_half(Vertex::Switch(switch - self.outer_switch)),
            (None, Vertex::Host(_)) => unreachable!("every host has a zone"),
        }
    }

    fn forwarding_rate(&self, vertex: Vertex) -> Option<Rate> {
        match (self.zone_of_vertex(vertex), vertex) {
            (Some((zone, own)), _) => self.template(&self.zones[zone]).topology.forwarding_rate(own),
            (None, Vertex::Switch(switch)) => self.outer.forwarding_rate(Vertex::Switch(switch - self.outer_switch)),
            (None, Vertex::Host(_)) => unreachable!("every host has a zone"),
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        // A VC per hop; parts with limiters would not hold packets to them.
        (hop_vcs::suffice(self.diameter) && !self.limited).then_some(self)
    }

    /// Of equal zones that many of their own axes; else one axis of hosts.
    fn axes(&self) -> Vec<Axis> {
        let inner = match self.templates.as_slice() {
            [only] => only.topology.axes(),
            _ => Vec::new(),
        };
        let name = self.axis_name(&inner);
        let Some(name) = name.filter(|_| !inner.is_empty()) else { return Axis::nested([("host", self.hosts)]) };
        let (size, stride) = (self.zones.len() as u32, self.hosts / self.zones.len() as u32);
        let mut axes = vec![Axis { name, size, stride }];
        axes.extend(inner);
        axes
    }

    fn shape(&self) -> Shape {
        Shape::Zones { first_switch: self.outer_switch, switches: switches_of(&*self.outer) }
    }

    fn subtopologies(&self) -> Vec<Subtopology<'_>> {
        let part = |zone: &Zone| Subtopology {
            name: self.zone_name(zone),
            topology: &*self.template(zone).topology,
            first_host: zone.first_host,
            first_switch: zone.first_switch,
        };
        self.zones.iter().map(part).collect()
    }

    fn describe(&self) -> String {
        let template = |template: &ZoneTemplate| match template.count {
            1 => format!("{}: {}", template.name, template.topology.describe()),
            count => format!("{count} × {}: {}", template.name, template.topology.describe()),
        };
        let parts: Vec<String> = self.templates.iter().map(template).collect();
        format!("{} zones ({}) joined by: {}", self.zones.len(), parts.join("; "), self.outer.describe())
    }

    fn host_name(&self, host: HostId) -> String {
        let (zone, own) = self.zone_of(host);
        let zone = &self.zones[zone];
        format!("{}.{}", self.zone_name(zone), self.template(zone).topology.host_name(own))
    }

    fn find_host(&self, name: &str) -> Option<HostId> {
        let (zone, own) = self.named(name)?;
        let host = self.template(zone).topology.find_host(own)?;
        Some(HostId(zone.first_host + host.0))
    }
}

/// How packets may go: each hop in a VC of its own.
static ROUTINGS: &[RoutingKind] = &[RoutingKind::new(
    "minimal",
    &["composed"],
    "The zone's route to its gateway, the outer route, the other zone's route.",
)];

impl PacketRouting for Zones {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    fn vcs(&self, _routing: u8) -> u8 {
        hop_vcs::count(self.diameter)
    }

    fn scope(&self, _routing: u8) -> RoutingScope {
        RoutingScope::Oblivious
    }

    /// The zones; a switch between them is in one of them.
    fn regions(&self) -> u32 {
        self.zones.len() as u32
    }

    fn region(&self, at: Vertex) -> u32 {
        match (self.zone_of_vertex(at), at) {
            (Some((zone, _)), _) => zone as u32,
            (None, Vertex::Switch(switch)) => (switch - self.outer_switch) % self.regions(),
            (None, Vertex::Host(_)) => unreachable!("every host has a zone"),
        }
    }

    fn next(&self, _routing: u8, here: Vertex, route: &mut RouteState, _view: &mut dyn RoutingView) -> Option<Hop> {
        if here == Vertex::Host(route.destination) {
            return None;
        }
        let mut path = Vec::new();
        self.route(route.source, route.destination, &mut path);
        Some(hop_vcs::hop(path[usize::from(route.hops)], route))
    }
}
