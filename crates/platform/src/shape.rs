//! The arrangement of a topology's vertices (grid, tree, groups …), which drawings need beyond the links.

/// The arrangement of a topology's vertices, by their numbers. Links are not in it: they are
/// [`crate::Topology::link_ends`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Hosts on a grid without switches: host c₁ + k₁·(c₂ + k₂·(c₃ + …)).
    Grid {
        /// k₁, k₂, …
        sizes: Vec<u32>,
        /// The ends of a dimension are joined.
        wraps: bool,
    },
    /// Levels of switches above hosts, lowest first.
    Tree {
        /// One per level.
        levels: Vec<TreeLevel>,
    },
    /// Hosts on one switch, or in cabinets of a switch each, in their order. Switch i is that of cabinet i; the one or two
    /// that follow are the root, two if a backbone joins them.
    Cabinets {
        /// First host of each cabinet, and the number of hosts at the end; only that if there are no cabinets.
        starts: Vec<u32>,
        /// Switches of the root.
        roots: u32,
    },
    /// Groups of routers, group by group: the routers of a group that hosts are on, the leaves, then those that have only links
    /// to other groups and to the leaves, the spines. Hosts are numbered leaf by leaf.
    Groups {
        /// Groups.
        groups: u32,
        /// Leaves of a group.
        leaves: u32,
        /// Spines of a group; 0 where all routers of a group are alike.
        spines: u32,
        /// Hosts of a leaf.
        hosts: u32,
        /// Equal parts that the leaves of a group stand in, one after the other; 1 where they do not.
        parts: u32,
        /// What they are called.
        names: GroupNames,
    },
    /// Switches on a grid, numbered as the hosts of [`Shape::Grid`], each joined to all of its row; hosts are numbered
    /// switch by switch.
    Rows {
        /// Switches along each dimension.
        sizes: Vec<u32>,
        /// Hosts of a switch.
        hosts: u32,
    },
    /// Two halves of q columns of q routers: router s·q² + column·q + row; hosts are numbered router by router.
    Halves {
        /// Columns of a half, and routers of a column.
        q: u32,
        /// Hosts of a router.
        hosts: u32,
    },
    /// Hosts alone, all alike.
    Ring,
    /// Topologies side by side, each with a shape of its own: `crate::Topology::parts`, and the switches that join them.
    Zones {
        /// Number of the first of those switches.
        first_switch: u32,
        /// How many there are.
        switches: u32,
    },
    /// Nothing is known but the links.
    Irregular,
}

/// What the parts of [`Shape::Groups`] are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupNames {
    /// A group.
    pub group: &'static str,
    /// A part of a group's leaves.
    pub part: &'static str,
    /// A router.
    pub router: &'static str,
}

impl GroupNames {
    /// A dragonfly's.
    pub const USUAL: Self = Self { group: "group", part: "part", router: "router" };
}

/// A level of [`Shape::Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLevel {
    /// Vertices of the level down below a switch of this one.
    pub children: u32,
    /// Switches of this level above the same hosts; the i-th hosts below them have switches i·copies and on.
    pub copies: u32,
    /// Number of the first switch of the level.
    pub first_switch: u32,
}
