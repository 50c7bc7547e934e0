//! Detects, from the communication graph, the sizes of the Cartesian grid that the ranks form.

use results::{Edge, Graph};

/// Messages lighter than this part of the heaviest of their phase do not count.
const LIGHT: u64 = 100;

/// The sizes of the grid that ranks form, the last axis fastest: the finest one in which every message of some phases that is not
/// light goes along one axis, and no two axes next to one another have no messages. A single size if ranks form no grid,
/// none of a single rank.
///
/// A grid is cut at strides: its ranks are blocks of `stride` successive ones, in which the faster axes lie. A message goes along
/// one axis if at every cut either its ends are in the same block, or they are at the same place of two blocks. So each divisor
/// of the number of ranks is a cut or not, whatever the others are.
pub fn grid(graph: &Graph, phases: &[u32]) -> Vec<u32> {
    let edges = heavy(graph, phases);
    let along_one_axis = |stride: u32| {
        edges.iter().all(|edge| {
            let (from, to) = (edge.source, edge.destination);
            from / stride == to / stride || from % stride == to % stride
        })
    };
    let mut strides = vec![1];
    for stride in (2..=graph.ranks).filter(|stride| graph.ranks.is_multiple_of(*stride)) {
        if stride % strides[strides.len() - 1] == 0 && along_one_axis(stride) {
            strides.push(stride);
        }
    }
    // Whether messages go along the axis between two strides.
    let is_used = |low: u32, high: u32| {
        edges
            .iter()
            .any(|edge| edge.source / high == edge.destination / high && edge.source / low != edge.destination / low)
    };
    let mut axes: Vec<(u32, bool)> = Vec::new();
    for ends in strides.windows(2) {
        let (size, used) = (ends[1] / ends[0], is_used(ends[0], ends[1]));
        match axes.last_mut() {
            Some((last, false)) if !used => *last *= size,
            _ => axes.push((size, used)),
        }
    }
    axes.iter().rev().map(|(size, _)| *size).collect()
}

/// The messages that count.
fn heavy<'a>(graph: &'a Graph, phases: &[u32]) -> Vec<&'a Edge> {
    let of_phase = |phase: u32| graph.edges.iter().filter(move |edge| edge.phase == phase);
    let heaviest = |phase: u32| of_phase(phase).map(|edge| edge.bytes).max().unwrap_or(0);
    let of = |phase: &u32| {
        let (phase, least) = (*phase, heaviest(*phase) / LIGHT);
        of_phase(phase).filter(move |edge| edge.source != edge.destination && edge.bytes > least)
    };
    phases.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid, the last axis fastest, whose ranks send to those at some distances along each axis, in a phase of the axis's own.
    fn graph(sizes: &[u32], periodic: bool, all: bool) -> Graph {
        let ranks: u32 = sizes.iter().product();
        let mut edges = Vec::new();
        for source in 0..ranks {
            let mut stride = 1;
            for (axis, size) in sizes.iter().enumerate().rev() {
                let at = source / stride % size;
                let distances = if all { 1..*size } else { 1..2.min(*size) };
                for to in distances.map(|distance| at + distance).filter(|to| periodic || to < size) {
                    let destination = source - at * stride + to % size * stride;
                    edges.push(Edge { phase: axis as u32 % 2, source, destination, messages: 1, bytes: 1000 });
                }
                stride *= size;
            }
        }
        edges.sort_unstable();
        Graph { phases: vec!["0".into(), "1".into()], edges, ranks }
    }

    #[test]
    fn grids_are_read_off_their_exchanges() {
        for sizes in [&[16, 8, 16][..], &[3, 5], &[7, 4, 3, 2], &[6, 6], &[12], &[4, 9, 25]] {
            for (periodic, all) in [(true, false), (false, false), (true, true)] {
                assert_eq!(grid(&graph(sizes, periodic, all), &[0, 1]), sizes, "{periodic} {all}");
            }
        }
    }

    #[test]
    fn only_heavy_messages_of_the_phases_count() {
        let mut graph = graph(&[4, 6], true, true);
        // Rows alone, and rows with columns.
        assert_eq!(grid(&graph, &[1]), [4, 6]);
        graph.edges.push(Edge { phase: 1, source: 0, destination: 23, messages: 1, bytes: 9 });
        assert_eq!(grid(&graph, &[0, 1]), [4, 6]);
        graph.edges.push(Edge { phase: 1, source: 0, destination: 23, messages: 1, bytes: 11 });
        assert_eq!(grid(&graph, &[0, 1]), [24]);
        assert_eq!(grid(&graph, &[]), [24]);
        assert_eq!(grid(&Graph { ranks: 1, ..Graph::default() }, &[0]), [0u32; 0]);
    }
}
