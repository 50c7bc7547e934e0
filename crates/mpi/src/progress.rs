//! Deferred progress. An MPI library without a progress thread works only while its rank is inside an MPI call. So this module
//! keeps the work that comes up outside of MPI calls (sending data after a rendezvous, steps of collectives, accesses to
//! windows …), and does it when the rank enters MPI.

use crate::actor::Deferred;
use crate::attribution::{ActiveMessageId, Notice};
use crate::engine::Engine;
use crate::engine_core::EngineCore;
use crate::library::ProgressMode;
use units::ActorId;

impl Engine<'_> {
    /// An actor is inside MPI: does the work deferred until then.
    #[inline]
    pub(crate) fn enter_progress_engine(&mut self, id: ActorId) {
        let actor = &mut self.core.actors[id];
        // A call of POSIX's waits outside of MPI.
        if actor.call.current.as_ref().is_some_and(|call| !call.function.is_mpi()) {
            return;
        }
        // An actor that communicates between readings of the clock does not spin on it.
        actor.polling.clock_reads = 0;
        // Work is deferred until any thread of the rank is inside.
        self.core.actors.vitals_mut(id).progress.inside = true;
        let rank = self.core.actors.rank_actor(id);
        if self.core.actors.vitals(rank).progress.has_deferred {
            self.do_deferred(rank, id);
        }
    }

    /// An actor waits or polls inside of MPI, where the library reads what has arrived: requests to send whose messages have matched
    /// are answered.
    #[inline(always)]
    pub(crate) fn read_arrivals(&mut self, id: ActorId) {
        if self.messages.has_unread() {
            let rank = self.core.actors.rank_actor(id);
            self.messages.read_arrivals(&mut self.core, rank);
        }
    }

    /// Does a rank's deferred work, now that its actor `id` is inside MPI.
    #[inline(never)]
    fn do_deferred(&mut self, rank: ActorId, id: ActorId) {
        let Self { core, messages, schedules, windows, partitions, .. } = self;
        for work in core.actors.take_deferred(rank) {
            match work {
                Deferred::EagerData => {
                    for message in messages.take_held(rank) {
                        let done = messages.send_held(core, message);
                        schedules.complete_all(core, messages, done);
                    }
                }
                Deferred::SendEnd(message) => {
                    let done = messages.taken_late(core, message, id);
                    schedules.complete_all(core, messages, done);
                }
                Deferred::Schedule(schedule) => schedules.advance(core, messages, schedule),
                Deferred::ClearToSend(message) => {
                    let done = messages.send_cts(core, message);
                    schedules.complete_all(core, messages, done);
                }
                Deferred::RendezvousData(message) => {
                    let done = messages.start_data(core, message);
                    schedules.complete_all(core, messages, done);
                }
                Deferred::Window(am) => {
                    core.notify(|| Notice::ActiveMessageServedLate { am: ActiveMessageId::Window(am), by: id });
                    windows.serve(core, am);
                }
                Deferred::Partition(am) => {
                    core.notify(|| Notice::ActiveMessageServedLate { am: ActiveMessageId::Partition(am), by: id });
                    partitions.act_on_arrival(core, am);
                }
            }
        }
    }
}

impl EngineCore<'_> {
    /// Defers `work` until the rank is inside MPI, if the library does it only there and the rank is not. True if so.
    pub(crate) fn defer(&mut self, rank: ActorId, work: Deferred) -> bool {
        let protocol = &self.library.protocol;
        let progress = match work {
            Deferred::EagerData | Deferred::SendEnd(_) => ProgressMode::InsideMpi,
            Deferred::Schedule(_) => protocol.collective_progress,
            _ => protocol.progress,
        };
        let needs_it = progress == ProgressMode::InsideMpi;
        let waits = needs_it && !self.is_inside(rank);
        if waits {
            self.actors.defer(rank, work);
        }
        waits
    }

    /// The turn of a rank's progress engine that reads what arrives now: this one, if the rank waits in it.
    pub(crate) fn turn_that_reads(&self, rank: ActorId) -> u32 {
        let waits = |id| self.actors.vitals(id).progress.inside && self.actors[id].waiting.is_some();
        self.actors.vitals(rank).progress.turns.saturating_add(u32::from(!self.actors.threads_of(rank).any(waits)))
    }

    /// Whether any thread of a rank is inside MPI.
    pub(crate) fn is_inside(&self, rank: ActorId) -> bool {
        self.actors.threads_of(rank).any(|id| self.actors.vitals(id).progress.inside)
    }
}
