//! Imports SimGrid's tree of zones: an innermost zone becomes a graph or a regular topology, a zone that contains zones
//! becomes the topology `zones`.
//!
//! The outer topology of `zones` is a graph with a host for each zone that has hosts. Zones that only have routers become
//! switches of that graph. A zone that contains nothing but one other zone is replaced by it.

use crate::error::{ImportError, Notes};
use crate::graph::{Graph, Vertex};
use crate::model::{ClusterKind, DirectedLink, Machine, Member, Route, RouteEnd, Routing, Zone};
use crate::regular;
use crate::resolve::Resolver;
use crate::write::quoted;
use crate::xml::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

struct Writer<'s, 'm, 'n> {
    source: &'s Source<'s>,
    machine: &'m Machine,
    resolver: &'s Resolver<'m>,
    notes: &'n mut Notes,
    /// Of each zone, which of the hosts and routers within are gateways for zones outside of it.
    requested: Vec<BTreeSet<RouteEnd>>,
    /// What the topology of a zone calls its gateways.
    names: BTreeMap<(usize, RouteEnd), String>,
}

/// Where routes to a vertex end and where routes from it begin.
type GatewayVertices = (Vertex, Vertex);

/// `[topology]` and all below it.
pub(crate) fn write(
    source: &Source<'_>,
    machine: &Machine,
    resolver: &Resolver<'_>,
    notes: &mut Notes,
) -> Result<String, ImportError> {
    let mut hosted = machine.roots.iter().filter(|root| !machine.zones[**root].hosts.is_empty());
    let (Some(root), None) = (hosted.next(), hosted.next()) else {
        let at = source.at(machine.zones[machine.roots[1]].position);
        let what = "a second outermost zone: no route joins it to the first".to_owned();
        return Err(ImportError::Unsupported { at, what });
    };
    let mut requested = vec![BTreeSet::new(); machine.zones.len()];
    for (number, zone) in machine.zones.iter().enumerate() {
        for end in zone.routes.iter().flat_map(|route| [route.exit, route.entry]) {
            let mut at = machine.zone_of(end);
            while at != number {
                requested[at].insert(end);
                match machine.zones[at].parent {
                    Some(parent) => at = parent,
                    None => break,
                }
            }
        }
    }
    let names = BTreeMap::new();
    let mut writer = Writer { source, machine, resolver, notes, requested, names };
    writer.topology(*root, "topology")
}

/// A routing whose routes are made of others.
fn composes(zone: &Zone) -> bool {
    matches!(zone.routing, Routing::Floyd | Routing::Dijkstra)
}

/// The routes that count: bypasses before others, of equals the first.
fn effective(zone: &Zone) -> Vec<&Route> {
    let mut kept: BTreeMap<(Member, Member), &Route> = BTreeMap::new();
    for route in
        zone.routes.iter().filter(|route| route.bypass).chain(zone.routes.iter().filter(|route| !route.bypass))
    {
        kept.entry((route.from, route.to)).or_insert(route);
    }
    let counts = |route: &&Route| std::ptr::eq(kept[&(route.from, route.to)], *route);
    zone.routes.iter().filter(counts).collect()
}

/// Adds routes to a graph; where both ways have the same vertices, as one.
fn add_routes(
    graph: &mut Graph<'_>,
    routes: &[&Route],
    gateways: impl Fn(Member, RouteEnd) -> Option<GatewayVertices>,
) {
    let mut at = 0;
    while let Some(route) = routes.get(at) {
        at += 1;
        let (Some(from), Some(to)) = (gateways(route.from, route.exit), gateways(route.to, route.entry)) else {
            continue;
        };
        let whole = from.0 == from.1 && to.0 == to.1;
        let returns = routes.get(at).is_some_and(|next| next.back && next.from == route.to && next.to == route.from);
        graph.route(from.1, to.0, &route.steps, whole && returns);
        at += usize::from(whole && returns);
    }
}

impl<'m> Writer<'_, 'm, '_> {
    fn zone(&self, number: usize) -> &'m Zone {
        &self.machine.zones[number]
    }

    /// The zone itself, or the only one within it.
    fn shown(&self, number: usize) -> usize {
        let mut number = number;
        while let [Member::Zone(only)] = self.zone(number).members[..] {
            number = only;
        }
        number
    }

    /// What the topology of a zone calls a gateway.
    fn gateway(&self, zone: usize, end: RouteEnd) -> String {
        let zone = self.shown(zone);
        if let Some(name) = self.names.get(&(zone, end)) {
            return name.clone();
        }
        match self.machine.member_of(zone, end) {
            Some(Member::Zone(inner)) => format!("{}.{}", self.zone(inner).name, self.gateway(inner, end)),
            _ => self.machine.name_of(end).to_owned(),
        }
    }

    fn unsupported(&self, zone: usize, what: String) -> ImportError {
        ImportError::Unsupported { at: self.source.at(self.zone(zone).position), what }
    }

    fn topology(&mut self, number: usize, table: &str) -> Result<String, ImportError> {
        let number = self.shown(number);
        let zone = self.zone(number);
        match (&zone.cluster, zone.alike) {
            (Some(cluster), _) => {
                if let ClusterKind::Dragonfly(shape) = cluster.kind {
                    let graph = regular::dragonfly(self.source, self.machine, (zone, cluster, shape), self.notes)?;
                    return self.finish(number, &graph, table);
                }
                self.name_like_cluster(number);
                let trees = self.machine.zones[..number].iter().filter(|zone| {
                    zone.cluster.as_ref().is_some_and(|cluster| matches!(cluster.kind, ClusterKind::FatTree(..)))
                });
                let before = trees.map(|zone| zone.hosts.len() as u64).sum();
                Ok(regular::write(table, cluster, before, self.notes))
            }
            (None, Some(link)) => {
                self.name_like_cluster(number);
                let backbone = zone.backbone.map(|link| &self.machine.links[link]);
                let backbone = backbone.map(|link| (link.bandwidth, link.latency));
                Ok(regular::flat(table, zone.hosts.len() as u64, link, None, backbone))
            }
            _ if zone.routing == Routing::Star => self.star(number, table),
            _ if zone.zones().next().is_some() => self.zones(number, table),
            _ => self.leaf(number, table),
        }
    }

    /// Hosts of a regular topology are called host0, host1, …, and the middle of a cluster `root`.
    fn name_like_cluster(&mut self, number: usize) {
        for end in self.requested[number].clone() {
            let name = match end {
                RouteEnd::Host(host) => format!("host{}", host - self.zone(number).hosts.start),
                RouteEnd::Router(_) => "root".to_owned(),
            };
            self.names.insert((number, end), name);
        }
    }

    fn finish(&self, zone: usize, graph: &Graph<'_>, table: &str) -> Result<String, ImportError> {
        if let Some(excess) = graph.excess() {
            return Err(self.unsupported(zone, format!("a zone as large as `{}`: {excess}", self.zone(zone).name)));
        }
        let mut text = String::new();
        graph.write(table, &mut text);
        Ok(text)
    }

    /// A zone of hosts and routers with routes.
    fn leaf(&mut self, number: usize, table: &str) -> Result<String, ImportError> {
        let zone = self.zone(number);
        let composes = composes(zone);
        let mut graph = Graph::new(self.machine);
        let mut gateways: BTreeMap<RouteEnd, GatewayVertices> = BTreeMap::new();
        for host in zone.hosts.clone() {
            let vertex = graph.host(&self.machine.hosts[host].name, composes);
            gateways.insert(RouteEnd::Host(host), (vertex, vertex));
        }
        let routers = zone.members.iter().filter_map(|member| match member {
            Member::RouteEnd(end @ RouteEnd::Router(_)) => Some(*end),
            _ => None,
        });
        for router in routers {
            let requested = self.requested[number].contains(&router);
            // Routes to a router that nothing leads through lead nowhere.
            if composes || requested {
                gateways.insert(router, self.router(&mut graph, number, router, !composes));
            }
        }
        add_routes(&mut graph, &effective(zone), |_, end| gateways.get(&end).copied());
        self.finish(number, &graph, table)
    }

    /// Adds a router, in two where nothing leads through it, and makes it a gateway if it is one.
    fn router(&mut self, graph: &mut Graph<'m>, zone: usize, router: RouteEnd, split: bool) -> GatewayVertices {
        let name = self.machine.name_of(router);
        let exit = graph.switch(name);
        let entry = if split { graph.switch(&format!("{name}>")) } else { exit };
        if self.requested[zone].contains(&router) {
            graph.gateway(exit, entry);
            self.names.insert((zone, router), graph.name(exit).to_owned());
        }
        (exit, entry)
    }

    fn star(&mut self, number: usize, table: &str) -> Result<String, ImportError> {
        let zone = self.zone(number);
        let mut graph = Graph::new(self.machine);
        let hosts: Vec<Vertex> =
            self.machine.hosts[zone.hosts.clone()].iter().map(|host| graph.host(&host.name, false)).collect();
        let entry = graph.switch(&zone.name);
        let exit = match zone.backbone {
            None => entry,
            Some(link) => {
                let exit = graph.switch(&format!("{}>", zone.name));
                graph.route(entry, exit, &[DirectedLink { link, down: false }], false);
                exit
            }
        };
        for spoke in &zone.spokes {
            let host = hosts[spoke.host - zone.hosts.start];
            let same = spoke.up.link == spoke.down.link && spoke.up.down != spoke.down.down && exit == entry;
            graph.route(host, entry, &[spoke.up], same);
            if !same {
                graph.route(exit, host, &[spoke.down], false);
            }
        }
        for end in self.requested[number].clone() {
            if let RouteEnd::Router(_) = end {
                graph.gateway(exit, entry);
                self.names.insert((number, end), graph.name(exit).to_owned());
            }
        }
        self.finish(number, &graph, table)
    }

    /// A zone of zones.
    fn zones(&mut self, number: usize, table: &str) -> Result<String, ImportError> {
        let zone = self.zone(number);
        let (hosted, bare): (Vec<usize>, Vec<usize>) =
            zone.zones().partition(|inner| !self.zone(*inner).hosts.is_empty());
        let routes = effective(zone);
        let gateways: Vec<(usize, Vec<RouteEnd>)> = hosted
            .iter()
            .map(|inner| self.gateways_of(*inner, &routes).map(|gateways| (*inner, gateways)))
            .collect::<Result<_, _>>()?;
        let outer = self.outer(number, &gateways, &bare, &routes)?;
        let mut text = format!("[{table}]\nkind = \"zones\"\n");
        let mut parts = String::new();
        let writing = "writing to a text";
        for (inner, gateways) in &gateways {
            let own = self.topology(*inner, &format!("{table}.zones.topology"))?;
            writeln!(parts, "[[{table}.zones]]\nname = {}", quoted(&self.zone(*inner).name)).expect(writing);
            if let Some(gateway) = gateways.first() {
                writeln!(parts, "gateway = {}", quoted(&self.gateway(*inner, *gateway))).expect(writing);
            }
            parts.push('\n');
            parts.push_str(&own);
        }
        let bypasses = self.bypasses(number, &gateways);
        if !bypasses.is_empty() {
            write!(text, "bypasses = [\n{bypasses}]\n").expect(writing);
        }
        let outer = self.finish(number, &outer, &format!("{table}.outer"))?;
        Ok(format!("{text}\n{parts}{outer}"))
    }

    /// The gateways of a zone within, its own first: the one that routers of other zones are joined to, else the first that a
    /// route names.
    fn gateways_of(&self, inner: usize, routes: &[&Route]) -> Result<Vec<RouteEnd>, ImportError> {
        let (mut all, mut to_bare): (Vec<RouteEnd>, Vec<RouteEnd>) = (Vec::new(), Vec::new());
        for route in routes {
            for (member, gateway, other) in [(route.from, route.exit, route.to), (route.to, route.entry, route.from)]
            {
                if member != Member::Zone(inner) {
                    continue;
                }
                let bare = matches!(other, Member::Zone(other) if self.zone(other).hosts.is_empty());
                if bare && !to_bare.contains(&gateway) {
                    to_bare.push(gateway);
                }
                if !all.contains(&gateway) {
                    all.push(gateway);
                }
            }
        }
        if to_bare.len() > 1 {
            let name = &self.zone(inner).name;
            let what =
                format!("zone `{name}`, whose routes to routers in other zones leave it through several gateways");
            return Err(self.unsupported(inner, what));
        }
        all.retain(|gateway| !to_bare.contains(gateway));
        to_bare.extend(all);
        Ok(to_bare)
    }

    fn outer(
        &mut self,
        number: usize,
        gateways: &[(usize, Vec<RouteEnd>)],
        bare: &[usize],
        routes: &[&Route],
    ) -> Result<Graph<'m>, ImportError> {
        let zone = self.zone(number);
        let composes = composes(zone);
        let mut graph = Graph::new(self.machine);
        let mut zones: BTreeMap<usize, GatewayVertices> = BTreeMap::new();
        for (inner, gateways) in gateways {
            // Nothing lies between the links before and after a zone only if it has one gateway.
            let vertex = graph.host(&self.zone(*inner).name, composes && gateways.len() <= 1);
            zones.insert(*inner, (vertex, vertex));
        }
        let within = |zone: usize| {
            let mut at = Some(zone);
            while let Some(number) = at {
                if bare.contains(&number) {
                    return true;
                }
                at = self.zone(number).parent;
            }
            false
        };
        let routers: Vec<RouteEnd> = (0..self.machine.routers.len())
            .filter(|router| within(self.machine.routers[*router].zone))
            .map(RouteEnd::Router)
            .collect();
        let inner: Vec<usize> = match bare.is_empty() {
            true => Vec::new(),
            false => (0..self.machine.zones.len()).filter(|zone| within(*zone)).collect(),
        };
        let mut gateways: BTreeMap<RouteEnd, GatewayVertices> = BTreeMap::new();
        for router in routers {
            let own = self.router(&mut graph, number, router, !composes);
            gateways.insert(router, own);
            if let Some(name) = self.names.get_mut(&(number, router)) {
                *name = format!("outer.{name}");
            }
        }
        for inner in inner {
            // Routes on from where they arrive, and routes from outside to where they leave.
            for route in effective(self.zone(inner)) {
                let (Some(from), Some(to)) = (gateways.get(&route.exit), gateways.get(&route.entry)) else {
                    continue;
                };
                graph.route(from.0, to.0, &route.steps, false);
                if from.0 != from.1 {
                    graph.route(from.1, to.1, &route.steps, false);
                }
            }
        }
        add_routes(&mut graph, routes, |member, end| match member {
            Member::Zone(inner) => zones.get(&inner).or_else(|| gateways.get(&end)).copied(),
            Member::RouteEnd(_) => None,
        });
        Ok(graph)
    }

    /// The pairs of zones between which routes lead through other gateways than the zones' own.
    fn bypasses(&self, number: usize, gateways: &[(usize, Vec<RouteEnd>)]) -> String {
        let mut text = String::new();
        for (from, exits) in gateways {
            for (to, entries) in gateways {
                if from == to || exits.len() < 2 && entries.len() < 2 {
                    continue;
                }
                let between = self.resolver.gateways(number, Member::Zone(*from), Member::Zone(*to));
                let Some((exit, entry)) = between else { continue };
                let other = |key: &str, zone: usize, end: RouteEnd, own: &[RouteEnd]| match own.first() {
                    Some(first) if *first != end => format!(", {key} = {}", quoted(&self.gateway(zone, end))),
                    _ => String::new(),
                };
                let (exit, entry) = (other("exit", *from, exit, exits), other("entry", *to, entry, entries));
                if !(exit.is_empty() && entry.is_empty()) {
                    let (from, to) = (quoted(&self.zone(*from).name), quoted(&self.zone(*to).name));
                    writeln!(text, "  {{ from = {from}, to = {to}{exit}{entry} }},").expect("writing to a text");
                }
            }
        }
        text
    }
}
