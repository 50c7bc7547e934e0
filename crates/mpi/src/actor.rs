//! Actors: each rank's own clock, and what each of its posts does.

use crate::blocks::Block;
use crate::causes::flights::FlightKind;
use crate::comm::{AGREEMENT, CollectiveArrival, CollectiveSignature, CommCreateOutcome, of_groups};
use crate::diagnosis::Diagnosis;
use crate::engine::{CLASS_ACTOR, Engine, Event, Outcome};
use crate::library::CommCreate;
use crate::library::ProgressMode;
use crate::matching::Queue;
use crate::request::{Requests, Waiting};
use crate::threads::{RankThreads, ThreadOf};
use kernel::Finish;
use ops::{
    CallSite, CommCall, CommId, Completion, Enter, Function, NewComm, PersistentStart, Post, Record, RequestId,
    RequestSet, WaitMode, Work,
};
use std::sync::Arc;
use units::{ActorId, Endpoint, Time};

/// A rank as the engine sees it. A million of them exist: what few need is boxed.
#[derive(Default)]
pub(crate) struct Actor {
    /// Where it sits.
    pub(crate) endpoint: Endpoint,
    /// Set of a lane but the first of a rank: clock, call and wait are its own, all else is that rank's.
    pub(crate) thread: Option<ThreadOf>,
    /// The rank's lanes, once it has more than one; whether it has, or is one; whether its batch is being done.
    pub(crate) threads: Option<Box<RankThreads>>,
    pub(crate) multithreaded: bool,
    pub(crate) holds_turn: bool,
    /// Posts of the last run, and the next of them.
    pub(crate) posts: Vec<Post>,
    pub(crate) next_post: u32,
    /// The core is busy with this rank's own work until here.
    pub(crate) cpu_until: Time,
    /// Work of a background progress engine occupies it until here.
    pub(crate) progress_until: Time,
    /// Pieces of own work under way on a shared core.
    pub(crate) cpu_tasks: u32,
    /// A message to launch once its send overhead is paid.
    pub(crate) launch: Option<u32>,
    pub(crate) requests: Requests,
    pub(crate) waiting: Option<Waiting>,
    /// The rank's answer is complete; it runs as soon as its core is free.
    pub(crate) answer_due: bool,
    /// The cost of a test or probe has been paid.
    pub(crate) poll_paid: bool,
    pub(crate) completions: Vec<Completion>,
    pub(crate) new_comms: Vec<NewComm>,
    /// Receives that wait for a message, and messages that wait for a receive.
    pub(crate) posted: Queue,
    pub(crate) unexpected: Queue,
    pub(crate) call: Option<Call>,
    /// The block that the rank is in, until its core has done it.
    pub(crate) entering: Option<Entering>,
    /// Of the blocking call that is the next post the block is over.
    pub(crate) entered: bool,
    /// Of the messages that it sends: [`crate::phases::Phases`].
    pub(crate) phase: u32,
    /// Fruitless tests and probes in a row, when the first and the last one were, and whether the rank reads the
    /// clock between them.
    pub(crate) missed_polls: u32,
    pub(crate) reads_clock: bool,
    pub(crate) first_poll: Time,
    pub(crate) last_poll: Time,
    /// When the rank looks again although it sleeps; zero: not before something happens.
    pub(crate) next_poll: Time,
    /// Readings of the clock in a row with nothing done between, and since when no work of the rank's own has passed
    /// between them ([`Time::MAX`]: some has).
    pub(crate) clock_reads: u32,
    pub(crate) clock_reads_since: Time,
    /// What waits for the rank to be inside MPI.
    pub(crate) deferred: Vec<Deferred>,
    /// Whether it is: from the first post of a call that lets the library go on, to the end of the call.
    pub(crate) in_mpi: bool,
    pub(crate) initialised: bool,
    /// Whether it has ever called `MPI_Init` or `MPI_Session_init`.
    pub(crate) opened: bool,
    pub(crate) finalised: bool,
    /// Sessions that are open.
    pub(crate) sessions: u32,
    pub(crate) exit: Option<i32>,
    /// By which call outside of MPI it ends, and where.
    pub(crate) left: Option<Box<(CallSite, Box<str>)>>,
    pub(crate) done: bool,
}

/// What a library without progress in the background does only while its rank is inside MPI.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deferred {
    /// A schedule goes on.
    Schedule(u32),
    /// The receiver of a rendezvous answers.
    Answer(u32),
    /// The sender of a rendezvous starts its data.
    Data(u32),
    /// The target of an access or the holder of a lock serves what has arrived.
    Flight(u32),
    /// An end of a partitioned operation learns what has arrived.
    Partition(u32),
}

/// A block under way and the call that ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entering {
    function: Function,
    site: CallSite,
    start: Time,
    measured: Time,
}

impl Entering {
    /// The call that ends the block.
    pub(crate) fn call(self) -> (Function, CallSite) {
        (self.function, self.site)
    }
}

/// The MPI call a rank is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    start: Time,
    waited: Time,
    wait_start: Option<Time>,
}

impl Call {
    /// Since when it waits, if it does.
    pub(crate) fn wait_start(&self) -> Option<Time> {
        self.wait_start
    }
}

impl Actor {
    /// Puts a post back, to be the next.
    pub(crate) fn take_back(&mut self, post: Post) {
        self.next_post -= 1;
        self.posts[self.next_post as usize] = post;
    }

    /// Keeps a communicator's table for the next answer.
    pub(crate) fn tell_comm(&mut self, comm: NewComm) {
        self.new_comms.push(comm);
    }

    /// The call's waiting begins.
    pub(crate) fn wait_begins(&mut self, now: Time) {
        if let Some(call) = &mut self.call {
            call.wait_start = Some(now);
        }
    }

    /// The call's waiting ends.
    pub(crate) fn wait_ends(&mut self, now: Time) {
        if let Some(call) = &mut self.call
            && let Some(start) = call.wait_start.take()
        {
            call.waited += now.saturating_sub(start);
        }
    }
}

// What an idle rank costs the engine.
const _: () = assert!(size_of::<Actor>() <= 512);

/// Whether a call that posts this turns the library's progress engine: communication and waiting for it do, asking for
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

impl Engine<'_> {
    /// Takes an actor on as far as the current instant lets it.
    pub(crate) fn drive(&mut self, id: ActorId) {
        loop {
            let now = self.kernel.now();
            let actor = &mut self.actors[id.index()];
            if actor.holds_turn && actor.batch_is_exhausted(now) {
                self.end_batch(id);
            }
            let actor = &mut self.actors[id.index()];
            if actor.done || actor.waiting.is_some() || actor.cpu_tasks > 0 {
                return;
            }
            let until = actor.cpu_until;
            if until > self.kernel.now() && !self.try_advance_to(until) {
                self.at(until, CLASS_ACTOR, id, Event::Actor(id));
                return;
            }
            let actor = &mut self.actors[id.index()];
            if let Some(entering) = actor.entering.take() {
                self.entered(id, entering);
            } else if let Some(message) = actor.launch.take() {
                self.launch(message);
            } else if actor.answer_due {
                self.resume(id);
                if self.actors[id.index()].multithreaded {
                    // Its batches wait for their turns.
                    return;
                }
            } else if let Some(post) = actor.posts.get_mut(actor.next_post as usize) {
                match *post {
                    Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements } => {
                        if self.begin(id, call) {
                            self.inside_mpi(id);
                            self.send(id, request, comm, peer, tag, (buffer, elements), mode, true);
                            self.await_own(id, request);
                        }
                    }
                    Post::BlockingRecv { call, request, comm, source, tag, buffer, elements } => {
                        if self.begin(id, call) {
                            self.inside_mpi(id);
                            self.recv(self.rank_of(id), request, comm, source, tag, (buffer, elements));
                            self.await_own(id, request);
                        }
                    }
                    _ => {
                        actor.next_post += 1;
                        let post = std::mem::replace(post, Post::Now);
                        self.post(id, post);
                    }
                }
            } else if actor.multithreaded {
                if actor.holds_turn {
                    self.end_batch(id);
                }
                return;
            } else {
                self.rank_ended(id);
                return;
            }
            if self.ending.is_some() {
                return;
            }
        }
    }

    /// All posts are done: either the rank has finished or (a defect) it never asked for an answer.
    pub(crate) fn rank_ended(&mut self, id: ActorId) {
        let actor = &mut self.actors[id.index()];
        let posts = std::mem::take(&mut actor.posts);
        let status = actor.exit.expect("a rank that runs on has posted something that demands an answer");
        actor.done = true;
        let unfinished = actor.initialised && !actor.finalised;
        let sessions = actor.sessions;
        self.end_call(id);
        self.recycle_posts(posts);
        self.phases.end(id.0, self.start_of(id), self.kernel.now());
        self.finished += 1;
        self.placement.release(id);
        self.exit_status = self.exit_status.max(status);
        if unfinished {
            self.warn(format!("rank {id} has ended without MPI_Finalize"));
        }
        if sessions > 0 {
            self.warn(format!("rank {id} has ended without MPI_Session_finalize"));
        }
    }

    fn post(&mut self, id: ActorId, post: Post) {
        if enters_progress_engine(&post) {
            self.inside_mpi(id);
        }
        let rank = self.rank_of(id);
        match post {
            Post::Enter { function, site, block } => self.enter(id, Enter { function, site, block }),
            Post::Compute(work) => {
                self.own_work(id, work);
            }
            Post::Sleep(time) => {
                let now = self.kernel.now();
                let actor = &mut self.actors[id.index()];
                actor.clock_reads_since = Time::MAX;
                actor.clock_reads = 0;
                actor.in_mpi = false;
                actor.cpu_until = actor.cpu_until.max(now).saturating_add(time);
            }
            Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements } => {
                self.send(id, request, comm, peer, tag, (buffer, elements), mode, blocking);
            }
            Post::Recv { request, comm, source, tag, buffer, blocking: _, elements } => {
                self.recv(self.rank_of(id), request, comm, source, tag, (buffer, elements));
            }
            Post::BlockingSend { .. } | Post::BlockingRecv { .. } => unreachable!("these are not taken out whole"),
            Post::RecvMatched { request, message, buffer, blocking: _, elements } => {
                self.recv_matched(rank, request, message, (buffer, elements));
            }
            Post::Probe { .. } | Post::Test { .. } | Post::Parrived { .. } => self.poll(id, post),
            Post::Partitioned { request, call } => self.partitioned(id, request, *call),
            Post::Cancel { request } => self.cancel(rank, request),
            Post::Release { request } => self.release(rank, request),
            Post::Collective { request, comm, call, blocking, start } => {
                self.collective(id, request, comm, call, blocking, start);
            }
            Post::CreateComm { request, comm, call } => self.create_comm(id, request, comm, *call),
            Post::Port { request, call } => self.port(id, request, *call),
            Post::FreeComm { comm } => {
                self.comms.free(comm);
                self.windows.free(comm);
            }
            Post::Window { request, window, call } => self.window(id, request, window, *call),
            Post::File { request, file, call } => self.file(id, request, file, *call),
            Post::Wait { set, mode } => self.wait(id, set, mode),
            Post::Now => self.answer_clock(id),
            Post::Arrive => self.actors[id.index()].answer_due = true,
            Post::Init => {
                let actor = &mut self.actors[rank.index()];
                (actor.initialised, actor.opened) = (true, true);
            }
            Post::Finalize => self.actors[rank.index()].finalised = true,
            Post::SessionInit => {
                let actor = &mut self.actors[rank.index()];
                (actor.sessions, actor.opened) = (actor.sessions + 1, true);
            }
            Post::SessionFinalize => self.actors[rank.index()].sessions -= 1,
            Post::Abort { code } => self.ending = Some(Outcome::Aborted { rank: rank.0, code }),
            Post::Phase { name } => self.mark(rank, name),
            Post::Leave { site, call } => self.actors[rank.index()].left = Some(Box::new((site, call))),
            Post::Warning { text } => self.warn(format!("rank {rank}: {text}")),
            Post::Fatal { text } => self.fail(id, &text),
        }
    }

    /// A rank begins a phase.
    fn mark(&mut self, rank: ActorId, name: Box<str>) {
        let (start, now) = (self.start_of(rank), self.kernel.now());
        self.actors[rank.index()].phase = self.phases.mark(rank.0, start, now, name);
    }

    /// When a rank began.
    pub(crate) fn start_of(&self, rank: ActorId) -> Time {
        let own = self.worlds.iter().rev().find(|world| world.first <= rank.0);
        own.map_or(Time::ZERO, |world| world.start)
    }

    /// A rank has misused MPI, or met what is not simulated.
    pub(crate) fn fail(&mut self, id: ActorId, text: &str) {
        let rank = self.rank_of(id);
        let left = self.actors[rank.index()].left.as_ref().map(|left| left.0);
        let site = left.unwrap_or_else(|| self.call_of(id).1);
        let place = self.driver.describe_site(site);
        self.ending = Some(Outcome::Failed(Diagnosis::of_rank(rank, text, &place)));
    }

    /// Begins the blocking call that is the next post; whether its block is over. If not, the post will come again.
    fn begin(&mut self, id: ActorId, call: Enter) -> bool {
        if std::mem::take(&mut self.actors[id.index()].entered) {
            return true;
        }
        self.enter(id, call);
        let actor = &mut self.actors[id.index()];
        if actor.entering.is_some() {
            actor.entered = true;
            return false;
        }
        self.ending.is_none()
    }

    /// The rest of the blocking call that is the next post, its request having been started.
    fn await_own(&mut self, id: ActorId, request: RequestId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        let (set, mode) = (RequestSet::One(request), WaitMode::All);
        if actor.launch.is_some() || actor.cpu_until > now || actor.cpu_tasks > 0 {
            actor.posts[actor.next_post as usize] = Post::Wait { set, mode };
        } else {
            actor.next_post += 1;
            self.wait(id, set, mode);
        }
    }

    /// A block begins, and a call where it ends.
    fn enter(&mut self, id: ActorId, call: Enter) {
        let Enter { function, site, block } = call;
        self.end_call(id);
        let start = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        actor.in_mpi = false;
        let measured = match block {
            Work::Time(time) | Work::Interrupted(time) => time,
            Work::Flops(_) => Time::ZERO,
        };
        let entering = Entering { function, site, start, measured };
        if self.all_blocks_free {
            self.entered(id, entering);
            return;
        }
        actor.entering = Some(entering);
        let block = Block { actor: self.rank_of(id), function, site, measured: block };
        match self.blocks.work(&block) {
            Ok(work) => self.own_work(id, work),
            Err(reason) => self.fail(id, &reason),
        }
    }

    /// The block has ended and the call begins.
    fn entered(&mut self, id: ActorId, entering: Entering) {
        let Entering { function, site, start, measured } = entering;
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        actor.call = Some(Call { function, site, start: now, waited: Time::ZERO, wait_start: None });
        if self.interest.blocks && (now > start || self.all_blocks_matter) {
            self.observe(Record::Block { actor: self.rank_of(id), function, site, start, end: now, measured });
        }
    }

    /// The rank is inside the library: what waited for that goes on.
    fn inside_mpi(&mut self, id: ActorId) {
        let actor = &mut self.actors[id.index()];
        actor.in_mpi = true;
        // Who communicates between readings of the clock does not wait for it.
        actor.clock_reads = 0;
        // What waited for one of the rank's threads.
        let actor = match actor.thread {
            None => actor,
            Some(thread) => &mut self.actors[thread.rank.index()],
        };
        if actor.deferred.is_empty() {
            return;
        }
        for what in std::mem::take(&mut actor.deferred) {
            match what {
                Deferred::Schedule(schedule) => self.advance_schedule(schedule),
                Deferred::Answer(message) => self.answer_rendezvous(message),
                Deferred::Data(message) => self.start_data(message),
                Deferred::Flight(flight) => {
                    self.note_served_late(FlightKind::Window, flight, id);
                    self.serve(flight);
                }
                Deferred::Partition(flight) => {
                    self.note_served_late(FlightKind::Pair, flight, id);
                    self.act_on_arrival(flight);
                }
            }
        }
    }

    /// A library without background progress goes on only while its rank is inside MPI. True if it is not, and `what`
    /// waits for that.
    pub(crate) fn deferred(&mut self, id: ActorId, what: Deferred) -> bool {
        let needs_it = self.library.protocol.progress == ProgressMode::InsideMpi;
        let waits = needs_it && !self.threads_of(id).any(|thread| self.actors[thread.index()].in_mpi);
        if waits {
            self.actors[id.index()].deferred.push(what);
        }
        waits
    }

    /// The current call has ended where the next block begins, or the rank's life ends.
    pub(crate) fn end_call(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        let Some(mut call) = actor.call.take() else { return };
        if let Some(start) = call.wait_start.take() {
            call.waited += now.saturating_sub(start);
        }
        if self.interest.calls {
            let rank = self.rank_of(id);
            self.observe(Record::Call {
                actor: rank,
                function: call.function,
                site: call.site,
                start: call.start,
                end: now.max(call.start),
                waiting: call.waited,
            });
        }
    }

    /// Work of the program's own.
    fn own_work(&mut self, id: ActorId, work: Work) {
        if !work.is_none() {
            let actor = &mut self.actors[id.index()];
            actor.clock_reads_since = Time::MAX;
            actor.in_mpi = false;
            self.work(id, work);
        }
    }

    /// Occupies the rank's own core.
    pub(crate) fn work(&mut self, id: ActorId, work: Work) {
        if work.is_none() {
            return;
        }
        let now = self.kernel.now();
        match self.start_work(id, work, Event::Cpu(id)) {
            Some(duration) => {
                let actor = &mut self.actors[id.index()];
                actor.cpu_until = actor.cpu_until.max(now).saturating_add(duration);
            }
            None => self.actors[id.index()].cpu_tasks += 1,
        }
    }

    /// Starts work on the rank's core: how long it takes, or none if `event` will tell.
    fn start_work(&mut self, id: ActorId, work: Work, event: Event) -> Option<Time> {
        let core = self.actors[id.index()].endpoint;
        let work = match work {
            Work::Time(time) | Work::Interrupted(time) => kernel::Work::Time(time),
            Work::Flops(flops) => kernel::Work::Flops(flops),
        };
        // The place is taken only if the core will tell later: an undisturbed one tells at once.
        let token = self.cpu_waiters.vacant_key();
        match self.kernel.compute(token as u64, core, work, 0) {
            Finish::At(end) => Some(end.saturating_sub(self.kernel.now())),
            Finish::Later => {
                self.cpu_waiters.insert(event);
                None
            }
        }
    }

    /// Does work of the MPI library's for a rank, then `event`. Inside a call it takes the rank's own time; a
    /// background progress engine has a clock of its own.
    pub(crate) fn charge_then(&mut self, id: ActorId, class: u8, work: Work, event: Event) {
        let now = self.kernel.now();
        if let Some(duration) = self.start_work(id, work, event) {
            let actor = &mut self.actors[id.index()];
            let clock = if actor.in_mpi { &mut actor.cpu_until } else { &mut actor.progress_until };
            *clock = (*clock).max(now).saturating_add(duration);
            let end = *clock;
            self.at(end, class, id, event);
        }
    }

    fn create_comm(&mut self, id: ActorId, request: RequestId, comm: CommId, call: CommCall) {
        let (function, site) = self.call_of(id);
        let shape = CollectiveSignature::of_comm(&call, function);
        // Communicators are the rank's.
        let id = self.rank_of(id);
        self.actors[id.index()].requests.start(request, crate::request::RequestKind::Comm(comm));
        let (come, number) = if of_groups(&call) {
            (self.comms.make_of_groups(comm, id, request, call).into(), AGREEMENT)
        } else {
            let member = self.comms.get(comm).number_of(id);
            let started = CollectiveArrival { actor: id, function, site, shape };
            let Some(number) = self.start_collective(comm, member, None, started) else { return };
            let open = |port| self.ports.is_open(port);
            (self.comms.make(comm, member, number, request, call, &*self.placement, &open), number)
        };
        let made = match come {
            CommCreateOutcome::Pending => return,
            CommCreateOutcome::Created(made) => made,
            CommCreateOutcome::Spawns(spawning) => return self.spawn(spawning),
        };
        let last = self.causes.is_some().then(|| self.last_action(id));
        let on = (made.agreed_on, if made.agreed_on == comm { number } else { AGREEMENT });
        if let (Some(parts), Some(&(_, _, Ok(window)))) = (made.window, made.requests.first()) {
            let group = Arc::clone(&self.comms.get(window).group);
            self.windows.add(window, &group, parts);
        }
        for (actor, request, given) in made.requests {
            let status = match given {
                Ok(comm) => ops::Status { handle: u64::from(comm.0), ..ops::Status::EMPTY },
                Err(error) => ops::Status { error, handle: u64::from(CommId::NULL.0), ..ops::Status::EMPTY },
            };
            if let Ok(comm) = given
                && comm != CommId::NULL
            {
                let table = self.comms.get(comm);
                let group = Arc::clone(table.own_group(actor));
                let remote = table.sides.is_some().then(|| Arc::clone(table.peers(actor)));
                self.actors[actor.index()].tell_comm(NewComm { comm, group, remote });
            }
            // Those before may have led on to more.
            if let Some(last) = last {
                self.set_cause_last_arrival(last);
            }
            match self.library.protocol.comm_create {
                CommCreate::Time(time) => self.complete_request(actor, request, status, time),
                CommCreate::Allreduce if given.is_err() => self.complete_request(actor, request, status, Time::ZERO),
                CommCreate::Allreduce => self.agree(actor, request, on, status),
            }
        }
        self.set_wait_cause(None);
    }

    /// Counts a member into a collective; if it disagrees with an earlier rank, the run ends and nothing is
    /// returned.
    pub(crate) fn start_collective(
        &mut self,
        comm: CommId,
        member: u32,
        start: Option<PersistentStart>,
        started: CollectiveArrival,
    ) -> Option<u32> {
        match self.comms.start_collective(comm, member, start, started) {
            Ok(number) => Some(number),
            Err(first) => {
                let places = [first, started].map(|who| self.driver.describe_site(who.site));
                self.ending = Some(Outcome::Failed(Diagnosis::mismatch(first, started, &places)));
                None
            }
        }
    }
}
