//! Tests of the topology PERCS beyond those that all topologies share: sizes, wiring, routes, and how evenly routes load D
//! links (the links between supernodes).

use super::super::suite::platform;
use super::D_PORTS;
use crate::machine::Platform;
use crate::topology::{Topology, Vertex};
use std::collections::{BTreeMap, BTreeSet};
use units::{Endpoint, HostId, LinkId, Rate, Time};

const CHOICES: [&str; 4] = [
    "",
    "wiring = 'relative'\nd_ports = 'striped'\n",
    "d_ports = 'striped'\nd_choice = 'hash'\n",
    "wiring = 'relative'\nd_choice = 'hash'\n",
];

fn machine(text: &str) -> Platform {
    platform("percs", &format!("{text}\nPERCS"))
}

fn route(topology: &dyn Topology, src: u32, dst: u32) -> Vec<LinkId> {
    let mut path = Vec::new();
    topology.route(HostId(src), HostId(dst), &mut path);
    path
}

fn names(topology: &dyn Topology, src: u32, dst: u32) -> Vec<String> {
    route(topology, src, dst).into_iter().map(|link| topology.link_name(link)).collect()
}

fn d_links(topology: &dyn Topology) -> impl Iterator<Item = LinkId> + '_ {
    (0..topology.links()).map(LinkId).filter(|link| topology.link(*link).class == 3)
}

#[test]
fn the_whole_machine_is_arithmetic() {
    let machine = machine("supernodes = 512");
    let topology = machine.topology();
    assert_eq!((topology.hosts(), topology.diameter()), (16_384, 5));
    assert_eq!(topology.links(), 2 * 16_384 + 16_384 * 31 + 512 * 511);
    // 256 × 256 D links of 10 GB/s.
    assert_eq!(topology.bisection(), Rate(655_360_000_000_000));
    assert!(size_of::<super::Percs>() < 512);
}

#[test]
fn packets_go_as_hardware_sends_them_unless_told_otherwise() {
    for (text, name) in [("", "minimal"), ("routing = 'direct'", "minimal"), ("routing = 'indirect'", "valiant")] {
        let machine = machine(&format!("supernodes = 3\n{text}"));
        let routing = machine.topology().packet_routing().unwrap();
        assert_eq!(routing.routings()[usize::from(routing.default_routing())].name, name, "{text}");
    }
}

#[test]
fn a_qcm_has_its_links_side_by_side() {
    let machine = machine("supernodes = 2\nqcm_links = 3");
    let lanes = |src: u32, dst: u32| {
        route(machine.topology(), src, dst).iter().map(|link| machine.lanes(*link)).collect::<Vec<_>>()
    };
    assert_eq!(lanes(0, 1), [3, 1, 3]);
    assert_eq!(lanes(0, 40).iter().filter(|lanes| **lanes == 3).count(), 2);
    assert_eq!(machine.lanes(LinkId(machine.topology().links())), 1, "in a host");
}

#[test]
fn links_of_a_hub_are_those_of_the_hub_chip() {
    for supernodes in [2, 3, 8, 17, 64, 255, 512] {
        for choice in CHOICES {
            let machine = machine(&format!("supernodes = {supernodes}\n{choice}"));
            let topology = machine.topology();
            let mut ports: BTreeMap<Vertex, [u32; 4]> = BTreeMap::new();
            for link in (0..topology.links()).map(LinkId) {
                if let Some((from @ Vertex::Switch(_), _)) = topology.link_ends(link) {
                    ports.entry(from).or_default()[usize::from(topology.link(link).class)] += 1;
                }
            }
            assert_eq!(ports.len() as u32, topology.hosts());
            for (hub, [qcm, ll, lr, d]) in ports {
                assert_eq!((qcm, ll, lr), (1, 7, 24), "{hub:?}");
                assert!(d <= D_PORTS, "{hub:?} of {supernodes} supernodes has {d} D links, {choice}");
            }
        }
    }
}

#[test]
fn every_two_supernodes_have_a_bundle_each_way() {
    for (supernodes, expected) in [(2, 512), (5, 128), (64, 8), (300, 1)] {
        for choice in CHOICES {
            let machine = machine(&format!("supernodes = {supernodes}\n{choice}"));
            let topology = machine.topology();
            let mut bundles: BTreeMap<(u32, u32), u32> = BTreeMap::new();
            let mut ends = BTreeSet::new();
            for link in d_links(topology) {
                let Some((Vertex::Switch(from), Vertex::Switch(to))) = topology.link_ends(link) else { panic!() };
                *bundles.entry((from / 32, to / 32)).or_default() += 1;
                ends.insert((from, to));
            }
            assert_eq!(bundles.len() as u32, supernodes * (supernodes - 1));
            assert!(bundles.values().all(|links| *links == expected), "{supernodes}: {choice}");
            assert!(ends.iter().all(|(from, to)| ends.contains(&(*to, *from))), "a cable has two directions");
        }
    }
}

#[test]
fn routes_by_name() {
    let machine = machine("supernodes = 64");
    let topology = machine.topology();
    assert_eq!(names(topology, 0, 7), ["host0-up", "s0d0h0>s0d0h7", "host7-down"]);
    assert_eq!(names(topology, 9, 31), ["host9-up", "s0d1h1>s0d3h7", "host31-down"]);
    // Round (3 + ⌊2·8/32⌋) mod 8. Port 3·63 + 0 of supernode 0 and of supernode 1 is at hub ⌊189·32/504⌋ = 12.
    assert_eq!(names(topology, 3, 34), ["host3-up", "s0d0h3>s0d1h4", "s0>s1#3", "s1d1h4>s1d0h2", "host34-down"]);
    assert_eq!(topology.latency_of(&route(topology, 3, 34)), Time::from_ns(2_000 + 2_000 + 3_000 + 2_000));
}

#[test]
fn pairs_of_hubs_share_a_bundle_evenly() {
    for (choice, least, most) in [("round-robin", 128, 128), ("hash", 90, 170)] {
        let machine = machine(&format!("supernodes = 64\nd_choice = '{choice}'"));
        let topology = machine.topology();
        let mut used: BTreeMap<LinkId, u32> = BTreeMap::new();
        for (src, dst) in (0..32).flat_map(|src| (0..32).map(move |dst| (src, 32 * 40 + dst))) {
            let path = route(topology, src, dst);
            let link = path.into_iter().find(|link| topology.link(*link).class == 3);
            *used.entry(link.unwrap()).or_default() += 1;
        }
        assert_eq!(used.len(), 8, "{choice}: {used:?}");
        assert!(used.values().all(|pairs| (least..=most).contains(pairs)), "{choice}: {used:?}");
    }
}

#[test]
fn a_permutation_of_hubs_shares_a_bundle_evenly() {
    let machine = machine("supernodes = 64");
    let topology = machine.topology();
    for shift in 0..32 {
        let mut used: BTreeMap<LinkId, u32> = BTreeMap::new();
        for hub in 0..32 {
            let path = route(topology, hub, 32 * 7 + (hub + shift) % 32);
            *used.entry(*path.iter().find(|link| topology.link(**link).class == 3).unwrap()).or_default() += 1;
        }
        assert!(used.len() == 8 && used.values().all(|pairs| (3..=5).contains(pairs)), "shift {shift}: {used:?}");
    }
}

#[test]
fn indirect_routes_meet_one_other_supernode() {
    let machine = machine("supernodes = 20\nrouting = 'indirect'");
    let topology = machine.topology();
    let mut met: BTreeMap<u32, u32> = BTreeMap::new();
    for (src, dst) in (0..32).flat_map(|src| (0..32).map(move |dst| (src + 32 * 4, dst + 32 * 11))) {
        let path = route(topology, src, dst);
        let ends = path.iter().filter(|link| topology.link(**link).class == 3).map(|link| topology.link_ends(*link));
        let supernodes: Vec<u32> = ends
            .flatten()
            .map(|(_, to)| match to {
                Vertex::Switch(hub) => hub / 32,
                Vertex::Host(host) => panic!("a D link leads to {host}"),
            })
            .collect();
        assert!(supernodes.len() == 2 && supernodes[1] == 11 && ![4, 11].contains(&supernodes[0]), "{supernodes:?}");
        assert!(path.len() <= 7);
        *met.entry(supernodes[0]).or_default() += 1;
    }
    // 1,024 pairs over 18 supernodes, 57 each on average.
    assert!(met.len() == 18 && met.values().all(|pairs| (52..=62).contains(pairs)), "{met:?}");
    // Within a supernode nothing is gained by a third one.
    assert_eq!(route(topology, 1, 30).len(), 3);
}

/// What D links carry if each pair of cores sends a message.
fn d_loads(choice: &str, pairs: impl Iterator<Item = [(u32, u16); 2]>) -> BTreeMap<LinkId, u32> {
    let machine = machine(&format!("supernodes = 64\nrouting = 'indirect'\nd_choice = '{choice}'"));
    let topology = machine.topology();
    let (mut loads, mut path) = (BTreeMap::new(), Vec::new());
    for [src, dst] in pairs {
        let [src, dst] = [src, dst].map(|(host, core)| Endpoint { host: HostId(host), core, ..Endpoint::default() });
        path.clear();
        topology.route_of_cores(src, dst, &mut path);
        let crossed = path.iter().filter(|link| topology.link(**link).class == 3);
        crossed.for_each(|link| *loads.entry(*link).or_default() += 1);
    }
    loads
}

#[test]
fn indirect_routes_spread_the_messages_of_two_hubs() {
    let among = |choice| d_loads(choice, (0..32).flat_map(|from| (0..32).map(move |to| [(3, from), (40, to)])));
    // Two links each for 1,024 pairs, of 62 · 8 ways to a third supernode and as many from there.
    for (choice, most) in [("round-robin", 4), ("hash", 12)] {
        let loads = among(choice);
        assert_eq!(loads.values().sum::<u32>(), 2 * 1024);
        assert!(loads.len() > 800 && loads.values().all(|load| *load <= most), "{choice}: {loads:?}");
    }
}

#[test]
fn indirect_routes_spread_shifts_of_cores_and_of_hubs_evenly() {
    // Each of 1,024 cores of a supernode sends one message to the core so much further in another: 2 on average.
    for (hubs, cores) in [(0, 0), (0, 5), (1, 0), (7, 31), (16, 16)] {
        let far = |hub: u32, core: u16| (32 * 50 + (hub + hubs) % 32, (core + cores) % 32);
        let pairs = (0..32).flat_map(|hub| (0..32).map(move |core| (hub, core)));
        let loads = d_loads("round-robin", pairs.map(|(hub, core)| [(32 * 9 + hub, core), far(hub, core)]));
        assert_eq!(loads.values().sum::<u32>(), 2 * 1024);
        assert!(loads.len() > 700 && loads.values().all(|load| *load <= 6), "{hubs} {cores}: {loads:?}");
    }
}

/// The all-to-all within a supernode: each QCM sends to 31 others over links of its own, so that LR links carry
/// d for each pair and the QCM links 31·d.
#[test]
fn an_all_to_all_in_a_supernode_loads_every_link_once() {
    let machine = machine("supernodes = 1");
    let topology = machine.topology();
    let mut load = vec![0; topology.links() as usize];
    for (src, dst) in (0..32).flat_map(|src| (0..32).map(move |dst| (src, dst))) {
        for link in route(topology, src, dst) {
            load[link.index()] += 1;
        }
    }
    for link in (0..topology.links()).map(LinkId) {
        let expected = if topology.link(link).class == 0 { 31 } else { 1 };
        assert_eq!(load[link.index()], expected, "{}", topology.link_name(link));
    }
}
