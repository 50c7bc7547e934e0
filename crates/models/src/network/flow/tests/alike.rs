//! Bundles of flows that are alike against flows one by one.

use super::super::alike::{Alike, State};
use super::*;

/// How many flows and bundles are under way, if there are bundles.
fn bundles(network: &Flow) -> Option<(usize, usize)> {
    let dense = network.density.form.as_ref()?;
    let alike = dense.alike.as_ref()?;
    let admitted = (0..network.sharing.flows.len() as u32).filter(|flow| alike.bundle(*flow) != NONE);
    let mut bundles: Vec<_> = admitted.map(|flow| alike.bundle(flow)).collect();
    let flows = bundles.len();
    bundles.sort_unstable();
    bundles.dedup();
    Some((flows, bundles.len()))
}

/// As [`reported`]; `watch` sees the model when all that happens at an instant is solved.
fn watched(
    network: &mut Flow,
    starts: &[(Time, Transfer)],
    mut watch: impl FnMut(&Flow),
) -> BTreeMap<u64, (Time, Option<LinkId>)> {
    let (mut reports, mut completions) = (BTreeMap::new(), Vec::new());
    let mut starts = starts.iter().peekable();
    loop {
        let next = network.next_event();
        if next > network.now {
            watch(network);
        }
        let start = starts.peek().map_or(Time::MAX, |start| start.0);
        let now = next.min(start);
        if now == Time::MAX {
            return reports;
        }
        if next == now {
            network.advance(now, &mut completions);
            reports.extend(completions.drain(..).map(|done| (done.token, (now, done.bottleneck))));
        }
        while let Some((_, transfer)) = starts.next_if(|start| start.0 == now) {
            network.start(now, transfer);
        }
    }
}

/// A machine of copies of a few hosts: a route leads from a copy to one that is so many copies on, over links of
/// copies that are so many on or over links that all copies share.
struct Copies {
    machine: Table,
    copies: u32,
    kinds: u32,
}

impl Copies {
    fn random(random: &mut Stream) -> Self {
        let (copies, kinds) = (2 + random.below(5) as u32, 1 + random.below(3) as u32);
        // First link and how many, by class.
        let mut classes = Vec::new();
        let mut links = Vec::new();
        for _ in 0..1 + random.below(7) {
            let count = if random.below(4) == 0 { 1 } else { copies };
            classes.push((links.len() as u32, count));
            let bandwidth = [1_000_000_000, 999_999_937, 1 + random.below(4_000_000_000)][random.below(3) as usize];
            let link = link(bandwidth, random.below(3) * 1_000);
            links.extend((0..count).map(|_| link));
        }
        let pattern = |_| {
            let mut pattern = Vec::new();
            let always = random.below(classes.len() as u64) as usize;
            for (at, class) in classes.iter().enumerate() {
                if at == always || random.below(2) == 0 {
                    pattern.push((*class, random.below(u64::from(copies)) as u32));
                }
            }
            pattern
        };
        let patterns: Vec<_> = (0..kinds * kinds * copies).map(pattern).collect();
        let hosts = copies * kinds;
        let route = |pair: u32| {
            let ((from, kind), (to, other)) =
                ((pair / hosts / kinds, pair / hosts % kinds), (pair % hosts / kinds, pair % kinds));
            let pattern = &patterns[(((to + copies - from) % copies * kinds + kind) * kinds + other) as usize];
            pattern.iter().map(|((first, count), on)| LinkId(first + (from + on) % count)).collect()
        };
        let routes = (0..hosts * hosts).map(route).collect();
        let machine = Table { links, hosts: hosts as usize, routes, ..Table::star(1, 1, 0) };
        Self { machine, copies, kinds }
    }

    /// So many messages from each copy, but every `single`th one from one copy alone.
    fn starts(&self, random: &mut Stream, count: u64, single: u64) -> Vec<(Time, Transfer)> {
        let Self { copies, kinds, .. } = *self;
        let mut starts = Vec::new();
        for _ in 0..count {
            let [kind, other, on, only] =
                [kinds, kinds, copies, copies].map(|below| random.below(u64::from(below)) as u32);
            let bytes = [1_000, 65_536, 1 + random.below(100_000)][random.below(3) as usize];
            let factor = [1.0, 1.0, 0.5, 0.03][random.below(4) as usize];
            let start = Time::from_ns(random.below(12) * 1_500);
            let alone = random.below(single) == 0;
            for copy in (0..copies).filter(|copy| !alone || *copy == only) {
                let (source, destination) = (copy * kinds + kind, (copy + on) % copies * kinds + other);
                let transfer = transfer(starts.len() as u64, source, destination, bytes);
                starts.push((start, Transfer { bandwidth_factor: factor, ..transfer }));
            }
        }
        starts.sort_by_key(|start| start.0);
        starts
    }
}

#[test]
fn bundles_equal_the_solve_from_scratch() {
    let (mut most, mut fewest, mut changes, mut renewed) = (0, usize::MAX, 0, 0);
    for seed in 0..1_500 {
        let mut random = Stream::new(21, 0, seed);
        let copies = Copies::random(&mut random);
        let single = [1_000, 40, 6][seed as usize % 3];
        let starts = copies.starts(&mut random, 40, single);
        let model = |solver| flow(&copies.machine, Options { solver, ..Options::default() });
        let expected = reported(&mut model(Solver::FromScratch), &starts);
        let (mut before, mut solves) = (None, 0);
        let found = watched(&mut model(Solver::Bundling), &starts, |network| {
            check_loads(network);
            let now = bundles(network);
            changes += usize::from(now.is_some() != before.is_some());
            let dense = network.density.form.as_ref();
            let now_solves = dense.and_then(|dense| dense.alike.as_ref()).map_or(0, |alike| alike.solves);
            renewed += usize::from(before.is_some() && now.is_some() && now_solves < solves);
            (before, solves) = (now, now_solves);
            if let Some((flows, bundles)) = now.filter(|now| now.0 > 20) {
                most = most.max(flows / bundles);
                fewest = fewest.min(flows / bundles);
            }
        });
        assert_eq!(found, expected, "seed {seed}");
        assert_eq!(reported(&mut model(Solver::Adaptive), &starts), expected, "seed {seed}");
    }
    assert!(most >= 5 && fewest == 1 && changes > 2_000 && renewed > 200, "{most} {fewest} {changes} {renewed}");
}

/// Weights above one, of flows with the same ends among others.
#[test]
fn a_flow_may_pass_several_links_of_a_group_and_a_link_several_flows_of_a_bundle() {
    // Ring of 4. When the last ones start, the first are bundled.
    let hosts = 4;
    let routes = (0..hosts * hosts).map(|pair| {
        let (from, to) = (pair / hosts, pair % hosts);
        (0..(to + hosts - from) % hosts).map(|on| LinkId(((from + on) % hosts) as u32)).collect()
    });
    let machine =
        Table { links: vec![link(1_000_000_000, 0); hosts], hosts, routes: routes.collect(), ..Table::star(1, 1, 0) };
    let mut starts = Vec::new();
    for (ns, on, bytes) in
        [(0, 1, 5_000), (50, 2, 3_000), (75, 3, 9_000), (100, 1, 1_000), (100, 1, 1_000), (100, 2, 700)]
    {
        for from in 0..hosts as u32 {
            let transfer = transfer(starts.len() as u64, from, (from + on) % hosts as u32, bytes);
            starts.push((Time::from_ns(ns), transfer));
        }
    }
    let model = |solver| flow(&machine, Options { solver, ..Options::default() });
    let expected = reported(&mut model(Solver::FromScratch), &starts);
    let mut seen = Vec::new();
    let found = watched(&mut model(Solver::Bundling), &starts, |network| seen.extend(bundles(network)));
    assert_eq!(found, expected);
    assert!(seen.contains(&(24, 5)), "{seen:?}");
}

/// All-to-all whose first part is the same on all leaves of a fat tree. Later one host sends more, and after that
/// nothing is alike.
#[test]
fn bundles_are_found_where_traffic_is_regular_and_given_up_where_it_is_not() {
    let hosts = 64;
    let topology = "kind = 'fat-tree'\narity = 8\nlevels = 2";
    let mut starts = staggered(hosts, 400, 0, 1);
    let late = starts.last().unwrap().0 + Time::from_ns(1_000);
    for step in 0..400 {
        let start = late + Time::from_ns(137 * step);
        let (source, destination) = ((step * 7 % 64) as u32, ((step * 7 + 1 + step % 62) % 64) as u32);
        starts.push((start, transfer(100_000 + step, source, destination, 30_000 + 11 * step)));
    }
    let model = |solver| Flow::new(platform(topology), Options { solver, ..Options::default() });
    let expected = reported(&mut model(Solver::Filling), &starts);
    let mut seen = Vec::new();
    let mut adaptive = model(Solver::Adaptive);
    let found = watched(&mut adaptive, &starts, |network| seen.push((network.density.is_dense(), bundles(network))));
    assert_eq!(found.len(), starts.len());
    let differ = found.iter().zip(&expected).find(|(own, other)| own != other);
    assert_eq!(differ, None);
    let bundled = |seen: &(bool, Option<(usize, usize)>)| seen.1.is_some_and(|(flows, bundles)| flows >= 4 * bundles);
    let first = seen.iter().position(bundled).unwrap();
    assert!(seen[first..].iter().any(|seen| seen.0 && seen.1.is_none()), "given up");
    let forced = watched(&mut model(Solver::Bundling), &starts, |_| {});
    assert_eq!(forced, expected);
}

/// Four links of which flows pass one or two; flows by route.
fn in_groups(routes: &[&[u32]]) -> (Sharing, Vec<(u32, State)>) {
    let mut sharing = Sharing::new(4, 0);
    for index in 0..4 {
        sharing.link(LinkId(index), || (1_000, 1_000));
    }
    let state = State { left: 10, level: UNSEEN, ceiling: 1_000, shared: false };
    let flows = routes.iter().map(|route| (sharing.reserve(route, 1, 1_000), state)).collect();
    (sharing, flows)
}

#[test]
fn a_bundle_passes_all_links_of_a_group_equally_often() {
    let ring: [&[u32]; 8] = [&[0, 1], &[1, 2], &[2, 3], &[3, 0], &[0], &[1], &[2], &[3]];
    let (sharing, flows) = in_groups(&ring);
    let (mut alike, formed) = Alike::find(&sharing, &flows, 1).unwrap();
    let mut weights: Vec<_> = formed.iter().map(|bundle| (bundle.count, bundle.passes[0].weight)).collect();
    weights.sort_unstable();
    assert_eq!(weights, [(4, 1), (4, 2)]);
    // Further flows: over three of the links, over all but unequally, of unequal states, and as they should be.
    for (routes, fits) in [
        (&[&[0][..], &[1], &[2]][..], false),
        (&[&[0], &[1], &[2], &[2]], false),
        (&[&[0, 1], &[1, 2], &[2, 0], &[3, 0]], false),
        (&[&[0], &[1], &[2], &[3]], true),
    ] {
        let (sharing, flows) = in_groups(&[&ring[..], routes].concat());
        assert_eq!(alike.form(&sharing, &flows[ring.len()..]).is_some(), fits, "{routes:?}");
        let mut unequal = flows[ring.len()..].to_vec();
        unequal[0].1.left += 1;
        assert!(alike.form(&sharing, &unequal).is_none());
    }
    assert!(Alike::find(&sharing, &flows, 9).is_none(), "too few to a group");
}
