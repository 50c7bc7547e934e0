//! A SimGrid platform in memory: nested zones, and in the innermost ones hosts, routers, links and routes.
//!
//! A SimGrid zone contains either zones or hosts. A route of a zone joins two of its members: either two hosts or routers, or
//! two zones. A route between two zones also names two gateways: the vertex at which the route leaves the first zone, and the
//! vertex at which it enters the second zone.

#[path = "clusters.rs"]
mod clusters;
#[path = "elements.rs"]
mod elements;

pub(crate) use clusters::{Cluster, ClusterKind, Dragonfly};

use crate::error::{ImportError, Notes};
use crate::quantity;
use crate::xml::{Element, Source, XmlPosition};
use platform::UnknownName;
use std::collections::{BTreeMap, BTreeSet};
use units::{Rate, Speed, Time};

/// Which flows share a link's capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// Both directions share it.
    Shared,
    /// Each direction has it.
    SplitDuplex,
    /// Every flow has it.
    FatPipe,
}

#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) name: String,
    pub(crate) bandwidth: Rate,
    pub(crate) latency: Time,
    pub(crate) policy: Policy,
    pub(crate) position: XmlPosition,
}

/// Bandwidth and latency.
pub(crate) type LinkParameters = (Rate, Time);

#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) speed: Speed,
    pub(crate) cores: u32,
    pub(crate) zone: usize,
    pub(crate) position: XmlPosition,
}

#[derive(Clone, Debug)]
pub(crate) struct Router {
    pub(crate) name: String,
    pub(crate) zone: usize,
}

/// A position where routes end: a host or a router, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RouteEnd {
    Host(usize),
    Router(usize),
}

/// What a zone's routes join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Member {
    RouteEnd(RouteEnd),
    Zone(usize),
}

/// A link of a route, and whether it is taken against its direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectedLink {
    pub(crate) link: usize,
    pub(crate) down: bool,
}

/// A route, one way.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) from: Member,
    pub(crate) to: Member,
    /// Where it leaves a zone and enters the other; the ends themselves between hosts and routers.
    pub(crate) exit: RouteEnd,
    pub(crate) entry: RouteEnd,
    pub(crate) steps: Vec<DirectedLink>,
    /// It is the way back of the route before it.
    pub(crate) back: bool,
    /// It stands for this one pair, whatever the routing says.
    pub(crate) bypass: bool,
}

/// How a zone finds routes between its members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Routing {
    /// By a route for each pair.
    Full,
    /// By the fewest links, all pairs at once.
    Floyd,
    /// By the fewest links, from one member.
    Dijkstra,
    /// Not at all.
    None,
    /// Over a middle.
    Star,
    /// As a `<cluster>`.
    Cluster,
}

/// Ways of a host to and from the middle of its star.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostLinks {
    pub(crate) host: usize,
    pub(crate) up: DirectedLink,
    pub(crate) down: DirectedLink,
}

#[derive(Clone, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) position: XmlPosition,
    pub(crate) routing: Routing,
    pub(crate) parent: Option<usize>,
    /// In the order of the file.
    pub(crate) members: Vec<Member>,
    pub(crate) routes: Vec<Route>,
    pub(crate) cluster: Option<Cluster>,
    pub(crate) spokes: Vec<HostLinks>,
    /// Of a star.
    pub(crate) backbone: Option<usize>,
    /// Of a star of cabinets that are alike.
    pub(crate) alike: Option<LinkParameters>,
    /// Hosts of it and of all zones within.
    pub(crate) hosts: std::ops::Range<usize>,
}

impl Zone {
    /// Its zones.
    pub(crate) fn zones(&self) -> impl Iterator<Item = usize> {
        self.members.iter().filter_map(|member| match member {
            Member::Zone(zone) => Some(*zone),
            Member::RouteEnd(_) => None,
        })
    }
}

/// Host names that differ by numbers: those of a radical.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    /// First and last of each range.
    pub(crate) ranges: Vec<(u32, u32)>,
}

/// A whole platform.
#[derive(Default, Debug)]
pub(crate) struct Machine {
    /// In the order of the file, and so zone by zone.
    pub(crate) hosts: Vec<Host>,
    pub(crate) routers: Vec<Router>,
    pub(crate) links: Vec<Link>,
    /// Zones before those within them.
    pub(crate) zones: Vec<Zone>,
    /// The outermost zones.
    pub(crate) roots: Vec<usize>,
    /// Of the hosts from a number on, if they come from a radical.
    pub(crate) named: BTreeMap<usize, Names>,
    /// Of a link of a host to itself.
    pub(crate) loopback: Option<LinkParameters>,
}

impl Machine {
    pub(crate) fn zone_of(&self, end: RouteEnd) -> usize {
        match end {
            RouteEnd::Host(host) => self.hosts[host].zone,
            RouteEnd::Router(router) => self.routers[router].zone,
        }
    }

    pub(crate) fn name_of(&self, end: RouteEnd) -> &str {
        match end {
            RouteEnd::Host(host) => &self.hosts[host].name,
            RouteEnd::Router(router) => &self.routers[router].name,
        }
    }

    /// The member of `zone` that is or contains an end; None if the end is elsewhere.
    pub(crate) fn member_of(&self, zone: usize, end: RouteEnd) -> Option<Member> {
        let mut at = self.zone_of(end);
        if at == zone {
            return Some(Member::RouteEnd(end));
        }
        loop {
            match self.zones[at].parent {
                Some(parent) if parent == zone => return Some(Member::Zone(at)),
                Some(parent) => at = parent,
                None => return None,
            }
        }
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    RouteEnd(RouteEnd),
    Zone(usize),
}

/// Reads a platform.
pub(crate) fn read(source: &Source<'_>, root: &Element, notes: &mut Notes) -> Result<Machine, ImportError> {
    if root.name != "platform" {
        return Err(ImportError::NoPlatform { at: source.at(root.position), found: root.name.clone() });
    }
    let version = source.needed(root, "version")?;
    if !matches!(version, "4" | "4.0" | "4.1") {
        return Err(ImportError::Version { at: source.at(root.position), version: version.to_owned() });
    }
    elements::check(source, root)?;
    let (machine, names, links, routes) = (Machine::default(), BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    let mut reader = Reader { source, notes, machine, names, links, routes };
    for child in &root.children {
        match child.name.as_str() {
            "zone" | "AS" => reader.zone(child, None)?,
            "cluster" => reader.cluster(child, None)?,
            "peer" => return Err(source.unsupported(child, elements::PEERS)),
            _ => reader.leave_out(child),
        }
    }
    let machine = reader.machine;
    if machine.hosts.is_empty() {
        return Err(source.unsupported(root, "a platform without hosts"));
    }
    Ok(machine)
}

struct Reader<'s, 'n> {
    source: &'s Source<'s>,
    notes: &'n mut Notes,
    machine: Machine,
    names: BTreeMap<String, Named>,
    links: BTreeMap<String, usize>,
    /// Zones, ends and whether they are bypasses of the routes so far.
    routes: BTreeSet<(usize, Member, Member, bool)>,
}

impl Reader<'_, '_> {
    fn leave_out(&mut self, element: &Element) {
        let what = match element.name.as_str() {
            "prop" => format!("property `{}`", element.get("id").unwrap_or_default()),
            "trace_connect" => format!("`<trace_connect>` of `{}`", element.get("trace").unwrap_or_default()),
            "actor" | "process" => format!("`<{}>` `{}`", element.name, element.get("function").unwrap_or_default()),
            "mount" => format!("`<mount>` `{}`", element.get("name").unwrap_or_default()),
            name => match element.get("id") {
                Some(id) => format!("`<{name}>` `{id}`"),
                None => format!("`<{name}>`"),
            },
        };
        self.notes.add(element.position, what);
    }

    /// Notes attributes that have no counterpart.
    fn leave_out_attributes(&mut self, element: &Element, names: &[&str]) {
        for name in names.iter().filter(|name| element.get(name).is_some_and(|value| !value.is_empty())) {
            self.notes.add(element.position, format!("`{name}` of `<{}>`", element.name));
        }
    }

    fn name(&mut self, element: &Element, name: &str, named: Named) -> Result<(), ImportError> {
        if self.names.insert(name.to_owned(), named).is_some() {
            return Err(ImportError::Twice { at: self.source.at(element.position), name: name.to_owned() });
        }
        Ok(())
    }

    /// A new zone of a parent.
    fn open(&mut self, element: &Element, routing: Routing, parent: Option<usize>) -> Result<usize, ImportError> {
        let name = self.source.needed(element, "id")?.to_owned();
        let number = self.machine.zones.len();
        self.name(element, &name, Named::Zone(number))?;
        let first = self.machine.hosts.len();
        self.machine.zones.push(Zone {
            name,
            position: element.position,
            routing,
            parent,
            members: Vec::new(),
            routes: Vec::new(),
            cluster: None,
            spokes: Vec::new(),
            backbone: None,
            alike: None,
            hosts: first..first,
        });
        match parent {
            Some(parent) => self.machine.zones[parent].members.push(Member::Zone(number)),
            None => self.machine.roots.push(number),
        }
        Ok(number)
    }

    fn close(&mut self, zone: usize) {
        self.machine.zones[zone].hosts.end = self.machine.hosts.len();
    }

    fn zone(&mut self, element: &Element, parent: Option<usize>) -> Result<(), ImportError> {
        let id = self.source.needed(element, "id")?;
        let text = self.source.needed(element, "routing")?;
        let routing = match text.to_ascii_lowercase().as_str() {
            "full" => Routing::Full,
            "floyd" => Routing::Floyd,
            "dijkstra" | "dijkstracache" => Routing::Dijkstra,
            "none" => Routing::None,
            "cluster" => Routing::Star,
            "vivaldi" => {
                let what = format!("zone `{id}` with Vivaldi coordinates, whose latencies come from no links");
                return Err(self.source.unsupported(element, what));
            }
            "wifi" => return Err(self.source.unsupported(element, format!("zone `{id}`, which is wireless"))),
            _ => {
                let known = ["Full", "Floyd", "Dijkstra", "DijkstraCache", "Cluster", "None"];
                return Err(self.source.one_of(element, "routing", text, &known).expect_err("it is none of them"));
            }
        };
        let zone = self.open(element, routing, parent)?;
        if routing == Routing::Star {
            self.star(element, zone)?;
        } else {
            self.members(element, zone)?;
            self.routes(element, zone)?;
        }
        self.close(zone);
        Ok(())
    }

    fn members(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        let of = |names: &[&str]| element.children.iter().find(|child| names.contains(&child.name.as_str()));
        if let (Some(_), Some(host)) = (of(&["zone", "AS", "cluster"]), of(&["host", "router"])) {
            let what = format!("`<{}>` beside zones; a zone contains either, give it a zone of its own", host.name);
            return Err(self.source.unsupported(host, what));
        }
        let routing = element.get("routing").unwrap_or_default();
        for child in &element.children {
            match child.name.as_str() {
                "zone" | "AS" => self.zone(child, Some(zone))?,
                "cluster" => self.cluster(child, Some(zone))?,
                "host" => {
                    let host = self.host(child, zone)?;
                    self.machine.zones[zone].members.push(Member::RouteEnd(RouteEnd::Host(host)));
                }
                "router" => {
                    let router = self.router(child, zone)?;
                    self.machine.zones[zone].members.push(Member::RouteEnd(RouteEnd::Router(router)));
                }
                "link" => self.link(child).map(|_| ())?,
                "peer" => return Err(self.source.unsupported(child, elements::PEERS)),
                "cabinet" | "backbone" | "host_link" => {
                    let what = format!("`<{}>` in a zone whose routing is `{routing}`, not `Cluster`", child.name);
                    return Err(self.source.unsupported(child, what));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Routes come last: they name what may be written after them.
    fn routes(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        for child in &element.children {
            match child.name.as_str() {
                "route" | "zoneRoute" | "ASroute" | "bypassRoute" | "bypassZoneRoute" | "bypassASroute" => {
                    self.route(child, zone)?;
                }
                "zone" | "AS" | "cluster" | "host" | "router" | "link" => {}
                _ => self.leave_out(child),
            }
        }
        Ok(())
    }

    fn host(&mut self, element: &Element, zone: usize) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        let speed = quantity::speed(self.source, element, "speed", self.source.needed(element, "speed")?)?;
        let cores = self.count(element, "core", 1)?;
        if element.get("speed").is_some_and(|speed| speed.contains(',')) {
            self.notes.add(element.position, format!("speeds of `{id}` but the first"));
        }
        let unkept = ["availability_file", "speed_file", "state_file", "coordinates", "pstate"];
        self.leave_out_attributes(element, &unkept);
        element.children.iter().for_each(|child| self.leave_out(child));
        self.add_host(element, id, speed, cores, zone)
    }

    fn add_host(
        &mut self,
        element: &Element,
        name: String,
        speed: Speed,
        cores: u32,
        zone: usize,
    ) -> Result<usize, ImportError> {
        let number = self.machine.hosts.len();
        self.name(element, &name, Named::RouteEnd(RouteEnd::Host(number)))?;
        self.machine.hosts.push(Host { name, speed, cores, zone, position: element.position });
        Ok(number)
    }

    /// A whole number from 1.
    fn count(&self, element: &Element, name: &str, default: u32) -> Result<u32, ImportError> {
        let Some(text) = element.get(name) else { return Ok(default) };
        let number = text.trim().parse().ok().filter(|number| *number >= 1);
        number.ok_or_else(|| self.source.wrong(element, name, text, "a whole number from 1"))
    }

    fn router(&mut self, element: &Element, zone: usize) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        self.leave_out_attributes(element, &["coordinates"]);
        self.add_router(element, id, zone)
    }

    fn add_router(&mut self, element: &Element, name: String, zone: usize) -> Result<usize, ImportError> {
        let number = self.machine.routers.len();
        self.name(element, &name, Named::RouteEnd(RouteEnd::Router(number)))?;
        self.machine.routers.push(Router { name, zone });
        Ok(number)
    }

    fn link(&mut self, element: &Element) -> Result<usize, ImportError> {
        let id = self.source.needed(element, "id")?.to_owned();
        let bandwidth = self.source.needed(element, "bandwidth")?;
        let policy = self.policy(element, "sharing_policy", Policy::Shared)?;
        let bandwidth = quantity::rate(self.source, element, "bandwidth", bandwidth)?;
        let latency = quantity::time(self.source, element, "latency", element.get("latency").unwrap_or("0"))?;
        if policy == Policy::FatPipe {
            let what =
                format!("that every flow has all of `{id}` (FATPIPE); here flows that take it on one route share it");
            self.notes.add(element.position, what);
        }
        self.leave_out_attributes(element, &["bandwidth_file", "latency_file", "state_file"]);
        element.children.iter().for_each(|child| self.leave_out(child));
        self.add_link(element, Link { name: id, bandwidth, latency, policy, position: element.position })
    }

    fn add_link(&mut self, element: &Element, link: Link) -> Result<usize, ImportError> {
        let number = self.machine.links.len();
        if self.links.insert(link.name.clone(), number).is_some() {
            return Err(ImportError::Twice { at: self.source.at(element.position), name: link.name });
        }
        self.machine.links.push(link);
        Ok(number)
    }

    fn policy(&self, element: &Element, name: &str, default: Policy) -> Result<Policy, ImportError> {
        match element.get(name) {
            None => Ok(default),
            Some("SHARED") => Ok(Policy::Shared),
            Some("SPLITDUPLEX" | "FULLDUPLEX") => Ok(Policy::SplitDuplex),
            Some("FATPIPE") => Ok(Policy::FatPipe),
            Some("WIFI") => Err(self.source.unsupported(element, "a wireless link")),
            Some(other) => Err(self.source.wrong(element, name, other, "`SHARED`, `SPLITDUPLEX` or `FATPIPE`")),
        }
    }

    /// The vertex of a name.
    fn end(&self, element: &Element, attribute: &str) -> Result<RouteEnd, ImportError> {
        let name = self.source.needed(element, attribute)?;
        match self.names.get(name) {
            Some(Named::RouteEnd(end)) => Ok(*end),
            Some(Named::Zone(_)) => {
                Err(self.source.wrong(element, attribute, name, "a host or router; this is a zone"))
            }
            None => Err(self.undefined(element, "host or router", name, self.names.keys())),
        }
    }

    fn undefined<'k>(
        &self,
        element: &Element,
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'k String>,
    ) -> ImportError {
        let unknown = UnknownName::new(name, known);
        ImportError::Undefined { at: self.source.at(element.position), what, unknown }
    }

    /// What `attribute` of a route names, which has to be a member of the zone, and where the route meets it.
    fn member(
        &self,
        element: &Element,
        zone: usize,
        (attribute, gateway): (&str, &str),
        between: bool,
    ) -> Result<(Member, RouteEnd), ImportError> {
        let name = self.source.needed(element, attribute)?;
        let own = &self.machine.zones[zone].name;
        let (member, end) = if between {
            let number = match self.names.get(name) {
                Some(Named::Zone(number)) => *number,
                Some(Named::RouteEnd(_)) => {
                    return Err(self.source.wrong(element, attribute, name, "a zone; this is a host or router"));
                }
                None => return Err(self.undefined(element, "zone", name, self.names.keys())),
            };
            let end = self.end(element, gateway)?;
            if self.machine.zones[number].parent == Some(zone)
                && self.machine.member_of(zone, end) != Some(Member::Zone(number))
            {
                let expected = format!("a host or router of zone `{name}`");
                let given = element.get(gateway).unwrap_or_default();
                return Err(self.source.wrong(element, gateway, given, expected));
            }
            (Member::Zone(number), end)
        } else {
            let end = self.end(element, attribute)?;
            (Member::RouteEnd(end), end)
        };
        let inside = match member {
            Member::RouteEnd(end) => self.machine.zone_of(end) == zone,
            Member::Zone(number) => self.machine.zones[number].parent == Some(zone),
        };
        if !inside {
            let what = format!("a route of zone `{own}` that ends at `{name}`, which is not a member of it");
            return Err(self.source.unsupported(element, what));
        }
        Ok((member, end))
    }

    fn route(&mut self, element: &Element, zone: usize) -> Result<(), ImportError> {
        let bypass = element.name.starts_with("bypass");
        let between = !matches!(element.name.as_str(), "route" | "bypassRoute");
        let (from, exit) = self.member(element, zone, ("src", "gw_src"), between)?;
        let (to, entry) = self.member(element, zone, ("dst", "gw_dst"), between)?;
        let steps = self.steps(element)?;
        let symmetrical = !bypass && self.yes(element, "symmetrical", true)?;
        if from == to {
            return self.loopback(element, &steps);
        }
        if steps.is_empty() {
            return Err(self.source.unsupported(element, "a route without links"));
        }
        for (from, to) in std::iter::once((from, to)).chain(symmetrical.then_some((to, from))) {
            if !self.routes.insert((zone, from, to, bypass)) {
                let name = |member| match member {
                    Member::RouteEnd(end) => self.machine.name_of(end),
                    Member::Zone(zone) => &self.machine.zones[zone].name,
                };
                let name = format!("the route from {} to {}", name(from), name(to));
                return Err(ImportError::Twice { at: self.source.at(element.position), name });
            }
        }
        let route = Route { from, to, exit, entry, steps, back: false, bypass };
        let back = symmetrical.then(|| Route {
            from: to,
            to: from,
            exit: entry,
            entry: exit,
            steps: route.steps.iter().rev().map(|step| DirectedLink { down: !step.down, ..*step }).collect(),
            back: true,
            bypass,
        });
        self.machine.zones[zone].routes.extend(std::iter::once(route).chain(back));
        Ok(())
    }

    fn yes(&self, element: &Element, name: &str, default: bool) -> Result<bool, ImportError> {
        match element.get(name).map(str::to_ascii_uppercase).as_deref() {
            None => Ok(default),
            Some("YES" | "TRUE" | "1") => Ok(true),
            Some("NO" | "FALSE" | "0") => Ok(false),
            Some(_) => Err(self.source.wrong(element, name, element.get(name).unwrap_or_default(), "`YES` or `NO`")),
        }
    }

    fn steps(&mut self, element: &Element) -> Result<Vec<DirectedLink>, ImportError> {
        let mut steps = Vec::with_capacity(element.children.len());
        for child in &element.children {
            let name = self.source.needed(child, "id")?;
            let Some(link) = self.links.get(name).copied() else {
                return Err(self.undefined(child, "link", name, self.links.keys()));
            };
            let direction = child.get("direction").unwrap_or("NONE");
            self.source.one_of(child, "direction", direction, &["UP", "DOWN", "NONE"])?;
            if direction == "NONE" && self.machine.links[link].policy == Policy::SplitDuplex {
                let expected = format!("`UP` or `DOWN`, as `{name}` is a link of two directions (SPLITDUPLEX)");
                return Err(self.source.wrong(child, "direction", direction, expected));
            }
            steps.push(DirectedLink { link, down: direction == "DOWN" });
        }
        Ok(steps)
    }

    /// A route from a vertex to itself.
    fn loopback(&mut self, element: &Element, steps: &[DirectedLink]) -> Result<(), ImportError> {
        let links: Vec<&Link> = steps.iter().map(|step| &self.machine.links[step.link]).collect();
        let Some(bandwidth) = links.iter().map(|link| link.bandwidth).min() else { return Ok(()) };
        self.note_loopback(element, (bandwidth, links.iter().map(|link| link.latency).sum()));
        Ok(())
    }

    /// All hosts are alike: the first loopback is that of all.
    fn note_loopback(&mut self, element: &Element, parameters: LinkParameters) {
        match self.machine.loopback {
            None => self.machine.loopback = Some(parameters),
            Some(first) if first != parameters => {
                let what = format!(
                    "a loopback of {} after {}: all hosts have that of the first, {} after {}",
                    parameters.0, parameters.1, first.0, first.1
                );
                self.notes.add(element.position, what);
            }
            Some(_) => {}
        }
    }
}

/// Links whose capacity routes of several zones share: in a platform file each zone has a link of its own.
pub(crate) fn note_shared_links(machine: &Machine, notes: &mut Notes) {
    let mut zones_of: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); machine.links.len()];
    for (number, zone) in machine.zones.iter().enumerate() {
        for step in zone.routes.iter().flat_map(|route| &route.steps) {
            zones_of[step.link].insert(number);
        }
        for spoke in &zone.spokes {
            zones_of[spoke.up.link].insert(number);
            zones_of[spoke.down.link].insert(number);
        }
    }
    for (link, zones) in machine.links.iter().zip(zones_of).filter(|(_, zones)| zones.len() > 1) {
        let names: Vec<String> = zones.iter().map(|zone| format!("`{}`", machine.zones[*zone].name)).collect();
        let what = format!("that zones {} share link `{}`: each has it whole", names.join(", "), link.name);
        notes.add(link.position, what);
    }
}
