//! Collective operations under way: each rank's schedule and its execution. One executor serves blocking, non-blocking
//! and persistent operations, with data and without.

use crate::actor::Deferred;
use crate::attribution::Notice;
use crate::collectives::common::{SingleBatch, sub_call};
use crate::comm::{CollectiveArrival, CollectiveSignature, Comms};
use crate::core::Core;
use crate::event::{CLASS_MESSAGE, CLASS_NODE, Event};
use crate::matching::Envelope;
use crate::message::{Owner, Receive, Sending, context};
use crate::payload::{Memory, SHORT};
use crate::point_to_point::{NodeDone, PointToPoint};
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
use slab::Slab;
use smallvec::SmallVec;
use units::{ActorId, Time};

/// All schedules under way.
#[derive(Default)]
pub(crate) struct Schedules {
    list: Slab<Schedule>,
    /// The batch that generators fill, one after the other.
    batch: Batch,
}

/// One rank's side of a collective operation under way.
pub(crate) struct Schedule {
    actor: ActorId,
    /// Whose clock pays for its steps: the actor itself, or the thread that has called.
    payer: ActorId,
    owner: Owner,
    // Of the owner's request, when the schedule ends.
    status: Status,
    role: Role,
    call: CollectiveCall,
    send: Memory,
    recv: Memory,
    generator: Box<dyn Generator>,
    scratch_bytes: u64,
    running: RunningBatch,
    last: bool,
}

/// What a rank is in a collective operation.
#[derive(Clone, Copy)]
struct Role {
    comm: CommId,
    /// Of the operation, on the communicator.
    number: u32,
    level: Level,
    // In the communicator; `rank` and `size` are those in the level.
    comm_rank: u32,
    rank: u32,
    size: u32,
    remote: Option<RemoteGroup>,
    locality: Locality,
    blocking: bool,
}

impl Role {
    /// What a generator sees.
    fn context<'c>(&self, call: &'c CollectiveCall) -> Context<'c> {
        Context { rank: self.rank, size: self.size, remote: self.remote, call, locality: self.locality }
    }
}

/// The batch that is being executed.
#[derive(Default)]
struct RunningBatch {
    // A short batch lies here itself: all ranks of an operation take turns, so each finds its own out of the caches.
    nodes: SmallVec<[NodeState; 4]>,
    edges: SmallVec<[Edge; 4]>,
    left: u32,
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

impl RunningBatch {
    /// Takes the nodes and edges of a batch.
    fn take(&mut self, batch: &mut Batch) {
        self.nodes.clear();
        self.left = batch.nodes.len() as u32;
        let states =
            batch.nodes.drain(..).map(|(node, waits_for)| NodeState { node, waits_for, done: false, edge: NO_EDGE });
        self.nodes.extend(states);
        // Nodes that wait for the same one start in their order: each list is made from its end.
        if !batch.edges.is_sorted_by_key(|&(_, later)| later) {
            batch.edges.sort_by_key(|&(_, later)| later);
        }
        self.edges.clear();
        for (earlier, later) in batch.edges.drain(..).rev() {
            let first = &mut self.nodes[earlier as usize].edge;
            let next = std::mem::replace(first, self.edges.len() as u32);
            self.edges.push(Edge { later, next });
        }
    }
}

impl Schedule {
    /// What the schedule waits for: (peers received from, peers sent to), in ranks of its level.
    pub(crate) fn waits_for(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for state in self.running.nodes.iter().filter(|state| !state.done) {
            match state.node {
                Node::Recv { from: peer, .. } => from.push(peer),
                Node::Send { to: peer, .. } => to.push(peer),
                _ => {}
            }
        }
        (from, to)
    }

    /// The rank in the communicator of a peer in the schedule's level.
    pub(crate) fn peer(&self, comms: &Comms, peer: u32) -> ActorId {
        let comm = comms.get(self.role.comm);
        comm.peers(self.actor).actor(comm.rank_of_level(self.role.level, self.role.comm_rank, peer))
    }

    /// A message could not be received as it is: the whole operation fails with that, if nothing has gone wrong before.
    fn fail(&mut self, status: Status) {
        if self.status.error == ErrorClass::Success {
            self.status = status;
        }
    }

    fn memory(&self, id: u32, loc: Loc) -> Memory {
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

impl Schedules {
    /// A schedule under way.
    pub(crate) fn get(&self, id: u32) -> &Schedule {
        &self.list[id as usize]
    }

    fn get_mut(&mut self, id: u32) -> &mut Schedule {
        &mut self.list[id as usize]
    }

    /// Starts a rank's side of a collective operation.
    #[allow(clippy::too_many_arguments, reason = "the fields of one post")]
    pub(crate) fn start_collective(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        caller: ActorId,
        request: RequestId,
        comm: CommId,
        call: Box<CollectiveCall>,
        blocking: bool,
        start: Option<PersistentStart>,
    ) {
        let (function, site) = core.call_of(caller);
        let id = core.rank_of(caller);
        let table = core.comms.get(comm);
        let (member, shape) = (table.number_of(id), CollectiveSignature::of(&call, blocking, table, id));
        let arrival = CollectiveArrival { actor: id, function, site, shape };
        let Some(number) = core.start_collective(comm, member, start, arrival) else { return };
        core.totals.count_collective();
        let buffers = (Memory::User(call.send.address), Memory::User(call.recv.address));
        let select = |selector: &Selector, seen: &Context<'_>| selector.build(None, blocking, Level::All, seen);
        let owner = Owner::Request(request);
        let place = (comm, number, Level::All, blocking);
        let Some(schedule) = self.insert(core, id, place, owner, *call, buffers, &select) else { return };
        core.actors[id].requests.start(request, RequestKind::Schedule(schedule));
        self.get_mut(schedule).payer = caller;
        core.notify(Notice::ScheduleStarted { schedule, actor: caller });
        self.advance(core, messages, schedule);
    }

    /// Has a rank agree with others on a new communicator, all of them having arrived: by an allreduce on `on`, apart from
    /// its collectives by the number. Then the request ends with `status`.
    pub(crate) fn agree_on_context(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        id: ActorId,
        request: RequestId,
        (on, number): (CommId, u32),
        status: Status,
    ) {
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
        let place = (on, number, Level::All, true);
        let Some(schedule) = self.insert(core, id, place, owner, call, (nowhere, nowhere), &build) else { return };
        self.get_mut(schedule).status = status;
        core.notify(Notice::AgreementStarted { schedule, actor: id });
        self.advance(core, messages, schedule);
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of one schedule")]
    fn insert(
        &mut self,
        core: &mut Core<'_>,
        actor: ActorId,
        (comm, number, level, blocking): (CommId, u32, Level, bool),
        owner: Owner,
        call: CollectiveCall,
        (send, recv): (Memory, Memory),
        build: &Build<'_>,
    ) -> Option<u32> {
        let table = core.comms.get(comm);
        let (comm_rank, remote, seated) = (table.rank_of(actor), table.remote(actor), table.within(actor));
        let root = if remote.is_some() { 0 } else { call.root };
        let table = core.comms.get_mut(seated.unwrap_or(comm));
        let (rank, size) = table
            .in_level(level, comm_rank, &*core.placement)
            .expect("algorithms run schedules only on levels that the rank is part of");
        let locality = table.locality(level, comm_rank, root, &*core.placement);
        let role = Role { comm, number, level, comm_rank, rank, size, remote, locality, blocking };
        let generator = match build(&core.library.selector, &role.context(&call)) {
            Ok(generator) => generator,
            Err(reason) => {
                core.reject_call(actor, &reason.to_string());
                return None;
            }
        };
        let schedule = Schedule {
            actor,
            payer: actor,
            owner,
            status: Status::EMPTY,
            role,
            call,
            send,
            recv,
            generator,
            scratch_bytes: 0,
            running: RunningBatch::default(),
            last: false,
        };
        core.comms.get_mut(comm).schedule_begins();
        Some(u32::try_from(self.list.insert(schedule)).expect("fewer than 2^32 schedules"))
    }

    /// Asks the generator for batches until one has something to wait for, or the schedule is done.
    pub(crate) fn advance(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, id: u32) {
        loop {
            if self.get(id).last {
                self.finish(core, messages, id);
                return;
            }
            if core.defer(self.get(id).actor, Deferred::Schedule(id)) {
                return;
            }
            let schedule = &mut self.list[id as usize];
            let context = schedule.role.context(&schedule.call);
            schedule.last = schedule.generator.resume(&context, &mut self.batch) == Next::Last;
            if self.batch.scratch > schedule.scratch_bytes {
                schedule.scratch_bytes = self.batch.scratch;
                core.contents.grow_scratch(id, schedule.scratch_bytes);
            }
            self.batch.scratch = 0;
            schedule.running.take(&mut self.batch);
            self.start_batch(core, messages, id);
            if self.get(id).running.left > 0 || core.outcome.is_some() {
                return;
            }
        }
    }

    fn start_batch(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, id: u32) {
        let running = &mut self.get_mut(id).running;
        running.starting = true;
        for node in 0..running.nodes.len() {
            let state = &self.get(id).running.nodes[node];
            // A dependency that ended while the batch was being started has started its dependents already.
            if state.waits_for == 0 && !state.done {
                self.start_node(core, messages, id, node as u16);
            }
        }
        let running = &mut self.get_mut(id).running;
        running.starting = false;
        // Paying takes time, so none of these ends the schedule here.
        for (node, overhead) in std::mem::take(&mut running.unpaid) {
            self.complete_node(core, messages, id, node, overhead);
        }
    }

    fn start_node(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, id: u32, index: u16) {
        let schedule = &mut self.list[id as usize];
        let (actor, payer) = (schedule.actor, schedule.payer);
        // So that it is not started twice; `done` is what counts from here on.
        schedule.running.nodes[index as usize].waits_for = u16::MAX;
        match schedule.running.nodes[index as usize].node {
            Node::Send { to, tag, from, bytes } => {
                self.start_send(core, messages, (id, index), (to, tag), from, bytes);
            }
            Node::Recv { from, tag, into, bytes } => {
                let Role { comm, number, level, comm_rank, .. } = schedule.role;
                let source = core.comms.get(comm).rank_of_level(level, comm_rank, from) as i32;
                let envelope = Envelope { context: context(comm, Some(number)), source, tag: tag as i32 };
                let (into, owner) = (schedule.memory(id, into), Owner::Node(id, index));
                let receive = Receive { actor, owner, envelope, into, bytes, elements: Elements::Any };
                let receive = messages.new_receive(core, receive);
                if let Some(done) = messages.post_receive(core, receive) {
                    self.complete(core, messages, done);
                }
            }
            Node::Copy { from, to, bytes } => {
                let (from, to) = (schedule.memory(id, from), schedule.memory(id, to));
                if core.contents.moves(bytes) && from != to {
                    core.copy_memory((actor, from), (actor, to), bytes);
                }
                self.node_done(core, messages, id, index);
            }
            Node::CopyStrided(ref copy) => {
                let StridedCopy { from, from_stride, to, to_stride, bytes, blocks } = **copy;
                if core.contents.moves(bytes * blocks) {
                    for block in 0..blocks {
                        let from = schedule.memory(id, from.stepped(from_stride, block));
                        let to = schedule.memory(id, to.stepped(to_stride, block));
                        core.copy_memory((actor, from), (actor, to), bytes);
                    }
                }
                self.node_done(core, messages, id, index);
            }
            Node::Reduce { input, inout, count } => {
                self.start_reduce(core, messages, (id, index), (input, inout), count);
            }
            Node::Compute(work) => core.charge_then(payer, CLASS_NODE, work, Event::Node(id, index)),
            Node::Delay(time) => {
                let end = core.kernel.now().saturating_add(time);
                core.at(end, CLASS_NODE, actor, Event::Node(id, index));
            }
            Node::Sub(ref call) => {
                let call = (**call).clone();
                self.start_part(core, messages, (id, index), &call);
            }
        }
    }

    fn start_send(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        (id, index): (u32, u16),
        (to, tag): (u32, u32),
        from: Loc,
        bytes: u64,
    ) {
        let schedule = self.get(id);
        let (actor, payer) = (schedule.actor, schedule.payer);
        let Role { comm, number, level, comm_rank, blocking, .. } = schedule.role;
        let table = core.comms.get(comm);
        let peer = table.rank_of_level(level, comm_rank, to);
        let alone = blocking && schedule.running.nodes.len() == 1;
        let sending = Sending {
            source: actor,
            destination: table.peers(actor).actor(peer),
            context: context(comm, Some(number)),
            source_rank: comm_rank,
            tag: tag as i32,
            bytes,
            elements: Elements::Any,
            mode: SendMode::Standard,
            owner: Owner::Node(id, index),
            from: schedule.memory(id, from),
        };
        let message = messages.new_message(core, sending);
        let overhead = messages.send_overhead(core, message, alone);
        if overhead == Time::ZERO {
            self.launch(core, messages, message);
        } else {
            core.charge_then(payer, CLASS_MESSAGE, Work::Time(overhead), Event::Launch(message));
        }
    }

    /// A send has paid its overhead.
    pub(crate) fn launch(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, message: u32) {
        if let Some(done) = messages.launch(core, message) {
            self.complete(core, messages, done);
        }
    }

    fn start_reduce(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        (id, index): (u32, u16),
        (input, inout): (Loc, Loc),
        count: u64,
    ) {
        let schedule = self.get(id);
        let (actor, payer) = (schedule.actor, schedule.payer);
        let bytes = count * schedule.call.element_bytes;
        if core.contents.moves(bytes) {
            let reducer = schedule.call.reducer.expect("a call that reduces has a reducer");
            let (input, inout) = (schedule.memory(id, input), schedule.memory(id, inout));
            reduce(core, actor, reducer, (input, inout), count, bytes);
        }
        match core.library.protocol.reduction_rate {
            Some(rate) if bytes > 0 => {
                let time = rate.time_for(units::Bytes(bytes));
                core.charge_then(payer, CLASS_NODE, Work::Time(time), Event::Node(id, index));
            }
            _ => self.node_done(core, messages, id, index),
        }
    }

    fn start_part(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        (id, index): (u32, u16),
        sub: &SubCall,
    ) {
        let whole = self.get(id);
        let nowhere = Memory::User(0);
        let send = sub.send.map_or(nowhere, |loc| whole.memory(id, loc));
        let recv = sub.recv.map_or(nowhere, |loc| whole.memory(id, loc));
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
            reducer: whole.call.reducer,
            vectors: sub.vectors.clone(),
            signature: 0,
            signature_sent: 0,
        };
        let (actor, payer) = (whole.actor, whole.payer);
        let Role { comm, number, blocking, .. } = whole.role;
        let (comm, level) = match sub.level {
            Level::LocalGroup => {
                let within = core.comms.get(comm).within(actor);
                (within.expect("only an intercommunicator has parts within a group"), Level::All)
            }
            level => (comm, level),
        };
        let owner = Owner::Node(id, index);
        let select = |selector: &Selector, seen: &Context<'_>| selector.build(sub.algorithm, blocking, level, seen);
        let place = (comm, number, level, blocking);
        if let Some(schedule) = self.insert(core, actor, place, owner, call, (send, recv), &select) {
            self.get_mut(schedule).payer = payer;
            core.notify(Notice::PartStarted { schedule, whole: id });
            self.advance(core, messages, schedule);
        }
    }

    /// The message of a node has been sent or received.
    pub(crate) fn complete(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, done: NodeDone) {
        let NodeDone { schedule, node, status, overhead } = done;
        if status.error != ErrorClass::Success {
            self.get_mut(schedule).fail(status);
        }
        self.complete_node(core, messages, schedule, node, overhead);
    }

    /// A send or receive of a schedule has ended; what it costs the rank comes before the node is done. A batch is
    /// posted as a whole and then waited for, like requests of a program: a message that is there already is paid
    /// for after the sends of its batch.
    fn complete_node(
        &mut self,
        core: &mut Core<'_>,
        messages: &mut PointToPoint,
        id: u32,
        index: u16,
        overhead: Time,
    ) {
        let schedule = self.get_mut(id);
        if overhead == Time::ZERO {
            self.node_done(core, messages, id, index);
        } else if schedule.running.starting {
            schedule.running.unpaid.push((index, overhead));
        } else {
            core.charge_then(schedule.payer, CLASS_NODE, Work::Time(overhead), Event::Node(id, index));
        }
    }

    pub(crate) fn node_done(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, id: u32, index: u16) {
        let running = &mut self.get_mut(id).running;
        running.left -= 1;
        // The last node has no dependents. Of any other a dependent may be the last, which then ends the batch, and
        // with it maybe the schedule, in the loop below.
        let last = running.left == 0 && !running.starting;
        let state = &mut running.nodes[index as usize];
        state.done = true;
        let mut edge = state.edge;
        // As long as there is another edge its node has not started, so the batch is this one.
        while edge != NO_EDGE {
            let running = &mut self.get_mut(id).running;
            let Edge { later, next } = running.edges[edge as usize];
            let state = &mut running.nodes[later as usize];
            state.waits_for -= 1;
            if state.waits_for == 0 {
                self.start_node(core, messages, id, later);
            }
            edge = next;
        }
        if last {
            self.advance(core, messages, id);
        }
    }

    fn finish(&mut self, core: &mut Core<'_>, messages: &mut PointToPoint, id: u32) {
        let schedule = self.list.remove(id as usize);
        core.contents.free_scratch(id);
        core.comms.get_mut(schedule.role.comm).schedule_ends();
        match schedule.owner {
            Owner::Request(request) => {
                core.notify(Notice::ScheduleCompletes { schedule: id });
                core.complete_request(schedule.actor, request, schedule.status, Time::ZERO);
                core.notify(Notice::Completed);
            }
            Owner::Node(whole, node) => {
                if schedule.status.error != ErrorClass::Success {
                    self.get_mut(whole).fail(schedule.status);
                }
                core.notify(Notice::PartEnded { schedule: id, whole });
                self.node_done(core, messages, whole, node);
            }
        }
    }
}

/// Combines the operands of a reduction in the memory of the right one.
fn reduce(
    core: &mut Core<'_>,
    actor: ActorId,
    reducer: Reducer,
    (input, inout): (Memory, Memory),
    count: u64,
    bytes: u64,
) {
    if bytes as usize <= SHORT {
        let mut left = [0; SHORT];
        let left = &mut left[..bytes as usize];
        core.load_into(actor, input, left);
        reduce_onto(core, actor, reducer, left, inout, count);
    } else {
        let left = core.load(actor, input, bytes);
        reduce_onto(core, actor, reducer, &left, inout, count);
        core.contents.pool.give(left);
    }
}

fn reduce_onto(core: &mut Core<'_>, actor: ActorId, reducer: Reducer, left: &[u8], inout: Memory, count: u64) {
    let bytes = left.len() as u64;
    match (reducer, inout) {
        (Reducer::Builtin { op, basic }, Memory::Schedule(schedule, offset)) => {
            let right = core.contents.scratch_mut(schedule, offset, bytes);
            ops::reduction::reduce_packed(op, basic, left, right);
        }
        (Reducer::Builtin { op, basic }, Memory::User(address)) => {
            core.driver
                .memory()
                .update(actor, address, bytes, &mut |right| ops::reduction::reduce_packed(op, basic, left, right));
        }
        (Reducer::User { op, .. }, _) => {
            let mut right = core.load(actor, inout, bytes);
            core.driver.reduce(actor, op, count, left, &mut right);
            core.store(actor, inout, &right);
            core.contents.pool.give(right);
        }
    }
}
