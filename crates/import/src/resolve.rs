//! Computes the routes that SimGrid itself would take, as the reference against which [`crate::verify`] checks an imported
//! platform.
//!
//! The module follows SimGrid's classes `NetZoneImpl`, `FullZone`, `FloydZone`, `DijkstraZone`, `StarZone`, `TorusZone` and
//! `FatTreeZone`: a route goes from the source to the gateway of the source's zone, from there to the gateway of the
//! destination's zone, and on to the destination, recursively. `Floyd` and `Dijkstra` take the route with the fewest links,
//! and among equal routes the one that SimGrid's loops find first.

use crate::model::{Cluster, ClusterKind, DirectedLink, Dragonfly, Machine, Member, Route, RouteEnd, Routing, Zone};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use units::{Rate, Time};

/// Members of a zone whose routes are all looked at; a zone of more is not held to its routes.
const MOST_MEMBERS: usize = 256;

/// What a route goes over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RouteElement {
    /// A link of the file.
    Link(DirectedLink),
    /// A link of a cluster.
    Own(Rate, Time),
}

/// A route between two members of a zone.
#[derive(Clone, Debug)]
struct ZoneRoute {
    pieces: Vec<RouteElement>,
    exit: RouteEnd,
    entry: RouteEnd,
}

/// Of pairs of members, the last member before the second on the route from the first.
type Before = BTreeMap<(Member, Member), Member>;

pub(crate) struct Resolver<'m> {
    machine: &'m Machine,
    /// Routes of each zone by their members, bypasses apart.
    routes: Vec<BTreeMap<(Member, Member), &'m Route>>,
    bypasses: Vec<BTreeMap<(Member, Member), &'m Route>>,
    before: RefCell<BTreeMap<usize, Before>>,
}

impl<'m> Resolver<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Self {
        let of = |bypass: bool| -> Vec<BTreeMap<(Member, Member), &'m Route>> {
            let own = |zone: &'m Zone| {
                let mut routes = BTreeMap::new();
                for route in zone.routes.iter().filter(|route| route.bypass == bypass) {
                    routes.entry((route.from, route.to)).or_insert(route);
                }
                routes
            };
            machine.zones.iter().map(own).collect()
        };
        Self { machine, routes: of(false), bypasses: of(true), before: RefCell::default() }
    }

    /// The route between two hosts or routers; None if there is none, or if that takes too long to find out.
    pub(crate) fn route(&self, src: RouteEnd, dst: RouteEnd) -> Option<Vec<RouteElement>> {
        let mut pieces = Vec::new();
        self.append(src, dst, &mut pieces, 0)?;
        Some(pieces)
    }

    fn append(&self, src: RouteEnd, dst: RouteEnd, pieces: &mut Vec<RouteElement>, depth: u32) -> Option<()> {
        if src == dst {
            return Some(());
        }
        // Gateways that send each other on lead nowhere.
        if depth > 64 {
            return None;
        }
        let (zone, from, to) = self.common(src, dst)?;
        if let Some(route) = self.bypasses[zone].get(&(from, to)) {
            self.append(src, route.exit, pieces, depth + 1)?;
            pieces.extend(route.steps.iter().copied().map(RouteElement::Link));
            return self.append(route.entry, dst, pieces, depth + 1);
        }
        let local = self.local(zone, from, to, depth)?;
        self.append(src, local.exit, pieces, depth + 1)?;
        pieces.extend(local.pieces);
        self.append(local.entry, dst, pieces, depth + 1)
    }

    /// The innermost zone that contains both, and which of its members do.
    fn common(&self, src: RouteEnd, dst: RouteEnd) -> Option<(usize, Member, Member)> {
        let mut zone = self.machine.zone_of(src);
        loop {
            if let (Some(from), Some(to)) = (self.machine.member_of(zone, src), self.machine.member_of(zone, dst)) {
                return Some((zone, from, to));
            }
            zone = self.machine.zones[zone].parent?;
        }
    }

    /// Where the route from a member of a zone to another leaves the one and enters the other.
    pub(crate) fn gateways(&self, zone: usize, from: Member, to: Member) -> Option<(RouteEnd, RouteEnd)> {
        if let Some(route) = self.bypasses[zone].get(&(from, to)) {
            return Some((route.exit, route.entry));
        }
        self.local(zone, from, to, 0).map(|local| (local.exit, local.entry))
    }

    fn local(&self, number: usize, from: Member, to: Member, depth: u32) -> Option<ZoneRoute> {
        let zone = &self.machine.zones[number];
        match zone.routing {
            Routing::None => None,
            Routing::Full => self.routes[number].get(&(from, to)).map(|route| taken(route)),
            Routing::Floyd | Routing::Dijkstra => self.composed(number, from, to, depth),
            Routing::Star | Routing::Cluster => {
                let (Member::RouteEnd(from), Member::RouteEnd(to)) = (from, to) else { return None };
                let pieces = match &zone.cluster {
                    Some(cluster) => in_cluster(cluster, zone.hosts.start, from, to),
                    None => in_star(zone, from, to)?,
                };
                Some(ZoneRoute { pieces, exit: from, entry: to })
            }
        }
    }

    fn composed(&self, number: usize, from: Member, to: Member, depth: u32) -> Option<ZoneRoute> {
        let zone = &self.machine.zones[number];
        if zone.members.len() > MOST_MEMBERS {
            return None;
        }
        if !self.before.borrow().contains_key(&number) {
            let found = match zone.routing {
                Routing::Floyd => floyd(zone, &self.routes[number]),
                _ => dijkstra(zone, &self.routes[number]),
            };
            self.before.borrow_mut().insert(number, found);
        }
        let mut hops = Vec::new();
        {
            let tables = self.before.borrow();
            let before = &tables[&number];
            let mut at = to;
            while at != from {
                let last = *before.get(&(from, at))?;
                hops.push(*self.routes[number].get(&(last, at))?);
                at = last;
            }
        }
        hops.reverse();
        let (first, last) = (hops.first()?, hops.last()?);
        let mut local = ZoneRoute { pieces: Vec::new(), exit: first.exit, entry: last.entry };
        let mut entered = first.exit;
        for (at, route) in hops.iter().enumerate() {
            if at > 0 {
                self.append(entered, route.exit, &mut local.pieces, depth + 1)?;
            }
            local.pieces.extend(route.steps.iter().copied().map(RouteElement::Link));
            entered = route.entry;
        }
        Some(local)
    }

    /// Links with ends, and the latency.
    pub(crate) fn parameters(&self, pieces: &[RouteElement]) -> (usize, Time) {
        let latency = |piece: &RouteElement| match piece {
            RouteElement::Link(step) => self.machine.links[step.link].latency,
            RouteElement::Own(_, latency) => *latency,
        };
        (pieces.len(), pieces.iter().map(latency).fold(Time::ZERO, Time::saturating_add))
    }
}

fn taken(route: &Route) -> ZoneRoute {
    let pieces = route.steps.iter().copied().map(RouteElement::Link).collect();
    ZoneRoute { pieces, exit: route.exit, entry: route.entry }
}

/// All pairs, the middle member in the outermost loop; only shorter ways replace one.
fn floyd(zone: &Zone, routes: &BTreeMap<(Member, Member), &Route>) -> Before {
    let members = &zone.members;
    let count = members.len();
    let mut cost = vec![vec![usize::MAX; count]; count];
    let mut before = vec![vec![usize::MAX; count]; count];
    for (from, one) in members.iter().enumerate() {
        for (to, other) in members.iter().enumerate() {
            if let Some(route) = routes.get(&(*one, *other)) {
                (cost[from][to], before[from][to]) = (route.steps.len(), from);
            }
        }
    }
    for middle in 0..count {
        for from in (0..count).filter(|from| *from != middle) {
            for to in 0..count {
                let sum = cost[from][middle].saturating_add(cost[middle][to]);
                if from != to && sum < cost[from][to] {
                    (cost[from][to], before[from][to]) = (sum, before[middle][to]);
                }
            }
        }
    }
    let mut found = Before::new();
    for (from, row) in before.iter().enumerate() {
        for (to, last) in row.iter().enumerate().filter(|(_, last)| **last != usize::MAX) {
            found.insert((members[from], members[to]), members[*last]);
        }
    }
    found
}

/// From each member; members are numbered as routes first name them, and of equals the lower number is looked at first.
fn dijkstra(zone: &Zone, routes: &BTreeMap<(Member, Member), &Route>) -> Before {
    let mut numbers: BTreeMap<Member, usize> = BTreeMap::new();
    let mut nodes: Vec<Member> = Vec::new();
    for member in zone.routes.iter().filter(|route| !route.bypass).flat_map(|route| [route.from, route.to]) {
        numbers.entry(member).or_insert_with(|| {
            nodes.push(member);
            nodes.len() - 1
        });
    }
    let mut leaving: Vec<Vec<(usize, usize)>> = vec![Vec::new(); nodes.len()];
    for route in zone.routes.iter().filter(|route| !route.bypass) {
        if routes.get(&(route.from, route.to)).is_some_and(|kept| std::ptr::eq(*kept, route)) {
            leaving[numbers[&route.from]].push((numbers[&route.to], route.steps.len()));
        }
    }
    let mut found = Before::new();
    for from in 0..nodes.len() {
        let mut cost = vec![usize::MAX; nodes.len()];
        cost[from] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((_, at))) = queue.pop() {
            for (to, own) in &leaving[at] {
                if cost[at] + own < cost[*to] {
                    cost[*to] = cost[at] + own;
                    found.insert((nodes[from], nodes[*to]), nodes[at]);
                    queue.push(Reverse((cost[*to], *to)));
                }
            }
        }
    }
    found
}

/// Up, the backbone once, down; a router has no link of its own. A link of both ways counts once.
fn in_star(zone: &Zone, from: RouteEnd, to: RouteEnd) -> Option<Vec<RouteElement>> {
    let spoke = |end| match end {
        RouteEnd::Host(host) => zone.spokes.iter().find(|spoke| spoke.host == host).map(Some),
        RouteEnd::Router(_) => Some(None),
    };
    let backbone = zone.backbone.map(|link| DirectedLink { link, down: false });
    let mut steps: Vec<DirectedLink> = Vec::new();
    let all = [spoke(from)?.map(|spoke| spoke.up), backbone, spoke(to)?.map(|spoke| spoke.down)];
    for step in all.into_iter().flatten() {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    Some(steps.into_iter().map(RouteElement::Link).collect())
}

fn in_cluster(cluster: &Cluster, first: usize, from: RouteEnd, to: RouteEnd) -> Vec<RouteElement> {
    let own = |(bandwidth, latency)| RouteElement::Own(bandwidth, latency);
    let number = |end| match end {
        RouteEnd::Host(host) => Some((host - first) as u32),
        RouteEnd::Router(_) => None,
    };
    let links = match (&cluster.kind, number(from), number(to)) {
        (ClusterKind::Torus(sizes), Some(from), Some(to)) => around(sizes, from, to),
        (ClusterKind::FatTree(children, ..), Some(from), Some(to)) => up_and_down(children, from, to),
        (ClusterKind::Dragonfly(shape), Some(from), Some(to)) => {
            let colours = through_groups(shape, from, to);
            let links =
                colours.into_iter().map(|links| own((Rate(cluster.link.0.0.saturating_mul(links)), cluster.link.1)));
            return links.collect();
        }
        (_, from, to) => {
            let host = |number: Option<u32>| number.map(|_| own(cluster.link));
            return [host(from), cluster.backbone.map(own), host(to)].into_iter().flatten().collect();
        }
    };
    vec![own(cluster.link); links]
}

/// Links of a route in a torus.
fn around(sizes: &[u32], from: u32, to: u32) -> usize {
    let (mut from, mut to, mut links) = (from, to, 0);
    for size in sizes {
        let distance = (from % size).abs_diff(to % size);
        links += distance.min(size - distance) as usize;
        (from, to) = (from / size, to / size);
    }
    links
}

/// Links of a route in a fat tree.
fn up_and_down(children: &[u32], from: u32, to: u32) -> usize {
    let (mut from, mut to, mut links) = (from, to, 0);
    for count in children {
        links += 2;
        (from, to) = (from / count, to / count);
        if from == to {
            break;
        }
    }
    links
}

/// Links of each hop of a route in a dragonfly, the shortest.
fn through_groups(shape: &Dragonfly, from: u32, to: u32) -> Vec<u64> {
    let ((_, blue), (chassis, black), (routers, green)) = (shape.groups, shape.chassis, shape.routers);
    let position = |host: u32| {
        let router = host / shape.nodes;
        (router / (chassis * routers), router / routers % chassis, router % routers)
    };
    let ((from_group, mut at_chassis, mut at_router), (to_group, to_chassis, to_router)) =
        (position(from), position(to));
    let mut hops = vec![1];
    if from_group != to_group {
        if at_router != to_group {
            hops.push(green);
        }
        if at_chassis != 0 {
            hops.push(black);
        }
        hops.push(blue);
        (at_chassis, at_router) = (0, from_group);
    }
    if at_router != to_router {
        hops.push(green);
    }
    if at_chassis != to_chassis {
        hops.push(black);
    }
    hops.push(1);
    hops.into_iter().map(u64::from).collect()
}
