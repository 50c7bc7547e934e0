//! Searches on small machines.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use platform::{Allocation, Mapping, Platform};
use results::{Edge, Graph};
use windtunnel_tune::{Found, Limit, Objective, Problem, Start, Unfit, Ways, search};

fn machine(text: &str) -> Platform {
    let host = "[host]\ncores = 2\nspeed = '1 Gf'\nmemory = { bandwidth = '10 GB/s', copy = '5 GB/s', latency = '1 us', sockets = 1 }\n";
    Platform::from_str(&format!("[topology]\n{text}\n{host}"), "machine.toml").unwrap()
}

fn torus(sizes: &str) -> Platform {
    machine(&format!(
        "kind = 'torus'\ndimensions = {sizes}\nlinks.all = {{ bandwidth = '1 GB/s', latency = '1 us' }}"
    ))
}

/// A ring of ranks that are numbered with a stride, so that neighbours have numbers far apart.
fn ring(ranks: u32, stride: u32) -> Graph {
    let rank = |at: u32| at % ranks * stride % ranks;
    let mut edges: Vec<Edge> = (0..ranks)
        .flat_map(|at| [(rank(at), rank(at + 1)), (rank(at + 1), rank(at))])
        .map(|(source, destination)| Edge { phase: 0, source, destination, messages: 1, bytes: 1000 })
        .collect();
    edges.sort_unstable();
    Graph { phases: vec!["0".into()], edges, ranks }
}

struct Case {
    platform: Platform,
    mapping: Mapping,
    graph: Graph,
    ppn: u32,
}

impl Case {
    fn new(platform: Platform, graph: Graph, ppn: u32) -> Self {
        let mapping =
            Mapping::build("block", graph.ranks, Some(ppn), false, &Allocation::of(None, 0).unwrap(), &platform)
                .unwrap();
        Self { platform, mapping, graph, ppn }
    }

    fn problem(&self, ways: Ways, objective: Objective) -> Problem<'_> {
        let phases: Vec<u32> = (0..self.graph.phases.len() as u32).collect();
        Problem::new(&self.graph, &phases, &self.platform, &self.mapping, self.ppn, ways, objective).unwrap()
    }
}

fn run(problem: &Problem<'_>, start: Start, seed: u64, steps: u64) -> Found {
    search(problem, &[("start".to_owned(), start)], seed, Limit { steps, go_on: &mut |_| true })
}

/// Every rank has a slot of its own, on a host that the mapping uses.
fn check(problem: &Problem<'_>, found: &Found) {
    for candidate in &found.candidates {
        let mut places = candidate.places.clone();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), problem.ranks() as usize);
        assert_eq!(problem.figures(&candidate.places), candidate.figures, "figures are those of the places");
    }
    let values: Vec<u64> = found.candidates.iter().map(|candidate| candidate.figures.max.ps()).collect();
    assert!(!values.is_empty());
}

#[test]
fn a_ring_finds_its_way_around_a_torus() {
    let case = Case::new(torus("[4, 4]"), ring(16, 5), 1);
    for objective in [Objective::HopBytes, Objective::MAX_LINK] {
        let problem = case.problem(Ways::Route, objective);
        let found = run(&problem, Start::Random(3), 1, 200_000);
        check(&problem, &found);
        let best = found.candidates[0].figures;
        // There is a Hamiltonian cycle: every message takes one link, and no link carries two.
        assert_eq!(best.max.ps(), 1_000_000, "{objective:?}");
        assert!(objective == Objective::MAX_LINK || best.hop_bytes == 32_000);
    }
}

#[test]
fn the_same_seed_and_steps_find_the_same_and_more_steps_go_on() {
    let case = Case::new(torus("[3, 5]"), ring(30, 7), 2);
    let problem = case.problem(Ways::Minimal, Objective::Plateau(990_000));
    let places = |seed, steps| run(&problem, Start::Random(1), seed, steps).candidates;
    assert_eq!(places(1, 10_000), places(1, 10_000));
    assert_ne!(places(1, 10_000), places(2, 10_000));
    // Whether the clock or the number of steps ends a search makes no difference.
    let mut asked = 0;
    let limit = Limit {
        steps: u64::MAX,
        go_on: &mut |steps| {
            asked = steps;
            steps < 10_000
        },
    };
    let timed = search(&problem, &[("start".to_owned(), Start::Random(1))], 1, limit);
    assert_eq!(timed.candidates, places(1, timed.steps));
    assert!((10_000..12_000).contains(&timed.steps) && asked == timed.steps);
}

#[test]
fn start_points_place_every_rank() {
    let tree = machine("kind = 'cluster'\nhosts = 11\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }");
    for (platform, ranks, ppn) in
        [(torus("[4, 3, 2]"), 24, 1), (torus("[7]"), 13, 2), (tree, 21, 2), (torus("[2]"), 1, 2)]
    {
        let case = Case::new(platform, ring(ranks, 1), ppn);
        let problem = case.problem(Ways::Route, Objective::HopBytes);
        for start in [Start::Bisection, Start::Greedy, Start::Random(1), Start::Places(problem.given())] {
            check(&problem, &run(&problem, start, 1, 500));
        }
    }
}

#[test]
fn bisection_and_greedy_beat_chance() {
    let case = Case::new(torus("[4, 4, 4]"), ring(64, 27), 1);
    let problem = case.problem(Ways::Route, Objective::HopBytes);
    let hops = |start| run(&problem, start, 1, 0).candidates[0].figures.hop_bytes;
    let chance = hops(Start::Random(1));
    let (bisection, greedy) = (hops(Start::Bisection), hops(Start::Greedy));
    assert!(3 * bisection < 2 * chance && 2 * greedy < chance, "{bisection} {greedy} {chance}");
}

#[test]
fn loads_are_those_of_routes_by_phase() {
    let mut graph = ring(4, 1);
    graph.phases.push("second".into());
    graph.edges.push(Edge { phase: 1, source: 0, destination: 2, messages: 2, bytes: 500 });
    let case = Case::new(torus("[4]"), graph, 1);
    let problem = case.problem(Ways::Route, Objective::MAX_LINK);
    let given = problem.given();
    let bytes = problem.bytes(&given);
    // Up from each host, then down to it; halfway round goes up.
    assert_eq!(bytes, [[1000; 8], [500, 500, 0, 0, 0, 0, 0, 0]].concat());
    let figures = problem.figures(&given);
    assert_eq!((figures.hop_bytes, figures.max.ps(), figures.plateau.ps()), (9_000, 1_500_000, 1_500_000));
}

#[test]
fn only_grids_tell_minimal_ways() {
    let star = machine("kind = 'cluster'\nhosts = 4\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }");
    let case = Case::new(star, ring(4, 1), 1);
    let problem =
        Problem::new(&case.graph, &[0], &case.platform, &case.mapping, 1, Ways::Minimal, Objective::HopBytes);
    assert_eq!(problem.err(), Some(Unfit::NoWays));
    let mut graph = ring(4, 1);
    graph.edges[0].bytes = i64::MAX as u64;
    let problem = Problem::new(&graph, &[0], &case.platform, &case.mapping, 1, Ways::Route, Objective::HopBytes);
    assert_eq!(problem.err(), Some(Unfit::TooManyBytes));
}
