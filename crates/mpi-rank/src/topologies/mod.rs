//! Virtual topologies on the rank's side (MPI 5.0 §8).
//!
//! A topology belongs to a communicator and never changes; duplicates of the communicator share the topology. The engine does
//! not know topologies: for a neighbourhood collective, a rank sends the engine only its own [`Neighbours`].

pub mod cart;
pub mod dist_graph;
pub mod graph;

use cart::Cart;
use dist_graph::DistGraph;
use graph::Graph;
use ops::Neighbours;
use std::sync::{Arc, OnceLock};

/// `MPI_CART` of the standard ABI.
pub const CART: i32 = 211;
/// `MPI_GRAPH` of the standard ABI.
pub const GRAPH: i32 = 212;
/// `MPI_DIST_GRAPH` of the standard ABI.
pub const DIST_GRAPH: i32 = 213;

/// The kind of a virtual topology.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A grid.
    Cart(Cart),
    /// A graph of which every rank knows all.
    Graph(Graph),
    /// A graph of which a rank knows its own edges.
    DistGraph(DistGraph),
}

/// A communicator's topology, seen from one rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    /// What it is.
    pub shape: Shape,
    own: u32,
    /// Most grids are never asked for them, and a million ranks may have one.
    neighbours: OnceLock<Arc<Neighbours>>,
}

impl Topology {
    /// A topology as rank `own` of its communicator sees it.
    pub fn new(shape: Shape, own: u32) -> Self {
        Self { shape, own, neighbours: OnceLock::new() }
    }

    /// The rank's own neighbours in the order of §8.6.
    pub fn neighbours(&self) -> &Arc<Neighbours> {
        self.neighbours.get_or_init(|| {
            Arc::new(match &self.shape {
                Shape::Cart(cart) => cart.neighbours(self.own),
                Shape::Graph(graph) => graph.own_neighbours(self.own),
                Shape::DistGraph(graph) => graph.neighbours(),
            })
        })
    }
}

/// The new rank of a rank in a topology of `nodes` nodes, or none if it is left out (`MPI_Cart_map`, `MPI_Graph_map`).
///
/// Ranks stay as they are, whether the program allows another order or not: MPICH does so too. An order that looks at
/// the machine would be chosen here; all that makes a topology asks this function.
pub fn place(own: u32, nodes: u32) -> Option<u32> {
    (own < nodes).then_some(own)
}

/// A number that stands for what all ranks of a topology must agree on (FNV-1a, 64 bits); never 0.
pub fn agreement(numbers: impl IntoIterator<Item = i32>) -> u64 {
    let bytes = numbers.into_iter().flat_map(i32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)) | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use crate::Rank;
    use crate::comms::Comm;
    use crate::handles;
    use ops::ErrorClass;

    #[test]
    fn a_duplicate_shares_its_originals_topology_and_others_have_none() {
        let mut rank = Rank::default();
        let made = rank.keep_comm(Comm { rank: 1, size: 3, ..Comm::default() }, handles::COMM_WORLD);
        let copy = rank.keep_comm(Comm { rank: 1, size: 3, ..Comm::default() }, handles::COMM_WORLD);
        assert_eq!(rank.cart(made).err().map(Fault::class), Some(ErrorClass::Topology));
        let cart = Cart::new(&[3], &[1]);
        rank.set_topology(made, Arc::new(Topology::new(Shape::Cart(cart.clone()), 1))).expect("there");
        rank.share_topology(made, copy).expect("there");
        assert_eq!(rank.cart(copy), Ok((&cart, 1)));
        assert!(Arc::ptr_eq(rank.neighbours(made).expect("has"), rank.neighbours(copy).expect("has")));
        rank.share_topology(handles::COMM_WORLD, made).expect("there");
        assert!(rank.cart(made).is_ok(), "a parent without a topology takes none away");
        for fault in [
            rank.graph(made).err(),
            rank.dist_graph(made).err(),
            rank.neighbours(handles::COMM_WORLD).err(),
            rank.graph(handles::COMM_WORLD).err(),
        ] {
            assert_eq!(fault.map(Fault::class), Some(ErrorClass::Topology));
        }
        assert_eq!(rank.topology(handles::COMM_NULL).err(), Some(Fault::Comm(handles::COMM_NULL)));
    }

    #[test]
    fn ranks_stay_and_agreements_differ_with_any_number() {
        assert_eq!((place(2, 3), place(3, 3)), (Some(2), None));
        assert_ne!(agreement([1, 2]), agreement([2, 1]));
        assert_ne!(agreement([]), 0);
    }
}
