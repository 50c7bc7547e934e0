//! Probes (MPI 5.0 §3.8).

use super::PointToPoint;
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::matching::Envelope;
use crate::request::{WaitCondition, Waiting};
use ops::{CommId, RequestId, Status};
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
        if let Some((_, message)) = core.actors[rank].unexpected.find(envelope) {
            self.report_found(core, id, request, message, matched);
            return;
        }
        let poll_period = if blocking { None } else { core.poll_missed(id) };
        if blocking || poll_period.is_some() {
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
        let Some(&Waiting { condition: WaitCondition::Probe { request, envelope: wanted, matched, .. }, .. }) =
            core.actors[id].waiting.as_ref()
        else {
            return;
        };
        if let Some((_, message)) = core.actors[rank].unexpected.find(wanted) {
            debug_assert!(wanted.context_id == envelope.context_id);
            core.notify(Notice::ProbeCompletes { message, data: &self.messages[message as usize] });
            core.end_wait(id);
            core.notify(Notice::Completed);
            self.report_found(core, id, request, message, matched);
            core.ready.push_back(id);
        }
    }

    fn report_found(&self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId, message: u32, matched: bool) {
        let found = &self.messages[message as usize];
        let status = Status {
            source: found.source_rank as i32,
            tag: found.tag,
            bytes: found.bytes,
            handle: u64::from(message),
            ..Status::EMPTY
        };
        if matched {
            let rank = core.actors.rank_actor(id);
            core.actors[rank].unexpected.remove(message);
        }
        core.report_one(id, request, status);
    }
}
