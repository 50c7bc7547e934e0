//! Actors and their state. An actor is what the engine schedules: a rank's first thread, or a further thread of a rank that
//! calls MPI.
//!
//! A rank's first thread has the rank's [`ActorId`], so without threads actor and rank are the same. With threads, the state of
//! a thread (its requests to the engine, clock, call, wait, answer, polling) is found by the thread's actor. The state of the
//! rank (MPI requests, matching queues, communicators, windows, files) is found by the rank's actor, which
//! [`Actors::rank_actor`] gives for each of its threads. A function that needs a rank names its argument `rank`, or by the
//! rank's role (`source`, `destination`, `origin`, `target`); an argument named `actor`, `id` or `caller` may be a further
//! thread.

use crate::ids::{AccessId, MessageId, PartitionMessageId, ReceiveId, ScheduleId};
use crate::matching::Queue;
use crate::poll_run::PollRun;
use crate::request::{Requests, Waiting};
use ops::{CallSite, Completion, Function, NewComm, Post, RepeatedPoll, RequestId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::mem::offset_of;
use std::ops::{Index, IndexMut};
use units::{ActorId, Endpoint, Time};

/// What every step of a rank's messages and schedules needs. Ranks most often take turns in their order, and each finds its own state
/// evicted from the caches: so this is one line of a cache, beside those of its neighbours. `cpu` and `inside` are a thread's
/// own, the rest is the rank's and unused in further threads.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Vitals {
    pub(crate) cpu: CpuClock,
    pub(crate) progress: LibraryProgress,
    /// Its core and NIC.
    pub(crate) endpoint: Endpoint,
    /// The phase of the messages that it sends: [`crate::phases::Phases`].
    pub(crate) phase: u32,
}

const _: () = assert!(size_of::<Vitals>() == 64);

/// What a rank's messages are matched in: receives that wait for a message, and messages that wait for a receive.
#[derive(Default)]
pub(crate) struct Mailbox {
    pub(crate) posted_receives: Queue<ReceiveId>,
    pub(crate) unexpected_messages: Queue<MessageId>,
}

/// A rank, or a further thread of one, but for its [`Vitals`] and [`Mailbox`]. `posts`, `unpaid_message`, `waiting`, `answer`, `call`
/// and `polling` are the thread's own; requests and life are those of the rank ([`Actors::rank_actor`]) and
/// unused in further threads. A million actors exist: what few need is boxed. What a call needs lies together, in the order in which
/// [`crate::engine::Engine::drive`] asks for it.
#[derive(Default)]
#[repr(C, align(64))]
pub(crate) struct Actor {
    /// A message that becomes visible to receives once its send overhead is paid.
    pub(crate) unpaid_message: Option<MessageId>,
    pub(crate) thread: ThreadState,
    pub(crate) posts: PostQueue,
    pub(crate) waiting: Option<Waiting>,
    pub(crate) call: CallState,
    pub(crate) life: Lifecycle,
    pub(crate) answer: PendingAnswer,
    pub(crate) polling: PollState,
    pub(crate) requests: Requests,
    /// Communicators that the rank has not been told of.
    pub(crate) new_comms: Vec<NewComm>,
}

const _: () = assert!(offset_of!(Actor, waiting) <= 64 && offset_of!(Actor, polling) <= 256);
// What an idle rank costs the engine.
const _: () = assert!(size_of::<Actor>() + size_of::<Mailbox>() + size_of::<Vitals>() <= 544);

/// Which thread of which rank an actor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreadOf {
    pub(crate) rank: ActorId,
    pub(crate) number: u32,
}

/// The threads of a rank (docs/models/threads.md).
#[derive(Default)]
pub(crate) struct ThreadState {
    /// Which thread of which rank it is; none of a rank's first thread.
    pub(crate) of: Option<ThreadOf>,
    /// The rank's threads, once it has more than one.
    pub(crate) all: Option<Box<RankThreads>>,
    /// Whether the rank has several threads, or the actor is one of several.
    pub(crate) multithreaded: bool,
    /// Whether its batch of posts is being done.
    pub(crate) holds_turn: bool,
}

impl ThreadState {
    /// A further thread of a rank.
    pub(crate) fn further(rank: ActorId, number: u32) -> Self {
        Self { of: Some(ThreadOf { rank, number }), multithreaded: true, ..Self::default() }
    }
}

/// The threads of a rank.
#[derive(Debug, Default)]
pub(crate) struct RankThreads {
    /// The actors of threads but the first, by number.
    pub(crate) others: BTreeMap<u32, ActorId>,
    /// Batches of posts that have not begun.
    pub(crate) batches: VecDeque<(ActorId, Vec<Post>)>,
    /// The thread whose batch is being done.
    pub(crate) turn: Option<ActorId>,
    /// The rank's exit status, to take effect once all batches are done.
    pub(crate) exit: Option<i32>,
}

/// Posts of an actor's last run, taken in order.
#[derive(Default)]
pub(crate) struct PostQueue {
    list: Vec<Post>,
    next: u32,
    /// Whether the compute block before the next post, a blocking call, is done.
    pub(crate) block_done: bool,
}

impl PostQueue {
    /// Starts on a new list; returns the old one.
    pub(crate) fn replace(&mut self, posts: Vec<Post>) -> Vec<Post> {
        self.next = 0;
        std::mem::replace(&mut self.list, posts)
    }

    /// The list, once all its posts are taken: a rank that waits needs none, and a million may wait.
    #[inline]
    pub(crate) fn take_emptied(&mut self) -> Option<Vec<Post>> {
        let emptied = self.list.capacity() > 0 && self.next as usize >= self.list.len();
        emptied.then(|| self.replace(Vec::new()))
    }

    /// The next post, which stays.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<&mut Post> {
        self.list.get_mut(self.next as usize)
    }

    /// The posts that are left.
    pub(crate) fn left(&self) -> &[Post] {
        self.list.get(self.next as usize..).unwrap_or_default()
    }

    /// Whether posts are left: the rank has run ahead of the post that is being done, and needs no answer to it.
    #[inline]
    pub(crate) fn runs_ahead(&self) -> bool {
        (self.next as usize) < self.list.len()
    }

    /// Takes the next post.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn take(&mut self) -> Post {
        let post = std::mem::replace(&mut self.list[self.next as usize], Post::ReadClock);
        self.next += 1;
        post
    }

    /// Skips the next post.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Skips the next post, a blocking send or receive: its request.
    ///
    /// # Panics
    /// If it is another one.
    #[inline]
    pub(crate) fn skip_blocking(&mut self) -> RequestId {
        let (Post::BlockingSend { request, .. } | Post::BlockingRecv { request, .. }) = self.list[self.next as usize]
        else {
            unreachable!("the call is the next post until it ends or waits")
        };
        self.next += 1;
        request
    }

    /// Puts another post in the place of the next one.
    pub(crate) fn replace_next(&mut self, post: Post) {
        self.list[self.next as usize] = post;
    }

    /// Puts back the post that was taken last.
    pub(crate) fn put_back(&mut self, post: Post) {
        self.next -= 1;
        self.list[self.next as usize] = post;
    }
}

impl Actor {
    /// Whether its polls are computed, and it makes several in turn.
    pub(crate) fn is_in_round(&self) -> bool {
        self.polling.run.as_ref().is_some_and(|run| run.is_round())
    }

    /// The polls that it makes in turn while they are computed; none if it is always the same one.
    pub(crate) fn polls_in_turn(&self) -> impl Iterator<Item = &Post> {
        self.polling.run.iter().flat_map(|run| run.polls.iter().filter_map(|poll| poll.post.as_ref()))
    }
}

/// The clocks of an actor.
#[derive(Default)]
pub(crate) struct CpuClock {
    /// The actor's own clock. It does nothing before: its core is busy, it sleeps, or its next poll is then.
    pub(crate) until: Time,
    /// The clock of the background progress engine: work that the library does for the rank outside of calls is charged here,
    /// one after the other, and never delays the program.
    progress_until: Time,
    /// Pieces of its work under way on a shared CPU core.
    pub(crate) tasks: u32,
}

impl CpuClock {
    /// Whether its core has work.
    #[inline]
    pub(crate) fn works(&self, now: Time) -> bool {
        self.until > now || self.tasks > 0
    }

    /// The clock that the MPI library's steps are charged to: the actor's own inside a call, else the background progress
    /// engine's.
    #[inline]
    pub(crate) fn of_library(&mut self, inside: bool) -> &mut Time {
        if inside { &mut self.until } else { &mut self.progress_until }
    }
}

/// The answer to the actor's last post.
#[derive(Default)]
pub(crate) struct PendingAnswer {
    /// It is complete: the actor runs as soon as its core is free.
    pub(crate) due: bool,
    pub(crate) completions: Vec<Completion>,
}

impl PendingAnswer {
    /// Completes it.
    #[inline]
    pub(crate) fn complete(&mut self, completions: Vec<Completion>) {
        (self.completions, self.due) = (completions, true);
    }
}

/// A compute block under way and the call that ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entering {
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    pub(crate) start: Time,
    pub(crate) measured: Time,
}

/// The MPI call a rank is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    pub(crate) start: Time,
    waited: Time,
    wait_start: Option<Time>,
    /// Its end has been recorded: the rank was begun after it, and has not entered another one.
    pub(crate) is_left: bool,
}

impl Call {
    /// A call that begins.
    pub(crate) fn new(function: Function, site: CallSite, start: Time) -> Self {
        Self { function, site, start, waited: Time::ZERO, wait_start: None, is_left: false }
    }

    /// A call that the actor has left at an instant.
    pub(crate) fn left((function, site): (Function, CallSite), at: Time) -> Self {
        Self { is_left: true, ..Self::new(function, site, at) }
    }

    /// Since when it waits, if it does.
    pub(crate) fn wait_start(&self) -> Option<Time> {
        self.wait_start
    }

    /// How long it has waited, a wait under way included.
    pub(crate) fn waited(&self, now: Time) -> Time {
        self.waited + self.wait_start.map_or(Time::ZERO, |start| now.saturating_sub(start))
    }
}

/// The MPI call or compute block that an actor is in.
#[derive(Default)]
pub(crate) struct CallState {
    pub(crate) current: Option<Call>,
    /// The compute block that the actor is in, until its CPU core has done it.
    pub(crate) entering: Option<Entering>,
}

impl CallState {
    /// The call that the actor is in, or that ends its block.
    pub(crate) fn named(&self) -> (Function, CallSite) {
        let entering = self.entering.map(|entering| (entering.function, entering.site));
        let current = self.current.map(|call| (call.function, call.site));
        entering.or(current).unwrap_or((Function::Init, CallSite::default()))
    }

    /// The call's waiting begins.
    pub(crate) fn begin_wait(&mut self, now: Time) {
        if let Some(call) = &mut self.current {
            call.wait_start = Some(now);
        }
    }

    /// The call's waiting ends.
    pub(crate) fn end_wait(&mut self, now: Time) {
        if let Some(call) = &mut self.current
            && let Some(start) = call.wait_start.take()
        {
            call.waited += now.saturating_sub(start);
        }
    }
}

/// Missed polls in a row that are simulated one by one. An assumption: half as many would park ranks sooner, with the same results; what
/// it saves is time of simulation.
const POLLS_SIMULATED: u32 = 1_000;
/// A rank that waits for an instant reads the clock at least once in this number of polls. An assumption: with more, the time of a rank that
/// has read the clock for something else runs away before that is noticed.
const POLLS_PER_READING: u32 = 1_000;

/// Polls of which a rank has said that it makes no others ([`ops::Post::OnlyPolls`]).
pub(crate) struct OnlyPolls {
    /// Those between two of the same.
    pub(crate) others: Box<[RepeatedPoll]>,
}

/// Tests and probes that found nothing, and readings of the clock.
#[derive(Default)]
pub(crate) struct PollState {
    /// The cost of the test or probe that is the next post has been paid.
    pub(crate) paid: bool,
    /// Missed polls in a row, when the first and the last one were, and after how many of them the clock was read last.
    pub(crate) missed: u32,
    clock_read_after: Option<u32>,
    pub(crate) first: Time,
    pub(crate) last: Time,
    /// How many missed polls follow one another with nothing between them.
    pub(crate) in_a_row: u8,
    /// The next poll is made again and again.
    pub(crate) only_polls: Option<Box<OnlyPolls>>,
    /// The rank makes this poll until it finds something: no other polls are left to it.
    pub(crate) certain: bool,
    /// So many missed polls in a row are simulated.
    pub(crate) simulated: u32,
    /// Its polls are computed.
    pub(crate) run: Option<Box<PollRun>>,
    /// How many of them had found nothing before the one that the answer is about.
    pub(crate) found_after: u64,
    /// When the actor polls again although it is parked; zero: not before something happens.
    pub(crate) next: Time,
    /// Readings of the clock in a row with nothing done between, and since when no work of the actor's own has passed
    /// between them ([`Time::MAX`]: some has).
    pub(crate) clock_reads: u32,
    pub(crate) clock_reads_since: Time,
}

impl PollState {
    /// A poll has found something, or a wait has ended.
    #[inline]
    pub(crate) fn hit(&mut self) {
        (self.missed, self.clock_reads, self.in_a_row, self.certain) = (0, 0, 0, false);
        if self.only_polls.is_some() {
            self.only_polls = None;
        }
    }

    /// `missed` polls have been computed, the last of which ended at `last`; the next has paid its cost and is simulated.
    pub(crate) fn resume_polls(&mut self, last: Time, missed: u64) {
        self.hit();
        (self.paid, self.last, self.found_after) = (true, last, missed);
    }

    /// A poll has found nothing: the time since the poll before.
    pub(crate) fn miss(&mut self, now: Time) -> Time {
        if self.missed == 0 {
            (self.first, self.clock_read_after, self.simulated) = (now, None, POLLS_SIMULATED);
        }
        let period = now.saturating_sub(self.last);
        self.last = now;
        self.missed = self.missed.saturating_add(1);
        self.clock_reads = 0;
        period
    }

    /// Whether the clock is read between the polls, so that the rank may wait for an instant.
    pub(crate) fn reads_clock(&self) -> bool {
        self.clock_read_after.is_some_and(|polls| self.missed.saturating_sub(polls) <= POLLS_PER_READING)
    }

    /// Reads the clock.
    pub(crate) fn read_clock(&mut self, now: Time) {
        self.clock_read_after = Some(self.missed);
        if self.clock_reads == 0 || self.clock_reads_since == Time::MAX {
            self.clock_reads_since = now;
        }
        self.clock_reads = self.clock_reads.saturating_add(1);
    }
}

/// Whether an actor is inside MPI, and what its library does there.
#[derive(Default)]
pub(crate) struct LibraryProgress {
    /// How often the rank has begun to wait or to poll inside of MPI, where its library reads what has arrived.
    pub(crate) turns: u32,
    /// From the first post of a call that enters the library's progress engine to the end of the call.
    pub(crate) inside: bool,
    /// Work waits for the rank to be inside ([`Actors::take_deferred`]).
    pub(crate) has_deferred: bool,
}

impl LibraryProgress {
    /// The library reads what has arrived.
    #[inline]
    pub(crate) fn takes_turn(&mut self) {
        self.turns = self.turns.saturating_add(1);
    }
}

/// What a library does only while its rank is inside MPI: the first two always, the others unless it progresses in the
/// background.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deferred {
    /// The library takes eager data that wait for room, see `eager_buffer`.
    EagerData,
    /// The library takes an eager message whose send ends then, see `send_end`.
    SendEnd(MessageId),
    /// A schedule goes on.
    Schedule(ScheduleId),
    /// The receiver of a rendezvous sends its clear to send.
    ClearToSend(MessageId),
    /// The sender of a rendezvous, which has the clear to send, starts the data.
    RendezvousData(MessageId),
    /// The target of an access, or the owner of a lock, serves an active message.
    Window(AccessId),
    /// An end of a partitioned operation handles an active message.
    Partition(PartitionMessageId),
}

/// From the initialisation of MPI to the end of the rank.
#[derive(Default)]
pub(crate) struct Lifecycle {
    pub(crate) initialised: bool,
    /// Whether it has ever called `MPI_Init` or `MPI_Session_init`.
    pub(crate) opened: bool,
    pub(crate) finalised: bool,
    /// Sessions that are open.
    pub(crate) sessions: u32,
    pub(crate) exit: Option<i32>,
    /// By which call outside of MPI it ends, and where.
    pub(crate) exit_call: Option<Box<(CallSite, Box<str>)>>,
    /// Where what is known of it ends, if it ends only there.
    pub(crate) cut: Option<Box<Cut>>,
    pub(crate) done: bool,
}

/// Where what is known of a rank ends.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    /// What has been cut, in words.
    pub(crate) text: Box<str>,
    /// The last call.
    pub(crate) function: Function,
    pub(crate) site: CallSite,
}

impl Lifecycle {
    pub(crate) fn init(&mut self) {
        (self.initialised, self.opened) = (true, true);
    }

    pub(crate) fn session_init(&mut self) {
        (self.sessions, self.opened) = (self.sessions + 1, true);
    }

    /// Whether it has left MPI: finalised it, or all its sessions.
    pub(crate) fn is_closed(&self) -> bool {
        self.finalised || (self.opened && !self.initialised && self.sessions == 0)
    }

    /// Whether it has ended without finalising MPI, or before the program did.
    pub(crate) fn ended_early(&self) -> bool {
        self.done && (!self.is_closed() || self.cut.is_some())
    }
}

/// All actors of a run. A thread's actor follows the ranks that exist when it is first heard of.
#[derive(Default)]
pub(crate) struct Actors {
    list: Vec<Actor>,
    vitals: Vec<Vitals>,
    mailboxes: Vec<Mailbox>,
    /// What waits for ranks to be inside MPI.
    deferred: FxHashMap<ActorId, Vec<Deferred>>,
    /// How many of them are further threads of ranks.
    threads: usize,
}

impl Actors {
    /// Adds an actor.
    pub(crate) fn push(&mut self, actor: Actor, endpoint: Endpoint) {
        self.threads += usize::from(actor.thread.of.is_some());
        self.list.push(actor);
        self.vitals.push(Vitals { endpoint, ..Vitals::default() });
        self.mailboxes.push(Mailbox::default());
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.list.len() - self.threads
    }

    /// Whether any rank has several threads.
    pub(crate) fn have_threads(&self) -> bool {
        self.threads > 0
    }

    /// All of them, threads too.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Actor> {
        self.list.iter()
    }

    #[inline]
    pub(crate) fn vitals(&self, id: ActorId) -> &Vitals {
        &self.vitals[id.index()]
    }

    #[inline]
    pub(crate) fn vitals_mut(&mut self, id: ActorId) -> &mut Vitals {
        &mut self.vitals[id.index()]
    }

    /// The mailbox of a rank.
    #[inline]
    pub(crate) fn mailbox(&mut self, rank: ActorId) -> &mut Mailbox {
        &mut self.mailboxes[rank.index()]
    }

    /// The actor of the rank that an actor belongs to: itself, unless it is a further thread of the rank.
    #[inline]
    pub(crate) fn rank_actor(&self, id: ActorId) -> ActorId {
        if self.threads == 0 { id } else { self[id].thread.of.map_or(id, |thread| thread.rank) }
    }

    /// A rank's actors: itself, then its other threads.
    pub(crate) fn threads_of(&self, rank: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        let all = if self.threads == 0 { None } else { self[rank].thread.all.as_ref() };
        std::iter::once(rank).chain(all.into_iter().flat_map(|threads| threads.others.values().copied()))
    }

    /// The call an actor is in.
    pub(crate) fn call_of(&self, id: ActorId) -> (Function, CallSite) {
        self[id].call.named()
    }

    /// Work waits for a rank to be inside MPI.
    pub(crate) fn defer(&mut self, rank: ActorId, work: Deferred) {
        self.vitals[rank.index()].progress.has_deferred = true;
        self.deferred.entry(rank).or_default().push(work);
    }

    /// Takes what has waited for a rank to be inside MPI.
    pub(crate) fn take_deferred(&mut self, rank: ActorId) -> Vec<Deferred> {
        self.vitals[rank.index()].progress.has_deferred = false;
        self.deferred.remove(&rank).unwrap_or_default()
    }

    /// A message to a rank that was cancelled has no end to wait for.
    pub(crate) fn withdraw_send_end(&mut self, rank: ActorId, message: MessageId) {
        if let Some(list) = self.deferred.get_mut(&rank) {
            list.retain(|work| !matches!(work, Deferred::SendEnd(other) if *other == message));
        }
    }
}

impl Index<ActorId> for Actors {
    type Output = Actor;

    #[inline]
    fn index(&self, id: ActorId) -> &Actor {
        &self.list[id.index()]
    }
}

impl IndexMut<ActorId> for Actors {
    #[inline]
    fn index_mut(&mut self, id: ActorId) -> &mut Actor {
        &mut self.list[id.index()]
    }
}
