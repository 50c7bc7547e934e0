//! Graph topologies (MPI 5.0 §8.5.3): every rank knows the whole graph.

use crate::Fault;
use ops::{Edge, Neighbours};

/// A graph: the neighbours of all nodes one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    index: Box<[i32]>,
    edges: Box<[i32]>,
}

/// Checks the index of a graph, which says where each node's neighbours end: the number of edges.
///
/// # Errors
/// It descends or begins below 0.
pub fn edges_of(index: &[i32]) -> Result<usize, Fault> {
    let mut last = 0;
    for &end in index {
        if end < last {
            return Err(Fault::Arg("the index of a graph descends"));
        }
        last = end;
    }
    Ok(last as usize)
}

/// The number of a graph's nodes.
///
/// # Errors
/// It is negative, or there are not so many ranks.
pub fn nodes(nodes: i32, ranks: u32) -> Result<u32, Fault> {
    let nodes = u32::try_from(nodes).map_err(|_| Fault::Arg("a negative number of nodes"))?;
    if nodes > ranks {
        Err(Fault::Arg("the graph has more nodes than the communicator has ranks"))
    } else {
        Ok(nodes)
    }
}

/// Checks that all edges end at nodes. Loops and several edges between the same nodes are allowed.
///
/// # Errors
/// One ends elsewhere.
pub fn check(index: &[i32], edges: &[i32]) -> Result<(), Fault> {
    let nodes = 0..index.len() as i32;
    if edges.iter().all(|edge| nodes.contains(edge)) { Ok(()) } else { Err(Fault::Arg("an edge ends at no node")) }
}

impl Graph {
    /// A graph of an index and edges that [`edges_of`] and [`check`] have checked.
    pub fn new(index: &[i32], edges: &[i32]) -> Self {
        Self { index: index.into(), edges: edges.into() }
    }

    /// Where the neighbours of each node end.
    pub fn index(&self) -> &[i32] {
        &self.index
    }

    /// All neighbours.
    pub fn edges(&self) -> &[i32] {
        &self.edges
    }

    /// The neighbours of a node in their order.
    ///
    /// # Errors
    /// There is no such node.
    pub fn neighbours(&self, rank: i32) -> Result<&[i32], Fault> {
        let fault = Fault::Rank { rank, size: self.index.len() as u32 };
        let at = usize::try_from(rank).ok().filter(|&at| at < self.index.len()).ok_or(fault)?;
        let start = if at == 0 { 0 } else { self.index[at - 1] };
        Ok(&self.edges[start as usize..self.index[at] as usize])
    }

    /// The rank's own neighbours: it sends to them and receives from them, in their order (MPI 5.0 §8.6).
    pub fn own_neighbours(&self, own: u32) -> Neighbours {
        let ranks = self.neighbours(own as i32).expect("a rank is a node of its graph");
        let edges: Box<[Edge]> = ranks.iter().map(|&rank| Edge { rank, tag: 0 }).collect();
        Neighbours { sources: edges.clone(), destinations: edges }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::ErrorClass;

    #[test]
    fn the_standards_example() {
        // MPI 5.0, example 8.3.
        let (index, edges) = ([2, 3, 4, 6], [1, 3, 0, 3, 0, 2]);
        assert_eq!(edges_of(&index), Ok(6));
        check(&index, &edges).expect("valid");
        let graph = Graph::new(&index, &edges);
        assert_eq!(graph.neighbours(0), Ok(&[1, 3][..]));
        assert_eq!(graph.neighbours(2), Ok(&[3][..]));
        assert_eq!(graph.neighbours(3), Ok(&[0, 2][..]));
        assert_eq!(graph.neighbours(4), Err(Fault::Rank { rank: 4, size: 4 }));
        assert_eq!(graph.neighbours(-1), Err(Fault::Rank { rank: -1, size: 4 }));
        let own = graph.own_neighbours(3);
        assert_eq!(*own.sources, [Edge { rank: 0, tag: 0 }, Edge { rank: 2, tag: 0 }]);
        assert_eq!(own.sources, own.destinations);
    }

    #[test]
    fn bad_graphs_are_refused() {
        assert_eq!(edges_of(&[]), Ok(0));
        assert_eq!(nodes(3, 3), Ok(3));
        for fault in [
            edges_of(&[2, 1]).err(),
            edges_of(&[-1]).err(),
            nodes(-1, 3).err(),
            nodes(4, 3).err(),
            check(&[1], &[1]).err(),
            check(&[1], &[-1]).err(),
        ] {
            assert_eq!(fault.map(Fault::class), Some(ErrorClass::Arg));
        }
        check(&[2, 3], &[0, 0, 1]).expect("loops and parallel edges are allowed");
    }
}
