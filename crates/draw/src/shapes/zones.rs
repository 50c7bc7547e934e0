//! Draws the topology `zones`, in which an outer topology joins other topologies. Each of these zones is a box with its usual
//! drawing; above the boxes are the switches of the outer topology. Zones within a zone are boxes within its box.

use crate::layout::{Frame, Label, Node, Point, Role};
use crate::plan::{EdgePath, Plan, PlanView};
use platform::{Topology, Vertex};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use units::HostId;

/// Boxes of one zone; of a zone of more the first are drawn.
const MOST_ZONES: usize = 24;

/// Between a box and what is in it; there is room for its caption.
const INSIDE: f64 = 22.0;

/// Between boxes.
const BETWEEN: f64 = 44.0;

/// Between switches that join zones, and half of the width of one.
const SWITCHES: f64 = 34.0;
const SWITCH: f64 = 5.0;

/// A zone's own drawing and where its things stand in the whole.
struct ZonePlan {
    view: PlanView,
    /// First node, and how far it is moved.
    first: usize,
    moved: Point,
    hosts: Range<u32>,
    switches: Range<u32>,
}

/// A zone's drawing, from (0, 0).
struct Boxed {
    plan: Plan,
    size: Point,
    name: String,
    first_host: u32,
    first_switch: u32,
    hosts: u32,
}

pub(super) fn plan(topology: &dyn Topology, outer: Range<u32>, most: u32) -> Plan {
    let parts = topology.subtopologies();
    let mut whole = Plan::default();
    if parts.len() > MOST_ZONES {
        whole.note(format!("the first {MOST_ZONES} of {} zones are drawn", parts.len()));
    }
    let shown = parts.len().clamp(1, MOST_ZONES) as u32;
    let boxes: Vec<Boxed> = parts
        .iter()
        .take(MOST_ZONES)
        .map(|part| {
            let mut plan = super::plan(part.topology, (most / shown).max(1));
            let size = move_to_origin(&mut plan);
            let notes = std::mem::take(&mut plan.notes);
            notes.into_iter().for_each(|note| whole.note(format!("{}: {note}", part.name)));
            let hosts = part.topology.hosts();
            let (first_host, first_switch) = (part.first_host, part.first_switch);
            Boxed { plan, size, name: part.name.clone(), first_host, first_switch, hosts }
        })
        .collect();
    // The switches of a part end where those of the next begin.
    let ends = parts.iter().skip(1).map(|part| part.first_switch).chain([outer.start]);
    let switches: Vec<Range<u32>> = boxes.iter().zip(ends).map(|(own, end)| own.first_switch..end).collect();

    let joining: Vec<u32> = outer.take(most as usize).collect();
    let top = if joining.is_empty() { 0.0 } else { 2.0 * SWITCHES };
    let places = rows(&boxes.iter().map(|own| own.size).collect::<Vec<_>>(), top);
    let width = boxes.iter().zip(&places).map(|(own, at)| at.x + own.size.x).fold(0.0, f64::max);

    let mut nodes: Vec<Node> = Vec::new();
    let mut inner: Vec<ZonePlan> = Vec::new();
    for ((own, at), switches) in boxes.into_iter().zip(places).zip(switches) {
        let caption = own.name;
        whole.frames.push(Frame { at, size: own.size, corner: 6.0, caption });
        let Plan { views, frames, labels, .. } = own.plan;
        whole.frames.extend(frames.into_iter().map(|frame| Frame { at: frame.at.shifted(at.x, at.y), ..frame }));
        whole.labels.extend(labels.into_iter().map(|label| Label { at: label.at.shifted(at.x, at.y), ..label }));
        let hosts = own.first_host..own.first_host + own.hosts;
        for view in views {
            let first = nodes.len();
            nodes.extend(view.nodes.iter().map(|node| Node {
                at: node.at.shifted(at.x, at.y),
                vertex: match node.vertex {
                    Vertex::Host(host) => Vertex::Host(HostId(host.0 + hosts.start)),
                    Vertex::Switch(switch) => Vertex::Switch(switch + switches.start),
                },
                ..node.clone()
            }));
            inner.push(ZonePlan { view, first, moved: at, hosts: hosts.clone(), switches: switches.clone() });
        }
    }
    let mut own: BTreeMap<u32, usize> = BTreeMap::new();
    let left = (width - SWITCHES * joining.len().saturating_sub(1) as f64) / 2.0;
    for (at, switch) in joining.into_iter().enumerate() {
        own.insert(switch, nodes.len());
        let (role, vertex, name) = (Role::Switch, Vertex::Switch(switch), format!("switch {switch}"));
        nodes.push(Node { role, vertex, at: Point::new(left + SWITCHES * at as f64, 0.0), radius: SWITCH, name });
    }
    whole.views.push(view(nodes, Rc::new(inner), own));
    whole
}

/// The view of all of them: lines inside a zone run as they do alone, all others straight.
fn view(nodes: Vec<Node>, inner: Rc<Vec<ZonePlan>>, own: BTreeMap<u32, usize>) -> PlanView {
    let zones = Rc::clone(&inner);
    let node_of = move |vertex| {
        if let Vertex::Switch(switch) = vertex
            && let Some(at) = own.get(&switch)
        {
            return Some(*at);
        }
        zones.iter().find_map(|zone| {
            let local = match vertex {
                Vertex::Host(host) if zone.hosts.contains(&host.0) => Vertex::Host(HostId(host.0 - zone.hosts.start)),
                Vertex::Switch(switch) if zone.switches.contains(&switch) => {
                    Vertex::Switch(switch - zone.switches.start)
                }
                _ => return None,
            };
            Some(zone.first + (zone.view.node_of)(local)?)
        })
    };
    let edge_path = move |from: usize, to: usize| {
        let zone = inner.iter().find(|zone| {
            let own = zone.first..zone.first + zone.view.nodes.len();
            own.contains(&from) && own.contains(&to)
        });
        let Some(zone) = zone else { return EdgePath::Straight };
        let moved = |point: Point| point.shifted(zone.moved.x, zone.moved.y);
        match (zone.view.edge_path)(from - zone.first, to - zone.first) {
            EdgePath::Straight => EdgePath::Straight,
            EdgePath::Curve(control) => EdgePath::Curve(moved(control)),
            EdgePath::Over(points) => EdgePath::Over(points.into_iter().map(moved).collect()),
            EdgePath::Stubs(out, back) => EdgePath::Stubs(moved(out), moved(back)),
        }
    };
    PlanView { nodes, node_of: Box::new(node_of), edge_path: Box::new(edge_path) }
}

/// Moves a drawing into a box that begins at (0, 0), and returns the box's size.
fn move_to_origin(plan: &mut Plan) -> Point {
    let nodes = plan.views.iter().flat_map(|view| &view.nodes);
    let corners = nodes
        .flat_map(|node| [node.at.shifted(-node.radius, -node.radius), node.at.shifted(node.radius, node.radius)]);
    let frames = plan.frames.iter().flat_map(|frame| [frame.at, frame.at.shifted(frame.size.x, frame.size.y)]);
    let labels = plan.labels.iter().map(|label| label.at);
    let all: Vec<Point> = corners.chain(frames).chain(labels).collect();
    if all.is_empty() {
        return Point::new(2.0 * INSIDE, 2.0 * INSIDE);
    }
    let least = |value: fn(&Point) -> f64| all.iter().map(value).fold(f64::INFINITY, f64::min);
    let most = |value: fn(&Point) -> f64| all.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    let (x, y) = (INSIDE - least(|point| point.x), INSIDE - least(|point| point.y));
    let size = Point::new(most(|point| point.x) + x + INSIDE, most(|point| point.y) + y + INSIDE);
    for view in &mut plan.views {
        view.nodes.iter_mut().for_each(|node| node.at = node.at.shifted(x, y));
        let edge_path = std::mem::replace(&mut view.edge_path, Box::new(|_, _| EdgePath::Straight));
        view.edge_path = Box::new(move |from, to| match edge_path(from, to) {
            EdgePath::Straight => EdgePath::Straight,
            EdgePath::Curve(control) => EdgePath::Curve(control.shifted(x, y)),
            EdgePath::Over(points) => EdgePath::Over(points.into_iter().map(|point| point.shifted(x, y)).collect()),
            EdgePath::Stubs(out, back) => EdgePath::Stubs(out.shifted(x, y), back.shifted(x, y)),
        });
    }
    plan.frames.iter_mut().for_each(|frame| frame.at = frame.at.shifted(x, y));
    plan.labels.iter_mut().for_each(|label| label.at = label.at.shifted(x, y));
    size
}

/// Boxes in rows, about as wide as high, below `top`.
fn rows(sizes: &[Point], top: f64) -> Vec<Point> {
    let area: f64 = sizes.iter().map(|size| (size.x + BETWEEN) * (size.y + BETWEEN)).sum();
    let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
    // Half as wide again as high.
    let width = (1.5 * area).sqrt().max(widest);
    let (mut x, mut y, mut row) = (0.0, top, 0.0);
    let mut places = Vec::with_capacity(sizes.len());
    for size in sizes {
        if x > 0.0 && x + size.x > width {
            (x, y, row) = (0.0, y + row + BETWEEN, 0.0);
        }
        places.push(Point::new(x, y));
        x += size.x + BETWEEN;
        row = f64::max(row, size.y);
    }
    places
}
