//! Imported platforms against SimGrid: every route between hosts, link by link.
//!
//! `simgrid/NAME.routes` is what SimGrid 3.32 says of `simgrid/NAME.xml`; `WT_SIMGRID_ROUTES` names another folder of such
//! files. A platform has the same route if its latency is the same,
//! the bandwidths of its links are, and two routes share a capacity here exactly where they share a link there.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use platform::{Platform, Topology, Vertex};
use std::collections::BTreeMap;
use units::{HostId, LinkId, Time};
use windtunnel_import::simgrid;

/// Names and bandwidths of SimGrid's links.
struct Golden<'t> {
    from: &'t str,
    to: &'t str,
    latency: Time,
    links: Vec<(&'t str, u64)>,
}

fn golden(line: &str) -> Golden<'_> {
    let mut words = line.split(' ');
    let (from, to, latency) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
    let link = |word| {
        let (name, bandwidth): (&str, &str) = str::rsplit_once(word, ':').unwrap();
        (name, bandwidth.parse().unwrap())
    };
    Golden { from, to, latency: Time::from_ps(latency.parse().unwrap()), links: words.map(link).collect() }
}

fn path(platform: &Platform, from: &str, to: &str) -> Vec<LinkId> {
    let host = |name: &str| platform.find_host(name).unwrap_or_else(|| panic!("no host {name}"));
    let mut path = Vec::new();
    platform.topology().route(host(from), host(to), &mut path);
    path
}

/// What is wrong with the routes of a platform.
fn differences(platform: &Platform, routes: &str) -> Vec<String> {
    let topology = platform.topology();
    let mut wrong = Vec::new();
    let (mut ours, mut theirs): (BTreeMap<String, LinkId>, BTreeMap<LinkId, String>) = Default::default();
    for route in routes.lines().filter(|line| !line.starts_with('#')).map(golden) {
        let path = path(platform, route.from, route.to);
        let name = format!("{} to {}", route.from, route.to);
        if topology.latency_of(&path) != route.latency {
            wrong.push(format!("{name}: {} instead of {}", topology.latency_of(&path), route.latency));
        }
        let capacities = capacities(topology, &path);
        let rate = |link: &LinkId| topology.link(*link).bandwidth.0;
        let mut own: Vec<(u64, LinkId)> = capacities.iter().map(|link| (rate(link), *link)).collect();
        let mut other: Vec<(u64, &str)> = route.links.iter().map(|(name, bandwidth)| (*bandwidth, *name)).collect();
        let in_order = own.iter().map(|pair| pair.0).eq(other.iter().map(|pair| pair.0));
        if !in_order {
            // SimGrid's limiters stand before a link, its Dijkstra zones before what comes before them.
            own.sort_by_key(|pair| pair.0);
            other.sort_by_key(|pair| pair.0);
        }
        let here: Vec<u64> = own.iter().map(|pair| pair.0).collect();
        let there: Vec<u64> = other.iter().map(|pair| pair.0).collect();
        let alone = |at: usize| here.iter().filter(|other| **other == here[at]).count() == 1;
        for (at, ((_, link), (_, name))) in own.iter().zip(&other).enumerate() {
            if here == there && (in_order || alone(at)) {
                let same = *ours.entry((*name).to_owned()).or_insert(*link);
                let other = theirs.entry(*link).or_insert_with(|| (*name).to_owned());
                if same != *link || other != name {
                    wrong.push(format!(
                        "{}: `{name}` is `{}`, elsewhere `{other}`",
                        route.from,
                        topology.link_name(*link)
                    ));
                }
            }
        }
        if here != there {
            wrong.push(format!("{name}: links of {here:?} B/s instead of {there:?}"));
        }
    }
    wrong
}

/// What a route shares with others: a link, or the limiter beside it if that is the link's whole capacity.
fn capacities(topology: &dyn Topology, path: &[LinkId]) -> Vec<LinkId> {
    let has_ends = |link: &LinkId| topology.link_ends(*link).is_some();
    let rate = |link: &LinkId| topology.link(*link).bandwidth;
    let mut kept: Vec<LinkId> = Vec::new();
    let mut at = 0;
    while let Some(link) = path.get(at) {
        at += 1;
        let next = path.get(at);
        match (has_ends(link), next) {
            (_, Some(next)) if has_ends(link) != has_ends(next) && rate(link) == rate(next) => {
                kept.push(if has_ends(link) { *next } else { *link });
                at += 1;
            }
            _ => kept.push(*link),
        }
    }
    kept
}

/// The figures of a machine, by looking at every route and every link.
fn wrong_figures(topology: &dyn Topology) -> Vec<String> {
    let hosts = || (0..topology.hosts()).map(HostId);
    let mut longest = 0;
    for (from, to) in hosts().flat_map(|from| hosts().map(move |to| (from, to))) {
        let mut path = Vec::new();
        topology.route(from, to, &mut path);
        path.retain(|link| topology.link_ends(*link).is_some());
        longest = longest.max(path.len() as u32);
        // One link after the other, from the one host to the other.
        let ends: Vec<_> = path.iter().filter_map(|link| topology.link_ends(*link)).collect();
        let starts = std::iter::once(Vertex::Host(from)).chain(ends.iter().map(|ends| ends.1));
        let stops = ends.iter().map(|ends| ends.0).chain([Vertex::Host(to)]);
        // A way through a zone with a backbone leaves the backbone out, as SimGrid does; packets have no such way.
        let joined = starts.eq(stops) || topology.packet_routing().is_none();
        assert!(joined, "{}: {from} to {to}: {ends:?}", topology.describe());
    }
    let links = (0..topology.links()).map(LinkId);
    let across = links.filter(|link| {
        topology
            .link_ends(*link)
            .is_some_and(|(from, to)| topology.in_lower_half(from) && !topology.in_lower_half(to))
    });
    let cut: u64 = across.map(|link| topology.link(link).bandwidth.0).sum();
    let mut wrong = Vec::new();
    if longest != topology.diameter() {
        wrong.push(format!("a diameter of {}, but the longest route has {longest} links", topology.diameter()));
    }
    if cut != topology.bisection().0 {
        wrong.push(format!("a bisection of {}, but {cut} B/s leave the lower half", topology.bisection()));
    }
    wrong
}

#[test]
fn every_route_is_simgrids() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simgrid");
    let folder = std::env::var_os("WT_SIMGRID_ROUTES").map_or(folder, Into::into);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "xml"));
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    let mut wrong = String::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let imported = match simgrid(&std::fs::read_to_string(&file).unwrap(), &name) {
            Ok(imported) => imported,
            Err(error) => {
                wrong += &format!("{error}\n");
                continue;
            }
        };
        let platform = Platform::from_str(&imported.text, &name).unwrap();
        let routes = std::fs::read_to_string(file.with_extension("routes")).unwrap();
        let notes: Vec<String> = imported.notes.iter().map(|note| format!("    {note}")).collect();
        let mut differences = differences(&platform, &routes);
        differences.extend(wrong_figures(platform.topology()));
        println!(
            "{name}: {}: {} notes, {} differences",
            platform.topology().describe(),
            notes.len(),
            differences.len()
        );
        println!("{}", notes.join("\n"));
        if !differences.is_empty() {
            let shown: Vec<&String> = differences.iter().take(8).collect();
            wrong += &format!("{name}: {} differences: {shown:#?}\n", differences.len());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
