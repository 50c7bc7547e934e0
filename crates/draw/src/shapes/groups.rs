//! Draws dragonflies and other topologies of groups. The groups of routers are placed on a large circle. Each group is a
//! small circle of its routers, with the hosts outside of the small circle.
//!
//! If such a drawing would be too large, two drawings stand side by side: one shows each group as a single node, the other
//! shows one group with all its routers.

use super::rows::fan;
use crate::layout::{Node, Point, Role};
use crate::plan::{EdgePath, NodeList, Plan, PlanView, count};
use platform::Vertex;
use units::HostId;

/// Routers that can be told apart on one circle of circles.
const ROUTERS: u32 = 360;

/// Routers of a group in detail.
const DETAIL: u32 = 64;

/// Hosts of a router that can be told apart.
const HOSTS: u32 = 8;

/// The part of a circle that leaves take where there are spines, and that spines take.
const SIDE: f64 = 0.62;

/// As [`platform::Shape::Groups`].
#[derive(Clone, Copy)]
pub(super) struct Groups {
    pub(super) groups: u32,
    pub(super) leaves: u32,
    pub(super) spines: u32,
    pub(super) hosts: u32,
}

impl Groups {
    fn routers(&self) -> u32 {
        self.leaves + self.spines
    }

    /// The group of a vertex.
    fn of(&self, vertex: Vertex) -> u32 {
        match vertex {
            Vertex::Host(host) => host.0 / (self.leaves * self.hosts),
            Vertex::Switch(router) => router / self.routers(),
        }
    }

    /// Half the width of a group, hosts included.
    fn half(&self) -> f64 {
        // Leaves beside spines have less of the circle.
        let (each, least) = if self.spines == 0 { (4.2, 20.0) } else { (7.0, 34.0) };
        (f64::from(self.leaves.max(self.spines)) * each).clamp(least, 220.0) + 22.0
    }
}

pub(super) fn plan(shape: &Groups, most: u32) -> Plan {
    let whole = u64::from(shape.groups) * u64::from(shape.routers()) <= u64::from(ROUTERS)
        && u64::from(shape.groups) * u64::from(shape.leaves) * u64::from(shape.hosts.min(HOSTS))
            <= u64::from(most.max(1)) * 4;
    let mut plan = Plan::default();
    if whole {
        whole_machine(&mut plan, shape, most);
    } else {
        as_spots(&mut plan, shape);
        detail(&mut plan, shape);
    }
    plan
}

/// How many hosts of a router are drawn, noted if it is not all.
fn hosts_shown(plan: &mut Plan, shape: &Groups, most: u32) -> u32 {
    let shown = shape.hosts.min(HOSTS).min((most / (shape.groups * shape.leaves).max(1)).max(1));
    if shown < shape.hosts {
        plan.note(format!("{shown} of the {} hosts of a router are drawn.", count(shape.hosts.into())));
    }
    shown
}

fn whole_machine(plan: &mut Plan, shape: &Groups, most: u32) {
    let shown = hosts_shown(plan, shape, most);
    let half = shape.half();
    let radius = ring(shape.groups, half);
    let mut nodes = NodeList::default();
    let mut frames = Vec::new();
    for group in 0..shape.groups {
        let turn = f64::from(group) / f64::from(shape.groups);
        let middle = Point::default().around(radius, turn);
        place_group(&mut nodes, shape, group, middle, (turn, shown));
        // Outside, where no links are; what is wide at the sides stands a little further out.
        let beyond = 12.0 + 18.0 * libm::sin(turn * std::f64::consts::TAU).abs();
        let caption = if shape.groups > 40 { group.to_string() } else { format!("group {group}") };
        frames.push((middle, Point::default().around(radius + half + beyond, turn).shifted(0.0, 4.0), caption));
    }
    plan.views.push(nodes.straight());
    for (middle, at, caption) in frames {
        plan.frame(middle, half, "");
        plan.label(at, caption);
    }
}

/// The radius at which this many circles stand beside each other.
fn ring(circles: u32, half: f64) -> f64 {
    if circles < 2 { 0.0 } else { ((half + 7.0) * f64::from(circles) / std::f64::consts::PI).max(2.1 * half) }
}

/// The routers of a group, those with hosts outside; `turn` is the direction of its outside, where hosts are.
fn place_group(nodes: &mut NodeList, shape: &Groups, group: u32, middle: Point, (turn, shown): (f64, u32)) {
    let radius = shape.half() - 22.0;
    let dot = (radius * 2.2 / f64::from(shape.routers())).clamp(2.4, 6.0);
    let first = group * shape.routers();
    let room = std::f64::consts::TAU * radius / f64::from(shape.leaves) * if shape.spines == 0 { 1.0 } else { SIDE };
    for leaf in 0..shape.leaves {
        // All around; beside spines only on the outer side.
        let share = (f64::from(leaf) + 0.5) / f64::from(shape.leaves);
        let own = turn + if shape.spines == 0 { share } else { (share - 0.5) * SIDE };
        let at = middle.around(radius, own);
        nodes.switch(first + leaf, at, dot);
        let first_host = (group * shape.leaves + leaf) * shape.hosts;
        fan_of(nodes, first_host, shown, at, own, room);
    }
    for spine in 0..shape.spines {
        let share = (f64::from(spine) + 0.5) / f64::from(shape.spines);
        let at = middle.around(radius * 0.75, turn + 0.5 + (share - 0.5) * SIDE);
        nodes.switch(first + shape.leaves + spine, at, dot);
    }
}

/// Hosts beyond their router: in a fan or, where the next router leaves no `room` for that, in a line outwards.
fn fan_of(nodes: &mut NodeList, first: u32, shown: u32, at: Point, turn: f64, room: f64) {
    if room >= 23.0 {
        fan(nodes, first, shown, at, turn, if room >= 34.0 { 14.0 } else { 9.0 });
        return;
    }
    for host in 0..shown {
        nodes.host(first + host, at.around(5.0 + (15.0 / f64::from(shown)) * f64::from(host + 1), turn), 1.3);
    }
}

/// Every group as one node, with what joins two groups as one line.
fn as_spots(plan: &mut Plan, shape: &Groups) {
    let groups = shape.groups;
    let shown = groups.min(128);
    let radius = (f64::from(shown) * 7.0).clamp(90.0, 380.0);
    let place = move |group: u32| Point::default().around(radius, f64::from(group) / f64::from(shown));
    let node = |group: u32| Node {
        role: Role::Group,
        vertex: Vertex::Host(HostId(group * shape.leaves * shape.hosts)),
        at: place(group),
        radius: (radius * 2.0 / f64::from(shown)).clamp(4.0, 13.0),
        name: format!("group {group}"),
    };
    let own = *shape;
    plan.views.push(PlanView {
        nodes: (0..shown).map(node).collect(),
        node_of: Box::new(move |vertex| {
            Some(own.of(vertex)).filter(|group| *group < shown).map(|group| group as usize)
        }),
        edge_path: Box::new(|_, _| EdgePath::Straight),
    });
    for group in (0..shown).filter(|group| shown <= 40 || group.is_multiple_of(10)) {
        let at = Point::default().around(radius + 24.0, f64::from(group) / f64::from(shown));
        plan.label(at.shifted(0.0, 4.0), group.to_string());
    }
    let note =
        "On the left each spot is a group, and a line is all links between two groups; on the right is group 0.";
    plan.note(note.to_owned());
    if shown < groups {
        plan.note(format!("{shown} of {} groups are drawn.", count(groups.into())));
    }
}

/// Group 0, beside the circle of groups.
fn detail(plan: &mut Plan, shape: &Groups) {
    let part = Groups { leaves: shape.leaves.min(DETAIL), spines: shape.spines.min(DETAIL), ..*shape };
    if part.leaves < shape.leaves || part.spines < shape.spines {
        plan.note(format!("{} of the {} routers of the group are drawn.", part.routers(), shape.routers()));
    }
    let shown = hosts_shown(plan, &Groups { groups: 1, ..part }, u32::MAX);
    let left = plan.views.iter().flat_map(|view| &view.nodes).map(|node| node.at.x).fold(0.0, f64::max);
    let half = part.half();
    let middle = Point::new(left + half + 70.0, 0.0);
    let mut nodes = NodeList::default();
    place_group(&mut nodes, &part, 0, middle, (0.0, shown));
    plan.views.push(nodes.straight());
    plan.frame(middle, half, "group 0");
}

/// Two halves of q columns: the columns of each half in a row, as circles of their routers.
pub(super) fn halves(q: u32, hosts: u32, most: u32) -> Plan {
    let mut plan = Plan::default();
    let column = Groups { groups: 2 * q, leaves: q, spines: 0, hosts };
    if 2 * q * q > ROUTERS {
        column_spots(&mut plan, q, hosts);
        return plan;
    }
    let shown = hosts_shown(&mut plan, &column, most);
    let half = column.half();
    let mut nodes = NodeList::default();
    for index in 0..2 * q {
        let (side, own) = (index / q, index % q);
        let y = if side == 0 { 0.0 } else { 3.2 * half + 90.0 };
        let middle = Point::new((2.0 * half + 12.0) * f64::from(own), y);
        // Hosts upwards in the upper half, downwards in the lower.
        place_group(&mut nodes, &column, index, middle, (0.5 * f64::from(side), shown));
        let caption = if side == 0 { format!("0, x = {own}") } else { format!("1, m = {own}") };
        plan.frame(middle, half, "");
        plan.label(middle.shifted(0.0, if side == 0 { -half - 6.0 } else { half + 16.0 }), caption);
    }
    plan.views.push(nodes.straight());
    plan
}

/// Each column as one node.
fn column_spots(plan: &mut Plan, q: u32, hosts: u32) {
    let pitch = (1000.0 / f64::from(q)).clamp(16.0, 60.0);
    let shown = q.min(60);
    let node = |index: u32| Node {
        role: Role::Group,
        vertex: Vertex::Host(HostId(if index < shown { index } else { index - shown + q } * q * hosts)),
        at: Point::new(pitch * f64::from(index % shown), if index < shown { 0.0 } else { 420.0 }),
        radius: pitch * 0.3,
        name: format!("column {} of half {}", index % shown, index / shown),
    };
    plan.views.push(PlanView {
        nodes: (0..2 * shown).map(node).collect(),
        node_of: Box::new(move |vertex| {
            let router = match vertex {
                Vertex::Host(host) => host.0 / hosts,
                Vertex::Switch(router) => router,
            };
            let (half, column) = (router / (q * q), router / q % q);
            (column < shown).then_some((half * shown + column) as usize)
        }),
        edge_path: Box::new(|_, _| EdgePath::Straight),
    });
    plan.note(format!(
        "Each node is a column of {q} routers with {} hosts each, those of half 0 above and of half 1 below; a line is \
         all links between two columns.",
        count(hosts.into())
    ));
    if shown < q {
        plan.note(format!("{shown} of the {q} columns of each half are drawn."));
    }
}
