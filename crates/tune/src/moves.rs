//! Exchanges of two ranks, or of a rank and an empty slot.

use crate::draws::Draws;
use crate::loads::Loads;
use crate::problem::{EMPTY, Problem};
use units::LinkId;

/// The part of the fullest link's load from which on a link is hot.
const HOT: f64 = 0.8;

/// A mapping with its loads, which exchanges change.
pub(crate) struct Moves<'a> {
    problem: &'a Problem<'a>,
    /// The slot of each rank.
    pub(crate) places: Vec<u32>,
    /// The rank in each slot.
    occupants: Vec<u32>,
    pub(crate) loads: Loads,
    /// Ranks with messages on hot links.
    hot: Vec<u32>,
    path: Vec<LinkId>,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(problem: &'a Problem<'a>, places: Vec<u32>) -> Self {
        let mut occupants = vec![EMPTY; problem.slots.len()];
        (0..).zip(&places).for_each(|(rank, slot)| occupants[*slot as usize] = rank);
        let loads = problem.loads(&places);
        let mut moves = Self { problem, places, occupants, loads, hot: Vec::new(), path: Vec::new() };
        moves.find_hot();
        moves
    }

    fn host(&self, rank: u32) -> u32 {
        self.problem.host_of[self.places[rank as usize] as usize]
    }

    /// Finds the ranks whose messages are on the fullest links.
    pub(crate) fn find_hot(&mut self) {
        let hot_links = self.loads.hot(HOT);
        let links = hot_links.len() / self.problem.phases.max(1);
        let mut path = std::mem::take(&mut self.path);
        let is_hot = |rank: &u32| {
            self.problem.graph.of(*rank).iter().any(|tie| {
                let (from, to) = tie.ends(self.host(*rank), self.host(tie.other));
                let mut found = false;
                if from != to {
                    let of_phase = &hot_links[tie.phase() * links..][..links];
                    self.problem.ways.visit(from, to, &mut path, |link, _| found |= of_phase[link as usize]);
                }
                found
            })
        };
        self.hot = (0..self.problem.ranks()).filter(is_hot).collect();
        self.path = path;
    }

    /// Chooses what to exchange: a rank and a slot. Every second rank is one with messages on hot links, every second slot that of
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

    /// Proposes an exchange; the norm with it, or none if it changes nothing.
    pub(crate) fn propose(&mut self, rank: u32, slot: u32) -> Option<f64> {
        let (here, there) = (self.host(rank), self.problem.host_of[slot as usize]);
        if here == there {
            return None;
        }
        let other = self.occupants[slot as usize];
        let problem = self.problem;
        for tie in problem.graph.of(rank).iter().filter(|tie| tie.other != other) {
            let end = self.host(tie.other);
            problem.shift(&mut self.loads, &mut self.path, *tie, (here, end), (there, end));
        }
        if other != EMPTY {
            for tie in problem.graph.of(other) {
                let (old, new) = if tie.other == rank {
                    ((there, here), (here, there))
                } else {
                    let end = self.host(tie.other);
                    ((there, end), (here, end))
                };
                problem.shift(&mut self.loads, &mut self.path, *tie, old, new);
            }
        }
        Some(self.loads.proposed())
    }

    /// Makes the exchange that has been proposed.
    pub(crate) fn commit(&mut self, rank: u32, slot: u32) {
        self.loads.commit();
        let other = std::mem::replace(&mut self.occupants[slot as usize], rank);
        let here = std::mem::replace(&mut self.places[rank as usize], slot);
        self.occupants[here as usize] = other;
        if other != EMPTY {
            self.places[other as usize] = here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Objective;
    use crate::problem::Ways;
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
                match moves.propose(rank, slot) {
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
