//! Divides a graph into two parts with little traffic between them, by multilevel bisection (G. Karypis and V. Kumar, "A fast
//! and high quality multilevel scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20, 1998). The module
//! `bisection` divides the ranks in this way. Vertices are joined in pairs along heavy edges until few are left; these are
//! divided by growing one part from a vertex. Then the pairs are separated again, level by level. At each level single vertices
//! are moved across the boundary to improve it (C. Fiduccia and R. Mattheyses, "A linear-time heuristic for improving network
//! partitions", DAC 1982).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Graphs of at most this many vertices are divided directly, without coarsening.
const FEW: usize = 64;

/// Vertices that a part is grown from, in turn.
const SEEDS: usize = 6;

/// Passes over the boundary at a level.
const PASSES: usize = 4;

/// Moves of a pass after the best one.
const BEYOND: usize = 128;

/// An undirected graph with weights.
#[derive(Clone, Debug, Default)]
pub(super) struct WeightedGraph {
    pub(super) firsts: Vec<usize>,
    /// The other end and the weight.
    pub(super) edges: Vec<(u32, u64)>,
    /// Of vertices.
    pub(super) sizes: Vec<u64>,
}

impl WeightedGraph {
    pub(super) fn vertices(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn of(&self, vertex: usize) -> &[(u32, u64)] {
        &self.edges[self.firsts[vertex]..self.firsts[vertex + 1]]
    }

    /// The graph of some vertices, which are numbered anew. `numbers` holds `u32::MAX` for all, before and after.
    pub(super) fn part(&self, vertices: &[u32], numbers: &mut [u32]) -> Self {
        (0..).zip(vertices).for_each(|(number, vertex)| numbers[*vertex as usize] = number);
        let mut part = Self { firsts: vec![0], ..Self::default() };
        for vertex in vertices {
            let known = self.of(*vertex as usize).iter().map(|(other, weight)| (numbers[*other as usize], *weight));
            part.edges.extend(known.filter(|(other, _)| *other != u32::MAX));
            part.firsts.push(part.edges.len());
            part.sizes.push(self.sizes[*vertex as usize]);
        }
        vertices.iter().for_each(|vertex| numbers[*vertex as usize] = u32::MAX);
        part
    }

    /// Joins each vertex with the free neighbour that the heaviest edge leads to; the coarser graph, and the vertex of it that
    /// each vertex becomes.
    fn coarser(&self) -> (Self, Vec<u32>) {
        let mut joined = vec![u32::MAX; self.vertices()];
        let mut members: Vec<(usize, Option<usize>)> = Vec::new();
        for vertex in 0..self.vertices() {
            if joined[vertex] != u32::MAX {
                continue;
            }
            let free = self
                .of(vertex)
                .iter()
                .filter(|(other, _)| joined[*other as usize] == u32::MAX && *other as usize != vertex);
            let mate =
                free.max_by_key(|(other, weight)| (*weight, Reverse(self.sizes[*other as usize]), Reverse(*other)));
            let mate = mate.map(|(other, _)| *other as usize);
            let number = members.len() as u32;
            [Some(vertex), mate].into_iter().flatten().for_each(|vertex| joined[vertex] = number);
            members.push((vertex, mate));
        }
        let mut coarse = Self { firsts: vec![0], ..Self::default() };
        for (number, (first, second)) in members.iter().enumerate() {
            let both = || [Some(*first), *second].into_iter().flatten();
            let mut edges: Vec<(u32, u64)> = both()
                .flat_map(|vertex| self.of(vertex))
                .map(|(other, weight)| (joined[*other as usize], *weight))
                .collect();
            edges.retain(|(other, _)| *other as usize != number);
            edges.sort_unstable();
            edges.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.saturating_add(next.1);
                }
                same
            });
            coarse.edges.extend(edges);
            coarse.firsts.push(coarse.edges.len());
            coarse.sizes.push(both().map(|vertex| self.sizes[vertex]).sum());
        }
        (coarse, joined)
    }
}

/// Divides a graph into two parts, the first of this size in all (exactly, if all vertices are of size 1), with little weight
/// between them; whether each vertex is in the second.
pub(super) fn bisect(graph: &WeightedGraph, first: u64) -> Vec<bool> {
    if graph.vertices() > FEW {
        let (coarse, joined) = graph.coarser();
        // Stars and graphs without edges do not shrink.
        if coarse.vertices() * 10 < graph.vertices() * 9 {
            let side = bisect(&coarse, first);
            let side = joined.iter().map(|number| side[*number as usize]).collect();
            return Refinement::new(graph, first, side).run();
        }
    }
    let count = graph.vertices();
    let seeds = (0..SEEDS.min(count)).map(|seed| seed * count / SEEDS.min(count));
    let grown = seeds.map(|seed| Refinement::new(graph, first, grow(graph, first, seed)));
    let refined = grown.map(|mut refinement| {
        refinement.improve();
        refinement
    });
    refined.min_by_key(|one| one.key()).map(|best| best.side).unwrap_or_default()
}

/// The first part, grown from a vertex: each step adds the vertex with the most weight to it.
fn grow(graph: &WeightedGraph, first: u64, seed: usize) -> Vec<bool> {
    let mut side = vec![true; graph.vertices()];
    let mut pull = vec![0u64; graph.vertices()];
    let mut queue = BinaryHeap::from([(u64::MAX, Reverse(seed))]);
    pull[seed] = u64::MAX;
    let (mut size, mut next) = (0, 0);
    while size < first {
        let vertex = match queue.pop() {
            Some((weight, Reverse(vertex))) if side[vertex] && weight == pull[vertex] => vertex,
            Some(_) => continue,
            None => {
                // Nothing leads on: the first vertex that is left.
                while next < side.len() && !side[next] {
                    next += 1;
                }
                if next == side.len() {
                    break;
                }
                next
            }
        };
        side[vertex] = false;
        size += graph.sizes[vertex];
        for (other, weight) in graph.of(vertex) {
            let pull = &mut pull[*other as usize];
            *pull = pull.saturating_add(*weight);
            queue.push((*pull, Reverse(*other as usize)));
        }
    }
    side
}

/// A bisection that is improved.
struct Refinement<'a> {
    graph: &'a WeightedGraph,
    /// Size of the first part that is wanted, and by how much it may be missed.
    first: u64,
    slack: u64,
    side: Vec<bool>,
    /// Size of the first part.
    size: u64,
    cut: i128,
    /// What moving each vertex takes off the cut.
    gains: Vec<i128>,
}

impl<'a> Refinement<'a> {
    fn new(graph: &'a WeightedGraph, first: u64, side: Vec<bool>) -> Self {
        let largest = graph.sizes.iter().copied().max().unwrap_or(1);
        let slack = if largest == 1 { 0 } else { largest };
        let size = side.iter().zip(&graph.sizes).filter(|(second, _)| !**second).map(|(_, size)| *size).sum();
        let mut new = Self { graph, first, slack, side, size, cut: 0, gains: Vec::new() };
        let gain = |vertex: usize| -> i128 {
            let signed = |(other, weight): &(u32, u64)| {
                if new.side[*other as usize] == new.side[vertex] { -i128::from(*weight) } else { i128::from(*weight) }
            };
            graph.of(vertex).iter().map(signed).sum()
        };
        let gains: Vec<i128> = (0..graph.vertices()).map(gain).collect();
        let between = |vertex: usize| -> i128 {
            let apart = graph.of(vertex).iter().filter(|(other, _)| new.side[*other as usize] != new.side[vertex]);
            apart.map(|(_, weight)| i128::from(*weight)).sum()
        };
        new.cut = (0..graph.vertices()).map(between).sum::<i128>() / 2;
        new.gains = gains;
        new
    }

    /// Less is better: how far the size is off beyond the slack, then the cut.
    fn key(&self) -> (u64, i128) {
        (self.size.abs_diff(self.first).saturating_sub(self.slack), self.cut)
    }

    fn run(mut self) -> Vec<bool> {
        self.improve();
        self.side
    }

    fn improve(&mut self) {
        for _ in 0..PASSES {
            let before = self.key();
            self.pass();
            if self.key() >= before {
                break;
            }
        }
    }

    fn shift(&mut self, vertex: usize) {
        let size = self.graph.sizes[vertex];
        self.size = if self.side[vertex] { self.size + size } else { self.size - size };
        self.side[vertex] = !self.side[vertex];
        self.cut -= self.gains[vertex];
        self.gains[vertex] = -self.gains[vertex];
        for (other, weight) in self.graph.of(vertex) {
            let twice = 2 * i128::from(*weight);
            let joins = self.side[*other as usize] == self.side[vertex];
            self.gains[*other as usize] += if joins { -twice } else { twice };
        }
    }

    /// Moves each vertex once at most, the best one first, and goes back to the best state on the way.
    fn pass(&mut self) {
        let mut heaps: [BinaryHeap<(i128, Reverse<usize>)>; 2] = Default::default();
        let boundary = |vertex: &usize| self.gains[*vertex] > -self.inside(*vertex) || self.key().0 > 0;
        for vertex in (0..self.graph.vertices()).filter(boundary) {
            heaps[usize::from(self.side[vertex])].push((self.gains[vertex], Reverse(vertex)));
        }
        let mut moved = vec![false; self.graph.vertices()];
        let (mut order, mut best, mut best_at) = (Vec::new(), self.key(), 0);
        while order.len() < best_at + BEYOND {
            let Some(vertex) = self.next(&mut heaps, &moved) else { break };
            moved[vertex] = true;
            self.shift(vertex);
            order.push(vertex);
            for (other, _) in self.graph.of(vertex) {
                let other = *other as usize;
                if !moved[other] {
                    heaps[usize::from(self.side[other])].push((self.gains[other], Reverse(other)));
                }
            }
            if self.key() < best {
                (best, best_at) = (self.key(), order.len());
            }
        }
        order.drain(best_at..).rev().for_each(|vertex| self.shift(vertex));
    }

    /// The weight that leads from a vertex to all others.
    fn inside(&self, vertex: usize) -> i128 {
        self.graph.of(vertex).iter().map(|(_, weight)| i128::from(*weight)).sum()
    }

    /// The vertex whose move is best and keeps the sizes, or brings them nearer.
    fn next(&self, heaps: &mut [BinaryHeap<(i128, Reverse<usize>)>; 2], moved: &[bool]) -> Option<usize> {
        for (side, heap) in heaps.iter_mut().enumerate() {
            let stale = |gain: i128, vertex: usize| {
                moved[vertex] || gain != self.gains[vertex] || usize::from(self.side[vertex]) != side
            };
            while heap.peek().is_some_and(|&(gain, Reverse(vertex))| stale(gain, vertex)) {
                heap.pop();
            }
        }
        let off = self.size.abs_diff(self.first);
        let allowed = |vertex: usize| {
            let size = self.graph.sizes[vertex];
            let with = if self.side[vertex] { self.size + size } else { self.size.saturating_sub(size) };
            let off_with = with.abs_diff(self.first);
            off_with <= self.slack.max(1) || off_with < off
        };
        let tops = heaps.iter().filter_map(|heap| heap.peek()).filter(|(_, Reverse(vertex))| allowed(*vertex));
        tops.max().map(|(_, Reverse(vertex))| *vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vertices: usize, pairs: &[(u32, u32, u64)]) -> WeightedGraph {
        let mut graph = WeightedGraph { firsts: vec![0], edges: Vec::new(), sizes: vec![1; vertices] };
        for vertex in 0..vertices as u32 {
            for &(a, b, weight) in pairs {
                graph.edges.extend((a == vertex).then_some((b, weight)).or((b == vertex).then_some((a, weight))));
            }
            graph.firsts.push(graph.edges.len());
        }
        graph
    }

    fn cut(graph: &WeightedGraph, side: &[bool]) -> u64 {
        let of =
            |vertex: usize| graph.of(vertex).iter().filter(move |(other, _)| side[*other as usize] != side[vertex]);
        (0..graph.vertices()).flat_map(of).map(|(_, weight)| *weight).sum::<u64>() / 2
    }

    fn grid(x: u32, y: u32) -> WeightedGraph {
        let mut pairs = Vec::new();
        for at in 0..x * y {
            pairs.extend((at % x + 1 < x).then_some((at, at + 1, 1)));
            pairs.extend((at / x + 1 < y).then_some((at, at + x, 1)));
        }
        graph((x * y) as usize, &pairs)
    }

    #[test]
    fn sizes_are_exact_and_cuts_are_small() {
        for (x, y, first, most) in [(8, 4, 16, 4), (20, 10, 100, 12), (40, 25, 500, 32), (7, 5, 11, 6), (30, 1, 7, 1)]
        {
            let graph = grid(x, y);
            let side = bisect(&graph, first);
            assert_eq!(side.iter().filter(|second| !**second).count() as u64, first);
            assert!(cut(&graph, &side) <= most, "{x} × {y}: {} of {most}", cut(&graph, &side));
        }
    }

    #[test]
    fn graphs_without_edges_and_stars_are_divided_too() {
        for (vertices, pairs) in
            [(300, vec![]), (300, (1..300).map(|leaf| (0, leaf, u64::MAX / 1000)).collect()), (1, vec![])]
        {
            let graph = graph(vertices, &pairs);
            for first in [0, 1, vertices as u64 / 3, vertices as u64] {
                let side = bisect(&graph, first.min(vertices as u64));
                assert_eq!(side.iter().filter(|second| !**second).count() as u64, first.min(vertices as u64));
            }
        }
        assert!(bisect(&WeightedGraph { firsts: vec![0], ..WeightedGraph::default() }, 0).is_empty());
    }
}
