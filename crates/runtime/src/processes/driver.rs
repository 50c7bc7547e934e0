//! The simulator's side: ranks as processes behind the seam that all workloads share.

use super::channel::{Channel, Gone};
use super::memory::ProcessMemory;
use super::sites::{Known, Sites};
use super::start::Started;
use super::words::{Reply, Request};
use crate::clock::Meter;
use crate::driver::HostName;
use crate::images::crash;
use ops::{Answer, CallSite, Lanes, Post, Progress, RankDriver, UserMemory};
use std::io::Write;
use std::time::{Duration, Instant};
use units::ActorId;

/// How long a rank may run before we look after its output and our own orders.
const PATIENCE: Duration = Duration::from_millis(20);
/// A rank that computes for so long without calling MPI is reported.
const SILENCE: Duration = Duration::from_secs(30);
/// Once the run is to end, a rank has so long to come back by itself.
const GRACE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Not forked yet.
    New,
    Alive,
    /// Its process has ended, or will not be run any more.
    Over,
}

struct Rank {
    state: State,
    known: Known,
    /// What it said in place of a reduction's result.
    last_words: Vec<Post>,
    /// Whether it has several threads.
    threaded: bool,
    /// Whether its process is stopped until its next turn, since some of them run on.
    stopped: bool,
}

impl Rank {
    /// A post with the engine's number of its call site.
    fn translated(&self, mut post: Post) -> Post {
        if let Some(site) = post.site_mut() {
            *site = self.known.site(*site);
        }
        post
    }
}

/// Why a rank could not be run on.
enum Failure {
    /// Its process has ended.
    Gone(Gone),
    /// The run is to end, and the rank did not come back.
    Stopped,
    /// The zygote has ended.
    NoZygote(Option<std::process::ExitStatus>),
}

/// Ranks as processes.
pub struct ProcessesDriver {
    started: Started,
    ranks: Vec<Rank>,
    memory: ProcessMemory,
    sites: Sites,
    meter: Option<Meter>,
    /// Whether blocks take time.
    blocks: bool,
    /// What the threads of a rank have said and the engine has not fetched.
    news: Option<(ActorId, Lanes)>,
    host_name: HostName,
    stop: fn() -> bool,
    bytes: Vec<u8>,
}

impl ProcessesDriver {
    /// Drives the ranks of a zygote. Blocks take time if `blocks`, and are measured if `measure`; `stop` says whether the
    /// run is to end.
    pub fn new(
        started: Started,
        ranks: u32,
        (blocks, measure): (bool, bool),
        host_name: HostName,
        stop: fn() -> bool,
    ) -> Self {
        let rank = || Rank {
            state: State::New,
            known: Known::default(),
            last_words: Vec::new(),
            threaded: false,
            stopped: false,
        };
        Self {
            started,
            ranks: (0..ranks).map(|_| rank()).collect(),
            memory: ProcessMemory::new(ranks),
            sites: Sites::default(),
            meter: measure.then(Meter::calibrate),
            blocks,
            news: None,
            host_name,
            stop,
            bytes: Vec::new(),
        }
    }

    /// Says something to a rank and returns what it says when it gives back the turn.
    fn speak(&mut self, actor: ActorId, request: &Request) -> Result<Reply, Failure> {
        let (rank, channel) = (actor.0, self.started.channels.of(actor.0));
        let sent = postcard::to_allocvec(request).expect("plain data become bytes");
        if self.ranks[actor.index()].state == State::New {
            self.ranks[actor.index()].state = State::Alive;
            // A zygote that does not take orders has ended, which is found out below.
            let _ = self.started.commands.write_all(&rank.to_le_bytes());
        }
        if std::mem::take(&mut self.ranks[actor.index()].stopped) {
            send_signal(channel, libc::SIGCONT);
        }
        let (since, stop) = (Instant::now(), self.stop);
        let (mut stopping, mut reported) = (None, false);
        let (output, zygote) = (&mut self.started.output, &mut self.started.zygote);
        let mut look_after = |back: bool| {
            output.take(rank);
            if back {
                return Ok(());
            }
            if let Ok(status @ Some(_)) = zygote.try_wait() {
                return Err(Failure::NoZygote(status));
            }
            if !reported && since.elapsed() > SILENCE {
                reported = true;
                eprintln!("windtunnel: rank {rank} has not called MPI for {} s", SILENCE.as_secs());
            }
            if stop() && stopping.get_or_insert_with(Instant::now).elapsed() > GRACE {
                return Err(Failure::Stopped);
            }
            Ok(())
        };
        channel.tell(&sent, &mut self.bytes, PATIENCE, &mut look_after)?.map_err(Failure::Gone)?;
        self.memory.set(rank, Some(channel.pid()));
        let reply: Reply = postcard::from_bytes(&self.bytes).expect("a rank speaks the same language");
        let rank = &mut self.ranks[actor.index()];
        rank.threaded |= reply.threaded;
        rank.stopped = reply.restless;
        if reply.restless {
            // It would take the core from the rank whose turn it is.
            send_signal(channel, libc::SIGSTOP);
        }
        Ok(reply)
    }

    /// Takes a reply's posts, with the engine's numbers of call sites.
    fn take(&mut self, actor: ActorId, reply: Reply, posts: &mut Vec<Post>) {
        let rank = &mut self.ranks[actor.index()];
        self.sites.learn(&mut rank.known, reply.objects, reply.sites);
        posts.extend(reply.posts.into_iter().map(|post| rank.translated(post)));
    }

    /// A rank that will not be run any more.
    fn over(&mut self, actor: ActorId) {
        self.ranks[actor.index()].state = State::Over;
        self.memory.set(actor.0, None);
        self.started.output.take(actor.0);
        self.started.output.end(actor.0);
    }

    /// What follows from a rank's end or silence.
    fn end(&mut self, actor: ActorId, failure: Failure, posts: &mut Vec<Post>) -> Progress {
        self.over(actor);
        let text = match failure {
            Failure::Gone(Gone(status)) if libc::WIFEXITED(status) => {
                return Progress::Finished(libc::WEXITSTATUS(status));
            }
            Failure::Gone(Gone(status)) => match crash::is_recorded(libc::WTERMSIG(status)) {
                // The crash record says more.
                Some(name) => format!("the program crashed: {name}"),
                None => format!("the rank's process was ended by {}", signal(libc::WTERMSIG(status))),
            },
            Failure::Stopped => "the rank's process was ended because the run is to end".to_owned(),
            Failure::NoZygote(status) => {
                let how = status.map(|status| status.to_string()).unwrap_or_default();
                format!("the program could not be made ready for its ranks to be forked ({how})")
            }
        };
        posts.push(Post::Fatal { text: text.into() });
        Progress::Blocked
    }

    fn run(
        &mut self,
        actor: ActorId,
        lane: u32,
        answer: &Answer,
        posts: &mut Vec<Post>,
    ) -> Result<Progress, Failure> {
        let request = if self.ranks[actor.index()].state == State::New {
            let host = (self.host_name)(actor.0);
            Request::Start { rank: actor.0, host, meter: self.meter, blocks: self.blocks, answer: answer.clone() }
        } else {
            Request::Resume { lane, answer: answer.clone() }
        };
        let reply = self.speak(actor, &request)?;
        let ending = reply.ending;
        if reply.threaded {
            let lanes = self.take_lanes(actor, reply);
            self.news = Some((actor, lanes));
            return Ok(Progress::Lanes);
        }
        self.take(actor, reply, posts);
        if !ending {
            return Ok(Progress::Blocked);
        }
        // It has said all; what is left to it is to end.
        match self.speak(actor, &Request::End) {
            Err(failure) => Ok(self.end(actor, failure, posts)),
            Ok(_) => unreachable!("a rank that ends says nothing any more"),
        }
    }
}

impl ProcessesDriver {
    /// Takes what the threads of a rank have said, with the engine's numbers of call sites. If the process ends, it does
    /// so now.
    fn take_lanes(&mut self, actor: ActorId, reply: Reply) -> Lanes {
        let Reply { lanes, restless, ending, objects, sites, .. } = reply;
        let rank = &mut self.ranks[actor.index()];
        self.sites.learn(&mut rank.known, objects, sites);
        let translated = |(lane, posts): (u32, Vec<Post>)| {
            (lane, posts.into_iter().map(|post| rank.translated(post)).collect::<Vec<Post>>())
        };
        let mut lanes = Lanes { batches: lanes.into_iter().map(translated).collect(), exit: None, restless };
        if ending && let Err(failure) = self.speak(actor, &Request::End) {
            self.end_lanes(actor, failure, &mut lanes);
        }
        lanes
    }

    /// What follows from the end of a rank with several threads.
    fn end_lanes(&mut self, actor: ActorId, failure: Failure, lanes: &mut Lanes) {
        let mut words = Vec::new();
        match self.end(actor, failure, &mut words) {
            Progress::Finished(status) => lanes.exit = Some(status),
            _ => lanes.batches.push((0, words)),
        }
    }

    /// Runs a lane of a rank on, with its answer.
    fn answer(&mut self, actor: ActorId, lane: u32, answer: &Answer, posts: &mut Vec<Post>) -> Progress {
        if let Some((rank, address)) = self.memory.take_fault() {
            let whose = if rank == actor.0 { String::new() } else { format!(" of rank {rank}") };
            let text = format!("a buffer{whose} at {address:#x} is not in the memory of its process");
            posts.push(Post::Fatal { text: text.into() });
            return Progress::Blocked;
        }
        let last_words = std::mem::take(&mut self.ranks[actor.index()].last_words);
        if !last_words.is_empty() {
            posts.extend(last_words);
            return Progress::Blocked;
        }
        match self.run(actor, lane, answer, posts) {
            Ok(progress) => progress,
            Err(failure) if self.ranks[actor.index()].threaded => {
                let mut lanes = Lanes::default();
                self.end_lanes(actor, failure, &mut lanes);
                self.news = Some((actor, lanes));
                Progress::Lanes
            }
            Err(failure) => self.end(actor, failure, posts),
        }
    }
}

/// Sends a signal to a rank's process, unless that has ended.
fn send_signal(channel: Channel, signal: i32) {
    if channel.is_open() {
        // SAFETY: a process of ours, whose number is nobody else's while its end has not been noted.
        unsafe { libc::kill(channel.pid(), signal) };
    }
}

/// A signal by number and name.
fn signal(number: i32) -> String {
    // SAFETY: returns a text of the C library's, or null.
    let name = unsafe { libc::strsignal(number) };
    if name.is_null() {
        return format!("signal {number}");
    }
    // SAFETY: a C string until the next call.
    let name = unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy();
    format!("signal {number} ({name})")
}

impl RankDriver for ProcessesDriver {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> Progress {
        self.answer(actor, 0, answer, posts)
    }

    fn resume_lane(&mut self, rank: ActorId, lane: u32, answer: &Answer, posts: &mut Vec<Post>) -> Progress {
        self.answer(rank, lane, answer, posts)
    }

    fn lanes(&mut self, rank: ActorId) -> Lanes {
        if let Some((_, lanes)) = self.news.take_if(|(whose, _)| *whose == rank) {
            return lanes;
        }
        let mut lanes = Lanes::default();
        match self.speak(rank, &Request::Look) {
            Ok(reply) => lanes = self.take_lanes(rank, reply),
            Err(failure) => self.end_lanes(rank, failure, &mut lanes),
        }
        lanes
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        let request = Request::Reduce { op, count, input: input.to_vec(), inout: inout.to_vec() };
        let mut words = Vec::new();
        match self.speak(actor, &request) {
            Ok(mut reply) => match reply.reduced.take() {
                Some(result) => {
                    inout.copy_from_slice(&result);
                    self.take(actor, reply, &mut words);
                    return;
                }
                None => {
                    let ending = reply.ending;
                    words.extend(std::mem::take(&mut reply.lanes).into_iter().flat_map(|(_, posts)| posts));
                    self.take(actor, reply, &mut words);
                    if ending {
                        let text = "the rank's process has ended inside a reduction function";
                        words.push(Post::Fatal { text: text.into() });
                    }
                }
            },
            Err(failure) => {
                if let Progress::Finished(status) = self.end(actor, failure, &mut words) {
                    let text =
                        format!("the rank's process has ended inside a reduction function, with status {status}");
                    words.push(Post::Fatal { text: text.into() });
                }
            }
        }
        self.ranks[actor.index()].last_words = words;
    }

    fn memory(&mut self) -> &mut dyn UserMemory {
        &mut self.memory
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.sites.describe(site)
    }
}

impl Drop for ProcessesDriver {
    fn drop(&mut self) {
        // What ranks have written before is theirs to be seen, whatever ended them.
        for (rank, state) in self.ranks.iter().enumerate() {
            if state.state == State::Alive {
                self.started.output.end(rank as u32);
            }
        }
        // Ranks end with their zygote.
        let _ = self.started.zygote.kill();
        let _ = self.started.zygote.wait();
    }
}
