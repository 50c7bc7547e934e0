//! Draws HyperX and flattened butterflies: switches on a grid, each joined to all others of its row and column by arcs, which
//! bulge more for switches farther apart; hosts in a fan below their switch.

use super::grid::{Lattice, coordinates, number};
use super::sizes::{shrunk, times};
use crate::layout::{Node, Point};
use crate::plan::{EdgePath, NodeList, Plan, PlanView, count};
use platform::Vertex;

/// Hosts of a switch that can be told apart.
const HOSTS: u32 = 8;

pub(super) fn plan(sizes: &[u32], hosts: u32, most: u32) -> Plan {
    let shown = shrunk(sizes, (most / hosts.min(HOSTS)).clamp(1, 144));
    let long: Vec<usize> = (0..sizes.len()).filter(|at| shown[*at] > 1).collect();
    let per_switch = hosts.min(HOSTS);
    let mut plan = match long[..] {
        [only] => Plan::of(circle(sizes, &shown, only, hosts, per_switch)),
        _ => Plan::of(planes(sizes, &shown, &long, hosts, per_switch)),
    };
    if shown != sizes {
        let note = format!("{} of {} switches are drawn, the corner of the first ones.", times(&shown), times(sizes));
        plan.note(note);
    }
    if per_switch < hosts {
        plan.note(format!("{per_switch} of the {} hosts of a switch are drawn.", count(hosts.into())));
    }
    plan
}

/// Hosts around a switch, in a fan of a part of a turn around `turn`.
pub(super) fn fan(nodes: &mut NodeList, first: u32, shown: u32, middle: Point, turn: f64, reach: f64) {
    let step = (0.5 / f64::from(shown)).min(0.09);
    for host in 0..shown {
        let offset = (f64::from(host) - f64::from(shown - 1) / 2.0) * step;
        nodes.host(first + host, middle.around(reach, turn + offset), 2.6);
    }
}

fn circle(sizes: &[u32], shown: &[u32], only: usize, hosts: u32, per_switch: u32) -> PlanView {
    let length = shown[only];
    let radius = (f64::from(length) * 11.0).clamp(70.0, 400.0);
    let mut nodes = NodeList::default();
    for at in 0..length {
        let mut place = vec![0; sizes.len()];
        place[only] = at;
        let (switch, turn) = (number(&place, sizes), f64::from(at) / f64::from(length));
        let middle = Point::default().around(radius, turn);
        nodes.switch(switch, middle, 7.0);
        fan(&mut nodes, switch * hosts, per_switch, middle, turn, 26.0);
    }
    nodes.straight()
}

fn planes(sizes: &[u32], shown: &[u32], long: &[usize], hosts: u32, per_switch: u32) -> PlanView {
    let lengths: Vec<u32> = long.iter().map(|at| shown[*at]).collect();
    let widest = lengths.iter().take(2).copied().max().unwrap_or(1);
    let pitch = (900.0 / f64::from(widest)).clamp(58.0, 110.0);
    // The third dimension and those beyond lie side by side, too: arcs need a plane.
    let flat: Vec<u32> = match lengths[..] {
        [first, second, ref rest @ ..] => [&[first, second, 1], rest].concat(),
        _ => lengths.clone(),
    };
    let lattice = Lattice::new(&flat, pitch);
    let mut nodes = NodeList::default();
    for index in 0..shown.iter().product() {
        let place = coordinates(index, shown);
        let mut own: Vec<u32> = long.iter().map(|at| place[*at]).collect();
        if own.len() > 2 {
            own.insert(2, 0);
        }
        let (switch, middle) = (number(&place, sizes), lattice.at(&own));
        nodes.switch(switch, middle, 7.0);
        fan(&mut nodes, switch * hosts, per_switch, middle, 0.375, 22.0);
    }
    nodes.view(move |from, to| arc(from, to, pitch))
}

/// Straight to the neighbour, an arc over those in between.
fn arc(from: &Node, to: &Node, pitch: f64) -> EdgePath {
    let switches = matches!((from.vertex, to.vertex), (Vertex::Switch(_), Vertex::Switch(_)));
    let distance = from.at.distance(to.at) / pitch;
    if !switches || distance < 1.5 {
        return EdgePath::Straight;
    }
    let (low, high) = if (from.at.x, from.at.y) <= (to.at.x, to.at.y) { (from.at, to.at) } else { (to.at, from.at) };
    let side = if low.y < high.y && low.x == high.x { -1.0 } else { 1.0 };
    EdgePath::Curve(low.control(high, side * pitch * (0.06 + 0.08 * distance).min(0.46)))
}
