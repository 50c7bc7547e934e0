//! The moves of the mapping search: swap two ranks, or move a rank to an empty slot.

use crate::draws::Draws;
use crate::loads::Loads;
use crate::problem::{EMPTY, Problem};
use crate::ways::Scratch;

/// The part of the fullest link's load from which on a link is hot.
const HOT: f64 = 0.8;

/// Tolerance for rounding where a swap is judged by prices, as a fraction of the bound; far above the actual error.
const ROUNDING: f64 = 1e-8;

/// Exchanges that were judged by prices lately, and how many of them were given up for that.
#[derive(Default)]
struct Judged {
    all: u32,
    given_up: u32,
    skipped: u32,
}

impl Judged {
    /// Both counts are halved after this many exchanges.
    const LATELY: u32 = 1024;
    /// Where prices seldom decide, one in this many swaps is judged by them.
    const SAMPLE: u32 = 16;

    /// Whether to judge the next by prices: always while they decide at least half. They give up none that would be made, so what a
    /// search finds does not depend on that.
    fn next(&mut self) -> bool {
        if self.all < Self::LATELY / 4 || 2 * self.given_up >= self.all {
            return true;
        }
        self.skipped += 1;
        self.skipped.is_multiple_of(Self::SAMPLE)
    }

    fn record(&mut self, given_up: bool) {
        self.all += 1;
        self.given_up += u32::from(given_up);
        if self.all >= Self::LATELY {
            (self.all, self.given_up) = (self.all / 2, self.given_up / 2);
        }
    }
}

/// A mapping with its loads, which exchanges change.
pub(crate) struct Moves<'a> {
    problem: &'a Problem<'a>,
    /// The slot of each rank.
    pub(crate) places: Vec<u32>,
    /// The host of each rank.
    hosts: Vec<u32>,
    /// The rank in each slot.
    occupants: Vec<u32>,
    pub(crate) loads: Loads,
    /// Ranks with messages on hot links.
    hot: Vec<u32>,
    scratch: Scratch,
    judged: Judged,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(problem: &'a Problem<'a>, places: Vec<u32>) -> Self {
        let mut occupants = vec![EMPTY; problem.slots.len()];
        (0..).zip(&places).for_each(|(rank, slot)| occupants[*slot as usize] = rank);
        let hosts = places.iter().map(|slot| problem.host_of[*slot as usize]).collect();
        let loads = problem.loads(&places);
        let mut moves = Self {
            problem,
            places,
            hosts,
            occupants,
            loads,
            hot: Vec::new(),
            scratch: Scratch::default(),
            judged: Judged::default(),
        };
        moves.find_hot();
        moves
    }

    fn host(&self, rank: u32) -> u32 {
        self.hosts[rank as usize]
    }

    /// Finds the ranks whose messages are on the fullest links.
    pub(crate) fn find_hot(&mut self) {
        let hot_links = self.loads.hot(HOT);
        let links = hot_links.len() / self.problem.phases.max(1);
        let mut scratch = std::mem::take(&mut self.scratch);
        let is_hot = |rank: &u32| {
            self.problem.graph.of(*rank).iter().any(|tie| {
                let of_phase = &hot_links[tie.phase() * links..][..links];
                let way = self.problem.way(*tie, (self.host(*rank), self.host(tie.other)), &mut scratch);
                way.is_some_and(|way| way.links().any(|link| of_phase[link as usize]))
            })
        };
        self.hot = (0..self.problem.ranks()).filter(is_hot).collect();
        self.scratch = scratch;
    }

    /// Chooses a swap: a rank and a slot. Every second rank is one with messages on hot links, every second slot that of
    /// a partner's partner.
    pub(crate) fn choose(&self, draws: &mut Draws) -> (u32, u32) {
        let kind = draws.below(4);
        let rank = if kind & 1 == 0 && !self.hot.is_empty() {
            self.hot[draws.below(self.hot.len())]
        } else {
            draws.below(self.places.len()) as u32
        };
        let near = if kind & 2 == 0 { self.partners_partner(rank, draws) } else { None };
        (rank, near.unwrap_or_else(|| draws.below(self.occupants.len()) as u32))
    }

    /// A slot on the host of a partner's partner.
    fn partners_partner(&self, rank: u32, draws: &mut Draws) -> Option<u32> {
        let mut partner = |rank: u32| {
            let ties = self.problem.graph.of(rank);
            (!ties.is_empty()).then(|| ties[draws.below(ties.len())].other)
        };
        let first = partner(rank)?;
        let second = partner(first)?;
        Some(self.places[second as usize])
    }

    /// Proposes an exchange; the norm with it, or none if it changes nothing or the norm is not below the bound.
    ///
    /// Prices reject most bad swaps without a change. For the others, all old loads are taken away first.
    /// Additions then raise the norm link by link, so most bad swaps are rejected after few links.
    pub(crate) fn propose(&mut self, rank: u32, slot: u32, bound: f64) -> Option<f64> {
        let (here, there) = (self.host(rank), self.problem.host_of[slot as usize]);
        if here == there {
            return None;
        }
        let other = self.occupants[slot as usize];
        if self.judged.next() {
            let given_up = self.is_too_dear(rank, other, there, bound);
            self.judged.record(given_up);
            if given_up {
                return None;
            }
        }
        // Messages between the two are among those of the second.
        self.take(rank, other);
        if other != EMPTY {
            self.take(other, EMPTY);
        }
        let fits = self.give(rank, other, there, EMPTY, bound)
            && (other == EMPTY || self.give(other, EMPTY, here, rank, bound));
        if !fits {
            self.loads.discard();
            return None;
        }
        let with = self.loads.proposed();
        if with < bound {
            return Some(with);
        }
        self.loads.discard();
        None
    }

    /// Whether an exchange cannot lead below a bound: the norm is convex, so it changes by no less than the sum of what is given
    /// less the sum of what is taken, at the prices of the present loads.
    fn is_too_dear(&mut self, rank: u32, other: u32, there: u32, bound: f64) -> bool {
        if bound == f64::INFINITY {
            return false;
        }
        let here = self.host(rank);
        let mut spare = bound * (1.0 + ROUNDING) - self.loads.norm();
        spare += self.cost(rank, other, here, EMPTY, f64::INFINITY);
        if other == EMPTY {
            return self.cost(rank, EMPTY, there, EMPTY, spare) > spare;
        }
        spare += self.cost(other, EMPTY, there, EMPTY, f64::INFINITY);
        spare -= self.cost(rank, other, there, EMPTY, spare);
        spare < 0.0 || self.cost(other, EMPTY, here, rank, spare) > spare
    }

    /// Cost at present prices of a rank's traffic on a host, except with one rank; the one that it is exchanged for is where it is now.
    /// No more is added once the sum exceeds a limit.
    fn cost(&mut self, rank: u32, except: u32, on: u32, exchanged: u32, limit: f64) -> f64 {
        let problem = self.problem;
        let from = self.host(rank);
        let mut cost = 0.0;
        for tie in problem.graph.of(rank).iter().filter(|tie| tie.other != except) {
            let end = if tie.other == exchanged { from } else { self.host(tie.other) };
            if on == end {
                continue;
            }
            let price = self.loads.price(&problem.ways, tie.phase(), tie.ends(on, end), &mut self.scratch);
            cost += price * tie.bytes as i64 as f64;
            if cost > limit {
                break;
            }
        }
        cost
    }

    /// Proposes to remove a rank's traffic, except with one rank.
    fn take(&mut self, rank: u32, except: u32) {
        let problem = self.problem;
        let here = self.host(rank);
        for tie in problem.graph.of(rank).iter().filter(|tie| tie.other != except) {
            let end = self.host(tie.other);
            if let Some(way) = problem.way(*tie, (here, end), &mut self.scratch) {
                self.loads.add(tie.phase(), way, -(tie.bytes as i64), f64::INFINITY);
            }
        }
    }

    /// Proposes to add a rank's traffic on another host, except with one rank; the one that it is exchanged for goes to where it
    /// is now. Returns false if the norm is not below the bound even without the rest.
    fn give(&mut self, rank: u32, except: u32, to: u32, exchanged: u32, bound: f64) -> bool {
        let problem = self.problem;
        let from = self.host(rank);
        let (mut limit, mut phase) = (f64::INFINITY, usize::MAX);
        for tie in problem.graph.of(rank).iter().filter(|tie| tie.other != except) {
            if tie.phase() != phase {
                phase = tie.phase();
                limit = self.loads.limit(phase, bound);
            }
            let end = if tie.other == exchanged { from } else { self.host(tie.other) };
            let way = problem.way(*tie, (to, end), &mut self.scratch);
            if way.is_some_and(|way| !self.loads.add(phase, way, tie.bytes as i64, limit)) {
                return false;
            }
        }
        true
    }

    /// Makes the exchange that has been proposed.
    pub(crate) fn commit(&mut self, rank: u32, slot: u32) {
        self.loads.commit(&self.problem.ways);
        let other = std::mem::replace(&mut self.occupants[slot as usize], rank);
        let here = std::mem::replace(&mut self.places[rank as usize], slot);
        self.occupants[here as usize] = other;
        self.hosts[rank as usize] = self.problem.host_of[slot as usize];
        if other != EMPTY {
            self.places[other as usize] = here;
            self.hosts[other as usize] = self.problem.host_of[here as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Objective;
    use crate::ways::Ways;
    use platform::{Allocation, Mapping, Platform};
    use proptest::prelude::*;
    use results::{Edge, Graph};

    fn platform(sizes: &str) -> Platform {
        let text = format!(
            "[topology]\nkind = 'torus'\ndimensions = {sizes}\nlinks.all = {{ bandwidth = '1 GB/s', latency = '1 us' }}\n[host]\n\
             cores = 3\nspeed = '1 Gf'\nmemory = {{ bandwidth = '10 GB/s', copy = '5 GB/s', latency = '1 us', sockets = 1 }}"
        );
        Platform::from_str(&text, "torus.toml").unwrap()
    }

    fn graph(ranks: u32, pairs: &[(u32, u32, u32, u64)]) -> Graph {
        let edge = |&(phase, source, destination, bytes): &(u32, u32, u32, u64)| Edge {
            phase,
            source: source % ranks,
            destination: destination % ranks,
            messages: 1,
            bytes,
        };
        Graph { phases: vec!["0".into(), "1".into()], edges: pairs.iter().map(edge).collect(), ranks }
    }

    proptest! {
        /// The incremental loads and their norm, whatever was proposed, made and discarded before, are those computed anew.
        #[test]
        fn loads_are_those_computed_anew(
            pairs in proptest::collection::vec((0u32..2, 0u32..64, 0u32..64, 0u64..5000), 0..80),
            ranks in 2u32..17,
            ppn in 1u32..4,
            steps in proptest::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..60),
            minimal in any::<bool>(),
            bounded in any::<bool>(),
            kind in 0usize..3,
        ) {
            let platform = platform(["[2, 3, 3]", "[5, 4]", "[17]"][ranks as usize % 3]);
            let mapping = Mapping::build("block", ranks, Some(ppn), false, &Allocation::of(None, 0).unwrap(), &platform).unwrap();
            let ways = if minimal { Ways::Minimal } else { Ways::Route };
            let objective = [Objective::HopBytes, Objective::Plateau(990_000), Objective::MAX_LINK][kind];
            let problem =
                Problem::new(&graph(ranks, &pairs), &[0, 1], &platform, &mapping, ppn, ways, objective).unwrap();
            let mut moves = Moves::new(&problem, problem.given());
            for (rank, slot, make) in steps {
                let (rank, slot) = (rank % ranks, slot % problem.slots.len() as u32);
                let whole = moves.propose(rank, slot, f64::INFINITY);
                if whole.is_some() {
                    moves.loads.discard();
                }
                let bound = if bounded { moves.loads.norm() } else { f64::INFINITY };
                let found = moves.propose(rank, slot, bound);
                let near = whole.is_some_and(|with| (with - bound).abs() <= 1e-9 * bound);
                prop_assert!(near || found == whole.filter(|with| *with < bound), "{found:?}, {whole:?}, {bound}");
                match found {
                    Some(_) if make => moves.commit(rank, slot),
                    Some(_) => moves.loads.discard(),
                    None => {}
                }
                let anew = problem.loads(&moves.places);
                prop_assert_eq!(moves.loads.values(), anew.values());
                prop_assert!((moves.loads.norm() - anew.norm()).abs() <= 1e-9 * anew.norm().max(1e-9));
            }
            for (slot, rank) in (0..).zip(&moves.occupants) {
                prop_assert!(*rank == EMPTY || moves.places[*rank as usize] == slot);
            }
        }
    }
}
