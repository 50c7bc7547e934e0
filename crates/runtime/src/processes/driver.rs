//! The simulator's driver of ranks that are processes: resumes a rank through its channel, and reads its requests to the
//! engine.

use super::beside::{Begun, Beside};
use super::channel::{Channel, Company};
use super::core::{Cores, RankCore};
use super::failures::Failure;
use super::footprint::Footprint;
use super::memory::{ProcessMemory, Sleeper};
use super::orders::{self, Order};
use super::output::Output;
use super::protocol::{Batch, Reply, Request};
use super::sites::{ProcessSites, Sites};
use super::start::{ProcessOptions, Program, StartError, Zygote};
use crate::clock::Meter;
use crate::driver::RankHosts;
use crate::driver::interruption::describe_end_in_reduction;
use crate::launch::{FoundProgram, variable};
use crate::posix_io::{self, FileBytes};
use crate::program_kind::{is_static, program_kind};
use ops::{
    Answer, Beginning, Buffer, CallSite, MemoryUse, Outlook, Post, RankDriver, RankMode, RankState, SpawnCall,
    SpawnError, ThreadPosts, UserMemory,
};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};
use units::{ActorId, HostId, Time};

/// How often output and stop requests are checked while a rank runs.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// A rank that does not call MPI for so long is reported.
const SILENCE_LIMIT: Duration = Duration::from_secs(30);
/// How long a rank may keep computing once the run is to stop.
const STOP_GRACE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum State {
    /// Not forked yet.
    #[default]
    New,
    Running,
    /// Its process has ended, or will not be run any more.
    Ended,
}

#[derive(Default)]
pub(super) struct Rank {
    pub(super) state: State,
    /// Its zygote, and its channel there.
    pub(super) zygote: u32,
    pub(super) channel: u32,
    /// See [`mpi_rank::Origin`].
    origin: (u32, bool),
    known: ProcessSites,
    /// Posts it sent in place of a reduction's result.
    pub(super) final_posts: Vec<Post>,
    /// Batches that the engine has not taken, and whether the process ends after them.
    pub(super) ahead: VecDeque<Batch>,
    ending: bool,
    /// Updates in answers that it does not receive because it runs ahead.
    pub(super) missed_updates: Answer,
    /// Whether it has several threads.
    pub(super) threaded: bool,
    /// Whether its process is stopped until its next turn, because some of its threads still run.
    stopped: bool,
    /// Whether it waits for the clock: what it does next others can see.
    pub(super) awaits_clock: bool,
    /// It runs beside others.
    pub(super) begun: Option<Begun>,
    /// Its latest posts were handed over, to be begun with the block that follows; and whether any were since it waited for an answer.
    pub(super) goes_on: bool,
    pub(super) handed: bool,
    /// The core it was put on last.
    pub(super) core: RankCore,
    /// It has run beside others up to where it waits to be alone, within its block.
    pub(super) goes_on_alone: bool,
    /// Where its latest call was made, if it may be begun.
    pub(super) latest_site: CallSite,
    /// Messages that it has asked to send since its last answer, if it may be begun.
    pub(super) sends: Vec<Buffer>,
}

impl Rank {
    /// A post with its call site renumbered for the engine.
    fn translated(&self, mut post: Post) -> Post {
        if let Some(site) = post.site_mut() {
            *site = self.known.site(*site);
        }
        if let Post::OnlyPolls { others } = &mut post {
            others.iter_mut().for_each(|poll| poll.site = self.known.site(poll.site));
        }
        post
    }
}

/// A zygote and the program it forks.
pub(super) struct ProgramZygote {
    program: Program,
    /// None once it is not needed any more.
    pub(super) zygote: Option<Zygote>,
    /// Ranks that are to be forked, or live.
    pub(super) ranks: u32,
}

/// The most idle zygotes that are kept for spawning the same program again.
const IDLE_MAX: usize = 16;

/// Ranks as processes.
pub struct ProcessesDriver {
    pub(super) zygotes: Vec<ProgramZygote>,
    pub(super) options: ProcessOptions,
    /// The cores that all processes of the run share.
    pub(super) cores: Cores,
    pub(super) output: Output,
    pub(super) ranks: Vec<Rank>,
    pub(super) memory: ProcessMemory,
    /// Whether ranks have made windows on each other's memory.
    pub(super) windows: bool,
    sites: Sites,
    pub(super) meter: Option<Meter>,
    /// Whether blocks take time.
    blocks: bool,
    /// Posts of a rank's threads that the engine has not fetched.
    pub(super) thread_posts: Option<(ActorId, ThreadPosts)>,
    rank_hosts: RankHosts,
    pub(super) stop: Box<dyn Fn() -> bool>,
    pub(super) beside: Beside,
    bytes: Vec<u8>,
    footprint: Footprint,
    /// Simulated time at which the running rank was resumed.
    pub(super) resumed_at: Time,
    /// See [`RankDriver::interrupted_rank`].
    pub(super) interrupted: Option<String>,
}

impl ProcessesDriver {
    /// Starts a program and drives its ranks, as many as `rank_hosts` says. Blocks take time if `blocks`, and
    /// are measured if `measure`; `stop` says whether the run is to end. Up to `workers` ranks may compute at once.
    ///
    /// # Errors
    /// A limit of the system, or the program cannot be started.
    pub fn start(
        program: Program,
        options: ProcessOptions,
        (blocks, measure): (bool, bool),
        rank_hosts: RankHosts,
        stop: Box<dyn Fn() -> bool>,
        workers: usize,
    ) -> Result<Self, StartError> {
        let ranks = rank_hosts.ranks;
        let workers = Beside::workers(workers, ranks);
        let mut beside = Beside::new(workers);
        let cores = Cores::claim(workers);
        beside.find_worth(&cores);
        let pipes = |source| StartError::System { what: "pipes for output", source };
        let tag = [options.tag_output, options.tag_output || program.kind.sanitizer().is_some()];
        let output = Output::new(ranks, tag, options.shown.clone()).map_err(pipes)?;
        let zygote = Zygote::start(&program, &options, ranks, &output, true)?;
        zygote.channels.set_worth(beside.worth_ticks);
        let zygote = Some(zygote);
        let mut driver = Self {
            zygotes: vec![ProgramZygote { program, zygote, ranks: 0 }],
            options,
            cores,
            output,
            ranks: Vec::new(),
            memory: ProcessMemory::new(ranks),
            windows: false,
            sites: Sites::default(),
            meter: measure.then(Meter::calibrate),
            blocks,
            thread_posts: None,
            rank_hosts,
            stop,
            beside,
            bytes: Vec::new(),
            footprint: Footprint::new(),
            resumed_at: Time::ZERO,
            interrupted: None,
        };
        driver.add_ranks(0, 0..ranks, (0, false));
        Ok(driver)
    }

    /// Adds ranks that are forked by a zygote, one for each channel.
    fn add_ranks(&mut self, zygote: usize, channels: std::ops::Range<u32>, origin: (u32, bool)) {
        self.zygotes[zygote].ranks += channels.len() as u32;
        let rank = |channel| Rank { zygote: zygote as u32, channel, origin, ..Rank::default() };
        self.ranks.extend(channels.map(rank));
    }

    /// The index of a zygote of the program, and new channels there for `ranks` ranks.
    fn zygote_for(&mut self, program: Program, ranks: u32) -> Result<(usize, std::ops::Range<u32>), StartError> {
        // The first one's children read standard input.
        for (number, known) in self.zygotes.iter_mut().enumerate().skip(1) {
            if let Some(zygote) = known.zygote.as_mut().filter(|_| known.program == program) {
                program.check(ranks)?;
                let first = zygote.channels.count();
                let room = |source| StartError::System { what: "shared memory for the ranks", source };
                zygote.channels.add(ranks).map_err(room)?;
                return Ok((number, first..first + ranks));
            }
        }
        self.end_idle_zygotes();
        let zygote = Some(Zygote::start(&program, &self.options, ranks, &self.output, false)?);
        self.zygotes.push(ProgramZygote { program, zygote, ranks: 0 });
        Ok((self.zygotes.len() - 1, 0..ranks))
    }

    /// Ends the oldest idle zygotes if there are too many.
    fn end_idle_zygotes(&mut self) {
        let idle = |zygote: &&mut ProgramZygote| zygote.ranks == 0 && zygote.zygote.is_some();
        let count = self.zygotes.iter_mut().filter(idle).count();
        let old = self.zygotes.iter_mut().filter(idle).take(count.saturating_sub(IDLE_MAX));
        old.filter_map(|zygote| zygote.zygote.take()).for_each(Zygote::end);
    }

    /// Sends a request with the turn to a rank; returns its reply.
    fn exchange(&mut self, actor: ActorId, request: &Request) -> Result<Reply, Failure> {
        let runs = matches!(request, Request::Start { .. } | Request::Resume { .. });
        let beside = runs && self.beside.is_possible() && !self.is_alone(actor);
        if runs && self.beside.is_possible() && !self.ranks[actor.index()].threaded && !self.channel(actor).lingers()
        {
            self.put(actor, RankCore::First);
        }
        self.send(actor, request, if beside { Company::Earlier } else { Company::Alone })?;
        self.receive(actor)
    }

    /// A rank's channel.
    pub(super) fn channel(&self, actor: ActorId) -> Channel {
        let known = &self.ranks[actor.index()];
        let zygote = self.zygotes[known.zygote as usize].zygote.as_ref();
        zygote.expect("a zygote lives as long as its ranks").channels.of(known.channel)
    }

    /// Sends a request with the turn to a rank, and returns while it runs.
    pub(super) fn send(&mut self, actor: ActorId, request: &Request, beside: Company) -> Result<(), Failure> {
        self.memory.flush_writes(actor.0);
        if let Some(text) = self.memory.take_fault(actor.0) {
            return Err(Failure::Refused(text));
        }
        if matches!(request, Request::End) {
            self.look_at_memory(true);
        }
        let known = &self.ranks[actor.index()];
        let number = known.channel;
        let zygote = &mut self.zygotes[known.zygote as usize];
        let zygote = zygote.zygote.as_mut().expect("a zygote lives as long as its ranks");
        let channel = zygote.channels.of(number);
        let sent = postcard::to_allocvec(request).expect("plain data become bytes");
        if self.ranks[actor.index()].state == State::New {
            self.ranks[actor.index()].state = State::Running;
            let own = if self.beside.is_possible() { Some(self.output.open_own(actor.0)) } else { None };
            let refused =
                |error| Failure::Refused(format!("the rank cannot be forked: the system refuses pipes: {error}"));
            let own = own.transpose().map_err(refused)?;
            let order = Order { channel: number, place: self.rank_hosts.place(actor.0) };
            match orders::send(&zygote.commands, order, own.as_ref()) {
                // A zygote that does not take orders has ended, which is found out below.
                Err(error) if !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {
                    let text = format!("the rank cannot be forked: the system refuses to send its order: {error}");
                    return Err(Failure::Refused(text));
                }
                _ => {}
            }
        }
        if std::mem::take(&mut self.ranks[actor.index()].stopped) {
            send_signal(channel, libc::SIGCONT);
        }
        let sent = self.watched(actor, |channel, _, look| channel.begin(&sent, beside, POLL_INTERVAL, look))?;
        sent.map_err(Failure::Ended)
    }

    /// Waits for a rank: has its output read and its silence told meanwhile, and gives up when the run is to stop.
    pub(super) fn watched<R>(
        &mut self,
        actor: ActorId,
        wait: impl FnOnce(Channel, &mut Vec<u8>, &mut dyn FnMut(bool) -> Result<(), Failure>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let (rank, known) = (actor.0, &self.ranks[actor.index()]);
        let zygote = &mut self.zygotes[known.zygote as usize];
        let zygote = zygote.zygote.as_mut().expect("a zygote lives as long as its ranks");
        let channel = zygote.channels.of(known.channel);
        let (since, stop) = (Instant::now(), &self.stop);
        let (mut stopping, mut reported) = (None, false);
        let output = &mut self.output;
        let mut look_after = |back: bool| {
            if back {
                return Ok(());
            }
            if channel.is_ahead() {
                // The pipe must not fill up; what is in it comes later.
                output.read(rank);
            } else {
                output.take(rank);
            }
            if let Ok(status @ Some(_)) = zygote.process.try_wait() {
                return Err(Failure::NoZygote(status));
            }
            if !reported && since.elapsed() > SILENCE_LIMIT {
                reported = true;
                eprintln!("windtunnel: rank {rank} has not called MPI for {} s", SILENCE_LIMIT.as_secs());
            }
            if stop() && stopping.get_or_insert_with(Instant::now).elapsed() > STOP_GRACE {
                return Err(Failure::Stopped(since.elapsed()));
            }
            Ok(())
        };
        wait(channel, &mut self.bytes, &mut look_after)
    }

    /// Receives the reply of a rank that runs.
    pub(super) fn receive(&mut self, actor: ActorId) -> Result<Reply, Failure> {
        let rank = actor.0;
        let channel = self.watched(actor, |channel, bytes, look| {
            channel.collect(bytes, POLL_INTERVAL, look)?.map(|()| channel).map_err(Failure::Ended)
        })?;
        let reply: Reply = postcard::from_bytes(&self.bytes).expect("a rank speaks the same language");
        if reply.ending {
            let (read, written) = reply.files;
            posix_io::add_process_io(FileBytes { read, written });
        }
        if reply.ahead.is_empty() {
            self.output.take(rank);
        } else {
            self.output.take_ahead(rank, reply.printed);
        }
        let rank = &mut self.ranks[actor.index()];
        rank.threaded |= reply.threaded;
        if !self.windows && reply.posts().any(|post| matches!(post, Post::Window { .. })) {
            self.windows = true;
            self.memory.write_through();
        }
        let sleeper = Sleeper { pid: channel.pid(), channel, stopped: reply.running };
        self.memory.note_sleeping(actor.0, sleeper, !rank.threaded && !self.windows);
        rank.stopped = reply.running;
        if reply.running {
            // It would take the core from the rank whose turn it is.
            send_signal(channel, libc::SIGSTOP);
        }
        Ok(reply)
    }

    /// Looks at the memory of the processes if it is time to.
    fn look_at_memory(&mut self, rank_ends: bool) {
        let running = self.ranks.iter().filter(|rank| rank.state == State::Running);
        if !self.footprint.is_due(rank_ends.then(|| running.clone().count())) {
            return;
        }
        let pid = |rank: &Rank| {
            let channel = self.zygotes[rank.zygote as usize].zygote.as_ref()?.channels.of(rank.channel);
            (channel.is_open() && channel.is_attached()).then(|| channel.pid())
        };
        let ranks: Vec<libc::pid_t> = running.filter_map(pid).collect();
        let zygotes = self.zygotes.iter().filter_map(|zygote| zygote.zygote.as_ref());
        let zygotes = zygotes.map(|zygote| zygote.process.id() as libc::pid_t);
        self.footprint.look(zygotes.chain(ranks.iter().copied()), ranks.len());
    }

    /// Whether a rank has opened what others can see.
    fn has_opened(&self, actor: ActorId) -> bool {
        let rank = &self.ranks[actor.index()];
        let zygote = self.zygotes[rank.zygote as usize].zygote.as_ref();
        zygote.is_some_and(|zygote| zygote.channels.of(rank.channel).stays())
    }

    /// Whether no other rank may run while this one does.
    pub(super) fn is_alone(&self, actor: ActorId) -> bool {
        let rank = &self.ranks[actor.index()];
        self.windows || rank.threaded || rank.awaits_clock || self.has_opened(actor)
    }

    /// Registers the new call sites of a reply.
    pub(super) fn register_sites(&mut self, actor: ActorId, reply: &mut Reply) {
        if reply.sites.is_empty() {
            return;
        }
        let (objects, sites) = (std::mem::take(&mut reply.objects), std::mem::take(&mut reply.sites));
        self.sites.register(&mut self.ranks[actor.index()].known, objects, sites);
    }

    fn run(
        &mut self,
        actor: ActorId,
        thread: u32,
        answer: &Answer,
        posts: &mut Vec<Post>,
    ) -> Result<RankState, Failure> {
        self.resumed_at = answer.now;
        let rank = &mut self.ranks[actor.index()];
        rank.goes_on = false;
        if !rank.ahead.is_empty() {
            // It has not waited for this answer.
            rank.missed_updates.append_news(answer);
            return self.take_next_batch(actor, posts);
        }
        let request = if rank.state == State::New {
            let (host, setting) = (self.rank_hosts.host_of_rank(actor.0), self.rank_hosts.setting);
            let (origin, meter, blocks, answer) = (rank.origin, self.meter, self.blocks, answer.clone());
            let mount = self.options.mount.clone();
            Request::Start { rank: actor.0, origin, setting, host, meter, blocks, mount, answer }
        } else {
            let mut answer = answer.clone();
            answer.prepend_news(std::mem::take(&mut rank.missed_updates));
            rank.sends.clear();
            Request::Resume { thread, answer, pending_writes: self.memory.take_pending_writes(actor.0) }
        };
        let reply = self.exchange(actor, &request)?;
        self.take_reply(actor, reply, posts)
    }

    /// Takes what a rank has said.
    pub(super) fn take_reply(
        &mut self,
        actor: ActorId,
        mut reply: Reply,
        posts: &mut Vec<Post>,
    ) -> Result<RankState, Failure> {
        if reply.threaded {
            let threads = self.translate_posts(actor, reply);
            self.thread_posts = Some((actor, threads));
            return Ok(RankState::Threaded);
        }
        self.register_sites(actor, &mut reply);
        let rank = &mut self.ranks[actor.index()];
        rank.ahead.extend(reply.ahead.into_iter().chain([reply.batch]));
        rank.ending = reply.ending;
        self.take_next_batch(actor, posts)
    }

    /// Takes the next of the posts that are kept, with the engine's numbers of call sites. If they are the last of all, the
    /// process ends.
    fn take_next_batch(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> Result<RankState, Failure> {
        let rank = &mut self.ranks[actor.index()];
        let batch = rank.ahead.pop_front().expect("the batch that a reply ends with");
        self.memory.set_message_data(actor.0, batch.message_data);
        rank.goes_on = batch.goes_on;
        rank.awaits_clock = matches!(batch.posts.last(), Some(Post::AwaitClock)) && !batch.goes_on;
        if self.beside.is_possible() {
            let sent = |post: &Post| match post {
                Post::Send { buffer, .. } => Some(*buffer),
                _ => None,
            };
            rank.sends.extend(batch.posts.iter().filter_map(sent));
        }
        let before = posts.len();
        posts.extend(batch.posts.into_iter().map(|post| rank.translated(post)));
        rank.latest_site = self.beside.note_posts(actor, rank.latest_site, &posts[before..]);
        if rank.ahead.is_empty() {
            self.output.text.release(actor.0);
        }
        if !rank.ending || !rank.ahead.is_empty() {
            return Ok(RankState::Blocked);
        }
        // It has said all; what is left to it is to end.
        match self.exchange(actor, &Request::End) {
            Err(failure) => Ok(self.handle_failure(actor, failure, posts)),
            Ok(_) => unreachable!("a rank that ends says nothing any more"),
        }
    }
}

impl ProcessesDriver {
    /// Takes what the threads of a rank have said, with the engine's numbers of call sites. If the process ends, it does
    /// so now.
    fn translate_posts(&mut self, actor: ActorId, mut reply: Reply) -> ThreadPosts {
        self.register_sites(actor, &mut reply);
        let Reply { threads, running, ending, .. } = reply;
        let rank = &mut self.ranks[actor.index()];
        let translated = |(thread, posts): (u32, Vec<Post>)| {
            (thread, posts.into_iter().map(|post| rank.translated(post)).collect::<Vec<Post>>())
        };
        let mut threads = ThreadPosts { batches: threads.into_iter().map(translated).collect(), exit: None, running };
        if ending && let Err(failure) = self.exchange(actor, &Request::End) {
            self.end_threads(actor, failure, &mut threads);
        }
        threads
    }

    /// What follows from the end of a rank with several threads.
    fn end_threads(&mut self, actor: ActorId, failure: Failure, threads: &mut ThreadPosts) {
        let mut final_posts = Vec::new();
        match self.handle_failure(actor, failure, &mut final_posts) {
            RankState::Finished(status) => threads.exit = Some(status),
            _ => threads.batches.push((0, final_posts)),
        }
    }

    /// Resumes a thread of a rank with its answer.
    fn answer_thread(&mut self, actor: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        if let Some(text) = self.memory.take_fault(actor.0) {
            posts.push(Post::Fatal { text: text.into() });
            return RankState::Blocked;
        }
        let final_posts = std::mem::take(&mut self.ranks[actor.index()].final_posts);
        if !final_posts.is_empty() {
            posts.extend(final_posts);
            return RankState::Blocked;
        }
        let rank = &mut self.ranks[actor.index()];
        let (alone, handed) = (std::mem::take(&mut rank.goes_on_alone), rank.handed);
        if alone || handed {
            self.output.text.resume(actor.0);
        }
        let progress = self.run(actor, thread, answer, posts);
        let state = self.conclude_turn(actor, progress, posts);
        if self.note_handing(actor, alone) {
            return state;
        }
        if alone {
            self.end_passage(actor, posts);
        } else if handed {
            self.ranks[actor.index()].handed = false;
            self.output.text.collected(actor.0, false);
        }
        state
    }

    /// Notes whether a rank has handed over its posts. Its text keeps its place then; `has_place`: it has one, as it was begun.
    pub(super) fn note_handing(&mut self, actor: ActorId, has_place: bool) -> bool {
        let rank = &mut self.ranks[actor.index()];
        if !rank.goes_on {
            return false;
        }
        if std::mem::replace(&mut rank.handed, true) {
            self.output.text.end_later(actor.0);
        } else if !has_place {
            self.output.text.begin(actor.0);
        }
        self.output.text.pause();
        true
    }

    /// Has a rank come as far as it would have with one worker, though the engine has not taken all that it has posted.
    pub(super) fn complete(&mut self, actor: ActorId) {
        self.await_end_of_turn(actor);
        if let Some(Ok(mut reply)) = self.take_said(actor) {
            self.register_sites(actor, &mut reply);
            while reply.batch.goes_on
                && let Some(next) = self.go_on(actor)
            {
                let before = std::mem::replace(&mut reply, next);
                let batches = before.ahead.into_iter().chain([before.batch]);
                reply.ahead = batches.chain(std::mem::take(&mut reply.ahead)).collect();
            }
            self.set_said(actor, Ok(reply));
        }
        let goes_on = |rank: &Rank| {
            let waits = rank.handed && rank.begun.is_none() && rank.state == State::Running;
            waits && rank.ahead.back().is_none_or(|batch| batch.goes_on)
        };
        while goes_on(&self.ranks[actor.index()])
            && !self.is_alone(actor)
            && let Some(reply) = self.go_on(actor)
        {
            let rank = &mut self.ranks[actor.index()];
            rank.ahead.extend(reply.ahead.into_iter().chain([reply.batch]));
            rank.ending = reply.ending;
        }
    }

    /// A rank that has handed over its posts goes on before the engine has taken them: its reply, unless its process has ended.
    fn go_on(&mut self, actor: ActorId) -> Option<Reply> {
        let answer = Answer { now: self.resumed_at, ..Answer::default() };
        let pending_writes = self.memory.take_pending_writes(actor.0);
        self.output.text.resume(actor.0);
        let reply = self.exchange(actor, &Request::Resume { thread: 0, answer, pending_writes });
        self.output.text.pause();
        match reply {
            Ok(mut reply) => {
                self.register_sites(actor, &mut reply);
                Some(reply)
            }
            Err(failure) => {
                let mut posts = Vec::new();
                if let RankState::Finished(status) = self.handle_failure(actor, failure, &mut posts) {
                    posts.push(Post::Fatal { text: format!("the rank's process ended with status {status}").into() });
                }
                self.ranks[actor.index()].final_posts = posts;
                None
            }
        }
    }

    /// Ends a rank's turn.
    pub(super) fn conclude_turn(
        &mut self,
        actor: ActorId,
        progress: Result<RankState, Failure>,
        posts: &mut Vec<Post>,
    ) -> RankState {
        match progress {
            Ok(progress) => progress,
            Err(failure) if self.ranks[actor.index()].threaded => {
                let mut threads = ThreadPosts::default();
                self.end_threads(actor, failure, &mut threads);
                self.thread_posts = Some((actor, threads));
                RankState::Threaded
            }
            Err(failure) => self.handle_failure(actor, failure, posts),
        }
    }
}

/// Sends a signal to a rank's process, unless that has ended.
pub(super) fn send_signal(channel: Channel, signal: i32) {
    if channel.is_open() {
        // SAFETY: a process of ours, whose number is nobody else's while its end has not been noted.
        unsafe { libc::kill(channel.pid(), signal) };
    }
}

impl RankDriver for ProcessesDriver {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.answer_thread(actor, 0, answer, posts)
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.answer_thread(rank, thread, answer, posts)
    }

    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        if let Some((_, taken)) = self.thread_posts.take_if(|(whose, _)| *whose == rank) {
            return taken;
        }
        let mut taken = ThreadPosts::default();
        match self.exchange(rank, &Request::Look) {
            Ok(reply) => taken = self.translate_posts(rank, reply),
            Err(failure) => self.end_threads(rank, failure, &mut taken),
        }
        taken
    }

    fn begins_ranks(&self) -> bool {
        self.beside.is_possible()
    }

    fn begin(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        self.begin_beside(actor, answer, outlook)
    }

    fn earliest(&mut self, actor: ActorId) -> Option<Time> {
        self.earliest_of(actor)
    }

    fn await_measured(&mut self, actor: ActorId, measured: Time) -> Option<ActorId> {
        self.await_begun(actor, measured)
    }

    fn collect(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.collect_begun(actor, posts)
    }

    fn end_early(&mut self, is_stopped: bool) {
        for actor in (0..self.ranks.len()).map(ActorId::from_index) {
            if self.ranks[actor.index()].handed {
                if !is_stopped && self.ranks[actor.index()].state == State::Running {
                    self.complete(actor);
                }
                self.output.text.collected(actor.0, false);
            }
        }
    }

    fn most_at_once(&self) -> Option<u32> {
        self.beside.most()
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        self.complete(actor);
        if !self.ranks[actor.index()].final_posts.is_empty() {
            // It has ended inside a reduction before.
            return;
        }
        let request = Request::Reduce { op, count, input: input.to_vec(), inout: inout.to_vec() };
        let mut final_posts = Vec::new();
        match self.exchange(actor, &request) {
            Ok(mut reply) => match reply.reduced.take() {
                Some(result) => {
                    inout.copy_from_slice(&result);
                    self.register_sites(actor, &mut reply);
                    return;
                }
                None => {
                    self.register_sites(actor, &mut reply);
                    let rank = &mut self.ranks[actor.index()];
                    rank.ahead.clear();
                    final_posts.extend(reply.threads.into_iter().flat_map(|(_, posts)| posts));
                    final_posts.extend(reply.batch.posts.into_iter().map(|post| rank.translated(post)));
                    if reply.ending {
                        let is_call = |post: &Post| matches!(post, Post::ExitCall { .. });
                        let call = final_posts.iter().position(is_call).map(|at| final_posts.remove(at));
                        let call = call.and_then(|post| match post {
                            Post::ExitCall { site, call } => Some((call.to_string(), self.sites.describe(site))),
                            _ => None,
                        });
                        final_posts.push(Post::Fatal { text: describe_end_in_reduction(call).into() });
                    }
                }
            },
            Err(failure) => {
                if let RankState::Finished(_) = self.handle_failure(actor, failure, &mut final_posts) {
                    final_posts.push(Post::Fatal { text: describe_end_in_reduction(None).into() });
                }
            }
        }
        self.ranks[actor.index()].final_posts = final_posts;
    }

    fn interrupted_rank(&self) -> Option<String> {
        self.interrupted.clone()
    }

    fn mode(&self) -> Option<RankMode> {
        Some(RankMode::Processes)
    }

    fn memory_use(&mut self) -> Option<MemoryUse> {
        self.look_at_memory(false);
        Some(self.footprint.memory(self.ranks.len() as u32))
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        if self.beside.is_possible() { Some(self) } else { Some(&mut self.memory) }
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.sites.describe(site)
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        assert!(first.index() >= self.ranks.len(), "ranks are numbered on");
        let (libraries, environment) = (&self.options.libraries, &self.options.environment);
        let (search, library_path) = (variable(environment, "PATH"), variable(environment, "LD_LIBRARY_PATH"));
        let find = |program| -> Result<(Program, u32), SpawnError> {
            let FoundProgram { path, arguments, folder, ranks } = FoundProgram::new(program, &call.folder, &search)?;
            if is_static(&path) {
                let text = format!("{} contains its MPI library, so it cannot be simulated", path.display());
                return Err(SpawnError::Unsupported(text));
            }
            let (kind, _) = program_kind(&path, libraries, &library_path);
            Ok((Program { path, kind, arguments, folder: Some(folder) }, ranks))
        };
        let programs: Vec<_> = call.programs.iter().map(find).collect::<Result<_, _>>()?;
        let mut places = Vec::new();
        for (program, ranks) in programs {
            places.push(self.zygote_for(program, ranks).map_err(|error| SpawnError::Refused(error.to_string()))?);
        }
        // Numbers between are those of threads.
        let before = self.ranks.len();
        self.ranks.resize_with(first.index(), || Rank { state: State::Ended, ..Rank::default() });
        for (number, (zygote, channels)) in (0..).zip(places) {
            self.add_ranks(zygote, channels, (number, true));
        }
        let more = (self.ranks.len() - before) as u32;
        self.memory.add(more);
        self.output.add(more);
        self.rank_hosts.start(first, hosts);
        Ok(())
    }
}

impl Zygote {
    /// Ranks end with their zygote. It ends by itself, too, when no more orders can come, should the system not let us kill it.
    fn end(self) {
        let Self { mut process, commands, .. } = self;
        drop(commands);
        let _ = process.kill();
        let _ = process.wait();
    }
}

impl Drop for ProcessesDriver {
    fn drop(&mut self) {
        self.keep_record_of_the_last();
        self.output.text.end_all(self.ranks.len() as u32);
        self.zygotes.iter_mut().filter_map(|zygote| zygote.zygote.take()).for_each(Zygote::end);
    }
}
