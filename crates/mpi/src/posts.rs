//! Executes the requests that ranks make to the simulation engine (posts: send, receive, collective, wait …), each at the time
//! of the rank's own clock.

use crate::actor::{Cut, OnlyPolls};
use crate::costs::Cost;
use crate::engine::Engine;
use crate::engine_core::EngineCore;
use crate::matching::Envelope;
use crate::message::context_id;
use crate::result::Outcome;
use crate::schedules::CollectivePost;
use ops::{NamedBlock, Post, Work};
use units::{ActorId, Time};

/// Whether a call that posts this enters the library's progress engine: communication and waiting for it do, asking for
/// the time or a handle's properties does not.
fn enters_progress_engine(post: &Post) -> bool {
    match post {
        Post::Send { .. }
        | Post::Recv { .. }
        | Post::BlockingSend { .. }
        | Post::BlockingRecv { .. }
        | Post::RecvMatched { .. }
        | Post::Probe { .. }
        | Post::Cancel { .. }
        | Post::Collective { .. }
        | Post::CreateComm { .. }
        | Post::Port { .. }
        | Post::Wait { .. }
        | Post::Test { .. }
        | Post::Window { .. }
        | Post::File { .. }
        | Post::Partitioned { .. }
        | Post::Parrived { .. }
        | Post::Finalize
        | Post::SessionFinalize => true,
        Post::Enter { .. }
        | Post::Compute(_)
        | Post::Sleep(_)
        | Post::OnlyPolls { .. }
        | Post::WaitsOutside { .. }
        | Post::Release { .. }
        | Post::FreeComm { .. }
        | Post::ReadClock
        | Post::AwaitClock
        | Post::Init
        | Post::SessionInit
        | Post::Abort { .. }
        | Post::Phase { .. }
        | Post::Block { .. }
        | Post::Sample { .. }
        | Post::ExitCall { .. }
        | Post::CutShort { .. }
        | Post::Warning { .. }
        | Post::Fatal { .. } => false,
    }
}

impl Engine<'_> {
    pub(crate) fn handle_post(&mut self, id: ActorId, post: Post) {
        if enters_progress_engine(&post) {
            self.enter_progress_engine(id);
        }
        if !self.samples.none_under_way()
            && matches!(post, Post::Phase { .. } | Post::Block { .. } | Post::Sample { .. })
            && let Err(text) = self.samples.mark(id)
        {
            self.core.fail(id, &text);
            return;
        }
        let Self { core, messages, schedules, windows, files, partitions, dynamic, .. } = self;
        let rank = core.actors.rank_actor(id);
        match post {
            Post::Compute(work) => core.compute(id, work),
            Post::Sleep(time) => core.sleep(id, time),
            Post::Enter { .. }
            | Post::Send { .. }
            | Post::Recv { .. }
            | Post::BlockingSend { .. }
            | Post::BlockingRecv { .. } => unreachable!("these are not taken out of the list"),
            Post::RecvMatched { request, message, buffer, blocking: _, elements } => {
                messages.recv_matched(core, rank, request, message, (buffer, elements));
            }
            Post::Probe { .. } | Post::Test { .. } | Post::Parrived { .. } => {
                core.actors.vitals_mut(rank).progress.takes_turn();
                self.read_arrivals(id);
                self.poll(id, post);
            }
            Post::Partitioned { request, call } => partitions.handle_call(core, id, request, *call),
            Post::Cancel { request } => messages.cancel(core, rank, request),
            Post::Release { request } => {
                if let Some(lent) = core.actors[rank].requests.release(request) {
                    core.end_loan(lent);
                }
            }
            Post::Collective { request, comm, call, blocking, start } => {
                let post = CollectivePost { request, comm, call: *call, blocking, start };
                schedules.start_collective(core, messages, id, post);
            }
            Post::CreateComm { request, comm, call } => self.create_comm(id, request, comm, *call),
            Post::Port { request, call } => dynamic.handle_call(core, rank, request, *call),
            Post::FreeComm { comm } => {
                core.comms.free(comm);
                windows.free(comm);
            }
            Post::Window { request, window, call } => windows.handle_call(core, id, request, window, *call),
            Post::File { request, file, call } => {
                files.handle_call(core, (schedules, messages), id, (request, file), *call);
            }
            Post::Wait { set, mode } => core.wait(id, set, mode),
            Post::OnlyPolls { others } => {
                core.actors[id].polling.only_polls = Some(Box::new(OnlyPolls { others }));
            }
            Post::WaitsOutside { function } => {
                let (_, site) = core.actors.call_of(id);
                let place = core.driver.describe_site(site);
                core.tell(format!(
                    "rank {rank} waits outside of MPI, in {function} at {place}, and no other rank has ended its wait yet"
                ));
            }
            Post::ReadClock => self.clock_spins.read_clock(core, id),
            Post::AwaitClock => core.actors[id].answer.due = true,
            Post::Init => core.actors[rank].life.init(),
            Post::Finalize => {
                core.actors[rank].life.finalised = true;
                core.end_loans(rank);
                core.actors.vitals_mut(rank).progress.takes_turn();
                self.read_arrivals(id);
            }
            Post::SessionInit => core.actors[rank].life.session_init(),
            Post::SessionFinalize => core.actors[rank].life.sessions -= 1,
            Post::Abort { code } => core.outcome = Some(Outcome::Aborted { rank: rank.0, code }),
            Post::Phase { name } => {
                let (start, now) = (dynamic.start_of(rank), core.kernel.now());
                if let Some(rest) = self.phases.rest(rank.0, now) {
                    core.actors[id].posts.put_back(Post::Phase { name });
                    core.sleep(id, rest);
                    return;
                }
                let mark = self.phases.mark(rank.0, start, now, name);
                core.actors.vitals_mut(rank).phase = mark.phase;
                if mark.new {
                    core.name_phase(mark.phase, self.phases.name(mark.phase));
                }
                core.leave_phase(rank, mark.left, now);
            }
            Post::Block { name, parameters } => self.name_block(id, name, &parameters),
            Post::Sample { name, sampling } => {
                let ranks = core.actors.len();
                let number = self.number_block(name);
                match self.samples.ask((id, rank), ranks, number, sampling, &self.block_labels) {
                    Ok(()) => self.core.actors[id].answer.due = true,
                    Err(text) => self.core.fail(id, &text),
                }
            }
            Post::ExitCall { site, call } => core.actors[rank].life.exit_call = Some(Box::new((site, call))),
            Post::CutShort { text } => {
                let (function, site) = core.actors.call_of(id);
                core.actors[rank].life.cut = Some(Box::new(Cut { text, function, site }));
            }
            Post::Warning { text } => core.warn(format!("rank {rank}: {text}")),
            Post::Fatal { text } => core.fail(id, &text),
        }
    }

    /// The number of a block's name.
    fn number_block(&mut self, name: Box<str>) -> u32 {
        let (number, new) = self.block_labels.number(name);
        if new {
            self.core.name_block(number, self.block_labels.name(number));
        }
        number
    }

    /// The next block of an actor has a name.
    fn name_block(&mut self, id: ActorId, name: Box<str>, parameters: &[u64]) {
        let mut named = NamedBlock { name: self.number_block(name), ..NamedBlock::default() };
        for (value, parameter) in named.parameters.iter_mut().zip(parameters) {
            *value = *parameter;
            named.count += 1;
        }
        self.block_labels.begin(id.0, named);
    }

    /// A test or a probe: charges its cost, then polls.
    fn poll(&mut self, id: ActorId, post: Post) {
        let core = &mut self.core;
        let blocking = matches!(post, Post::Probe { blocking: true, .. });
        let (cost, time) = match post {
            Post::Test { .. } | Post::Parrived { .. } => (Cost::Test, core.library.protocol.test_cost),
            _ => (Cost::Iprobe, core.library.protocol.iprobe_cost),
        };
        let actor = &mut core.actors[id];
        if !blocking && !std::mem::replace(&mut actor.polling.paid, true) {
            // It is driven again once its cost has passed.
            actor.posts.put_back(post);
            core.totals.costs.add(cost, time);
            core.work(id, Work::Time(time));
            return;
        }
        actor.polling.paid = false;
        match post {
            Post::Test { set, mode, peek } => {
                if core.are_ready(id, &set, mode) {
                    core.report(id, &set, mode, peek);
                } else if let Some(period) = core.poll_missed(id, cost) {
                    if core.actors[id].is_in_round() {
                        core.await_round(id, Post::Test { set, mode, peek });
                    } else {
                        core.suspend(id, set, mode, peek, Some(period));
                        core.park(id, period);
                    }
                }
            }
            Post::Probe { request, comm, source, tag, matched, .. } => {
                let envelope = Envelope { context_id: context_id(comm, None), source, tag };
                self.messages.probe(core, id, request, (comm, envelope), matched, blocking);
            }
            Post::Parrived { request, partition } => {
                // These polls are simulated; that the rank makes no others is as certain.
                let polling = &mut core.actors[id].polling;
                polling.certain |= polling.only_polls.take().is_some();
                self.partitions.test_arrival(core, id, request, partition);
            }
            _ => unreachable!("only tests and probes poll"),
        }
    }
}

impl EngineCore<'_> {
    /// Time passes without using the actor's CPU core.
    fn sleep(&mut self, id: ActorId, time: Time) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id];
        actor.polling.clock_reads_since = Time::MAX;
        actor.polling.clock_reads = 0;
        let vitals = self.actors.vitals_mut(id);
        vitals.progress.inside = false;
        vitals.cpu.until = vitals.cpu.until.max(now).saturating_add(time);
    }
}
