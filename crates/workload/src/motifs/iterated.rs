//! The common driver of motifs that repeat an iteration of a few steps: a motif only lists a rank's calls in each step.

use super::parameter::{MotifError, Values};
use crate::calls::{self, Message};
use ops::{
    Answer, Buffer, CallSite, CollectiveCall, CommId, Elements, Enter, Function, Post, RankDriver, RankState,
    RequestId, RequestSet, SendMode, Work,
};
use units::ActorId;

/// The steps that ranks repeat.
pub(super) trait Iteration {
    /// The motif's name.
    const NAME: &'static str;
    /// The functions that it calls, in the order of its program; a call site is its place here. `MPI_Init` comes first,
    /// `MPI_Finalize` last.
    const CALLS: &'static [Function];

    /// Steps of an iteration; 0 if there is nothing to do.
    fn steps(&self) -> u32;

    /// The calls of a rank in a step. At most the last of them waits.
    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>);
}

/// [`Iteration::CALLS`] of motifs whose ranks exchange messages and reduce.
pub(super) const EXCHANGE_AND_REDUCTION: &[Function] =
    &[Function::Init, Function::Irecv, Function::Isend, Function::Waitall, Function::Allreduce, Function::Finalize];

/// [`Iteration::CALLS`] of motifs whose ranks exchange messages in phases.
pub(super) const EXCHANGE_IN_PHASES: &[Function] =
    &[Function::Init, Function::Pcontrol, Function::Irecv, Function::Isend, Function::Waitall, Function::Finalize];

/// Calls of one rank, as posts.
pub(super) struct Calls<'a> {
    posts: &'a mut Vec<Post>,
    functions: &'static [Function],
    /// Computation since the last call.
    block: Work,
    /// Requests that are not waited for yet.
    requests: u32,
    waits: bool,
}

impl Calls<'_> {
    /// Adds computation before the next call, behind computation that precedes it already.
    pub(super) fn compute(&mut self, work: Work) {
        self.block = match (self.block, work) {
            (Work::Time(one), Work::Time(other)) => Work::Time(one.saturating_add(other)),
            (Work::Flops(one), Work::Flops(other)) => Work::Flops(one.saturating_add(other)),
            (block, work) => {
                debug_assert!(block.is_none() || work.is_none(), "one kind of work between two calls");
                if work.is_none() { block } else { work }
            }
        };
    }

    #[inline]
    fn call(&mut self, site: u32) -> Enter {
        debug_assert!(!self.waits, "a step goes on after a call that waits");
        let block = std::mem::replace(&mut self.block, Work::NONE);
        Enter { function: self.functions[site as usize], site: CallSite(site), block }
    }

    #[inline]
    fn enter(&mut self, site: u32) {
        let Enter { function, site, block } = self.call(site);
        self.posts.push(Post::Enter { function, site, block });
    }

    #[inline]
    fn request(&mut self) -> RequestId {
        self.requests += 1;
        RequestId(self.requests - 1)
    }

    fn wait(&mut self, set: RequestSet) {
        self.posts.push(calls::wait(set));
        self.waits = true;
        self.requests = 0;
    }

    /// `wt_phase` from this site: an `MPI_Pcontrol`.
    pub(super) fn phase(&mut self, site: u32, name: &str) {
        self.enter(site);
        self.posts.push(Post::Phase { name: name.into() });
    }

    /// `MPI_Irecv` from this site.
    pub(super) fn irecv(&mut self, site: u32, source: u32, tag: i32, bytes: u64) {
        self.enter(site);
        let request = self.request();
        self.posts.push(message(source, tag, bytes).received(request));
    }

    /// `MPI_Recv` from this site.
    pub(super) fn recv(&mut self, site: u32, source: u32, tag: i32, bytes: u64) {
        let (call, request, comm) = (self.call(site), self.request(), CommId::WORLD);
        let (source, buffer, elements) = (source as i32, Buffer::of_bytes(bytes), Elements::Any);
        self.posts.push(Post::BlockingRecv { call, request, comm, source, tag, buffer, elements });
        (self.waits, self.requests) = (true, 0);
    }

    /// `MPI_Isend` from this site.
    pub(super) fn isend(&mut self, site: u32, peer: u32, tag: i32, bytes: u64) {
        self.enter(site);
        let request = self.request();
        self.posts.push(message(peer, tag, bytes).sent(request, SendMode::Standard));
    }

    /// `MPI_Send` from this site.
    pub(super) fn send(&mut self, site: u32, peer: u32, tag: i32, bytes: u64) {
        let (call, request, comm) = (self.call(site), self.request(), CommId::WORLD);
        let (buffer, mode, elements) = (Buffer::of_bytes(bytes), SendMode::Standard, Elements::Any);
        self.posts.push(Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements });
        (self.waits, self.requests) = (true, 0);
    }

    /// `MPI_Wait` from this site for the first request of the step before.
    pub(super) fn wait_first(&mut self, site: u32) {
        self.enter(site);
        self.wait(RequestSet::One(RequestId(0)));
    }

    /// `MPI_Waitall` from this site for all requests.
    pub(super) fn waitall(&mut self, site: u32) {
        self.enter(site);
        if self.requests > 0 {
            self.wait(RequestSet::Many((0..self.requests).map(RequestId).collect()));
        }
    }

    /// `MPI_Barrier` from this site.
    pub(super) fn barrier(&mut self, site: u32) {
        self.collective(site, calls::barrier());
    }

    /// A blocking collective operation from this site.
    pub(super) fn collective(&mut self, site: u32, call: CollectiveCall) {
        self.enter(site);
        self.posts.extend(calls::blocking(RequestId(0), CommId::WORLD, Box::new(call)));
        (self.waits, self.requests) = (true, 0);
    }

    /// `MPI_Allreduce` from this site: a sum of doubles.
    pub(super) fn allreduce(&mut self, site: u32, bytes: u64) {
        self.collective(site, calls::sum_to_all(bytes));
    }
}

fn message(peer: u32, tag: i32, bytes: u64) -> Message {
    Message { comm: CommId::WORLD, peer: peer as i32, tag, bytes, blocking: false }
}

/// The next step of a rank. A pair, as a resumption is too short for a division.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    iteration: u32,
    /// Its number from 1; 0 before the first, [`ENDED`] after the last.
    step: u32,
}

const ENDED: u32 = u32::MAX;

/// Such a motif as a driver of ranks.
pub(super) struct Iterated<I> {
    iteration: I,
    iterations: u32,
    ranks: Vec<Next>,
    done: u64,
}

impl<I: Iteration + 'static> Iterated<I> {
    /// The driver of a motif with the parameter `iterations`.
    pub(super) fn build(
        ranks: u32,
        values: &Values,
        new: fn(u32, &Values) -> Result<I, MotifError>,
    ) -> Result<Box<dyn RankDriver>, MotifError> {
        let iterations = values.number("iterations")?.unwrap_or(0);
        Ok(Box::new(Self::new(new(ranks, values)?, iterations, ranks)))
    }

    fn new(iteration: I, iterations: u32, ranks: u32) -> Self {
        Self { iteration, iterations, ranks: vec![Next::default(); ranks as usize], done: 0 }
    }
}

impl<I: Iteration> RankDriver for Iterated<I> {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let (steps, next) = (self.iteration.steps(), &mut self.ranks[actor.index()]);
        let mut calls = Calls { posts, functions: I::CALLS, block: Work::NONE, requests: 0, waits: false };
        if next.step == 0 {
            calls.enter(0);
            calls.posts.push(Post::Init);
            next.step = 1;
        }
        assert!(next.step != ENDED, "a rank that has ended is resumed");
        while steps > 0 && next.iteration < self.iterations && !calls.waits {
            self.iteration.step(actor.0, next.iteration, next.step - 1, &mut calls);
            next.step += 1;
            if next.step > steps {
                *next = Next { iteration: next.iteration + 1, step: 1 };
                self.done += 1;
            }
        }
        if calls.waits {
            return RankState::Blocked;
        }
        calls.enter(I::CALLS.len() as u32 - 1);
        calls.posts.push(Post::Finalize);
        next.step = ENDED;
        RankState::Finished(0)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some((self.done, u64::from(self.iterations) * self.ranks.len() as u64))
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("{}, {}", I::NAME, I::CALLS[site.0 as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Idle;

    impl Iteration for Idle {
        const NAME: &'static str = "idle";
        const CALLS: &'static [Function] = &[Function::Init, Function::Finalize];

        fn steps(&self) -> u32 {
            0
        }

        fn step(&self, _: u32, _: u32, step: u32, _: &mut Calls<'_>) {
            panic!("unexpected step {step}");
        }
    }

    #[test]
    fn without_steps_a_rank_starts_and_ends() {
        let mut posts = Vec::new();
        let ended = Iterated::new(Idle, 7, 1).resume(ActorId(0), &Answer::default(), &mut posts);
        assert_eq!(ended, RankState::Finished(0));
        assert!(
            matches!(posts[..], [Post::Enter { .. }, Post::Init, Post::Enter { .. }, Post::Finalize]),
            "{posts:?}"
        );
    }
}
