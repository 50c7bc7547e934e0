//! Completes a drawing. A module of `shapes` has chosen the positions of the vertices ([`crate::plan`]); here every link of the
//! machine is added, in one pass over the links.

use crate::layout::{ClassLinks, Drawing, Line, Point, Role};
use crate::plan::{EdgePath, Plan, PlanView};
use platform::{Topology, Vertex};
use std::collections::BTreeMap;
use units::LinkId;

/// Room around a drawing, for captions.
const MARGIN: f64 = 26.0;

/// Two nodes of a view, the smaller first, and the class of the links between them.
type Key = (usize, usize, u8);

/// Adds the links to a plan.
pub(crate) fn collect(topology: &dyn Topology, plan: Plan) -> Drawing {
    let mut classes: BTreeMap<u8, ClassLinks> = BTreeMap::new();
    let mut joined: Vec<BTreeMap<Key, Vec<LinkId>>> = plan.views.iter().map(|_| BTreeMap::new()).collect();
    for link in (0..topology.links()).map(LinkId) {
        let class = topology.link(link).class;
        let ends = topology.link_ends(link);
        let limiters = ends.is_none();
        let entry = classes.entry(class).or_insert(ClassLinks { class, links: 0, example: link, limiters });
        entry.links += 1;
        let Some((from, to)) = ends else { continue };
        for (view, joined) in plan.views.iter().zip(&mut joined) {
            let Some(from) = (view.node_of)(from) else { continue };
            let Some(to) = (view.node_of)(to).filter(|to| *to != from) else { continue };
            joined.entry((from.min(to), from.max(to), class)).or_default().push(link);
        }
    }
    let mut layout = Drawing {
        frames: plan.frames,
        labels: plan.labels,
        notes: plan.notes,
        classes: classes.into_values().collect(),
        ..Drawing::default()
    };
    for (view, joined) in plan.views.into_iter().zip(joined) {
        add_view(topology, &mut layout, view, joined);
    }
    fit(&mut layout);
    layout
}

fn add_view(topology: &dyn Topology, layout: &mut Drawing, view: PlanView, joined: BTreeMap<Key, Vec<LinkId>>) {
    let first = layout.nodes.len();
    for ((low, high, class), links) in joined {
        let leaves = topology.link_ends(links[0]).and_then(|(from, _)| (view.node_of)(from));
        let (from, to) = if leaves == Some(low) { (low, high) } else { (high, low) };
        let (start, end) = (view.nodes[from].at, view.nodes[to].at);
        let (pieces, curved) = match (view.edge_path)(from, to) {
            EdgePath::Straight => (vec![vec![start, end]], false),
            EdgePath::Curve(control) => (vec![vec![start, control, end]], true),
            EdgePath::Over(points) => (vec![[&[start], &points[..], &[end]].concat()], false),
            EdgePath::Stubs(out, back) => (vec![vec![start, out], vec![back, end]], false),
        };
        layout.lines.push(Line { class, links, ends: (first + from, first + to), pieces, curved });
    }
    layout.nodes.extend(view.nodes.into_iter().map(|mut node| {
        if let (Role::Host, Vertex::Host(host)) = (node.role, node.vertex) {
            node.name = topology.host_name(host);
        }
        node
    }));
}

/// Moves everything to the right of and below (0, 0), and finds the size.
fn fit(layout: &mut Drawing) {
    let nodes = layout
        .nodes
        .iter()
        .flat_map(|node| [node.at.shifted(-node.radius, -node.radius), node.at.shifted(node.radius, node.radius)]);
    let frames = layout.frames.iter().flat_map(|frame| [frame.at, frame.at.shifted(frame.size.x, frame.size.y)]);
    let lines = layout.lines.iter().flat_map(|line| line.pieces.iter().flatten().copied());
    let labels = layout.labels.iter().map(|label| label.at);
    let all: Vec<Point> = nodes.chain(frames).chain(lines).chain(labels).collect();
    let least = |value: fn(&Point) -> f64| all.iter().map(value).fold(f64::INFINITY, f64::min);
    let most = |value: fn(&Point) -> f64| all.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    if all.is_empty() {
        layout.size = Point::new(2.0 * MARGIN, 2.0 * MARGIN);
        return;
    }
    let (x, y) = (MARGIN - least(|point| point.x), MARGIN - least(|point| point.y));
    layout.size = Point::new(most(|point| point.x) + x + MARGIN, most(|point| point.y) + y + MARGIN);
    layout.nodes.iter_mut().for_each(|node| node.at = node.at.shifted(x, y));
    layout.frames.iter_mut().for_each(|frame| frame.at = frame.at.shifted(x, y));
    layout.labels.iter_mut().for_each(|label| label.at = label.at.shifted(x, y));
    let points = layout.lines.iter_mut().flat_map(|line| line.pieces.iter_mut().flatten());
    points.for_each(|point| *point = point.shifted(x, y));
}
