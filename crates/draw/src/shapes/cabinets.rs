//! Draws a `cluster`: hosts around their switch or, if the cluster has cabinets, each cabinet as a rack whose hosts hang on a
//! rail below the cabinet's switch.

use crate::layout::{Frame, Node, Point};
use crate::plan::{EdgePath, NodeList, Plan, count};
use platform::Vertex;
use units::HostId;

/// Cabinets that fit beside each other.
const CABINETS: usize = 10;

/// Hosts of a rack that can be told apart.
const HOSTS: u32 = 48;

/// From a host to the next of its side.
const STEP: f64 = 16.0;

/// From the rail to a host.
const ARM: f64 = 22.0;

/// From rail to rail.
const PITCH: f64 = 100.0;

pub(super) fn plan(starts: &[u32], roots: u32, most: u32) -> Plan {
    match starts {
        [hosts] => star(*hosts, roots, most),
        _ => racks(starts, roots, most),
    }
}

/// The root above the rest; with a backbone two switches, and the backbone between them.
fn place_roots(nodes: &mut NodeList, first: u32, roots: u32, middle: Point) {
    let apart = 70.0;
    for root in 0..roots {
        let x = (f64::from(root) - f64::from(roots - 1) / 2.0) * apart;
        nodes.switch(first + root, middle.shifted(x, 0.0), 9.0);
    }
}

fn star(hosts: u32, roots: u32, most: u32) -> Plan {
    let shown = hosts.min(most).min(96);
    let radius = (f64::from(shown) * 4.2).clamp(90.0, 400.0);
    let mut nodes = NodeList::default();
    place_roots(&mut nodes, 0, roots, Point::default());
    for host in 0..shown {
        let at = Point::default().around(radius, (f64::from(host) + 0.5) / f64::from(shown));
        nodes.host(host, at, 6.0);
    }
    let mut plan = Plan::of(nodes.straight());
    if shown < hosts {
        plan.note(format!("{shown} of {} hosts are drawn.", count(hosts.into())));
    }
    plan
}

fn racks(starts: &[u32], roots: u32, most: u32) -> Plan {
    let all = starts.len() - 1;
    let cabinets = all.min(CABINETS).min(most as usize);
    let per_cabinet = (most / cabinets as u32).clamp(1, HOSTS);
    let middle = PITCH * (cabinets as f64 - 1.0) / 2.0;
    let mut nodes = NodeList::default();
    let mut plan = Plan::default();
    place_roots(&mut nodes, all as u32, roots, Point::new(middle, -110.0));
    let mut left_out = 0;
    for cabinet in 0..cabinets {
        let (first, hosts) = (starts[cabinet], starts[cabinet + 1] - starts[cabinet]);
        let shown = hosts.min(per_cabinet);
        left_out += u32::from(shown < hosts);
        let x = PITCH * cabinet as f64;
        nodes.switch(cabinet as u32, Point::new(x, 0.0), 8.0);
        for host in 0..shown {
            let side = if host % 2 == 0 { -ARM } else { ARM };
            nodes.host(first + host, Point::new(x + side, 24.0 + STEP * f64::from(host / 2)), 5.0);
        }
        let bottom = 24.0 + STEP * f64::from(shown.div_ceil(2) - 1) + 14.0;
        plan.frames.push(Frame {
            at: Point::new(x - 38.0, -16.0),
            size: Point::new(76.0, bottom + 16.0),
            corner: 6.0,
            caption: String::new(),
        });
        // Below: links come from above.
        plan.label(Point::new(x, bottom + 14.0), format!("cabinet {cabinet}: {hosts}"));
    }
    let places: Vec<(Vertex, Point)> =
        (0..all as u32).filter_map(|at| Some((Vertex::Switch(at), nodes.place(Vertex::Switch(at))?))).collect();
    plan.views.push(nodes.view(move |from, to| rail(from, to, &places)));
    if cabinets < all {
        plan.note(format!("{cabinets} of {} cabinets are drawn.", count(all as u64)));
    }
    if left_out > 0 {
        plan.note(format!("At most {per_cabinet} hosts of a cabinet are drawn; its caption says how many it has."));
    }
    plan
}

/// A host's link runs level to the rail below its switch, then up.
fn rail(from: &Node, to: &Node, cabinets: &[(Vertex, Point)]) -> EdgePath {
    let host = |node: &Node| matches!(node.vertex, Vertex::Host(HostId(_)));
    let (host_end, switch_end) = match (host(from), host(to)) {
        (true, false) => (from, to),
        (false, true) => (to, from),
        _ => return EdgePath::Straight,
    };
    match cabinets.iter().find(|(vertex, _)| *vertex == switch_end.vertex) {
        Some((_, switch)) => EdgePath::Over(vec![Point::new(switch.x, host_end.at.y)]),
        None => EdgePath::Straight,
    }
}
