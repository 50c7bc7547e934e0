//! Tests of drawings: every kind of topology is drawn whole if it is small and in part if it is large, and each link ends at
//! its vertices.

use crate::{Drawing, Role, layout, svg};
use platform::{Platform, Vertex};
use std::collections::BTreeSet;
use units::{HostId, LinkId};

const REST: &str = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }\n";

fn machine(text: &str) -> Platform {
    let classes = ["all", "host", "cabinet", "backbone", "local", "global", "router", "up", "spine"];
    let mut text = format!("name = 'A < B & C'\n[topology]\n{text}\n").replace("PERCS", PERCS);
    for class in classes {
        text = text.replace(
            &class.to_uppercase(),
            &format!("links.{class} = {{ bandwidth = '2 GB/s', latency = '1 us' }}\n"),
        );
    }
    Platform::from_str(&format!("{text}{REST}"), "drawn.toml").unwrap()
}

const SMALL: &[&str] = &[
    "kind = 'torus'\ndimensions = [6]\nALL",
    "kind = 'torus'\ndimensions = [5, 4]\nALL",
    "kind = 'torus'\ndimensions = [4, 3, 5]\nALL",
    "kind = 'mesh'\ndimensions = [3, 1, 4]\nALL",
    "kind = 'torus'\ndimensions = [3, 3, 3, 3]\nALL",
    "kind = 'hypercube'\ndimensions = 6\nALL",
    "kind = 'fat-tree'\narity = 3\nlevels = 3\nALL",
    "kind = 'fat-tree'\nchildren = [4, 4]\nparents = [1, 2]\nparallel = [1, 2]\nALL",
    "kind = 'cluster'\nhosts = 12\nHOST",
    "kind = 'cluster'\nhosts = 12\nHOSTBACKBONE",
    "kind = 'cluster'\nhosts = 12\ncabinets = [5, 4, 3]\nHOSTCABINETBACKBONE",
    "kind = 'dragonfly'\ngroups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\nHOSTLOCALGLOBAL",
    "kind = 'dragonfly-plus'\ngroups = 5\nleaves = 4\nspines = 4\nhosts = 2\nHOSTLOCALGLOBAL",
    "kind = 'hyperx'\ndimensions = [4, 3]\nhosts = 2\nHOSTALL",
    "kind = 'hyperx'\ndimensions = [5]\nhosts = 2\nHOSTALL",
    "kind = 'hyperx'\ndimensions = [2, 3, 2]\nhosts = 1\nHOSTALL",
    "kind = 'slim-fly'\nq = 5\nhosts = 2\nHOSTROUTER",
    "kind = 'full'\nhosts = 9\nALL",
    "kind = 'percs'\nsupernodes = 3\ndrawers = 2\nhubs = 3\nd_links = 2\nPERCS",
    "kind = 'percs'\nsupernodes = 1\ndrawers = 1\nhubs = 1\nPERCS",
    "kind = 'torus'\ndimensions = [1, 1]\nALL",
    "kind = 'dragonfly'\ngroups = 1\nrouters = 1\nhosts = 1\nHOSTLOCALGLOBAL",
    "kind = 'fat-tree'\narity = 1\nlevels = 3\nALL",
    "kind = 'graph'\nhosts = 5\nconnect = [{ from = 'host0', to = 'host1', link = 'all' }, { from = 'host1', to = 'host2', link = 'all' }, { from = 'host2', to = 'host3', link = 'all' }, { from = 'host3', to = 'host4', link = 'all' }]\nALL",
    "kind = 'graph'\nhosts = 3\nswitches = ['a', 'b']\nconnect = [{ from = 'host0', to = 'a', link = 'all' }, { from = 'host1', to = 'a', link = 'all' }, { from = 'a', to = 'b', link = 'all' }, { from = 'b', to = 'host2', link = 'all' }]\nALL",
    "kind = 'zones'\nouter = { kind = 'full', hosts = 2, links.all = { bandwidth = '2 GB/s', latency = '1 us' } }\nzones = [{ name = 'z', count = 2, topology = { kind = 'cluster', hosts = 4, links.host = { bandwidth = '2 GB/s', latency = '1 us' } } }]",
    "kind = 'zones'\nouter = { kind = 'graph', hosts = 2, switches = ['s'], connect = [{ from = 'host0', to = 's', link = 'all' }, { from = 'host1', to = 's', link = 'all' }], links.all = { bandwidth = '2 GB/s', latency = '1 us' } }\nzones = [{ name = 'in', topology = { kind = 'zones', outer = { kind = 'full', hosts = 2, links.all = { bandwidth = '2 GB/s', latency = '1 us' } }, zones = [{ name = 'i', gateway = 'root', topology = { kind = 'cluster', hosts = 4, links.host = { bandwidth = '2 GB/s', latency = '1 us' }, links.backbone = { bandwidth = '2 GB/s', latency = '1 us' } } }, { name = 'j', topology = { kind = 'torus', dimensions = [4, 3], links.all = { bandwidth = '2 GB/s', latency = '1 us' } } }] } }, { name = 'k', topology = { kind = 'fat-tree', arity = 2, levels = 3, links.all = { bandwidth = '2 GB/s', latency = '1 us' } } }]",
];

/// The classes of links of a PERCS.
const PERCS: &str = "links.QCM = { bandwidth = '24 GB/s', latency = '40 ns' }\nlinks.LL = { bandwidth = '24 GB/s', latency = '85 ns' }\nlinks.LR = { bandwidth = '5 GB/s', latency = '110 ns' }\nlinks.D = { bandwidth = '10 GB/s', latency = '180 ns' }";

/// Far more than what is drawn.
const LARGE: &[&str] = &[
    "kind = 'torus'\ndimensions = [5000]\nALL",
    "kind = 'torus'\ndimensions = [300, 200]\nALL",
    "kind = 'torus'\ndimensions = [40, 40, 40]\nALL",
    "kind = 'hypercube'\ndimensions = 14\nALL",
    "kind = 'fat-tree'\nchildren = [18, 18, 20]\nparents = [1, 18, 18]\nALL",
    "kind = 'cluster'\nhosts = 5000\nHOST",
    "kind = 'cluster'\nhosts = 6000\ncabinets = 60\nHOSTCABINET",
    "kind = 'dragonfly'\ngroups = 74\nrouters = 32\nhosts = 16\nglobal_links = 10\nHOSTLOCALGLOBAL",
    "kind = 'dragonfly-plus'\ngroups = 40\nleaves = 16\nspines = 16\nhosts = 16\nHOSTLOCALGLOBAL",
    "kind = 'hyperx'\ndimensions = [20, 20]\nhosts = 20\nHOSTALL",
    "kind = 'slim-fly'\nq = 29\nHOSTROUTER",
    "kind = 'full'\nhosts = 2000\nALL",
    "kind = 'zones'\nouter = { kind = 'full', hosts = 40, links.all = { bandwidth = '2 GB/s', latency = '1 us' } }\nzones = [{ name = 'z', count = 40, topology = { kind = 'cluster', hosts = 100, links.host = { bandwidth = '2 GB/s', latency = '1 us' } } }]",
    "kind = 'percs'\nsupernodes = 40\nPERCS",
];

/// What holds for every drawing.
fn check(platform: &Platform, layout: &Drawing) {
    let inside = |x: f64, y: f64| (0.0..=layout.size.x).contains(&x) && (0.0..=layout.size.y).contains(&y);
    assert!(
        layout.nodes.iter().all(|node| inside(node.at.x, node.at.y) && node.radius > 0.0 && !node.name.is_empty())
    );
    let points = layout.lines.iter().flat_map(|line| line.pieces.iter().flatten());
    assert!(points.clone().all(|point| inside(point.x, point.y)));
    for line in &layout.lines {
        assert!(!line.links.is_empty() && line.links.is_sorted() && !line.pieces.is_empty());
        let (from, to) = (&layout.nodes[line.ends.0], &layout.nodes[line.ends.1]);
        assert_eq!(line.pieces[0][0], from.at);
        assert_eq!(line.pieces.last().unwrap().last(), Some(&to.at));
        assert!(line.pieces.iter().all(|piece| piece.len() >= 2 && (!line.curved || piece.len() == 3)));
        for link in &line.links {
            assert_eq!(platform.link(*link).class, line.class);
            let (start, end) = platform.topology().link_ends(*link).unwrap();
            if from.role != Role::Group {
                let ends = BTreeSet::from([from.vertex, to.vertex]);
                assert_eq!(BTreeSet::from([start, end]), ends, "{}", platform.link_name(*link));
            }
        }
    }
    let counted: u64 = layout.classes.iter().map(|class| class.links).sum();
    assert_eq!(counted, u64::from(platform.topology().links()));
    // Nodes do not hide each other, but for those that stand for a group and its detail.
    let alone: Vec<_> = layout.nodes.iter().filter(|node| node.role != Role::Group).collect();
    for (at, node) in alone.iter().enumerate() {
        let near = alone[..at].iter().find(|other| other.at.distance(node.at) < 0.8 * node.radius.min(other.radius));
        assert!(near.is_none(), "{} stands on {}", node.name, near.unwrap().name);
    }
}

#[test]
fn a_small_machine_is_drawn_whole() {
    for text in SMALL {
        println!("{text}");
        let platform = machine(text);
        let layout = layout(&platform, 512);
        check(&platform, &layout);
        let hosts: BTreeSet<Vertex> =
            layout.nodes.iter().filter(|node| node.role == Role::Host).map(|node| node.vertex).collect();
        assert_eq!(hosts, (0..platform.hosts()).map(|host| Vertex::Host(HostId(host))).collect());
        let drawn: BTreeSet<LinkId> = layout.lines.iter().flat_map(|line| line.links.iter().copied()).collect();
        let topology = platform.topology();
        let all = (0..topology.links()).map(LinkId).filter(|link| topology.link_ends(*link).is_some());
        assert_eq!(drawn, all.collect());
        assert!(!layout.notes.iter().any(|note| note.contains("drawn")), "{:?}", layout.notes);
    }
}

#[test]
fn a_large_machine_is_drawn_in_part_and_says_so() {
    for text in LARGE {
        println!("{text}");
        let platform = machine(text);
        let layout = layout(&platform, 512);
        check(&platform, &layout);
        assert!(!layout.notes.is_empty() && !layout.lines.is_empty());
        assert!(layout.nodes.len() < 2_000, "{} nodes", layout.nodes.len());
        assert!(svg(&platform, &layout).len() < 3_000_000);
    }
}

#[test]
fn the_number_of_hosts_is_limited() {
    for text in SMALL.iter().chain(LARGE) {
        let platform = machine(text);
        let few = layout(&platform, 1);
        check(&platform, &few);
        assert!(!few.nodes.is_empty(), "{text}");
    }
}

#[test]
fn the_text_names_the_classes_and_what_is_left_out() {
    let platform = machine(SMALL[10]);
    let drawing = layout(&platform, 8);
    let text = svg(&platform, &drawing);
    for part in
        ["<svg ", "viewBox", "A &lt; B &amp; C", "cabinet: 2 GB/s each way, 1 us, 6 links", "backbone: ", "host1-up"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.contains("At most 2 hosts of a cabinet are drawn"), "{text}");
    assert_eq!(text, svg(&platform, &layout(&platform, 8)), "the same bytes each time");
}

#[test]
fn limiters_are_told_of() {
    let text =
        "kind = 'cluster'\nhosts = 4\nlinks.host = { bandwidth = '2 GB/s', latency = '1 us', limiter = '3 GB/s' }";
    let platform = machine(text);
    let text = svg(&platform, &layout(&platform, 8));
    assert!(text.contains("host-limiter: 4 limiters of 3 GB/s, shared by several links; not drawn"), "{text}");
}

#[test]
fn zones_are_boxes_in_boxes() {
    let text = SMALL.last().unwrap();
    let platform = machine(text);
    let drawn = layout(&platform, 1_000);
    let frame = |caption: &str| drawn.frames.iter().find(|frame| frame.caption == caption).unwrap();
    let right = |name: &str| (frame(name).at.x + frame(name).size.x, frame(name).at.y + frame(name).size.y);
    for inner in ["i", "j"] {
        let (outer, own) = (frame("in"), frame(inner));
        assert!(own.at.x > outer.at.x && own.at.y > outer.at.y, "{inner} begins within");
        assert!(right(inner).0 < right("in").0 && right(inner).1 < right("in").1, "{inner} ends within");
    }
    let boxes = [("i", 0..4), ("j", 4..16), ("k", 16..24), ("in", 0..16)];
    for (name, hosts) in boxes {
        let own = frame(name);
        for node in drawn.nodes.iter().filter(|node| node.role == Role::Host) {
            let Vertex::Host(HostId(host)) = node.vertex else { panic!("a host's node stands for a host") };
            let inside =
                (own.at.x..right(name).0).contains(&node.at.x) && (own.at.y..right(name).1).contains(&node.at.y);
            assert_eq!(inside, hosts.contains(&host), "host {host} in {name}");
        }
    }
    // Every link has a line, once.
    let lines: Vec<LinkId> = drawn.lines.iter().flat_map(|line| line.links.iter().copied()).collect();
    assert_eq!(lines.len() as u32, platform.topology().links());
}

#[test]
fn stubs_are_told_of_where_there_are_some() {
    let told = |dimensions: &str| {
        let platform = machine(&format!("kind = 'torus'\ndimensions = {dimensions}\nALL"));
        layout(&platform, 512).notes.iter().any(|note| note.contains("Short stubs"))
    };
    assert!(told("[3, 2, 2]") && told("[8, 8, 8]") && told("[2, 2, 2, 3]"));
    for none in ["[1]", "[1, 1, 1]", "[5]", "[5, 4]", "[2, 2, 2]", "[2, 2, 2, 2]"] {
        assert!(!told(none), "{none}");
    }
}
