//! Exchanges proposed and link loads judged per second, by a search from ranks in order and from ranks in random order.
//! Words after `--` select machines and ways whose names contain one of them.

use results::{Edge, Graph};
use std::time::Instant;
use windtunnel_tune::{Limit, Objective, Problem, Start, Ways, search};

use platform::{Allocation, Mapping, Platform};

const STEPS: u64 = 3_000_000;

/// Ranks in a grid, the first axis fastest, and what each sends: to whom by (axis, distance), or to all along an axis.
struct Grid([u32; 3]);

impl Grid {
    fn after(&self, rank: u32, axis: usize, distance: u32) -> u32 {
        let stride: u32 = self.0[..axis].iter().product();
        let at = rank / stride % self.0[axis];
        rank - at * stride + (at + distance) % self.0[axis] * stride
    }

    fn graph(&self, of: impl Fn(u32) -> Vec<(u32, u32)>) -> Graph {
        let ranks = self.0.iter().product();
        let edge = |(source, (phase, destination))| Edge { phase, source, destination, messages: 1, bytes: 1 << 16 };
        let mut edges: Vec<Edge> =
            (0..ranks).flat_map(|rank| of(rank).into_iter().map(move |to| (rank, to))).map(edge).collect();
        edges.sort_unstable();
        Graph { phases: vec!["0".into(), "1".into()], edges, ranks }
    }

    /// Six neighbours, periodic.
    fn halo(&self) -> Graph {
        let ends = |axis: usize| [1, self.0[axis] - 1];
        self.graph(|rank| {
            (0..3).flat_map(|axis| ends(axis).map(|distance| (0, self.after(rank, axis, distance)))).collect()
        })
    }

    /// All-to-alls along the first two axes, a phase each.
    fn transforms(&self) -> Graph {
        self.graph(|rank| {
            let along =
                |axis: usize| (1..self.0[axis]).map(move |distance| (axis as u32, self.after(rank, axis, distance)));
            (0..2).flat_map(along).collect()
        })
    }
}

fn main() {
    let torus = [("topology.dimensions", "[8, 8, 16]")];
    let halo = Grid([16, 16, 16]).halo();
    measure("halo, 4,096 ranks, percs-64", "percs-64", &[], &halo, 32, Ways::Route);
    measure("halo, 4,096 ranks, torus 8 x 8 x 16, routes", "bluegene-p", &torus, &halo, 4, Ways::Route);
    measure("halo, 4,096 ranks, torus 8 x 8 x 16, minimal ways", "bluegene-p", &torus, &halo, 4, Ways::Minimal);
    let transforms = Grid([8, 16, 16]).transforms();
    measure(
        "transforms, 2,048 ranks, torus 8 x 8 x 8, minimal ways",
        "bluegene-p",
        &[],
        &transforms,
        4,
        Ways::Minimal,
    );
}

/// Whether it has been asked for.
fn is_selected(name: &str) -> bool {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    words.is_empty() || words.iter().any(|word| name.contains(word))
}

fn measure(name: &str, platform: &str, overrides: &[(&str, &str)], graph: &Graph, ppn: u32, ways: Ways) {
    if !is_selected(name) {
        return;
    }
    let file = format!("{}/../../platforms/{platform}.toml", env!("CARGO_MANIFEST_DIR"));
    let platform = Platform::load_with(file, overrides).expect("shipped").0;
    let whole = Allocation::of(None, 0).expect("the whole machine");
    let mapping = Mapping::build("block", graph.ranks, Some(ppn), false, &whole, &platform).expect("a mapping");
    let phases: Vec<u32> =
        graph.edges.iter().map(|edge| edge.phase).max().into_iter().flat_map(|last| 0..=last).collect();
    let objective = Objective::Plateau(990_000);
    let problem = Problem::new(graph, &phases, &platform, &mapping, ppn, ways, objective).expect("a problem");
    for (start, kind) in [("in order", Start::Places(problem.given())), ("random", Start::Random(1))] {
        let limit = Limit { steps: STEPS, go_on: &mut |_| true };
        let begin = Instant::now();
        let found = search(&problem, &[(start.to_owned(), kind)], 1, limit);
        let seconds = begin.elapsed().as_secs_f64();
        let [steps, updates] = [found.steps, found.updates].map(|count| count as f64 / seconds / 1e6);
        let made = 100.0 * found.made as f64 / found.steps as f64;
        println!("{name:<56} {start:<9} {steps:>6.2} M exchanges/s  {updates:>6.0} M loads/s  {made:>4.1} % made");
    }
}
