//! The virtual topologies of a rank's communicators: sets them, shares them with duplicates, and looks them up as
//! Cartesian, graph or distributed-graph topologies.

use super::Rank;
use crate::topologies::{Shape, Topology, cart, dist_graph, graph};
use crate::{Fault, Handle};
use cart::Cart;
use dist_graph::DistGraph;
use graph::Graph;
use ops::{ErrorClass, Neighbours};
use std::sync::Arc;

impl Rank {
    /// The topology of a communicator, if it has one.
    ///
    /// # Errors
    /// There is no such communicator.
    pub fn topology(&self, comm: Handle) -> Result<Option<&Arc<Topology>>, Fault> {
        Ok(self.comm(comm)?.extra.as_ref().and_then(|extra| extra.topology.as_ref()))
    }

    /// Gives a communicator its topology.
    ///
    /// # Errors
    /// There is no such communicator.
    pub fn set_topology(&mut self, comm: Handle, topology: Arc<Topology>) -> Result<(), Fault> {
        self.comm_mut(comm)?.extra().topology = Some(topology);
        Ok(())
    }

    /// Gives a duplicate the topology of its original (MPI 5.0 §7.4.2).
    ///
    /// # Errors
    /// There is no such communicator.
    pub fn share_topology(&mut self, from: Handle, to: Handle) -> Result<(), Fault> {
        match self.topology(from)?.cloned() {
            Some(topology) => self.set_topology(to, topology),
            None => Ok(()),
        }
    }

    /// The grid of a communicator and the own rank.
    ///
    /// # Errors
    /// There is no such communicator, or it has no Cartesian topology.
    pub fn cart(&self, comm: Handle) -> Result<(&Cart, u32), Fault> {
        match self.topology(comm)?.map(|topology| &topology.shape) {
            Some(Shape::Cart(cart)) => Ok((cart, self.comm(comm)?.rank)),
            _ => Err(Fault::Class(ErrorClass::Topology, "the communicator has no Cartesian topology")),
        }
    }

    /// The graph of a communicator.
    ///
    /// # Errors
    /// There is no such communicator, or it has no graph topology.
    pub fn graph(&self, comm: Handle) -> Result<&Graph, Fault> {
        match self.topology(comm)?.map(|topology| &topology.shape) {
            Some(Shape::Graph(graph)) => Ok(graph),
            _ => Err(Fault::Class(ErrorClass::Topology, "the communicator has no graph topology")),
        }
    }

    /// The distributed graph of a communicator.
    ///
    /// # Errors
    /// There is no such communicator, or it has no distributed graph topology.
    pub fn dist_graph(&self, comm: Handle) -> Result<&DistGraph, Fault> {
        match self.topology(comm)?.map(|topology| &topology.shape) {
            Some(Shape::DistGraph(graph)) => Ok(graph),
            _ => Err(Fault::Class(ErrorClass::Topology, "the communicator has no distributed graph topology")),
        }
    }

    /// The own neighbours in the topology of a communicator.
    ///
    /// # Errors
    /// There is no such communicator, or it has no topology.
    pub fn neighbours(&self, comm: Handle) -> Result<&Arc<Neighbours>, Fault> {
        let topology = self.topology(comm)?;
        let fault = Fault::Class(ErrorClass::Topology, "the communicator has no topology");
        topology.map(|topology| topology.neighbours()).ok_or(fault)
    }
}
