//! Any platform as a graph.
//!
//! A route over n links becomes n connections over n − 1 switches of its own, so that nothing else leads over them; the
//! capacity that a link has for all of its routes is a limiter. Hosts forward only where SimGrid routes through them. Shortest
//! ways in this graph are then SimGrid's routes, unless a longer one was written where a shorter one can be composed:
//! [`verify`] looks for those.

use crate::error::{ImportError, Notes};
use crate::model::{End, Figures, Kind, Link, Machine, Policy, Route, Step};
use crate::write::{figures, head, hosts, quoted, rate};
use crate::xml::Source;
use platform::Platform;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use units::{HostId, LinkId};

/// How often a link is used, forth and back.
#[derive(Clone, Copy, Default)]
struct Uses {
    up: u32,
    down: u32,
}

/// The graph so far.
struct Graph<'m> {
    machine: &'m Machine,
    /// Of each switch of the machine, what stands for it: routes without links make vertices one.
    same: BTreeMap<End, End>,
    uses: Vec<Uses>,
    /// Names that are taken, hosts' and switches'.
    names: BTreeSet<String>,
    switches: Vec<String>,
    own_switches: Vec<String>,
    classes: BTreeMap<Figures, usize>,
    limiters: BTreeMap<String, String>,
    connections: String,
}

pub(crate) fn write(source: &Source<'_>, machine: &Machine, notes: &mut Notes) -> Result<String, ImportError> {
    for cluster in &machine.clusters {
        let kind = match cluster.kind {
            Kind::Torus(_) => "TORUS",
            Kind::FatTree(..) => "FAT_TREE",
            Kind::Flat | Kind::Dragonfly(_) if cluster.hosts > 1 << 16 => "cluster of more than 65536 hosts",
            Kind::Flat | Kind::Dragonfly(_) => continue,
        };
        let what = format!("a {kind} among other zones; a file of its own can be imported");
        return Err(ImportError::Unsupported { at: source.at(cluster.place), what });
    }
    let mut graph = Graph::new(source, machine)?;
    machine.routes.iter().for_each(|route| graph.add(route));
    let mut text = head(source.file());
    text.push_str("[topology]\nkind = \"graph\"\n");
    let list = |names: &mut dyn Iterator<Item = &String>| {
        let names: Vec<String> = names.map(|name| quoted(name)).collect();
        format!("[{}]", names.join(", "))
    };
    let name = |host: &usize| &machine.hosts[*host].name;
    let writing = "writing to a text";
    writeln!(text, "hosts = {}", list(&mut machine.hosts.iter().map(|host| &host.name))).expect(writing);
    writeln!(text, "transit = {}", list(&mut machine.transit.iter().map(name))).expect(writing);
    writeln!(text, "switches = {}", list(&mut graph.switches.iter())).expect(writing);
    if !graph.limiters.is_empty() {
        writeln!(text, "limiters = [").expect(writing);
        for (name, limit) in &graph.limiters {
            writeln!(text, "  {{ name = {}, bandwidth = {} }},", quoted(name), quoted(limit)).expect(writing);
        }
        writeln!(text, "]").expect(writing);
    }
    writeln!(text, "connect = [\n{}]\n", graph.connections).expect(writing);
    writeln!(text, "[topology.links]").expect(writing);
    let mut classes: Vec<_> = graph.classes.iter().collect();
    classes.sort_by_key(|(_, class)| **class);
    for (own, class) in classes {
        writeln!(text, "{} = {{ {} }}", class_name(*class), figures(*own)).expect(writing);
    }
    text.push('\n');
    text.push_str(&hosts(machine, notes));
    Ok(text)
}

fn class_name(class: usize) -> String {
    format!("class{}", class + 1)
}

impl<'m> Graph<'m> {
    fn new(source: &Source<'_>, machine: &'m Machine) -> Result<Self, ImportError> {
        let mut graph = Self {
            machine,
            same: BTreeMap::new(),
            uses: vec![Uses::default(); machine.links.len()],
            names: machine.hosts.iter().map(|host| host.name.clone()).collect(),
            switches: Vec::new(),
            own_switches: Vec::new(),
            classes: BTreeMap::new(),
            limiters: BTreeMap::new(),
            connections: String::new(),
        };
        for route in &machine.routes {
            if route.steps.is_empty() {
                graph.unite(source, route)?;
            }
            for step in &route.steps {
                let uses = &mut graph.uses[step.link];
                let (forth, back) = (1, u32::from(route.symmetrical));
                let (up, down) = if step.down { (back, forth) } else { (forth, back) };
                (uses.up, uses.down) = (uses.up + up, uses.down + down);
            }
        }
        // A switch that is the same as something else needs no name of its own.
        for (number, name) in machine.switches.iter().enumerate() {
            let own = if graph.found(End::Switch(number)) == End::Switch(number) {
                graph.new_switch(name)
            } else {
                String::new()
            };
            graph.own_switches.push(own);
        }
        Ok(graph)
    }

    /// What stands for a vertex.
    fn found(&self, end: End) -> End {
        let mut end = end;
        while let Some(next) = self.same.get(&end) {
            end = *next;
        }
        end
    }

    /// Makes the two ends of a route without links one.
    fn unite(&mut self, source: &Source<'_>, route: &Route) -> Result<(), ImportError> {
        match (self.found(route.from), self.found(route.to)) {
            (from, to) if from == to => {}
            (End::Host(_), End::Host(_)) => {
                let what = "a route without links between two hosts".to_owned();
                return Err(ImportError::Unsupported { at: source.at(route.place), what });
            }
            (host @ End::Host(_), switch) | (switch, host) => {
                self.same.insert(switch, host);
            }
        }
        Ok(())
    }

    /// A switch, under its name or one like it.
    fn new_switch(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}.{number}");
            number += 1;
        }
        self.switches.push(name.clone());
        name
    }

    fn name(&self, end: End) -> String {
        match self.found(end) {
            End::Host(host) => self.machine.hosts[host].name.clone(),
            End::Switch(switch) => self.own_switches[switch].clone(),
        }
    }

    fn add(&mut self, route: &Route) {
        let (from, to) = (self.name(route.from), self.name(route.to));
        let mut here = from.clone();
        for (at, step) in route.steps.iter().enumerate() {
            let last = at + 1 == route.steps.len();
            let next = if last { to.clone() } else { self.new_switch(&format!("{from}>{to}.{}", at + 1)) };
            self.connect(&here, &next, *step, route.symmetrical);
            here = next;
        }
    }

    fn connect(&mut self, from: &str, to: &str, step: Step, both_ways: bool) {
        let machine = self.machine;
        let link = &machine.links[step.link];
        let classes = self.classes.len();
        let class = *self.classes.entry((link.bandwidth, link.latency)).or_insert(classes);
        let (forth, back) = (self.limiter(link, step), self.limiter(link, Step { down: !step.down, ..step }));
        if both_ways && forth == back {
            self.write_connection(from, to, class, forth.as_deref(), false);
            return;
        }
        self.write_connection(from, to, class, forth.as_deref(), true);
        if both_ways {
            self.write_connection(to, from, class, back.as_deref(), true);
        }
    }

    fn write_connection(&mut self, from: &str, to: &str, class: usize, limiter: Option<&str>, oneway: bool) {
        let limiter = limiter.map_or_else(String::new, |name| format!(", limiter = {}", quoted(name)));
        let oneway = if oneway { ", oneway = true" } else { "" };
        writeln!(
            self.connections,
            "  {{ from = {}, to = {}, link = {}{limiter}{oneway} }},",
            quoted(from),
            quoted(to),
            quoted(&class_name(class))
        )
        .expect("writing to a text");
    }

    /// What holds several connections to the capacity of their one link.
    fn limiter(&mut self, link: &Link, step: Step) -> Option<String> {
        let Uses { up, down } = self.uses[step.link];
        let name = match link.policy {
            Policy::Shared if up + down > 1 => link.name.clone(),
            Policy::SplitDuplex if step.down && down > 1 => format!("{}_DOWN", link.name),
            Policy::SplitDuplex if !step.down && up > 1 => format!("{}_UP", link.name),
            _ => return None,
        };
        self.limiters.insert(name.clone(), rate(link.bandwidth));
        Some(name)
    }
}

/// Notes the routes between hosts that the platform goes another way.
pub(crate) fn verify(machine: &Machine, platform: &Platform, notes: &mut Notes) {
    let topology = platform.topology();
    let mut path: Vec<LinkId> = Vec::new();
    for route in &machine.routes {
        let (End::Host(from), End::Host(to)) = (route.from, route.to) else { continue };
        let latency = route.steps.iter().map(|step| machine.links[step.link].latency).sum();
        path.clear();
        topology.route(HostId::from_index(from), HostId::from_index(to), &mut path);
        let links = path.iter().filter(|link| topology.link_ends(**link).is_some()).count();
        if (links, topology.latency_of(&path)) != (route.steps.len(), latency) {
            let (from, to) = (&machine.hosts[from].name, &machine.hosts[to].name);
            let what = format!(
                "the route from `{from}` to `{to}` over {} links: here it goes over {links}, a shorter way",
                route.steps.len()
            );
            notes.add(route.place, what);
        }
    }
}
