//! The common driver of motifs that repeat an iteration of a few steps: a motif only lists a rank's calls in each step.

use crate::calls::{self, Message};
use ops::{
    Answer, CallSite, CollectiveCall, CommId, Function, Post, RankDriver, RankState, RequestId, RequestSet, SendMode,
    Work,
};
use units::ActorId;

/// The steps that ranks repeat.
pub(super) trait Iteration {
    /// The motif's name.
    const NAME: &'static str;
    /// The functions that it calls, in the order of its program; a call site is its place here. `MPI_Init` comes first,
    /// `MPI_Finalize` last.
    const CALLS: &'static [Function];

    /// Steps of an iteration.
    fn steps(&self) -> u32;

    /// The calls of a rank in a step. At most the last of them waits.
    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>);
}

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

    fn enter(&mut self, site: u32) {
        debug_assert!(!self.waits, "a step goes on after a call that waits");
        let block = std::mem::replace(&mut self.block, Work::NONE);
        self.posts.push(Post::Enter { function: self.functions[site as usize], site: CallSite(site), block });
    }

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
        self.start_recv(site, source, tag, bytes, false);
    }

    /// `MPI_Recv` from this site.
    pub(super) fn recv(&mut self, site: u32, source: u32, tag: i32, bytes: u64) {
        let request = self.start_recv(site, source, tag, bytes, true);
        self.wait(RequestSet::One(request));
    }

    fn start_recv(&mut self, site: u32, source: u32, tag: i32, bytes: u64, blocking: bool) -> RequestId {
        self.enter(site);
        let request = self.request();
        self.posts.push(message(source, tag, bytes, blocking).received(request));
        request
    }

    /// `MPI_Isend` from this site.
    pub(super) fn isend(&mut self, site: u32, peer: u32, tag: i32, bytes: u64) {
        self.start_send(site, peer, tag, bytes, false);
    }

    /// `MPI_Send` from this site.
    pub(super) fn send(&mut self, site: u32, peer: u32, tag: i32, bytes: u64) {
        let request = self.start_send(site, peer, tag, bytes, true);
        self.wait(RequestSet::One(request));
    }

    fn start_send(&mut self, site: u32, peer: u32, tag: i32, bytes: u64, blocking: bool) -> RequestId {
        self.enter(site);
        let request = self.request();
        self.posts.push(message(peer, tag, bytes, blocking).sent(request, SendMode::Standard));
        request
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

fn message(peer: u32, tag: i32, bytes: u64, blocking: bool) -> Message {
    Message { comm: CommId::WORLD, peer: peer as i32, tag, bytes, blocking }
}

/// Such a motif as a driver of ranks.
pub(super) struct Iterated<I> {
    iteration: I,
    iterations: u32,
    /// Of each rank: the steps that it has done, one more once it has started, and another one at its end.
    ranks: Vec<u64>,
    done: u64,
}

impl<I: Iteration> Iterated<I> {
    pub(super) fn new(iteration: I, iterations: u32, ranks: u32) -> Self {
        Self { iteration, iterations, ranks: vec![0; ranks as usize], done: 0 }
    }
}

impl<I: Iteration> RankDriver for Iterated<I> {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let steps = self.iteration.steps();
        let all = u64::from(self.iterations) * u64::from(steps);
        let next = &mut self.ranks[actor.index()];
        let mut calls = Calls { posts, functions: I::CALLS, block: Work::NONE, requests: 0, waits: false };
        if *next == 0 {
            calls.enter(0);
            calls.posts.push(Post::Init);
            *next = 1;
        }
        assert!(*next <= all + 1, "a rank that has ended is resumed");
        while *next <= all && !calls.waits {
            let (iteration, step) = ((*next - 1) / u64::from(steps), (*next - 1) % u64::from(steps));
            self.iteration.step(actor.0, iteration as u32, step as u32, &mut calls);
            *next += 1;
            self.done += u64::from(step + 1 == u64::from(steps));
        }
        if calls.waits {
            return RankState::Blocked;
        }
        calls.enter(I::CALLS.len() as u32 - 1);
        calls.posts.push(Post::Finalize);
        *next += 1;
        RankState::Finished(0)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some((self.done, u64::from(self.iterations) * self.ranks.len() as u64))
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("a motif has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("{}, {}", I::NAME, I::CALLS[site.0 as usize])
    }
}
