//! The local search for mappings of ranks to hosts. It begins with several mappings (start points), improves them by swapping
//! ranks, and keeps the best mappings as candidates.
//!
//! The objective is a norm of the links' loads. The best start points are improved in rounds. In a round, swaps of two ranks
//! are proposed one after another. In the first round, only swaps that lower the norm are accepted. In later rounds, a swap may
//! also raise the norm, up to `DEVIATION` above the best so far; this limit shrinks to zero during the round. Each round is
//! twice as long as the previous one, and after each the worst start point is dropped.
//!
//! A swap is evaluated by the links whose loads it changes. The norm is convex, so a swap raises it by at least what the
//! gradient predicts: most bad swaps are rejected by the gradient, without updating loads. For the other swaps, the traffic of
//! both ranks is first removed from the loads, then added link by link. Each addition can only raise the norm, so a swap is
//! rejected as soon as the norm exceeds the limit.

use crate::draws::Draws;
use crate::figures::LoadSummary;
use crate::moves::Moves;
use crate::problem::Problem;
use crate::start::{Start, start};

/// Proposals of the first round, for each rank.
const FIRST_ROUND: u64 = 64;

/// Proposals of a round at least.
const LEAST_ROUND: u64 = 1 << 16;

/// Start points that rounds go on from.
const CHAINS: usize = 3;

/// Proposals between two looks for hot links, for each rank.
const HOT_EVERY: u64 = 8;

/// Proposals between two questions whether to go on.
const ASK_EVERY: u64 = 1 << 10;

/// How far a round may go above the least norm that its chain has had, at first, as a part of it.
const DEVIATION: f64 = 0.05;

/// When a search ends.
pub struct Limit<'a> {
    /// After this many proposals of an exchange.
    pub steps: u64,
    /// Asked now and then with the number of proposals so far: whether to go on.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// A mapping that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where it comes from: the start point.
    pub start: String,
    /// Proposals that have led from the start point to it.
    pub steps: u64,
    /// The slot of each rank.
    pub places: Vec<u32>,
    /// Its figures.
    pub figures: LoadSummary,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Best first: start points, and the results of rounds from them.
    pub candidates: Vec<Candidate>,
    /// Exchanges that were proposed.
    pub steps: u64,
    /// Exchanges that were made.
    pub made: u64,
    /// Loads of links that were updated for them.
    pub updates: u64,
}

/// Searches from these start points until the limit is reached. With the same arguments and steps it finds the same; a longer
/// search goes through the same steps first.
pub fn search(problem: &Problem<'_>, starts: &[(String, Start)], seed: u64, limit: Limit<'_>) -> Found {
    let mut found = Found::default();
    for (name, kind) in starts {
        let Some(places) = start(problem, kind) else { continue };
        let figures = problem.figures(&places);
        found.candidates.push(Candidate { start: name.clone(), steps: 0, places, figures });
    }
    sort(problem, &mut found.candidates);
    let chains: Vec<Chain<'_>> = found.candidates.iter().take(CHAINS).map(|from| Chain::new(problem, from)).collect();
    Rounds { problem, draws: Draws::new(seed, 1), limit, found }.run(chains)
}

fn sort(problem: &Problem<'_>, candidates: &mut [Candidate]) {
    // Stable: of equals the earlier one comes first.
    candidates.sort_by_key(|candidate| problem.objective.key(&candidate.figures));
}

/// The best state of a round.
struct Record {
    norm: f64,
    /// None: it is the present one.
    places: Option<Vec<u32>>,
}

/// A start point, improved round by round.
struct Chain<'a> {
    start: String,
    steps: u64,
    moves: Moves<'a>,
}

impl<'a> Chain<'a> {
    fn new(problem: &'a Problem<'a>, from: &Candidate) -> Self {
        Self { start: from.start.clone(), steps: 0, moves: Moves::new(problem, from.places.clone()) }
    }
}

struct Rounds<'a, 'l> {
    problem: &'a Problem<'a>,
    draws: Draws,
    limit: Limit<'l>,
    found: Found,
}

impl<'a> Rounds<'a, '_> {
    /// Rounds of growing length: after each, the worst chain is given up until one is left. The first round only descends; later
    /// ones go up now and then.
    fn run(mut self, mut chains: Vec<Chain<'a>>) -> Found {
        let mut length = (FIRST_ROUND * u64::from(self.problem.ranks())).max(LEAST_ROUND);
        let mut wanders = false;
        loop {
            let mut ends = chains.is_empty() || self.problem.hosts() < 2;
            for chain in &mut chains {
                ends = ends || !self.round(chain, length, wanders);
            }
            if ends {
                break;
            }
            chains.sort_by(|a, b| a.moves.loads.norm().total_cmp(&b.moves.loads.norm()));
            chains.truncate((chains.len() - 1).max(1));
            (length, wanders) = (length.saturating_mul(2), true);
        }
        self.found.updates += chains.iter().map(|chain| chain.moves.loads.updates).sum::<u64>();
        sort(self.problem, &mut self.found.candidates);
        self.found
    }

    /// One round; returns whether to go on. Exchanges are made that lower the norm, or leave it near the least one so far: the
    /// record-to-record travel of G. Dueck, "New optimization heuristics", J. Comput. Phys. 104, 1993. How near shrinks to
    /// nothing in the first three quarters of the round.
    fn round(&mut self, chain: &mut Chain<'a>, length: u64, wanders: bool) -> bool {
        let hot_every = HOT_EVERY * u64::from(self.problem.ranks());
        let mut norm = chain.moves.loads.norm();
        let mut record = Record { norm, places: None };
        for step in 0..length {
            if self.found.steps >= self.limit.steps
                || step.is_multiple_of(ASK_EVERY) && !(self.limit.go_on)(self.found.steps)
            {
                self.end(chain, record);
                return false;
            }
            if step.is_multiple_of(hot_every) {
                chain.moves.find_hot();
            }
            self.found.steps += 1;
            chain.steps += 1;
            let warmth = if wanders { 1.0 - step as f64 * 4.0 / (3.0 * length as f64) } else { 0.0 };
            let bound = norm.max(record.norm * (1.0 + DEVIATION * warmth.max(0.0)));
            let (rank, slot) = chain.moves.choose(&mut self.draws);
            let Some(with) = chain.moves.propose(rank, slot, bound) else { continue };
            // The way up begins: the record is kept.
            if with > norm && norm <= record.norm {
                record = Record { norm, places: Some(chain.moves.places.clone()) };
            }
            chain.moves.commit(rank, slot);
            norm = chain.moves.loads.norm();
            if norm < record.norm {
                record = Record { norm, places: None };
            }
            self.found.made += 1;
        }
        self.end(chain, record);
        true
    }

    /// Takes a chain back to its record, and keeps that.
    fn end(&mut self, chain: &mut Chain<'a>, record: Record) {
        if let Some(places) = record.places {
            self.found.updates += chain.moves.loads.updates;
            chain.moves = Moves::new(self.problem, places);
        }
        self.keep(chain);
    }

    fn keep(&mut self, chain: &Chain<'_>) {
        let places = chain.moves.places.clone();
        let figures = self.problem.figures(&places);
        let (start, steps) = (chain.start.clone(), chain.steps);
        self.found.candidates.push(Candidate { start, steps, places, figures });
    }
}
