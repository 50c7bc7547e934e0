//! The engine: the loop that gives every post of every rank its simulated time.

use crate::actor::Actor;
use crate::blocks::{BlockCosts, Measurement};
use crate::causes::Causes;
use crate::clock_spins::ClockSpins;
use crate::comm::Comms;
use crate::diagnosis::Diagnosis;
use crate::dynamic::{Ports, SpawnedWorld};
use crate::executor::Schedule;
use crate::file::{Files, SERVER_REQUEST};
use crate::library::Library;
use crate::message::{Message, Receive};
use crate::partition::{PARTITION, Partitions};
use crate::payload::Pool;
use crate::phases::{PhaseTime, Phases};
use crate::schedule::Batch;
use crate::window::{FLIGHT, Windows};
use kernel::{CompletionKind, Compute, CpuDone, Kernel, Network, Resources, Step, StorageDone};
use ops::{Answer, CallSite, Completion, Function, Interest, Observer, Placement, Post, Record};
use ops::{CommId, NewComm, RankDriver, RankState};
use slab::Slab;
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use units::{ActorId, Time};

/// What an engine is made of.
pub struct EngineOptions {
    /// The number of ranks of the job.
    pub ranks: u32,
    /// The modelled MPI library.
    pub library: Library,
    /// Where ranks sit.
    pub placement: Box<dyn Placement>,
    /// The models of what takes time.
    pub resources: Resources,
    /// The compute model from when on ranks that are started while the run is on share cores with others.
    pub oversubscribed_compute: Option<Box<dyn Compute>>,
    /// What the program's blocks cost.
    pub blocks: Box<dyn BlockCosts>,
    /// Contents of messages from this size on are not moved: timing only.
    pub skip_payload_from: Option<u64>,
}

/// Called now and then; true ends the run.
pub type ProgressHook<'a> = &'a mut dyn FnMut(&mut Pause<'_, '_>) -> bool;

/// A moment between two steps of a run.
pub struct Pause<'p, 'e> {
    /// How far the run is.
    pub progress: RunProgress,
    engine: &'p mut Engine<'e>,
}

impl Pause<'_, '_> {
    /// Counts so far.
    pub fn totals(&self) -> Totals {
        Totals { events: self.progress.steps, ..self.engine.totals }
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        self.engine.network()
    }

    /// The names of the phases so far, by the numbers in [`kernel::Transfer::phase`].
    pub fn phases(&self) -> Vec<Box<str>> {
        self.engine.phases.names()
    }

    /// The observer, if it is of this type, and the driver.
    pub fn observer<O: Observer>(&mut self) -> Option<(&mut O, &mut dyn RankDriver)> {
        let observer: &mut dyn Any = self.engine.observer.as_deref_mut()?;
        Some((observer.downcast_mut()?, self.engine.driver))
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// Simulated time.
    pub time: Time,
    /// Ranks that have finished.
    pub finished: u32,
    /// All ranks.
    pub ranks: u32,
    /// Steps of the kernel.
    pub steps: u64,
    /// How much of the ranks' work the driver has handed out, and of how much, if it knows.
    pub work: Option<(u64, u64)>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every rank has finished; the largest exit status.
    Finished(i32),
    /// A rank has called `MPI_Abort`.
    Aborted {
        /// Which.
        rank: u32,
        /// With which code.
        code: i32,
    },
    /// The program can't go on, or has misused MPI.
    Failed(Diagnosis),
    /// The hook has ended it.
    Stopped,
}

/// Counts of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Messages delivered.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// Collective operations, counted once per rank.
    pub collectives: u64,
    /// Steps of the kernel.
    pub events: u64,
    /// Bytes that were read from files and written to them through MPI-IO.
    pub files_read: u64,
    /// See there.
    pub files_written: u64,
}

/// What a run has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// How it ended.
    pub ending: Outcome,
    /// The instant at which the last rank finished, or the run ended.
    pub time: Time,
    /// Counts.
    pub totals: Totals,
    /// Whether any rank has called `MPI_Init` or `MPI_Session_init`.
    pub opened: bool,
    /// What the user should know although the run went on.
    pub warnings: Vec<String>,
    /// How well blocks were measured, if they were.
    pub measurement: Option<Measurement>,
    /// Worlds that were started while the run was on.
    pub worlds: Vec<SpawnedWorld>,
    /// The phases that users' marks began, by the numbers in [`kernel::Transfer::phase`].
    pub phases: Vec<PhaseTime>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// The actor's own clock has come.
    Actor(ActorId),
    /// Work of the actor's own has ended on a shared core.
    Cpu(ActorId),
    /// The message's transfer starts.
    Start(u32),
    /// A schedule's send has paid its overhead.
    Launch(u32),
    /// A node of a schedule is done.
    Node(u32, u16),
    /// A rank that polls looks again.
    Poll(ActorId),
    /// Work for something on its way to or from a window has been done.
    Window(u32),
    /// Work for something on its way between the ends of a partitioned operation has been done.
    Partition(u32),
}

// Classes of events at one instant.
pub(crate) const CLASS_ACTOR: u8 = 1;
pub(crate) const CLASS_MESSAGE: u8 = 2;
pub(crate) const CLASS_NODE: u8 = 3;

/// One simulation of one workload.
pub struct Engine<'a> {
    pub(crate) kernel: Kernel<Event>,
    pub(crate) driver: &'a mut dyn RankDriver,
    observer: Option<&'a mut (dyn Observer + 'static)>,
    pub(crate) interest: Interest,
    /// Why waits end, if somebody wants to know.
    pub(crate) causes: Option<Box<Causes>>,
    pub(crate) library: Library,
    pub(crate) placement: Box<dyn Placement>,
    pub(crate) blocks: Box<dyn BlockCosts>,
    /// What `blocks` says of itself.
    pub(crate) all_blocks_matter: bool,
    pub(crate) all_blocks_free: bool,
    pub(crate) actors: Vec<Actor>,
    pub(crate) comms: Comms,
    pub(crate) worlds: Vec<SpawnedWorld>,
    pub(crate) ports: Ports,
    pub(crate) oversubscribed_compute: Option<Box<dyn Compute>>,
    pub(crate) messages: Slab<Message>,
    pub(crate) receives: Slab<Receive>,
    pub(crate) schedules: Slab<Schedule>,
    /// What to do when work on a shared core ends.
    pub(crate) cpu_waiters: Slab<Event>,
    pub(crate) windows: Windows,
    pub(crate) files: Files,
    pub(crate) partitions: Partitions,
    pub(crate) pool: Pool,
    pub(crate) batch: Batch,
    /// How many of the actors are lanes of others, and the ranks of which more may come by itself.
    pub(crate) thread_actors: usize,
    pub(crate) running_threads: Vec<ActorId>,
    /// Actors to drive at the current instant, in order.
    pub(crate) ready: VecDeque<ActorId>,
    /// Actors whose polling has been put to sleep, and how many events that let one look again are queued.
    pub(crate) parked_pollers: Vec<ActorId>,
    pub(crate) queued_polls: usize,
    pub(crate) has_data: bool,
    pub(crate) skip_from: u64,
    pub(crate) totals: Totals,
    pub(crate) warnings: Vec<String>,
    pub(crate) phases: Phases,
    pub(crate) clock_spins: ClockSpins,
    pub(crate) ending: Option<Outcome>,
    pub(crate) finished: u32,
    pub(crate) exit_status: i32,
    sequence: u64,
    /// The number of steps at which the hook is asked again, whatever the clock says: it bounds what [`Engine::try_advance_to`] takes
    /// together.
    next_hook: u64,
    alarm: Arc<AtomicBool>,
    answer: Answer,
    post_pool: Vec<Vec<Post>>,
    completion_pool: Vec<Vec<Completion>>,
}

// The hook is asked after so many steps.
const HOOK_EVERY: u64 = 1 << 12;
// A warning more than so many says nothing new.
const WARNINGS_MAX: usize = 100;

impl<'a> Engine<'a> {
    /// Assembles a run. `observer` sees the records it is interested in.
    pub fn new(
        options: EngineOptions,
        driver: &'a mut dyn RankDriver,
        observer: Option<&'a mut (dyn Observer + 'static)>,
    ) -> Self {
        let interest = observer.as_ref().map_or(Interest::default(), |observer| observer.interest());
        let has_data = driver.memory().has_data();
        let place = |rank| Actor { endpoint: options.placement.endpoint(ActorId(rank)), ..Actor::default() };
        let actors = (0..options.ranks).map(place).collect();
        Self {
            kernel: Kernel::new(options.resources),
            driver,
            observer,
            interest,
            causes: interest.waits.then(Box::default),
            library: options.library,
            placement: options.placement,
            all_blocks_matter: options.blocks.records_all(),
            all_blocks_free: options.blocks.all_free(),
            blocks: options.blocks,
            actors,
            comms: Comms::new(options.ranks),
            worlds: Vec::new(),
            ports: Ports::default(),
            oversubscribed_compute: options.oversubscribed_compute,
            messages: Slab::new(),
            receives: Slab::new(),
            schedules: Slab::new(),
            cpu_waiters: Slab::new(),
            windows: Windows::default(),
            files: Files::default(),
            partitions: Partitions::default(),
            pool: Pool::default(),
            batch: Batch::default(),
            thread_actors: 0,
            running_threads: Vec::new(),
            ready: VecDeque::new(),
            parked_pollers: Vec::new(),
            queued_polls: 0,
            has_data,
            skip_from: options.skip_payload_from.unwrap_or(u64::MAX),
            totals: Totals::default(),
            warnings: Vec::new(),
            phases: Phases::default(),
            clock_spins: ClockSpins::default(),
            ending: None,
            finished: 0,
            exit_status: 0,
            sequence: 0,
            next_hook: HOOK_EVERY,
            alarm: Arc::default(),
            answer: Answer::default(),
            post_pool: Vec::new(),
            completion_pool: Vec::new(),
        }
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        self.kernel.network()
    }

    /// Runs until every rank has finished, nothing can happen any more, or `hook` says so.
    pub fn run(&mut self, hook: ProgressHook<'_>) -> RunSummary {
        self.start();
        while self.ending.is_none() {
            while let Some(actor) = self.ready.pop_front() {
                self.drive(actor);
                if self.ending.is_some() {
                    break;
                }
            }
            if self.ending.is_some() {
                break;
            }
            match self.kernel.step() {
                Some(step) => self.take(step),
                None if self.finished as usize == self.ranks() => {
                    self.ending = Some(Outcome::Finished(self.exit_status));
                }
                None if self.poll_running_threads() => {}
                None => self.handle_quiescence(),
            }
            let steps = self.kernel.steps();
            let due = steps >= self.next_hook;
            if due {
                self.next_hook = steps + HOOK_EVERY;
            }
            if (due || self.alarm.load(Ordering::Relaxed)) && self.pause(hook) {
                self.ending = Some(Outcome::Stopped);
            }
        }
        self.conclude()
    }

    /// Asks the hook.
    #[cold]
    fn pause(&mut self, hook: &mut dyn FnMut(&mut Pause<'_, '_>) -> bool) -> bool {
        self.alarm.store(false, Ordering::Relaxed);
        let progress = RunProgress {
            time: self.kernel.now(),
            finished: self.finished,
            ranks: self.actors.len() as u32,
            steps: self.kernel.steps(),
            work: self.driver.issued_work(),
        };
        hook(&mut Pause { progress, engine: self })
    }

    /// Set by anybody at any time, it has the hook asked after the current step: steps in which ranks compute may take long.
    pub fn alarm(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.alarm)
    }

    fn start(&mut self) {
        let world = Arc::clone(&self.comms.get(CommId::WORLD).group);
        for index in 0..self.actors.len() {
            self.actors[index].tell_comm(NewComm { comm: CommId::WORLD, group: Arc::clone(&world), remote: None });
            self.actors[index].answer_due = true;
            self.ready.push_back(ActorId::from_index(index));
        }
    }

    fn take(&mut self, step: Step<Event>) {
        match step {
            Step::Network(completion) => {
                if completion.kind == CompletionKind::Delivered {
                    if let Some(causes) = &mut self.causes {
                        causes.link = completion.bottleneck;
                    }
                    match completion.token {
                        token if token & (FLIGHT | SERVER_REQUEST | PARTITION) == 0 => self.delivered(token),
                        token if token & FLIGHT != 0 => self.flight_arrived(token as u32),
                        token if token & PARTITION != 0 => self.partition_arrived(token as u32),
                        token => self.request_arrived(token as u32),
                    }
                }
            }
            Step::Cpu(CpuDone { token }) => {
                let event = self.cpu_waiters.remove(token as usize);
                self.handle(event);
            }
            Step::Storage(StorageDone { token }) => self.served(token as u32),
            Step::Event(event) => self.handle(event),
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Actor(actor) => self.drive(actor),
            Event::Cpu(actor) => {
                self.actors[actor.index()].cpu_tasks -= 1;
                self.drive(actor);
            }
            Event::Start(message) => self.start_data(message),
            Event::Launch(message) => self.launch(message),
            Event::Node(schedule, node) => self.node_done(schedule, node),
            Event::Window(flight) => self.flight_event(flight),
            Event::Partition(flight) => self.partition_event(flight),
            Event::Poll(actor) => {
                self.queued_polls -= 1;
                self.repoll(actor);
            }
        }
    }

    /// Moves on to `to` if nothing can happen until then. A rank that goes on and on still lets the hook be asked.
    #[inline]
    pub(crate) fn try_advance_to(&mut self, to: Time) -> bool {
        self.ready.is_empty() && self.kernel.steps() < self.next_hook && self.kernel.try_advance_to(to)
    }

    /// Schedules an event of an actor's.
    pub(crate) fn at(&mut self, time: Time, class: u8, actor: ActorId, event: Event) {
        self.sequence += 1;
        self.kernel.schedule(time, class, actor.0, self.sequence, event);
    }

    /// Hands a record to the observer. Callers ask [`Engine::interest`] first.
    pub(crate) fn observe(&mut self, record: Record) {
        if let Some(observer) = &mut self.observer {
            observer.record(&record);
        }
    }

    /// Tells the observer a file's path.
    pub(crate) fn name_file(&mut self, number: u32, path: &str) {
        if let Some(observer) = &mut self.observer {
            observer.name_file(number, path);
        }
    }

    /// Adds a warning, unless there are too many already.
    pub(crate) fn warn(&mut self, text: String) {
        if self.warnings.len() < WARNINGS_MAX {
            self.warnings.push(text);
        } else if self.warnings.len() == WARNINGS_MAX {
            self.warnings.push("more warnings of this run are not shown".to_owned());
        }
    }

    /// Lets an actor run with its answer; its new posts are queued.
    pub(crate) fn resume(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        actor.answer_due = false;
        let thread = actor.thread;
        let rank = thread.map_or(id, |thread| thread.rank);
        self.answer.clear();
        self.answer.now = now;
        if actor.completions.capacity() > 0 {
            let old = std::mem::replace(&mut self.answer.completions, std::mem::take(&mut actor.completions));
            self.completion_pool.push(old);
        }
        // Communicators and requests are the rank's, whichever of its lanes hears of them.
        let actor = &mut self.actors[rank.index()];
        if !actor.new_comms.is_empty() {
            self.answer.comms = std::mem::take(&mut actor.new_comms);
        }
        actor.requests.drain_retired(&mut self.answer.released);
        self.answer.windows = self.windows.news_of(rank);
        let mut posts = self.post_pool.pop().unwrap_or_default();
        let progress = match thread {
            None => self.driver.resume(id, &self.answer, &mut posts),
            Some(thread) => {
                let driver = self.driver.threaded().expect("only a driver with threads has such ranks");
                driver.resume_thread(rank, thread.number, &self.answer, &mut posts)
            }
        };
        let actor = &mut self.actors[id.index()];
        let old = std::mem::replace(&mut actor.posts, posts);
        actor.next_post = 0;
        if old.capacity() > 0 {
            self.recycle_posts(old);
        }
        match progress {
            RankState::Blocked => {}
            RankState::Finished(status) => self.actors[id.index()].exit = Some(status),
            RankState::Threaded => self.take_thread_posts(rank),
        }
    }

    /// Takes back an emptied list of posts.
    pub(crate) fn recycle_posts(&mut self, mut posts: Vec<Post>) {
        posts.clear();
        if self.post_pool.len() < 64 && posts.capacity() <= 4096 {
            self.post_pool.push(posts);
        }
    }

    /// An empty list of completions.
    pub(crate) fn completion_list(&mut self) -> Vec<Completion> {
        let mut list = self.completion_pool.pop().unwrap_or_default();
        list.clear();
        list.reserve(1);
        list
    }

    /// The call an actor is in, for reports.
    pub(crate) fn call_of(&self, actor: ActorId) -> (Function, CallSite) {
        let actor = &self.actors[actor.index()];
        let entering = actor.entering.map(|entering| entering.call());
        let call = actor.call.map(|call| (call.function, call.site));
        entering.or(call).unwrap_or((Function::Init, CallSite::default()))
    }

    fn conclude(&mut self) -> RunSummary {
        let time = self.kernel.now();
        self.kernel.sync_network_counters();
        for index in 0..self.actors.len() {
            let id = ActorId::from_index(index);
            self.end_call(id);
            let actor = &self.actors[index];
            if !actor.done && actor.thread.is_none() {
                self.phases.end(id.0, self.start_of(id), time);
            }
        }
        if matches!(self.ending, Some(Outcome::Finished(_))) {
            self.warn_of_leftovers();
        }
        self.warn_of_spins(time);
        let unmatched = self.blocks.unmatched();
        if unmatched > 0 {
            self.warn(format!(
                "{unmatched} blocks had no counterpart in other measurements (--repeat): the program does not do the same \
                 in every run"
            ));
        }
        self.totals.events = self.kernel.steps();
        if let Some(Outcome::Failed(diagnosis)) = &mut self.ending {
            diagnosis.worlds.clone_from(&self.worlds);
        }
        RunSummary {
            ending: self.ending.clone().unwrap_or(Outcome::Stopped),
            time,
            totals: self.totals,
            opened: self.actors.iter().any(|actor| actor.opened),
            warnings: std::mem::take(&mut self.warnings),
            measurement: self.blocks.measurement(),
            worlds: std::mem::take(&mut self.worlds),
            phases: std::mem::take(&mut self.phases).into_times(),
        }
    }
}
