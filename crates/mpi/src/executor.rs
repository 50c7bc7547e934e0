//! The executor of schedules: one for blocking, non-blocking and persistent collectives, with data and without.

use crate::actor::Deferred;
use crate::collectives::common::{SingleBatch, sub_call};
use crate::comm::{CollectiveArrival, CollectiveSignature};
use crate::engine::{CLASS_MESSAGE, CLASS_NODE, Engine, Event};
use crate::matching::Envelope;
use crate::message::{Owner, Sending, context};
use crate::payload::{Memory, SHORT};
use crate::request::RequestKind;
use crate::schedule::{
    Batch, Context, Generator, Level, Loc, Locality, Next, Node, RemoteGroup, Space, StridedCopy, SubCall,
};
use crate::selectors::{SelectError, Selector};
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommId, Elements, ErrorClass, Operation, PersistentStart, Reducer, RequestId, SendMode,
    Status, Work,
};
use smallvec::SmallVec;
use units::{ActorId, Time};

/// One rank's side of a collective operation under way.
pub(crate) struct Schedule {
    pub(crate) actor: ActorId,
    /// Whose clock pays for its steps: the actor itself, or the lane that has called.
    payer: ActorId,
    pub(crate) comm: CommId,
    number: u32,
    owner: Owner,
    // Of the owner's request, when the schedule ends.
    status: Status,
    level: Level,
    // In the communicator; `rank` and `size` are those in the level.
    comm_rank: u32,
    rank: u32,
    size: u32,
    remote: Option<RemoteGroup>,
    locality: Locality,
    blocking: bool,
    call: CollectiveCall,
    send: Memory,
    recv: Memory,
    generator: Box<dyn Generator>,
    scratch: SmallVec<[u8; 16]>,
    scratch_bytes: u64,
    // A short batch lies here itself: all ranks of an operation take turns, so each finds its own out of the caches.
    nodes: SmallVec<[NodeState; 4]>,
    edges: SmallVec<[Edge; 4]>,
    left: u32,
    last: bool,
    starting: bool,
    // Receives that found their message while the batch was being started, and what they cost.
    unpaid: SmallVec<[(u16, Time); 1]>,
}

struct NodeState {
    node: Node,
    waits_for: u16,
    done: bool,
    /// The first of the edges to nodes that wait for it, or [`NO_EDGE`].
    edge: u32,
}

/// A node that waits for another one, and the next edge of that one.
#[derive(Clone, Copy)]
struct Edge {
    later: u16,
    next: u32,
}

const NO_EDGE: u32 = u32::MAX;

impl Schedule {
    pub(crate) fn memory(&self, offset: u64, bytes: u64) -> &[u8] {
        &self.scratch[offset as usize..(offset + bytes) as usize]
    }

    pub(crate) fn memory_mut(&mut self, offset: u64, bytes: u64) -> &mut [u8] {
        &mut self.scratch[offset as usize..(offset + bytes) as usize]
    }

    /// What the schedule waits for: (peers received from, peers sent to), in ranks of its level.
    pub(crate) fn waits_for(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for state in self.nodes.iter().filter(|state| !state.done) {
            match state.node {
                Node::Recv { from: peer, .. } => from.push(peer),
                Node::Send { to: peer, .. } => to.push(peer),
                _ => {}
            }
        }
        (from, to)
    }

    /// The rank in the communicator of a peer in the schedule's level.
    pub(crate) fn peer(&self, comms: &crate::comm::Comms, peer: u32) -> ActorId {
        let comm = comms.get(self.comm);
        comm.peers(self.actor).actor(comm.rank_of_level(self.level, self.comm_rank, peer))
    }

    /// A message in it could not be received as it is: the whole operation brings that, if nothing has gone wrong before.
    pub(crate) fn fail(&mut self, status: Status) {
        if self.status.error == ErrorClass::Success {
            self.status = status;
        }
    }

    fn place(&self, id: u32, loc: Loc) -> Memory {
        match loc.space {
            Space::Send => self.send.plus(loc.offset),
            Space::Recv => self.recv.plus(loc.offset),
            Space::Scratch => Memory::Schedule(id, loc.offset),
        }
    }
}

/// Makes a schedule's generator.
type Build<'b> = dyn Fn(&Selector, &Context<'_>) -> Result<Box<dyn Generator>, SelectError> + 'b;

/// What ranks reduce to agree on the context of a new communicator: MPICH's mask of free ones and a word more.
const CONTEXT_WORDS: u64 = 65;

/// The whole of an agreement: an allreduce, in memory of its own.
fn agreement(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = CONTEXT_WORDS * 4;
    batch.scratch(2 * bytes);
    let mut reduce = sub_call(context, Level::All, Operation::Allreduce, 0);
    (reduce.send, reduce.recv) = (Some(Loc::scratch(0)), Some(Loc::scratch(bytes)));
    batch.sub(reduce);
}

impl Engine<'_> {
    pub(crate) fn collective(
        &mut self,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        call: Box<CollectiveCall>,
        blocking: bool,
        start: Option<PersistentStart>,
    ) {
        let (function, site) = self.call_of(id);
        let (payer, id) = (id, self.rank_of(id));
        let table = self.comms.get(comm);
        let (member, shape) = (table.number_of(id), CollectiveSignature::of(&call, blocking, table, id));
        let started = CollectiveArrival { actor: id, function, site, shape };
        let Some(number) = self.start_collective(comm, member, start, started) else { return };
        self.totals.collectives += 1;
        let (send, recv) = (Memory::User(call.send.address), Memory::User(call.recv.address));
        let select = |selector: &Selector, seen: &Context<'_>| selector.build(None, blocking, Level::All, seen);
        let owner = Owner::Request(request);
        let schedule = self.new_schedule(id, comm, number, owner, Level::All, blocking, *call, send, recv, &select);
        let Some(schedule) = schedule else { return };
        self.actors[id.index()].requests.start(request, RequestKind::Schedule(schedule));
        self.schedules[schedule as usize].payer = payer;
        self.note_schedule(schedule, payer);
        self.advance_schedule(schedule);
    }

    /// Has a rank agree with others on a new communicator, all of them having come: by an allreduce on `on`, apart from
    /// its collectives by the number. Then the request ends.
    pub(crate) fn agree(&mut self, id: ActorId, request: RequestId, (on, number): (CommId, u32), status: Status) {
        let call = CollectiveCall {
            operation: Operation::Allreduce,
            root: 0,
            send: Buffer::EMPTY,
            recv: Buffer::EMPTY,
            count: CONTEXT_WORDS,
            element_bytes: 4,
            in_place: false,
            reducer: Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 }),
            vectors: None,
            signature: 0,
            signature_sent: 0,
        };
        let (owner, nowhere) = (Owner::Request(request), Memory::User(0));
        let build = |_: &Selector, _: &Context<'_>| Ok(SingleBatch::boxed(agreement));
        let schedule = self.new_schedule(id, on, number, owner, Level::All, true, call, nowhere, nowhere, &build);
        let Some(schedule) = schedule else { return };
        self.schedules[schedule as usize].status = status;
        self.note_agreement(schedule, id);
        self.advance_schedule(schedule);
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of one schedule")]
    fn new_schedule(
        &mut self,
        actor: ActorId,
        comm: CommId,
        number: u32,
        owner: Owner,
        level: Level,
        blocking: bool,
        call: CollectiveCall,
        send: Memory,
        recv: Memory,
        build: &Build<'_>,
    ) -> Option<u32> {
        let table = self.comms.get(comm);
        let (comm_rank, remote, seated) = (table.rank_of(actor), table.remote(actor), table.within(actor));
        let root = if remote.is_some() { 0 } else { call.root };
        let table = self.comms.get_mut(seated.unwrap_or(comm));
        let (rank, size) = table
            .in_level(level, comm_rank, &*self.placement)
            .expect("algorithms run schedules only on levels that the rank is part of");
        let locality = table.locality(level, comm_rank, root, &*self.placement);
        let seen = Context { rank, size, remote, call: &call, locality };
        let generator = match build(&self.library.selector, &seen) {
            Ok(generator) => generator,
            Err(reason) => {
                self.refuse(actor, &reason.to_string());
                return None;
            }
        };
        let schedule = Schedule {
            actor,
            payer: actor,
            comm,
            number,
            owner,
            status: Status::EMPTY,
            level,
            comm_rank,
            rank,
            size,
            remote,
            locality,
            blocking,
            call,
            send,
            recv,
            generator,
            scratch: SmallVec::new(),
            scratch_bytes: 0,
            nodes: SmallVec::new(),
            edges: SmallVec::new(),
            left: 0,
            last: false,
            starting: false,
            unpaid: SmallVec::new(),
        };
        self.comms.get_mut(comm).schedule_begins();
        Some(u32::try_from(self.schedules.insert(schedule)).expect("fewer than 2^32 schedules"))
    }

    /// Asks the generator for batches until one has something to wait for, or the schedule is done.
    pub(crate) fn advance_schedule(&mut self, id: u32) {
        loop {
            if self.schedules[id as usize].last {
                self.finish_schedule(id);
                return;
            }
            if self.deferred(self.schedules[id as usize].actor, Deferred::Schedule(id)) {
                return;
            }
            let mut batch = std::mem::take(&mut self.batch);
            let schedule = &mut self.schedules[id as usize];
            let seen = Context {
                rank: schedule.rank,
                size: schedule.size,
                remote: schedule.remote,
                call: &schedule.call,
                locality: schedule.locality,
            };
            schedule.last = schedule.generator.resume(&seen, &mut batch) == Next::Last;
            self.take_batch(id, &mut batch);
            self.batch = batch;
            self.start_batch(id);
            if self.schedules[id as usize].left > 0 || self.ending.is_some() {
                return;
            }
        }
    }

    fn take_batch(&mut self, id: u32, batch: &mut Batch) {
        let schedule = &mut self.schedules[id as usize];
        if batch.scratch > schedule.scratch_bytes {
            schedule.scratch_bytes = batch.scratch;
            if self.has_data {
                let bytes = usize::try_from(batch.scratch).expect("scratch fits memory");
                schedule.scratch.resize(bytes, 0);
            }
        }
        batch.scratch = 0;
        schedule.nodes.clear();
        schedule.left = batch.nodes.len() as u32;
        let states =
            batch.nodes.drain(..).map(|(node, waits_for)| NodeState { node, waits_for, done: false, edge: NO_EDGE });
        schedule.nodes.extend(states);
        // Nodes that wait for the same one start in their order: each list is made from its end.
        if !batch.edges.is_sorted_by_key(|&(_, later)| later) {
            batch.edges.sort_by_key(|&(_, later)| later);
        }
        schedule.edges.clear();
        for (earlier, later) in batch.edges.drain(..).rev() {
            let first = &mut schedule.nodes[earlier as usize].edge;
            let next = std::mem::replace(first, schedule.edges.len() as u32);
            schedule.edges.push(Edge { later, next });
        }
    }

    fn start_batch(&mut self, id: u32) {
        self.schedules[id as usize].starting = true;
        let count = self.schedules[id as usize].nodes.len();
        for node in 0..count {
            let state = &self.schedules[id as usize].nodes[node];
            // A dependency that ended while the batch was being started has started its dependents already.
            if state.waits_for == 0 && !state.done {
                self.start_node(id, node as u16);
            }
        }
        let schedule = &mut self.schedules[id as usize];
        schedule.starting = false;
        // Paying takes time, so none of these ends the schedule here.
        for (node, overhead) in std::mem::take(&mut schedule.unpaid) {
            self.complete_node(id, node, overhead);
        }
    }

    fn start_node(&mut self, id: u32, index: u16) {
        let schedule = &mut self.schedules[id as usize];
        let (actor, payer) = (schedule.actor, schedule.payer);
        // So that it is not started twice; `done` is what counts from here on.
        schedule.nodes[index as usize].waits_for = u16::MAX;
        match schedule.nodes[index as usize].node {
            Node::Send { to, tag, from, bytes } => self.start_send(id, index, to, tag, from, bytes),
            Node::Recv { from, tag, into, bytes } => {
                let schedule = &self.schedules[id as usize];
                let comm = self.comms.get(schedule.comm);
                let source = comm.rank_of_level(schedule.level, schedule.comm_rank, from) as i32;
                let envelope =
                    Envelope { context: context(schedule.comm, Some(schedule.number)), source, tag: tag as i32 };
                let into = schedule.place(id, into);
                let receive = self.new_receive(actor, Owner::Node(id, index), envelope, into, bytes, Elements::Any);
                self.post_receive(receive);
            }
            Node::Copy { from, to, bytes } => {
                let (from, to) = (schedule.place(id, from), schedule.place(id, to));
                if self.has_data && bytes > 0 && bytes < self.skip_from && from != to {
                    self.copy_memory((actor, from), (actor, to), bytes);
                }
                self.node_done(id, index);
            }
            Node::CopyStrided(ref copy) => {
                let StridedCopy { from, from_stride, to, to_stride, bytes, blocks } = **copy;
                let total = bytes * blocks;
                if self.has_data && total > 0 && total < self.skip_from {
                    for block in 0..blocks {
                        let from = self.schedules[id as usize].place(id, from.stepped(from_stride, block));
                        let to = self.schedules[id as usize].place(id, to.stepped(to_stride, block));
                        self.copy_memory((actor, from), (actor, to), bytes);
                    }
                }
                self.node_done(id, index);
            }
            Node::Reduce { input, inout, count } => self.start_reduce(id, index, input, inout, count),
            Node::Compute(work) => self.charge_then(payer, CLASS_NODE, work, Event::Node(id, index)),
            Node::Delay(time) => {
                let end = self.kernel.now().saturating_add(time);
                self.at(end, CLASS_NODE, actor, Event::Node(id, index));
            }
            Node::Sub(ref call) => {
                let call = (**call).clone();
                self.start_sub(id, index, &call);
            }
        }
    }

    fn start_send(&mut self, id: u32, index: u16, to: u32, tag: u32, from: Loc, bytes: u64) {
        let schedule = &self.schedules[id as usize];
        let (actor, payer) = (schedule.actor, schedule.payer);
        let comm = self.comms.get(schedule.comm);
        let peer = comm.rank_of_level(schedule.level, schedule.comm_rank, to);
        let alone = schedule.blocking && schedule.nodes.len() == 1;
        let sending = Sending {
            source: actor,
            destination: comm.peers(actor).actor(peer),
            context: context(schedule.comm, Some(schedule.number)),
            source_rank: schedule.comm_rank,
            tag: tag as i32,
            bytes,
            elements: Elements::Any,
            mode: SendMode::Standard,
            owner: Owner::Node(id, index),
            from: schedule.place(id, from),
        };
        let message = self.new_message(sending);
        let overhead = self.send_overhead(message, alone);
        if overhead == Time::ZERO {
            self.launch(message);
        } else {
            self.charge_then(payer, CLASS_MESSAGE, Work::Time(overhead), Event::Launch(message));
        }
    }

    fn start_reduce(&mut self, id: u32, index: u16, input: Loc, inout: Loc, count: u64) {
        let schedule = &self.schedules[id as usize];
        let (actor, payer) = (schedule.actor, schedule.payer);
        let bytes = count * schedule.call.element_bytes;
        if self.has_data && bytes > 0 && bytes < self.skip_from {
            let reducer = schedule.call.reducer.expect("a call that reduces has a reducer");
            let (input, inout) = (schedule.place(id, input), schedule.place(id, inout));
            self.reduce(actor, reducer, input, inout, count, bytes);
        }
        match self.library.protocol.reduction_rate {
            Some(rate) if bytes > 0 => {
                let time = rate.time_for(units::Bytes(bytes));
                self.charge_then(payer, CLASS_NODE, Work::Time(time), Event::Node(id, index));
            }
            _ => self.node_done(id, index),
        }
    }

    fn reduce(&mut self, actor: ActorId, reducer: Reducer, input: Memory, inout: Memory, count: u64, bytes: u64) {
        if bytes as usize <= SHORT {
            let mut left = [0; SHORT];
            let left = &mut left[..bytes as usize];
            self.load_into(actor, input, left);
            self.reduce_onto(actor, reducer, left, inout, count);
        } else {
            let left = self.load(actor, input, bytes);
            self.reduce_onto(actor, reducer, &left, inout, count);
            self.pool.give(left);
        }
    }

    fn reduce_onto(&mut self, actor: ActorId, reducer: Reducer, left: &[u8], inout: Memory, count: u64) {
        let bytes = left.len() as u64;
        match (reducer, inout) {
            (Reducer::Builtin { op, basic }, Memory::Schedule(schedule, offset)) => {
                let right = self.schedules[schedule as usize].memory_mut(offset, bytes);
                ops::reduction::reduce_packed(op, basic, left, right);
            }
            (Reducer::Builtin { op, basic }, Memory::User(address)) => {
                self.driver.memory().update(actor, address, bytes, &mut |right| {
                    ops::reduction::reduce_packed(op, basic, left, right)
                });
            }
            (Reducer::User { op, .. }, _) => {
                let mut right = self.load(actor, inout, bytes);
                self.driver.reduce(actor, op, count, left, &mut right);
                self.store(actor, inout, &right);
                self.pool.give(right);
            }
        }
    }

    fn start_sub(&mut self, id: u32, index: u16, sub: &SubCall) {
        let parent = &self.schedules[id as usize];
        let nowhere = Memory::User(0);
        let send = sub.send.map_or(nowhere, |loc| parent.place(id, loc));
        let recv = sub.recv.map_or(nowhere, |loc| parent.place(id, loc));
        let address = |memory: Memory| if let Memory::User(address) = memory { address } else { 0 };
        // The lengths of a part's buffers are what its operation makes of the count: they are not checked again. A vector
        // operation has to be told that of the own block.
        let call = CollectiveCall {
            operation: sub.operation,
            root: sub.root,
            send: Buffer { address: address(send), bytes: sub.own_bytes },
            recv: Buffer { address: address(recv), bytes: sub.own_bytes },
            count: sub.count,
            element_bytes: sub.element_bytes,
            in_place: sub.in_place,
            reducer: parent.call.reducer,
            vectors: sub.vectors.clone(),
            signature: 0,
            signature_sent: 0,
        };
        let (actor, number, blocking, payer) = (parent.actor, parent.number, parent.blocking, parent.payer);
        let (comm, level) = match sub.level {
            Level::LocalGroup => {
                let within = self.comms.get(parent.comm).within(actor);
                (within.expect("only an intercommunicator has parts within a group"), Level::All)
            }
            level => (parent.comm, level),
        };
        let owner = Owner::Node(id, index);
        let select = |selector: &Selector, seen: &Context<'_>| selector.build(sub.algorithm, blocking, level, seen);
        let schedule = self.new_schedule(actor, comm, number, owner, level, blocking, call, send, recv, &select);
        if let Some(schedule) = schedule {
            self.schedules[schedule as usize].payer = payer;
            self.note_part(schedule, id);
            self.advance_schedule(schedule);
        }
    }

    /// A send or receive of a schedule has ended; what it costs the rank comes before the node is done. A batch is
    /// posted as a whole and then waited for, like requests of a program: a message that is there already is paid
    /// for after the sends of its batch.
    pub(crate) fn complete_node(&mut self, id: u32, index: u16, overhead: Time) {
        let schedule = &mut self.schedules[id as usize];
        if overhead == Time::ZERO {
            self.node_done(id, index);
        } else if schedule.starting {
            schedule.unpaid.push((index, overhead));
        } else {
            let payer = schedule.payer;
            self.charge_then(payer, CLASS_NODE, Work::Time(overhead), Event::Node(id, index));
        }
    }

    pub(crate) fn node_done(&mut self, id: u32, index: u16) {
        let schedule = &mut self.schedules[id as usize];
        schedule.left -= 1;
        // The last node has no dependents. Of any other a dependent may be the last, which then ends the batch, and
        // with it maybe the schedule, in the loop below.
        let last = schedule.left == 0 && !schedule.starting;
        let state = &mut schedule.nodes[index as usize];
        state.done = true;
        let mut edge = state.edge;
        // As long as there is another edge its node has not started, so the batch is this one.
        while edge != NO_EDGE {
            let schedule = &mut self.schedules[id as usize];
            let Edge { later, next } = schedule.edges[edge as usize];
            let state = &mut schedule.nodes[later as usize];
            state.waits_for -= 1;
            if state.waits_for == 0 {
                self.start_node(id, later);
            }
            edge = next;
        }
        if last {
            self.advance_schedule(id);
        }
    }

    fn finish_schedule(&mut self, id: u32) {
        let schedule = self.schedules.remove(id as usize);
        self.comms.get_mut(schedule.comm).schedule_ends();
        match schedule.owner {
            Owner::Request(request) => {
                self.set_cause_schedule(id);
                self.complete_request(schedule.actor, request, schedule.status, Time::ZERO);
                self.set_wait_cause(None);
            }
            Owner::Node(parent, node) => {
                if schedule.status.error != ErrorClass::Success {
                    self.schedules[parent as usize].fail(schedule.status);
                }
                self.part_ended(id, parent);
                self.node_done(parent, node);
            }
        }
    }
}
