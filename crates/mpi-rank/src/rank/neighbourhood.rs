//! Neighbourhood collectives on the rank's side (MPI 5.0 §8.6): makes a plan from the arguments of each call. A plan is the
//! call with its buffers, as the engine needs it to execute the collective.

use super::Rank;
use crate::collective::{BlockArgs, Flow, IN_PLACE_HERE, Placed, Plan, empty, place};
use crate::{Data, Fault, Handle, checks};
use ops::{Edge, Neighbours, Operation, PROC_NULL, Vectors};
use std::sync::Arc;

/// Calls `take` with equal blocks, one behind the other.
fn equal<T>(data: Data, take: impl FnOnce(&BlockArgs<'_>) -> T) -> T {
    let Data { address, count, datatype } = data;
    let displacement = |at: u32| i64::from(at).wrapping_mul(count);
    take(&BlockArgs {
        address,
        count: &|_| count,
        displacement: &displacement,
        datatype: &|_| datatype,
        in_bytes: false,
    })
}

impl Rank {
    /// The blocks for edges; those of edges that are not there are empty, whatever the program says of them.
    fn edge_blocks(&self, edges: &[Edge], blocks: &BlockArgs<'_>, flow: Flow) -> Result<Placed, Fault> {
        if blocks.address == checks::IN_PLACE {
            return Err(IN_PLACE_HERE);
        }
        let there = |at: u32| edges[at as usize].rank != PROC_NULL;
        let Some(first) = (0..edges.len() as u32).find(|&at| there(at)) else { return Ok(Placed::none(edges.len())) };
        let count = |at: u32| if there(at) { (blocks.count)(at) } else { 0 };
        let displacement = |at: u32| if there(at) { (blocks.displacement)(at) } else { 0 };
        // Empty blocks have a datatype too: that of some edge that is there.
        let datatype = |at: u32| (blocks.datatype)(if there(at) { at } else { first });
        let present = BlockArgs { count: &count, displacement: &displacement, datatype: &datatype, ..*blocks };
        self.blocks(edges.len() as u32, &present, flow)
    }

    /// A plan without blocks yet.
    fn among_neighbours(&self, operation: Operation, comm: Handle) -> Result<(Plan, Arc<Neighbours>), Fault> {
        Ok((empty(operation), Arc::clone(self.neighbours(comm)?)))
    }

    /// `MPI_Neighbor_allgather`.
    ///
    /// # Errors
    /// As the argument checks say; so for all of these functions. There is no in-place form.
    pub fn neighbor_allgather(&self, comm: Handle, send: Data, recv: Data) -> Result<Plan, Fault> {
        checks::count(recv.count)?;
        let (send, recv) = (self.given(send), self.given(recv));
        let operation = Operation::NeighborAllgather;
        let mut plan = equal(recv, |recv| self.gather_from_neighbours(operation, comm, send, recv))?;
        self.describe_edges(&mut plan, send, recv)?;
        Ok(plan)
    }

    /// `MPI_Neighbor_allgatherv`.
    pub fn neighbor_allgatherv(&self, comm: Handle, send: Data, recv: &BlockArgs<'_>) -> Result<Plan, Fault> {
        self.gather_from_neighbours(Operation::NeighborAllgatherv, comm, send, recv)
    }

    fn gather_from_neighbours(
        &self,
        operation: Operation,
        comm: Handle,
        send: Data,
        recv: &BlockArgs<'_>,
    ) -> Result<Plan, Fault> {
        let (mut plan, neighbours) = self.among_neighbours(operation, comm)?;
        if send.in_place() {
            return Err(IN_PLACE_HERE);
        }
        let received = self.edge_blocks(&neighbours.sources, recv, Flow::Out)?;
        (plan.call.recv, plan.recv) = (received.buffer, received.packing);
        (plan.call.send, plan.send) = place(self.side(send, 1)?, Flow::In);
        let destinations = neighbours.destinations.len();
        plan.call.vectors = Some(Box::new(Vectors {
            send_bytes: vec![plan.call.send.bytes; destinations].into(),
            send_offsets: vec![0; destinations].into(),
            recv_bytes: received.bytes,
            recv_offsets: received.offsets,
            neighbours: Some(neighbours),
        }));
        Ok(plan)
    }

    /// `MPI_Neighbor_alltoall`.
    pub fn neighbor_alltoall(&self, comm: Handle, send: Data, recv: Data) -> Result<Plan, Fault> {
        checks::count(send.count)?;
        checks::count(recv.count)?;
        let (send, recv) = (self.given(send), self.given(recv));
        let operation = Operation::NeighborAlltoall;
        let mut plan = equal(send, |sent| equal(recv, |recv| self.neighbor_alltoallv(operation, comm, sent, recv)))?;
        self.describe_edges(&mut plan, send, recv)?;
        Ok(plan)
    }

    /// `MPI_Neighbor_alltoallv` and `MPI_Neighbor_alltoallw`.
    pub fn neighbor_alltoallv(
        &self,
        operation: Operation,
        comm: Handle,
        send: &BlockArgs<'_>,
        recv: &BlockArgs<'_>,
    ) -> Result<Plan, Fault> {
        let (mut plan, neighbours) = self.among_neighbours(operation, comm)?;
        let received = self.edge_blocks(&neighbours.sources, recv, Flow::Out)?;
        let sent = self.edge_blocks(&neighbours.destinations, send, Flow::In)?;
        (plan.call.recv, plan.recv) = (received.buffer, received.packing);
        (plan.call.send, plan.send) = (sent.buffer, sent.packing);
        plan.call.vectors = Some(Box::new(Vectors {
            send_bytes: sent.bytes,
            send_offsets: sent.offsets,
            recv_bytes: received.bytes,
            recv_offsets: received.offsets,
            neighbours: Some(neighbours),
        }));
        Ok(plan)
    }

    /// Checks equal blocks and notes what one is made of. BlockArgs are alike on all ranks (MPI 5.0 §8.6.1, §8.6.2); a rank
    /// without neighbours has none to compare.
    fn describe_edges(&self, plan: &mut Plan, send: Data, recv: Data) -> Result<(), Fault> {
        let neighbours = plan.call.vectors.as_ref().and_then(|vectors| vectors.neighbours.as_deref());
        let there = |edges: &[Edge]| edges.iter().any(|edge| edge.rank != PROC_NULL);
        let (sends, receives) = neighbours.map_or((false, false), |n| (there(&n.destinations), there(&n.sources)));
        for (block, used) in [(recv, receives), (send, sends)] {
            if used {
                self.side(block, 1)?;
                self.describe(&mut plan.call, block)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comms::Comm;
    use crate::handles;
    use crate::topologies::cart::Cart;
    use crate::topologies::{Shape, Topology};

    const INT: Handle = 0x209;
    const DOUBLE_INT: Handle = 0x229;

    /// Rank 0 of a line of three: nobody before it.
    fn line() -> (Rank, Handle) {
        let mut rank = Rank::default();
        let comm = rank.keep_comm(Comm { rank: 0, size: 3, ..Comm::default() }, handles::COMM_WORLD);
        let topology = Topology::new(Shape::Cart(Cart::new(&[3], &[0])), 0);
        rank.set_topology(comm, Arc::new(topology)).expect("there");
        (rank, comm)
    }

    fn data(address: u64, count: i64, datatype: Handle) -> Data {
        Data { address, count, datatype }
    }

    #[test]
    fn blocks_of_edges_that_are_not_there_are_not_touched() {
        let (rank, comm) = line();
        let plan = rank.neighbor_alltoall(comm, data(4096, 2, INT), data(8192, 2, INT)).expect("valid");
        let vectors = plan.call.vectors.expect("has blocks");
        assert_eq!((&*vectors.send_bytes, &*vectors.recv_bytes), (&[0, 8][..], &[0, 8][..]));
        assert_eq!((plan.call.send.address, plan.call.recv.address), (4104, 8200));
        assert_eq!((plan.call.count, plan.call.element_bytes), (2, 4));
        let plan =
            rank.neighbor_allgather(comm, data(4096, 1, DOUBLE_INT), data(8192, 3, DOUBLE_INT)).expect("valid");
        let pieces: Vec<_> = plan.recv.unpack.iter().filter(|piece| piece.bytes > 0).collect();
        assert_eq!((pieces.len(), pieces[0].address, pieces[0].bytes), (1, 8192 + 3 * 16, 36));
        assert_eq!(*plan.call.vectors.expect("has blocks").send_bytes, [12, 12]);
    }

    #[test]
    fn absent_neighbours_arguments_are_not_looked_at() {
        let (rank, comm) = line();
        let counts = |at: u32| [-7, 1][at as usize];
        let types = |at: u32| [handles::DATATYPE_NULL, INT][at as usize];
        let blocks =
            |address| BlockArgs { address, count: &counts, displacement: &|_| 0, datatype: &types, in_bytes: true };
        let plan = rank.neighbor_alltoallv(Operation::NeighborAlltoallw, comm, &blocks(4096), &blocks(8192));
        assert_eq!(*plan.expect("valid").call.vectors.expect("has blocks").send_bytes, [0, 4]);
    }

    #[test]
    fn faults_are_named() {
        let (rank, comm) = line();
        let (own, other) = (data(4096, 1, INT), data(8192, 1, INT));
        assert_eq!(rank.neighbor_alltoall(comm, data(checks::IN_PLACE, 1, INT), other).err(), Some(IN_PLACE_HERE));
        assert_eq!(rank.neighbor_allgather(comm, data(checks::IN_PLACE, 1, INT), other).err(), Some(IN_PLACE_HERE));
        assert_eq!(rank.neighbor_allgather(comm, own, data(checks::IN_PLACE, 1, INT)).err(), Some(IN_PLACE_HERE));
        assert_eq!(rank.neighbor_alltoall(comm, data(4096, -1, INT), other).err(), Some(Fault::Count(-1)));
        assert_eq!(rank.neighbor_alltoall(comm, data(0, 1, INT), other).err(), Some(Fault::NullBuffer));
        let world = rank.neighbor_allgather(handles::COMM_WORLD, own, other).err();
        assert_eq!(world.map(Fault::class), Some(ops::ErrorClass::Topology));
    }
}
