//! `fat-tree`: parallel-ports generalised fat trees, PGFT(h; m₁…mₕ; w₁…wₕ; p₁…pₕ), after E. Zahavi, "D-Mod-K routing
//! providing non-blocking traffic for shift permutations on real life fat trees" (CCIT report 776, Technion, 2010).
//!
//! Hosts are level 0. A vertex of level l−1 has wₗ parents, and pₗ parallel links to each parent; a switch of level l has mₗ
//! children. With all pₗ = 1 the tree is an extended generalised fat tree (XGFT) of Öhring et al. (1995). If moreover m = (k,
//! …, k) and w = (1, k, …, k), it is a k-ary n-tree, for which `arity` (k) and `levels` (n) are a shorthand.
//!
//! A vertex of level l is identified by a pair (A, B). A = ⌊host / m₁⋯mₗ⌋ is the same for all hosts below the vertex. B, from 0
//! to w₁⋯wₗ − 1, distinguishes the switches above the same hosts. The number of the vertex in its level is A·w₁⋯wₗ + B.
//!
//! Routes (D-mod-k): a route to host d goes up to the lowest level at which source and d have a common ancestor, and then down.
//! On the way up from level l−1 the port is ⌊d / w₁⋯wₗ₋₁⌋ mod wₗpₗ; the parent's number is port mod wₗ, and the parallel link's
//! number is ⌊port / wₗ⌋. On the way down, d determines the child, and the same formula gives the parallel link. So all ports
//! of a route are functions of d. With `parallel_down = "simgrid"` the parallel links on the way down are chosen as in SimGrid
//! 4.1: at the topmost switch by the source, below it by the order in which SimGrid searches the ports of a switch.
//!
//! Bisection: let t be the highest level whose switches have more than one child. Of the m = mₜ subtrees below level t, the
//! first ⌊m/2⌋ form one half. For each level of this half, add up the bandwidths of the links that lead up from the level. The
//! bisection bandwidth is the smallest of these sums. In a tapered tree it may be the sum of a level below t − 1. Diameter: 2·t
//! links.

use super::links::{LinkClass, link_count, product, total};
use crate::error::PlatformError;
use crate::routing::{ENOUGH_REGIONS, Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView, mix};
use crate::section::Section;
use crate::shape::{Shape, TreeLevel};
use crate::topology::{Formulas, Link, Topology, TopologyKind, Vertex};
use config::{Parameter, ParameterKind};
use units::{HostId, LinkId, Rate};

/// The entry of the registry.
pub(super) const KIND: TopologyKind = TopologyKind {
    name: "fat-tree",
    doc: "Fat tree of any shape (XGFT, PGFT, tapered), or a k-ary n-tree by `arity` and `levels`; D-mod-k routes.",
    parameters: &[
        Parameter::optional("children", ParameterKind::Counts, "Children of a switch at each level, lowest first."),
        Parameter::optional("parents", ParameterKind::Counts, "Parents of a vertex below each level, lowest first."),
        Parameter::optional("parallel", ParameterKind::Counts, "Links from a vertex to each parent, lowest first."),
        Parameter::optional(
            "parallel_down",
            ParameterKind::Choice(&["destination", "simgrid"]),
            "Choice among parallel links downwards: by `destination` (the default), or as in SimGrid.",
        ),
        Parameter::optional("arity", ParameterKind::Count, "Instead of the lists: k of a k-ary n-tree."),
        Parameter::optional("levels", ParameterKind::Count, "Instead of the lists: n of a k-ary n-tree."),
        Parameter::optional("links.all.bandwidth", ParameterKind::Bandwidth, "One direction of a link of any level."),
        Parameter::optional("links.all.latency", ParameterKind::Latency, "Latency of a link of any level."),
        Parameter::optional(
            "links.level#.bandwidth",
            ParameterKind::Bandwidth,
            "The same for the links up to level #; level 1 connects the hosts.",
        ),
        Parameter::optional("links.level#.latency", ParameterKind::Latency, "The same for level #."),
    ],
    formulas: Formulas {
        hosts: "N = m₁⋯mₕ",
        links: "Σ 2·(N/(m₁⋯mₗ₋₁))·(w₁⋯wₗ₋₁)·wₗ·pₗ over the levels l",
        diameter: "2·h (of the highest level with several children)",
        bisection: "bandwidth of the uplinks of ⌊mₕ/2⌋ of the highest subtrees, minimum over levels",
    },
    build,
};

/// Levels beyond this are a mistake in the file.
const MAX_LEVELS: u32 = 16;

/// One level and the links between it and the level below.
#[derive(Clone, Copy, Debug)]
struct Level {
    parents: u32,
    parallel: u32,
    children: u32,
    /// Hosts below a switch of this level, m₁⋯mₗ.
    below: u32,
    /// Switches of this level above the same hosts, w₁⋯wₗ; and the same one level down.
    copies: u32,
    copies_down: u32,
    /// Hosts below a vertex of the level down.
    below_down: u32,
    /// First switch of the level, counting all levels.
    first_switch: u32,
    link: LinkClass,
    /// First link up; the links down follow in the same order, `links` later.
    first: u32,
    links: u32,
}

#[derive(Debug)]
struct FatTree {
    hosts: u32,
    links: u32,
    levels: Vec<Level>,
    /// Parallel links down are chosen as SimGrid does.
    simgrid: bool,
    /// Index of the level whose links up the bisection counts.
    cut: usize,
    /// Hosts of a region for parallel simulation.
    region_hosts: u32,
    class_names: Vec<String>,
}

/// m, w and p, lowest level first.
struct Lists {
    children: Vec<u32>,
    parents: Vec<u32>,
    parallel: Vec<u32>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Topology>, PlatformError> {
    let shape = if section.has("arity") || section.has("levels") { k_ary(section)? } else { lists(section)? };
    section.check_indices("links", "level", shape.children.len())?;
    let hosts = product(section, "hosts", &shape.children)?;
    let mut levels: Vec<Level> = Vec::with_capacity(shape.children.len());
    let (mut below, mut copies, mut switches, mut links) = (1u32, 1u32, 0u64, 0u64);
    for (index, ((children, parents), parallel)) in
        shape.children.into_iter().zip(shape.parents).zip(shape.parallel).enumerate()
    {
        let link = LinkClass::read_indexed(section, "level", index + 1)?;
        let first_switch = link_count(section, switches)?;
        let first = link_count(section, links)?;
        // In 64 bits: the factors are of 32.
        let vertices_down = u64::from(hosts / below) * u64::from(copies);
        let count = product(section, "links up", &[link_count(section, vertices_down)?, parents, parallel])?;
        let (below_down, copies_down) = (below, copies);
        // A divisor of the number of hosts.
        below *= children;
        copies = product(section, "switches above a host", &[copies, parents])?;
        switches += u64::from(hosts / below) * u64::from(copies);
        links += 2 * u64::from(count);
        let sizes = Level {
            parents,
            parallel,
            children,
            below,
            copies,
            copies_down,
            below_down,
            first_switch,
            link,
            first,
            links: count,
        };
        levels.push(sizes);
    }
    link_count(section, switches)?;
    let links = link_count(section, links)?;
    let class_names = (1..=levels.len()).map(|level| format!("level{level}")).collect();
    let simgrid = section.has("parallel_down") && section.choice("parallel_down", "rule")? == "simgrid";
    let region_hosts = region_hosts(hosts, &levels);
    let mut tree = FatTree { hosts, links, levels, simgrid, cut: 0, region_hosts, class_names };
    tree.cut = (0..=tree.top()).min_by_key(|level| tree.up_from_lower_half(*level)).expect("at least one level");
    Ok(Box::new(tree))
}

/// Hosts of a region: those below a switch of the highest level but one, or of a lower level whose links up are as long, until there
/// are [`ENOUGH_REGIONS`].
fn region_hosts(hosts: u32, levels: &[Level]) -> u32 {
    let Some((highest, lower)) = levels.split_last() else { return 1 };
    let mut hosts_below = highest.below_down;
    let shortest = highest.link.latency;
    for level in lower.iter().skip(1).rev() {
        if hosts / hosts_below >= ENOUGH_REGIONS || level.link.latency < shortest {
            break;
        }
        hosts_below = level.below_down;
    }
    hosts_below
}

fn k_ary(section: &Section<'_>) -> Result<Lists, PlatformError> {
    for list in ["children", "parents", "parallel"] {
        if section.has(list) {
            let other = if section.has("arity") { "arity" } else { "levels" };
            return Err(section.conflict(list, other, "a k-ary n-tree has no other shape"));
        }
    }
    let missing = |key| section.missing(key);
    let arity = section.optional_count("arity")?.ok_or_else(|| missing("arity"))?;
    let levels = section.optional_count("levels")?.ok_or_else(|| missing("levels"))?;
    if levels > MAX_LEVELS {
        return Err(section.out_of_range("levels", levels.to_string(), format!("at most {MAX_LEVELS} levels")));
    }
    let levels = levels as usize;
    let mut parents = vec![arity; levels];
    parents[0] = 1;
    Ok(Lists { children: vec![arity; levels], parents, parallel: vec![1; levels] })
}

fn lists(section: &Section<'_>) -> Result<Lists, PlatformError> {
    let children = section.optional_counts("children")?.ok_or_else(|| section.missing("children"))?;
    let levels = children.len();
    if levels > MAX_LEVELS as usize {
        return Err(section.out_of_range(
            "children",
            format!("a list of {levels}"),
            format!("at most {MAX_LEVELS} levels"),
        ));
    }
    let parents = section.optional_counts("parents")?.ok_or_else(|| section.missing("parents"))?;
    let parallel = match section.optional_counts("parallel")? {
        Some(parallel) => parallel,
        None => {
            section.note_default("parallel", "1 at every level", "no parallel links, an XGFT");
            vec![1; levels]
        }
    };
    for (key, list) in [("parents", &parents), ("parallel", &parallel)] {
        if list.len() != levels {
            let expected = format!("{levels} numbers, one per level as in `children`");
            return Err(section.out_of_range(key, format!("a list of {}", list.len()), expected));
        }
    }
    Ok(Lists { children, parents, parallel })
}

impl Level {
    /// The port that leads up to this level towards host `dst`: parent and parallel link.
    fn port(&self, dst: u32) -> (u32, u32) {
        // Their product counts at most the links, which fit.
        let port = dst / self.copies_down % (self.parents * self.parallel);
        (port % self.parents, port / self.parents)
    }

    /// Which link, among those up to this level, joins vertex (a, b) of the level down to its `parent`.
    fn index(&self, a: u32, b: u32, parent: u32, parallel: u32) -> u32 {
        ((a * self.copies_down + b) * self.parallel + parallel) * self.parents + parent
    }
}

impl FatTree {
    /// Index of the highest level with several children: no route goes above it.
    fn top(&self) -> usize {
        self.levels.iter().rposition(|level| level.children > 1).unwrap_or(0)
    }

    /// Hosts below this are in the lower half.
    fn half(&self) -> u32 {
        let top = &self.levels[self.top()];
        // Levels above the top have one child, so the top covers all hosts.
        top.children / 2 * top.below_down
    }

    /// What the links up to a level carry from the lower half.
    fn up_from_lower_half(&self, level: usize) -> Rate {
        let level = &self.levels[level];
        let vertices = u64::from(self.half() / level.below_down) * u64::from(level.copies_down);
        total(level.link.bandwidth, vertices * u64::from(level.parents) * u64::from(level.parallel))
    }

    /// The level of a link, whether it goes up, and its index among those.
    fn locate(&self, link: LinkId) -> (usize, bool, u32) {
        assert!(link.0 < self.links, "no link {link}");
        let position = self.levels.partition_point(|level| level.first <= link.0) - 1;
        let level = &self.levels[position];
        let index = link.0 - level.first;
        if index < level.links { (position, true, index) } else { (position, false, index - level.links) }
    }

    /// Vertex (a, b) of the level below `levels[position]`.
    fn vertex_down(&self, position: usize, a: u32, b: u32) -> Vertex {
        match position.checked_sub(1) {
            None => Vertex::Host(HostId(a)),
            Some(below) => self.switch(below, a, b),
        }
    }

    fn switch(&self, position: usize, a: u32, b: u32) -> Vertex {
        let level = &self.levels[position];
        Vertex::Switch(level.first_switch + a * level.copies + b)
    }

    /// Lower end, upper end and number among its parallel links.
    fn ends(&self, position: usize, index: u32) -> (Vertex, Vertex, u32) {
        let level = &self.levels[position];
        let (parent, rest) = (index % level.parents, index / level.parents);
        let (parallel, vertex) = (rest % level.parallel, rest / level.parallel);
        let (a, b) = (vertex / level.copies_down, vertex % level.copies_down);
        let up = self.switch(position, a / level.children, b + parent * level.copies_down);
        (self.vertex_down(position, a, b), up, parallel)
    }

    /// SimGrid's `FatTreeZone` looks through the ports of a switch from (source mod parallel links) · children on for one that
    /// leads to the child above the destination. Having gone down one level it goes on from the next port there, and starts anew
    /// only where the ports end.
    fn down_like_simgrid(&self, src: u32, dst: u32, turn: usize, mut copy: u32, path: &mut Vec<LinkId>) {
        let mut position = turn;
        let mut port = u64::MAX;
        loop {
            let level = &self.levels[position];
            let children = u64::from(level.children);
            if port >= children * u64::from(level.parallel) {
                port = u64::from(src % level.parallel) * children;
            }
            if port % children == u64::from(dst / level.below_down % level.children) {
                copy %= level.copies_down;
                let parent = level.port(dst).0;
                let index = level.index(dst / level.below_down, copy, parent, (port / children) as u32);
                path.push(LinkId(level.first + level.links + index));
                match position.checked_sub(1) {
                    Some(below) => position = below,
                    None => return,
                }
            }
            port += 1;
        }
    }

    fn vertex_name(&self, vertex: Vertex) -> String {
        match vertex {
            Vertex::Host(host) => self.host_name(host),
            Vertex::Switch(switch) => {
                let position = self.levels.partition_point(|level| level.first_switch <= switch) - 1;
                format!("L{}.{}", position + 1, switch - self.levels[position].first_switch)
            }
        }
    }
}

impl Topology for FatTree {
    fn hosts(&self) -> u32 {
        self.hosts
    }

    fn links(&self) -> u32 {
        self.links
    }

    fn link(&self, link: LinkId) -> Link {
        let (position, ..) = self.locate(link);
        let LinkClass { bandwidth, latency } = self.levels[position].link;
        Link { bandwidth, latency, class: position as u8 }
    }

    fn class_names(&self) -> &[String] {
        &self.class_names
    }

    fn link_name(&self, link: LinkId) -> String {
        let (position, up, index) = self.locate(link);
        let (down, above, parallel) = self.ends(position, index);
        let (from, to) = if up { (down, above) } else { (above, down) };
        let suffix = if self.levels[position].parallel > 1 { format!("#{parallel}") } else { String::new() };
        format!("{}>{}{suffix}", self.vertex_name(from), self.vertex_name(to))
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        let (position, up, index) = self.locate(link);
        let (down, above, _) = self.ends(position, index);
        Some(if up { (down, above) } else { (above, down) })
    }

    fn route(&self, src: HostId, dst: HostId, path: &mut Vec<LinkId>) {
        if src == dst {
            return;
        }
        let turn = self.levels.iter().position(|level| src.0 / level.below == dst.0 / level.below);
        let turn = turn.expect("all hosts are below the last level");
        let mut copy = 0;
        for level in &self.levels[..=turn] {
            let (parent, parallel) = level.port(dst.0);
            path.push(LinkId(level.first + level.index(src.0 / level.below_down, copy, parent, parallel)));
            copy += parent * level.copies_down;
        }
        if self.simgrid {
            self.down_like_simgrid(src.0, dst.0, turn, copy, path);
            return;
        }
        for level in self.levels[..=turn].iter().rev() {
            let (parent, parallel) = level.port(dst.0);
            copy %= level.copies_down;
            let index = level.index(dst.0 / level.below_down, copy, parent, parallel);
            path.push(LinkId(level.first + level.links + index));
        }
    }

    fn diameter(&self) -> u32 {
        if self.hosts == 1 { 0 } else { 2 * (self.top() as u32 + 1) }
    }

    fn bisection(&self) -> Rate {
        self.up_from_lower_half(self.cut)
    }

    fn in_lower_half(&self, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Host(host) => host.0 < self.half(),
            Vertex::Switch(switch) => {
                let position = self.levels.partition_point(|level| level.first_switch <= switch) - 1;
                let level = &self.levels[position];
                let a = (switch - level.first_switch) / level.copies;
                position < self.cut && a * level.below < self.half()
            }
        }
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn shape(&self) -> Shape {
        let level = |level: &Level| TreeLevel {
            children: level.children,
            copies: level.copies,
            first_switch: level.first_switch,
        };
        Shape::Tree { levels: self.levels.iter().map(level).collect() }
    }

    fn describe(&self) -> String {
        let list = |value: fn(&Level) -> u32| {
            let values: Vec<String> = self.levels.iter().map(|level| value(level).to_string()).collect();
            values.join(",")
        };
        let (children, parents) = (list(|l| l.children), list(|l| l.parents));
        format!("fat tree PGFT({}; {children}; {parents}; {})", self.levels.len(), list(|l| l.parallel))
    }
}

/// The packet routings. All go up to the lowest common level, then down the only route: one VC has no cycle.
static ROUTINGS: &[RoutingKind] = &[
    RoutingKind::new(
        "minimal",
        &["d-mod-k"],
        "Up by the destination's number: all packets to a host share one route down.",
    ),
    RoutingKind::new("s-mod-k", &[], "Up by the source's number: all packets of a host share one route up."),
    RoutingKind::new("hash", &[], "Up by a hash of source and destination: one route for each pair of hosts."),
    RoutingKind::new("valiant", &["random"], "Up at random, each packet by itself."),
    RoutingKind::new(
        "adaptive",
        &[],
        "Up over the link with the shortest queue, the first of equals from a random one on.",
    ),
];

/// A choice among several routes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ascent {
    Destination,
    Source,
    Hash,
    Random,
    Adaptive,
}

const ASCENTS: [Ascent; 5] = [Ascent::Destination, Ascent::Source, Ascent::Hash, Ascent::Random, Ascent::Adaptive];

/// Bits of a pair of hosts and a level, mixed well.
fn mixed(source: u32, destination: u32, level: usize) -> u64 {
    mix(mix(u64::from(source) << 32 | u64::from(destination)).wrapping_add(level as u64))
}

impl FatTree {
    /// Position of the level of a vertex plus one, and (a, b) there; a host is of level 0.
    fn standing(&self, here: Vertex) -> (usize, u32, u32) {
        match here {
            Vertex::Host(host) => (0, host.0, 0),
            Vertex::Switch(switch) => {
                let position = self.levels.partition_point(|level| level.first_switch <= switch) - 1;
                let level = &self.levels[position];
                let index = switch - level.first_switch;
                (position + 1, index / level.copies, index % level.copies)
            }
        }
    }

    /// The first link of one of `count` to choose from, each a number of its own: `link(choice)`.
    fn choose(
        &self,
        ascent: Ascent,
        (level, count): (usize, u32),
        route: &RouteState,
        view: &mut dyn RoutingView,
        link: impl Fn(u32) -> LinkId,
    ) -> LinkId {
        let copies_down = self.levels[level].copies_down;
        let (source, destination) = (route.source.0, route.destination.0);
        if count == 1 {
            return link(0);
        }
        match ascent {
            Ascent::Destination => link(destination / copies_down % count),
            Ascent::Source => link(source / copies_down % count),
            Ascent::Hash => link((mixed(source, destination, level) % u64::from(count)) as u32),
            Ascent::Random => link(view.draw(count)),
            Ascent::Adaptive => {
                let first = view.draw(count);
                let turned = (first..count).chain(0..first);
                turned.map(link).min_by_key(|link| view.queued(*link)).expect("at least one link")
            }
        }
    }
}

impl PacketRouting for FatTree {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    fn vcs(&self, _routing: u8) -> u8 {
        1
    }

    fn scope(&self, routing: u8) -> RoutingScope {
        if ASCENTS[usize::from(routing)] == Ascent::Adaptive { RoutingScope::Local } else { RoutingScope::Oblivious }
    }

    /// What is below one switch of a level; those above are dealt out among the regions below them.
    fn regions(&self) -> u32 {
        self.hosts / self.region_hosts
    }

    fn region(&self, at: Vertex) -> u32 {
        let (height, a, b) = self.standing(at);
        let Some(level) = height.checked_sub(1).map(|position| &self.levels[position]) else {
            return a / self.region_hosts;
        };
        // Below it are parts of one region, or several regions.
        let first = (u64::from(a) * u64::from(level.below) / u64::from(self.region_hosts)) as u32;
        let below = (level.below / self.region_hosts).max(1);
        first + (u64::from(b) * u64::from(below) / u64::from(level.copies)) as u32
    }

    fn next(&self, routing: u8, here: Vertex, route: &mut RouteState, view: &mut dyn RoutingView) -> Option<Hop> {
        let dst = route.destination.0;
        if here == Vertex::Host(route.destination) {
            return None;
        }
        let ascent = ASCENTS[usize::from(routing)];
        let (height, a, b) = self.standing(here);
        let below = if height == 0 { 1 } else { self.levels[height - 1].below };
        if a == dst / below {
            // Down: the parent's number tells the copy below it; among parallel links there is a choice.
            let level = &self.levels[height - 1];
            let (copy, parent) = (b % level.copies_down, b / level.copies_down);
            let first = level.first + level.links;
            let link = |parallel| LinkId(first + level.index(dst / level.below_down, copy, parent, parallel));
            if ascent == Ascent::Destination && self.simgrid {
                let mut path = Vec::new();
                self.route(route.source, route.destination, &mut path);
                return Some(Hop::new(path[usize::from(route.hops)], 0));
            }
            if ascent == Ascent::Destination {
                return Some(Hop::new(link(level.port(dst).1), 0));
            }
            return Some(Hop::new(self.choose(ascent, (height - 1, level.parallel), route, view, link), 0));
        }
        let level = &self.levels[height];
        let ports = level.parents * level.parallel;
        let link = |port| LinkId(level.first + level.index(a, b, port % level.parents, port / level.parents));
        Some(Hop::new(self.choose(ascent, (height, ports), route, view, link), 0))
    }
}
