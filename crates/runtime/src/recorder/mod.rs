//! Records traces of programs that run under a real MPI library on a real machine.
//!
//! A recorder (`mpi/recorder`, `mpi/generate/recorder.py`) is a library that is preloaded before the program's MPI library. It
//! makes each call twice: first in the real library, and then in the rank half of this runtime (the part of Windtunnel's MPI
//! that runs with the program). In a simulation the rank half sends requests to the engine (*posts*). Here the posts are
//! written as the rank's part of a trace, and the result of the real call serves as the engine's answer ([`outcome`]). So a
//! recorded call makes the same posts as a simulated call, and simulation and recording share the code for datatypes,
//! communicators and collective calls.
//!
//! | file | contents |
//! |---|---|
//! | `outcome` | the result of the real call, and the answer to a post |
//! | `handles` | the map from the real library's handles to the rank half's |
//! | `exports` | the functions that recorders call |
//! | `losses` | counts of calls that are not recorded |
//!
//! The real library moves all data. This module neither copies data nor writes to the program's memory.

mod exports;
mod handles;
mod losses;
mod outcome;

use crate::call::{RankContext, Transport};
use crate::clock::{BlockClock, CPU_CLOCK, Meter, ticks};
use crate::memory;
use crate::processes::OwnSites;
use engine::symbols::Symbols;
use handles::Handles;
use losses::Losses;
use mpi_rank::requests;
use ops::{Answer, CallSite, CommId, FileCall, Function, Group, NewComm, Post, RequestId, Work};
use outcome::Outcome;
use rustc_hash::FxHashMap;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};
use units::{ActorId, Time};
use workload::record::RankRecorder;

/// The rank that this process records.
static RECORDER: AtomicPtr<Recorder> = AtomicPtr::new(null_mut());

/// A poll that has found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Missed {
    function: usize,
    site: usize,
    what: usize,
}

/// Polls that find nothing, one after the other.
#[derive(Debug, Default)]
struct Polls {
    /// The one before this call, and this call, if it is one.
    missed: Option<Missed>,
    misses: Option<Missed>,
    /// Whether the call has posted anything.
    wrote: bool,
}

/// Readings of the time stamp counter, for the times of calls: they go on while another process has the core.
#[derive(Debug, Default)]
struct WallTimes {
    /// When the call before was left, when this one was entered (or the first of the polls before it that are not written), and
    /// when the real library had made it.
    left: u64,
    entered: Option<u64>,
    made: Option<u64>,
    /// Calls that have been posted since the last one was left.
    calls: u32,
}

/// The recording of a rank.
struct Recorder {
    context: *mut RankContext,
    /// The rank half's posts, and the answer that it gets.
    posts: Vec<Post>,
    answer: Answer,
    /// None once something could not be written.
    file: Option<RankRecorder>,
    sites: OwnSites,
    outcome: Outcome,
    /// Handles in the status of requests: of communicators that are made, sizes of files.
    told: FxHashMap<RequestId, u64>,
    comms: u32,
    messages: u64,
    handles: Handles,
    meter: Meter,
    clock: BlockClock,
    /// The block before the call, until its first post.
    block: Work,
    wall: Box<WallTimes>,
    /// The function of the call, where the rank half is asked for another one.
    function: Option<Function>,
    polls: Box<Polls>,
    /// How many posts there were when the rank half was asked aside.
    aside: usize,
    losses: Losses,
}

impl Recorder {
    /// Begins the recording of a rank into a file.
    fn begin(path: PathBuf, rank: u32, ranks: u32, library: &str) -> Result<(), files::FileError> {
        let file = RankRecorder::create(&path, rank, ranks, library)?;
        let transport = Transport {
            switch,
            run_ahead: None,
            intern_site,
            host_name,
            own_memory: || None,
            meter: None,
            leave: None,
            enter: None,
        };
        let world = NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, ranks)), remote: None };
        // SAFETY: nothing of this is ever freed: it lives as long as the process.
        unsafe {
            let context = RankContext::new(ActorId(rank), Box::into_raw(Box::new(transport)));
            let recorder = Box::into_raw(Box::new(Self {
                context: Box::into_raw(Box::new(context)),
                posts: Vec::new(),
                answer: Answer { comms: vec![world], ..Answer::default() },
                file: Some(file),
                sites: OwnSites::default(),
                outcome: Outcome::default(),
                told: FxHashMap::default(),
                comms: CommId::WORLD.0 + 1,
                messages: 0,
                handles: Handles::default(),
                meter: Meter::calibrate(),
                clock: BlockClock::default(),
                block: Work::NONE,
                wall: Box::default(),
                function: None,
                polls: Box::default(),
                aside: 0,
                losses: Losses::default(),
            }));
            let context = (*recorder).context;
            (*context).transport_data = recorder.cast();
            RankContext::attach(context, &raw mut (*recorder).posts, &raw const (*recorder).answer);
            RankContext::apply_answer(context);
            let answer = (*recorder).answer.clone();
            (*recorder).with_file(|file| {
                file.answer(&answer);
                Ok(())
            });
            memory::leave_to_library();
            RECORDER.store(recorder, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Does something with the file; if that fails, a message says so, and nothing more is written.
    fn with_file(&mut self, work: impl FnOnce(&mut RankRecorder) -> Result<(), files::FileError>) {
        if let Some(file) = &mut self.file
            && let Err(error) = work(file)
        {
            eprintln!("windtunnel: recording: {error}");
            self.file = None;
        }
    }

    /// Writes what has been posted. The first call among it has had the block before it.
    fn write_posts(&mut self) {
        self.polls.wrote |= !self.posts.is_empty();
        let mut posts = std::mem::take(&mut self.posts);
        for mut post in posts.drain(..) {
            self.wall.calls += u32::from(post.site_mut().is_some());
            match &mut post {
                Post::OnlyPolls { .. } => continue,
                Post::Enter { block, function, .. } => {
                    *block = std::mem::replace(&mut self.block, Work::NONE);
                    *function = self.function.take().unwrap_or(*function);
                }
                Post::BlockingSend { call, .. } | Post::BlockingRecv { call, .. } => {
                    call.block = std::mem::replace(&mut self.block, Work::NONE);
                }
                Post::CreateComm { request, call, .. } => {
                    let own = self.rank_number();
                    let made = self.outcome.made_comm(call, own, self.comms);
                    self.comms += u32::from(made.is_some());
                    self.told.insert(*request, made.as_ref().map_or(CommId::NULL, |made| made.comm).0.into());
                    self.outcome.news.extend(made);
                }
                // Whether the library aggregates accesses of all ranks is that of the replay.
                Post::File { request, call, .. } => match **call {
                    FileCall::Open { .. } => _ = self.told.insert(*request, 1),
                    FileCall::Size => _ = self.told.insert(*request, self.outcome.file_bytes),
                    _ => {}
                },
                _ => {}
            }
            self.with_file(|file| file.post(&post));
        }
        self.posts = posts;
    }

    fn rank_number(&self) -> u32 {
        // SAFETY: the context lives as long as the process.
        unsafe { (*self.context).rank.actor.0 }
    }

    /// Answers the latest post.
    fn answer_latest(&mut self, latest: &Post) {
        self.answer.clear();
        self.answer.comms.append(&mut self.outcome.news);
        self.answer.windows.append(&mut self.outcome.new_windows);
        self.outcome.answer(latest, &mut self.told, &mut self.messages, &mut self.answer.completions);
        let answer = &self.answer;
        if let Some(file) = &mut self.file {
            file.answer(answer);
        }
    }

    /// Closes the file.
    fn end(&mut self, ended: bool) {
        self.write_posts();
        let Some(file) = self.file.take() else { return };
        let (objects, places) = self.sites.take_new();
        let mut symbols = Symbols::default();
        let describe = |site: CallSite| match places.get(site.0 as usize) {
            Some(&(object, address)) => match objects.get(object as usize) {
                Some(path) => symbols.describe(Path::new(path), address, true),
                None => "code of no file".to_owned(),
            },
            None => "the program's start".to_owned(),
        };
        if let Err(error) = file.finish(true, ended, describe) {
            eprintln!("windtunnel: recording: {error}");
        }
    }

    /// The requests that a real call has ended: the hidden halves of exchanges among them.
    fn note_done(&mut self, handle: u32, status: ops::Status) {
        if handle < mpi_rank::handles::DYNAMIC {
            // One that the rank half does not have: it will say so itself.
            return;
        }
        self.outcome.done.push((requests::id(handle), status));
        // SAFETY: the context lives as long as the process, and its rank half is not running.
        let partner = unsafe { (*self.context).rank.requests.get(handle) }.map_or(0, |request| request.partner);
        if partner != 0 {
            self.outcome.done.push((requests::id(partner), status));
        }
    }
}

fn recorder<'a>(context: *mut RankContext) -> &'a mut Recorder {
    // SAFETY: the transport data of the context are its recorder, which is never freed; one thread reaches it, and keeps no
    // reference across calls.
    unsafe { &mut *(*context).transport_data.cast::<Recorder>() }
}

/// The transport's `switch`: writes the posts and answers the latest.
unsafe fn switch(context: *mut RankContext) {
    let recorder = recorder(context);
    let Some(latest) = recorder.posts.last().cloned() else { return };
    if let Post::Fatal { text } = &latest {
        // Not the program's end: only what the rank half can't follow.
        recorder.posts.pop();
        recorder.losses.explain(text);
    }
    recorder.write_posts();
    if matches!(latest, Post::Fatal { .. } | Post::Abort { .. }) {
        // SAFETY: the recorder's C function has set the place, and its frame is still there.
        unsafe { exports::escape() }
    }
    recorder.answer_latest(&latest);
    // SAFETY: the answer and the posts stay where they are.
    unsafe { RankContext::apply_answer(context) };
}

unsafe fn intern_site(context: *mut RankContext, address: *const c_void) -> CallSite {
    recorder(context).sites.intern(address)
}

unsafe fn host_name(_: *mut RankContext, _: &mut [u8]) -> usize {
    0
}

impl Recorder {
    /// A call begins: reads the clocks.
    fn enter(&mut self) {
        let block = self.clock.stop(&self.meter, &CPU_CLOCK);
        self.block = block;
        self.wall.entered.get_or_insert_with(ticks);
        self.wall.made = None;
    }

    /// The real library has made the call.
    fn made(&mut self) {
        self.wall.made.get_or_insert_with(ticks);
    }

    /// A call ends: writes its times.
    fn leave(&mut self) {
        let WallTimes { left, entered, made, calls } = *self.wall;
        // The time of a poll that is not written is that of the call that follows it.
        if calls > 0 {
            let now = ticks();
            let entered = entered.unwrap_or(now);
            // Clocks begin together, where the first call ends.
            let times = if left == 0 {
                [0; 2]
            } else {
                [entered.saturating_sub(left), made.unwrap_or(now).saturating_sub(entered)]
            };
            let [outside, inside] = times.map(|ticks| Time::from_ps(self.meter.picoseconds(ticks)));
            self.with_file(|file| {
                file.times(outside, inside)?;
                (1..calls).try_for_each(|_| file.times(Time::ZERO, Time::ZERO))
            });
            *self.wall = WallTimes { left: ticks(), ..WallTimes::default() };
        }
        self.clock.start(&self.meter, Some(&CPU_CLOCK));
    }
}
