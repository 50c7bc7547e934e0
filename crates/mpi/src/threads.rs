//! Lanes: the threads of a rank that call MPI, each with a clock, a call and a wait of its own. Requests, matching and
//! communicators are the rank's.
//!
//! What the lanes of a rank have posted between two of its answers comes in batches, in the order in which the calls were
//! made. They take effect one after another: a batch begins once the one before has been done as far as its lane can go,
//! at the instant at which that was. So whatever one thread has told another to do comes after it, and the calls of a
//! rank's threads go through its library one at a time (docs/models/threads.md).

use crate::actor::Actor;
use crate::engine::Engine;
use ops::{Post, ThreadPosts};
use std::collections::{BTreeMap, VecDeque};
use units::{ActorId, Time};

/// Which lane of which rank an actor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreadOf {
    pub(crate) rank: ActorId,
    pub(crate) number: u32,
}

/// What a rank with several lanes has beside its actor.
#[derive(Debug, Default)]
pub(crate) struct RankThreads {
    /// The actors of lanes but the first, by number.
    others: BTreeMap<u32, ActorId>,
    /// Batches that have not begun.
    batches: VecDeque<(ActorId, Vec<Post>)>,
    /// The lane whose batch is being done.
    turn: Option<ActorId>,
    /// How the rank has ended, once all batches are done.
    exit: Option<i32>,
    /// Whether a thread runs that may post more unasked.
    running: bool,
}

impl Engine<'_> {
    /// The rank that an actor belongs to: itself, but for lanes.
    #[inline]
    pub(crate) fn rank_of(&self, id: ActorId) -> ActorId {
        self.actors[id.index()].thread.map_or(id, |thread| thread.rank)
    }

    /// A rank's actors: itself, then its other lanes.
    pub(crate) fn threads_of(&self, rank: ActorId) -> impl Iterator<Item = ActorId> + '_ {
        let others = self.actors[rank.index()].threads.iter().flat_map(|threads| threads.others.values().copied());
        std::iter::once(rank).chain(others)
    }

    /// The number of ranks.
    pub(crate) fn ranks(&self) -> usize {
        self.actors.len() - self.thread_actors
    }

    /// Takes what the driver has of the lanes of a rank.
    pub(crate) fn take_thread_posts(&mut self, rank: ActorId) {
        let driver = self.driver.threaded().expect("only a driver with threads has such ranks");
        let ThreadPosts { batches, exit, running } = driver.take_posts(rank);
        let batches: Vec<_> =
            batches.into_iter().map(|(number, posts)| (self.thread_actor(rank, number), posts)).collect();
        let actor = &mut self.actors[rank.index()];
        actor.multithreaded = true;
        let threads = actor.threads.get_or_insert_default();
        threads.batches.extend(batches);
        threads.exit = threads.exit.or(exit);
        threads.running = running;
        if running && !self.running_threads.contains(&rank) {
            self.running_threads.push(rank);
        }
        self.next_batch(rank);
    }

    /// The actor of a lane, made when it is first heard of.
    fn thread_actor(&mut self, rank: ActorId, number: u32) -> ActorId {
        if number == 0 {
            return rank;
        }
        let next = ActorId::from_index(self.actors.len());
        let owner = &mut self.actors[rank.index()];
        let endpoint = owner.endpoint;
        let id = *owner.threads.get_or_insert_default().others.entry(number).or_insert(next);
        if id == next {
            let thread = Some(ThreadOf { rank, number });
            self.actors.push(Actor { endpoint, thread, multithreaded: true, ..Actor::default() });
            self.thread_actors += 1;
        }
        id
    }

    /// Lets the next batch begin if none is being done. With the last one ends the rank, if its process has ended.
    fn next_batch(&mut self, rank: ActorId) {
        let Some(threads) = self.actors[rank.index()].threads.as_mut() else { return };
        if threads.turn.is_some() {
            return;
        }
        if let Some((id, posts)) = threads.batches.pop_front() {
            threads.turn = Some(id);
            let actor = &mut self.actors[id.index()];
            let old = std::mem::replace(&mut actor.posts, posts);
            (actor.next_post, actor.holds_turn) = (0, true);
            self.recycle_posts(old);
            self.ready.push_back(id);
        } else if let Some(status) = threads.exit.take() {
            self.end_threads(rank, status);
        }
    }

    /// The batch of a lane is done as far as it can go.
    pub(crate) fn end_batch(&mut self, id: ActorId) {
        self.actors[id.index()].holds_turn = false;
        let rank = self.rank_of(id);
        if let Some(threads) = self.actors[rank.index()].threads.as_mut() {
            threads.turn = None;
        }
        self.next_batch(rank);
    }

    /// The process of a rank has ended, whatever its threads were doing.
    fn end_threads(&mut self, rank: ActorId, status: i32) {
        let threads: Vec<ActorId> = self.threads_of(rank).collect();
        for &id in &threads {
            let actor = &mut self.actors[id.index()];
            actor.waiting = None;
            actor.answer_due = false;
            actor.done = true;
            self.end_call(id);
        }
        self.parked_pollers.retain(|id| !threads.contains(id));
        self.actors[rank.index()].exit = Some(status);
        self.rank_ended(rank);
    }

    /// Asks ranks of which threads were still running what has come of it, once nothing else can happen. True if
    /// something has, or may still.
    pub(crate) fn poll_running_threads(&mut self) -> bool {
        let Some(rank) = self.running_threads.pop() else { return false };
        if !self.actors[rank.index()].done {
            self.take_thread_posts(rank);
        }
        true
    }
}

impl Actor {
    /// Whether a lane's batch, which it has the turn for, is done as far as it can go: what is left only waits, or lets
    /// time pass.
    #[inline]
    pub(crate) fn batch_is_exhausted(&self, now: Time) -> bool {
        let left = self.posts.get(self.next_post as usize..).unwrap_or_default();
        let waits_for_clock =
            matches!(left, [Post::Now | Post::Arrive]) && self.launch.is_none() && self.cpu_until > now;
        self.waiting.is_some() || self.answer_due || waits_for_clock
    }
}
