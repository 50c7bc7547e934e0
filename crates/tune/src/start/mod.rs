//! Makes the mappings from which a mapping search starts (its start points): a given mapping, a random one, one by recursive
//! bisection, or one by greedy placement.

mod bisection;
mod greedy;
mod partition;

use crate::draws::Draws;
use crate::problem::Problem;

/// A start point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A mapping: the slot of each rank.
    Places(Vec<u32>),
    /// A random order.
    Random(u64),
    /// Recursive bisection of ranks and hosts; ranks are divided so that little is sent between the halves.
    Bisection,
    /// Rank after rank next to the partner with which it exchanges most.
    Greedy,
}

/// The places of ranks; none where the machine is too large for it.
pub(crate) fn start(problem: &Problem<'_>, kind: &Start) -> Option<Vec<u32>> {
    match kind {
        Start::Places(places) => Some(places.clone()),
        Start::Random(seed) => {
            let mut slots: Vec<u32> = (0..problem.slots.len() as u32).collect();
            Draws::new(*seed, 2).shuffle(&mut slots);
            slots.truncate(problem.ranks() as usize);
            Some(slots)
        }
        Start::Bisection => Some(bisection::places(problem)),
        Start::Greedy => greedy::places(problem),
    }
}
