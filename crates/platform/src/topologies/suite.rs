//! The test suite of topologies: checks all pairs of hosts and all links on small instances.

use super::TOPOLOGIES;
use super::max_flow::max_flow;
use crate::machine::Platform;
use crate::topology::{Formulas, Topology, Vertex};
use std::collections::{BTreeMap, BTreeSet};
use units::{HostId, LinkId, Rate};

/// A small machine and what the closed formulas say about it.
pub(super) struct Instance {
    pub(super) kind: &'static str,
    /// The rest of `[topology]`.
    pub(super) text: &'static str,
    pub(super) hosts: u32,
    links: u32,
    diameter: u32,
    /// In GB/s.
    bisection: u64,
}

const fn instance(
    kind: &'static str,
    text: &'static str,
    hosts: u32,
    links: u32,
    diameter: u32,
    bisection: u64,
) -> Instance {
    Instance { kind, text, hosts, links, diameter, bisection }
}

const ALL: &str = "links.all = { bandwidth = '1 GB/s', latency = '1 us' }";
const HOST: &str = "links.host = { bandwidth = '2 GB/s', latency = '1 us' }";

#[rustfmt::skip]
pub(super) static INSTANCES: &[Instance] = &[
    // A star: 2n links, half the hosts' links cross.
    instance("cluster", "hosts = 1\nHOST", 1, 2, 0, 0),
    instance("cluster", "hosts = 5\nHOST", 5, 10, 2, 4),
    instance("cluster", "hosts = 4\nlinks.host = { bandwidth = '2 GB/s', latency = '1 us', limiter = '3 GB/s' }", 4, 12, 2, 4),
    // A backbone: one link more and the narrowest cut.
    instance("cluster", "hosts = 6\nHOST\nlinks.backbone = { bandwidth = '3 GB/s', latency = '1 us' }", 6, 13, 3, 3),
    instance("cluster", "hosts = 6\nHOST\nlinks.backbone = { bandwidth = '9 GB/s', latency = '1 us' }", 6, 13, 3, 6),
    // Cabinets: 2n + 2c links, with limiters 3n + 3c.
    instance("cluster", "hosts = 6\ncabinets = 3\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }", 6, 18, 4, 3),
    instance("cluster", "hosts = 7\ncabinets = [3, 2, 1, 1]\nlinks.host = { bandwidth = '2 GB/s', latency = '1 us', limiter = '3 GB/s' }\nlinks.cabinet = { bandwidth = '4 GB/s', latency = '1 us', limiter = '5 GB/s' }\nlinks.backbone = { bandwidth = '7 GB/s', latency = '1 us' }", 7, 34, 5, 4),
    instance("cluster", "hosts = 7\ncabinets = [5, 1, 1]\nHOST\nlinks.cabinet = { bandwidth = '9 GB/s', latency = '1 us' }", 7, 20, 4, 4),
    instance("cluster", "hosts = 8\ncabinets = [1, 1, 1, 5]\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }", 8, 24, 4, 3),
    instance("cluster", "hosts = 4\ncabinets = 1\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }", 4, 10, 2, 4),
    instance("cluster", "hosts = 4\ncabinets = 4\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }", 4, 16, 4, 4),
    // 2·N links per dimension of more than two, N of two, none of one; Σ⌊k/2⌋; 2·N/k links cross.
    instance("torus", "dimensions = [1]\nALL", 1, 0, 0, 0),
    instance("torus", "dimensions = [2]\nALL", 2, 2, 1, 1),
    instance("torus", "dimensions = [5]\nALL", 5, 10, 2, 2),
    instance("torus", "dimensions = [4, 3, 2]\nALL", 24, 120, 4, 12),
    instance("torus", "dimensions = [1, 4, 1]\nALL", 4, 8, 2, 2),
    instance("torus", "dimensions = [3, 6]\nALL\nlinks.dim2.bandwidth = '5 GB/s'", 18, 72, 4, 30),
    instance("torus", "dimensions = [2, 2, 2, 2]\nALL", 16, 64, 4, 8),
    instance("torus", "dimensions = [4, 6]\nties = 'simgrid'\nALL", 24, 96, 5, 8),
    // 2·N/k·(k−1) links per dimension; Σ(k−1); N/k links cross.
    instance("mesh", "dimensions = [4]\nALL", 4, 6, 3, 1),
    instance("mesh", "dimensions = [4, 3, 2]\nALL", 24, 36 + 32 + 24, 6, 6),
    instance("mesh", "dimensions = [2, 1, 5]\nALL", 10, 10 + 16, 5, 2),
    // Σ over levels of 2 · vertices below · parents · parallel.
    instance("fat-tree", "arity = 2\nlevels = 3\nALL", 8, 2 * (8 + 8 + 8), 6, 4),
    instance("fat-tree", "arity = 3\nlevels = 2\nALL", 9, 2 * (9 + 9), 4, 3),
    instance("fat-tree", "children = [4]\nparents = [1]\nALL", 4, 8, 2, 2),
    instance("fat-tree", "children = [1]\nparents = [1]\nALL", 1, 2, 0, 0),
    instance("fat-tree", "children = [4, 2, 1]\nparents = [1, 2, 1]\nALL", 8, 2 * (8 + 4 + 2), 4, 2),
    instance("fat-tree", "children = [4, 4]\nparents = [1, 2]\nparallel = [1, 2]\nALL", 16, 2 * (16 + 16), 4, 8),
    instance("fat-tree", "children = [3, 4]\nparents = [2, 2]\nparallel = [2, 1]\nALL", 12, 2 * (48 + 16), 4, 8),
    instance("fat-tree", "children = [3, 4]\nparents = [2, 2]\nparallel = [2, 3]\nparallel_down = 'simgrid'\nALL", 12, 2 * (48 + 48), 4, 24),
    instance("fat-tree", "children = [2, 3, 2]\nparents = [1, 2, 2]\nALL\nlinks.level2.bandwidth = '4 GB/s'\nlinks.level3.bandwidth = '1 GB/s'", 12, 2 * (12 + 12 + 8), 6, 4),
    // Tapered at the second of three levels.
    instance("fat-tree", "children = [4, 2, 2]\nparents = [1, 1, 4]\nALL", 16, 2 * (16 + 4 + 8), 6, 2),
    // 2n + g·a·(a−1) + g·rounds·(g−1).
    instance("dragonfly", "groups = 5\nrouters = 4\nhosts = 2\nDRAGON", 40, 80 + 60 + 20, 5, 18),
    instance("dragonfly", "groups = 5\nrouters = 2\nhosts = 1\nglobal_links = 4\nwiring = 'relative'\nDRAGON", 10, 20 + 10 + 40, 5, 8),
    instance("dragonfly", "groups = 4\nrouters = 3\nhosts = 2\nglobal_links = 3\nDRAGON", 24, 48 + 24 + 36, 5, 24),
    instance("dragonfly", "groups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\nwiring = 'relative'\nDRAGON", 72, 144 + 108 + 72, 5, 60),
    instance("dragonfly", "groups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\nwiring = 'circulant'\nDRAGON", 72, 144 + 108 + 72, 5, 60),
    instance("dragonfly", "groups = 6\nrouters = 5\nhosts = 1\nglobal_links = 2\nwiring = 'circulant'\nDRAGON", 30, 60 + 120 + 60, 5, 30),
    instance("dragonfly", "groups = 4\nrouters = 2\nhosts = 1\nglobal_links = 3\nwiring = 'circulant'\nDRAGON", 8, 16 + 8 + 24, 5, 8),
    instance("dragonfly", "groups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\nwiring = 'palm-tree'\nDRAGON", 72, 144 + 108 + 72, 5, 60),
    instance("dragonfly", "groups = 5\nrouters = 2\nhosts = 1\nglobal_links = 4\nwiring = 'palm-tree'\nDRAGON", 10, 20 + 10 + 40, 5, 8),
    instance("dragonfly", "groups = 3\nrouters = 1\nhosts = 2\nDRAGON", 6, 12 + 6, 3, 4),
    instance("dragonfly", "groups = 1\nrouters = 4\nhosts = 2\nDRAGON", 8, 16 + 12, 3, 4),
    instance("dragonfly", "groups = 1\nrouters = 1\nhosts = 4\nDRAGON", 4, 8, 2, 4),
    instance("dragonfly", "groups = 2\nrouters = 2\nhosts = 1\nDRAGON", 4, 8 + 4 + 4, 5, 4),
    // 2n + n·(r·h − 1) + S·w·(S−1).
    instance("percs", "supernodes = 1\ndrawers = 1\nhubs = 1\nPERCS", 1, 2, 0, 0),
    instance("percs", "supernodes = 1\ndrawers = 1\nhubs = 8\nPERCS", 8, 16 + 56, 3, 384),
    instance("percs", "supernodes = 1\nPERCS", 32, 64 + 32 * 31, 3, 1280),
    instance("percs", "supernodes = 1\ndrawers = 3\nhubs = 2\nPERCS", 6, 12 + 30, 3, 40),
    instance("percs", "supernodes = 1\ndrawers = 2\nhubs = 2\nlinks.QCM = { bandwidth = '24 GB/s', latency = '1 us' }\nlinks.LL = { bandwidth = '1 GB/s', latency = '1 us' }\nlinks.LR = { bandwidth = '24 GB/s', latency = '1 us' }\nlinks.D = { bandwidth = '1 GB/s', latency = '1 us' }", 4, 8 + 12, 3, 50),
    instance("percs", "supernodes = 2\ndrawers = 1\nhubs = 2\nd_links = 1\nrouting = 'indirect'\nPERCS", 4, 8 + 4 + 2, 5, 10),
    instance("percs", "supernodes = 3\ndrawers = 1\nhubs = 1\nPERCS", 3, 6 + 48, 3, 96),
    instance("percs", "supernodes = 3\ndrawers = 1\nhubs = 1\nrouting = 'indirect'\nPERCS", 3, 6 + 48, 4, 96),
    instance("percs", "supernodes = 5\ndrawers = 2\nhubs = 2\nPERCS", 20, 40 + 60 + 320, 4, 768),
    instance("percs", "supernodes = 5\ndrawers = 2\nhubs = 2\nd_links = 3\nwiring = 'relative'\nd_ports = 'striped'\nd_choice = 'hash'\nPERCS", 20, 40 + 60 + 60, 5, 180),
    instance("percs", "supernodes = 4\ndrawers = 1\nhubs = 3\nrouting = 'indirect'\nPERCS", 12, 24 + 24 + 192, 7, 576),
    instance("percs", "supernodes = 6\ndrawers = 2\nhubs = 2\nd_links = 4\nd_choice = 'hash'\nrouting = 'indirect'\nPERCS", 24, 48 + 72 + 120, 7, 360),
    // 2·n + 2·g·l·s + g·rounds·(g−1).
    instance("dragonfly-plus", "groups = 5\nleaves = 4\nspines = 4\nhosts = 2\nDRAGON", 40, 80 + 160 + 20, 5, 18),
    instance("dragonfly-plus", "groups = 3\nleaves = 2\nspines = 3\nhosts = 3\nglobal_links = 2\nwiring = 'relative'\nDRAGON", 18, 36 + 36 + 18, 5, 6),
    instance("dragonfly-plus", "groups = 2\nleaves = 3\nspines = 2\nhosts = 1\nglobal_links = 1\nwiring = 'circulant'\nDRAGON", 6, 12 + 24 + 4, 5, 6),
    instance("dragonfly-plus", "groups = 4\nleaves = 3\nspines = 2\nhosts = 2\nglobal_links = 3\nwiring = 'palm-tree'\nDRAGON", 24, 48 + 48 + 24, 5, 12),
    instance("dragonfly-plus", "groups = 1\nleaves = 4\nspines = 2\nhosts = 2\nDRAGON", 8, 16 + 16, 4, 4),
    instance("dragonfly-plus", "groups = 1\nleaves = 1\nspines = 2\nhosts = 4\nDRAGON", 4, 8 + 4, 2, 4),
    // n·2ⁿ links, 2ⁿ⁻¹ cross.
    instance("hypercube", "dimensions = 1\nALL", 2, 2, 1, 1),
    instance("hypercube", "dimensions = 4\nALL", 16, 64, 4, 8),
    instance("hypercube", "dimensions = 3\nALL\nlinks.dim2.latency = '3 us'", 8, 24, 3, 4),
    // 2·T·S + S·Σ(k−1); S/k·⌊k/2⌋·⌈k/2⌉ cross, or the lower half's host links.
    instance("hyperx", "dimensions = [1]\nhosts = 4\nHOST\nALL", 4, 8, 2, 4),
    instance("hyperx", "dimensions = [1]\nhosts = 1\nHOST\nALL", 1, 2, 0, 0),
    instance("hyperx", "dimensions = [4, 3]\nhosts = 2\nHOST\nALL", 24, 48 + 12 * 5, 4, 8),
    instance("hyperx", "dimensions = [4, 4]\nhosts = 4\nHOST\nALL", 64, 128 + 16 * 6, 4, 16),
    instance("hyperx", "dimensions = [2, 1, 5]\nhosts = 1\nHOST\nALL\nlinks.dim3.bandwidth = '2 GB/s'", 10, 20 + 10 * 5, 4, 5),
    instance("hyperx", "dimensions = [6]\nhosts = 1\nHOST\nALL", 6, 12 + 30, 3, 6),
    // 2·T·2q² + 2q²·(3q−δ)/2; q³ cross, or half the hosts' links.
    instance("slim-fly", "q = 3\nhosts = 1\nSLIM", 18, 36 + 18 * 5, 4, 18),
    instance("slim-fly", "q = 5\nhosts = 3\nSLIM", 150, 300 + 50 * 7, 4, 125),
    // n·(n−1) links, ⌊n/2⌋·⌈n/2⌉ cross.
    instance("full", "hosts = 1\nALL", 1, 0, 0, 0),
    instance("full", "hosts = 7\nALL", 7, 42, 1, 12),
    instance("graph", "hosts = ['a', 'b', 'c', 'd']\nswitches = 2\nconnect = [{ from = 'a', to = 'switch0', link = 'all' }, { from = 'b', to = 'switch0', link = 'all' }, { from = 'c', to = 'switch1', link = 'all' }, { from = 'd', to = 'switch1', link = 'all' }, { from = 'switch0', to = 'switch1', link = 'all' }]\nALL", 4, 10, 3, 1),
    instance("graph", "hosts = 4\nconnect = [{ from = 'host0', to = 'host1', link = 'all', oneway = true }, { from = 'host1', to = 'host2', link = 'all', oneway = true }, { from = 'host2', to = 'host3', link = 'all', oneway = true }, { from = 'host3', to = 'host0', link = 'all', oneway = true }]\nALL", 4, 4, 3, 1),
    instance("graph", "hosts = 1\nconnect = []\nALL", 1, 0, 0, 0),
    instance("graph", "hosts = ['a', 'b', 'c']\ntransit = ['b']\nlimiters = [{ name = 'x', bandwidth = '3 GB/s' }]\nconnect = [{ from = 'a', to = 'b', link = 'all', limiter = 'x' }, { from = 'b', to = 'c', link = 'all', limiter = 'x' }]\nALL", 3, 4 + 1, 2, 1),
    // The sums; the longest way over two gateways; the outer topology's.
    instance("zones", "zones = [{ name = 'only', topology = { kind = 'torus', dimensions = [4, 3], ALL } }]\nouter = { kind = 'full', hosts = 1, ALL }", 12, 48, 3, 6),
    instance("zones", "zones = [{ name = 'z', count = 4, gateway = 'host2', topology = { kind = 'full', hosts = 3, ALL } }]\nouter = { kind = 'torus', dimensions = [4], ALL }", 12, 24 + 8, 4, 2),
    instance("zones", "zones = [{ name = 'a', gateway = 'host5', topology = { kind = 'mesh', dimensions = [6], ALL } }, { name = 'b', topology = { kind = 'cluster', hosts = 5, HOST } }]\nouter = { kind = 'graph', hosts = 2, switches = ['s'], connect = [{ from = 'host0', to = 's', link = 'all' }, { from = 's', to = 'host1', link = 'all' }], ALL }", 11, 10 + 10 + 4, 9, 1),
    instance("zones", "zones = [{ name = 'i', count = 2, topology = { kind = 'zones', zones = [{ name = 'x', topology = { kind = 'full', hosts = 2, ALL } }, { name = 'y', topology = { kind = 'full', hosts = 1, ALL } }], outer = { kind = 'full', hosts = 2, ALL } } }]\nouter = { kind = 'full', hosts = 2, ALL }", 6, 2 * (2 + 2) + 2, 3, 1),
    // Gateways that are switches: the root of a cluster behind its backbone, a switch of a graph with an exit and an entry, one
    // of zones within, and another way between two of them.
    instance("zones", "zones = [{ name = 'a', gateway = 'root', topology = { kind = 'cluster', hosts = 3, HOST, links.backbone = { bandwidth = '9 GB/s', latency = '1 us' } } }, { name = 'b', gateway = 'root', topology = { kind = 'cluster', hosts = 4, cabinets = 2, HOST, links.cabinet = { bandwidth = '3 GB/s', latency = '1 us' } } }]\nouter = { kind = 'full', hosts = 2, ALL }", 7, 7 + 12 + 2, 5, 1),
    instance("zones", "zones = [{ name = 'g', gateway = 'out', topology = { kind = 'graph', hosts = ['x', 'y'], transit = [], switches = ['out', 'in'], gateways = [{ switch = 'out', entry = 'in' }], connect = [{ from = 'x', to = 'out', link = 'all', oneway = true }, { from = 'y', to = 'out', link = 'all', oneway = true }, { from = 'in', to = 'x', link = 'all', oneway = true }, { from = 'in', to = 'y', link = 'all', oneway = true }, { from = 'x', to = 'y', link = 'all' }], ALL } }, { name = 'h', topology = { kind = 'full', hosts = 3, ALL } }, { name = 'i', topology = { kind = 'full', hosts = 1, ALL } }]\nbypasses = [{ from = 'g', to = 'h', exit = 'y', entry = 'host2' }, { from = 'h', to = 'g', exit = 'host2', entry = 'y' }]\nouter = { kind = 'full', hosts = 3, ALL }", 6, 6 + 6 + 6, 3, 2),
    instance("zones", "zones = [{ name = 'o', gateway = 'p.root', topology = { kind = 'zones', zones = [{ name = 'p', gateway = 'root', topology = { kind = 'cluster', hosts = 2, HOST } }, { name = 'q', topology = { kind = 'full', hosts = 2, ALL } }], outer = { kind = 'full', hosts = 2, ALL } } }, { name = 'r', gateway = 'outer.s', topology = { kind = 'zones', zones = [{ name = 'p', gateway = 'root', topology = { kind = 'cluster', hosts = 2, HOST } }], outer = { kind = 'graph', hosts = 1, switches = ['s'], gateways = [{ switch = 's' }], connect = [{ from = 'host0', to = 's', link = 'all' }], ALL } } }]\nouter = { kind = 'full', hosts = 2, ALL }", 6, 4 + 2 + 2 + 4 + 2 + 2, 5, 1),
];

const REST: &str = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }\n";

/// The platform of one host type around a `[topology]`.
pub(super) fn platform(kind: &str, text: &str) -> Platform {
    let dragon = "HOST\nlinks.local = { bandwidth = '1 GB/s', latency = '1 us' }\nlinks.global = { bandwidth = '3 GB/s', latency = '2 us' }";
    let slim = "HOST\nlinks.router = { bandwidth = '1 GB/s', latency = '1 us' }";
    let percs = "links.QCM = { bandwidth = '24 GB/s', latency = '1 us' }\nlinks.LL = { bandwidth = '24 GB/s', latency = '1 us' }\nlinks.LR = { bandwidth = '5 GB/s', latency = '2 us' }\nlinks.D = { bandwidth = '10 GB/s', latency = '3 us' }";
    let text = text
        .replace("PERCS", percs)
        .replace("DRAGON", dragon)
        .replace("SLIM", slim)
        .replace("HOST", HOST)
        .replace("ALL", ALL);
    Platform::from_str(&format!("[topology]\nkind = '{kind}'\n{text}\n{REST}"), "instance.toml").unwrap()
}

/// Runs `check` on every instance, naming it where it fails.
fn each(check: impl Fn(&Instance, &dyn Topology)) {
    for instance in INSTANCES {
        println!("{} {}", instance.kind, instance.text);
        check(instance, platform(instance.kind, instance.text).topology());
    }
}

fn route(topology: &dyn Topology, src: u32, dst: u32) -> Vec<LinkId> {
    let mut path = Vec::new();
    topology.route(HostId(src), HostId(dst), &mut path);
    path
}

/// Links with ends on a route.
fn hops(topology: &dyn Topology, src: u32, dst: u32) -> u32 {
    route(topology, src, dst).iter().filter(|link| topology.link_ends(**link).is_some()).count() as u32
}

fn pairs(topology: &dyn Topology) -> impl Iterator<Item = (u32, u32)> {
    let hosts = topology.hosts();
    (0..hosts).flat_map(move |src| (0..hosts).map(move |dst| (src, dst)))
}

#[test]
fn every_kind_has_an_instance() {
    for kind in TOPOLOGIES {
        assert!(INSTANCES.iter().any(|instance| instance.kind == kind.name), "no instance of {}", kind.name);
        assert!(kind.doc.ends_with('.'), "{} has no sentence", kind.name);
        let Formulas { hosts, links, diameter, bisection } = kind.formulas;
        assert!(
            [hosts, links, diameter, bisection].iter().all(|text| !text.is_empty()),
            "{} lacks a formula",
            kind.name
        );
    }
}

#[test]
fn counts_are_those_of_the_formulas() {
    each(|instance, topology| {
        assert_eq!(topology.hosts(), instance.hosts, "hosts");
        assert_eq!(topology.links(), instance.links, "links");
        assert_eq!(topology.diameter(), instance.diameter, "diameter");
        assert_eq!(topology.bisection(), Rate(instance.bisection * 1_000_000_000), "bisection");
    });
}

#[test]
fn a_route_joins_its_ends_and_repeats_no_link() {
    each(|_, topology| routes_join(topology));
}

/// Checks the routes of all pairs.
pub(super) fn routes_join(topology: &dyn Topology) {
    for (src, dst) in pairs(topology) {
        let path = route(topology, src, dst);
        let mut here = Vertex::Host(HostId(src));
        for link in &path {
            if let Some((from, to)) = topology.link_ends(*link) {
                assert_eq!(from, here, "{src} to {dst}: {}", topology.link_name(*link));
                here = to;
            }
        }
        assert_eq!(here, Vertex::Host(HostId(dst)), "{src} to {dst}");
        assert_eq!(path.iter().collect::<BTreeSet<_>>().len(), path.len(), "{src} to {dst} repeats a link");
        assert_eq!(path.is_empty(), src == dst);
        let latency = path.iter().map(|link| topology.link(*link).latency).sum();
        assert_eq!(topology.latency_of(&path), latency, "{src} to {dst}");
    }
}

/// Links with ends on the longest route.
pub(super) fn longest_route(topology: &dyn Topology) -> u32 {
    pairs(topology).map(|(src, dst)| hops(topology, src, dst)).max().unwrap_or(0)
}

#[test]
fn the_longest_route_is_the_diameter() {
    each(|_, topology| assert_eq!(longest_route(topology), topology.diameter()));
}

/// Breadth first over all links, ends only: the reference of the closed forms.
fn distances_from(topology: &dyn Topology, src: u32) -> BTreeMap<Vertex, u32> {
    let mut outgoing: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
    for (from, to) in (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link))) {
        outgoing.entry(from).or_default().push(to);
    }
    let start = Vertex::Host(HostId(src));
    let mut distance = BTreeMap::from([(start, 0)]);
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() {
        let here = queue[next];
        for to in outgoing.get(&here).into_iter().flatten() {
            if !distance.contains_key(to) {
                distance.insert(*to, distance[&here] + 1);
                queue.push(*to);
            }
        }
        next += 1;
    }
    distance
}

#[test]
fn routes_are_shortest_paths() {
    each(|instance, topology| {
        for src in 0..topology.hosts() {
            let distance = distances_from(topology, src);
            for dst in 0..topology.hosts() {
                let (hops, shortest) = (hops(topology, src, dst), distance[&Vertex::Host(HostId(dst))]);
                // Minimal routes of a dragonfly take one global link, even where two would need fewer links in all; those
                // of PERCS the D link that is theirs, or by way of a third supernode.
                let equal = hops == shortest || ["dragonfly", "percs"].contains(&instance.kind) && hops > shortest;
                assert!(equal, "{src} to {dst}: {hops} links, shortest {shortest}");
            }
        }
    });
}

#[test]
fn the_bisection_is_what_crosses_its_cut() {
    each(|instance, topology| {
        bisection_is_a_cut(instance.kind, topology, instance.text.contains("cabinets = ["));
        let least = flow_between_halves(topology) == topology.bisection().0;
        assert!(least || instance.kind == "dragonfly", "no other cut is less");
    });
}

/// Checks that the bisection is what crosses the cut that the topology names, and that no other cut between the same hosts
/// is less. The halves of an uneven machine may have any number of hosts.
pub(super) fn bisection_is_a_cut(kind: &str, topology: &dyn Topology, uneven: bool) {
    let lower = |vertex| topology.in_lower_half(vertex);
    let crossing: u64 = (0..topology.links())
        .map(LinkId)
        .filter(|link| topology.link_ends(*link).is_some_and(|(from, to)| lower(from) && !lower(to)))
        .map(|link| topology.link(link).bandwidth.0)
        .sum();
    assert_eq!(Rate(crossing), topology.bisection());
    let hosts = (0..topology.hosts()).filter(|host| lower(Vertex::Host(HostId(*host)))).count() as u32;
    let all = topology.hosts();
    assert!(hosts < all && (uneven || hosts == all / 2 || hosts * 3 >= all), "the lower half has {hosts} of {all}");
    let flow = flow_between_halves(topology);
    // The closed forms look at few cuts: in a dragonfly not at those through local links, in a dragonfly+ not at those through
    // some spines' global and other spines' local links, in uneven cabinets not at those through some cabinets' links and
    // other cabinets' hosts'.
    let tight = flow == crossing || (uneven || kind.starts_with("dragonfly")) && flow < crossing;
    assert!(tight, "a flow of {flow} crosses a cut of {crossing}");
}

/// The largest flow from the hosts of the lower half to the others.
fn flow_between_halves(topology: &dyn Topology) -> u64 {
    let mut numbers = BTreeMap::new();
    for host in 0..topology.hosts() {
        numbers.insert(Vertex::Host(HostId(host)), host as usize);
    }
    let mut edges = Vec::new();
    for link in (0..topology.links()).map(LinkId) {
        let Some((from, to)) = topology.link_ends(link) else { continue };
        let [from, to] = [from, to].map(|vertex| {
            let next = numbers.len();
            *numbers.entry(vertex).or_insert(next)
        });
        edges.push((from, to, topology.link(link).bandwidth.0));
    }
    let mut source = vec![false; numbers.len()];
    let mut sink = vec![false; numbers.len()];
    for host in 0..topology.hosts() {
        let lower = topology.in_lower_half(Vertex::Host(HostId(host)));
        (source[host as usize], sink[host as usize]) = (lower, !lower);
    }
    max_flow(numbers.len(), &edges, &source, &sink).0
}

#[test]
fn an_all_to_all_conserves_bytes() {
    each(|_, topology| {
        let mut load = vec![0u32; topology.links() as usize];
        let mut hops = 0;
        for (src, dst) in pairs(topology) {
            for link in route(topology, src, dst) {
                load[link.index()] += 1;
                hops += u32::from(topology.link_ends(link).is_some());
            }
        }
        // What enters a vertex leaves it: every host sends as much as it receives.
        let mut balance: BTreeMap<Vertex, i64> = BTreeMap::new();
        let mut carried = 0;
        for (link, bytes) in (0..topology.links()).map(LinkId).zip(&load) {
            if let Some((from, to)) = topology.link_ends(link) {
                *balance.entry(from).or_default() -= i64::from(*bytes);
                *balance.entry(to).or_default() += i64::from(*bytes);
                carried += bytes;
            }
        }
        assert!(balance.values().all(|sum| *sum == 0), "{balance:?}");
        assert_eq!(carried, hops);
    });
}

/// Where routes are said to go axis by axis, they are those between their corners.
#[test]
fn routes_by_axis_turn_at_corners() {
    each(|instance, topology| {
        assert_eq!(topology.routes_by_axis(), ["torus", "mesh", "hypercube"].contains(&instance.kind));
        if !topology.routes_by_axis() {
            return;
        }
        for (src, dst) in pairs(topology) {
            let (mut here, mut links) = (src, Vec::new());
            for axis in topology.axes() {
                let [from, to] = [here, dst].map(|host| axis.coordinate(HostId(host)));
                let corner = here - from * axis.stride + to * axis.stride;
                links.extend(route(topology, here, corner));
                here = corner;
            }
            assert_eq!(links, route(topology, src, dst), "{src} to {dst}");
        }
    });
}

/// Where all minimal ways are known: they conserve bytes, lead nearer with each link, and a vertex divides equally.
#[test]
fn minimal_ways_divide_bytes_equally_at_each_vertex() {
    const BYTES: u64 = 1_000_003;
    each(|instance, topology| {
        for src in 0..topology.hosts() {
            let far = distances_from(topology, src);
            for dst in 0..topology.hosts() {
                let (mut leaving, mut arriving) =
                    (BTreeMap::<Vertex, Vec<u64>>::new(), BTreeMap::<Vertex, u64>::new());
                let mut links = BTreeSet::new();
                let known = topology.spread(HostId(src), HostId(dst), BYTES, None, &mut |link, bytes| {
                    let (from, to) = topology.link_ends(link).unwrap();
                    leaving.entry(from).or_default().push(bytes);
                    *arriving.entry(to).or_default() += bytes;
                    assert!(links.insert(link), "{src} to {dst}: a link twice");
                });
                assert_eq!(known, ["torus", "mesh", "hypercube"].contains(&instance.kind));
                if !known || src == dst {
                    assert!(links.is_empty());
                    continue;
                }
                *arriving.entry(Vertex::Host(HostId(src))).or_default() += BYTES;
                for (from, shares) in &leaving {
                    assert_eq!(shares.iter().sum::<u64>(), arriving[from], "{src} to {dst}");
                    assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1);
                }
                assert_eq!(arriving[&Vertex::Host(HostId(dst))], BYTES);
                // Each link is on a shortest path, and those of the route are among them.
                let nearer = |link: &LinkId| {
                    let (from, to) = topology.link_ends(*link).unwrap();
                    far[&to] == far[&from] + 1
                };
                assert!(links.iter().all(nearer));
                assert!(route(topology, src, dst).iter().all(|link| links.contains(link)), "{src} to {dst}");
            }
        }
    });
}

/// By loads they conserve bytes as well, and the more lies ahead the less is sent there; equal loads divide equally.
#[test]
fn minimal_ways_evade_loads() {
    const BYTES: u64 = 1_000_003;
    each(|_, topology| {
        let loads: Vec<u64> =
            (0..u64::from(topology.links())).map(|link| link * link * 2_654_435_761 % 1_000).collect();
        for (src, dst) in pairs(topology) {
            let spread = |loads: Option<&[u64]>| {
                let mut found = Vec::new();
                let known = topology
                    .spread(HostId(src), HostId(dst), BYTES, loads, &mut |link, bytes| found.push((link, bytes)));
                known.then_some(found)
            };
            let Some(equal) = spread(None) else { continue };
            assert_eq!(spread(Some(&vec![7; topology.links() as usize])).unwrap(), equal, "{src} to {dst}");
            let found = spread(Some(&loads)).unwrap();
            let ends = |link: LinkId| topology.link_ends(link).unwrap();
            let mut balance = BTreeMap::from([(Vertex::Host(HostId(src)), BYTES as i64)]);
            let mut ahead = BTreeMap::from([(Vertex::Host(HostId(dst)), 0)]);
            for (link, bytes) in &found {
                *balance.entry(ends(*link).0).or_default() -= *bytes as i64;
                *balance.entry(ends(*link).1).or_default() += *bytes as i64;
            }
            assert_eq!(
                balance.into_iter().filter(|(_, bytes)| *bytes != 0).collect::<Vec<_>>(),
                [(Vertex::Host(HostId(dst)), BYTES as i64)]
            );
            // Every link leaves before those ahead of it.
            for onward in found.chunk_by(|one, next| ends(one.0).0 == ends(next.0).0).rev() {
                let load = |link: LinkId| loads[link.index()] + ahead[&ends(link).1];
                let mut by_load: Vec<(u64, u64)> = onward.iter().map(|(link, bytes)| (load(*link), *bytes)).collect();
                by_load.sort_unstable();
                assert!(by_load.windows(2).all(|two| two[0].1 + 1 >= two[1].1), "{by_load:?}");
                let weight = |load: u64| (by_load[0].0.max(1) as f64 / load.max(1) as f64).powi(3);
                let weights: f64 = by_load.iter().map(|(load, _)| weight(*load)).sum();
                let mean: f64 = by_load.iter().map(|(load, _)| *load as f64 * weight(*load)).sum::<f64>() / weights;
                let all: u64 = by_load.iter().map(|(_, bytes)| bytes).sum();
                for (load, bytes) in &by_load {
                    let expected = all as f64 * weight(*load) / weights;
                    assert!((*bytes as f64 - expected).abs() <= 3.0 + 1e-3 * all as f64, "{by_load:?}");
                }
                ahead.insert(ends(onward[0].0).0, mean as u64);
            }
        }
    });
}

#[test]
fn links_have_names_classes_and_ends_of_their_own() {
    each(|_, topology| {
        let links = || (0..topology.links()).map(LinkId);
        let names: BTreeSet<String> = links().map(|link| topology.link_name(link)).collect();
        assert_eq!(names.len() as u32, topology.links(), "names: {names:?}");
        for link in links() {
            let figures = topology.link(link);
            assert!(usize::from(figures.class) < topology.class_names().len());
            assert!(figures.bandwidth.0 > 0);
            match topology.link_ends(link) {
                Some((from, to)) => assert_ne!(from, to, "{}", topology.link_name(link)),
                None => assert_eq!(figures.latency, units::Time::ZERO, "a limiter delays nothing"),
            }
        }
    });
}

#[test]
fn hosts_are_found_by_name() {
    each(|_, topology| {
        for host in (0..topology.hosts()).map(HostId) {
            assert_eq!(topology.find_host(&topology.host_name(host)), Some(host));
        }
        assert_eq!(topology.find_host("host99999"), None);
        assert_eq!(topology.find_host("host00"), None);
        assert_eq!(topology.find_host(""), None);
    });
}

/// Every host has one place on the axes, and names tell these apart.
#[test]
fn axes_number_all_hosts() {
    each(|instance, topology| {
        let (axes, hosts) = (topology.axes(), topology.hosts());
        let names: BTreeSet<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!(names.len(), axes.len(), "{} {}: {axes:?}", instance.kind, instance.text);
        let word = |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        assert!(names.iter().all(|name| word(name) && !["T", "core", "slot"].contains(name)), "{axes:?}");
        assert_eq!(axes.iter().map(|axis| axis.size).product::<u32>(), hosts, "{} {}", instance.kind, instance.text);
        let number = |host| axes.iter().map(|axis| axis.coordinate(HostId(host)) * axis.stride).sum::<u32>();
        assert!((0..hosts).all(|host| number(host) == host), "{} {}: {axes:?}", instance.kind, instance.text);
    });
}

#[test]
fn axes_are_called_as_the_parts_of_the_machine() {
    let axes = |kind: &str, text: &str| {
        let machine = platform(kind, text);
        let axes = machine.topology().axes();
        axes.iter().map(|axis| format!("{} {}", axis.name, axis.size)).collect::<Vec<_>>().join(", ")
    };
    let cases = [
        ("torus", "dimensions = [4, 3, 2]\nALL", "X 4, Y 3, Z 2"),
        ("hypercube", "dimensions = 4\nALL", "A 2, B 2, C 2, D 2"),
        (
            "cluster",
            "hosts = 6\ncabinets = 3\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }",
            "cabinet 3, host 2",
        ),
        (
            "cluster",
            "hosts = 6\ncabinets = [4, 2]\nHOST\nlinks.cabinet = { bandwidth = '3 GB/s', latency = '1 us' }",
            "host 6",
        ),
        ("cluster", "hosts = 5\nHOST", "host 5"),
        ("fat-tree", "children = [4, 2, 3]\nparents = [1, 2, 1]\nALL", "pod 3, switch 2, host 4"),
        ("fat-tree", "arity = 2\nlevels = 4\nALL", "level3 2, pod 2, switch 2, host 2"),
        ("dragonfly", "groups = 5\nrouters = 4\nhosts = 2\nDRAGON", "group 5, router 4, host 2"),
        ("dragonfly-plus", "groups = 3\nleaves = 4\nspines = 4\nhosts = 2\nDRAGON", "group 3, leaf 4, host 2"),
        ("percs", "supernodes = 3\ndrawers = 2\nPERCS", "supernode 3, drawer 2, hub 8"),
        ("hyperx", "dimensions = [4, 3]\nhosts = 2\nHOST\nALL", "X 4, Y 3, host 2"),
        ("slim-fly", "q = 3\nhosts = 2\nSLIM", "half 2, column 3, router 3, host 2"),
        ("full", "hosts = 7\nALL", "host 7"),
        (
            "zones",
            "zones = [{ name = 'board', count = 3, topology = { kind = 'mesh', dimensions = [4, 2], ALL } }]\nouter = { kind = 'full', hosts = 3, ALL }",
            "board 3, X 4, Y 2",
        ),
    ];
    for (kind, text, expected) in cases {
        assert_eq!(axes(kind, text), expected, "{kind} {text}");
    }
}

#[test]
fn routes_are_appended() {
    each(|_, topology| {
        let mut path = vec![LinkId(u32::MAX)];
        topology.route(HostId(0), HostId(topology.hosts() - 1), &mut path);
        assert_eq!(path[0], LinkId(u32::MAX));
    });
}
