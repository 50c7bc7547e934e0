//! Replays traces of all formats. The reader of a format delivers the operations of each rank; the replay converts them to
//! requests to the engine (posts).

mod check;
mod names;
#[cfg(test)]
mod tests;
mod threads;

use super::operation::{Made, Operation};
use super::source::Source;
use crate::limits::BATCH;
pub(crate) use check::Checked;
pub(crate) use names::{Context, Names};
use ops::{Answer, CallSite, Post, RankDriver, RankState, SpawnCall, SpawnError, ThreadPosts};
use std::collections::VecDeque;
use threads::Threads;
use units::{ActorId, HostId};

/// Replays what a trace says of its ranks, which are actors 0 to P-1.
#[derive(Debug)]
pub(crate) struct Replay<S> {
    source: S,
    /// What has been read of the rank that runs.
    made: Made,
    actors: Vec<Actor>,
    /// The actor of this run for each rank of the trace, if it has begun.
    own: Vec<Option<u32>>,
    /// To be reported by the rank that runs first.
    warnings: Vec<String>,
}

/// A rank being replayed.
#[derive(Debug)]
struct Actor {
    /// Its number in the trace.
    recorded: u32,
    names: Names,
    /// What has been read of its operations and waits for an answer.
    rest: VecDeque<Operation>,
    threads: Option<Box<Threads>>,
}

impl Actor {
    fn new(recorded: u32) -> Self {
        Self { recorded, names: Names::default(), rest: VecDeque::new(), threads: None }
    }
}

impl<S: Source> Replay<S> {
    pub(crate) fn new(mut source: S) -> Self {
        let ranks = source.ranks();
        let mut own: Vec<Option<u32>> = (0..ranks).map(Some).collect();
        own.resize(source.actors() as usize, None);
        let warnings = source.warnings();
        Self { source, made: Made::default(), actors: (0..ranks).map(Actor::new).collect(), own, warnings }
    }

    /// The next operation of an actor with threads; none where the trace ends before the rank.
    fn next(&mut self, actor: ActorId) -> Result<Option<Operation>, String> {
        if self.made.rest.is_empty() {
            self.source.read(self.actors[actor.index()].recorded, &mut self.made)?;
        }
        Ok(self.made.rest.pop_front())
    }

    #[cold]
    fn wrong(&self, actor: ActorId, problem: &str) -> String {
        self.source.wrong(self.actors[actor.index()].recorded, problem)
    }

    /// What a rank without an end of its own posts at the end of its operations.
    fn cut_short(&self) -> Post {
        Post::CutShort { text: self.source.cut_short().into() }
    }

    /// Posts what an operation says; whether the actor stops there.
    fn step(
        &mut self,
        actor: ActorId,
        thread: u32,
        operation: Operation,
        posts: &mut Vec<Post>,
    ) -> Result<bool, String> {
        let context = context::<S>(&self.own, actor);
        let names = &mut self.actors[actor.index()].names;
        names.step(thread, operation, &context, posts).map_err(|problem| self.wrong(actor, problem))
    }

    /// Takes the answer to an actor with one thread, and runs it up to the next post that demands an answer.
    fn go_on(&mut self, actor: ActorId, answer: &Answer) -> Result<RankState, String> {
        let Actor { recorded, names, rest, .. } = &mut self.actors[actor.index()];
        if names.answer(0, answer, &mut self.made.posts) {
            return Ok(RankState::Blocked);
        }
        if !rest.is_empty() {
            std::mem::swap(&mut self.made.rest, rest);
        }
        let begin = self.made.posts.len();
        self.made.taken = begin;
        self.source.answered(*recorded, answer, &mut self.made)?;
        loop {
            if let Some(state) = self.take_made(actor)? {
                return Ok(state);
            }
            if self.made.posts.len() - begin >= BATCH {
                self.made.posts.push(Post::ReadClock);
                return Ok(RankState::Blocked);
            }
            let Actor { recorded, names, .. } = &mut self.actors[actor.index()];
            match self.source.frequent(*recorded, names, &context::<S>(&self.own, actor), &mut self.made.posts) {
                Ok(true) => return Ok(RankState::Blocked),
                Ok(false) => {}
                Err(problem) => return Err(self.wrong(actor, problem)),
            }
            self.made.taken = self.made.posts.len();
            self.source.read(*recorded, &mut self.made)?;
            if self.made.is_empty() {
                self.made.posts.push(self.cut_short());
                return Ok(RankState::Finished(0));
            }
        }
    }

    /// Takes what has been read; what the actor does, unless more is to be read.
    #[inline]
    fn take_made(&mut self, actor: ActorId) -> Result<Option<RankState>, String> {
        let context = context::<S>(&self.own, actor);
        let names = &mut self.actors[actor.index()].names;
        let mut admitted = self.made.taken;
        let checked = self.made.posts[admitted..].iter_mut().try_for_each(|post| {
            names.admit(post, &context)?;
            admitted += 1;
            Ok(())
        });
        if let Err(problem) = checked {
            // Neither it nor what follows reaches the engine.
            self.made.posts.truncate(admitted);
            return Err(self.wrong(actor, problem));
        }
        if self.made.rest.is_empty() {
            let stops = std::mem::take(&mut self.made.stops);
            return Ok(stops.then_some(RankState::Blocked));
        }
        self.take_rest(actor)
    }

    /// Takes what comes after plain posts.
    fn take_rest(&mut self, actor: ActorId) -> Result<Option<RankState>, String> {
        let mut stops = std::mem::take(&mut self.made.stops);
        while !stops && let Some(operation) = self.made.rest.pop_front() {
            match operation {
                Operation::End(status) => return Ok(Some(RankState::Finished(status))),
                Operation::Threads { after } => {
                    self.begin_threads(actor, after)?;
                    return Ok(Some(RankState::Threaded));
                }
                operation => {
                    let context = self::context::<S>(&self.own, actor);
                    let names = &mut self.actors[actor.index()].names;
                    let stopped = names.step(0, operation, &context, &mut self.made.posts);
                    stops = stopped.map_err(|problem| self.wrong(actor, problem))?;
                }
            }
        }
        if stops && !self.made.rest.is_empty() {
            std::mem::swap(&mut self.made.rest, &mut self.actors[actor.index()].rest);
        }
        Ok(stops.then_some(RankState::Blocked))
    }
}

/// What an actor needs to know of the others.
fn context<S: Source>(own: &[Option<u32>], id: ActorId) -> Context<'_> {
    Context { own, id, exact: S::EXACT }
}

impl<S: Source> RankDriver for Replay<S> {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        posts.extend(self.warnings.drain(..).map(|text| Post::Warning { text: text.into() }));
        if self.actors[actor.index()].threads.is_some() {
            return self.resume_thread(actor, 0, answer, posts);
        }
        std::mem::swap(&mut self.made.posts, posts);
        let state = self.go_on(actor, answer);
        std::mem::swap(&mut self.made.posts, posts);
        state.unwrap_or_else(|problem| {
            posts.push(Post::Fatal { text: problem.into() });
            RankState::Blocked
        })
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, _: &mut Vec<Post>) -> RankState {
        if let Err(problem) = self.answer_thread(rank, thread, answer) {
            self.fail_thread(rank, thread, problem);
        }
        RankState::Threaded
    }

    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        self.take_thread_posts(rank)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        self.source.progress()
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.source.describe_site(site)
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
