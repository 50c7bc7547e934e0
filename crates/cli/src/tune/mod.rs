//! The `windtunnel tune` commands. `tune mapping`, in this file, searches for a mapping of ranks to hosts.
//! `tune collectives`, in [`collectives`], chooses collective algorithms.

mod collectives;
mod options;
mod simulated;
mod table;

use crate::error::CliError;
use crate::output::Loudness;
use config::UnknownName;
use engine::{AssemblyError, JobText, Mapping, MappingError, Platform};
use files::Existing;
pub(crate) use options::TuneOptions;
use options::{LoadsChoice, MappingOptions, StartPoint, TuneAction};
use results::Graph;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;
use table::{Report, Row};
use tune::{Candidate, Limit, Problem, Start, Unfit, Ways};

/// Programs tried at most; graphs with more edges try fewer, so that it takes seconds.
const MOST_PROGRAMS: usize = 4096;
const EDGES_OF_PROGRAMS: usize = 1 << 25;

/// Default duration of a search in seconds.
const BUDGET: f64 = 60.0;

/// `windtunnel tune …`.
pub(crate) fn command(options: &TuneOptions, loudness: Loudness) -> Result<u8, CliError> {
    match &options.action {
        TuneAction::Mapping(options) => mapping(options),
        TuneAction::Collectives(options) => collectives::command(options, loudness > Loudness::Quiet),
    }
}

fn mapping(options: &MappingOptions) -> Result<u8, CliError> {
    files::refuse_inputs(&options.output, [options.graph.as_path(), Path::new(&options.platform)])?;
    let graph = Graph::open(&options.graph)?;
    let phases = phases(&graph, options)?;
    let set = options.set.iter().cloned().collect();
    let (platform, _) = engine::load_platform(&options.platform, &set)?;
    let given = build(options, &platform, &options.mapping, graph.ranks)?;
    let per_host = options.ppn.unwrap_or_else(|| platform.host.cores.into());
    let (ways, why) = ways(options, &platform);
    let objective = options.objective.stand_in();
    let problem = Problem::new(&graph, &phases, &platform, &given, per_host, ways, objective);
    let problem = problem.map_err(|unfit| match unfit {
        Unfit::NoWays => CliError::NoWays { platform: platform.name().to_owned() },
        Unfit::TooManyBytes => CliError::TooManyBytes { graph: options.graph.display().to_string() },
    })?;
    check_grid(options, &problem)?;
    let grid = options.grid.as_deref().map_or_else(|| tune::grid(&graph, &phases), <[u32]>::to_vec);
    let most = (EDGES_OF_PROGRAMS / graph.edges.len().max(1)).clamp(1, MOST_PROGRAMS);
    let mut go_on = clock(options);
    let starts = starts(options, &problem, &platform, Tilings { grid: &grid, most });
    let found = tune::search(&problem, &starts, options.seed, limit(options, &mut go_on));

    let names: Vec<&str> = phases.iter().map(|phase| &*graph.phases[*phase as usize]).collect();
    let mut rows = rows(options, &problem, found.candidates);
    if options.objective.is_time() {
        simulated::rank(options, &problem, &platform, &mut rows)?;
    }
    let best = &rows[rows.iter().position(|row| row.place == Some(1)).unwrap_or(0)];
    let text = map_file(options, &problem, &platform, best, found.steps);
    files::write(&options.output, text.as_bytes(), Existing::forced(options.force))?;
    let (steps, made, updates) = (found.steps, found.made, found.updates);
    Report {
        options,
        problem: &problem,
        platform: &platform,
        phases: &names,
        why,
        steps,
        made,
        updates,
        rows: &rows,
    }
    .print()?;
    Ok(0)
}

/// The phases that count.
fn phases(graph: &Graph, options: &MappingOptions) -> Result<Vec<u32>, CliError> {
    let all = 0..graph.phases.len() as u32;
    let Some(wanted) = &options.phase else { return Ok(all.collect()) };
    match graph.phases.iter().position(|name| **name == **wanted) {
        Some(phase) => Ok(vec![phase as u32]),
        None => Err(CliError::NoPhase {
            graph: options.graph.display().to_string(),
            unknown: UnknownName::new(wanted, &graph.phases),
        }),
    }
}

fn build(options: &MappingOptions, platform: &Platform, spec: &str, ranks: u32) -> Result<Mapping, CliError> {
    let (mapping, allocation) = (Some(spec.to_owned()), options.allocation.clone());
    let job = JobText { mapping, allocation, ppn: options.ppn, ..JobText::default() };
    let (mapping, _) = engine::map_ranks(&job, Some(options.seed), ranks, platform)
        .map_err(|error| without_shared_cores(options, error))?;
    Ok(mapping)
}

/// A search never has ranks share a core, so its messages do not name the option for that.
fn without_shared_cores(options: &MappingOptions, error: MappingError) -> CliError {
    match error {
        MappingError::TooManyRanks { ranks, slots, hosts } => {
            CliError::TooFewCores { graph: options.graph.display().to_string(), ranks, slots, hosts }
        }
        MappingError::PerHost { ppn, cores } => CliError::MoreThanCores { ppn, cores },
        error => AssemblyError::from(error).into(),
    }
}

/// Which links messages count on, and why.
fn ways(options: &MappingOptions, platform: &Platform) -> (Ways, &'static str) {
    let routing =
        platform.packet.settings.iter().find(|(key, _)| key == "routing").map(|(_, routing)| routing.as_str());
    match options.loads {
        Some(LoadsChoice::Route) => (Ways::Route, "those of its route"),
        Some(LoadsChoice::Minimal) => (Ways::Minimal, "all minimal ways in equal parts"),
        None if matches!(routing, Some("adaptive" | "bluegene")) => {
            (Ways::Minimal, "all minimal ways in equal parts, as the platform's packets are routed adaptively")
        }
        None => (Ways::Route, "those of its route (the default)"),
    }
}

/// Refuses a grid of another number of ranks.
fn check_grid(options: &MappingOptions, problem: &Problem<'_>) -> Result<(), CliError> {
    let Some(grid) = &options.grid else { return Ok(()) };
    let points: u128 = grid.iter().map(|size| u128::from(*size)).product();
    if points == u128::from(problem.ranks()) {
        Ok(())
    } else {
        Err(CliError::Grid { points, ranks: problem.ranks() })
    }
}

/// Tilings of a grid of ranks, and how many of them are tried.
struct Tilings<'a> {
    grid: &'a [u32],
    most: usize,
}

/// The start points by name.
fn starts(
    options: &MappingOptions,
    problem: &Problem<'_>,
    platform: &Platform,
    tilings: Tilings<'_>,
) -> Vec<(String, Start)> {
    let mut starts = Vec::new();
    for start in &options.start {
        match start {
            StartPoint::Given => starts.push((options.mapping.clone(), Start::Places(problem.given()))),
            StartPoint::Bisection => starts.push(("bisection".to_owned(), Start::Bisection)),
            StartPoint::Greedy => starts.push(("greedy".to_owned(), Start::Greedy)),
            StartPoint::Random => starts.push((format!("random:{}", options.seed), Start::Random(options.seed))),
            StartPoint::Programs => starts.extend(programs(options, problem, platform, &tilings)),
        }
    }
    starts
}

/// Programs that tile the grid of ranks and the machine, evenly chosen; none without a grid.
fn programs(
    options: &MappingOptions,
    problem: &Problem<'_>,
    platform: &Platform,
    tilings: &Tilings<'_>,
) -> Vec<(String, Start)> {
    let grid = tilings.grid;
    if options.grid.is_none() && grid.len() < 2 {
        return Vec::new();
    }
    let mut machine: Vec<u32> = platform.axes().iter().map(|axis| axis.size).collect();
    if let (Some(slots), Some(ppn)) = (machine.last_mut(), options.ppn) {
        *slots = ppn;
    }
    let volume = |tile: &[u32]| tile.iter().map(|size| u64::from(*size)).product::<u64>();
    let of_machine = tiles(&machine);
    let pairs: Vec<(Vec<u32>, &Vec<u32>)> = tiles(grid)
        .into_iter()
        .flat_map(|tile| of_machine.iter().map(move |other| (tile.clone(), other)))
        .filter(|(tile, other)| volume(tile) == volume(other))
        .collect();
    let text = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let step = pairs.len().div_ceil(tilings.most).max(1);
    let program = |(tile, other): &(Vec<u32>, &Vec<u32>)| {
        let spec = format!("map grid({}).tile({}) -> machine().tile({})", text(grid), text(tile), text(other));
        // A job that does not fill the machine has other axes.
        let places = problem.places(&build(options, platform, &spec, problem.ranks()).ok()?)?;
        Some((spec, places))
    };
    // Many are the same mapping.
    let mut seen = BTreeSet::new();
    let different = pairs.iter().step_by(step).filter_map(program).filter(|(_, places)| seen.insert(places.clone()));
    different.map(|(spec, places)| (spec, Start::Places(places))).collect()
}

/// All sizes of tiles that divide a box.
fn tiles(sizes: &[u32]) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for size in sizes {
        let divisors: Vec<u32> = (1..=*size).filter(|tile| size.is_multiple_of(*tile)).collect();
        all = all.iter().flat_map(|tile| divisors.iter().map(|size| [tile.as_slice(), &[*size]].concat())).collect();
    }
    all
}

/// Asks the clock whether the budget is spent.
fn clock(options: &MappingOptions) -> impl FnMut(u64) -> bool + use<> {
    let (begin, seconds) = (Instant::now(), options.budget.unwrap_or(BUDGET));
    let counts = options.steps.is_some();
    move |_| counts || begin.elapsed().as_secs_f64() < seconds
}

fn limit<'a>(options: &MappingOptions, go_on: &'a mut dyn FnMut(u64) -> bool) -> Limit<'a> {
    Limit { steps: options.steps.unwrap_or(u64::MAX), go_on }
}

/// The candidates, best first, the mapping that was given among them; the same mapping once.
fn rows(options: &MappingOptions, problem: &Problem<'_>, mut candidates: Vec<Candidate>) -> Vec<Row> {
    let given = problem.given();
    if !candidates.iter().any(|candidate| candidate.places == given) {
        // The search has not started from it.
        let (start, figures) = (options.mapping.clone(), problem.figures(&given));
        candidates.push(Candidate { start, steps: 0, places: given.clone(), figures });
        candidates.sort_by_key(|candidate| options.objective.stand_in().key(&candidate.figures));
    }
    let mut rows: Vec<Row> = Vec::new();
    for candidate in candidates {
        if !rows.iter().any(|row| row.candidate.places == candidate.places) {
            let (is_given, place) = (candidate.places == given, Some(rows.len() + 1));
            rows.push(Row { candidate, is_given, place, time: None });
        }
    }
    rows.retain(|row| row.is_given || row.place.is_some_and(|place| place <= options.top));
    rows
}

/// The mapping file: a line for each rank.
fn map_file(options: &MappingOptions, problem: &Problem<'_>, platform: &Platform, best: &Row, steps: u64) -> String {
    let (graph, objective, seed) = (options.graph.display(), options.objective.text(), options.seed);
    let mut text = format!(
        "# windtunnel tune mapping: {graph} on {}, {objective}, seed {seed}, {steps} steps; from {}\n",
        platform.name(),
        best.candidate.start,
    );
    for slot in &best.candidate.places {
        let endpoint = problem.endpoint(*slot);
        text.push_str(&format!("{}:{}\n", platform.host_name(endpoint.host), endpoint.core));
    }
    text
}
