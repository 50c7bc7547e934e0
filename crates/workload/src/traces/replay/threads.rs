//! Replays ranks in which several threads call MPI.
//!
//! A recording says which requests followed each answer that the engine gave to a thread. These are requests of the thread
//! itself, and requests of other threads that the thread released. The replay makes these requests once the thread has its
//! answer. So dependencies between threads are kept, whatever the order of answers.

use super::Replay;
use crate::traces::operation::Operation;
use crate::traces::source::Source;
use ops::{Answer, Post, ThreadPosts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use units::ActorId;

/// Operations of threads, in the order of their calls.
#[derive(Debug, Default)]
struct Calls {
    batches: Vec<(u32, Vec<Operation>)>,
    exit: Option<i32>,
}

/// The threads of a rank.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// Read ahead: what follows a thread's next answers.
    ahead: FxHashMap<u32, VecDeque<Calls>>,
    /// Operations of threads that still wait for an answer.
    deferred: FxHashMap<u32, VecDeque<Vec<Operation>>>,
    blocked: FxHashSet<u32>,
    /// Posts to be handed over.
    ready: Vec<(u32, Vec<Post>)>,
    exit: Option<i32>,
}

impl<S: Source> Replay<S> {
    pub(super) fn take_thread_posts(&mut self, rank: ActorId) -> ThreadPosts {
        let Some(threads) = self.actors[rank.index()].threads.as_deref_mut() else { return ThreadPosts::default() };
        let over = threads.deferred.values().all(VecDeque::is_empty);
        let exit = if over { threads.exit.take() } else { None };
        ThreadPosts { batches: std::mem::take(&mut threads.ready), exit, running: false }
    }

    /// The trace can't be replayed on.
    pub(super) fn fail_thread(&mut self, rank: ActorId, thread: u32, problem: String) {
        self.threads(rank).ready.push((thread, vec![Post::Fatal { text: problem.into() }]));
    }

    fn threads(&mut self, rank: ActorId) -> &mut Threads {
        self.actors[rank.index()].threads.get_or_insert_default()
    }

    /// The rank has several threads from here on.
    pub(super) fn begin_threads(&mut self, rank: ActorId, after: Option<u32>) -> Result<(), String> {
        self.threads(rank);
        let calls = self.read_calls(rank)?;
        if after == Some(0) {
            self.release(rank, calls)
        } else {
            Err(self.wrong(rank, "threads that begin without the first one"))
        }
    }

    /// A thread has its answer.
    pub(super) fn answer_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer) -> Result<(), String> {
        let mut posts = Vec::new();
        if self.actors[rank.index()].names.answer(thread, answer, &mut posts) {
            self.threads(rank).ready.push((thread, posts));
            return Ok(());
        }
        self.threads(rank).blocked.remove(&thread);
        while let Some(operations) = self.deferred(rank, thread) {
            self.perform(rank, thread, operations)?;
        }
        match self.calls_after(rank, thread)? {
            Some(calls) => self.release(rank, calls),
            None => {
                let cut = self.cut_short();
                let threads = self.threads(rank);
                if threads.blocked.is_empty() && threads.ahead.values().all(VecDeque::is_empty) {
                    if threads.exit.is_none() {
                        threads.ready.push((thread, vec![cut]));
                    }
                    threads.exit = threads.exit.or(Some(0));
                }
                Ok(())
            }
        }
    }

    /// What was deferred of a thread that does not wait.
    fn deferred(&mut self, rank: ActorId, thread: u32) -> Option<Vec<Operation>> {
        let threads = self.threads(rank);
        if threads.blocked.contains(&thread) {
            return None;
        }
        threads.deferred.get_mut(&thread)?.pop_front()
    }

    /// Hands over operations, or defers those of threads that still wait.
    fn release(&mut self, rank: ActorId, calls: Calls) -> Result<(), String> {
        for (thread, operations) in calls.batches {
            let threads = self.threads(rank);
            let waits = threads.blocked.contains(&thread)
                || threads.deferred.get(&thread).is_some_and(|deferred| !deferred.is_empty());
            if waits {
                threads.deferred.entry(thread).or_default().push_back(operations);
            } else {
                self.perform(rank, thread, operations)?;
            }
        }
        let threads = self.threads(rank);
        threads.exit = threads.exit.or(calls.exit);
        Ok(())
    }

    fn perform(&mut self, rank: ActorId, thread: u32, operations: Vec<Operation>) -> Result<(), String> {
        let mut posts = Vec::new();
        let count = operations.len();
        for (at, operation) in operations.into_iter().enumerate() {
            if self.step(rank, thread, operation, &mut posts)? {
                self.threads(rank).blocked.insert(thread);
                if at + 1 < count {
                    return Err(self.wrong(rank, "a thread that goes on without its answer"));
                }
            }
        }
        self.threads(rank).ready.push((thread, posts));
        Ok(())
    }

    /// What follows the next answer to a thread: reads on until it is found.
    fn calls_after(&mut self, rank: ActorId, thread: u32) -> Result<Option<Calls>, String> {
        loop {
            let found = self.threads(rank).ahead.get_mut(&thread).and_then(VecDeque::pop_front);
            if found.is_some() {
                return Ok(found);
            }
            match self.next(rank)? {
                None => return Ok(None),
                Some(Operation::Threads { after: Some(after) }) => {
                    let calls = self.read_calls(rank)?;
                    self.threads(rank).ahead.entry(after).or_default().push_back(calls);
                }
                Some(_) => return Err(self.wrong(rank, "posts between those of threads")),
            }
        }
    }

    /// Reads the rest of a group of calls, and what threads post unasked after it.
    fn read_calls(&mut self, rank: ActorId) -> Result<Calls, String> {
        let mut calls = Calls::default();
        loop {
            match self.next(rank)? {
                Some(Operation::Thread(thread)) => calls.batches.push((thread, Vec::new())),
                Some(Operation::EndThreads { exit }) => {
                    calls.exit = calls.exit.or(exit);
                    if calls.exit.is_some() || !self.source.unasked_follows(self.actors[rank.index()].recorded)? {
                        return Ok(calls);
                    }
                    self.next(rank)?;
                }
                Some(operation) => match calls.batches.last_mut() {
                    Some((_, operations)) => operations.push(operation),
                    None => return Err(self.wrong(rank, "posts of no thread")),
                },
                // The rest of a recording that was cut.
                None => return Ok(calls),
            }
        }
    }
}
