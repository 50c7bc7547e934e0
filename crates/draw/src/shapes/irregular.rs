//! Draws any network, from its links alone.
//!
//! Without switches, hosts stand on a circle. With switches, a tree of shortest paths from the middle of the network is drawn
//! in concentric rings, each branch in a sector whose width is proportional to its leaves; the other links are straight lines.

use crate::layout::Point;
use crate::plan::{NodeList, Plan, count};
use platform::{Topology, Vertex};
use std::collections::BTreeMap;
use units::{HostId, LinkId};

/// Vertices among which the middle is searched exactly.
const SEARCHED: usize = 2_000;

/// Neighbours of each vertex, ascending.
struct Graph {
    vertices: Vec<Vertex>,
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    fn of(topology: &dyn Topology) -> Self {
        let mut numbers: BTreeMap<Vertex, usize> = BTreeMap::new();
        let mut vertices: Vec<Vertex> = (0..topology.hosts()).map(|host| Vertex::Host(HostId(host))).collect();
        numbers.extend(vertices.iter().copied().zip(0..));
        let mut neighbours = vec![Vec::new(); vertices.len()];
        for (from, to) in (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link))) {
            let [from, to] = [from, to].map(|vertex| {
                *numbers.entry(vertex).or_insert_with(|| {
                    vertices.push(vertex);
                    neighbours.push(Vec::new());
                    vertices.len() - 1
                })
            });
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        for list in &mut neighbours {
            list.sort_unstable_by_key(|at| vertices[*at]);
            list.dedup();
        }
        Self { vertices, neighbours }
    }

    /// Vertices in order of their distance from `start`, with the one they are reached from.
    fn breadth_first(&self, start: usize, most_hosts: u32) -> Vec<(usize, usize)> {
        let mut seen = vec![false; self.vertices.len()];
        seen[start] = true;
        let mut order = vec![(start, start)];
        let (mut next, mut hosts) = (0, u32::from(self.is_host(start)));
        while next < order.len() {
            let here = order[next].0;
            for neighbour in &self.neighbours[here] {
                let host = self.is_host(*neighbour);
                if seen[*neighbour] || host && hosts >= most_hosts {
                    continue;
                }
                seen[*neighbour] = true;
                hosts += u32::from(host);
                order.push((*neighbour, here));
            }
            next += 1;
            if hosts >= most_hosts && order.len() > 4 * most_hosts as usize {
                break;
            }
        }
        order
    }

    fn is_host(&self, at: usize) -> bool {
        matches!(self.vertices[at], Vertex::Host(_))
    }

    /// How far the furthest vertex is.
    fn eccentricity(&self, start: usize) -> u32 {
        let mut depth = vec![0; self.vertices.len()];
        let order = self.breadth_first(start, u32::MAX);
        order.iter().for_each(|(vertex, from)| depth[*vertex] = if vertex == from { 0 } else { depth[*from] + 1 });
        depth.into_iter().max().unwrap_or(0)
    }

    /// The vertex from which no other is far; in a large network the one with most neighbours. Switches come first.
    fn middle(&self) -> usize {
        let all = 0..self.vertices.len();
        let degree = |at: usize| usize::MAX - self.neighbours[at].len();
        let found = if self.vertices.len() <= SEARCHED {
            all.min_by_key(|at| (self.eccentricity(*at), self.is_host(*at), degree(*at)))
        } else {
            all.min_by_key(|at| (self.is_host(*at), degree(*at)))
        };
        found.unwrap_or(0)
    }
}

pub(super) fn plan(topology: &dyn Topology, most: u32) -> Plan {
    let graph = Graph::of(topology);
    let switches = graph.vertices.len() > topology.hosts() as usize;
    let mut plan = if switches { radial(&graph, most) } else { circle(topology.hosts().min(most)) };
    let drawn = plan.views.iter().flat_map(|view| &view.nodes).filter(|node| matches!(node.vertex, Vertex::Host(_)));
    let drawn = drawn.count() as u64;
    if drawn < u64::from(topology.hosts()) {
        let (drawn, all) = (count(drawn), count(topology.hosts().into()));
        plan.note(format!("{drawn} of {all} hosts are drawn, with what is nearest to them."));
    }
    plan
}

fn circle(hosts: u32) -> Plan {
    let radius = (f64::from(hosts) * 4.5).clamp(90.0, 440.0);
    let mut nodes = NodeList::default();
    for host in 0..hosts {
        nodes.host(host, Point::default().around(radius, f64::from(host) / f64::from(hosts)), 6.0);
    }
    Plan::of(nodes.straight())
}

fn radial(graph: &Graph, most: u32) -> Plan {
    let order = graph.breadth_first(graph.middle(), most);
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut depth: BTreeMap<usize, u32> = BTreeMap::new();
    for (vertex, from) in &order {
        let own = if vertex == from { 0 } else { depth[from] + 1 };
        depth.insert(*vertex, own);
        if vertex != from {
            children.entry(*from).or_default().push(*vertex);
        }
    }
    // Ends below each vertex, from the outside inwards.
    let mut ends: BTreeMap<usize, u32> = BTreeMap::new();
    for (vertex, _) in order.iter().rev() {
        let below: u32 = children.get(vertex).into_iter().flatten().map(|child| ends[child]).sum();
        ends.insert(*vertex, below.max(1));
    }
    let deepest = depth.values().copied().max().unwrap_or(0).max(1);
    let all = ends[&order[0].0];
    let rings = f64::from(deepest);
    let gap = (f64::from(all) * 15.0 / std::f64::consts::TAU / rings).max(64.0).min(700.0 / rings);
    let mut nodes = NodeList::default();
    let mut sectors: BTreeMap<usize, f64> = BTreeMap::from([(order[0].0, 0.0)]);
    for (vertex, _) in &order {
        let start = sectors[vertex];
        let turn = (start + f64::from(ends[vertex]) / 2.0) / f64::from(all);
        let at = Point::default().around(gap * f64::from(depth[vertex]), turn);
        match graph.vertices[*vertex] {
            Vertex::Host(host) => nodes.host(host.0, at, 4.5),
            Vertex::Switch(switch) => nodes.switch(switch, at, 6.0),
        }
        let mut next = start;
        for child in children.get(vertex).into_iter().flatten() {
            sectors.insert(*child, next);
            next += f64::from(ends[child]);
        }
    }
    Plan::of(nodes.straight())
}
