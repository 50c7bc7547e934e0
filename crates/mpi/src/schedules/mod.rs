//! Executes collective operations. Each rank has a schedule for its part: a graph of sends, receives, copies and reductions.
//! The same executor serves blocking, non-blocking and persistent operations; their messages may have contents or sizes alone.

mod agreement;
mod bare;
mod bare_steps;
mod chosen;
mod delay;
mod loans;
mod memory;
mod reduce;
mod rest;
mod ring;
mod role;

use crate::actor::Deferred;
use crate::attribution::Notice;
use crate::comm::{CollectiveArrival, CollectiveSignature, Comms};
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, CLASS_VERTEX, Event};
use crate::ids::{LentId, MessageId, ScheduleId};
use crate::matching::Envelope;
use crate::message::{Owner, Receive, Sending, context_id};
use crate::payload::Memory;
use crate::point_to_point::{EndsDone, PointToPoint, VertexDone};
use crate::records::{Entry, Records};
use crate::request::RequestKind;
use crate::schedule::{
    Batch, CHANNEL_MAX, Context, FileVertex, Generator, Level, Loc, Next, Space, Steps, StridedCopy, SubCall,
    Transport, Vertex,
};
use crate::selectors::{Choice, SelectError, Selector};
use bare::{BareMessages, are_bare};
use chosen::{Algorithms, Chosen};
use ops::{Buffer, CollectiveCall, CommId, Elements, ErrorClass, PersistentStart, RequestId, SendMode, Status, Work};
use rest::{Agreement, Onward};
use ring::Rings;
use role::Role;
use smallvec::SmallVec;
use std::mem::offset_of;
use std::sync::Arc;
use units::{ActorId, Time};

/// All schedules under way.
#[derive(Default)]
pub(crate) struct Schedules {
    list: Records<ScheduleId, Schedule>,
    /// The batch that generators fill, one after the other.
    batch: Batch,
    /// How many schedules are starting a batch.
    starting: u32,
    /// Receives that matched meanwhile, with their overheads.
    unpaid: Vec<(ScheduleId, u16, Time)>,
    algorithms: Algorithms,
    rings: Rings,
    bare: BareMessages,
}

/// One rank's side of a collective operation under way.
///
/// The ranks of an operation take turns, so each finds its own evicted from the caches: what the end of a vertex needs lies in the
/// first 64 bytes, what the next batch needs in those behind.
#[repr(C, align(64))]
pub(crate) struct Schedule {
    actor: ActorId,
    /// The actor whose clock is charged: the thread that has called.
    caller: ActorId,
    progress: BatchProgress,
    generator: Source,
    /// Whether the batch is the last one.
    last: bool,
    /// How its messages travel.
    transport: Transport,
    role: Role,
    scratch_bytes: u64,
    send: Memory,
    running: RunningBatch,
    owner: Owner,
    recv: Memory,
    call: CollectiveCall,
    // The status of the owner's request when the schedule ends.
    status: Status,
    /// If an observer wants to know.
    chosen: Option<Box<Chosen>>,
    /// If it is a step of one: what is left of that.
    agreement: Option<Agreement>,
}

const _: () = assert!(offset_of!(Schedule, generator) <= 64);
const _: () = assert!(offset_of!(Schedule, role) + offset_of!(Role, remote) <= 128);
const _: () = assert!(offset_of!(Schedule, running) % 64 == 0);
// Millions of ranks may have one.
const _: () = assert!(size_of::<Entry<Schedule>>() <= 576);

/// What makes a schedule's batches.
enum Source {
    Steps(Steps),
    Generator(Box<dyn Generator>),
}

impl From<Box<dyn Generator>> for Source {
    fn from(generator: Box<dyn Generator>) -> Self {
        generator.steps().map_or_else(|| Self::Generator(generator), Self::Steps)
    }
}

/// A post to start a collective operation.
pub(crate) struct CollectivePost {
    pub(crate) request: RequestId,
    pub(crate) comm: CommId,
    pub(crate) call: CollectiveCall,
    pub(crate) blocking: bool,
    /// Which start of a persistent operation it is.
    pub(crate) start: Option<PersistentStart>,
}

/// Where in an operation a schedule is: see [`Role`].
struct Position {
    comm: CommId,
    number: u32,
    level: Level,
    blocking: bool,
    channel: u32,
}

/// A schedule to be: where it is, what it completes, its operation, and where its bytes come from and go.
struct NewSchedule {
    position: Position,
    owner: Owner,
    call: CollectiveCall,
    buffers: (Memory, Memory),
}

/// How far the batch is that is being executed.
#[derive(Default)]
#[repr(C)]
struct BatchProgress {
    /// Vertices that are not done.
    left: u16,
    // Lists that are empty are not looked at: they lie in other lines of the cache.
    has_edges: bool,
    has_unpaid: bool,
    has_lent: bool,
    stage: Stage,
    // Short batches are inline.
    states: SmallVec<[VertexState; 4]>,
}

impl BatchProgress {
    /// A vertex has ended. Gives whether it ends the batch.
    fn end_vertex(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.stage == Stage::Running
    }
}

/// What is done with a batch. No other field of a schedule has so many values that mean nothing: one of them tells a place of the
/// list that has no schedule, so that the question whether there is one needs no other line of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(u16)]
enum Stage {
    /// Its first vertices start.
    Starting,
    /// Vertices end.
    #[default]
    Running,
}

/// Of a vertex.
struct VertexState {
    waits_for: u16,
    done: bool,
    /// The first of the edges to vertices that wait for it, or [`NO_EDGE`].
    edge: u32,
}

/// The batch that is being executed.
#[derive(Default)]
#[repr(C)]
struct RunningBatch {
    vertices: SmallVec<[Vertex; 4]>,
    edges: SmallVec<[Edge; 4]>,
    // Contents of sends that stay where they are until the batch ends.
    lent: Vec<LentId>,
}

/// A vertex that waits for another one, and the next edge of that one.
#[derive(Clone, Copy)]
struct Edge {
    later: u16,
    next: u32,
}

const NO_EDGE: u32 = u32::MAX;

impl RunningBatch {
    /// Takes the vertices and edges of a batch.
    fn take(&mut self, batch: &mut Batch, progress: &mut BatchProgress) {
        self.vertices.clear();
        progress.states.clear();
        progress.left = u16::try_from(batch.vertices.len()).expect("a batch has at most 65,535 vertices");
        let waiting = batch.vertices.iter().map(|&(_, waits_for)| waits_for);
        progress.states.extend(waiting.map(|waits_for| VertexState { waits_for, done: false, edge: NO_EDGE }));
        self.vertices.extend(batch.vertices.drain(..).map(|(vertex, _)| vertex));
        let had_edges = std::mem::replace(&mut progress.has_edges, !batch.edges.is_empty());
        if !had_edges && !progress.has_edges {
            return;
        }
        // Vertices that wait for the same one start in their order: each list is built from its end.
        if !batch.edges.is_sorted_by_key(|&(_, later)| later) {
            batch.edges.sort_by_key(|&(_, later)| later);
        }
        self.edges.clear();
        for (earlier, later) in batch.edges.drain(..).rev() {
            let first = &mut progress.states[earlier as usize].edge;
            let next = std::mem::replace(first, self.edges.len() as u32);
            self.edges.push(Edge { later, next });
        }
    }
}

impl Schedule {
    /// Whose it is.
    pub(crate) fn actor(&self) -> ActorId {
        self.actor
    }

    /// The peers of the batch's unfinished receives and sends, as ranks of the level.
    pub(crate) fn waits_for(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let vertices = self.running.vertices.iter().zip(&self.progress.states);
        for (vertex, _) in vertices.filter(|(_, state)| !state.done) {
            match *vertex {
                Vertex::Recv { from: peer, .. } => from.push(peer),
                Vertex::Send { to: peer, .. } => to.push(peer),
                _ => {}
            }
        }
        (from, to)
    }

    /// Has the next batch appended.
    fn next_batch(&mut self, comms: &Comms, batch: &mut Batch) -> Next {
        match &mut self.generator {
            Source::Steps(Steps { state, resume }) => resume(state, (self.role.rank, self.role.size), batch),
            Source::Generator(generator) => generator.resume(&self.role.context(comms, &self.call), batch),
        }
    }

    /// The rank in the communicator of a peer in the schedule's level.
    pub(crate) fn peer(&self, comms: &Comms, peer: u32) -> ActorId {
        let comm = comms.get(self.role.comm);
        comm.peers(self.actor).actor(comm.rank_of_level(self.role.level, self.role.comm_rank, peer))
    }

    /// A message could not be received as it is: the operation fails with the first such error.
    fn fail(&mut self, status: Status) {
        if self.status.error == ErrorClass::Success {
            self.status = status;
        }
    }

    fn memory(&self, id: ScheduleId, loc: Loc) -> Memory {
        match loc.space() {
            Space::Send => self.send.plus(loc.offset()),
            Space::Recv => self.recv.plus(loc.offset()),
            Space::Scratch if self.role.contents => Memory::Schedule(id, loc.offset()),
            Space::Scratch | Space::Nowhere => Memory::Nowhere,
        }
    }
}

/// A generator, and what a selector chose.
pub(crate) type Built = (Box<dyn Generator>, Option<Choice>);
/// Makes a schedule's generator.
pub(crate) type Build<'b> = dyn Fn(&Selector, &Context<'_>) -> Result<Built, SelectError> + 'b;

impl Schedules {
    /// A schedule under way.
    pub(crate) fn get(&self, id: ScheduleId) -> &Schedule {
        &self.list[id]
    }

    fn get_mut(&mut self, id: ScheduleId) -> &mut Schedule {
        &mut self.list[id]
    }

    /// Starts a rank's side of a collective operation.
    pub(crate) fn start_collective(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        caller: ActorId,
        post: CollectivePost,
    ) {
        let blocking = post.blocking;
        let select = |selector: &Selector, seen: &Context<'_>| selector.build(None, blocking, Level::All, seen);
        self.start_built(core, messages, caller, post, &select);
    }

    /// Starts a rank's side of an operation of all ranks of a communicator whose schedule is made by `build`.
    pub(crate) fn start_built(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        caller: ActorId,
        CollectivePost { request, comm, call, blocking, start }: CollectivePost,
        build: &Build<'_>,
    ) {
        let (function, site) = core.actors.call_of(caller);
        let id = core.actors.rank_actor(caller);
        let table = core.comms.get(comm);
        let (member, signature) =
            (table.number_of(id), CollectiveSignature::of(&call, blocking, table.sides.as_deref(), id));
        let arrival = CollectiveArrival { actor: id, function, site, signature };
        let Some(number) = core.start_collective(comm, member, start, arrival) else { return };
        core.totals.count_collective();
        let buffers = (Memory::User(call.send.address), Memory::User(call.recv.address));
        let position = Position { comm, number, level: Level::All, blocking, channel: 0 };
        let part = NewSchedule { position, owner: Owner::Request(request), call, buffers };
        let Some(schedule) = self.insert(core, id, part, build) else { return };
        core.actors[id].requests.start(request, RequestKind::Schedule(schedule));
        self.get_mut(schedule).caller = caller;
        core.notify(|| Notice::ScheduleStarted { schedule, actor: caller });
        self.advance(core, messages, schedule);
    }

    /// Adds a schedule of a rank's, which has yet to be advanced. Nothing if the run ends as none can be made.
    fn insert(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        part: NewSchedule,
        build: &Build<'_>,
    ) -> Option<ScheduleId> {
        let schedule = self.make(core, actor, part, build)?;
        Some(self.list.insert(schedule))
    }

    /// Makes a schedule of a rank's. Nothing if the run ends as none can be made.
    fn make(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        NewSchedule { position, owner, call, buffers: (send, recv) }: NewSchedule,
        build: &Build<'_>,
    ) -> Option<Schedule> {
        let Position { comm, number, level, blocking, channel } = position;
        let table = core.comms.get(comm);
        let (comm_rank, remote, local_comm) = (table.rank_of(actor), table.remote(actor), table.local_comm(actor));
        let root = if remote.is_some() { 0 } else { call.root };
        let table = core.comms.get_mut(local_comm.unwrap_or(comm));
        let (rank, size) = table
            .in_level(level, comm_rank, &*core.placement)
            .expect("algorithms run schedules only on levels that the rank is part of");
        let locality = table.locality(level, comm_rank, root, &*core.placement);
        let contents = (send, recv) != (Memory::Nowhere, Memory::Nowhere);
        let bare = are_bare(core, &call, size, contents);
        let role =
            Role { comm, number, level, comm_rank, rank, size, remote, locality, blocking, contents, bare, channel };
        let (generator, choice) = match build(&core.library.selector, &role.context(&core.comms, &call)) {
            Ok(built) => built,
            Err(reason) => {
                core.reject_call(actor, &reason.to_string());
                return None;
            }
        };
        let schedule = Schedule {
            actor,
            caller: actor,
            owner,
            status: Status::EMPTY,
            role,
            call,
            send,
            recv,
            generator: generator.into(),
            scratch_bytes: 0,
            last: false,
            transport: Transport::default(),
            progress: BatchProgress::default(),
            running: RunningBatch::default(),
            chosen: self.algorithms.note(core, choice).map(Box::new),
            agreement: None,
        };
        core.comms.get_mut(comm).schedule_begins();
        Some(schedule)
    }

    /// Resumes the generator until a batch must be waited for, or the schedule is done.
    pub(crate) fn advance(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: ScheduleId) {
        loop {
            self.end_loans(core, id);
            let schedule = self.get(id);
            if schedule.last {
                let onward = if schedule.agreement.is_some() { self.next_step(core, id) } else { Onward::Done };
                match onward {
                    Onward::Step => {}
                    Onward::Waits => return,
                    Onward::Done => return self.finish(core, messages, id),
                }
            }
            if core.defer(self.get(id).actor, Deferred::Schedule(id)) {
                return;
            }
            let schedule = &mut self.list[id];
            schedule.last = schedule.next_batch(&core.comms, &mut self.batch) == Next::Last;
            if self.batch.scratch > schedule.scratch_bytes {
                schedule.scratch_bytes = self.batch.scratch;
                if schedule.role.contents {
                    core.contents.grow_scratch(id, schedule.scratch_bytes);
                }
                if self.batch.transport != Transport::Instant {
                    core.touch_first(schedule.caller, self.batch.scratch, self.batch.longest);
                }
            }
            self.batch.scratch = 0;
            schedule.transport = std::mem::take(&mut self.batch.transport);
            schedule.running.take(&mut self.batch, &mut schedule.progress);
            self.start_batch(core, messages, id);
            if self.get(id).progress.left > 0 || core.outcome.is_some() {
                return;
            }
        }
    }

    fn start_batch(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: ScheduleId) {
        self.starting += 1;
        let progress = &mut self.get_mut(id).progress;
        progress.stage = Stage::Starting;
        for vertex in 0..progress.states.len() {
            let state = &self.get(id).progress.states[vertex];
            // A vertex that ended while the batch was being started has started its dependents already.
            if state.waits_for == 0 && !state.done {
                self.start_vertex(core, messages, id, vertex as u16);
            }
        }
        self.starting -= 1;
        let progress = &mut self.get_mut(id).progress;
        progress.stage = Stage::Running;
        if std::mem::take(&mut progress.has_unpaid) {
            // Overheads take time, so none of these ends the schedule here.
            while let Some(at) = self.unpaid.iter().position(|unpaid| unpaid.0 == id) {
                let (_, vertex, overhead) = self.unpaid.remove(at);
                self.complete_vertex(core, messages, id, vertex, overhead);
            }
        }
    }

    fn start_vertex(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: ScheduleId, index: u16) {
        let schedule = &mut self.list[id];
        let (actor, caller) = (schedule.actor, schedule.caller);
        // It must not start twice; from here on only `done` counts.
        schedule.progress.states[index as usize].waits_for = u16::MAX;
        let bare = schedule.role.bare && schedule.transport == Transport::Protocol;
        match schedule.running.vertices[index as usize] {
            Vertex::Send { to, tag, bytes, .. } if bare => {
                self.send_bare(core, messages, (id, index), (to, tag), bytes);
            }
            Vertex::Recv { from, tag, .. } if bare => self.receive_bare(core, messages, (id, index), (from, tag)),
            Vertex::Send { to, tag, from, bytes } => {
                self.start_send(core, messages, (id, index), (to, tag), from, bytes);
            }
            Vertex::Recv { from, tag, into, bytes } => {
                let Role { comm, number, level, comm_rank, .. } = schedule.role;
                let source = core.comms.get(comm).rank_of_level(level, comm_rank, from) as i32;
                let tag = schedule.role.tag(tag);
                let envelope = Envelope { context_id: context_id(comm, Some(number)), source, tag };
                let (into, owner) = (schedule.memory(id, into), Owner::Vertex(id, index));
                let receive = Receive { actor, owner, envelope, into, bytes, elements: Elements::Any };
                let receive = messages.new_receive(core, receive);
                let done = messages.post_receive(core, receive);
                self.complete_ends(core, messages, done);
            }
            Vertex::Copy { from, to, bytes } => {
                self.start_copy(core, messages, (id, index), &StridedCopy::once(from, to, bytes));
            }
            Vertex::CopyStrided(ref copy) => {
                let copy = **copy;
                self.start_copy(core, messages, (id, index), &copy);
            }
            Vertex::Pack { datatypes, blocks } => self.start_pack(core, messages, (id, index), (datatypes, blocks)),
            Vertex::Reduce { input, inout, count } => {
                self.start_reduce(core, messages, (id, index), (input, inout), count);
            }
            Vertex::Compute(work) => core.charge_then(caller, CLASS_VERTEX, work, Event::Vertex(id, index)),
            Vertex::Delay(delay) => {
                let (role, operation) = (schedule.role, schedule.call.operation);
                match delay::time(core, actor, (&role, operation), delay) {
                    Ok(time) => {
                        let end = core.kernel.now().saturating_add(time);
                        core.at(end, CLASS_VERTEX, actor, Event::Vertex(id, index));
                    }
                    Err(reason) => core.reject_call(caller, &reason.to_string()),
                }
            }
            Vertex::Sub(ref call) => {
                let call = Arc::clone(call);
                self.start_sub_schedule(core, messages, (id, index), &call);
            }
            Vertex::File(_) => core.at(core.kernel.now(), CLASS_VERTEX, actor, Event::FileVertex(id, index)),
            Vertex::Ring { bytes } => self.enter_ring(core, (id, index), bytes),
        }
    }

    /// The rank, the file and the access of a vertex.
    pub(crate) fn file_vertex(&self, id: ScheduleId, index: u16) -> (ActorId, CommId, FileVertex) {
        let schedule = self.get(id);
        match schedule.running.vertices[index as usize] {
            Vertex::File(access) => (schedule.actor, schedule.role.comm, access),
            _ => unreachable!("only accesses to files are asked for"),
        }
    }

    /// The access of a vertex has ended; a rank's own access says how its request ends.
    pub(crate) fn file_vertex_done(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        own: Option<Status>,
    ) {
        if let Some(status) = own {
            self.get_mut(id).status = status;
        }
        self.vertex_done(core, messages, id, index);
    }

    fn start_send(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        (to, tag): (u32, u32),
        from: Loc,
        bytes: u64,
    ) {
        let schedule = self.get(id);
        let (actor, caller) = (schedule.actor, schedule.caller);
        let Role { comm, number, level, comm_rank, blocking, .. } = schedule.role;
        let table = core.comms.get(comm);
        let alone = blocking && schedule.running.vertices.len() == 1;
        let sending = Sending {
            source: actor,
            destination: table.peers(actor).actor(table.rank_of_level(level, comm_rank, to)),
            context_id: context_id(comm, Some(number)),
            source_rank: comm_rank,
            tag: schedule.role.tag(tag),
            bytes,
            elements: Elements::Any,
            mode: SendMode::Standard,
            transport: schedule.transport,
            owner: Owner::Vertex(id, index),
            from: schedule.memory(id, from),
            buffers: schedule.call.buffer_bytes(),
            passed_on: from.space() != Space::Send,
        };
        let ends = (actor, sending.destination);
        let message = messages.new_message(core, sending);
        if messages.messages[message].data.transport == Transport::Instant {
            // By an event: a chain of ranks that let each other go on would otherwise be one of calls.
            core.at(core.kernel.now(), CLASS_MESSAGE, actor, Event::MakeVisible(message));
            return;
        }
        let overhead = core.send_cost(ends, bytes, alone);
        if overhead == Time::ZERO {
            self.make_visible(core, messages, message);
        } else {
            core.charge_then(caller, CLASS_MESSAGE, Work::Time(overhead), Event::MakeVisible(message));
        }
    }

    /// A send has paid its overhead.
    pub(crate) fn make_visible(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        message: MessageId,
    ) {
        if messages.messages[message].data.transport == Transport::Instant {
            let done = messages.deliver_instantly(core, message);
            return self.complete_all(core, messages, done.into_iter().flatten());
        }
        let done = messages.make_visible(core, message);
        self.complete_all(core, messages, done);
    }

    fn start_sub_schedule(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        sub: &SubCall,
    ) {
        let parent = self.get(id);
        let nowhere = if parent.role.contents { Memory::User(0) } else { Memory::Nowhere };
        let send = sub.send.map_or(nowhere, |loc| parent.memory(id, loc));
        let recv = sub.recv.map_or(nowhere, |loc| parent.memory(id, loc));
        let address = |memory: Memory| if let Memory::User(address) = memory { address } else { 0 };
        // The lengths of buffers follow from the count and are not checked again; only a vector operation needs that of the
        // rank's own block.
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
        let (actor, caller) = (parent.actor, parent.caller);
        let Role { comm, number, level: own_level, blocking, channel, .. } = parent.role;
        assert!(sub.channel == 0 || channel == 0 && sub.channel <= CHANNEL_MAX, "channels do not nest");
        let (blocking, channel) = (blocking && !sub.nonblocking, channel.max(sub.channel));
        let (comm, level) = match sub.level {
            Level::New => unreachable!("agreements alone have steps there"),
            Level::LocalGroup => {
                let local_comm = core.comms.get(comm).local_comm(actor);
                (local_comm.expect("only an intercommunicator has local communicators"), Level::All)
            }
            Level::All => (comm, own_level),
            level => (comm, level),
        };
        let owner = Owner::Vertex(id, index);
        let select =
            |selector: &Selector, seen: &Context<'_>| selector.build(sub.algorithm.as_ref(), blocking, level, seen);
        let position = Position { comm, number, level, blocking, channel };
        let part = NewSchedule { position, owner, call, buffers: (send, recv) };
        if let Some(schedule) = self.insert(core, actor, part, &select) {
            self.get_mut(schedule).caller = caller;
            core.notify(|| Notice::SubScheduleStarted { schedule, parent: id });
            self.advance(core, messages, schedule);
        }
    }

    /// Sends or receives of vertices have ended.
    pub(crate) fn complete_all(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        done: impl IntoIterator<Item = VertexDone>,
    ) {
        for done in done {
            self.complete(core, messages, done);
        }
    }

    /// What ends at once at the ends of a message.
    #[inline]
    pub(crate) fn complete_ends(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        [receiver, sender]: EndsDone,
    ) {
        if let Some(done) = receiver {
            self.complete(core, messages, done);
        }
        if let Some(done) = sender {
            self.complete(core, messages, done);
        }
    }

    /// The send or receive of a vertex has ended.
    fn complete(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, done: VertexDone) {
        let VertexDone { schedule, vertex, actor, status, overhead, lent } = done;
        if let Some(lent) = lent {
            self.take_loan(core, schedule, vertex, lent);
        }
        if status.error != ErrorClass::Success {
            self.get_mut(schedule).fail(status);
        } else if overhead > Time::ZERO && self.starting == 0 && !core.actors.have_threads() {
            // As [`Self::complete_vertex`], without a look at the schedule, which is evicted from the caches.
            return core.charge_then(actor, CLASS_VERTEX, Work::Time(overhead), Event::Vertex(schedule, vertex));
        }
        self.complete_vertex(core, messages, schedule, vertex, overhead);
    }

    /// A send or receive has ended: the vertex is done once the rank has paid its overhead. A batch is posted as a whole and
    /// then waited for, like requests of a program: a message that is there already is paid for after the sends of its
    /// batch.
    fn complete_vertex(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        id: ScheduleId,
        index: u16,
        overhead: Time,
    ) {
        let schedule = self.get_mut(id);
        if overhead == Time::ZERO {
            self.vertex_done(core, messages, id, index);
        } else if schedule.progress.stage == Stage::Starting {
            schedule.progress.has_unpaid = true;
            self.unpaid.push((id, index, overhead));
        } else {
            core.charge_then(schedule.caller, CLASS_VERTEX, Work::Time(overhead), Event::Vertex(id, index));
        }
    }

    pub(crate) fn vertex_done(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        id: ScheduleId,
        index: u16,
    ) {
        let progress = &mut self.get_mut(id).progress;
        // The last vertex of a batch has no dependents. A dependent started below may be the last one; it then ends the
        // batch, and perhaps the schedule, inside the loop.
        let last = progress.end_vertex();
        let state = &mut progress.states[index as usize];
        state.done = true;
        let mut edge = state.edge;
        // While an edge is left, its vertex has not started, so the batch is still this one.
        while edge != NO_EDGE {
            let Schedule { progress, running, .. } = self.get_mut(id);
            let Edge { later, next } = running.edges[edge as usize];
            let state = &mut progress.states[later as usize];
            state.waits_for -= 1;
            if state.waits_for == 0 {
                self.start_vertex(core, messages, id, later);
            }
            edge = next;
        }
        if last {
            self.advance(core, messages, id);
        }
    }

    fn finish(&mut self, core: &mut EngineCore<'_>, messages: &mut PointToPoint, id: ScheduleId) {
        let schedule = self.list.remove(id);
        core.contents.free_scratch(id);
        core.comms.schedule_ends(schedule.role.comm);
        if let Some(chosen) = &schedule.chosen {
            core.observe(chosen.record(&schedule, core.kernel.now()));
        }
        match schedule.owner {
            Owner::Request(request) => {
                core.notify(|| Notice::ScheduleCompletes { schedule: id });
                core.complete_request(schedule.actor, request, schedule.status, Time::ZERO);
                core.notify(|| Notice::Completed);
            }
            Owner::Vertex(parent, vertex) => {
                if schedule.status.error != ErrorClass::Success {
                    self.get_mut(parent).fail(schedule.status);
                }
                core.notify(|| Notice::SubScheduleEnded { schedule: id, parent });
                self.vertex_done(core, messages, parent, vertex);
            }
            Owner::Call => unreachable!("collective operations have requests"),
        }
    }
}
