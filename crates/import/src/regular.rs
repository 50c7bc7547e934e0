//! Imports SimGrid clusters as regular topologies: `cluster`, `torus` or `fat-tree`; a dragonfly becomes a `graph`.

use crate::error::{ImportError, Notes};
use crate::graph::Graph;
use crate::model::{Cluster, ClusterKind, DirectedLink, Dragonfly, Link, LinkParameters, Machine, Policy, Zone};
use crate::write::{parameters, quoted, rate};
use crate::xml::{Source, XmlPosition};
use units::Rate;

/// The topology of a cluster under the name of a table. `before` counts the hosts of the fat trees before it.
pub(crate) fn write(table: &str, cluster: &Cluster, before: u64, notes: &mut Notes) -> String {
    let text = match &cluster.kind {
        ClusterKind::Flat => return flat(table, cluster.hosts, cluster.link, limiter_of(cluster), cluster.backbone),
        ClusterKind::Torus(sizes) => {
            let ties = if sizes.iter().any(|size| *size > 2 && size.is_multiple_of(2)) { SIMGRID_TIES } else { "" };
            format!("kind = \"torus\"\ndimensions = {sizes:?}\n{ties}")
        }
        ClusterKind::FatTree(children, parents, parallel) => {
            if moves_ports(parents, parallel, before) {
                let what = "which of its parents a route up takes: SimGrid numbers the hosts of all fat trees of a file on, \
                            here each begins at 0";
                notes.add(cluster.position, what);
            }
            let down = if parallel.iter().any(|links| *links > 1) { SIMGRID_DOWN } else { "" };
            format!(
                "kind = \"fat-tree\"\nchildren = {children:?}\nparents = {parents:?}\nparallel = {parallel:?}\n{down}"
            )
        }
        ClusterKind::Dragonfly(_) => unreachable!("a dragonfly of SimGrid's becomes a graph"),
    };
    note_lost(cluster, notes);
    format!("[{table}]\n{text}links.all = {{ {} }}\n\n", parameters(cluster.link))
}

const SIMGRID_TIES: &str = "ties = \"simgrid\"\n";
const SIMGRID_DOWN: &str = "parallel_down = \"simgrid\"\n";

/// Whether this many hosts before change a port of some level.
fn moves_ports(parents: &[u32], parallel: &[u32], before: u64) -> bool {
    let mut above = 1u64;
    parents.iter().zip(parallel).any(|(parents, parallel)| {
        let period = above.saturating_mul(u64::from(*parents)).saturating_mul(u64::from(*parallel));
        above = above.saturating_mul(u64::from(*parents));
        !before.is_multiple_of(period)
    })
}

/// What both directions of a host's link share.
fn limiter_of(cluster: &Cluster) -> Option<Rate> {
    let shared = (cluster.policy == Policy::Shared).then_some(cluster.link.0);
    cluster.limiter.into_iter().chain(shared).min()
}

/// Hosts on one switch, under the name of a table.
pub(crate) fn flat(
    table: &str,
    hosts: u64,
    link: LinkParameters,
    limiter: Option<Rate>,
    backbone: Option<LinkParameters>,
) -> String {
    let limiter = limiter.map_or_else(String::new, |limit| format!(", limiter = {}", quoted(&rate(limit))));
    let mut text =
        format!("[{table}]\nkind = \"cluster\"\nhosts = {hosts}\nlinks.host = {{ {}{limiter} }}\n", parameters(link));
    if let Some(backbone) = backbone {
        text.push_str(&format!("links.backbone = {{ {} }}\n", parameters(backbone)));
    }
    text.push('\n');
    text
}

fn note_lost(cluster: &Cluster, notes: &mut Notes) {
    if cluster.policy == Policy::Shared {
        notes.add(cluster.position, "that both directions of a link share its capacity: here each has it");
    }
    if cluster.limiter.is_some() {
        notes.add(cluster.position, "`limiter_link`");
    }
    if cluster.backbone.is_some() {
        notes.add(cluster.position, "the backbone");
    }
}

/// A dragonfly as a graph.
pub(crate) fn dragonfly<'m>(
    source: &Source<'_>,
    machine: &'m Machine,
    (zone, cluster, shape): (&Zone, &Cluster, Dragonfly),
    notes: &mut Notes,
) -> Result<Graph<'m>, ImportError> {
    let ((groups, blue), (chassis, black), (blades, green)) = (shape.groups, shape.chassis, shape.routers);
    let (per_group, position) = (u64::from(chassis) * u64::from(blades), cluster.position);
    let vertices = cluster.hosts.saturating_add(u64::from(groups).saturating_mul(per_group));
    if vertices.saturating_mul(cluster.hosts) > 1 << 26 {
        let what =
            format!("a DRAGONFLY of {} hosts: it becomes a graph, which has at most some thousand", cluster.hosts);
        return Err(ImportError::Unsupported { at: source.at(position), what });
    }
    let what = "the rule behind a dragonfly's links, which are written one by one; and routes inside a group that change \
                their place in the chassis: SimGrid goes on as if it were in chassis 0 then; here they are the shortest";
    notes.add(position, what);
    if cluster.limiter.is_some() {
        notes.add(position, "`limiter_link` of a dragonfly");
    }
    if cluster.backbone.is_some() {
        notes.add(position, "the backbone");
    }
    let mut graph = Graph::new(machine);
    let hosts: Vec<_> = machine.hosts[zone.hosts.clone()].iter().map(|host| graph.host(&host.name, false)).collect();
    let id = &zone.name;
    let routers: Vec<_> =
        (0..u64::from(groups) * per_group).map(|router| graph.switch(&format!("{id}_router_{router}"))).collect();
    let link = |graph: &mut Graph<'m>, ends, name: String, links: u32| {
        join(graph, ends, format!("{id}_{name}"), (cluster, links), position);
    };
    for (number, host) in hosts.iter().enumerate() {
        let router = routers[number / shape.nodes as usize];
        link(&mut graph, (*host, router), format!("local_{number}"), 1);
    }
    let number = |group: u32, chassis: u32, blade: u32| {
        (u64::from(group) * per_group) as usize + (chassis * blades + blade) as usize
    };
    for (group, own) in (0..groups).flat_map(|group| (0..chassis).map(move |own| (group, own))) {
        for (low, high) in pairs(blades) {
            let ends = (routers[number(group, own, low)], routers[number(group, own, high)]);
            link(&mut graph, ends, format!("green_{group}_{own}_{low}_{high}"), green);
        }
    }
    for (group, blade) in (0..groups).flat_map(|group| (0..blades).map(move |blade| (group, blade))) {
        for (low, high) in pairs(chassis) {
            let ends = (routers[number(group, low, blade)], routers[number(group, high, blade)]);
            link(&mut graph, ends, format!("black_{group}_{low}_{high}_{blade}"), black);
        }
    }
    for (low, high) in pairs(groups) {
        let ends = (routers[number(low, 0, high)], routers[number(high, 0, low)]);
        link(&mut graph, ends, format!("blue_{low}_{high}"), blue);
    }
    Ok(graph)
}

fn pairs(count: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..count).flat_map(move |low| (low + 1..count).map(move |high| (low, high)))
}

fn join(
    graph: &mut Graph<'_>,
    (from, to): (crate::graph::Vertex, crate::graph::Vertex),
    name: String,
    (cluster, links): (&Cluster, u32),
    position: XmlPosition,
) {
    let (bandwidth, latency) = (Rate(cluster.link.0.0.saturating_mul(u64::from(links))), cluster.link.1);
    let link = graph.link(Link { name, bandwidth, latency, policy: cluster.policy, position });
    graph.route(from, to, &[DirectedLink { link, down: false }], true);
}
