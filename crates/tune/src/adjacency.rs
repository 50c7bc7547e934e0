//! The communication graph that a mapping search optimises for: for each rank, the bytes sent to and received from each partner
//! in each phase.

use results::Graph;

/// Traffic between a rank and another one in a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tie {
    pub(crate) other: u32,
    /// Twice the phase, one more if the rank is the sender.
    key: u32,
    pub(crate) bytes: u64,
}

impl Tie {
    pub(crate) fn phase(self) -> usize {
        (self.key >> 1) as usize
    }

    /// The ends in the order of travel, given those of the rank and of the other one.
    #[inline]
    pub(crate) fn ends<T>(self, own: T, other: T) -> (T, T) {
        if self.key & 1 == 1 { (own, other) } else { (other, own) }
    }

    /// Whether the rank is the sender.
    pub(crate) fn sends(self) -> bool {
        self.key & 1 == 1
    }
}

/// All ties, in the order of ranks.
#[derive(Debug)]
pub(crate) struct Adjacency {
    firsts: Vec<usize>,
    ties: Vec<Tie>,
}

impl Adjacency {
    /// Of some phases of a graph, which are numbered anew. What ranks send to themselves is left out.
    pub(crate) fn new(graph: &Graph, phases: &[u32]) -> Self {
        let mut ties: Vec<(u32, Tie)> = Vec::new();
        for edge in graph.edges.iter().filter(|edge| edge.source != edge.destination && edge.bytes > 0) {
            let Some(phase) = phases.iter().position(|phase| *phase == edge.phase) else { continue };
            let tie = |other, sends| Tie { other, key: phase as u32 * 2 + sends, bytes: edge.bytes };
            ties.push((edge.source, tie(edge.destination, 1)));
            ties.push((edge.destination, tie(edge.source, 0)));
        }
        ties.sort_unstable_by_key(|(rank, tie)| (*rank, tie.key, tie.other));
        let mut firsts = vec![0; graph.ranks as usize + 1];
        ties.iter().for_each(|(rank, _)| firsts[*rank as usize + 1] += 1);
        (1..firsts.len()).for_each(|at| firsts[at] += firsts[at - 1]);
        Self { firsts, ties: ties.into_iter().map(|(_, tie)| tie).collect() }
    }

    #[inline]
    pub(crate) fn of(&self, rank: u32) -> &[Tie] {
        &self.ties[self.firsts[rank as usize]..self.firsts[rank as usize + 1]]
    }

    /// All ties of senders.
    pub(crate) fn sent(&self) -> impl Iterator<Item = (u32, Tie)> {
        let of = |rank: u32| self.of(rank).iter().filter(|tie| tie.sends()).map(move |tie| (rank, *tie));
        (0..self.ranks()).flat_map(of)
    }

    pub(crate) fn ranks(&self) -> u32 {
        self.firsts.len() as u32 - 1
    }

    /// Bytes between a rank and others, both ways and over all phases, in the order of the others.
    pub(crate) fn totals(&self, rank: u32) -> Vec<(u32, u64)> {
        let mut totals: Vec<(u32, u64)> = self.of(rank).iter().map(|tie| (tie.other, tie.bytes)).collect();
        totals.sort_unstable();
        totals.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(next.1);
            }
            same
        });
        totals
    }
}
