//! Probes in the engine: `MPI_Probe`, `MPI_Iprobe` and their matched forms (MPI 5.0 §3.8).

use super::PointToPoint;
use crate::attribution::Notice;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::ids::MessageId;
use crate::matching::Envelope;
use crate::request::{WaitCondition, Waiting};
use ops::{CommId, Post, RequestId, Status};
use units::ActorId;

impl PointToPoint {
    /// Probes for a message; a blocking probe waits for one.
    pub(crate) fn probe(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        (comm, envelope): (CommId, Envelope),
        matched: bool,
        blocking: bool,
    ) {
        let rank = core.actors.rank_actor(id);
        if let Some(message) = look(core, rank, envelope, matched) {
            self.report_found(core, id, request, message);
            return;
        }
        let poll_period = if blocking { None } else { core.poll_missed(id, Cost::Iprobe) };
        if blocking || poll_period.is_some() {
            if core.actors[id].is_in_round() {
                let Envelope { source, tag, .. } = envelope;
                return core.await_round(id, Post::Probe { request, comm, source, tag, matched, blocking });
            }
            core.begin_wait(id, WaitCondition::Probe { request, comm, envelope, matched }, poll_period);
            if let Some(period) = poll_period {
                core.park(id, period);
            }
        }
    }

    /// A message has become visible: wakes the threads of the rank whose probe it matches. A matched probe takes the message,
    /// so that only one thread gets it.
    pub(super) fn wake_probers(&mut self, core: &mut EngineCore<'_>, rank: ActorId, envelope: Envelope) {
        if !core.actors[rank].thread.multithreaded {
            self.wake_prober(core, rank, rank, envelope);
            return;
        }
        let threads: Vec<ActorId> = core.actors.threads_of(rank).collect();
        threads.into_iter().for_each(|thread| self.wake_prober(core, rank, thread, envelope));
    }

    fn wake_prober(&mut self, core: &mut EngineCore<'_>, rank: ActorId, id: ActorId, envelope: Envelope) {
        let (request, wanted, matched) = match core.actors[id].waiting.as_ref() {
            Some(&Waiting { condition: WaitCondition::Probe { request, envelope, matched, .. }, .. }) => {
                (request, envelope, matched)
            }
            Some(Waiting { condition: WaitCondition::Polls, .. }) => return core.test_round(id),
            _ => return,
        };
        if let Some(message) = look(core, rank, wanted, matched) {
            debug_assert!(wanted.context_id == envelope.context_id);
            core.notify(|| Notice::ProbeCompletes { message, data: &self.messages[message] });
            core.end_wait(id);
            core.notify(|| Notice::Completed);
            self.report_found(core, id, request, message);
            core.ready.push_back(id);
        }
    }

    fn report_found(&self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId, message: MessageId) {
        let found = &self.messages[message];
        let status = Status {
            source: found.source_rank as i32,
            tag: found.tag,
            bytes: found.bytes,
            handle: u64::from(message.0),
            ..Status::EMPTY
        };
        core.report_one(id, request, status);
    }
}

/// The first message that matches a probe. A matched probe takes it out of the queue.
fn look(core: &mut EngineCore<'_>, rank: ActorId, envelope: Envelope, matched: bool) -> Option<MessageId> {
    let queue = &mut core.actors.mailbox(rank).unexpected_messages;
    let found = if matched { queue.take(envelope) } else { queue.find(envelope) };
    found.map(|(_, message)| message)
}
