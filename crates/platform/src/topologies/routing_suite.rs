//! The test suite of packet routings: checks every routing of every topology in all reachable states of a packet, on small
//! instances.

use super::suite::{INSTANCES, platform};
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::topology::{Topology, Vertex};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use units::{HostId, LinkId};

const BYTES: u32 = 1_000;

/// Kinds that do not say how packets are routed: the packet model refuses them.
const WITHOUT_ROUTING: &[&str] = &[
    // None of those that are shipped.
];

/// A view whose every answer is a choice: a path through the tree of all answers, taken in order or, where the tree is too
/// large, at random.
struct Choices {
    /// Of each answer so far: which, out of how many.
    taken: Vec<(u32, u32)>,
    at: usize,
    /// The answers about links, which do not change while a packet is routed. There are few.
    known: Vec<((u32, u16), u64)>,
    random: Option<ChaCha8Rng>,
}

impl Choices {
    fn choose(&mut self, bound: u32) -> u32 {
        if let Some(random) = &mut self.random {
            return random.next_u32() % bound;
        }
        if self.at == self.taken.len() {
            self.taken.push((0, bound));
        }
        let (choice, known) = self.taken[self.at];
        assert_eq!(known, bound, "a routing asks the same in the same state");
        self.at += 1;
        choice
    }

    /// Goes on to the next path; false after the last.
    fn advance(&mut self) -> bool {
        self.at = 0;
        self.known.clear();
        while let Some((choice, bound)) = self.taken.pop() {
            if choice + 1 < bound {
                self.taken.push((choice + 1, bound));
                return true;
            }
        }
        false
    }
}

/// Room in a buffer: none, a bit, a packet's, two packets', a lot.
const ROOM: [u64; 5] = [0, BYTES as u64 - 1, BYTES as u64, 2 * BYTES as u64, 1 << 20];
/// Queues: none, a packet, many.
const QUEUES: [u64; 3] = [0, BYTES as u64, 1 << 20];

struct AnyView<'a>(&'a RefCell<Choices>);

impl RoutingView for AnyView<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        self.answer((link.0, u16::MAX), &QUEUES)
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        self.answer((link.0, u16::from(vc)), &ROOM)
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.0.borrow_mut().choose(bound)
    }
}

impl AnyView<'_> {
    fn answer(&self, key: (u32, u16), answers: &[u64]) -> u64 {
        let mut choices = self.0.borrow_mut();
        if let Some((_, answer)) = choices.known.iter().find(|(known, _)| *known == key) {
            return *answer;
        }
        let answer = answers[choices.choose(answers.len() as u32) as usize];
        choices.known.push((key, answer));
        answer
    }
}

/// A view in which all queues and buffers are alike.
struct Uniform {
    free: u64,
}

impl RoutingView for Uniform {
    fn queued(&self, _link: LinkId) -> u64 {
        0
    }

    fn free(&self, _link: LinkId, _vc: u8) -> u64 {
        self.free
    }

    fn draw(&mut self, _bound: u32) -> u32 {
        0
    }
}

/// Where a packet is, and in which state of its route.
type State = (Vertex, RouteState);

/// Paths through the tree of answers that are tried before it is sampled.
const PATHS: usize = 400;
const SAMPLES: u64 = 60;

/// Everything that a routing may do in a state: the hop and the state after it.
fn successors(
    routing: &dyn PacketRouting,
    number: u8,
    state: State,
    topology: &dyn Topology,
) -> BTreeSet<(Hop, State)> {
    let mut found = BTreeSet::new();
    let choices = RefCell::new(Choices { taken: Vec::new(), at: 0, known: Vec::new(), random: None });
    let mut paths = 0;
    loop {
        record(routing, number, state, topology, &choices, &mut found);
        paths += 1;
        if !choices.borrow_mut().advance() {
            return found;
        }
        if paths == PATHS {
            break;
        }
    }
    for seed in 0..SAMPLES {
        let random = Some(ChaCha8Rng::seed_from_u64(seed));
        let choices = RefCell::new(Choices { taken: Vec::new(), at: 0, known: Vec::new(), random });
        record(routing, number, state, topology, &choices, &mut found);
    }
    found
}

fn record(
    routing: &dyn PacketRouting,
    number: u8,
    (here, mut route): State,
    topology: &dyn Topology,
    choices: &RefCell<Choices>,
    found: &mut BTreeSet<(Hop, State)>,
) {
    let hop = routing.next(number, here, &mut route, &mut AnyView(choices));
    for ((link, _), _) in &choices.borrow().known {
        let starts_here = topology.link_ends(LinkId(*link)).is_some_and(|(start, _)| start == here);
        let seen = if starts_here { RoutingScope::Local } else { RoutingScope::Global };
        assert!(seen <= routing.scope(number), "a routing that sees {:?} looks at {link}", routing.scope(number));
    }
    let Some(hop) = hop else { return };
    if routing.escape(number).is_some_and(|escape| hop.vc < escape) {
        let free = AnyView(choices).free(hop.link, hop.vc);
        assert!(free >= u64::from(BYTES), "an adaptive VC is taken without room: {route:?} {hop:?}");
    }
    let end = match topology.link_ends(hop.link) {
        Some((from, to)) => {
            // After a limiter the vertex is not known.
            assert!(from == here || route.hops > 0 && here == LIMITER, "{hop:?} does not start at {here:?}");
            to
        }
        None => LIMITER,
    };
    route.hops += 1;
    route.in_vc = hop.vc;
    found.insert((hop, (end, route)));
}

const LIMITER: Vertex = Vertex::Switch(u32::MAX);

/// A buffer: the end of a link, and the VC.
type Buffer = (LinkId, u8);

/// Where packets are before they are in the network. Nothing waits for that.
const INJECTION: Buffer = (LinkId(u32::MAX), u8::MAX);

/// The channel dependency graph of a routing, and whether the hop enters a ring of bubbles.
fn dependencies(
    routing: &dyn PacketRouting,
    number: u8,
    topology: &dyn Topology,
) -> BTreeSet<(Buffer, Buffer, bool)> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<(State, Option<LinkId>)> = BTreeSet::new();
    // A state is reached over several links.
    let mut known: BTreeMap<State, Vec<(Hop, State)>> = BTreeMap::new();
    let longest = 2 * topology.diameter() + 12;
    for src in 0..topology.hosts() {
        for dst in (0..topology.hosts()).filter(|dst| *dst != src) {
            let route = RouteState::new(HostId(src), HostId(dst), BYTES);
            let start = |ordered| ((Vertex::Host(HostId(src)), RouteState { ordered, ..route }), None);
            let mut waiting = vec![start(false), start(true)];
            while let Some((state, came)) = waiting.pop() {
                if !seen.insert((state, came)) {
                    continue;
                }
                let ways = known
                    .entry(state)
                    .or_insert_with(|| successors(routing, number, state, topology).into_iter().collect());
                let arrived = state.0 == Vertex::Host(HostId(dst));
                assert_eq!(ways.is_empty(), arrived, "{state:?} goes on exactly if it is not there");
                for (hop, after) in ways.iter().copied() {
                    assert!(hop.vc < routing.vcs(number), "{hop:?}");
                    // Bubbles are as large as the largest packet only where every packet leaves such a hole.
                    let slots = routing.slots(number).is_some_and(|first| first <= hop.vc);
                    assert!(!hop.bubble || slots, "a bubble among packets of all sizes: {hop:?}");
                    assert!(u32::from(after.1.hops) <= longest, "{after:?} goes astray");
                    let from = came.map_or(INJECTION, |link| (link, state.1.in_vc));
                    found.insert((from, (hop.link, hop.vc), hop.bubble));
                    waiting.push((after, Some(hop.link)));
                }
            }
        }
    }
    found
}

/// What is left of some dependencies when those that nothing follows or nothing leads to are taken away again and again:
/// cycles, and what joins them.
fn cyclic(mut edges: BTreeSet<(Buffer, Buffer, bool)>) -> BTreeSet<(Buffer, Buffer, bool)> {
    loop {
        let sources: BTreeSet<Buffer> = edges.iter().map(|edge| edge.0).collect();
        let targets: BTreeSet<Buffer> = edges.iter().map(|edge| edge.1).collect();
        let before = edges.len();
        edges.retain(|edge| sources.contains(&edge.1) && targets.contains(&edge.0));
        if edges.len() == before {
            return edges;
        }
    }
}

/// Runs `check` on every routing of every instance.
fn each(check: impl Fn(&dyn PacketRouting, u8, &dyn Topology)) {
    for instance in INSTANCES.iter().filter(|instance| instance.hosts <= 40) {
        let platform = platform(instance.kind, instance.text);
        let topology = platform.topology();
        let Some(routing) = topology.packet_routing() else {
            let is_excepted = WITHOUT_ROUTING.contains(&instance.kind) || instance.text.contains("limiters");
            assert!(
                is_excepted,
                "{} does not route packets; name it in WITHOUT_ROUTING if it is not to",
                instance.kind
            );
            continue;
        };
        assert!(!WITHOUT_ROUTING.contains(&instance.kind), "{} routes packets", instance.kind);
        assert!(!instance.text.contains("limiters"), "packets would not be held to the limiters of a graph");
        for (number, kind) in (0..).zip(routing.routings()) {
            println!("{} {} {}", instance.kind, instance.text, kind.name);
            check(routing, number, topology);
        }
    }
}

/// Regions have as many hosts each, but where the file says what they are, and every vertex is in one.
#[test]
fn regions_are_about_equal() {
    for instance in INSTANCES {
        let platform = platform(instance.kind, instance.text);
        let topology = platform.topology();
        let Some(routing) = topology.packet_routing() else { continue };
        let mut hosts = vec![0u32; routing.regions() as usize];
        (0..topology.hosts()).for_each(|host| hosts[routing.region(Vertex::Host(HostId(host))) as usize] += 1);
        let (least, most) = (hosts.iter().min(), hosts.iter().max());
        if !matches!(instance.kind, "cluster" | "graph" | "zones") {
            assert_eq!(least, most, "{} {}", instance.kind, instance.text);
        }
        for (start, end) in (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link))) {
            assert!(routing.region(start) < routing.regions() && routing.region(end) < routing.regions());
        }
    }
}

/// Why buffers may deadlock, if they may. `escape` is the first VC that counts.
fn deadlock(edges: &BTreeSet<(Buffer, Buffer, bool)>, escape: u8) -> Option<String> {
    // Nobody waits for an adaptive buffer: a packet takes one only where there is room.
    let edges: Vec<_> = edges.iter().filter(|(from, to, _)| from.1 >= escape && to.1 >= escape).collect();
    // With bubbles: a ring in itself may be a cycle if all that enters leaves room. Rings are what is cyclic without the
    // hops that leave room, each a simple one.
    let rings = cyclic(edges.iter().filter(|edge| !edge.2).map(|edge| **edge).collect());
    let mut follows: BTreeMap<Buffer, Buffer> = BTreeMap::new();
    for (from, to, _) in &rings {
        if follows.insert(*from, *to).is_some() {
            return Some(format!("{from:?} has two successors on its ring"));
        }
    }
    // The ring of a buffer is named by its least one.
    let ring = |buffer: Buffer| {
        let next = |own: &Buffer| follows.get(own).copied().filter(|next| *next != buffer);
        if !follows.contains_key(&buffer) {
            return buffer;
        }
        std::iter::successors(Some(buffer), next).take(follows.len()).min().unwrap_or(buffer)
    };
    for (from, to, bubble) in &edges {
        if follows.contains_key(to) && ring(*from) != ring(*to) && !*bubble {
            return Some(format!("{from:?} enters the ring of {to:?} without a bubble"));
        }
    }
    // Rings as one: what is left must have no cycle.
    let between =
        edges.iter().map(|(from, to, _)| (ring(*from), ring(*to), false)).filter(|(from, to, _)| from != to);
    let left = cyclic(between.collect());
    (!left.is_empty()).then(|| format!("a cycle: {left:?}"))
}

#[test]
fn no_buffers_wait_for_each_other_in_a_cycle() {
    each(|routing, number, topology| assert_eq!(deadlock_of(routing, number, topology), None));
}

/// Why packets of a routing may deadlock, if they may.
pub(super) fn deadlock_of(routing: &dyn PacketRouting, number: u8, topology: &dyn Topology) -> Option<String> {
    let edges = dependencies(routing, number, topology);
    deadlock(&edges, routing.escape(number).unwrap_or(0))
}

#[test]
fn deadlocks_are_found() {
    let all = "links.all = { bandwidth = '1 GB/s', latency = '1 us' }";
    for (sizes, name, why) in [
        ("[5]", "dimension-order", "without a bubble"),
        ("[5, 5]", "dimension-order", "successors"),
        ("[4, 3]", "valiant", "successors"),
        ("[4, 4]", "adaptive", "successors"),
    ] {
        let platform = platform("torus", &format!("dimensions = {sizes}\n{all}"));
        let routing = platform.topology().packet_routing().unwrap();
        let number = routing.routing(name).unwrap();
        let edges = dependencies(routing, number, platform.topology());
        // All VCs as one, and no bubble.
        let one = |buffer: Buffer| (buffer.0, if buffer == INJECTION { buffer.1 } else { 0 });
        let edges = edges.into_iter().map(|(from, to, _)| (one(from), one(to), false)).collect();
        let found = deadlock(&edges, 0).unwrap();
        assert!(found.contains(why), "{sizes} {name}: {found}");
    }
}

#[test]
fn without_load_the_first_routing_takes_the_route() {
    each(|routing, number, topology| {
        for (src, dst) in (0..topology.hosts()).flat_map(|src| (0..topology.hosts()).map(move |dst| (src, dst))) {
            let mut route = RouteState::new(HostId(src), HostId(dst), BYTES);
            let (mut here, mut path) = (Vertex::Host(HostId(src)), Vec::new());
            while let Some(hop) = routing.next(number, here, &mut route, &mut Uniform { free: 1 << 20 }) {
                path.push(hop.link);
                here = topology.link_ends(hop.link).map_or(LIMITER, |(_, to)| to);
                (route.hops, route.in_vc) = (route.hops + 1, hop.vc);
            }
            let mut expected = Vec::new();
            topology.route(HostId(src), HostId(dst), &mut expected);
            assert!(
                path.len() >= expected.len().min(path.len()) && (number > 0 || path == expected),
                "{path:?} {expected:?}"
            );
            // All but Valiant's take no longer ways where nothing is queued.
            let name = routing.routings()[usize::from(number)].name;
            assert!(name == "valiant" || path.len() <= expected.len(), "{name}: {path:?} {expected:?}");
        }
    });
}

#[test]
fn adaptive_routings_escape_where_all_buffers_are_full() {
    each(adaptive_packets_escape);
}

/// Checks that packets of an adaptive routing get through where no adaptive buffer has room.
pub(super) fn adaptive_packets_escape(routing: &dyn PacketRouting, number: u8, topology: &dyn Topology) {
    let Some(escape) = routing.escape(number) else { return };
    for (src, dst) in (0..topology.hosts()).flat_map(|src| (0..topology.hosts()).map(move |dst| (src, dst))) {
        let mut route = RouteState::new(HostId(src), HostId(dst), BYTES);
        let mut here = Vertex::Host(HostId(src));
        while let Some(hop) = routing.next(number, here, &mut route, &mut Uniform { free: 0 }) {
            assert!(hop.vc >= escape, "{hop:?} from {here:?}");
            here = topology.link_ends(hop.link).map_or(LIMITER, |(_, to)| to);
            (route.hops, route.in_vc) = (route.hops + 1, hop.vc);
        }
        assert_eq!(here, Vertex::Host(HostId(dst)));
    }
}

#[test]
fn names_are_different_and_have_a_sentence() {
    each(|routing, _, _| {
        let names: Vec<&str> = routing.routings().iter().flat_map(RoutingKind::names).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
        assert!(
            (0..)
                .zip(routing.routings())
                .all(|(own, kind)| kind.names().all(|name| routing.routing(name) == Some(own)))
        );
        assert!(routing.routings().iter().all(|kind| kind.doc.ends_with('.')));
    });
}

/// A campaign over topologies says `minimal`, `valiant` or `adaptive`, whatever papers call it.
#[test]
fn what_every_topology_has_is_called_the_same() {
    each(|routing, _, topology| {
        assert!(routing.routing("minimal").is_some(), "{}", topology.describe());
        let choice = routing.routings().len() > 1;
        assert!(["valiant", "adaptive"].iter().all(|name| routing.routing(name).is_some() == choice));
    });
    for (kind, text, name, alias) in [
        ("torus", "dimensions = [4, 3]\nALL", "minimal", "dimension-order"),
        ("fat-tree", "arity = 2\nlevels = 3\nALL", "minimal", "d-mod-k"),
        ("fat-tree", "arity = 2\nlevels = 3\nALL", "valiant", "random"),
        ("dragonfly", "groups = 5\nrouters = 4\nhosts = 2\nDRAGON", "adaptive", "ugal-l"),
        ("percs", "supernodes = 3\nPERCS", "minimal", "direct"),
        ("percs", "supernodes = 3\nPERCS", "valiant", "indirect"),
    ] {
        let platform = platform(kind, text);
        let routing = platform.topology().packet_routing().unwrap();
        assert_eq!(routing.routing(alias), routing.routing(name), "{kind}: {alias}");
    }
    // Minimal routes by queues are the adaptive ones of a torus, as of Blue Gene; UGAL keeps its name there.
    let torus = platform("torus", "dimensions = [4, 3]\nALL");
    let routing = torus.topology().packet_routing().unwrap();
    assert_ne!(routing.routing("ugal-l").unwrap(), routing.routing("adaptive").unwrap());
}

/// Whatever the queues, a routing that distinguishes ordered packets gives them one path.
#[test]
fn ordered_packets_have_one_way() {
    let all = "links.all = { bandwidth = '1 GB/s', latency = '1 us' }";
    let platform = platform("torus", &format!("dimensions = [4, 3, 2]\n{all}"));
    let topology = platform.topology();
    let routing = topology.packet_routing().unwrap();
    let number = routing.routing("bluegene").unwrap();
    let mut free_ways = 0;
    for (src, dst) in (0..24).flat_map(|src| (0..24).map(move |dst| (src, dst))).filter(|(src, dst)| src != dst) {
        let route = RouteState::new(HostId(src), HostId(dst), BYTES);
        let mut state = (Vertex::Host(HostId(src)), RouteState { ordered: true, ..route });
        let mut path = Vec::new();
        loop {
            let ways = successors(routing, number, state, topology);
            assert!(ways.len() <= 1, "{state:?}: {ways:?}");
            let Some((hop, after)) = ways.first() else { break };
            assert_eq!(Some(hop.vc), routing.escape(number));
            path.push(hop.link);
            state = *after;
        }
        let mut expected = Vec::new();
        topology.route(HostId(src), HostId(dst), &mut expected);
        assert_eq!(path, expected);
        free_ways += successors(routing, number, (Vertex::Host(HostId(src)), route), topology).len();
    }
    assert!(free_ways > 3 * 24 * 23, "others have a choice: {free_ways}");
}
