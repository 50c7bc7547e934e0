//! Tests of each topology by itself: its routes and numbers of links against closed formulas.

use super::suite::platform;
use crate::topology::{Topology, Vertex};
use units::{HostId, LinkId, Time};

fn route(topology: &dyn Topology, src: u32, dst: u32) -> Vec<LinkId> {
    let mut path = Vec::new();
    topology.route(HostId(src), HostId(dst), &mut path);
    path
}

fn names(topology: &dyn Topology, src: u32, dst: u32) -> Vec<String> {
    route(topology, src, dst).into_iter().map(|link| topology.link_name(link)).collect()
}

/// Coordinates, lowest dimension first.
fn coordinates(mut host: u32, sizes: &[u32]) -> Vec<u32> {
    let mut list = Vec::new();
    for size in sizes {
        list.push(host % size);
        host /= size;
    }
    list
}

#[test]
fn grid_routes_are_as_long_as_the_distance() {
    let sizes = [5, 4, 3];
    for kind in ["torus", "mesh"] {
        let platform = platform(kind, "dimensions = [5, 4, 3]\nALL");
        for (src, dst) in (0..60).flat_map(|src| (0..60).map(move |dst| (src, dst))) {
            let ends = coordinates(src, &sizes).into_iter().zip(coordinates(dst, &sizes)).zip(sizes);
            let distance: u32 = ends
                .map(|((a, b), size)| {
                    let straight = a.abs_diff(b);
                    if kind == "torus" { straight.min(size - straight) } else { straight }
                })
                .sum();
            assert_eq!(route(platform.topology(), src, dst).len() as u32, distance, "{kind} {src} to {dst}");
        }
    }
}

#[test]
fn the_latency_of_grid_links_is_the_sum_of_theirs_in_any_order() {
    let link = |dimension| format!("links.dim{dimension} = {{ bandwidth = '1 GB/s', latency = '{dimension} us' }}\n");
    let links: String = (1..=4).map(link).collect();
    for kind in ["torus", "mesh"] {
        let platform = platform(kind, &format!("dimensions = [3, 1, 2, 4]\n{links}"));
        for (src, dst) in (0..24).flat_map(|src| (0..24).map(move |dst| (src, dst))) {
            let mut path = route(platform.topology(), src, dst);
            let sum = path.iter().map(|link| platform.topology().link(*link).latency).sum();
            assert_eq!(platform.topology().latency_of(&path), sum, "{kind} {src} to {dst}");
            path.reverse();
            assert_eq!(platform.topology().latency_of(&path), sum, "{kind} {src} to {dst}, backwards");
        }
    }
}

#[test]
fn grids_go_dimension_by_dimension_and_ties_upwards() {
    let torus = platform("torus", "dimensions = [4, 3]\nALL");
    // Two steps either way in dimension 1: upwards; in dimension 2 one step back over the edge.
    assert_eq!(names(torus.topology(), 0, 10), ["(0,0)+1", "(1,0)+1", "(2,0)-2"]);
    assert_eq!(names(torus.topology(), 10, 0), ["(2,2)+1", "(3,2)+1", "(0,2)+2"]);
    let mesh = platform("mesh", "dimensions = [4, 3]\nALL");
    assert_eq!(names(mesh.topology(), 10, 1), ["(2,2)-1", "(1,2)-2", "(1,1)-2"]);
}

#[test]
fn a_cluster_route_meets_each_limiter_once() {
    let text = "hosts = 4\ncabinets = 2\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us', limiter = '1.5 GB/s' }\n\
                links.cabinet = { bandwidth = '2 GB/s', latency = '3 us', limiter = '2.5 GB/s' }\n\
                links.backbone = { bandwidth = '4 GB/s', latency = '5 us' }";
    let cluster = platform("cluster", text);
    let topology = cluster.topology();
    assert_eq!(names(topology, 0, 1), ["host0-up", "host0-limiter", "host1-limiter", "host1-down"]);
    assert_eq!(
        names(topology, 0, 3),
        [
            "host0-up",
            "host0-limiter",
            "cabinet0-up",
            "cabinet0-limiter",
            "backbone",
            "cabinet1-limiter",
            "cabinet1-down",
            "host3-limiter",
            "host3-down"
        ]
    );
    // Both directions share the limiter.
    assert_eq!(route(topology, 0, 1)[1], route(topology, 1, 0)[2]);
    assert_eq!(topology.latency_of(&route(topology, 0, 3)), Time::from_ns(2_000 + 6_000 + 5_000));
}

#[test]
fn fat_tree_routes_turn_at_the_lowest_common_level() {
    let tree = platform("fat-tree", "children = [3, 2, 4]\nparents = [1, 2, 3]\nparallel = [1, 2, 1]\nALL");
    let below = [3, 6, 24];
    for (src, dst) in (0..24u32).flat_map(|src| (0..24u32).map(move |dst| (src, dst))) {
        let level =
            if src == dst { 0 } else { 1 + below.iter().position(|hosts| src / hosts == dst / hosts).unwrap() };
        assert_eq!(route(tree.topology(), src, dst).len(), 2 * level, "{src} to {dst}");
    }
}

/// Zahavi's theorem: D-mod-k routes of a shift permutation share no link in a fat tree of full bandwidth.
#[test]
fn shifts_do_not_contend_in_a_full_fat_tree() {
    for text in [
        "arity = 4\nlevels = 3\nALL",
        "children = [4, 4]\nparents = [1, 2]\nparallel = [1, 2]\nALL",
        "children = [6, 4]\nparents = [1, 3]\nparallel = [1, 2]\nALL",
    ] {
        let tree = platform("fat-tree", text);
        let hosts = tree.hosts();
        for shift in 1..hosts {
            let mut load = vec![0u32; tree.topology().links() as usize];
            for src in 0..hosts {
                for link in route(tree.topology(), src, (src + shift) % hosts) {
                    load[link.index()] += 1;
                }
            }
            assert_eq!(load.iter().max(), Some(&1), "{text}, shift {shift}");
        }
    }
}

#[test]
fn a_dragonfly_joins_every_two_groups_in_every_round() {
    for (wiring, rounds) in [("absolute", 2), ("relative", 2), ("absolute", 1), ("relative", 1)] {
        let links = 2 * rounds;
        let text = format!("groups = 5\nrouters = 2\nhosts = 1\nglobal_links = {links}\nwiring = '{wiring}'\nDRAGON");
        let dragonfly = platform("dragonfly", &text);
        let topology = dragonfly.topology();
        let group = |vertex| match vertex {
            Vertex::Switch(router) => router / 2,
            Vertex::Host(host) => host.0 / 2,
        };
        let mut joined = [0; 25];
        let mut at_router = [0; 10];
        for link in (0..topology.links()).map(LinkId).filter(|link| topology.link(*link).class == 2) {
            let (from, to) = topology.link_ends(link).unwrap();
            joined[(group(from) * 5 + group(to)) as usize] += 1;
            let Vertex::Switch(router) = from else { panic!("a global link leaves a router") };
            at_router[router as usize] += 1;
        }
        for (pair, count) in joined.iter().enumerate() {
            assert_eq!(*count, if pair % 6 == 0 { 0 } else { rounds }, "{wiring}: pair {pair}");
        }
        assert!(at_router.iter().all(|count| *count <= links), "{at_router:?}");
    }
}

/// The diameter by looking at every pair, on many small ones, those with routes shorter than usual included.
#[test]
fn the_diameter_of_a_dragonfly_is_that_of_its_longest_route() {
    let mut seen = std::collections::BTreeSet::new();
    for (groups, routers, hosts) in (1..=9).flat_map(|g| (1..=4).flat_map(move |a| (1..=2).map(move |p| (g, a, p)))) {
        let fewest = (groups - 1u32).div_ceil(routers).max(1);
        for (links, wiring) in (fewest..fewest + 4 * groups).flat_map(|l| [(l, "absolute"), (l, "relative")]) {
            let text = format!(
                "groups = {groups}\nrouters = {routers}\nhosts = {hosts}\nglobal_links = {links}\n\
                 wiring = '{wiring}'\nDRAGON"
            );
            let dragonfly = platform("dragonfly", &text);
            let topology = dragonfly.topology();
            let all = 0..dragonfly.hosts();
            let pairs = all.clone().flat_map(|src| all.clone().map(move |dst| (src, dst)));
            let longest = pairs.map(|(src, dst)| route(topology, src, dst).len() as u32).max();
            assert_eq!(Some(topology.diameter()), longest, "{text}");
            seen.insert((routers, topology.diameter()));
        }
    }
    assert!(seen.contains(&(2, 4)) && seen.contains(&(2, 5)), "{seen:?}");
}

/// Thirty thousand groups without a route of five links: no pair of all of them is looked at.
#[test]
fn a_large_dragonfly_is_arithmetic() {
    let text = "groups = 30000\nrouters = 2\nhosts = 1\nglobal_links = 59998\nDRAGON";
    let dragonfly = platform("dragonfly", text);
    assert_eq!(dragonfly.topology().diameter(), 4);
}

#[test]
fn graph_routes_prefer_few_links_then_latency_then_order() {
    let text = "hosts = ['a', 'b']\nswitches = ['s', 't', 'u', 'v']\nconnect = [\n\
                { from = 'a', to = 's', link = 'slow' }, { from = 's', to = 'b', link = 'slow' },\n\
                { from = 'a', to = 't', link = 'fast' }, { from = 't', to = 'b', link = 'fast' },\n\
                { from = 'a', to = 'u', link = 'fast' }, { from = 'u', to = 'b', link = 'fast' },\n\
                { from = 's', to = 'v', link = 'none' }, { from = 'v', to = 't', link = 'none' },\n]\n\
                links.slow = { bandwidth = '1 GB/s', latency = '2 us' }\n\
                links.fast = { bandwidth = '1 GB/s', latency = '1 us' }\n\
                links.none = { bandwidth = '1 GB/s', latency = '0 s' }";
    let graph = platform("graph", text);
    assert_eq!(names(graph.topology(), 0, 1), ["a>t", "t>b"]);
    assert_eq!(names(graph.topology(), 1, 0), ["b>t", "t>a"]);
    assert_eq!(graph.find_host("b"), Some(HostId(1)));
    assert_eq!(graph.find_host("s"), None, "a switch is not a host");
}

#[test]
fn hosts_of_a_graph_forward_only_where_they_may() {
    let square = "hosts = ['a', 'b', 'c']\nswitches = ['s', 't']\nconnect = [\n\
                  { from = 'a', to = 'b', link = 'all' }, { from = 'b', to = 'c', link = 'all', limiter = 'x' },\n\
                  { from = 'a', to = 's', link = 'all' }, { from = 's', to = 't', link = 'all', limiter = 'x' },\n\
                  { from = 't', to = 'c', link = 'all', limiter = 'x' },\n]\nlimiters = [{ name = 'x', bandwidth = '3 GB/s' }]\nALL";
    assert_eq!(names(platform("graph", square).topology(), 0, 2), ["a>b", "b>c", "x"]);
    let graph = platform("graph", &format!("transit = []\n{square}"));
    assert_eq!(names(graph.topology(), 0, 2), ["a>s", "s>t", "x", "t>c"], "the limiter counts once");
    assert_eq!(names(graph.topology(), 0, 1), ["a>b"]);
}

#[test]
fn vertices_of_a_graph_have_the_rates_of_forwarding() {
    let text = "hosts = ['a', 'b']\nswitches = ['s']\nforwarding = [\n\
                { vertices = ['a', 'b'], bandwidth = '4 GB/s' }, { vertices = ['s'], bandwidth = '5 GB/s' },\n]\n\
                connect = [{ from = 'a', to = 's', link = 'all' }, { from = 's', to = 'b', link = 'all' }]\nALL";
    let graph = platform("graph", text);
    let rates = [Vertex::Host(HostId(0)), Vertex::Host(HostId(1)), Vertex::Switch(0)];
    let rates = rates.map(|vertex| graph.topology().forwarding_rate(vertex).map(|rate| rate.0));
    assert_eq!(rates, [4, 4, 5].map(|rate| Some(rate * 1_000_000_000)));
    let ring = platform("torus", "dimensions = [4]\nALL");
    assert_eq!(ring.topology().forwarding_rate(Vertex::Host(HostId(0))), None);
}

/// A table would not fit: sixteen million hosts, three hundred million links.
#[test]
fn a_large_machine_is_arithmetic() {
    let torus = platform("torus", "dimensions = [256, 256, 256]\nALL");
    assert_eq!(torus.hosts(), 1 << 24);
    assert_eq!(torus.topology().links(), 6 << 24);
    assert_eq!(route(torus.topology(), 0, (1 << 24) - 1).len(), 3);
    assert_eq!(route(torus.topology(), 0, 0x808080).len(), 384);
    let tree = platform("fat-tree", "arity = 32\nlevels = 4\nALL");
    assert_eq!((tree.hosts(), tree.topology().links()), (1 << 20, 8 << 20));
    assert_eq!(route(tree.topology(), 0, (1 << 20) - 1).len(), 8);
    let cluster = platform(
        "cluster",
        "hosts = 1000000\ncabinets = 1000\nHOST\nlinks.cabinet = { bandwidth = '1 GB/s', latency = '1 us' }",
    );
    assert_eq!(names(cluster.topology(), 1, 999_999)[1], "cabinet0-up");
}

mod random_shapes {
    use super::*;
    use proptest::prelude::*;

    /// Ends meet and links are not repeated, on shapes nobody chose.
    fn joins(topology: &dyn Topology, src: u32, dst: u32) {
        let path = route(topology, src, dst);
        let mut here = Vertex::Host(HostId(src));
        for link in &path {
            let Some((from, to)) = topology.link_ends(*link) else { continue };
            assert_eq!(from, here);
            here = to;
        }
        assert_eq!(here, Vertex::Host(HostId(dst)));
        let mut sorted = path.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), path.len());
        assert!(path.len() as u32 <= topology.diameter());
    }

    fn any_pair(topology: &dyn Topology, a: u32, b: u32) {
        let hosts = topology.hosts();
        joins(topology, a % hosts, b % hosts);
    }

    proptest! {
        #[test]
        fn grids(sizes in prop::collection::vec(1u32..9, 1..5), torus: bool, a: u32, b: u32) {
            let machine = platform(if torus { "torus" } else { "mesh" }, &format!("dimensions = {sizes:?}\nALL"));
            any_pair(machine.topology(), a, b);
        }

        #[test]
        fn fat_trees(levels in prop::collection::vec((1u32..6, 1u32..5, 1u32..4), 1..4), a: u32, b: u32) {
            let list = |pick: fn(&(u32, u32, u32)) -> u32| levels.iter().map(pick).collect::<Vec<_>>();
            let (m, w, p) = (list(|l| l.0), list(|l| l.1), list(|l| l.2));
            let machine = platform("fat-tree", &format!("children = {m:?}\nparents = {w:?}\nparallel = {p:?}\nALL"));
            any_pair(machine.topology(), a, b);
        }

        #[test]
        fn dragonflies(groups in 1u32..9, routers in 1u32..6, hosts in 1u32..4, more in 0u32..6, relative: bool, a: u32, b: u32) {
            let links = (groups - 1).div_ceil(routers).max(1) + more;
            let wiring = if relative { "relative" } else { "absolute" };
            let text = format!("groups = {groups}\nrouters = {routers}\nhosts = {hosts}\nglobal_links = {links}\nwiring = '{wiring}'\nDRAGON");
            any_pair(platform("dragonfly", &text).topology(), a, b);
        }
    }
}

#[test]
fn ways_between_zones_lead_through_their_gateways() {
    let platform = platform(
        "zones",
        "zones = [{ name = 'a', gateway = 'root', topology = { kind = 'cluster', hosts = 2, HOST, links.backbone = { bandwidth = '9 GB/s', latency = '5 us' } } }, \
         { name = 'b', topology = { kind = 'full', hosts = 3, ALL } }, { name = 'c', topology = { kind = 'full', hosts = 1, ALL } }]
outer = { kind = 'full', hosts = 3, ALL }
bypasses = [{ from = 'a', to = 'b', entry = 'host2' }, { from = 'b', to = 'a', exit = 'host1' }]",
    );
    let topology = platform.topology();
    let way = |from, to| names(topology, from, to).join(" ");
    assert_eq!(way(0, 1), "a.host0-up a.backbone a.host1-down", "inside");
    assert_eq!(way(0, 4), "a.host0-up a.backbone outer.host0>host1", "host2 of b is where it enters");
    assert_eq!(way(0, 2), "a.host0-up a.backbone outer.host0>host1 b.host2>host0");
    assert_eq!(way(2, 0), "b.host0>host1 outer.host1>host0 a.backbone a.host0-down");
    assert_eq!(way(4, 5), "b.host2>host0 outer.host1>host2", "no way is given: b's own gateway");
}

#[test]
fn ties_of_a_torus_as_simgrid_goes() {
    let platform = platform("torus", "dimensions = [4]\nties = 'simgrid'\nALL");
    let up = |from, to| names(platform.topology(), from, to).iter().all(|name| name.ends_with("+1"));
    let halves: Vec<bool> = (0..4).map(|from| up(from, (from + 2) % 4)).collect();
    assert_eq!(halves, [true, true, false, true]);
}
