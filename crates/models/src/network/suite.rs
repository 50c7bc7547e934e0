//! The test suite of all network models: each test runs on every entry of `NETWORKS`. The module also has small machines for
//! other tests.
//!
//! It expects of every model: an uncontended message takes latency plus bytes over bandwidth, with the MPI library's factors,
//! which is the time that `uncontended_time` returns; a longer message never arrives earlier; every message is delivered once;
//! the order of insertion at one instant does not change times; link counters conserve bytes, and counting changes no time; the
//! NIC's `message_rate` spaces injections; unknown parameters are refused. Models with reasons not to comply are excluded by
//! name.

use super::{LinkUsage, NETWORKS, NetworkKind};
use crate::{Machine, Setting};
use kernel::random::Stream;
use kernel::{CompletionKind, LinkCounters, Network, Transfer};
use platform::{Hop, Link, Noise, PacketRouting, Path, RouteState, RoutingKind, RoutingView, Vertex};
use std::collections::BTreeMap;
use std::sync::Arc;
use units::{Endpoint, HostId, LinkId, Rate, Speed, Time};

/// A machine given by a table: links and the route of every pair of hosts.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) links: Vec<Link>,
    pub(crate) hosts: usize,
    /// By source · hosts + destination.
    pub(crate) routes: Vec<Vec<LinkId>>,
    pub(crate) gap: Time,
    pub(crate) cores: u16,
    pub(crate) speed: Speed,
    pub(crate) noise: Vec<Noise>,
}

impl Machine for Table {
    fn links(&self) -> u32 {
        self.links.len() as u32
    }

    fn link(&self, link: LinkId) -> Link {
        self.links[link.index()]
    }

    fn path(&self, source: Endpoint, destination: Endpoint, path: &mut Path) {
        path.links.clone_from(&self.routes[source.host.index() * self.hosts + destination.host.index()]);
        path.latency = path.links.iter().map(|link| self.link(*link).latency).sum();
        path.bound = Rate(u64::MAX);
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        Some(self)
    }

    fn topology_links(&self) -> u32 {
        self.links()
    }

    fn link_end(&self, _link: LinkId) -> Option<Vertex> {
        None
    }

    fn injection_link(&self, _endpoint: Endpoint) -> Option<LinkId> {
        None
    }

    fn ejection_link(&self, _endpoint: Endpoint) -> Option<LinkId> {
        None
    }

    fn nics(&self) -> u16 {
        1
    }

    fn message_gap(&self) -> Time {
        self.gap
    }

    fn cores(&self) -> u16 {
        self.cores
    }

    fn speed(&self) -> Speed {
        self.speed
    }

    fn all_cores(&self) -> u64 {
        self.hosts as u64 * u64::from(self.cores)
    }

    fn noise(&self) -> &[Noise] {
        &self.noise
    }
}

/// Packets follow the table, each link of a route in a VC of its own.
impl PacketRouting for Table {
    fn routings(&self) -> &'static [RoutingKind] {
        const { &[RoutingKind::new("minimal", &["table"], "The route of the table.")] }
    }

    fn vcs(&self, _routing: u8) -> u8 {
        self.routes.iter().map(Vec::len).max().map_or(1, |longest| longest.max(1) as u8)
    }

    fn next(&self, _routing: u8, _here: Vertex, route: &mut RouteState, _view: &mut dyn RoutingView) -> Option<Hop> {
        let links = &self.routes[route.source.index() * self.hosts + route.destination.index()];
        links.get(usize::from(route.hops)).map(|link| Hop::new(*link, route.hops))
    }
}

pub(crate) fn link(bandwidth: u64, latency_ns: u64) -> Link {
    Link { bandwidth: Rate(bandwidth), latency: Time::from_ns(latency_ns), class: 0 }
}

impl Table {
    /// Hosts around one switch: link 2h leads from host h, 2h + 1 to it.
    pub(crate) fn star(hosts: usize, bandwidth: u64, latency_ns: u64) -> Self {
        let links = vec![link(bandwidth, latency_ns); 2 * hosts];
        let route = |pair: usize| {
            let (source, destination) = (pair / hosts, pair % hosts);
            vec![LinkId(2 * source as u32), LinkId(2 * destination as u32 + 1)]
        };
        let routes = (0..hosts * hosts).map(route).collect();
        Self { links, hosts, routes, gap: Time::ZERO, cores: 1, speed: Speed(1_000_000_000), noise: Vec::new() }
    }

    /// Links and routes at random; bandwidths from 10 MB/s to 10 GB/s.
    pub(crate) fn random(random: &mut Stream) -> Self {
        let hosts = 2 + random.below(5) as usize;
        let links: Vec<_> = (0..1 + random.below(12))
            .map(|_| {
                let round = [10_000_000, 1_000_000_000, 9_999_999_967, 333_333_333][random.below(4) as usize];
                let bandwidth = if random.below(2) == 0 { round } else { 10_000_000 + random.below(10_000_000_000) };
                link(bandwidth, random.below(3_000))
            })
            .collect();
        let route = |_| (0..1 + random.below(5)).map(|_| LinkId(random.below(links.len() as u64) as u32)).collect();
        let routes = (0..hosts * hosts).map(route).collect();
        Self { links, hosts, routes, gap: Time::ZERO, cores: 1, speed: Speed(1_000_000_000), noise: Vec::new() }
    }
}

pub(crate) fn host(host: u32) -> Endpoint {
    Endpoint { host: HostId(host), ..Endpoint::default() }
}

pub(crate) fn transfer(token: u64, source: u32, destination: u32, bytes: u64) -> Transfer {
    Transfer::new(token, host(source), host(destination), bytes)
}

/// Runs transfers that start at given times, in the order given where times are equal, to the end. Returns
/// (token, time) in the order of the completions.
pub(crate) fn run(network: &mut dyn Network, starts: &[(Time, Transfer)]) -> Vec<(u64, Time)> {
    let mut ends = Vec::new();
    let mut completions = Vec::new();
    let mut next_start = 0;
    loop {
        let event = network.next_event();
        let start = starts.get(next_start).map_or(Time::MAX, |start| start.0);
        let now = event.min(start);
        if now == Time::MAX {
            return ends;
        }
        if event == now {
            network.advance(now, &mut completions);
            completions.retain(|completion| completion.kind == CompletionKind::Delivered);
            ends.extend(completions.drain(..).map(|completion| (completion.token, now)));
        }
        while next_start < starts.len() && starts[next_start].0 == now {
            network.start(now, &starts[next_start].1);
            next_start += 1;
        }
    }
}

/// The models in which messages take time.
fn real() -> impl Iterator<Item = &'static NetworkKind> {
    NETWORKS.iter().filter(|kind| kind.capabilities.links != LinkUsage::None)
}

/// The models in which messages don't queue. A port serves in the order of the starts, so that this order shows; and a longer
/// message may hold up the one that would have held it up at the next port.
fn without_ports() -> impl Iterator<Item = &'static NetworkKind> {
    NETWORKS.iter().filter(|kind| !kind.capabilities.nic_queues)
}

fn build(kind: &NetworkKind, machine: &Table) -> Box<dyn Network> {
    (kind.build)(Arc::new(machine.clone()), &[]).unwrap()
}

/// Transfers at random, many of them at the same instants and of the same sizes.
pub(crate) fn random_starts(random: &mut Stream, machine: &Table, count: u64) -> Vec<(Time, Transfer)> {
    let hosts = machine.hosts as u64;
    let mut starts: Vec<_> = (0..count)
        .map(|token| {
            let bytes = [0, 1, 1_000, 65_536, 100_000, 1 + random.below(100_000)][random.below(6) as usize];
            let (source, destination) = (random.below(hosts) as u32, random.below(hosts) as u32);
            let mut transfer = transfer(token, source, destination, bytes);
            if random.below(3) == 0 {
                transfer.bandwidth_factor = [0.5, 0.97, 1.3][random.below(3) as usize];
                transfer.latency_factor = [0.5, 1.9, 3.0][random.below(3) as usize];
            }
            (Time::from_ns(random.below(5) * 1_000), transfer)
        })
        .collect();
    starts.sort_by_key(|start| start.0);
    starts
}

#[test]
fn an_empty_network_takes_latency_plus_bytes_over_bandwidth() {
    let mut machine = Table::star(3, 12_500_000_000, 700);
    machine.links[3].bandwidth = Rate(3_333_333_333);
    for kind in real() {
        for bytes in [0, 1, 1_000_000, 123_456_789] {
            for (destination, rate) in [(1, Rate(3_333_333_333)), (2, Rate(12_500_000_000))] {
                let start = Time::from_ns(50);
                let ends = run(&mut *build(kind, &machine), &[(start, transfer(1, 0, destination, bytes))]);
                let expected = start + Time::from_ns(1_400) + rate.time_for(units::Bytes(bytes));
                assert_eq!(ends, [(1, expected)], "{} {bytes}", kind.name);
            }
        }
    }
}

/// What a model says of a transfer alone is what it then takes.
#[test]
fn a_transfer_alone_takes_what_the_model_says() {
    let mut random = Stream::new(7, 0, 0);
    for kind in NETWORKS {
        for _ in 0..100 {
            let mut machine = Table::random(&mut random);
            machine.routes.iter_mut().for_each(|route| {
                route.sort_unstable();
                route.dedup();
            });
            for (start, mut transfer) in random_starts(&mut random, &machine, 10) {
                // Beyond its links' bandwidth a rate is a share, which is rounded.
                transfer.bandwidth_factor = transfer.bandwidth_factor.min(1.0);
                let mut network = build(kind, &machine);
                let Some(alone) = network.uncontended_time(&transfer) else { continue };
                let ends = run(&mut *network, &[(start, transfer)]);
                assert_eq!(ends, [(transfer.token, start + alone)], "{}: {transfer:?}", kind.name);
            }
        }
    }
}

/// A model may know the route of a transfer from one before it, over links of any capacity, some of them twice.
#[test]
fn a_transfer_alone_takes_the_same_after_one_like_it() {
    let mut random = Stream::new(12, 0, 0);
    for kind in NETWORKS {
        let known = |name: &str| kind.parameters.iter().any(|known| known.name == name);
        for factor in ["1", "0.7"].into_iter().filter(|factor| *factor == "1" || known("capacity-factor")) {
            let settings = [Setting { name: "capacity-factor", value: factor }];
            let settings = if factor == "1" { &settings[..0] } else { &settings[..] };
            for _ in 0..50 {
                let machine = Arc::new(Table::random(&mut random));
                let Ok(mut network) = (kind.build)(machine.clone(), settings) else { continue };
                for (_, transfer) in random_starts(&mut random, &machine, 10) {
                    let like_it = Transfer { bytes: transfer.bytes + 1, ..transfer };
                    let before = [transfer, like_it].map(|transfer| network.uncontended_time(&transfer));
                    run(&mut *network, &[(Time::from_ns(1_000), transfer)]);
                    let after = [transfer, like_it].map(|transfer| network.uncontended_time(&transfer));
                    assert_eq!(before, after, "{}: {transfer:?}", kind.name);
                    network = network.idle();
                }
            }
        }
    }
}

#[test]
fn factors_multiply_latency_and_bandwidth() {
    let machine = Table::star(2, 1_000_000_000, 500);
    for kind in real() {
        let slow = Transfer { latency_factor: 3.0, bandwidth_factor: 0.5, ..transfer(1, 0, 1, 1_000) };
        let ends = run(&mut *build(kind, &machine), &[(Time::ZERO, slow)]);
        assert_eq!(ends, [(1, Time::from_ns(3_000 + 2_000))], "{}", kind.name);
    }
}

#[test]
fn more_bytes_never_arrive_earlier() {
    let mut random = Stream::new(1, 0, 0);
    for kind in without_ports() {
        for _ in 0..200 {
            let machine = Table::random(&mut random);
            let mut starts = random_starts(&mut random, &machine, 6);
            starts.iter_mut().for_each(|start| start.0 = Time::ZERO);
            let last = |starts: &[(Time, Transfer)]| {
                run(&mut *build(kind, &machine), starts).iter().find(|end| end.0 == starts[0].1.token).unwrap().1
            };
            let before = last(&starts);
            starts[0].1.bytes += 1 + random.below(50_000);
            assert!(last(&starts) >= before, "{}: {starts:?} on {machine:?}", kind.name);
        }
    }
}

/// A network whose messages keep no order: of those of one instant the first one goes first where they do.
fn unordered(kind: &NetworkKind, machine: &Table) -> Box<dyn Network> {
    let has_order = kind.parameters.iter().any(|known| known.name == "order");
    let none = [Setting { name: "order", value: "none" }];
    (kind.build)(Arc::new(machine.clone()), if has_order { &none } else { &[] }).unwrap()
}

#[test]
fn the_order_of_insertion_at_one_instant_does_not_show_in_the_times() {
    let mut random = Stream::new(2, 0, 0);
    for kind in without_ports() {
        for _ in 0..200 {
            let machine = Table::random(&mut random);
            let mut starts = random_starts(&mut random, &machine, 30);
            let mut first = run(&mut *unordered(kind, &machine), &starts);
            for at in (1..starts.len()).rev() {
                starts.swap(at, random.below(at as u64 + 1) as usize);
            }
            starts.sort_by_key(|start| start.0);
            let mut second = run(&mut *unordered(kind, &machine), &starts);
            first.sort_unstable();
            second.sort_unstable();
            assert_eq!(first, second, "{}", kind.name);
        }
    }
}

#[test]
fn an_idle_network_begins_anew() {
    let mut random = Stream::new(11, 0, 0);
    for kind in NETWORKS {
        for settings in [&[][..], &[("switching", "store-forward")], &[("transport", "tcp")]] {
            let machine = Table::random(&mut random);
            let starts = random_starts(&mut random, &machine, 40);
            let settings: Vec<_> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
            let Ok(mut network) = (kind.build)(Arc::new(machine), &settings) else { continue };
            let ends = run(&mut *network, &starts);
            assert_eq!(run(&mut *network.idle(), &starts), ends, "{} {settings:?}", kind.name);
        }
    }
}

#[test]
fn every_transfer_is_delivered_once_and_ties_in_the_order_of_the_starts() {
    let mut random = Stream::new(3, 0, 0);
    for kind in NETWORKS {
        for _ in 0..200 {
            let machine = Table::random(&mut random);
            let starts = random_starts(&mut random, &machine, 40);
            let ends = run(&mut *build(kind, &machine), &starts);
            let order = |token: u64| starts.iter().position(|start| start.1.token == token).unwrap();
            let keys: Vec<_> = ends.iter().map(|&(token, time)| (time, order(token))).collect();
            assert!(keys.is_sorted(), "{}: {ends:?}", kind.name);
            let mut tokens: Vec<_> = ends.iter().map(|end| end.0).collect();
            tokens.sort_unstable();
            assert_eq!(tokens, (0..40).collect::<Vec<_>>(), "{}", kind.name);
        }
    }
}

#[test]
fn bytes_are_conserved_on_every_link() {
    let mut random = Stream::new(4, 0, 0);
    for kind in NETWORKS {
        for _ in 0..100 {
            let machine = Table::random(&mut random);
            let starts = random_starts(&mut random, &machine, 40);
            let mut network = build(kind, &machine);
            network.count_links(false);
            run(&mut *network, &starts);
            let Some(counters) = network.counters() else {
                assert_eq!(kind.capabilities.links, LinkUsage::None, "{}", kind.name);
                continue;
            };
            let mut expected = vec![0; machine.links.len()];
            for (_, transfer) in &starts {
                let pair = transfer.source.host.index() * machine.hosts + transfer.destination.host.index();
                machine.routes[pair].iter().for_each(|link| expected[link.index()] += transfer.bytes);
            }
            let mut carried = vec![0; machine.links.len()];
            counters.for_each_link(&mut |link, used| carried[link.index()] = used.bytes);
            assert_eq!(carried, expected, "{}", kind.name);
        }
    }
}

/// By link: bytes, packets, busy, stalled.
type Uses = BTreeMap<LinkId, (u64, u64, Time, Time)>;

/// Parts by link and phase, and over all of them.
fn part_sums(counters: &dyn LinkCounters) -> (Uses, BTreeMap<(LinkId, u32), u64>) {
    let (mut sums, mut phases, mut last) = (Uses::new(), BTreeMap::new(), None);
    counters.for_each_link_use(&mut |link, part, used| {
        assert!(last < Some((link, part)), "ascending by link and part");
        last = Some((link, part));
        let sum = sums.entry(link).or_default();
        *sum = (sum.0 + used.bytes, sum.1 + used.packets, sum.2 + used.busy, sum.3 + used.stalled);
        *phases.entry((link, part.phase)).or_default() += used.bytes;
    });
    (sums, phases)
}

#[test]
fn parts_of_a_link_sum_to_what_it_carried_and_counting_changes_nothing() {
    let mut random = Stream::new(5, 0, 0);
    let mut stalls = Time::ZERO;
    for kind in real() {
        let has_buckets = kind.capabilities.buckets;
        assert_eq!(has_buckets, kind.parameters.iter().any(|known| known.name == "bucket"), "{}", kind.name);
        for round in 0..200 {
            let machine = Table::random(&mut random);
            let mut starts = random_starts(&mut random, &machine, 40);
            starts.iter_mut().for_each(|start| start.1.phase = random.below(3) as u32);
            let mut list = Vec::new();
            if has_buckets {
                // Short buckets are many.
                let value = if round % 20 == 1 { "700 ns" } else { ["off", "9 us"][round % 2] };
                list.push(Setting { name: "bucket", value });
            }
            if kind.capabilities.packets {
                list.push(Setting { name: "input-buffer", value: "8 KiB" });
            }
            let [mut plain, mut network] =
                [(); 2].map(|()| (kind.build)(Arc::new(machine.clone()), &list).ok().unwrap());
            network.count_links(true);
            assert_eq!(run(&mut *network, &starts), run(&mut *plain, &starts), "{}", kind.name);
            let counters = network.counters().unwrap();
            let (sums, phases) = part_sums(counters);
            let mut expected = Uses::new();
            counters.for_each_link(&mut |link, used| {
                let entry = (used.bytes, used.packets.unwrap_or(0), used.busy, used.stalled.unwrap_or(Time::ZERO));
                expected.insert(link, entry);
            });
            plain.counters().into_iter().for_each(|counters| {
                assert_eq!(part_sums(counters).0, Uses::new(), "{}: nobody has asked", kind.name);
            });
            for (link, all) in &expected {
                let (bytes, packets, busy, stalled) = sums[link];
                assert_eq!((bytes, packets), (all.0, all.1), "{}", kind.name);
                // Flows of several phases are on a link together, packets are not; several channels can be stalled at once.
                assert!(
                    busy >= all.2 && (busy == all.2 || kind.capabilities.links == LinkUsage::Sharing),
                    "{}",
                    kind.name
                );
                assert!(stalled >= all.3, "{}", kind.name);
            }
            let mut channels: BTreeMap<LinkId, Time> = BTreeMap::new();
            counters.for_each_channel(&mut |link, _, used| *channels.entry(link).or_default() += used.stalled);
            for (link, stalled) in channels {
                assert_eq!(sums[&link].3, stalled, "{}, {link}", kind.name);
                stalls += stalled;
            }
            let mut carried = BTreeMap::new();
            for (_, transfer) in starts.iter().filter(|start| start.1.bytes > 0) {
                let pair = transfer.source.host.index() * machine.hosts + transfer.destination.host.index();
                for link in &machine.routes[pair] {
                    *carried.entry((*link, transfer.phase)).or_default() += transfer.bytes;
                }
            }
            let phases: BTreeMap<_, u64> = phases.into_iter().filter(|(_, bytes)| *bytes > 0).collect();
            assert_eq!(phases, carried, "{}", kind.name);
        }
    }
    assert!(stalls > Time::ZERO, "something has been stalled");
}

#[test]
fn a_nic_injects_its_messages_one_gap_apart() {
    let machine = Table { gap: Time::from_ns(10), ..Table::star(3, 1_000_000_000, 500) };
    for kind in real() {
        let starts = [(0, 1, 0), (0, 2, 0), (2, 0, 0), (0, 1, 7)]
            .map(|(source, destination, ns)| (Time::from_ns(ns), transfer(ns, source, destination, 0)));
        let mut ends: Vec<_> = run(&mut *build(kind, &machine), &starts).iter().map(|end| end.1).collect();
        ends.sort_unstable();
        assert_eq!(ends, [1_000, 1_000, 1_010, 1_020].map(Time::from_ns), "{}", kind.name);
    }
}

#[test]
fn an_unknown_setting_is_refused_by_every_model() {
    for kind in NETWORKS {
        let settings = [Setting { name: "colour", value: "red" }];
        let error = (kind.build)(Arc::new(Table::star(2, 1, 1)), &settings).err().unwrap().to_string();
        assert!(error.contains(&format!("model `{}` has no parameter `colour`", kind.name)), "{error}");
        let defaults: Vec<_> = kind
            .parameters
            .iter()
            .map(|known| Setting { name: known.name, value: known.default_value().unwrap() })
            .collect();
        assert!((kind.build)(Arc::new(Table::star(2, 1, 1)), &defaults).is_ok(), "{}: a default is bad", kind.name);
    }
}
