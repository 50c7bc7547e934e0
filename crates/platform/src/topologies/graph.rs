//! `graph`: a topology whose hosts, switches and links are all listed in the platform file; routes are shortest paths.
//!
//! The route is the path with the fewest links; among equal paths the path with the smallest latency; among equal paths
//! again, at each vertex, the link that comes first in the file. Routes may pass through hosts: through all, or only
//! through those that `transit` names. A link may name a limiter, a capacity that is shared by all links with the same
//! limiter. A limiter counts once on a route. The next link of every (destination, vertex) is computed when the platform is
//! read, and kept in a table with 4 bytes per entry. So this topology is for machines of up to some thousand hosts.
//!
//! Bisection: the minimum cut (by a maximum flow) between the first ⌊n/2⌋ hosts and the rest. Limiters are not counted, and all
//! hosts are assumed to forward.

use super::hop_vcs;
use super::links::{LinkClass, link_count};
use super::max_flow::{Edge, max_flow};
use super::partition::{self, Joint, Regions};
use crate::error::PlatformError;
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::section::Section;
use crate::topology::{Formulas, Gateway, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use units::{HostId, LinkId, Rate, Time};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "graph",
    doc: "Any graph, listed by hosts, switches and links; routes with the fewest links, then the smallest latency.",
    parameters: &[
        Parameter::required("hosts", ParameterKind::Names, "Names of the hosts."),
        Parameter::optional("switches", ParameterKind::Names, "Names of the switches."),
        Parameter::optional("transit", ParameterKind::Names, "Names of the hosts that forward; by default all."),
        Parameter::required("connect", ParameterKind::Records(CONNECT), "The links."),
        Parameter::optional(
            "gateways",
            ParameterKind::Records(GATEWAYS),
            "Switches on routes to other zones of `zones`.",
        ),
        Parameter::required("links.*.bandwidth", ParameterKind::Bandwidth, "Each direction of a link of the class."),
        Parameter::required("links.*.latency", ParameterKind::Latency, "Latency of a link of the class."),
        Parameter::optional("limiters", ParameterKind::Records(LIMITERS), "Capacities shared by several links."),
        Parameter::optional(
            "forwarding",
            ParameterKind::Records(FORWARDING),
            "Hosts and switches that forward one packet at a time; only for `packet:switching=store-forward`.",
        ),
    ],
    formulas: Formulas {
        hosts: "as listed",
        links: "as listed; two for each connection that is not `oneway`, one for each limiter",
        diameter: "that of the routes, by breadth-first search",
        bisection: "a maximum flow from the first ⌊n/2⌋ hosts to the rest",
    },
    build,
};

const LIMITERS: &[Parameter] = &[
    Parameter::required("name", ParameterKind::Text, "What `limiter` of a link says."),
    Parameter::required("bandwidth", ParameterKind::Bandwidth, "For all its links in both directions together."),
];

const FORWARDING: &[Parameter] = &[
    Parameter::required("vertices", ParameterKind::Names, "The hosts and switches."),
    Parameter::required("bandwidth", ParameterKind::Bandwidth, "For all packets in, out and through, one at a time."),
];

const CONNECT: &[Parameter] = &[
    Parameter::required("from", ParameterKind::Text, "A host or switch."),
    Parameter::required("to", ParameterKind::Text, "Another one."),
    Parameter::required("link", ParameterKind::Text, "The class of the link."),
    Parameter::optional("limiter", ParameterKind::Text, "A capacity that it shares with other links."),
    Parameter::optional("oneway", ParameterKind::Flag, "Only from `from` to `to`; else one link each way."),
];

const GATEWAYS: &[Parameter] = &[
    Parameter::required(
        "switch",
        ParameterKind::Text,
        "The name of the gateway, and the switch where routes out end.",
    ),
    Parameter::optional("entry", ParameterKind::Text, "The switch where routes in begin; the same if not given."),
];

/// Entries of the route table: 256 MiB.
const MAX_TABLE: u64 = 1 << 26;

const MAX_SWITCHES: u64 = 1 << 20;

const NO_LINK: u32 = u32::MAX;

#[derive(Debug)]
struct Graph {
    hosts: u32,
    /// Hosts first, then switches.
    names: Vec<String>,
    /// The hosts, sorted by name.
    by_name: Vec<u32>,
    edges: Vec<GraphLink>,
    /// Their links follow those of the edges.
    limiters: Vec<(String, Rate)>,
    /// Of each host, whether it forwards.
    transit: Vec<bool>,
    /// Switches that routes lead to and from besides the hosts: exits and entries, as vertices.
    gateways: Vec<(u32, u32)>,
    /// Of each vertex that has one.
    forwarding: BTreeMap<u32, Rate>,
    classes: Vec<LinkClass>,
    class_names: Vec<String>,
    /// At `destination · vertices + vertex` the next link; destinations are the hosts, then the exits of gateways.
    next: Vec<u32>,
    diameter: u32,
    cut: OnceLock<(Rate, Vec<bool>)>,
    regions: OnceLock<Regions>,
}

#[derive(Clone, Copy, Debug)]
struct GraphLink {
    from: u32,
    to: u32,
    class: u8,
    limiter: Option<u32>,
}

/// The class of limiters, after those of the file.
const LIMITER: &str = "limiter";

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let (names, hosts) = vertices(section)?;
    let mut class_names = section.names_in("links");
    if class_names.len() > 200 {
        let expected = "at most 200 classes".to_owned();
        return Err(section.out_of_range("links", format!("a table of {}", class_names.len()), expected));
    }
    if let Some(class) = class_names.iter().find(|class| class.contains('.')) {
        return Err(section.out_of_range(
            "links",
            format!("a table with `{class}`"),
            "names without dots".to_owned(),
        ));
    }
    let classes =
        class_names.iter().map(|class| LinkClass::read(section, class)).collect::<Result<Vec<_>, PlatformError>>()?;
    let limiters = limiters(section, &class_names)?;
    let edges = connections(section, &names, &class_names, &limiters)?;
    link_count(section, edges.len() as u64 + limiters.len() as u64)?;
    if !limiters.is_empty() {
        class_names.push(LIMITER.to_owned());
    }
    let transit = transit(section, &names[..hosts as usize])?;
    let gateways = gateways(section, &names, hosts)?;
    let forwarding = forwarding(section, &names)?;
    let entries = (u64::from(hosts) + gateways.len() as u64) * names.len() as u64;
    if entries > MAX_TABLE {
        let what = format!("{hosts} hosts × {} vertices need {entries} routes, at most {MAX_TABLE}", names.len());
        return Err(section.too_large(what));
    }
    let mut by_name: Vec<u32> = (0..hosts).collect();
    by_name.sort_unstable_by_key(|host| &names[*host as usize]);
    let mut graph = Graph {
        hosts,
        names,
        by_name,
        edges,
        limiters,
        transit,
        gateways,
        forwarding,
        classes,
        class_names,
        next: Vec::with_capacity(entries as usize),
        diameter: 0,
        cut: OnceLock::new(),
        regions: OnceLock::new(),
    };
    graph
        .fill_routes()
        .map_err(|(from, to)| section.disconnected("connect", graph.names[from].clone(), graph.names[to].clone()))?;
    Ok(Box::new(graph))
}

/// Names of hosts, then of switches, all different; and how many are hosts.
fn vertices(section: &Section<'_>) -> Result<(Vec<String>, u32), PlatformError> {
    // Checked before the names are made: a number stands for as many names, and a host has a route to every vertex.
    for (key, most) in [("hosts", MAX_TABLE.isqrt()), ("switches", MAX_SWITCHES)] {
        if let Some(count) = section.number(key).filter(|count| *count > most) {
            return Err(section.too_large(format!("{count} {key} of a graph, at most {most}")));
        }
    }
    let mut names = section.names("hosts", "host")?;
    if names.is_empty() {
        return Err(section.out_of_range("hosts", "an empty list".to_owned(), "at least one host".to_owned()));
    }
    let hosts = names.len() as u32;
    names.extend(section.names("switches", "switch")?);
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let first_of_switches = names[..hosts as usize].iter().filter(|name| *name == pair[0]).count() < 2;
        return Err(section.duplicate(if first_of_switches { "switches" } else { "hosts" }, pair[0]));
    }
    Ok((names, hosts))
}

/// Names and capacities, sorted by name.
fn limiters(section: &Section<'_>, class_names: &[String]) -> Result<Vec<(String, Rate)>, PlatformError> {
    let mut limiters: BTreeMap<String, Rate> = BTreeMap::new();
    for record in section.records("limiters")? {
        let name = record.text("name")?.ok_or_else(|| record.missing("name"))?;
        if limiters.insert(name.clone(), record.rate("bandwidth")?).is_some() {
            return Err(record.duplicate("name", &name));
        }
    }
    if !limiters.is_empty() && class_names.iter().any(|class| class == LIMITER) {
        return Err(section.duplicate("links", LIMITER));
    }
    Ok(limiters.into_iter().collect())
}

/// Which hosts forward.
fn transit(section: &Section<'_>, hosts: &[String]) -> Result<Vec<bool>, PlatformError> {
    if !section.has("transit") {
        return Ok(vec![true; hosts.len()]);
    }
    let numbers: BTreeMap<&str, usize> = hosts.iter().map(String::as_str).zip(0..).collect();
    let mut transit = vec![false; hosts.len()];
    for name in section.names("transit", "host")? {
        let host = numbers.get(name.as_str());
        transit[*host.ok_or_else(|| section.unknown_name("transit", "host", &name, hosts))?] = true;
    }
    Ok(transit)
}

/// Rates of vertices that forward one packet at a time.
fn forwarding(section: &Section<'_>, names: &[String]) -> Result<BTreeMap<u32, Rate>, PlatformError> {
    let numbers: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
    let mut rates = BTreeMap::new();
    for record in section.records("forwarding")? {
        let rate = record.rate("bandwidth")?;
        for name in record.names("vertices", "host")? {
            let vertex = numbers.get(name.as_str());
            let vertex = vertex.ok_or_else(|| record.unknown_name("vertices", "host or switch", &name, names))?;
            if rates.insert(*vertex, rate).is_some() {
                return Err(record.duplicate("vertices", &name));
            }
        }
    }
    Ok(rates)
}

/// Exits and entries, as numbers of vertices.
fn gateways(section: &Section<'_>, names: &[String], hosts: u32) -> Result<Vec<(u32, u32)>, PlatformError> {
    let mut gateways: Vec<(u32, u32)> = Vec::new();
    let records = section.records("gateways")?;
    if records.is_empty() {
        return Ok(gateways);
    }
    let switches: BTreeMap<&str, u32> =
        names.iter().map(String::as_str).zip(0..).filter(|(_, vertex)| *vertex >= hosts).collect();
    for record in records {
        let switch = |key: &str| {
            let Some(name) = record.text(key)? else { return Ok(None) };
            let known = &names[hosts as usize..];
            switches
                .get(name.as_str())
                .copied()
                .map(Some)
                .ok_or_else(|| record.unknown_name(key, "switch", &name, known))
        };
        let exit = switch("switch")?.ok_or_else(|| record.missing("switch"))?;
        if gateways.iter().any(|(other, _)| *other == exit) {
            return Err(record.duplicate("switch", &names[exit as usize]));
        }
        gateways.push((exit, switch("entry")?.unwrap_or(exit)));
    }
    Ok(gateways)
}

fn connections(
    section: &Section<'_>,
    names: &[String],
    class_names: &[String],
    limiters: &[(String, Rate)],
) -> Result<Vec<GraphLink>, PlatformError> {
    let by_name: BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
    let mut edges = Vec::new();
    for record in section.records("connect")? {
        let end = |key| {
            let name = record.text(key)?.ok_or_else(|| record.missing(key))?;
            let vertex = by_name.get(name.as_str()).copied();
            vertex.ok_or_else(|| record.unknown_name(key, "host or switch", &name, names))
        };
        let (from, to) = (end("from")?, end("to")?);
        if from == to {
            let expected = "another host or switch than `from`".to_owned();
            return Err(record.out_of_range("to", format!("`{}`", names[to as usize]), expected));
        }
        let class = record.text("link")?.ok_or_else(|| record.missing("link"))?;
        let position = class_names.iter().position(|name| *name == class);
        let position = position.ok_or_else(|| record.unknown_name("link", "class of links", &class, class_names))?;
        let class = position as u8;
        let limiter = record.text("limiter")?.map(|name| limiter_of(&record, &name, limiters)).transpose()?;
        edges.push(GraphLink { from, to, class, limiter });
        if !record.flag("oneway")? {
            edges.push(GraphLink { from: to, to: from, class, limiter });
        }
    }
    Ok(edges)
}

/// The number of a limiter; they are sorted by name.
fn limiter_of(record: &Section<'_>, name: &str, limiters: &[(String, Rate)]) -> Result<u32, PlatformError> {
    limiters.binary_search_by(|(known, _)| known.as_str().cmp(name)).map(|at| at as u32).map_err(|_| {
        let known: Vec<String> = limiters.iter().map(|(name, _)| name.clone()).collect();
        record.unknown_name("limiter", "limiter", name, &known)
    })
}

impl Graph {
    /// Fills the table; fails with two hosts that no route joins.
    fn fill_routes(&mut self) -> Result<(), (usize, usize)> {
        let vertices = self.names.len();
        let mut incoming: Vec<Vec<u32>> = vec![Vec::new(); vertices];
        for (id, edge) in (0u32..).zip(&self.edges) {
            incoming[edge.to as usize].push(id);
        }
        for destination in 0..self.hosts as usize {
            let (next, hops) = self.routes_to(destination, &incoming);
            let hosts = &hops[..self.hosts as usize];
            if let Some(source) = hosts.iter().position(|hops| *hops == u32::MAX) {
                return Err((source, destination));
            }
            self.diameter = self.diameter.max(hosts.iter().copied().max().unwrap_or(0));
            self.next.extend_from_slice(&next);
        }
        for (exit, _) in self.gateways.clone() {
            let (next, _) = self.routes_to(exit as usize, &incoming);
            self.next.extend_from_slice(&next);
        }
        Ok(())
    }

    /// The next link and the number of links of every vertex on its route to `destination`, breadth first from there:
    /// a layer is final before the next begins.
    fn routes_to(&self, destination: usize, incoming: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
        let vertices = incoming.len();
        let (mut next, mut hops) = (vec![NO_LINK; vertices], vec![u32::MAX; vertices]);
        let mut latency = vec![Time::MAX; vertices];
        hops[destination] = 0;
        latency[destination] = Time::ZERO;
        let mut layer = vec![destination];
        while !layer.is_empty() {
            let mut above = Vec::new();
            for vertex in layer {
                if vertex != destination && self.transit.get(vertex) == Some(&false) {
                    continue;
                }
                for id in &incoming[vertex] {
                    let edge = &self.edges[*id as usize];
                    let from = edge.from as usize;
                    if hops[from] <= hops[vertex] {
                        continue;
                    }
                    if hops[from] == u32::MAX {
                        hops[from] = hops[vertex] + 1;
                        above.push(from);
                    }
                    let own = self.classes[usize::from(edge.class)].latency.saturating_add(latency[vertex]);
                    if (own, *id) < (latency[from], next[from]) {
                        (latency[from], next[from]) = (own, *id);
                    }
                }
            }
            layer = above;
        }
        (next, hops)
    }

    fn cut(&self) -> &(Rate, Vec<bool>) {
        self.cut.get_or_init(|| {
            let edges: Vec<Edge> = self
                .edges
                .iter()
                .map(|edge| {
                    let capacity = self.classes[usize::from(edge.class)].bandwidth.0;
                    (edge.from as usize, edge.to as usize, capacity)
                })
                .collect();
            let (half, hosts) = (self.hosts as usize / 2, self.hosts as usize);
            let source: Vec<bool> = (0..self.names.len()).map(|vertex| vertex < half).collect();
            let sink: Vec<bool> = (0..self.names.len()).map(|vertex| (half..hosts).contains(&vertex)).collect();
            let (flow, side) = max_flow(self.names.len(), &edges, &source, &sink);
            (Rate(flow), side)
        })
    }

    /// Appends the links between two vertices, by a row of the table. There has to be such a way.
    fn follow(&self, from: u32, to: u32, row: usize, path: &mut Vec<LinkId>) {
        let row = row * self.names.len();
        let (mut here, start) = (from, path.len());
        while here != to {
            let link = self.next[row + here as usize];
            path.push(LinkId(link));
            let edge = &self.edges[link as usize];
            let limiter = edge.limiter.map(|limiter| LinkId(self.edges.len() as u32 + limiter));
            path.extend(limiter.filter(|limiter| !path[start..].contains(limiter)));
            here = edge.to;
        }
    }

    fn limiter(&self, link: LinkId) -> Option<&(String, Rate)> {
        self.limiters.get(link.index().checked_sub(self.edges.len())?)
    }

    fn vertex(&self, index: u32) -> Vertex {
        if index < self.hosts { Vertex::Host(HostId(index)) } else { Vertex::Switch(index - self.hosts) }
    }
}

impl Topology for Graph {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        (self.edges.len() + self.limiters.len()) as u32
    }

    fn link(&self, link: LinkId) -> Link {
        if let Some((_, bandwidth)) = self.limiter(link) {
            return Link { bandwidth: *bandwidth, latency: Time::ZERO, class: self.classes.len() as u8 };
        }
        let class = self.edges[link.index()].class;
        let LinkClass { bandwidth, latency } = self.classes[usize::from(class)];
        Link { bandwidth, latency, class }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        if let Some((name, _)) = self.limiter(link) {
            return name.clone();
        }
        let edge = &self.edges[link.index()];
        format!("{}>{}", self.names[edge.from as usize], self.names[edge.to as usize])
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        // None for a limiter.
        let edge = self.edges.get(link.index())?;
        Some((self.vertex(edge.from), self.vertex(edge.to)))
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        self.follow(src.0, dst.0, dst.index(), path);
    }

    fn gateway(&self, name: &str) -> Option<Gateway> {
        let switch = self.gateways.iter().find(|(exit, _)| self.names[*exit as usize] == name);
        match switch {
            Some((exit, entry)) => Some(Gateway { exit: self.vertex(*exit), entry: self.vertex(*entry) }),
            None => Some(Vertex::Host(self.find_host(name)?).into()),
        }
    }

    fn route_between(&self, from: Vertex, to: Vertex, path: &mut Vec<LinkId>) -> bool {
        let number = |vertex| match vertex {
            Vertex::Host(host) => host.0,
            Vertex::Switch(switch) => self.hosts + switch,
        };
        let (from, to) = (number(from), number(to));
        let at = self.gateways.iter().position(|(exit, _)| *exit == to);
        let row = if to < self.hosts { Some(to as usize) } else { at.map(|at| self.hosts as usize + at) };
        if from == to || at.is_some_and(|at| self.gateways[at].1 == from) {
            return true;
        }
        let way = row.filter(|row| self.next[row * self.names.len() + from as usize] != NO_LINK);
        way.inspect(|row| self.follow(from, to, *row, path)).is_some()
    }

    fn diameter(&self) -> u32 {
        self.diameter
    }

    fn bisection(&self) -> Rate {
        self.cut().0
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => self.cut().1[host.index()],
            Vertex::Switch(switch) => self.cut().1[(self.hosts + switch) as usize],
        }
    }

    fn forwarding_rate(&self, vertex: Vertex) -> Option<Rate> {
        self.forwarding.get(&(self.place(vertex) as u32)).copied()
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        // A VC per hop; a graph with longer routes has no routing for packets, nor has one with limiters.
        (hop_vcs::suffice(self.diameter) && self.limiters.is_empty()).then_some(self)
    }

    fn describe(&self) -> String {
        let switches = self.names.len() - self.hosts as usize;
        format!("graph of {} hosts, {switches} switches and {} links", self.hosts, self.edges.len())
    }

    fn host_name(&self, host: HostId) -> String {
        self.names[host.index()].clone()
    }

    fn find_host(&self, name: &str) -> Option<HostId> {
        let at = self.by_name.binary_search_by_key(&name, |host| &self.names[*host as usize]).ok()?;
        Some(HostId(self.by_name[at]))
    }
}

/// How packets may go: each hop in a VC of its own.
static ROUTINGS: &[RoutingKind] =
    &[RoutingKind::new("minimal", &["table"], "The route of the table: fewest links, then least latency.")];

impl Graph {
    fn region_map(&self) -> &Regions {
        self.regions.get_or_init(|| {
            let joint = |edge: &GraphLink| Joint {
                ends: (edge.from, edge.to),
                at_once: self.classes[usize::from(edge.class)].latency == Time::ZERO,
            };
            let joints: Vec<Joint> = self.edges.iter().map(joint).collect();
            partition::regions(self.hosts, self.names.len() as u32, &joints)
        })
    }

    /// The place of a vertex in `names`.
    fn place(&self, vertex: Vertex) -> usize {
        match vertex {
            Vertex::Host(host) => host.index(),
            Vertex::Switch(switch) => (self.hosts + switch) as usize,
        }
    }
}

impl PacketRouting for Graph {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    fn vcs(&self, _routing: u8) -> u8 {
        hop_vcs::count(self.diameter)
    }

    fn scope(&self, _routing: u8) -> RoutingScope {
        RoutingScope::Oblivious
    }

    fn regions(&self) -> u32 {
        self.region_map().count
    }

    fn region(&self, at: Vertex) -> u32 {
        self.region_map().of[self.place(at)]
    }

    fn next(&self, _routing: u8, here: Vertex, route: &mut RouteState, _view: &mut dyn RoutingView) -> Option<Hop> {
        if here == Vertex::Host(route.destination) {
            return None;
        }
        let link = self.next[route.destination.index() * self.names.len() + self.place(here)];
        Some(hop_vcs::hop(LinkId(link), route))
    }
}
