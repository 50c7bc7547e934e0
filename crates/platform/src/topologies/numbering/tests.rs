//! Snapshot tests of topologies: digests of link numbers, names, routes and packet paths. Link numbers are in the tables of
//! runs, and simulated times follow from routes, so neither may change by accident.
//!
//! `numbering.txt` has a line for each machine; with `WINDTUNNEL_WRITE_TABLES=1` the test writes this file anew. To see what a
//! change has changed, set `WINDTUNNEL_PRINT_MACHINE=TEXT`: for each machine whose line contains TEXT, the test prints the
//! texts from which the digests are computed.

use crate::machine::Platform;
use crate::routing::{PacketRouting, RouteState, RoutingView, mix};
use crate::topologies::random::random_machines;
use crate::topologies::suite::{INSTANCES, platform};
use crate::topology::{Topology, Vertex};
use std::fmt::Write;
use units::{Endpoint, HostId, LinkId};

/// Pairs of hosts at most.
const PAIRS: u64 = 3_000;

/// A view whose answers are a hash of the question and of how many there were.
struct Hashed(u64);

impl RoutingView for Hashed {
    fn queued(&self, link: LinkId) -> u64 {
        mix(self.0 ^ u64::from(link.0)) % 10_000
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        mix(self.0 ^ u64::from(link.0) << 8 ^ u64::from(vc)) % 10_000
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.0 = mix(self.0);
        (self.0 % u64::from(bound)) as u32
    }
}

/// All pairs of hosts, or a sample.
fn pairs(hosts: u32) -> impl Iterator<Item = (u32, u32)> {
    let all = u64::from(hosts) * u64::from(hosts);
    (0..all.min(PAIRS)).map(move |number| {
        let pair = if all <= PAIRS { number } else { mix(number) % all };
        ((pair / u64::from(hosts)) as u32, (pair % u64::from(hosts)) as u32)
    })
}

fn links(topology: &dyn Topology, text: &mut String) {
    for link in (0..topology.links()).map(LinkId) {
        let (what, name) = (topology.link(link), topology.link_name(link));
        writeln!(text, "{link} {name} {what:?} {:?} {}", topology.link_ends(link), topology.lanes(link)).unwrap();
    }
}

fn routes(topology: &dyn Topology, text: &mut String) {
    let mut path = Vec::new();
    for (src, dst) in pairs(topology.hosts()) {
        path.clear();
        topology.route(HostId(src), HostId(dst), &mut path);
        write!(text, "{src} to {dst}: {path:?}").unwrap();
        let end = |host, core| Endpoint { host: HostId(host), core, ..Endpoint::default() };
        path.clear();
        topology.route_of_cores(end(src, 3), end(dst, 5), &mut path);
        writeln!(text, ", of cores {path:?}").unwrap();
    }
}

fn packets(topology: &dyn Topology, routing: &dyn PacketRouting, text: &mut String) {
    let regions = (0..topology.hosts()).map(|host| routing.region(Vertex::Host(HostId(host))));
    writeln!(text, "{} regions: {:?}", routing.regions(), regions.collect::<Vec<_>>()).unwrap();
    for number in 0..routing.routings().len() as u8 {
        let (vcs, scope) = (routing.vcs(number), routing.scope(number));
        writeln!(text, "routing {number}: {vcs} {scope:?} {:?}", (routing.escape(number), routing.slots(number)))
            .unwrap();
        for (src, dst) in pairs(topology.hosts()) {
            let mut view = Hashed(mix(u64::from(src) << 32 | u64::from(dst)));
            let mut route = RouteState::new(HostId(src), HostId(dst), 1_000);
            let mut here = Vertex::Host(HostId(src));
            write!(text, "{src} to {dst}:").unwrap();
            while let Some(hop) = routing.next(number, here, &mut route, &mut view) {
                write!(text, " {}/{}{}", hop.link.0, hop.vc, if hop.bubble { "*" } else { "" }).unwrap();
                here = topology.link_ends(hop.link).map_or(Vertex::Switch(u32::MAX), |(_, to)| to);
                (route.hops, route.in_vc, view.0) = (route.hops + 1, hop.vc, mix(view.0));
            }
            text.push('\n');
        }
    }
}

fn all_of(platform: &Platform) -> String {
    let topology = platform.topology();
    let mut text = format!(
        "{}\n{} hosts, diameter {}, bisection {:?}, {:?}\n{:?}\n",
        topology.describe(),
        topology.hosts(),
        topology.diameter(),
        topology.bisection(),
        topology.class_names(),
        topology.shape(),
    );
    links(topology, &mut text);
    routes(topology, &mut text);
    if let Some(routing) = topology.packet_routing() {
        packets(topology, routing, &mut text);
    }
    text
}

/// FNV-1a.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn links_and_routes_keep_their_numbers() {
    let wanted = std::env::var("WINDTUNNEL_PRINT_MACHINE").ok();
    let mut lines = String::new();
    let mut add = |name: &str, text: &str| {
        if wanted.as_ref().is_some_and(|wanted| name.contains(wanted)) {
            println!("{name}\n{text}");
        }
        writeln!(lines, "{:016x} {}", digest(text), name.replace('\n', "; ")).unwrap();
    };
    for instance in INSTANCES {
        add(&format!("{} {}", instance.kind, instance.text), &all_of(&platform(instance.kind, instance.text)));
    }
    for (kind, machines) in random_machines() {
        let text: String = machines.map(|text| all_of(&platform(kind, &text))).collect();
        add(&format!("random {kind}"), &text);
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let files = std::fs::read_dir(format!("{root}/platforms")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        add(&name, &all_of(&Platform::load(&file).unwrap()));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/topologies/numbering.txt");
    if std::env::var_os("WINDTUNNEL_WRITE_TABLES").is_some() {
        std::fs::write(path, &lines).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    let changed: Vec<&str> = lines.lines().filter(|line| stored.lines().all(|other| other != *line)).collect();
    assert!(lines == stored, "numbers or routes have changed:\n{}", changed.join("\n"));
}
