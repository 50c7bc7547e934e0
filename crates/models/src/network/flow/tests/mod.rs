//! Tests of the flow model: against slow reference solvers and against closed forms.

use super::oracle::{OracleFlow, max_min_rates};
use super::sharing::{Hop, OPEN, Sharing, WEIGHT_LEAST};
use super::*;
use crate::network::suite::{Table, link, random_starts, run, transfer};
use kernel::random::Stream;
use std::collections::BTreeMap;
use units::Rate;

mod from_scratch;

/// Exact sharing.
const EXACT: Options = Options {
    weight: Weight::Equal,
    capacity_factor: 1.0,
    bucket: None,
    error: Error::NONE,
    send_queue: None,
    scratch: false,
};
const SCRATCH: Options = Options { scratch: true, ..EXACT };

fn flow(machine: &Table, options: Options) -> Flow {
    Flow::new(Arc::new(machine.clone()), options)
}

/// A random history of flows that come and go.
struct History {
    fraction: u32,
    capacities: Vec<u64>,
    routes: Vec<Vec<u32>>,
    weights: Vec<u32>,
    bounds: Vec<u64>,
}

impl History {
    fn random(random: &mut Stream, flows: usize) -> Self {
        let fraction = [0, WEIGHT_BITS][random.below(2) as usize];
        let unit = 1 << 20;
        let capacity = |random: &mut Stream| {
            let round = [10_000_000, 999_999_937, 2_000_000_000][random.below(3) as usize];
            if random.below(2) == 0 { round * unit } else { (1_000_000 + random.below(2_000_000_000)) * unit }
        };
        let capacities: Vec<_> = (0..1 + random.below(15)).map(|_| capacity(random)).collect();
        let hop = |random: &mut Stream| random.below(capacities.len() as u64) as u32;
        let routes = (0..flows).map(|_| (0..random.below(6)).map(|_| hop(random)).collect()).collect();
        let least = WEIGHT_LEAST * 16;
        let weights = (0..flows)
            .map(|_| if fraction == 0 { 1 } else { (least + random.below((1 << WEIGHT_BITS) - least)) as u32 })
            .collect();
        let bound = |random: &mut Stream| match random.below(3) {
            0 => 1 << 52,
            1 => 100_000_000 * unit,
            _ => (1_000_000 + random.below(1_000_000_000)) * unit,
        };
        Self { fraction, weights, bounds: (0..flows).map(|_| bound(random)).collect(), capacities, routes }
    }

    fn sharing(&self) -> Sharing {
        let mut sharing = Sharing::new(self.capacities.len() as u32, self.fraction, 0);
        for (index, capacity) in self.capacities.iter().enumerate() {
            sharing.link(LinkId(index as u32), || (*capacity, *capacity));
        }
        for ((route, weight), bound) in self.routes.iter().zip(&self.weights).zip(&self.bounds) {
            sharing.reserve((0, 0), route, *weight, *bound);
        }
        sharing
    }

    /// The oracle's rates.
    fn oracle(&self, admitted: &[bool]) -> Vec<f64> {
        let capacities: Vec<_> = self.capacities.iter().map(|capacity| *capacity as f64).collect();
        let under_way = (0..admitted.len()).filter(|flow| admitted[*flow]);
        let flows: Vec<_> = under_way
            .map(|flow| OracleFlow {
                route: self.routes[flow].iter().map(|link| *link as usize).collect(),
                weight: f64::from(self.weights[flow]),
                bound: self.bounds[flow] as f64,
            })
            .collect();
        let mut rates = max_min_rates(&capacities, &flows).into_iter();
        admitted.iter().map(|admitted| if *admitted { rates.next().unwrap() } else { 0.0 }).collect()
    }
}

/// One random flow comes or goes, on all alike. Flows that have their rates at once are added to the lists.
fn change(random: &mut Stream, admitted: &mut [bool], sharings: &mut [(&mut Sharing, &mut Vec<u32>)]) {
    let flow = random.below(admitted.len() as u64) as usize;
    for (sharing, changed) in sharings {
        if admitted[flow] {
            sharing.withdraw(flow as u32);
        } else if sharing.admit(flow as u32) {
            changed.push(flow as u32);
        }
    }
    admitted[flow] = !admitted[flow];
}

/// Checks sums and lists of links against their flows.
fn check_lists(sharing: &Sharing) {
    for (index, link) in sharing.links.iter().enumerate() {
        let (level, mut fixed, mut rest, mut total) = (sharing.levels[index], 0, 0, 0);
        for (position, entry) in sharing.entries.of(link.flows).iter().enumerate() {
            let flow = &sharing.flows[entry.flow as usize].share;
            let hop = entry.hop as usize;
            assert_eq!(sharing.hops[hop], Hop { link: index as u32, position: position as u32 });
            assert_eq!(flow.level >= level, position < link.owned as usize, "link {index}");
            assert!(flow.level <= level, "link {index}: {} above {level}", flow.level);
            total += u64::from(flow.weight);
            if flow.level < level {
                fixed += sharing.demand(flow);
                assert!(flow.level <= link.near);
            } else {
                rest += u64::from(flow.weight);
            }
        }
        assert_eq!((link.fixed, link.rest, link.total), (fixed, rest, total), "link {index}");
    }
}

fn check_history(seed: u32, flows: usize, rounds: usize) {
    let mut random = Stream::new(11, 0, seed);
    let history = History::random(&mut random, flows);
    let (mut fast, mut slow) = (history.sharing(), history.sharing());
    let mut admitted = vec![false; flows];
    let (mut changed_fast, mut changed_slow) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let batch = if round == 0 { flows } else { 1 + random.below(3) as usize };
        (fast.now, slow.now) = (Time::from_ps(round as u64), Time::from_ps(round as u64));
        for _ in 0..batch {
            let sharings = &mut [(&mut fast, &mut changed_fast), (&mut slow, &mut changed_slow)];
            change(&mut random, &mut admitted, sharings);
        }
        fast.solve(&mut changed_fast);
        slow.solve_from_scratch(&mut changed_slow);
        check_lists(&fast);
        let levels = |sharing: &Sharing| -> Vec<_> {
            sharing.flows.iter().map(|flow| if flow.share.admitted { flow.share.level } else { 0 }).collect()
        };
        assert_eq!(levels(&fast), levels(&slow), "seed {seed}, round {round}: {admitted:?}");
        for flow in (0..flows as u32).filter(|flow| admitted[*flow as usize]) {
            assert_eq!(fast.bottleneck(flow), slow.bottleneck(flow), "seed {seed}, round {round}, flow {flow}");
        }
        for list in [&mut changed_fast, &mut changed_slow] {
            list.retain(|flow| admitted[*flow as usize]);
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(changed_fast, changed_slow, "seed {seed}, round {round}");
        changed_fast.clear();
        changed_slow.clear();
        for (flow, expected) in history.oracle(&admitted).into_iter().enumerate().filter(|pair| admitted[pair.0]) {
            let state = &fast.flows[flow].share;
            let bounded = state.level == fast.flows[flow].ceiling;
            let rate = if bounded { history.bounds[flow] } else { fast.rate_at(state.weight, state.level) } as f64;
            assert!((rate - expected).abs() <= 1e-9 * expected, "seed {seed}, round {round}: {rate} {expected}");
        }
    }
}

#[test]
fn rates_equal_the_solve_from_scratch_and_the_oracle() {
    // 12,000 random histories with four instants each.
    for seed in 0..12_000 {
        check_history(seed, 1 + seed as usize % 14, 4);
    }
}

#[test]
fn rates_equal_over_long_histories() {
    for seed in 20_000..20_040 {
        check_history(seed, 60, 60);
    }
}

/// With an error, the rates of each link sum to its capacity within that, or leave room for all.
#[test]
fn rates_of_a_link_sum_to_its_capacity_within_the_error() {
    let mut kept = 0;
    for seed in 0..4_000 {
        let mut random = Stream::new(20, 0, seed);
        let flows = if seed % 10 == 0 { 400 } else { 1 + seed as usize % 60 };
        let history = History::random(&mut random, flows);
        let mut sharing = history.sharing();
        sharing.error = [Error::DEFAULT.0, 1_000, 50][seed as usize % 3];
        let (mut admitted, mut changed) = (vec![false; flows], Vec::new());
        for round in 0..30 {
            sharing.now = Time::from_ps(1_000_000 * round);
            let scans = sharing.statistics.scans;
            for _ in 0..if round == 0 { flows } else { 1 + random.below(3) as usize } {
                change(&mut random, &mut admitted, &mut [(&mut sharing, &mut changed)]);
            }
            sharing.solve(&mut changed);
            changed.clear();
            kept += u32::from(sharing.statistics.scans == scans);
            check_lists(&sharing);
            for (index, link) in sharing.links.iter().enumerate() {
                let own = |flow: &u32| sharing.demand(&sharing.flows[*flow as usize].share);
                let load: u128 = sharing.entries.of(link.flows).iter().map(|entry| own(&entry.flow)).sum();
                let capacity = u128::from(link.capacity);
                let within = u128::from(sharing.share_of(link.capacity)) + u128::from(link.total) + 1;
                assert!(
                    load <= capacity + within,
                    "seed {seed}, round {round}, link {index}: {load} over {capacity}"
                );
                let full = sharing.levels[index] != OPEN;
                assert!(
                    !full || load + within >= capacity,
                    "seed {seed}, round {round}, link {index}: {load} of {capacity}"
                );
            }
            for (flow, share) in
                sharing.flows.iter().map(|flow| flow.share).enumerate().filter(|(_, share)| share.admitted)
            {
                let links = sharing.route(flow as u32).iter().map(|hop| sharing.levels[hop.link as usize]);
                assert_eq!(
                    share.level,
                    links.chain([sharing.flows[flow].ceiling]).min().unwrap(),
                    "seed {seed}, round {round}"
                );
            }
        }
    }
    assert!(kept > 20_000, "changes that moved nothing: {kept}");
}

/// Two links that no route has in common do not know of each other, and the order of starts at an instant does not matter.
#[test]
fn transfers_elsewhere_and_the_order_of_starts_change_no_date() {
    for seed in 0..300 {
        let mut random = Stream::new(27, 0, seed);
        let star = Table::star(24, 1_000_000_000, 100);
        let mut draw = |hosts: std::ops::Range<u32>, token: u64| {
            let host = |random: &mut Stream| hosts.start + random.below(u64::from(hosts.len() as u32)) as u32;
            let (source, destination) = (host(&mut random), host(&mut random));
            let start = Time::from_ns(10 * random.below(2_000));
            (start, transfer(token, source, destination, 1 + random.below(20_000)))
        };
        let own: Vec<_> = (0..300).map(|token| draw(0..12, token)).collect();
        let others: Vec<_> = (300..700).map(|token| draw(12..24, token)).collect();
        let ends = |mut starts: Vec<(Time, Transfer)>, turned: bool| {
            if turned {
                starts.reverse();
            }
            starts.sort_by_key(|start| start.0);
            let all: BTreeMap<_, _> = run(&mut flow(&star, Options::default()), &starts).into_iter().collect();
            (0..300).map(|token| all[&token]).collect::<Vec<_>>()
        };
        let alone = ends(own.clone(), false);
        assert_eq!(alone, ends(own.clone(), true), "seed {seed}: starts in another order");
        assert_eq!(alone, ends([others, own].concat(), false), "seed {seed}: others on other links");
    }
}

/// 51 transfers share a link, one of which starts 1 ns after the others: what the first have had too much is settled before they end.
#[test]
fn a_late_start_is_settled_before_the_others_end() {
    let machine = Table::star(60, 1_000_000_000, 0);
    let starts: Vec<_> = (0..51).map(|at| (Time::from_ns(at / 50), transfer(at, at as u32, 59, 1_000_000))).collect();
    let ends = |error| run(&mut flow(&machine, Options { error, ..EXACT }), &starts);
    for ((_, exact), (_, end)) in ends(Error::NONE).into_iter().zip(ends(Error::DEFAULT)) {
        assert!((end.ps() as f64 / exact.ps() as f64 - 1.0).abs() < 0.003, "{end} instead of {exact}");
    }
}

/// The model again with the oracle's rates and doubles: (token, end in picoseconds). Both round each date up to a
/// picosecond; where doubles round differently, later dates differ by that picosecond times a ratio of rates.
fn simulate_with_oracle(machine: &Table, starts: &[(Time, Transfer)]) -> BTreeMap<u64, u64> {
    struct Under {
        token: u64,
        begins: u64,
        left: f64,
        shared: bool,
        flow: OracleFlow,
    }
    let capacities: Vec<_> = machine.links.iter().map(|link| link.bandwidth.0 as f64 / 1e12).collect();
    let under_way = |(start, transfer): &(Time, Transfer)| {
        let pair = transfer.source.host.index() * machine.hosts + transfer.destination.host.index();
        let route: Vec<_> = machine.routes[pair].iter().map(|link| link.index()).collect();
        let latency: Time = machine.routes[pair].iter().map(|link| machine.links[link.index()].latency).sum();
        let bound = route.iter().map(|link| capacities[*link]).fold(f64::INFINITY, f64::min);
        let begins = start.ps() + (latency.ps() as f64 * transfer.latency_factor).ceil() as u64;
        let flow = OracleFlow { route, weight: 1.0, bound: bound * transfer.bandwidth_factor };
        Under { token: transfer.token, begins, left: transfer.bytes as f64, shared: false, flow }
    };
    let mut waiting: Vec<_> = starts.iter().map(under_way).collect();
    let mut flowing: Vec<Under> = Vec::new();
    let mut ends = BTreeMap::new();
    let mut now = 0;
    loop {
        let flows: Vec<_> = flowing.iter().map(|under| under.flow.clone()).collect();
        let rates = max_min_rates(&capacities, &flows);
        for (under, rate) in flowing.iter_mut().zip(&rates) {
            under.shared |= *rate < under.flow.bound * (1.0 - 1e-12);
        }
        // The model's own tolerance, and that of doubles where it has none.
        let tolerance = |under: &Under| if under.shared { 1.0 / 1024.0 } else { 1e-5 };
        let date = |under: &Under, rate: f64| now + (under.left / rate - tolerance(under)).ceil().max(0.0) as u64;
        let finish = flowing.iter().zip(&rates).map(|(under, rate)| date(under, *rate)).min();
        let Some(next) = waiting.iter().map(|under| under.begins).chain(finish).min() else { return ends };
        for (under, rate) in flowing.iter_mut().zip(&rates) {
            if date(under, *rate) <= next {
                ends.insert(under.token, next);
            }
            under.left -= rate * (next - now) as f64;
        }
        now = next;
        flowing.retain(|under| !ends.contains_key(&under.token));
        for under in waiting.extract_if(.., |under| under.begins <= next) {
            if under.left == 0.0 {
                ends.insert(under.token, next);
            } else {
                flowing.push(under);
            }
        }
    }
}

#[test]
fn dates_equal_those_from_scratch_and_follow_the_oracle_within_a_picosecond_per_event() {
    for seed in 0..10_000 {
        let mut random = Stream::new(12, 0, seed);
        let machine = Table::random(&mut random);
        let starts = random_starts(&mut random, &machine, 12);
        let fast = run(&mut flow(&machine, EXACT), &starts);
        assert_eq!(fast, run(&mut flow(&machine, SCRATCH), &starts), "seed {seed}");
        let events = 2 * starts.len() as u64;
        for (token, end) in simulate_with_oracle(&machine, &starts) {
            let own = fast.iter().find(|done| done.0 == token).unwrap().1.ps();
            assert!(own.abs_diff(end) <= events, "seed {seed}, message {token}: {own} {end}");
        }
    }
}

#[test]
fn dates_with_latency_weights_equal_those_from_scratch() {
    for seed in 0..1_000 {
        let mut random = Stream::new(13, 0, seed);
        let machine = Table::random(&mut random);
        let starts = random_starts(&mut random, &machine, 25);
        let weight = Weight::Latency(Bytes(20_537));
        let options = Options { weight, capacity_factor: 0.97, ..EXACT };
        let fast = run(&mut flow(&machine, options), &starts);
        let slow = run(&mut flow(&machine, Options { scratch: true, ..options }), &starts);
        assert_eq!(fast, slow, "seed {seed}");
    }
}

#[test]
fn messages_of_one_route_share_and_leave_in_turn() {
    // 1 byte per nanosecond, no latency: three at once, then two, then one.
    let machine = Table::star(2, 1_000_000_000, 0);
    let starts = [300, 100, 200].map(|bytes| (Time::ZERO, transfer(bytes, 0, 1, bytes)));
    let mut network = flow(&machine, Options::default());
    assert_eq!(
        run(&mut network, &starts),
        [(100, Time::from_ns(300)), (200, Time::from_ns(500)), (300, Time::from_ns(600))]
    );
    // Each has 1/3, then two of them 1/2, then one 1.
    assert_eq!(network.statistics().solver.rate_changes, 6);
    assert_eq!(network.statistics().rate_changes_per_completion(), 2.0);
}

#[test]
fn a_long_flow_takes_what_short_ones_leave() {
    // Links A (1 B/ns) and B (2 B/ns): x over A, y over A and B, z over B: x = y = 1/2, z = 3/2.
    let machine = Table {
        links: vec![link(1_000_000_000, 0), link(2_000_000_000, 0)],
        hosts: 2,
        routes: vec![vec![LinkId(0)], vec![LinkId(0), LinkId(1)], vec![LinkId(1)], vec![]],
        ..Table::star(2, 1, 0)
    };
    let starts = [(0, 0, 500), (0, 1, 500), (1, 0, 1_500)]
        .map(|(source, destination, bytes)| (Time::ZERO, transfer(bytes, source, destination, bytes)));
    let mut network = flow(&machine, Options::default());
    for (start, transfer) in &starts {
        network.start(*start, transfer);
    }
    let mut completions = Vec::new();
    while completions.is_empty() {
        let next = network.next_event();
        network.advance(next, &mut completions);
    }
    assert_eq!(network.now, Time::from_ns(1_000));
    assert_eq!(
        completions.iter().map(|done| done.bottleneck).collect::<Vec<_>>(),
        [0, 0, 1].map(|id| Some(LinkId(id)))
    );
}

#[test]
fn weights_divide_a_link_in_inverse_proportion_to_latency() {
    // Both end at host 2; the far one has three times the latency, so a quarter of the link: 3/4 and 1/4 B/ns.
    let mut machine = Table::star(3, 1_000_000_000, 0);
    machine.links.iter_mut().for_each(|link| link.bandwidth = Rate(4_000_000_000));
    machine.links[5].bandwidth = Rate(1_000_000_000);
    machine.links[0].latency = Time::from_ns(1_000);
    machine.links[2].latency = Time::from_ns(3_000);
    let options = Options { weight: Weight::Latency(Bytes(0)), ..Options::default() };
    // The far one starts earlier, so that both begin to flow together.
    let starts = [(0, transfer(1, 1, 2, 1_000)), (2_000, transfer(0, 0, 2, 3_000))]
        .map(|(ns, transfer)| (Time::from_ns(ns), transfer));
    let ends = run(&mut flow(&machine, options), &starts);
    for (_, end) in ends {
        assert!(end.ps().abs_diff(7_000_000) < 100, "{end}");
    }
}

/// The time of the given bytes on each link is part of the weight: 1 and 0.5 us on one path, 1 and 2 us on the other.
#[test]
fn weights_count_the_bytes_on_narrow_links() {
    let mut machine = Table::star(3, 4_000_000_000, 0);
    for (link, rate) in [(0, 2_000_000_000), (2, 500_000_000), (5, 1_000_000_000)] {
        machine.links[link].bandwidth = Rate(rate);
    }
    let options = Options { weight: Weight::Latency(Bytes(1_000)), ..Options::default() };
    // 2/3 and 1/3 B/ns: both take 3 us.
    let starts = [transfer(0, 0, 2, 2_000), transfer(1, 1, 2, 1_000)].map(|transfer| (Time::ZERO, transfer));
    for (_, end) in run(&mut flow(&machine, options), &starts) {
        assert!(end.ps().abs_diff(3_000_000) < 100, "{end}");
    }
}

#[test]
fn the_capacity_factor_scales_links_but_not_bounds() {
    let machine = Table::star(3, 1_000_000_000, 0);
    let options = Options { capacity_factor: 0.5, ..Options::default() };
    let slow = Transfer { bandwidth_factor: 0.25, ..transfer(0, 0, 1, 250) };
    assert_eq!(run(&mut flow(&machine, options), &[(Time::ZERO, slow)]), [(0, Time::from_ns(1_000))]);
    let alone = transfer(0, 0, 1, 500);
    assert_eq!(run(&mut flow(&machine, options), &[(Time::ZERO, alone)]), [(0, Time::from_ns(1_000))]);
}

#[test]
fn buckets_of_a_link_sum_to_its_bytes_and_follow_the_rate() {
    for seed in 0..300 {
        let mut random = Stream::new(14, 0, seed);
        let machine = Table::random(&mut random);
        let starts = random_starts(&mut random, &machine, 30);
        let options = [EXACT, Options::default()][seed as usize % 2];
        let mut network = flow(&machine, Options { bucket: Some(Time::from_ns(700)), ..options });
        let counted = run(&mut network, &starts);
        assert_eq!(counted, run(&mut flow(&machine, options), &starts), "counting changes nothing");
        let mut links = BTreeMap::new();
        network.for_each_link(&mut |link, used| {
            links.insert(link, used.bytes);
        });
        let mut sums = BTreeMap::new();
        network.for_each_bucket(&mut |link, _, bytes| {
            *sums.entry(link).or_insert(0) += bytes;
            // Rounded running totals: up to a byte more than the link can carry.
            let most = machine.links[link.index()].bandwidth.0 as f64 * 700e-9 + 1.0;
            assert!(bytes as f64 <= most || options != EXACT, "seed {seed}, {link}: {bytes} > {most}");
        });
        links.retain(|_, bytes| *bytes > 0);
        assert_eq!(links, sums, "seed {seed}");
    }
    let mut network =
        flow(&Table::star(2, 1_000_000_000, 0), Options { bucket: Some(Time::from_ns(100)), ..Options::default() });
    run(&mut network, &[(Time::from_ns(50), transfer(0, 0, 1, 200))]);
    let mut buckets = Vec::new();
    network.for_each_bucket(&mut |link, bucket, bytes| buckets.push((link.0, bucket, bytes)));
    assert_eq!(buckets, [(0, 0, 50), (0, 1, 100), (0, 2, 50), (3, 0, 50), (3, 1, 100), (3, 2, 50)]);
}

/// Two messages of 100 and 200 bytes share a link of 1 B/ns from 50 ns on, until the first ends at 250 ns.
#[test]
fn a_link_tells_what_each_phase_has_carried_in_each_bucket() {
    let options = Options { bucket: Some(Time::from_ns(100)), ..Options::default() };
    let mut network = flow(&Table::star(2, 1_000_000_000, 0), options);
    network.count_links(true);
    let starts = [(1, 100), (2, 200)]
        .map(|(phase, bytes)| (Time::from_ns(50), Transfer { phase, ..transfer(u64::from(phase), 0, 1, bytes) }));
    assert_eq!(run(&mut network, &starts), [(1, Time::from_ns(250)), (2, Time::from_ns(350))]);
    let mut parts = Vec::new();
    network.for_each_link_use(&mut |link, key, used| {
        if link == LinkId(0) {
            parts.push((key.phase, key.bucket, used.bytes, used.busy.ps() / 1_000));
        }
    });
    parts.sort_unstable();
    let first = [(1, 0, 25, 50), (1, 1, 50, 100), (1, 2, 25, 50)];
    let second = [(2, 0, 25, 50), (2, 1, 50, 100), (2, 2, 75, 100), (2, 3, 50, 50)];
    assert_eq!(parts, [&first[..], &second[..]].concat());
    let mut buckets = Vec::new();
    network.for_each_bucket(&mut |link, bucket, bytes| buckets.push((link.0, bucket, bytes)));
    assert_eq!(buckets[..4], [(0, 0, 50), (0, 1, 100), (0, 2, 100), (0, 3, 50)]);
}

/// Counters may be read while a message flows: its bytes count when they have arrived, its time at once.
#[test]
fn a_link_is_busy_while_its_first_message_flows() {
    let mut network = flow(&Table::star(2, 1_000_000_000, 0), Options::default());
    network.start(Time::from_ns(50), &transfer(0, 0, 1, 200));
    network.next_event();
    network.advance(Time::from_ns(50), &mut Vec::new());
    network.next_event();
    network.advance(Time::from_ns(150), &mut Vec::new());
    let mut links = Vec::new();
    network.for_each_link(&mut |link, totals| links.push((link.0, totals.bytes, totals.busy)));
    assert_eq!(links, [(0, 0, Time::from_ns(100)), (3, 0, Time::from_ns(100))]);
}

#[test]
fn busy_time_is_the_time_with_at_least_one_flow() {
    let mut network = flow(&Table::star(2, 1_000_000_000, 100), Options::default());
    let starts = [0, 50, 1_000].map(|ns| (Time::from_ns(ns), transfer(ns, 0, 1, 100)));
    run(&mut network, &starts);
    let mut used = Vec::new();
    network.for_each_link(&mut |link, counted| used.push((link.0, counted.bytes, counted.busy)));
    // 200..250 one, 250..350 two, 350..400 one; later 100 alone.
    assert_eq!(used, [(0, 300, Time::from_ns(300)), (3, 300, Time::from_ns(300))]);
}

#[test]
fn a_dead_link_delivers_nothing() {
    let mut machine = Table::star(2, 1_000_000_000, 0);
    machine.links[0].bandwidth = Rate(0);
    assert_eq!(run(&mut flow(&machine, Options::default()), &[(Time::ZERO, transfer(0, 0, 1, 1))]), []);
    // Alive, but with a share below the finest step; other links go on.
    let machine = Table::star(4, 1, 0);
    let options = Options { capacity_factor: 1e-9, ..Options::default() };
    let starts = [(0, 1), (0, 2), (0, 3), (3, 1)]
        .map(|(source, destination)| (Time::ZERO, transfer(0, source, destination, 1_000)));
    assert_eq!(run(&mut flow(&machine, options), &starts), []);
}

fn platform(topology: &str) -> Arc<dyn Machine> {
    let text = format!(
        "[topology]\n{topology}\nlinks.all.bandwidth = '10 GB/s'\nlinks.all.latency = '500 ns'\n\
         [host]\ncores = 1\nspeed = '8 Gflop/s'\nmemory = {{ bandwidth = '50 GB/s', copy = '10 GB/s', latency = '1 us' }}\n"
    );
    Arc::new(platform::Platform::from_str(&text, "test.toml").unwrap())
}

const TOPOLOGIES: [(&str, u32); 3] = [
    ("kind = 'torus'\ndimensions = [5, 4, 4]", 80),
    ("kind = 'fat-tree'\narity = 4\nlevels = 3", 64),
    ("kind = 'mesh'\ndimensions = [7, 6]", 42),
];

#[test]
fn random_permutations_on_topologies_equal_those_from_scratch() {
    for (topology, hosts) in TOPOLOGIES {
        let mut random = Stream::new(15, 0, hosts);
        let starts: Vec<_> = (0..4 * hosts)
            .map(|token| {
                let bytes = if token % 2 == 0 { 1_000_000 } else { 500_000 + random.below(1_000_000) };
                let start = Time::from_ns(u64::from(token / hosts) * 20_000);
                (start, transfer(u64::from(token), token % hosts, random.below(u64::from(hosts)) as u32, bytes))
            })
            .collect();
        let machine = platform(topology);
        let mut fast = Flow::new(machine.clone(), EXACT);
        let ends = run(&mut fast, &starts);
        assert_eq!(ends.len(), starts.len());
        let mut slow = Flow::new(machine, SCRATCH);
        assert_eq!(ends, run(&mut slow, &starts), "{topology}");
        assert_eq!(fast.statistics().solver.rate_changes, slow.statistics().solver.rate_changes);
        assert!(fast.statistics().rate_changes_per_completion() > 1.0, "{topology}: nothing was shared");
    }
}

/// All-to-all, a start per `gap` and host; sizes differ by up to `spread` bytes, bounds by factors.
fn staggered(hosts: u32, gap: u64, spread: u64, bounds: u64) -> Vec<(Time, Transfer)> {
    let mut random = Stream::new(16, 0, hosts);
    let mut starts = Vec::new();
    for (step, source) in (1..hosts).flat_map(|step| (0..hosts).map(move |source| (step, source))) {
        let token = u64::from(step * hosts + source);
        let bytes = 65_536 + random.below(spread + 1);
        let bandwidth_factor = 1.0 / (1 + random.below(bounds)) as f64;
        let transfer = transfer(token, source, (source + step) % hosts, bytes);
        starts.push((Time::from_ns(u64::from(step) * gap), Transfer { bandwidth_factor, ..transfer }));
    }
    starts
}

/// What a run reports of each message: date and bottleneck.
fn reported(network: &mut Flow, starts: &[(Time, Transfer)]) -> BTreeMap<u64, (Time, Option<LinkId>)> {
    let (mut reports, mut completions) = (BTreeMap::new(), Vec::new());
    let mut starts = starts.iter().peekable();
    loop {
        let start = starts.peek().map_or(Time::MAX, |start| start.0);
        let next = network.next_event().min(start);
        if next == Time::MAX {
            return reports;
        }
        if next < start || network.next_event() == start {
            network.advance(next, &mut completions);
            reports.extend(completions.drain(..).map(|done| (done.token, (next, done.bottleneck))));
        }
        while let Some((_, transfer)) = starts.next_if(|start| start.0 == next) {
            network.start(next, transfer);
        }
    }
}

#[test]
fn dense_traffic_equals_that_from_scratch() {
    for topology in ["kind = 'torus'\ndimensions = [6, 6]", "kind = 'fat-tree'\narity = 6\nlevels = 2"] {
        for (spread, bounds) in [(0, 1), (1, 1), (30_000, 1), (30_000, 20)] {
            let starts = staggered(36, 400, spread, bounds);
            let report = |options| {
                let mut network = Flow::new(platform(topology), options);
                (reported(&mut network, &starts), network.statistics().solver.rate_changes)
            };
            let (scratch, (reports, changes)) = (report(SCRATCH), report(EXACT));
            let differ = reports.iter().zip(&scratch.0).find(|(own, other)| own != other);
            assert_eq!(differ, None, "{topology}, {spread}, {bounds}");
            assert_eq!((reports.len(), scratch.0.len()), (starts.len(), starts.len()));
            assert_eq!(changes, scratch.1, "{topology}, {spread}, {bounds}");
        }
    }
}

/// Flows that meet no other get their dates without entering the links' lists; from scratch, all enter them.
#[test]
fn flows_that_are_alone_for_a_time_equal_those_in_lists() {
    for seed in 0..3_000 {
        let mut random = Stream::new(17, 0, seed);
        let machine = Table::random(&mut random);
        let starts = random_starts(&mut random, &machine, 20).into_iter().map(|(at, transfer)| {
            let [from, to] = [transfer.source, transfer.destination].map(|end| units::ActorId(end.host.0));
            (at, Transfer { connection: Some(kernel::Connection { from, to }), ..transfer })
        });
        let starts: Vec<_> = starts.collect();
        let report = |options, send_queue| {
            let options = Options { send_queue, ..options };
            let mut network = flow(&machine, options);
            let reports = reported(&mut network, &starts);
            let mut links = Vec::new();
            network.for_each_link(&mut |link, totals| links.push((link, totals.bytes, totals.busy)));
            (reports, links, network.statistics().solver.rate_changes)
        };
        for send_queue in [None, Some(Bytes(14_480))] {
            assert_eq!(report(EXACT, send_queue), report(SCRATCH, send_queue), "seed {seed}, {send_queue:?}");
        }
    }
}

#[test]
fn all_to_all_takes_what_the_ends_allow_where_nothing_else_limits() {
    // Every host sends and receives (n − 1)·k bytes over one link; D-mod-k routes keep the levels above as free.
    let hosts = 16;
    let starts: Vec<_> = (0..hosts * hosts)
        .filter(|pair| pair / hosts != pair % hosts)
        .map(|pair| (Time::ZERO, transfer(u64::from(pair), pair / hosts, pair % hosts, 1_000_000)))
        .collect();
    let ends = run(&mut Flow::new(platform("kind = 'fat-tree'\narity = 4\nlevels = 2"), Options::default()), &starts);
    // 15 MB at 10 GB/s, after the latency of two hops (in the leaf) or four.
    let last = ends.last().unwrap().1;
    assert!(last >= Time::from_ns(1_500_000 + 1_000) && last <= Time::from_ns(1_500_000 + 2_000), "{last}");
}

#[test]
fn opposite_halves_of_a_torus_share_its_bisection() {
    // Ring of 8, every host to the one opposite: all routes go upwards, so every link upwards carries four flows.
    let starts: Vec<_> =
        (0..8).map(|source| (Time::ZERO, transfer(u64::from(source), source, (source + 4) % 8, 1_000_000))).collect();
    let ends = run(&mut Flow::new(platform("kind = 'torus'\ndimensions = [8]"), Options::default()), &starts);
    assert!(ends.iter().all(|end| end.1 == Time::from_ns(400_000 + 2_000)), "{ends:?}");
}
