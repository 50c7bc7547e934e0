//! Advances an actor (a rank, or a thread of a rank) as far as the current simulated time allows. When the actor's computation
//! is over, its next call to MPI takes effect; when the call is complete, the actor gets the answer and runs on to its next
//! call.

use crate::actor::{Actor, Call, CpuClock, Entering};
use crate::blocks::{BlockNames, ComputeBlock};
use crate::engine::Engine;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::ids::ReceiveId;
use crate::message::{Owner, RecvPost, SendPost};
use crate::phases::{BlockLabels, Phases};
use crate::point_to_point::PointToPoint;
use crate::request::WaitCondition;
use ops::{CallSite, Enter, Post, RankDriver, Record, RequestId, RequestSet, WaitMode, Work};
use units::{ActorId, Time};

impl Actor {
    /// Whether the batch of a thread that has the turn has ended or blocks: the rest only waits, or lets time pass.
    #[inline]
    fn batch_is_exhausted(&self, until: Time, now: Time) -> bool {
        let waits_for_clock = matches!(self.posts.left(), [Post::ReadClock | Post::AwaitClock])
            && self.unpaid_message.is_none()
            && until > now;
        self.waiting.is_some() || self.answer.due || waits_for_clock
    }
}

impl Engine<'_> {
    /// Advances an actor as far as the current instant allows: again and again the first row that applies. The order counts.
    ///
    /// | state | what happens | then |
    /// |---|---|---|
    /// | a thread's batch is exhausted | the turn goes to the next batch | the rows below |
    /// | ended, waiting, or work on a shared core | posts that are done are recycled | return |
    /// | its clock is ahead | the kernel's clock is advanced, or an event is queued for then | below, or return |
    /// | it is entering a call | the call begins (a block before it is over) | again |
    /// | a send's overhead is paid | the message becomes visible | again |
    /// | an answer is due that it does not read (it runs ahead) | the answer is dropped | again |
    /// | an answer is due | the rank runs until it demands the next | again; threads and ranks that run on return |
    /// | there is a post | the post takes effect | again |
    /// | a thread has no posts | the turn goes to the next batch | return |
    /// | a rank has no posts | it has ended | return |
    pub(crate) fn drive(&mut self, id: ActorId) {
        loop {
            let now = self.core.kernel.now();
            let CpuClock { until, tasks, .. } = self.core.actors.vitals(id).cpu;
            let mut actor = &mut self.core.actors[id];
            if actor.thread.holds_turn && actor.batch_is_exhausted(until, now) {
                self.end_batch(id);
                actor = &mut self.core.actors[id];
            }
            if actor.life.done || actor.waiting.is_some() || tasks > 0 {
                return self.rest(id);
            }
            if until > self.core.kernel.now() {
                if !self.core.try_advance_to(until) {
                    self.core.at(until, CLASS_ACTOR, id, Event::Actor(id));
                    return;
                }
                self.core.note_advance(id);
                actor = &mut self.core.actors[id];
            }
            if let Some(entering) = actor.call.entering.take() {
                self.begin_call(id, entering);
            } else if let Some(message) = actor.unpaid_message.take() {
                self.messages.make_request_visible(&mut self.core, message);
            } else if actor.answer.due && actor.posts.runs_ahead() {
                // It has not waited for this answer; what else there is to tell is told with the next.
                actor.answer.due = false;
            } else if actor.answer.due {
                let begun = self.resume(id);
                if begun || self.core.actors[id].thread.multithreaded {
                    // It is collected later, or its batches wait for their turn.
                    return;
                }
            } else if let Some(post) = actor.posts.peek() {
                match *post {
                    Post::BlockingSend { call, .. } | Post::BlockingRecv { call, .. } => {
                        if self.enter_blocking(id, call) && self.start_blocking(id) {
                            return self.rest(id);
                        }
                    }
                    // Frequent posts that own nothing are not moved out of their list.
                    Post::Enter { function, site, block } => {
                        actor.posts.skip();
                        self.enter(id, Enter { function, site, block });
                    }
                    Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements } => {
                        actor.posts.skip();
                        self.enter_progress_engine(id);
                        let post = SendPost { comm, peer, tag, buffer, elements, mode, blocking };
                        self.messages.send(&mut self.core, id, Owner::Request(request), post);
                    }
                    Post::Recv { request, comm, source, tag, buffer, blocking: _, elements } => {
                        actor.posts.skip();
                        self.enter_progress_engine(id);
                        let rank = self.core.actors.rank_actor(id);
                        let post = RecvPost { comm, source, tag, buffer, elements };
                        self.messages.recv(&mut self.core, rank, Owner::Request(request), post);
                    }
                    Post::Wait { set: RequestSet::One(request), mode } => {
                        actor.posts.skip();
                        self.enter_progress_engine(id);
                        self.core.wait(id, RequestSet::One(request), mode);
                    }
                    _ => {
                        let post = actor.posts.take();
                        self.handle_post(id, post);
                    }
                }
            } else if actor.thread.multithreaded {
                if actor.thread.holds_turn {
                    self.end_batch(id);
                }
                return;
            } else {
                self.rank_ended(id);
                return;
            }
            if self.core.outcome.is_some() {
                return;
            }
        }
    }

    /// An actor stops here until what it waits for has happened. Posts that are done are recycled.
    #[inline]
    fn rest(&mut self, id: ActorId) {
        let mut actor = &mut self.core.actors[id];
        if actor.waiting.is_some() {
            self.read_arrivals(id);
            actor = &mut self.core.actors[id];
        }
        if let Some(posts) = actor.posts.take_emptied() {
            self.recycle_posts(posts);
        }
    }

    /// All posts are done: either the rank has finished or (a defect) it never asked for an answer.
    pub(crate) fn rank_ended(&mut self, id: ActorId) {
        self.rank_ended_at(id, self.core.kernel.now());
    }

    /// The same at an instant that is not after now.
    pub(crate) fn rank_ended_at(&mut self, id: ActorId, now: Time) {
        let actor = &mut self.core.actors[id];
        let posts = actor.posts.replace(Vec::new());
        let status = actor.life.exit.expect("a rank that runs on has posted something that demands an answer");
        actor.life.done = true;
        let unfinished = actor.life.initialised && !actor.life.finalised;
        let sessions = actor.life.sessions;
        self.core.end_call_at(id, now);
        self.recycle_posts(posts);
        let left = self.phases.end(id.0, self.dynamic.start_of(id), now);
        self.core.leave_phase(id, left, now);
        self.finished += 1;
        self.core.placement.release(id);
        self.exit_status = self.exit_status.max(status);
        if let Some(cut) = self.core.actors[id].life.cut.clone() {
            let ends = self.core.describe_cut(id.0, &cut);
            self.core.warn(format!("{}: {ends}", cut.text));
        } else if unfinished {
            self.core.warn(format!("rank {id} has ended without MPI_Finalize"));
        }
        if sessions > 0 {
            self.core.warn(format!("rank {id} has ended without MPI_Session_finalize"));
        }
    }

    /// The next post, a blocking send or receive that has been entered, takes effect. Whether its actor waits and that is all.
    #[inline(always)]
    fn start_blocking(&mut self, id: ActorId) -> bool {
        self.enter_progress_engine(id);
        let core = &mut self.core;
        let needs_no_request = core.needs_no_request(id);
        match core.actors[id].posts.peek() {
            Some(&mut Post::BlockingSend { request, comm, peer, tag, buffer, mode, elements, .. }) => {
                let post = SendPost { comm, peer, tag, buffer, elements, mode, blocking: true };
                if needs_no_request && PointToPoint::ends_at_once(core, mode, buffer.bytes) {
                    // The post stays the next one until the overhead is paid.
                    let (message, _) = self.messages.begin_send(core, id, Owner::Call, post);
                    if core.reaches_own_clock(id) {
                        self.messages.make_request_visible(core, message);
                    } else {
                        core.actors[id].unpaid_message = Some(message);
                    }
                } else {
                    self.messages.send(core, id, Owner::Request(request), post);
                    core.await_blocking(id, request);
                }
                false
            }
            Some(&mut Post::BlockingRecv { request, comm, source, tag, buffer, elements, .. }) => {
                let post = RecvPost { comm, source, tag, buffer, elements };
                if !needs_no_request {
                    let rank = core.actors.rank_actor(id);
                    self.messages.recv(core, rank, Owner::Request(request), post);
                    core.await_blocking(id, request);
                    return false;
                }
                let left = core.actors[id].posts.left().len();
                let receive = self.messages.recv(core, id, Owner::Call, post);
                if core.is_working(id, left) {
                    self.messages.give_to_request(core, receive, request);
                    core.await_blocking(id, request);
                    return false;
                }
                core.await_receive(id, left, request, receive)
            }
            _ => unreachable!("the call is the next post until it ends or waits"),
        }
    }

    /// Enters the blocking call of the next post. Returns whether its compute block is done; if not, the post is driven again
    /// once it is.
    #[inline(always)]
    fn enter_blocking(&mut self, id: ActorId, call: Enter) -> bool {
        if std::mem::take(&mut self.core.actors[id].posts.block_done) {
            return true;
        }
        self.enter(id, call);
        let actor = &mut self.core.actors[id];
        if actor.call.entering.is_some() {
            actor.posts.block_done = true;
            return false;
        }
        self.core.outcome.is_none()
    }

    /// Begins a compute block; the call begins when it ends.
    #[inline]
    pub(crate) fn enter(&mut self, id: ActorId, call: Enter) {
        self.enter_at(id, call, self.core.kernel.now());
    }

    /// The same at an instant that is not after now.
    #[inline(always)]
    pub(crate) fn enter_at(&mut self, id: ActorId, call: Enter, start: Time) {
        self.core.end_call_at(id, start);
        self.core.actors.vitals_mut(id).progress.inside = false;
        let free = self.blocks.free.has(call.block);
        let nameless = self.block_labels.none_under_way() && self.samples.none_under_way();
        if free && !self.blocks.records_empty && nameless {
            // There is nothing to tell of the block.
            self.core.actors[id].call.current = Some(Call::new(call.function, call.site, start));
        } else {
            self.begin_block(id, call, free, start);
        }
    }

    #[inline(never)]
    fn begin_block(&mut self, id: ActorId, Enter { function, site, block }: Enter, free: bool, start: Time) {
        let named = self.block_labels.current(id.0);
        let measured = match block {
            // Of a block with a name: a body that is skipped (`wt_sample`).
            Work::Stated(time) if named.name > 0 => {
                self.samples.skip(id, self.core.actors.rank_actor(id), named.name, time);
                Time::ZERO
            }
            work => time_of(work),
        };
        let entering = Entering { function, site, start, measured };
        if !self.samples.none_under_way()
            && let Err(text) = self.samples.enter(id, function, block)
        {
            self.core.fail(id, &text);
            return;
        }
        if free {
            self.samples.note(id, Time::ZERO);
            self.begin_call(id, entering);
            return;
        }
        self.core.actors[id].call.entering = Some(entering);
        let rank = self.core.actors.rank_actor(id);
        let phase = self.core.actors.vitals(rank).phase;
        let block = ComputeBlock { actor: rank, function, site, phase, measured: block, named };
        let mut names = Names { driver: &mut *self.core.driver, phases: &self.phases, labels: &self.block_labels };
        match self.blocks.work(&block, &mut names) {
            Ok(work) => {
                if !self.samples.none_under_way() {
                    self.samples.note(id, time_of(self.blocks.costs.unruled().unwrap_or(work)));
                }
                self.core.compute_since(id, self.reckoned(id, work), start);
            }
            Err(reason) => self.core.fail(id, &reason),
        }
    }

    /// The compute block has ended: begins the call.
    fn begin_call(&mut self, id: ActorId, entering: Entering) {
        let Entering { function, site, start, measured } = entering;
        let named = self.block_labels.end(id.0);
        let core = &mut self.core;
        let end = core.kernel.now();
        core.actors[id].call.current = Some(Call::new(function, site, end));
        if core.interest.blocks && (end > start || self.blocks.records_empty) {
            let actor = core.actors.rank_actor(id);
            core.observe(Record::Block { actor, function, site, start, end, measured, named });
        }
    }
}

/// The time of work that is one.
fn time_of(work: Work) -> Time {
    match work {
        Work::Time(time) | Work::Preempted(time) | Work::Stated(time) => time,
        Work::Flops(_) => Time::ZERO,
    }
}

/// What the driver and the phases call things.
pub(crate) struct Names<'e> {
    pub(crate) driver: &'e mut dyn RankDriver,
    pub(crate) phases: &'e Phases,
    pub(crate) labels: &'e BlockLabels,
}

impl BlockNames for Names<'_> {
    fn site(&mut self, site: CallSite) -> String {
        self.driver.describe_site(site)
    }

    fn phase(&mut self, phase: u32) -> String {
        self.phases.name(phase).to_owned()
    }

    fn block(&mut self, name: u32) -> String {
        self.labels.name(name).to_owned()
    }
}

impl EngineCore<'_> {
    /// Whether a blocking receive, the next post, has matched a rendezvous, on whose handshake its rank now works; the wait begins later.
    #[inline]
    fn is_working(&self, id: ActorId, left: usize) -> bool {
        self.actors.vitals(id).cpu.until > self.kernel.now() && self.actors[id].posts.left().len() == left
    }

    /// Waits for the receive of the blocking call of the next post, unless it has ended: then fewer posts are left than before. Whether
    /// it waits.
    #[inline(always)]
    fn await_receive(&mut self, id: ActorId, left: usize, request: RequestId, receive: ReceiveId) -> bool {
        let posts = &mut self.actors[id].posts;
        let waits = posts.left().len() == left;
        if waits {
            posts.skip();
            self.begin_wait(id, WaitCondition::Receive { request, receive }, None);
        }
        waits
    }

    /// Whether the instant that an actor's own clock shows is here, or nothing happens before it: then it is from now on.
    #[inline(always)]
    fn reaches_own_clock(&mut self, id: ActorId) -> bool {
        let CpuClock { until, tasks, .. } = self.actors.vitals(id).cpu;
        if tasks > 0 {
            return false;
        }
        if until > self.kernel.now() {
            if !self.try_advance_to(until) {
                return false;
            }
            self.note_advance(id);
        }
        true
    }

    /// Waits for the request of the blocking call of the next post, which has been started.
    fn await_blocking(&mut self, id: ActorId, request: RequestId) {
        let works = self.actors.vitals(id).cpu.works(self.kernel.now());
        let actor = &mut self.actors[id];
        let (set, mode) = (RequestSet::One(request), WaitMode::All);
        if actor.unpaid_message.is_some() || works {
            actor.posts.replace_next(Post::Wait { set, mode });
        } else {
            actor.posts.skip();
            self.wait(id, set, mode);
        }
    }
}
