//! Distributed graph topologies (MPI 5.0 §8.5.4): each rank knows only the edges that begin or end at it.

use crate::Fault;
use ops::{Edge, Neighbours};

/// One rank's part of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DistGraph {
    /// Where edges come from.
    pub sources: Side,
    /// Where edges go to.
    pub destinations: Side,
    /// Whether edges have weights.
    pub weighted: bool,
}

/// The edges of one direction, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// The ranks at the other ends.
    pub ranks: Box<[i32]>,
    /// The weights; none in a graph without.
    pub weights: Box<[i32]>,
}

/// Checks the ranks at the ends of edges.
///
/// # Errors
/// One is no rank of the communicator.
pub fn check_ranks(ranks: &[i32], size: u32) -> Result<(), Fault> {
    let is_one = |rank: i32| u32::try_from(rank).is_ok_and(|rank| rank < size);
    match ranks.iter().find(|&&rank| !is_one(rank)) {
        None => Ok(()),
        Some(&rank) => Err(Fault::Rank { rank, size }),
    }
}

/// Checks the weights of edges.
///
/// # Errors
/// One is negative.
pub fn check_weights(weights: &[i32]) -> Result<(), Fault> {
    if weights.iter().all(|&weight| weight >= 0) {
        Ok(())
    } else {
        Err(Fault::Arg("the weight of an edge is negative"))
    }
}

impl DistGraph {
    /// The rank's neighbours. Several edges between the same two ranks are told apart by their order at both ends.
    pub fn neighbours(&self) -> Neighbours {
        let edges = |side: &Side| side.ranks.iter().map(|&rank| Edge { rank, tag: 0 }).collect();
        Neighbours { sources: edges(&self.sources), destinations: edges(&self.destinations) }
    }
}

/// The edges that one rank passes to `MPI_Dist_graph_create`, by the ranks that need them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EdgesByRank {
    /// Of each rank: the edges that end at it, as (source, weight) one behind the other.
    pub ending: Vec<Vec<i32>>,
    /// Of each rank: the edges that begin at it, as (destination, weight) one behind the other.
    pub beginning: Vec<Vec<i32>>,
}

impl EdgesByRank {
    /// Sorts edges: `degrees[i]` of them begin at `sources[i]`. Weights that are not there are 1.
    pub fn new(size: u32, sources: &[i32], degrees: &[i32], destinations: &[i32], weights: &[i32]) -> Self {
        let mut routed = Self { ending: vec![Vec::new(); size as usize], beginning: vec![Vec::new(); size as usize] };
        let from =
            sources.iter().zip(degrees).flat_map(|(&from, &degree)| std::iter::repeat_n(from, degree as usize));
        for (at, (from, &to)) in from.zip(destinations).enumerate() {
            let weight = weights.get(at).copied().unwrap_or(1);
            routed.ending[to as usize].extend([from, weight]);
            routed.beginning[from as usize].extend([to, weight]);
        }
        routed
    }

    /// For each rank whether it gets a message of edges that end at it, and one of edges that begin at it.
    pub fn messages(&self) -> Vec<i32> {
        let both = self.ending.iter().zip(&self.beginning);
        both.flat_map(|(ending, beginning)| [!ending.is_empty(), !beginning.is_empty()].map(i32::from)).collect()
    }
}

/// A message about edges of the receiver during `MPI_Dist_graph_create`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeMessage {
    /// Whether the edges begin at the receiver; else they end there.
    pub beginning: bool,
    /// The rank that passed them.
    pub sender: i32,
    /// The ranks at the other ends, each with its weight.
    pub pairs: Vec<i32>,
}

/// A rank's part of a graph, from all messages about it. Edges are in the order of their senders, and of one sender in the
/// order in which it passed them, independent of message order.
pub fn from_messages(mut messages: Vec<EdgeMessage>, weighted: bool) -> DistGraph {
    messages.sort_by_key(|message| message.sender);
    let side = |beginning: bool| {
        let own = || messages.iter().filter(move |message| message.beginning == beginning);
        let pairs = || own().flat_map(|message| message.pairs.chunks_exact(2));
        let weights = if weighted { pairs().map(|pair| pair[1]).collect() } else { Box::default() };
        Side { ranks: pairs().map(|pair| pair[0]).collect(), weights }
    };
    DistGraph { sources: side(false), destinations: side(true), weighted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::ErrorClass;

    #[test]
    fn ends_and_weights_are_checked() {
        assert_eq!(check_ranks(&[0, 3], 4), Ok(()));
        assert_eq!(check_ranks(&[0, 4], 4), Err(Fault::Rank { rank: 4, size: 4 }));
        assert_eq!(check_ranks(&[-3], 4), Err(Fault::Rank { rank: -3, size: 4 }));
        assert_eq!(check_weights(&[0, 7]), Ok(()));
        assert_eq!(check_weights(&[0, -7]).err().map(Fault::class), Some(ErrorClass::Arg));
    }

    #[test]
    fn edges_reach_both_of_their_ends() {
        // 0 -> 1, 0 -> 2, 2 -> 0 twice.
        let routed = EdgesByRank::new(3, &[0, 2], &[2, 2], &[1, 2, 0, 0], &[5, 6, 7, 8]);
        assert_eq!(routed.ending, [vec![2, 7, 2, 8], vec![0, 5], vec![0, 6]]);
        assert_eq!(routed.beginning, [vec![1, 5, 2, 6], vec![], vec![0, 7, 0, 8]]);
        assert_eq!(routed.messages(), [1, 1, 1, 0, 1, 1]);
    }

    #[test]
    fn edges_are_put_together_by_sender() {
        let told = |beginning, sender, pairs: &[i32]| EdgeMessage { beginning, sender, pairs: pairs.into() };
        let messages = vec![told(false, 2, &[0, 9]), told(true, 1, &[3, 4]), told(false, 0, &[1, 5, 1, 6])];
        let graph = from_messages(messages.clone(), true);
        assert_eq!((&*graph.sources.ranks, &*graph.sources.weights), (&[1, 1, 0][..], &[5, 6, 9][..]));
        assert_eq!((&*graph.destinations.ranks, &*graph.destinations.weights), (&[3][..], &[4][..]));
        let plain = from_messages(messages, false);
        assert!(plain.sources.weights.is_empty() && !plain.weighted);
        let neighbours = plain.neighbours();
        assert_eq!((neighbours.sources.len(), neighbours.destinations.len()), (3, 1));
    }
}
