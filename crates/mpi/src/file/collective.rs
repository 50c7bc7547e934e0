//! Collective file accesses (`MPI_File_write_all` …) in the engine, as schedules. If the I/O library aggregates accesses, the
//! schedule is the library's two-phase algorithm. If the library has no driver for the file system, a blocking access is a
//! barrier, after which each rank makes its own access.

use super::hints::Hints;
use super::steps::contiguous;
use super::two_phase::{Aggregators, Direct, Together, TwoPhase};
use super::{Files, OpenFile};
use crate::collectives::limits::MESSAGES;
use crate::engine_core::EngineCore;
use crate::ids::FileOperationId;
use crate::point_to_point::PointToPoint;
use crate::schedule::{Context, Generator, Level};
use crate::schedules::{Built, CollectivePost, Schedules};
use crate::selectors::{SelectError, Selector};
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, CommId, DISABLE, FileAccess, FileCall, Operation, Reducer, RequestId};
use std::cell::RefCell;
use std::rc::Rc;
use units::ActorId;

/// How all ranks make an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strategy {
    /// After a barrier.
    Barrier,
    /// As the I/O library aggregates it.
    TwoPhase,
}

impl Files {
    /// The driver of the file system; none if every access is one request to each server.
    pub(super) fn driver(&self, core: &EngineCore<'_>) -> Option<&'static str> {
        core.library.io.driver(core.kernel.storage().protocol().driver)
    }

    /// How all ranks make an access; none if each makes its own at once.
    pub(super) fn strategy(
        &self,
        core: &EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        call: &FileCall,
    ) -> Option<Strategy> {
        let FileCall::AccessAll { access, blocking } = call else { return None };
        if self.driver(core).is_none() {
            return blocking.then_some(Strategy::Barrier);
        }
        let buffering = self.open[&file].hints_of(core, actor).buffering(access.write);
        (buffering != DISABLE).then_some(Strategy::TwoPhase)
    }

    /// Starts a rank's side of an access of all ranks.
    pub(super) fn start_together(
        &mut self,
        core: &mut EngineCore<'_>,
        (schedules, messages): (&mut Schedules, &mut PointToPoint),
        caller: ActorId,
        request: RequestId,
        at: FileOperationId,
        strategy: Strategy,
    ) {
        let operation = &self.operations[at];
        let (actor, file) = (operation.actor, operation.file);
        let Some(FileCall::AccessAll { access, blocking }) = operation.call().cloned() else {
            unreachable!("only accesses of all ranks are made together");
        };
        let ranks = core.comms.get(file).group.size();
        if strategy == Strategy::TwoPhase && ranks > MESSAGES {
            let reason = format!(
                "collective buffering of files among {ranks} ranks is not modelled, at most {MESSAGES}; the hints \
                 `romio_cb_read` and `romio_cb_write` = `disable` turn it off"
            );
            return core.reject_call(actor, &reason);
        }
        let call = stand_in(strategy, access.write);
        let shared = (strategy == Strategy::TwoPhase).then(|| self.arrive(core, actor, file, &access));
        let build = |_: &Selector, _: &Context<'_>| -> Result<Built, SelectError> {
            let generator: Box<dyn Generator> = match &shared {
                None => Box::new(Direct::new(at)),
                Some(shared) => Box::new(TwoPhase::new(Rc::clone(shared), at)),
            };
            Ok((generator, None))
        };
        let post = CollectivePost { request, comm: file, call, blocking, start: None };
        schedules.start_built(core, messages, caller, post, &build);
    }

    /// A rank arrives at an access of all ranks: what they know of each other.
    fn arrive(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        access: &FileAccess,
    ) -> Rc<RefCell<Together>> {
        let comm = core.comms.get(file);
        let (rank, ranks) = (comm.rank_of(actor), comm.group.size());
        let number = count(self.file_of(file), actor);
        let first = !self.open[&file].starting.contains_key(&number);
        if first {
            let aggregators = self.how_to_aggregate(core, actor, file, access.write);
            let together = Together::new(access.write, ranks, aggregators);
            self.file_of(file).starting.insert(number, Rc::new(RefCell::new(together)));
        }
        let starting = &mut self.file_of(file).starting;
        let shared = Rc::clone(&starting[&number]);
        let last = shared.borrow_mut().arrive(rank, contiguous(access.file.blocks()));
        if last {
            starting.remove(&number);
        }
        shared
    }

    fn how_to_aggregate(&self, core: &mut EngineCore<'_>, actor: ActorId, file: CommId, write: bool) -> Aggregators {
        let hints = &self.open[&file].hints_of(core, actor);
        let stripes = core.kernel.storage().protocol().stripes.filter(|_| self.driver(core) == Some("lustre"));
        Aggregators {
            ranks: self.aggregators(core, actor, file, hints),
            buffer: hints.collective_buffer(),
            buffering: hints.buffering(write),
            lustre: stripes.map(|stripes| (stripes, hints.aggregators_per_stripe())),
        }
    }

    /// The ranks that may aggregate: the lowest of each host, as many as a hint says.
    pub(super) fn aggregators(
        &self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        hints: &Hints,
    ) -> Vec<u32> {
        let comm = core.comms.get_mut(file);
        let rank = comm.rank_of(actor);
        let hosts = comm.locality(Level::All, rank, 0, &*core.placement).hosts;
        (0..hints.aggregators(hosts)).map(|host| comm.rank_of_level(Level::Leaders, rank, host)).collect()
    }
}

/// The number of a rank's next access of all ranks.
fn count(open: &mut OpenFile, actor: ActorId) -> u64 {
    let next = open.collectives.entry(actor).or_insert(0);
    *next += 1;
    *next
}

/// The call that ranks are compared by, and that the operations within are reductions of. Its name only tells a read from a write.
fn stand_in(strategy: Strategy, write: bool) -> CollectiveCall {
    let operation = match (strategy, write) {
        (Strategy::Barrier, _) => Operation::Barrier,
        (Strategy::TwoPhase, false) => Operation::Alltoall,
        (Strategy::TwoPhase, true) => Operation::Allgather,
    };
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: 0,
        element_bytes: 1,
        in_place: false,
        reducer: Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 }),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}
