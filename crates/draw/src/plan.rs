//! The plan of a drawing: which vertices are shown, and where. For each [`platform::Shape`] there is a module in `shapes` that
//! makes the plan. [`crate::collect`] then adds the links.

use crate::layout::{Frame, Label, Node, Point, Role};
use platform::Vertex;
use std::collections::BTreeMap;
use units::HostId;

/// How a line gets from one node to another.
pub(crate) enum EdgePath {
    Straight,
    /// A curve with this control point.
    Curve(Point),
    /// Over these points.
    Over(Vec<Point>),
    /// Two stubs: from the one node to the first point, from the second point to the other node.
    Stubs(Point, Point),
}

/// The path between two nodes of a view, by their indices within it.
pub(crate) type EdgePaths = Box<dyn Fn(usize, usize) -> EdgePath>;

/// Which node of a view a vertex belongs to.
pub(crate) type NodeOf = Box<dyn Fn(Vertex) -> Option<usize>>;

/// Nodes, and which links are drawn between them: those that join two different ones.
pub(crate) struct PlanView {
    pub(crate) nodes: Vec<Node>,
    pub(crate) node_of: NodeOf,
    pub(crate) edge_path: EdgePaths,
}

/// A drawing without its links.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) views: Vec<PlanView>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) labels: Vec<Label>,
    pub(crate) notes: Vec<String>,
}

/// Places nodes one by one.
#[derive(Default)]
pub(crate) struct NodeList {
    list: Vec<Node>,
    index: BTreeMap<Vertex, usize>,
}

impl NodeList {
    pub(crate) fn host(&mut self, host: u32, at: Point, radius: f64) {
        self.add(Role::Host, Vertex::Host(HostId(host)), at, radius, String::new());
    }

    pub(crate) fn switch(&mut self, switch: u32, at: Point, radius: f64) {
        self.add(Role::Switch, Vertex::Switch(switch), at, radius, format!("switch {switch}"));
    }

    fn add(&mut self, role: Role, vertex: Vertex, at: Point, radius: f64, name: String) {
        self.index.insert(vertex, self.list.len());
        self.list.push(Node { role, vertex, at, radius, name });
    }

    pub(crate) fn place(&self, vertex: Vertex) -> Option<Point> {
        self.index.get(&vertex).map(|at| self.list[*at].at)
    }

    /// The view of these nodes, with lines as `path` says.
    pub(crate) fn view(self, edge_path: impl Fn(&Node, &Node) -> EdgePath + 'static) -> PlanView {
        let (list, index) = (self.list.clone(), self.index);
        PlanView {
            nodes: self.list,
            node_of: Box::new(move |vertex| index.get(&vertex).copied()),
            edge_path: Box::new(move |from, to| edge_path(&list[from], &list[to])),
        }
    }

    /// The view of these nodes with straight lines.
    pub(crate) fn straight(self) -> PlanView {
        self.view(|_, _| EdgePath::Straight)
    }
}

impl Plan {
    pub(crate) fn of(view: PlanView) -> Self {
        Self { views: vec![view], ..Self::default() }
    }

    pub(crate) fn label(&mut self, at: Point, text: impl Into<String>) {
        self.labels.push(Label { at, text: text.into() });
    }

    /// A square or, with `round`, a circle around a place.
    pub(crate) fn frame(&mut self, middle: Point, half: f64, caption: impl Into<String>) {
        let frame = Frame {
            at: middle.shifted(-half, -half),
            size: Point::new(2.0 * half, 2.0 * half),
            corner: half,
            caption: caption.into(),
        };
        self.frames.push(frame);
    }

    pub(crate) fn note(&mut self, text: String) {
        self.notes.push(text);
    }
}

/// `12345` as `12,345`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.extend(group.iter().map(|digit| char::from(*digit)));
    }
    text
}
