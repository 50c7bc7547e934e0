//! Ranks with several threads that call MPI. Each thread is an actor with its own clock, current call and wait state. All
//! threads of a rank share the rank's requests, message matching and communicators.
//!
//! Each thread sends its requests to the engine (*posts*) in batches, which the engine gets in the order in which the threads
//! made their calls. The batches of a rank take effect one after another: a batch begins at the instant at which the previous
//! batch has ended or blocks. So the threads of a rank pass through the MPI library one at a time, and no call affects another
//! thread before the instant at which the call is made (docs/models/threads.md).

use crate::actor::{Actor, ThreadState};
use crate::engine::Engine;
use ops::{NamedBlock, ThreadPosts};
use units::ActorId;

impl Engine<'_> {
    /// Takes what the threads of a rank have posted from the driver. A thread that has been resumed and has posted nothing has left its
    /// call, and is in the program.
    pub(crate) fn take_thread_posts(&mut self, rank: ActorId, resumed: Option<ActorId>) {
        self.core.give_up_dividing("a rank has several threads");
        let ThreadPosts { batches, exit, running } = self.core.driver.take_posts(rank);
        // The rank's first threads begin in a block that it has begun.
        let alone = !self.core.actors[rank].thread.multithreaded;
        let named = if alone { self.block_labels.current(rank.0) } else { NamedBlock::default() };
        let batches: Vec<_> =
            batches.into_iter().map(|(number, posts)| (self.thread_actor(rank, number, named), posts)).collect();
        if let Some(id) = resumed
            && batches.iter().all(|&(poster, _)| poster != id)
        {
            self.core.end_call(id);
            self.core.actors.vitals_mut(id).progress.inside = false;
        }
        let thread = &mut self.core.actors[rank].thread;
        thread.multithreaded = true;
        let threads = thread.all.get_or_insert_default();
        threads.batches.extend(batches);
        threads.exit = threads.exit.or(exit);
        if running && !self.running_threads.contains(&rank) {
            self.running_threads.push(rank);
        }
        self.next_batch(rank);
    }

    /// The actor of a thread, created with its first post. `named`: the name of the block that it begins in.
    fn thread_actor(&mut self, rank: ActorId, number: u32, named: NamedBlock) -> ActorId {
        if number == 0 {
            return rank;
        }
        let next = ActorId::from_index(self.core.actors.len());
        let owner = &mut self.core.actors[rank];
        let id = *owner.thread.all.get_or_insert_default().others.entry(number).or_insert(next);
        if id == next {
            let endpoint = self.core.actors.vitals(rank).endpoint;
            let thread = ThreadState::further(rank, number);
            self.core.actors.push(Actor { thread, ..Actor::default() }, endpoint);
            if named.name > 0 {
                self.block_labels.begin(id.0, named);
            }
        }
        id
    }

    /// Begins the next batch, unless one is under way. After the last one the rank ends, if its process has ended.
    fn next_batch(&mut self, rank: ActorId) {
        let Some(threads) = self.core.actors[rank].thread.all.as_mut() else { return };
        if threads.turn.is_some() {
            return;
        }
        if let Some((id, posts)) = threads.batches.pop_front() {
            threads.turn = Some(id);
            let actor = &mut self.core.actors[id];
            let old = actor.posts.replace(posts);
            actor.thread.holds_turn = true;
            self.recycle_posts(old);
            self.core.ready.push_back(id);
        } else if let Some(status) = threads.exit.take() {
            self.end_threads(rank, status);
        }
    }

    /// The batch of a thread has ended or blocks.
    pub(crate) fn end_batch(&mut self, id: ActorId) {
        self.core.actors[id].thread.holds_turn = false;
        let rank = self.core.actors.rank_actor(id);
        if let Some(threads) = self.core.actors[rank].thread.all.as_mut() {
            threads.turn = None;
        }
        self.next_batch(rank);
    }

    /// The process of a rank has ended, whatever its threads were doing.
    fn end_threads(&mut self, rank: ActorId, status: i32) {
        let threads: Vec<ActorId> = self.core.actors.threads_of(rank).collect();
        for &id in &threads {
            let actor = &mut self.core.actors[id];
            actor.waiting = None;
            actor.answer.due = false;
            actor.life.done = true;
            self.core.end_call(id);
        }
        self.core.pollers.remove(&threads);
        self.core.actors[rank].life.exit = Some(status);
        self.rank_ended(rank);
    }

    /// Asks for the posts of threads that were still running, once nothing else can happen. True if there may be some.
    pub(crate) fn poll_running_threads(&mut self) -> bool {
        let Some(rank) = self.running_threads.pop() else { return false };
        if !self.core.actors[rank].life.done {
            self.take_thread_posts(rank, None);
        }
        true
    }
}
