//! Replays a trace: from operations to posts.

mod actor;
mod repeats;
mod threads;

use super::code::{CodeError, Cursor, Operation};
use super::parts::Reader;
use crate::traces::error::TraceError;
use actor::{Actor, Context};
use ops::{Answer, CallSite, Post, RankDriver, RankState, SpawnCall, SpawnError, ThreadPosts, ThreadedDriver};
use std::path::Path;
use units::{ActorId, HostId};

/// Replays what ranks have posted.
#[derive(Debug)]
pub struct PostsReplay {
    reader: Reader,
    actors: Vec<Actor>,
    /// The actor of this run for each one of the recording, if it has begun.
    own: Vec<Option<u32>>,
    /// To be reported by the rank that runs first.
    warning: Option<String>,
}

impl PostsReplay {
    /// Opens a trace.
    pub(crate) fn open(path: &Path) -> Result<Self, TraceError> {
        let reader = Reader::open(path)?;
        let ranks = reader.ranks();
        let actors = (0..ranks).map(Actor::new).collect();
        let mut own: Vec<Option<u32>> = (0..ranks).map(Some).collect();
        own.resize(reader.actors() as usize, None);
        let mut replay = Self { reader, actors, own, warning: None };
        replay.warning = (!replay.is_whole()).then(|| half_recorded(replay.reader.name()));
        Ok(replay)
    }

    /// Whether the program came to its end while it was recorded.
    pub(crate) fn is_whole(&self) -> bool {
        self.reader.closing().is_some_and(|closing| closing.complete)
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.reader.ranks()
    }

    /// The next operation of an actor; none at the end of what was recorded.
    fn next(&mut self, actor: ActorId) -> Result<Option<Operation>, String> {
        loop {
            let of = &mut self.actors[actor.index()];
            let mut cursor = Cursor::new(&of.bytes[of.at..]);
            match cursor.operation() {
                Ok(operation) => {
                    of.at += cursor.at;
                    return Ok(Some(operation));
                }
                Err(CodeError::Invalid(problem)) => return Err(self.damaged(actor, problem)),
                Err(CodeError::Incomplete) => {
                    if !self.fill(actor)? {
                        return self.ended(actor);
                    }
                }
            }
        }
    }

    /// Reads an actor's next part.
    #[cold]
    fn fill(&mut self, actor: ActorId) -> Result<bool, String> {
        let of = &mut self.actors[actor.index()];
        of.bytes.drain(..of.at);
        of.at = 0;
        of.part += 1;
        self.reader.append(of.recorded, of.part - 1, &mut of.bytes).map_err(|error| error.to_string())
    }

    /// There are no more parts: an operation may have been cut in a recording that was. Ranks of a program that aborted have no
    /// end of their own.
    fn ended(&mut self, actor: ActorId) -> Result<Option<Operation>, String> {
        let cut = self.reader.closing().is_none_or(|closing| !closing.all_ended);
        if cut { Ok(None) } else { Err(self.damaged(actor, "its operations end before the rank does")) }
    }

    /// What a rank without an end of its own posts at the end of what was recorded.
    fn cut_short(&self) -> Post {
        let (name, whole) = (self.reader.name(), self.is_whole());
        let why = if whole {
            "ends where the program was aborted"
        } else {
            "is incomplete (the recording was stopped or killed)"
        };
        Post::CutShort { text: format!("{name} {why}").into() }
    }

    #[cold]
    fn damaged(&self, actor: ActorId, problem: &str) -> String {
        let recorded = self.actors[actor.index()].recorded;
        format!("{}: rank {recorded}: {problem}; the trace is damaged", self.reader.name())
    }

    /// Posts what an operation says; whether the actor stops there.
    fn step(
        &mut self,
        actor: ActorId,
        thread: u32,
        operation: Operation,
        posts: &mut Vec<Post>,
    ) -> Result<bool, String> {
        let context = Context { own: &self.own, actors: self.reader.actors(), id: actor };
        let of = &mut self.actors[actor.index()];
        of.step(thread, operation, &context, posts).map_err(|problem| self.damaged(actor, problem))
    }

    /// Runs an actor with one thread up to the next post that demands an answer.
    fn run(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> Result<RankState, String> {
        loop {
            let context = Context { own: &self.own, actors: self.reader.actors(), id: actor };
            match self.actors[actor.index()].make_frequent(&context, posts) {
                Ok(true) => return Ok(RankState::Blocked),
                // Other operations may depend on the answer.
                Ok(false) if posts.last().is_some_and(Post::demands_answer) => return Ok(RankState::Blocked),
                Ok(false) => {}
                Err(problem) => return Err(self.damaged(actor, problem)),
            }
            match self.next(actor)? {
                None => {
                    posts.push(self.cut_short());
                    return Ok(RankState::Finished(0));
                }
                Some(Operation::End(status)) => return Ok(RankState::Finished(status)),
                Some(Operation::Threads { after }) => {
                    self.begin_threads(actor, after)?;
                    return Ok(RankState::Threaded);
                }
                Some(operation) => {
                    if self.step(actor, 0, operation, posts)? {
                        return Ok(RankState::Blocked);
                    }
                }
            }
        }
    }
}

/// A warning of a trace that was cut short.
fn half_recorded(file: &str) -> String {
    format!(
        "{file}: the recording ends before the program did (it was stopped or killed); what ranks did later is missing"
    )
}

fn fatal(text: String, posts: &mut Vec<Post>) -> RankState {
    posts.push(Post::Fatal { text: text.into() });
    RankState::Blocked
}

impl RankDriver for PostsReplay {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        if let Some(text) = self.warning.take() {
            posts.push(Post::Warning { text: text.into() });
        }
        let of = &mut self.actors[actor.index()];
        if of.threads.is_some() {
            return self.resume_thread(actor, 0, answer, posts);
        }
        if of.answer(0, answer, posts) {
            return RankState::Blocked;
        }
        self.run(actor, posts).unwrap_or_else(|problem| fatal(problem, posts))
    }

    fn threaded(&mut self) -> Option<&mut dyn ThreadedDriver> {
        Some(self)
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("a trace has no data to be reduced");
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some(self.reader.progress())
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        let sites = self.reader.closing().map_or(&[][..], |closing| &closing.sites);
        sites.get(site.0 as usize).cloned().unwrap_or_else(|| format!("call site {}", site.0))
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, _: &[HostId]) -> Result<(), SpawnError> {
        let refused = |reason: &str| SpawnError::Refused(reason.to_owned());
        // The operation says in the call which ranks of the recording they are.
        let recorded = std::str::from_utf8(&call.folder).ok().and_then(|text| text.parse::<u32>().ok());
        let recorded = recorded.ok_or_else(|| refused("the recorded program could not start them"))?;
        let count = u32::try_from(call.ranks()).unwrap_or(u32::MAX);
        let end = recorded.checked_add(count).filter(|end| *end as usize <= self.own.len());
        let fresh = |own: &[Option<u32>]| own.iter().all(Option::is_none);
        let Some(own) = end.map(|end| &mut self.own[recorded as usize..end as usize]).filter(|own| fresh(own)) else {
            return Err(refused("the trace has no such ranks"));
        };
        own.iter_mut().zip(first.0..).for_each(|(own, actor)| *own = Some(actor));
        // Threads have numbers of actors, too, but are never resumed by them.
        self.actors.truncate(first.index());
        self.actors.resize_with(first.index(), || Actor::new(u32::MAX));
        self.actors.extend((recorded..recorded + count).map(Actor::new));
        Ok(())
    }
}

impl ThreadedDriver for PostsReplay {
    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        match self.answer_thread(rank, thread, answer) {
            Ok(()) => RankState::Threaded,
            Err(problem) => {
                let of = &mut self.actors[rank.index()];
                of.fail(thread, problem);
                _ = posts;
                RankState::Threaded
            }
        }
    }

    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        self.actors[rank.index()].take_posts()
    }
}
