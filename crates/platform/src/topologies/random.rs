//! Property tests of every topology and routing with random parameters: all pairs of hosts, all links, and the formulas of the
//! documentation.

use super::TOPOLOGIES;
use super::routing_suite::{adaptive_packets_escape, deadlock_of};
use super::suite::{bisection_is_a_cut, longest_route, platform, routes_join};
use crate::topology::Topology;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random machines of each kind.
const CASES: u64 = 30;
/// Hosts at most where every state of every routing is walked through.
const WALKED: u32 = 12;

/// A random machine and what the formulas say of it.
struct Case {
    text: String,
    hosts: u64,
    links: u64,
    /// In GB/s, where the documentation's formula is independent of which cut is least.
    bisection: Option<u64>,
}

struct CaseRng(ChaCha8Rng);

impl CaseRng {
    /// From `least` to `most`.
    fn in_range(&mut self, least: u64, most: u64) -> u64 {
        least + u64::from(self.0.next_u32()) % (most - least + 1)
    }

    fn list(&mut self, length: u64, most: u64) -> Vec<u64> {
        (0..length).map(|_| self.in_range(1, most)).collect()
    }

    fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.in_range(0, words.len() as u64 - 1) as usize]
    }

    /// A class of links and its GB/s.
    fn class(&mut self, name: &str) -> (String, u64) {
        let bandwidth = self.in_range(1, 9);
        let latency = self.in_range(0, 3);
        (format!("links.{name} = {{ bandwidth = '{bandwidth} GB/s', latency = '{latency} us' }}\n"), bandwidth)
    }

    fn classes<const N: usize>(&mut self, names: [&str; N]) -> (String, [u64; N]) {
        let classes = names.map(|name| self.class(name));
        (classes.iter().map(|class| class.0.as_str()).collect(), classes.map(|class| class.1))
    }
}

/// The two halves of `count` things, the lower one first.
fn halves(count: u64) -> (u64, u64) {
    (count / 2, count - count / 2)
}

fn grid(rng: &mut CaseRng, torus: bool) -> Case {
    let dimensions = rng.in_range(1, 4);
    let sizes = rng.list(dimensions, if dimensions > 2 { 4 } else { 7 });
    let (class, bandwidth) = rng.class("all");
    let hosts: u64 = sizes.iter().product();
    let each = |&size: &u64| match size {
        1 => 0,
        2 => hosts,
        _ if torus => 2 * hosts,
        _ => 2 * (hosts / size) * (size - 1),
    };
    let longest = sizes.iter().copied().max().unwrap_or(1);
    let planes = match longest {
        1 => 0,
        2 => 1,
        _ => 1 + u64::from(torus),
    };
    Case {
        text: format!("dimensions = {sizes:?}\n{class}"),
        hosts,
        links: sizes.iter().map(each).sum(),
        bisection: Some(planes * (hosts / longest) * bandwidth),
    }
}

fn hypercube(rng: &mut CaseRng) -> Case {
    let n = rng.in_range(1, 6);
    let (class, bandwidth) = rng.class("all");
    let text = format!("dimensions = {n}\n{class}");
    Case { text, hosts: 1 << n, links: n << n, bisection: Some((1 << (n - 1)) * bandwidth) }
}

fn cluster(rng: &mut CaseRng) -> Case {
    let cabinets: Vec<u64> = if rng.in_range(0, 1) == 0 {
        Vec::new()
    } else {
        let c = rng.in_range(1, 4);
        rng.list(c, 6)
    };
    let hosts = if cabinets.is_empty() { rng.in_range(1, 12) } else { cabinets.iter().sum() };
    let mut text = format!("hosts = {hosts}\n");
    let mut links = 2 * hosts;
    let limiter = |text: &mut String, rng: &mut CaseRng, class: &str, count: u64| {
        let (limited, bandwidth) = (rng.in_range(0, 2) == 0, rng.in_range(1, 9));
        if limited {
            text.push_str(&format!("links.{class}.limiter = '{bandwidth} GB/s'\n"));
        }
        if limited { count } else { 0 }
    };
    text.push_str("links.host.bandwidth = '3 GB/s'\nlinks.host.latency = '1 us'\n");
    links += limiter(&mut text, rng, "host", hosts);
    if !cabinets.is_empty() {
        text.push_str(&format!("cabinets = {cabinets:?}\n"));
        text.push_str("links.cabinet.bandwidth = '7 GB/s'\nlinks.cabinet.latency = '2 us'\n");
        links += 2 * cabinets.len() as u64 + limiter(&mut text, rng, "cabinet", cabinets.len() as u64);
    }
    if rng.in_range(0, 1) == 0 {
        text.push_str(&rng.class("backbone").0);
        links += 1;
    }
    Case { text, hosts, links, bisection: None }
}

fn fat_tree(rng: &mut CaseRng) -> Case {
    let levels = rng.in_range(1, 3);
    let (m, w, p) = (rng.list(levels, 4), rng.list(levels, 3), rng.list(levels, 2));
    let classes: Vec<(String, u64)> = (1..=levels).map(|level| rng.class(&format!("level{level}"))).collect();
    let hosts: u64 = m.iter().product();
    let (mut links, mut carried, mut least) = (0, Vec::new(), None);
    let (mut below, mut copies) = (1, 1);
    for level in 0..levels as usize {
        let up = (hosts / below) * copies * w[level] * p[level];
        links += 2 * up;
        carried.push((up, classes[level].1));
        below *= m[level];
        copies *= w[level];
        // Up from half of the subtrees of the highest level that has several.
        if m[level] > 1 {
            let share =
                |&(up, bandwidth): &(u64, u64)| up * (m[level] / 2) * bandwidth / (m[level] * (hosts / below));
            least = carried.iter().map(share).min();
        }
    }
    let text = format!(
        "children = {m:?}\nparents = {w:?}\nparallel = {p:?}\n{}",
        classes.iter().map(|class| class.0.as_str()).collect::<String>()
    );
    Case { text, hosts, links, bisection: Some(least.unwrap_or(0)) }
}

/// Groups with some ports each: global links of a port, and between any two groups.
fn rounds(rng: &mut CaseRng, groups: u64, ports: u64) -> (u64, u64) {
    let each = (groups - 1).div_ceil(ports).max(1) + rng.in_range(0, 3);
    (each, if groups > 1 { ports * each / (groups - 1) } else { 0 })
}

const WIRINGS: [&str; 4] = ["absolute", "relative", "circulant", "palm-tree"];

fn dragonfly(rng: &mut CaseRng) -> Case {
    let (g, a, p) = (rng.in_range(1, 6), rng.in_range(1, 4), rng.in_range(1, 3));
    let (h, rounds) = rounds(rng, g, a);
    let (classes, [host, _, global]) = rng.classes(["host", "local", "global"]);
    let wiring = rng.word(&WIRINGS);
    let text =
        format!("groups = {g}\nrouters = {a}\nhosts = {p}\nglobal_links = {h}\nwiring = '{wiring}'\n{classes}");
    let (lower, upper) = halves(g);
    let bisection = (g > 1).then(|| (lower * upper * rounds * global).min(lower * a * p * host));
    Case { text, hosts: g * a * p, links: 2 * g * a * p + g * a * (a - 1) + g * (g - 1) * rounds, bisection }
}

fn dragonfly_plus(rng: &mut CaseRng) -> Case {
    let (g, l, s, p) = (rng.in_range(1, 5), rng.in_range(1, 3), rng.in_range(1, 3), rng.in_range(1, 3));
    let (h, rounds) = rounds(rng, g, s);
    let (classes, [host, local, global]) = rng.classes(["host", "local", "global"]);
    let wiring = rng.word(&WIRINGS);
    let text = format!(
        "groups = {g}\nleaves = {l}\nspines = {s}\nhosts = {p}\nglobal_links = {h}\nwiring = '{wiring}'\n{classes}"
    );
    let (lower, upper) = halves(g);
    let cuts = [lower * upper * rounds * global, lower * l * s * local, lower * l * p * host];
    let links = 2 * g * l * p + 2 * g * l * s + g * (g - 1) * rounds;
    Case { text, hosts: g * l * p, links, bisection: (g > 1).then(|| cuts.into_iter().min().unwrap_or(0)) }
}

fn percs(rng: &mut CaseRng) -> Case {
    let (s, r, h, q) = (rng.in_range(1, 5), rng.in_range(1, 4), rng.in_range(1, 4), rng.in_range(1, 5));
    let n = r * h;
    let most = if s > 1 { 16 * n / (s - 1) } else { 0 };
    let (given, fewer) = (rng.in_range(0, 1) == 0 && most > 0, rng.in_range(1, most.clamp(1, 6)));
    let w = if given { fewer } else { most };
    let (classes, [qcm, _, _, d]) = rng.classes(["QCM", "LL", "LR", "D"]);
    let text = format!(
        "supernodes = {s}\ndrawers = {r}\nhubs = {h}\nqcm_links = {q}\nwiring = '{}'\nd_ports = '{}'\nd_choice = '{}'\nrouting = '{}'\n{}{classes}",
        rng.word(&["absolute", "relative"]),
        rng.word(&["blocked", "striped"]),
        rng.word(&["round-robin", "hash"]),
        rng.word(&["direct", "indirect"]),
        if given { format!("d_links = {w}\n") } else { String::new() },
    );
    let (lower, upper) = halves(s);
    let bisection = (s > 1).then(|| (lower * upper * w * d).min(lower * n * q * qcm));
    Case { text, hosts: s * n, links: 2 * s * n + s * n * (n - 1) + s * (s - 1) * w, bisection }
}

fn hyperx(rng: &mut CaseRng) -> Case {
    let dimensions = rng.in_range(1, 3);
    let (sizes, t) = (rng.list(dimensions, if dimensions > 2 { 3 } else { 5 }), rng.in_range(1, 3));
    let (classes, [host, all]) = rng.classes(["host", "all"]);
    let switches: u64 = sizes.iter().product();
    let across = |&size: &u64| {
        let (lower, upper) = halves(size);
        (switches / size * lower * upper * all).min(switches / size * lower * t * host)
    };
    Case {
        text: format!("dimensions = {sizes:?}\nhosts = {t}\n{classes}"),
        hosts: t * switches,
        links: 2 * t * switches + switches * sizes.iter().map(|size| size - 1).sum::<u64>(),
        bisection: sizes.iter().filter(|size| **size > 1).map(across).min(),
    }
}

fn slim_fly(rng: &mut CaseRng) -> Case {
    let (q, ports) = if rng.in_range(0, 2) == 0 { (5, 7) } else { (3, 5) };
    let p = rng.in_range(1, 2);
    let (classes, [host, router]) = rng.classes(["host", "router"]);
    Case {
        text: format!("q = {q}\nhosts = {p}\n{classes}"),
        hosts: 2 * q * q * p,
        links: 4 * q * q * p + 2 * q * q * ports,
        bisection: Some((q * q * q * router).min(q * q * p * host)),
    }
}

fn full(rng: &mut CaseRng) -> Case {
    let n = rng.in_range(1, 12);
    let (class, bandwidth) = rng.class("all");
    let (lower, upper) = halves(n);
    let text = format!("hosts = {n}\n{class}");
    Case { text, hosts: n, links: n * (n - 1), bisection: Some(lower * upper * bandwidth) }
}

fn graph(rng: &mut CaseRng) -> Case {
    let (hosts, switches) = (rng.in_range(1, 9), rng.in_range(0, 4));
    let (classes, _) = rng.classes(["a", "b"]);
    let name = |at: u64| if at < hosts { format!("host{at}") } else { format!("switch{}", at - hosts) };
    let mut connect = Vec::new();
    let mut join = |rng: &mut CaseRng, from: u64, to: u64| {
        let class = rng.word(&["a", "b"]);
        connect.push(format!("{{ from = '{}', to = '{}', link = '{class}' }}", name(from), name(to)));
    };
    // A tree, and some links more, parallel ones too.
    for vertex in 1..hosts + switches {
        let other = rng.in_range(0, vertex - 1);
        join(rng, vertex, other);
    }
    for _ in 0..rng.in_range(0, 4) {
        let (from, to) = (rng.in_range(0, hosts + switches - 1), rng.in_range(0, hosts + switches - 1));
        if from != to {
            join(rng, from, to);
        }
    }
    let links = 2 * connect.len() as u64;
    let switches = if switches > 0 { format!("switches = {switches}\n") } else { String::new() };
    let text = format!("hosts = {hosts}\n{switches}connect = [{}]\n{classes}", connect.join(", "));
    Case { text, hosts, links, bisection: None }
}

fn zones(rng: &mut CaseRng) -> Case {
    let count = rng.in_range(1, 3);
    let (mut parts, mut hosts, mut links) = (Vec::new(), 0, count * (count - 1));
    for number in 0..count {
        let zone = if rng.in_range(0, 1) == 0 { ("torus", grid(rng, true)) } else { ("full", full(rng)) };
        let gateway = rng.in_range(0, zone.1.hosts - 1);
        let keys = zone.1.text.trim().replace('\n', ", ");
        parts.push(format!(
            "{{ name = 'z{number}', gateway = 'host{gateway}', topology = {{ kind = '{}', {keys} }} }}",
            zone.0
        ));
        hosts += zone.1.hosts;
        links += zone.1.links;
    }
    let (class, _) = rng.class("all");
    let text =
        format!("zones = [{}]\nouter = {{ kind = 'full', hosts = {count}, {} }}", parts.join(", "), class.trim());
    Case { text, hosts, links, bisection: None }
}

/// A random machine of a kind.
type Make = fn(&mut CaseRng) -> Case;

const KINDS: &[(&str, Make)] = &[
    ("cluster", cluster),
    ("torus", |rng| grid(rng, true)),
    ("mesh", |rng| grid(rng, false)),
    ("hypercube", hypercube),
    ("fat-tree", fat_tree),
    ("dragonfly", dragonfly),
    ("dragonfly-plus", dragonfly_plus),
    ("percs", percs),
    ("hyperx", hyperx),
    ("slim-fly", slim_fly),
    ("full", full),
    ("graph", graph),
    ("zones", zones),
];

#[test]
fn every_kind_is_here() {
    let known: Vec<&str> = TOPOLOGIES.iter().map(|kind| kind.name).collect();
    assert_eq!(KINDS.iter().map(|kind| kind.0).collect::<Vec<_>>(), known);
}

fn check(kind: &str, case: &Case, topology: &dyn Topology) {
    assert_eq!(u64::from(topology.hosts()), case.hosts, "hosts");
    assert_eq!(u64::from(topology.links()), case.links, "links");
    routes_join(topology);
    assert_eq!(longest_route(topology), topology.diameter(), "diameter");
    bisection_is_a_cut(kind, topology, kind == "cluster" || kind == "zones");
    if let Some(bisection) = case.bisection {
        assert_eq!(topology.bisection().0, bisection * 1_000_000_000, "bisection");
    }
    let Some(routing) = topology.packet_routing().filter(|_| topology.hosts() <= WALKED) else { return };
    for (number, name) in (0..).zip(routing.routings()) {
        assert_eq!(deadlock_of(routing, number, topology), None, "{}", name.name);
        adaptive_packets_escape(routing, number, topology);
    }
}

/// Of each kind, what is below `[topology]` of random machines.
pub(super) fn random_machines() -> impl Iterator<Item = (&'static str, impl Iterator<Item = String>)> {
    // By the letters of its name, so that a new kind changes no other's.
    let first = |kind: &str| kind.bytes().fold(0, |seed: u64, letter| (seed * 31 + u64::from(letter)) % 1_000_000);
    KINDS.iter().map(move |(kind, make)| {
        let case = move |seed| make(&mut CaseRng(ChaCha8Rng::seed_from_u64(first(kind) + seed)));
        (*kind, (0..CASES).map(move |seed| case(seed).text))
    })
}

#[test]
fn formulas_routes_and_routings_hold_for_random_machines() {
    for (number, (kind, make)) in (0..).zip(KINDS) {
        for seed in 0..CASES {
            let case = make(&mut CaseRng(ChaCha8Rng::seed_from_u64(1_000 * number + seed)));
            println!("{kind}\n{}", case.text);
            check(kind, &case, platform(kind, &case.text).topology());
        }
    }
}
