//! Draws meshes and tori. One dimension is drawn as a line or ring, two as a plane, three as a lattice seen from above at
//! an angle, and more as lattices side by side.
//!
//! A lattice of three dimensions is drawn as a plane of cells, one for each coordinate in dimensions 1 and 2. Dimension 3
//! runs across the cell from corner to corner, so that no two hosts coincide, however many there are. In a plane, a link
//! that wraps round is an arc; in a lattice, it is drawn as two stubs.

use super::sizes::{shrunk, times};
use crate::layout::{Node, Point};
use crate::plan::{EdgePath, NodeList, Plan};
use platform::Vertex;

/// Where the hosts of a grid stand: the sum of one vector for each step along each dimension.
pub(super) struct Lattice {
    pub(super) steps: Vec<Point>,
}

impl Lattice {
    /// The vectors, for dimensions of these sizes; neighbours in the plane are `pitch` apart.
    pub(super) fn new(sizes: &[u32], pitch: f64) -> Self {
        let length = |at: usize| f64::from(sizes.get(at).copied().unwrap_or(1));
        let deep = length(2) > 1.0;
        // A cell holds the third dimension, and a gap.
        let cell = if deep { pitch * (1.0 + 0.35 * (length(2) - 1.0)) } else { pitch };
        let mut steps = vec![Point::new(cell, 0.0), Point::new(0.0, cell), Point::new(0.35 * pitch, -0.25 * pitch)];
        let mut extent = Point::new(cell * length(0), cell * length(1));
        for at in 3..sizes.len() {
            // Blocks side by side, then one below the other, and so on.
            if at % 2 == 1 {
                steps.push(Point::new(extent.x + cell, 0.0));
                extent.x = (extent.x + cell) * length(at);
            } else {
                steps.push(Point::new(0.0, extent.y + cell));
                extent.y = (extent.y + cell) * length(at);
            }
        }
        steps.truncate(sizes.len());
        Self { steps }
    }

    pub(super) fn at(&self, coordinates: &[u32]) -> Point {
        let steps = self.steps.iter().zip(coordinates);
        steps.fold(Point::default(), |place, (step, steps)| place.along(*step, f64::from(*steps)))
    }
}

/// Coordinates of a number, first dimension fastest.
pub(super) fn coordinates(mut number: u32, sizes: &[u32]) -> Vec<u32> {
    let coordinate = |size: &u32| {
        let own = number % size;
        number /= size;
        own
    };
    sizes.iter().map(coordinate).collect()
}

/// The number of coordinates.
pub(super) fn number(coordinates: &[u32], sizes: &[u32]) -> u32 {
    coordinates.iter().zip(sizes).rev().fold(0, |number, (own, size)| number * size + own)
}

/// A pitch at which a plane fits a page.
pub(super) fn pitch(sizes: &[u32], least: f64, most: f64) -> f64 {
    let (wide, high) = (sizes.first().copied().unwrap_or(1), sizes.get(1).copied().unwrap_or(1));
    let deep = 1.0 + 0.35 * f64::from(sizes.get(2).copied().unwrap_or(1) - 1);
    (900.0 / (f64::from(wide.max(high)) * deep)).clamp(least, most)
}

pub(super) fn plan(sizes: &[u32], wraps: bool, most: u32) -> Plan {
    let shown = shrunk(sizes, most);
    // Dimensions of one host have no extent.
    let long: Vec<usize> = (0..sizes.len()).filter(|at| shown[*at] > 1).collect();
    let lengths: Vec<u32> = long.iter().map(|at| shown[*at]).collect();
    let mut plan = match lengths[..] {
        [length] if wraps && length > 2 && shown == sizes => Plan::of(circle(length)),
        _ => Plan::of(lattice(sizes, &shown, &long, &lengths)),
    };
    // Fewer dimensions are drawn with their links round; one of two hosts has none.
    if wraps && lengths.len() > 2 && long.iter().any(|at| sizes[*at] > 2) {
        plan.note("Short stubs at the edges are links that wrap round to the opposite edge.".to_owned());
    }
    if shown != sizes {
        plan.note(format!(
            "{} of {} hosts are drawn, the corner of the first ones; links that lead out of it are not.",
            times(&shown),
            times(sizes)
        ));
    }
    plan
}

fn circle(length: u32) -> crate::plan::PlanView {
    let radius = (f64::from(length) * 3.6).clamp(90.0, 480.0);
    let dot = (radius / f64::from(length) * 2.0).clamp(2.0, 7.0);
    let mut nodes = NodeList::default();
    for host in 0..length {
        nodes.host(host, Point::default().around(radius, f64::from(host) / f64::from(length)), dot);
    }
    nodes.straight()
}

fn lattice(sizes: &[u32], shown: &[u32], long: &[usize], lengths: &[u32]) -> crate::plan::PlanView {
    let pitch = pitch(lengths, 26.0, if lengths.len() > 2 { 52.0 } else { 60.0 });
    let lattice = Lattice::new(lengths, pitch);
    let mut nodes = NodeList::default();
    for index in 0..shown.iter().product() {
        let place = coordinates(index, shown);
        let own: Vec<u32> = long.iter().map(|at| place[*at]).collect();
        nodes.host(number(&place, sizes), lattice.at(&own), (pitch * 0.13).clamp(2.5, 7.0));
    }
    let (sizes, long) = (sizes.to_vec(), long.to_vec());
    nodes.view(move |from, to| edge_path(from, to, &sizes, &long, &lattice, pitch))
}

/// Neighbours are joined straight, the two ends of a dimension by an arc or by stubs, and far blocks by an arc.
fn edge_path(from: &Node, to: &Node, sizes: &[u32], long: &[usize], lattice: &Lattice, pitch: f64) -> EdgePath {
    let own = |node: &Node| match node.vertex {
        Vertex::Host(host) => coordinates(host.0, sizes),
        Vertex::Switch(switch) => coordinates(switch, sizes),
    };
    let (start, end) = (own(from), own(to));
    let Some(along) = long.iter().position(|at| start[*at] != end[*at]) else { return EdgePath::Straight };
    let (low, high) = (start[long[along]].min(end[long[along]]), start[long[along]].max(end[long[along]]));
    if high - low == 1 {
        return if along < 3 { EdgePath::Straight } else { EdgePath::Curve(from.at.control(to.at, 0.3 * pitch)) };
    }
    if lattice.steps.len() > 2 {
        let step = lattice.steps[along];
        // Far blocks lie far apart; a stub is never longer than half a pitch.
        let share = (0.45 * pitch / step.distance(Point::default())).min(0.5);
        let outwards = if start[long[along]] == high { share } else { -share };
        return EdgePath::Stubs(from.at.along(step, outwards), to.at.along(step, -outwards));
    }
    // Above a row, to the left of a column.
    let (left, right) =
        if (from.at.x, from.at.y) <= (to.at.x, to.at.y) { (from.at, to.at) } else { (to.at, from.at) };
    let side = if left.x < right.x { 1.0 } else { -1.0 };
    EdgePath::Curve(left.control(right, side * 0.36 * pitch))
}
