//! Imports SimGrid zones with explicit routes as the topology `graph`.
//!
//! A route over n links becomes n links in series, joined by n − 1 switches that no other route uses. If a SimGrid link shares
//! its capacity among all of its routes, that capacity becomes a limiter (a capacity that several links share). SimGrid
//! composes routes of other routes only in zones with the routing `Floyd` or `Dijkstra`. In other zones a router becomes two
//! switches, one where routes to it end and one where routes from it begin, so that no route passes through it. Therefore the
//! topology `graph`, which routes by the fewest links, gives SimGrid's routes.

use crate::model::{DirectedLink, Link, LinkParameters, Machine, Policy};
use crate::write::{parameters, quoted, rate};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use units::Rate;

/// Entries of a graph's table of routes, as the platform allows.
const MOST_ENTRIES: usize = 1 << 26;

/// How often a link is used, forth and back.
#[derive(Clone, Copy, Default)]
struct Uses {
    up: u32,
    down: u32,
}

/// Hosts and switches of a graph, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Vertex(usize);

struct Connection {
    from: Vertex,
    to: Vertex,
    step: DirectedLink,
    both: bool,
}

/// The graph so far.
pub(crate) struct Graph<'m> {
    machine: &'m Machine,
    /// Links that are not links of the file, after those.
    own: Vec<Link>,
    names: Vec<String>,
    taken: BTreeSet<String>,
    /// Which vertices are hosts, and whether they forward.
    hosts: Vec<(Vertex, bool)>,
    gateways: Vec<(Vertex, Vertex)>,
    connections: Vec<Connection>,
}

impl<'m> Graph<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Self {
        Self {
            machine,
            own: Vec::new(),
            names: Vec::new(),
            taken: BTreeSet::new(),
            hosts: Vec::new(),
            gateways: Vec::new(),
            connections: Vec::new(),
        }
    }

    /// A vertex under the name wanted or one like it.
    fn vertex(&mut self, wanted: &str) -> Vertex {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}.{number}");
            number += 1;
        }
        self.names.push(name);
        Vertex(self.names.len() - 1)
    }

    pub(crate) fn host(&mut self, name: &str, transit: bool) -> Vertex {
        let vertex = self.vertex(name);
        self.hosts.push((vertex, transit));
        vertex
    }

    pub(crate) fn switch(&mut self, name: &str) -> Vertex {
        self.vertex(name)
    }

    pub(crate) fn gateway(&mut self, exit: Vertex, entry: Vertex) {
        if !self.gateways.contains(&(exit, entry)) {
            self.gateways.push((exit, entry));
        }
    }

    pub(crate) fn name(&self, vertex: Vertex) -> &str {
        &self.names[vertex.0]
    }

    /// A link that the file does not name.
    pub(crate) fn link(&mut self, link: Link) -> usize {
        self.own.push(link);
        self.machine.links.len() + self.own.len() - 1
    }

    /// A route, one way or both.
    pub(crate) fn route(&mut self, from: Vertex, to: Vertex, steps: &[DirectedLink], both: bool) {
        let mut here = from;
        for (at, step) in steps.iter().enumerate() {
            let next = if at + 1 == steps.len() {
                to
            } else {
                let name = format!("{}>{}.{}", self.names[from.0], self.names[to.0], at + 1);
                self.vertex(&name)
            };
            self.connections.push(Connection { from: here, to: next, step: *step, both });
            here = next;
        }
    }

    /// Why it is too large, if it is.
    pub(crate) fn excess(&self) -> Option<String> {
        let (rows, vertices) = (self.hosts.len() + self.gateways.len(), self.names.len());
        let entries = rows.saturating_mul(vertices);
        (entries > MOST_ENTRIES).then(|| {
            format!(
                "ways from {vertices} vertices to {rows}; a graph has at most {MOST_ENTRIES} entries in its table"
            )
        })
    }

    /// The topology, under the name of a table.
    pub(crate) fn write(&self, table: &str, text: &mut String) {
        let writing = "writing to a text";
        let list = |vertices: &mut dyn Iterator<Item = Vertex>| {
            let names: Vec<String> = vertices.map(|vertex| quoted(&self.names[vertex.0])).collect();
            format!("[{}]", names.join(", "))
        };
        let hosts: BTreeSet<Vertex> = self.hosts.iter().map(|(vertex, _)| *vertex).collect();
        let (connections, limiters, classes) = self.connections();
        write!(text, "[{table}]\nkind = \"graph\"\n").expect(writing);
        writeln!(text, "hosts = {}", list(&mut self.hosts.iter().map(|(vertex, _)| *vertex))).expect(writing);
        let mut transit = self.hosts.iter().filter(|(_, transit)| *transit).map(|(vertex, _)| *vertex);
        writeln!(text, "transit = {}", list(&mut transit)).expect(writing);
        let mut switches = (0..self.names.len()).map(Vertex).filter(|vertex| !hosts.contains(vertex));
        writeln!(text, "switches = {}", list(&mut switches)).expect(writing);
        if !self.gateways.is_empty() {
            let gateway = |(exit, entry): &(Vertex, Vertex)| {
                let entry =
                    if exit == entry { String::new() } else { format!(", entry = {}", quoted(self.name(*entry))) };
                format!("{{ switch = {}{entry} }}", quoted(self.name(*exit)))
            };
            let gateways: Vec<String> = self.gateways.iter().map(gateway).collect();
            writeln!(text, "gateways = [{}]", gateways.join(", ")).expect(writing);
        }
        if !limiters.is_empty() {
            writeln!(text, "limiters = [").expect(writing);
            for (name, limit) in &limiters {
                writeln!(text, "  {{ name = {}, bandwidth = {} }},", quoted(name), quoted(&rate(*limit)))
                    .expect(writing);
            }
            writeln!(text, "]").expect(writing);
        }
        write!(text, "connect = [\n{connections}]\n\n[{table}.links]\n").expect(writing);
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_by_key(|(_, class)| *class);
        for (own, class) in classes {
            writeln!(text, "{} = {{ {} }}", class_name(class), parameters(own)).expect(writing);
        }
        text.push('\n');
    }

    fn of(&self, link: usize) -> &Link {
        self.machine.links.get(link).unwrap_or_else(|| &self.own[link - self.machine.links.len()])
    }

    /// The connections as text, their limiters and their classes.
    fn connections(&self) -> (String, BTreeMap<String, Rate>, BTreeMap<LinkParameters, usize>) {
        let mut uses = vec![Uses::default(); self.machine.links.len() + self.own.len()];
        for Connection { step, both, .. } in &self.connections {
            let uses = &mut uses[step.link];
            let (forth, back) = (1, u32::from(*both));
            let (up, down) = if step.down { (back, forth) } else { (forth, back) };
            (uses.up, uses.down) = (uses.up + up, uses.down + down);
        }
        let mut text = String::new();
        let mut limiters = BTreeMap::new();
        let mut classes: BTreeMap<LinkParameters, usize> = BTreeMap::new();
        for Connection { from, to, step, both } in &self.connections {
            let link = self.of(step.link);
            let number = classes.len();
            let class = *classes.entry((link.bandwidth, link.latency)).or_insert(number);
            let mut limiter = |step: DirectedLink| {
                let name = limiter(link, step, uses[step.link])?;
                limiters.insert(name.clone(), link.bandwidth);
                Some(name)
            };
            let forth = limiter(*step);
            let back = both.then(|| limiter(DirectedLink { down: !step.down, ..*step }));
            let mut line = |from: &Vertex, to: &Vertex, limiter: Option<&String>, oneway: bool| {
                let limiter = limiter.map_or_else(String::new, |name| format!(", limiter = {}", quoted(name)));
                let oneway = if oneway { ", oneway = true" } else { "" };
                let (from, to) = (quoted(self.name(*from)), quoted(self.name(*to)));
                let class = quoted(&class_name(class));
                writeln!(text, "  {{ from = {from}, to = {to}, link = {class}{limiter}{oneway} }},")
                    .expect("writing to a text");
            };
            match back {
                Some(back) if back == forth => line(from, to, forth.as_ref(), false),
                Some(back) => {
                    line(from, to, forth.as_ref(), true);
                    line(to, from, back.as_ref(), true);
                }
                None => line(from, to, forth.as_ref(), true),
            }
        }
        (text, limiters, classes)
    }
}

fn class_name(class: usize) -> String {
    format!("class{}", class + 1)
}

/// What holds several connections to the capacity of their one link.
fn limiter(link: &Link, step: DirectedLink, Uses { up, down }: Uses) -> Option<String> {
    match link.policy {
        Policy::Shared if up + down > 1 => Some(link.name.clone()),
        Policy::SplitDuplex if step.down && down > 1 => Some(format!("{}_DOWN", link.name)),
        Policy::SplitDuplex if !step.down && up > 1 => Some(format!("{}_UP", link.name)),
        _ => None,
    }
}
