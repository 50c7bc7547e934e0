//! What each post of an actor does, at the actor's own clock.

use crate::actor::{Actor, Call, Deferred, Entering};
use crate::attribution::{ActiveMessageKind, Notice};
use crate::blocks::ComputeBlock;
use crate::comm::{AGREEMENT, CollectiveArrival, CollectiveSignature, CommCreateOutcome, CreatedComms, of_groups};
use crate::engine::Engine;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::library::CommCreate;
use crate::matching::Envelope;
use crate::message::context_id;
use crate::request::RequestKind;
use crate::result::Outcome;
use ops::{CommCall, CommId, Enter, NewComm, Post, Record, RequestId, RequestSet, Status, WaitMode, Work};
use std::sync::Arc;
use units::{ActorId, Time};

/// Whether a call that posts this enters the library's progress engine: communication and waiting for it do, asking for
/// the time or a handle's properties does not.
fn enters_progress_engine(post: &Post) -> bool {
    use Post::{
        Cancel, Collective, CreateComm, File, Finalize, Probe, Recv, RecvMatched, Send, SessionFinalize, Test, Wait,
    };
    use Post::{Parrived, Partitioned, Port, Window};
    matches!(
        post,
        Send { .. }
            | Recv { .. }
            | RecvMatched { .. }
            | Probe { .. }
            | Cancel { .. }
            | Collective { .. }
            | CreateComm { .. }
            | Port { .. }
            | Wait { .. }
            | Test { .. }
            | Window { .. }
            | File { .. }
            | Partitioned { .. }
            | Parrived { .. }
            | Finalize
            | SessionFinalize
    )
}

impl Actor {
    /// Whether the batch of a thread that has the turn is done as far as it can go: what is left only waits, or lets time
    /// pass.
    #[inline]
    fn batch_is_exhausted(&self, now: Time) -> bool {
        let waits_for_clock = matches!(self.posts.left(), [Post::ReadClock | Post::AwaitClock])
            && self.launch.is_none()
            && self.cpu.until > now;
        self.waiting.is_some() || self.answer.due || waits_for_clock
    }
}

impl Engine<'_> {
    /// Takes an actor on as far as the current instant lets it.
    pub(crate) fn drive(&mut self, id: ActorId) {
        loop {
            let now = self.core.kernel.now();
            let actor = &self.core.actors[id];
            if actor.thread.holds_turn && actor.batch_is_exhausted(now) {
                self.end_batch(id);
            }
            let actor = &self.core.actors[id];
            if actor.life.done || actor.waiting.is_some() || actor.cpu.tasks > 0 {
                return;
            }
            let until = actor.cpu.until;
            if until > self.core.kernel.now() && !self.core.try_advance_to(until) {
                self.core.at(until, CLASS_ACTOR, id, Event::Actor(id));
                return;
            }
            let actor = &mut self.core.actors[id];
            if let Some(entering) = actor.call.entering.take() {
                self.begin_call(id, entering);
            } else if let Some(message) = actor.launch.take() {
                self.messages.launch_request(&mut self.core, message);
            } else if actor.answer.due {
                self.resume(id);
                if self.core.actors[id].thread.multithreaded {
                    // Its batches wait for their turns.
                    return;
                }
            } else if let Some(post) = actor.posts.peek() {
                match *post {
                    Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements } => {
                        if self.enter_blocking(id, call) {
                            self.enter_progress_engine(id);
                            let (core, what) = (&mut self.core, (buffer, elements));
                            self.messages.send(core, id, request, comm, peer, tag, what, mode, true);
                            core.await_blocking(id, request);
                        }
                    }
                    Post::BlockingRecv { call, request, comm, source, tag, buffer, elements } => {
                        if self.enter_blocking(id, call) {
                            self.enter_progress_engine(id);
                            let (rank, core) = (self.core.actors.rank_actor(id), &mut self.core);
                            self.messages.recv(core, rank, request, comm, (source, tag), (buffer, elements));
                            core.await_blocking(id, request);
                        }
                    }
                    _ => {
                        let post = actor.posts.take();
                        self.handle_post(id, post);
                    }
                }
            } else if actor.thread.multithreaded {
                if actor.thread.holds_turn {
                    self.end_batch(id);
                }
                return;
            } else {
                self.rank_ended(id);
                return;
            }
            if self.core.outcome.is_some() {
                return;
            }
        }
    }

    /// All posts are done: either the rank has finished or (a defect) it never asked for an answer.
    pub(crate) fn rank_ended(&mut self, id: ActorId) {
        let actor = &mut self.core.actors[id];
        let posts = actor.posts.replace(Vec::new());
        let status = actor.life.exit.expect("a rank that runs on has posted something that demands an answer");
        actor.life.done = true;
        let unfinished = actor.life.initialised && !actor.life.finalised;
        let sessions = actor.life.sessions;
        self.core.end_call(id);
        self.recycle_posts(posts);
        self.phases.end(id.0, self.dynamic.start_of(id), self.core.kernel.now());
        self.finished += 1;
        self.core.placement.release(id);
        self.exit_status = self.exit_status.max(status);
        if unfinished {
            self.core.warn(format!("rank {id} has ended without MPI_Finalize"));
        }
        if sessions > 0 {
            self.core.warn(format!("rank {id} has ended without MPI_Session_finalize"));
        }
    }

    fn handle_post(&mut self, id: ActorId, post: Post) {
        if enters_progress_engine(&post) {
            self.enter_progress_engine(id);
        }
        let Self { core, messages, schedules, windows, files, partitions, dynamic, .. } = self;
        let rank = core.actors.rank_actor(id);
        match post {
            Post::Enter { function, site, block } => self.enter(id, Enter { function, site, block }),
            Post::Compute(work) => core.compute(id, work),
            Post::Sleep(time) => core.sleep(id, time),
            Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements } => {
                messages.send(core, id, request, comm, peer, tag, (buffer, elements), mode, blocking);
            }
            Post::Recv { request, comm, source, tag, buffer, blocking: _, elements } => {
                messages.recv(core, rank, request, comm, (source, tag), (buffer, elements));
            }
            Post::BlockingSend { .. } | Post::BlockingRecv { .. } => unreachable!("these are not taken out whole"),
            Post::RecvMatched { request, message, buffer, blocking: _, elements } => {
                messages.recv_matched(core, rank, request, message, (buffer, elements));
            }
            Post::Probe { .. } | Post::Test { .. } | Post::Parrived { .. } => self.poll(id, post),
            Post::Partitioned { request, call } => partitions.handle_call(core, id, request, *call),
            Post::Cancel { request } => messages.cancel(core, rank, request),
            Post::Release { request } => core.actors[rank].requests.release(request),
            Post::Collective { request, comm, call, blocking, start } => {
                schedules.start_collective(core, messages, id, request, comm, call, blocking, start);
            }
            Post::CreateComm { request, comm, call } => self.create_comm(id, request, comm, *call),
            Post::Port { request, call } => dynamic.handle_call(core, rank, request, *call),
            Post::FreeComm { comm } => {
                core.comms.free(comm);
                windows.free(comm);
            }
            Post::Window { request, window, call } => windows.handle_call(core, id, request, window, *call),
            Post::File { request, file, call } => files.handle_call(core, id, request, file, *call),
            Post::Wait { set, mode } => core.wait(id, set, mode),
            Post::ReadClock => self.clock_spins.read_clock(core, id),
            Post::AwaitClock => core.actors[id].answer.due = true,
            Post::Init => core.actors[rank].life.init(),
            Post::Finalize => core.actors[rank].life.finalised = true,
            Post::SessionInit => core.actors[rank].life.session_init(),
            Post::SessionFinalize => core.actors[rank].life.sessions -= 1,
            Post::Abort { code } => core.outcome = Some(Outcome::Aborted { rank: rank.0, code }),
            Post::Phase { name } => {
                let (start, now) = (dynamic.start_of(rank), core.kernel.now());
                core.actors[rank].phase = self.phases.mark(rank.0, start, now, name);
            }
            Post::ExitCall { site, call } => core.actors[rank].life.exit_call = Some(Box::new((site, call))),
            Post::Warning { text } => core.warn(format!("rank {rank}: {text}")),
            Post::Fatal { text } => core.fail(id, &text),
        }
    }

    /// A test or a probe: pays its cost, then looks.
    fn poll(&mut self, id: ActorId, post: Post) {
        let core = &mut self.core;
        let blocking = matches!(post, Post::Probe { blocking: true, .. });
        let cost = match post {
            Post::Test { .. } | Post::Parrived { .. } => core.library.protocol.test_cost,
            _ => core.library.protocol.iprobe_cost,
        };
        let actor = &mut core.actors[id];
        if !blocking && !std::mem::replace(&mut actor.polling.paid, true) {
            // It comes again once the core has paid for it.
            actor.posts.put_back(post);
            core.work(id, Work::Time(cost));
            return;
        }
        actor.polling.paid = false;
        match post {
            Post::Test { set, mode, peek } => {
                if core.are_ready(id, &set, mode) {
                    core.report(id, &set, mode, peek);
                } else if let Some(period) = core.poll_missed(id) {
                    core.suspend(id, set, mode, peek, Some(period));
                    core.park(id, period);
                }
            }
            Post::Probe { request, comm, source, tag, matched, .. } => {
                let envelope = Envelope { context_id: context_id(comm, None), source, tag };
                self.messages.probe(core, id, request, (comm, envelope), matched, blocking);
            }
            Post::Parrived { request, partition } => self.partitions.test_arrival(core, id, request, partition),
            _ => unreachable!("only tests and probes poll"),
        }
    }

    /// Begins the blocking call that is the next post; whether its block is over. If not, the post will come again.
    fn enter_blocking(&mut self, id: ActorId, call: Enter) -> bool {
        if std::mem::take(&mut self.core.actors[id].posts.block_done) {
            return true;
        }
        self.enter(id, call);
        let actor = &mut self.core.actors[id];
        if actor.call.entering.is_some() {
            actor.posts.block_done = true;
            return false;
        }
        self.core.outcome.is_none()
    }

    /// A block begins, and a call where it ends.
    fn enter(&mut self, id: ActorId, call: Enter) {
        let Enter { function, site, block } = call;
        self.core.end_call(id);
        let start = self.core.kernel.now();
        let actor = &mut self.core.actors[id];
        actor.progress.inside = false;
        let measured = match block {
            Work::Time(time) | Work::Preempted(time) => time,
            Work::Flops(_) => Time::ZERO,
        };
        let entering = Entering { function, site, start, measured };
        if self.blocks.all_free {
            self.begin_call(id, entering);
            return;
        }
        actor.call.entering = Some(entering);
        let block = ComputeBlock { actor: self.core.actors.rank_actor(id), function, site, measured: block };
        match self.blocks.work(&block) {
            Ok(work) => self.core.compute(id, work),
            Err(reason) => self.core.fail(id, &reason),
        }
    }

    /// The block has ended and the call begins.
    fn begin_call(&mut self, id: ActorId, entering: Entering) {
        let Entering { function, site, start, measured } = entering;
        let core = &mut self.core;
        let end = core.kernel.now();
        core.actors[id].call.current = Some(Call::new(function, site, end));
        if core.interest.blocks && (end > start || self.blocks.records_all) {
            core.observe(Record::Block { actor: core.actors.rank_actor(id), function, site, start, end, measured });
        }
    }

    /// The rank is inside the library: what waited for that goes on.
    fn enter_progress_engine(&mut self, id: ActorId) {
        let actor = &mut self.core.actors[id];
        actor.progress.inside = true;
        // Who communicates between readings of the clock does not wait for it.
        actor.polling.clock_reads = 0;
        // What waited for one of the rank's threads.
        let rank = actor.thread.of.map_or(id, |thread| thread.rank);
        if self.core.actors[rank].progress.has_deferred() {
            self.do_deferred(rank, id);
        }
    }

    /// Does what waited for a rank to be inside MPI, which its actor `id` is now.
    fn do_deferred(&mut self, rank: ActorId, id: ActorId) {
        let Self { core, messages, schedules, windows, partitions, .. } = self;
        for work in core.actors[rank].progress.take_deferred() {
            match work {
                Deferred::Schedule(schedule) => schedules.advance(core, messages, schedule),
                Deferred::ClearToSend(message) => messages.send_cts(core, message),
                Deferred::RendezvousData(message) => messages.start_data(core, message),
                Deferred::Window(am) => {
                    core.notify(Notice::ActiveMessageServedLate { kind: ActiveMessageKind::Window, am, by: id });
                    windows.serve(core, am);
                }
                Deferred::Partition(am) => {
                    core.notify(Notice::ActiveMessageServedLate { kind: ActiveMessageKind::Partition, am, by: id });
                    partitions.act_on_arrival(core, am);
                }
            }
        }
    }

    /// A rank asks for a new communicator; the last one that has to makes it.
    fn create_comm(&mut self, caller: ActorId, request: RequestId, comm: CommId, call: CommCall) {
        let core = &mut self.core;
        let (function, site) = core.actors.call_of(caller);
        let shape = CollectiveSignature::of_comm(&call, function);
        // Communicators are the rank's.
        let id = core.actors.rank_actor(caller);
        core.actors[id].requests.start(request, RequestKind::Comm(comm));
        let (outcome, number) = if of_groups(&call) {
            (core.comms.enter_group_create(comm, id, request, call).into(), AGREEMENT)
        } else {
            let member = core.comms.get(comm).number_of(id);
            let arrival = CollectiveArrival { actor: id, function, site, shape };
            let Some(number) = core.start_collective(comm, member, None, arrival) else { return };
            let open = |port| self.dynamic.is_open(port);
            (core.comms.enter_create(comm, member, number, request, call, &*core.placement, &open), number)
        };
        match outcome {
            CommCreateOutcome::Pending => {}
            CommCreateOutcome::Created(created) => {
                core.notify(Notice::CommunicatorsMade { by: id });
                let on = (created.agreed_on, if created.agreed_on == comm { number } else { AGREEMENT });
                self.tell_members(created, on);
            }
            CommCreateOutcome::Spawns(spawning) => self.dynamic.spawn(core, spawning),
        }
    }

    /// Tells the members of new communicators, which agree on them first if the library has them do so.
    fn tell_members(&mut self, created: CreatedComms, on: (CommId, u32)) {
        let Self { core, messages, schedules, windows, .. } = self;
        if let (Some(parts), Some(&(_, _, Ok(window)))) = (created.window, created.requests.first()) {
            let group = Arc::clone(&core.comms.get(window).group);
            windows.add(window, &group, parts);
        }
        for (actor, request, granted) in created.requests {
            let status = match granted {
                Ok(comm) => Status { handle: u64::from(comm.0), ..Status::EMPTY },
                Err(error) => Status { error, handle: u64::from(CommId::NULL.0), ..Status::EMPTY },
            };
            if let Ok(comm) = granted
                && comm != CommId::NULL
            {
                let table = core.comms.get(comm);
                let group = Arc::clone(table.local_group(actor));
                let remote = table.sides.is_some().then(|| Arc::clone(table.peers(actor)));
                core.actors[actor].answer.new_comms.push(NewComm { comm, group, remote });
            }
            core.notify(Notice::MemberCompletes);
            match core.library.protocol.comm_create {
                CommCreate::Time(time) => core.complete_request(actor, request, status, time),
                CommCreate::Allreduce if granted.is_err() => {
                    core.complete_request(actor, request, status, Time::ZERO);
                }
                CommCreate::Allreduce => schedules.agree_on_context(core, messages, actor, request, on, status),
            }
        }
        core.notify(Notice::Completed);
    }
}

impl EngineCore<'_> {
    /// Time passes in which the actor's core is not used.
    fn sleep(&mut self, id: ActorId, time: Time) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        actor.polling.clock_reads_since = Time::MAX;
        actor.polling.clock_reads = 0;
        actor.progress.inside = false;
        actor.cpu.occupy(now, time);
    }

    /// The rest of the blocking call that is the next post, its request having been started.
    fn await_blocking(&mut self, id: ActorId, request: RequestId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        let (set, mode) = (RequestSet::One(request), WaitMode::All);
        if actor.launch.is_some() || actor.cpu.until > now || actor.cpu.tasks > 0 {
            actor.posts.replace_next(Post::Wait { set, mode });
        } else {
            actor.posts.skip();
            self.wait(id, set, mode);
        }
    }
}
