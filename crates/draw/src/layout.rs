//! The drawing of a machine as data: positions of vertices, paths of links.

use platform::Vertex;
use units::LinkId;

/// A place: x to the right, y downwards, in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A host.
    Host,
    /// A switch or router.
    Switch,
    /// Several vertices drawn as one: a group of a dragonfly.
    Group,
}

/// A vertex, or several as one, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// What it is.
    pub role: Role,
    /// The vertex, or the first of those it stands for.
    pub vertex: Vertex,
    /// The middle.
    pub at: Point,
    /// Half its width.
    pub radius: f64,
    /// What it is called.
    pub name: String,
}

/// The path of the links of one class between two nodes, both directions.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Index into [`platform::Platform::class_names`].
    pub class: u8,
    /// The links it stands for, ascending.
    pub links: Vec<LinkId>,
    /// Index of the node that the first link leaves, then of the one it reaches.
    pub ends: (usize, usize),
    /// Pieces, each a polyline of two points or more; if `curved`, each is a quadratic Bézier curve of three points, the
    /// one in the middle being the control point. Several pieces are one link whose middle is left out.
    pub pieces: Vec<Vec<Point>>,
    /// See `pieces`.
    pub curved: bool,
}

/// A box around what belongs together.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// Left upper corner.
    pub at: Point,
    /// Width and height.
    pub size: Point,
    /// Half of the smaller of the two makes a circle.
    pub corner: f64,
    /// Above the box; may be empty.
    pub caption: String,
}

/// A text, centred on a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The middle of its base line.
    pub at: Point,
    /// What it says.
    pub text: String,
}

/// The links of one class on the whole machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassLinks {
    /// Index into [`platform::Platform::class_names`].
    pub class: u8,
    /// How many there are, each direction counted.
    pub links: u64,
    /// One of them.
    pub example: LinkId,
    /// They are limiters: capacities that links share, without ends, so nothing is drawn for them.
    pub limiters: bool,
}

/// A drawing: everything lies between (0, 0) and `size`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The right lower corner.
    pub size: Point,
    /// Vertices. One may stand twice: alone in a detail, and as part of its group.
    pub nodes: Vec<Node>,
    /// Links. One may run twice, as its ends may stand twice.
    pub lines: Vec<Line>,
    /// Boxes around vertices.
    pub frames: Vec<Frame>,
    /// Texts.
    pub labels: Vec<Label>,
    /// The classes of the topology's links that there are, in their order.
    pub classes: Vec<ClassLinks>,
    /// What is left out or drawn in a way that has to be told.
    pub notes: Vec<String>,
}

impl Point {
    /// A point.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// This point moved by `x` and `y`.
    pub(crate) fn shifted(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    /// This point moved by `factor` times `vector`.
    pub(crate) fn along(self, vector: Point, factor: f64) -> Self {
        self.shifted(vector.x * factor, vector.y * factor)
    }

    /// The place at an angle, as a share of a full turn from the top clockwise, on a circle round this point.
    pub(crate) fn around(self, radius: f64, turn: f64) -> Self {
        let angle = turn * std::f64::consts::TAU;
        self.shifted(radius * libm::sin(angle), -radius * libm::cos(angle))
    }

    /// The middle between two points.
    pub(crate) fn middle(self, other: Point) -> Self {
        Self { x: (self.x + other.x) / 2.0, y: (self.y + other.y) / 2.0 }
    }

    /// How far another point is.
    pub(crate) fn distance(self, other: Point) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }

    /// The control point of a curve to `other` that bulges to its left by `bulge` at most.
    pub(crate) fn control(self, other: Point, bulge: f64) -> Self {
        let distance = self.distance(other).max(1.0);
        let (x, y) = ((other.x - self.x) / distance, (other.y - self.y) / distance);
        // A quadratic curve comes half as near as its control point.
        self.middle(other).shifted(2.0 * bulge * y, -2.0 * bulge * x)
    }
}
