//! Checks the arguments of a rank's collective calls and makes the plan of each: the call as the engine executes it, with its
//! buffers ([`crate::collective`]).

use super::Rank;
use crate::collective::{
    BlockArgs, Flow, IN_PLACE_HERE, Packing, Placed, Plan, Root, empty, not_aliased, own_too_long, same_length,
};
use crate::plan::{bytes, packed};
use crate::{Data, Fault, Handle, Piece, Side, checks};
use ops::{Buffer, CollectiveCall, NullDatatypes, Operation, ROOT_PROC_NULL, ROOT_SELF, Vectors};

impl Rank {
    fn root(&self, comm: Handle, root: i32) -> Result<Root, Fault> {
        let comm = self.comm(comm)?;
        let rank = comm.root(root)?;
        Ok(match rank {
            _ if comm.remote().is_none() => Root { rank, here: comm.rank == rank, part: true },
            ROOT_SELF => Root { rank, here: true, part: false },
            ROOT_PROC_NULL => Root { rank, here: false, part: false },
            _ => Root { rank, here: false, part: true },
        })
    }

    /// Whether a contribution lies in the result's place.
    fn in_place(&self, comm: Handle, wanted: bool) -> Result<bool, Fault> {
        if wanted && self.comm(comm)?.remote().is_some() { Err(IN_PLACE_HERE) } else { Ok(wanted) }
    }

    /// Notes what goes beside what comes: on an intracommunicator what a rank sends itself is as long as it expects, on an
    /// intercommunicator both are agreed on with the other group, each for itself.
    pub(super) fn describe_sent(
        &self,
        comm: Handle,
        call: &mut CollectiveCall,
        sent: Data,
        block: u64,
    ) -> Result<(), Fault> {
        let signature = self.signature(sent.datatype, checks::count(sent.count)?)?;
        if self.comm(comm)?.remote().is_some() {
            call.signature_sent = signature;
            return Ok(());
        }
        call.signature = signature;
        same_length(block, call.count * call.element_bytes, self.comm(comm)?.rank)
    }

    /// Notes what one block is made of.
    pub(super) fn describe(&self, call: &mut CollectiveCall, block: Data) -> Result<(), Fault> {
        call.count = checks::count(block.count)?;
        call.element_bytes = self.element(block.datatype)?.0;
        call.signature = self.signature(block.datatype, call.count)?;
        Ok(())
    }

    /// `MPI_Barrier`.
    pub fn barrier(&self) -> Plan {
        empty(Operation::Barrier)
    }

    /// `MPI_Bcast`.
    ///
    /// # Errors
    /// As the argument checks say; so for all of these functions.
    pub fn bcast(&self, comm: Handle, mut data: Data, root: i32) -> Result<Plan, Fault> {
        let mut plan = empty(Operation::Bcast);
        let root = self.root(comm, root)?;
        plan.call.root = root.rank;
        if !root.here && !root.part {
            return Ok(plan);
        }
        if data.in_place() {
            return Err(IN_PLACE_HERE);
        }
        if data.count == 0 {
            data.datatype = self.datatype_of_none(data.datatype, NullDatatypes::Messages);
        }
        plan.set_recv(self.side(data, 1)?, if root.here { Flow::In } else { Flow::Out });
        self.describe(&mut plan.call, data)?;
        Ok(plan)
    }

    /// `MPI_Gather`, and `MPI_Allgather` where there is no root.
    pub fn gather(&self, comm: Handle, send: Data, recv: Data, root: Option<i32>) -> Result<Plan, Fault> {
        let size = u64::from(self.comm(comm)?.peers());
        let mut plan = empty(if root.is_some() { Operation::Gather } else { Operation::Allgather });
        let root = root.map_or(Ok(Root::NONE), |root| self.root(comm, root))?;
        plan.call.root = root.rank;
        plan.call.in_place = self.in_place(comm, root.part && send.in_place())?;
        if root.here {
            if recv.in_place() {
                return Err(IN_PLACE_HERE);
            }
            let flow = if plan.call.in_place { Flow::InOut } else { Flow::Out };
            plan.set_recv(self.side(recv, size)?, flow);
            self.describe(&mut plan.call, recv)?;
            // Only the own block is there before; the rest of the packed buffer is overwritten by the operation.
            if plan.call.in_place {
                let own = u64::from(self.comm(comm)?.rank);
                self.keep_own_block(&mut plan.recv, own, size);
            }
        }
        if plan.call.in_place {
            return if root.here { Ok(plan) } else { Err(IN_PLACE_HERE) };
        }
        if root.part {
            if root.here {
                not_aliased(send, recv)?;
                not_aliased(send, self.own_block(comm, recv)?)?;
            }
            plan.set_send(self.side(send, 1)?);
            if root.here {
                let block = plan.call.send.bytes;
                self.describe_sent(comm, &mut plan.call, send, block)?;
            } else {
                self.describe(&mut plan.call, send)?;
            }
        }
        Ok(plan)
    }

    /// The own block of equal ones, on an intracommunicator; there is none on an intercommunicator.
    fn own_block(&self, comm: Handle, blocks: Data) -> Result<Data, Fault> {
        let comm = self.comm(comm)?;
        let before = i64::from(comm.rank).wrapping_mul(blocks.count).wrapping_mul(self.element(blocks.datatype)?.1);
        let address = if comm.remote().is_some() { 0 } else { blocks.address.wrapping_add_signed(before) };
        Ok(Data { address, ..blocks })
    }

    /// As [`Rank::own_block`], of blocks that differ. A displacement counts elements or bytes.
    fn own_placed(&self, comm: Handle, blocks: &BlockArgs<'_>) -> Result<Data, Fault> {
        let comm = self.comm(comm)?;
        let datatype = (blocks.datatype)(comm.rank);
        if comm.remote().is_some() {
            return Ok(Data { address: 0, count: 0, datatype });
        }
        let step = if blocks.in_bytes { 1 } else { self.element(datatype)?.1 };
        let before = (blocks.displacement)(comm.rank).wrapping_mul(step);
        Ok(Data { address: blocks.address.wrapping_add_signed(before), count: (blocks.count)(comm.rank), datatype })
    }

    /// Packs of `size` equal blocks the own one alone.
    fn keep_own_block(&self, packing: &mut Packing, own: u64, size: u64) {
        for piece in &mut packing.pack {
            let count = piece.count / size;
            let bytes = piece.bytes / size;
            let step = piece.datatype.extent().unwrap_or(0).wrapping_mul((own * count) as i64);
            piece.address = piece.address.wrapping_add_signed(step);
            (piece.count, piece.bytes, piece.at) = (count, bytes, own * bytes);
        }
    }

    /// `MPI_Scatter`.
    pub fn scatter(&self, comm: Handle, send: Data, recv: Data, root: i32) -> Result<Plan, Fault> {
        let size = u64::from(self.comm(comm)?.peers());
        let mut plan = empty(Operation::Scatter);
        let root = self.root(comm, root)?;
        plan.call.root = root.rank;
        plan.call.in_place = self.in_place(comm, root.part && recv.in_place())?;
        if root.here {
            if send.in_place() {
                return Err(IN_PLACE_HERE);
            }
            plan.set_send(self.side(send, size)?);
            self.describe(&mut plan.call, send)?;
        }
        if plan.call.in_place {
            return if root.here { Ok(plan) } else { Err(IN_PLACE_HERE) };
        }
        if root.part {
            if root.here {
                not_aliased(send, recv)?;
                not_aliased(self.own_block(comm, send)?, recv)?;
            }
            plan.set_recv(self.side(recv, 1)?, Flow::Out);
            if root.here {
                same_length(plan.call.count * plan.call.element_bytes, plan.call.recv.bytes, root.rank)?;
            } else {
                self.describe(&mut plan.call, recv)?;
            }
        }
        Ok(plan)
    }

    /// `MPI_Alltoall`.
    pub fn alltoall(&self, comm: Handle, send: Data, recv: Data) -> Result<Plan, Fault> {
        let size = u64::from(self.comm(comm)?.peers());
        let mut plan = empty(Operation::Alltoall);
        if recv.in_place() {
            return Err(IN_PLACE_HERE);
        }
        plan.call.in_place = self.in_place(comm, send.in_place())?;
        let flow = if plan.call.in_place { Flow::InOut } else { Flow::Out };
        plan.set_recv(self.side(recv, size)?, flow);
        self.describe(&mut plan.call, recv)?;
        if !plan.call.in_place {
            not_aliased(send, recv)?;
            plan.set_send(self.side(send, size)?);
            let block = plan.call.send.bytes / size;
            self.describe_sent(comm, &mut plan.call, send, block)?;
        }
        Ok(plan)
    }

    /// `MPI_Reduce`, `MPI_Allreduce`, `MPI_Scan` and `MPI_Exscan`. `data` has the count and datatype of both
    /// buffers, its address is not looked at.
    pub fn reduction(
        &self,
        operation: Operation,
        comm: Handle,
        (send, recv): (u64, u64),
        data: Data,
        op: Handle,
        root: i32,
    ) -> Result<Plan, Fault> {
        let mut plan = empty(operation);
        if matches!(operation, Operation::Scan | Operation::Exscan) {
            self.comm(comm)?.intra()?;
        }
        let root = if operation.has_root() { self.root(comm, root)? } else { Root::NONE };
        plan.call.root = root.rank;
        if !root.here && !root.part {
            return Ok(plan);
        }
        let (send, recv) = (Data { address: send, ..data }, Data { address: recv, ..data });
        checks::count(data.count)?;
        self.committed(data.datatype)?;
        plan.call.reducer = Some(self.reducer(op, data.datatype)?);
        plan.call.in_place = self.in_place(comm, root.part && send.in_place())?;
        if recv.in_place() && root.here || plan.call.in_place && !root.here {
            return Err(IN_PLACE_HERE);
        }
        self.describe(&mut plan.call, data)?;
        if root.here {
            // The exclusive scan leaves the result of rank 0 as it was, so what is there goes in and comes out.
            let keeps = plan.call.in_place || operation == Operation::Exscan;
            plan.set_recv(self.side(recv, 1)?, if keeps { Flow::InOut } else { Flow::Out });
        }
        if root.part && !plan.call.in_place {
            if root.here {
                not_aliased(send, recv)?;
            }
            plan.set_send(self.side(send, 1)?);
        }
        Ok(plan)
    }

    /// `MPI_Reduce_scatter_block`; `data` has the count and datatype of one block.
    pub fn reduce_scatter_block(
        &self,
        comm: Handle,
        (send, recv): (u64, u64),
        data: Data,
        op: Handle,
    ) -> Result<Plan, Fault> {
        let size = u64::from(self.comm(comm)?.size);
        let mut plan = empty(Operation::ReduceScatterBlock);
        checks::count(data.count)?;
        plan.call.reducer = Some(self.reducer(op, data.datatype)?);
        self.describe(&mut plan.call, data)?;
        if self.comm(comm)?.remote().is_some() {
            // Groups of different sizes have different blocks: they agree on all of them together.
            plan.call.signature = self.signature(data.datatype, bytes(plan.call.count, size)?)?;
        }
        plan.call.in_place = self.in_place(comm, send == checks::IN_PLACE)?;
        self.reduce_scatter_buffers(&mut plan, (send, recv), data, (size, data.count))?;
        Ok(plan)
    }

    /// `MPI_Reduce_scatter`; `counts` says the elements of each rank's block.
    pub fn reduce_scatter(
        &self,
        comm: Handle,
        (send, recv): (u64, u64),
        counts: &dyn Fn(u32) -> i64,
        datatype: Handle,
        op: Handle,
    ) -> Result<Plan, Fault> {
        let (size, own) = (self.comm(comm)?.size, self.comm(comm)?.rank);
        let mut plan = empty(Operation::ReduceScatter);
        plan.call.reducer = Some(self.reducer(op, datatype)?);
        let element = self.element(datatype)?.0;
        let mut total = 0u64;
        let mut recv_bytes = Vec::with_capacity(size as usize);
        for rank in 0..size {
            let count = checks::count(counts(rank))?;
            recv_bytes.push(bytes(count, element)?);
            total = total.checked_add(count).ok_or(Fault::Count(count as i64))?;
        }
        let data = Data { address: 0, count: total as i64, datatype };
        self.describe(&mut plan.call, data)?;
        plan.call.vectors = Some(Box::new(Vectors { recv_bytes: recv_bytes.into(), ..Vectors::default() }));
        plan.call.in_place = self.in_place(comm, send == checks::IN_PLACE)?;
        self.reduce_scatter_buffers(&mut plan, (send, recv), data, (1, counts(own)))?;
        Ok(plan)
    }

    /// The buffers of both: all blocks in, the own one out. In place they share the receive buffer: the operands
    /// lie there from its start, the result replaces the first of them.
    fn reduce_scatter_buffers(
        &self,
        plan: &mut Plan,
        (send, recv): (u64, u64),
        all: Data,
        (copies, own): (u64, i64),
    ) -> Result<(), Fault> {
        if recv == checks::IN_PLACE {
            return Err(IN_PLACE_HERE);
        }
        let block = Data { address: recv, count: own, ..all };
        if plan.call.in_place {
            plan.set_recv(self.side(Data { address: recv, ..all }, copies)?, Flow::In);
            if plan.recv.packed
                && let Side::Packed(piece) = self.packed_side(block)?
            {
                plan.recv.unpack = vec![piece];
            }
            return Ok(());
        }
        not_aliased(Data { address: send, ..all }, block)?;
        plan.set_recv(self.side(block, 1)?, Flow::Out);
        plan.set_send(self.side(Data { address: send, ..all }, copies)?);
        Ok(())
    }

    /// A buffer that is always packed.
    fn packed_side(&self, data: Data) -> Result<Side, Fault> {
        let datatype = self.committed(data.datatype)?;
        let count = checks::count(data.count)?;
        let bytes = packed(&datatype, count)?;
        Ok(Side::Packed(Piece { address: data.address, count, datatype, at: 0, bytes }))
    }

    /// The blocks of one buffer of a vector operation: lengths, places, the buffer, and what is to be copied.
    pub(super) fn blocks(&self, size: u32, blocks: &BlockArgs<'_>, flow: Flow) -> Result<Placed, Fault> {
        let mut pieces = Vec::with_capacity(size as usize);
        let mut direct = true;
        let (mut low, mut high) = (u64::MAX, 0);
        for rank in 0..size {
            let count = checks::count((blocks.count)(rank))?;
            let mut handle = (blocks.datatype)(rank);
            if count == 0 && blocks.in_bytes {
                handle = self.datatype_of_none(handle, NullDatatypes::Alltoallw);
            }
            let datatype = self.committed(handle)?;
            let bytes = packed(&datatype, count)?;
            let step = if blocks.in_bytes { 1 } else { self.element(handle)?.1 };
            let displacement = (blocks.displacement)(rank).wrapping_mul(step);
            let address = blocks.address.wrapping_add_signed(displacement);
            if bytes > 0 {
                match datatype.contiguous_at(count) {
                    Some(offset) => {
                        let start = address.wrapping_add_signed(offset);
                        // A null pointer is no buffer, but the start of a datatype made of addresses (MPI_BOTTOM).
                        if start == 0 {
                            return Err(Fault::NullBuffer);
                        }
                        low = low.min(start);
                        high = high.max(start.saturating_add(bytes));
                    }
                    None => direct = false,
                }
            }
            pieces.push(Piece { address, count, datatype, at: 0, bytes });
        }
        Ok(if direct { Placed::direct(&pieces, low, high) } else { Placed::packed(pieces, flow) })
    }

    /// `MPI_Gatherv`, and `MPI_Allgatherv` where there is no root.
    pub fn gatherv(&self, comm: Handle, send: Data, recv: &BlockArgs<'_>, root: Option<i32>) -> Result<Plan, Fault> {
        let (size, own) = (self.comm(comm)?.peers(), self.comm(comm)?.rank);
        let mut plan = empty(if root.is_some() { Operation::Gatherv } else { Operation::Allgatherv });
        let root = root.map_or(Ok(Root::NONE), |root| self.root(comm, root))?;
        plan.call.root = root.rank;
        plan.call.in_place = self.in_place(comm, root.part && send.in_place())?;
        if root.here {
            if recv.address == checks::IN_PLACE {
                return Err(IN_PLACE_HERE);
            }
            let flow = if plan.call.in_place { Flow::InOut } else { Flow::Out };
            let mut placed = self.blocks(size, recv, flow)?;
            placed.packing.pack = placed.packing.pack.split_off(own.min(placed.packing.pack.len() as u32) as usize);
            placed.packing.pack.truncate(1);
            plan.call.recv = placed.buffer;
            plan.recv = placed.packing;
            let vectors = Vectors { recv_bytes: placed.bytes, recv_offsets: placed.offsets, ..Vectors::default() };
            plan.call.vectors = Some(Box::new(vectors));
        }
        if plan.call.in_place {
            return if root.here { Ok(plan) } else { Err(IN_PLACE_HERE) };
        }
        if root.part {
            if root.here {
                not_aliased(send, self.own_placed(comm, recv)?)?;
            }
            plan.set_send(self.side(send, 1)?);
        }
        self.own_block_fits(comm, &plan.call)?;
        Ok(plan)
    }

    /// `MPI_Scatterv`.
    pub fn scatterv(&self, comm: Handle, send: &BlockArgs<'_>, recv: Data, root: i32) -> Result<Plan, Fault> {
        let size = self.comm(comm)?.peers();
        let mut plan = empty(Operation::Scatterv);
        let root = self.root(comm, root)?;
        plan.call.root = root.rank;
        plan.call.in_place = self.in_place(comm, root.part && recv.in_place())?;
        if root.here {
            if send.address == checks::IN_PLACE {
                return Err(IN_PLACE_HERE);
            }
            let placed = self.blocks(size, send, Flow::In)?;
            plan.call.send = placed.buffer;
            plan.send = placed.packing;
            let vectors = Vectors { send_bytes: placed.bytes, send_offsets: placed.offsets, ..Vectors::default() };
            plan.call.vectors = Some(Box::new(vectors));
        }
        if plan.call.in_place {
            return if root.here { Ok(plan) } else { Err(IN_PLACE_HERE) };
        }
        if root.part {
            if root.here {
                not_aliased(self.own_placed(comm, send)?, recv)?;
            }
            plan.set_recv(self.side(recv, 1)?, Flow::Out);
        }
        self.own_block_fits(comm, &plan.call)?;
        Ok(plan)
    }

    /// Of an operation with blocks of any length: whether there is room for what a rank gives itself. What it gives others is
    /// seen where it arrives.
    fn own_block_fits(&self, comm: Handle, call: &CollectiveCall) -> Result<(), Fault> {
        let comm = self.comm(comm)?;
        let Some(vectors) = call.vectors.as_ref().filter(|_| !call.in_place && comm.remote().is_none()) else {
            return Ok(());
        };
        let block =
            |blocks: &[u64], whole: Buffer| blocks.get(comm.rank as usize).map_or(whole.bytes, |bytes| *bytes);
        let (sent, room) = (block(&vectors.send_bytes, call.send), block(&vectors.recv_bytes, call.recv));
        if sent > room { Err(own_too_long(sent, room, comm.rank)) } else { Ok(()) }
    }

    /// `MPI_Alltoallv` and `MPI_Alltoallw`.
    pub fn alltoallv(
        &self,
        operation: Operation,
        comm: Handle,
        send: &BlockArgs<'_>,
        recv: &BlockArgs<'_>,
    ) -> Result<Plan, Fault> {
        let size = self.comm(comm)?.peers();
        let mut plan = empty(operation);
        if recv.address == checks::IN_PLACE {
            return Err(IN_PLACE_HERE);
        }
        plan.call.in_place = self.in_place(comm, send.address == checks::IN_PLACE)?;
        let flow = if plan.call.in_place { Flow::InOut } else { Flow::Out };
        let received = self.blocks(size, recv, flow)?;
        let mut vectors =
            Vectors { recv_bytes: received.bytes, recv_offsets: received.offsets, ..Vectors::default() };
        (plan.call.recv, plan.recv) = (received.buffer, received.packing);
        if !plan.call.in_place {
            not_aliased(self.own_placed(comm, send)?, self.own_placed(comm, recv)?)?;
            let sent = self.blocks(size, send, Flow::In)?;
            (vectors.send_bytes, vectors.send_offsets) = (sent.bytes, sent.offsets);
            (plan.call.send, plan.send) = (sent.buffer, sent.packing);
        }
        plan.call.vectors = Some(Box::new(vectors));
        self.own_block_fits(comm, &plan.call)?;
        Ok(plan)
    }
}
