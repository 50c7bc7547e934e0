use crate::{Limit, Objective, Problem, Start, Ways, search};
use platform::{Allocation, Mapping, Platform};
use results::{Edge, Graph};

/// Four ranks in a ring whose neighbours are numbered two apart, on a ring of four hosts. In the order of numbers most
/// messages take two links; the search finds an order in which each takes one, so that 1 kB a link are left: 1 us at 1 GB/s.
#[test]
fn a_search_brings_neighbours_together() {
    let text = "
        topology = { kind = 'torus', dimensions = [4], links.all = { bandwidth = '1 GB/s', latency = '1 us' } }
        [host]
        speed = '1 Gf'
        memory = { bandwidth = '10 GB/s', copy = '5 GB/s', latency = '1 us' }
    ";
    let machine = Platform::from_str(text, "ring.toml").unwrap();
    let edge = |source, destination| Edge { phase: 0, source, destination, messages: 1, bytes: 1000 };
    let edges = vec![edge(0, 2), edge(1, 0), edge(2, 3), edge(3, 1)];
    let graph = Graph { phases: vec!["all".into()], edges, ranks: 4 };
    let hosts = Allocation::of(None, 0).unwrap();
    let mapping = Mapping::build("block", 4, Some(1), false, &hosts, &machine).unwrap();
    let problem = Problem::new(&graph, &[0], &machine, &mapping, 1, Ways::Route, Objective::MAX_LINK).unwrap();
    assert!(problem.figures(&problem.given()).max.ps() > 1_000_000);
    let limit = Limit { steps: 1000, go_on: &mut |_| true };
    let found = search(&problem, &[("random".to_owned(), Start::Random(1))], 1, limit);
    assert_eq!(found.candidates[0].figures.max.ps(), 1_000_000);
}
