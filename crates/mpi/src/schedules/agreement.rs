//! Simulates how the ranks of an MPI library agree on a new communicator, that is, on its context id and its members: by
//! collective operations inside the library, one after the other.
//!
//! Most of these operations run among ranks that each rank knows (the members of the parent, or the group in the call). So a
//! rank begins them at its own call. The context id and the members of the new communicator are known only when the last rank
//! has called ([`Vertex::Meeting`]). So a rank waits for the last rank's call before it begins an operation on the new
//! communicator, and in any case before it leaves its own call.
//!
//! [`Vertex::Meeting`]: crate::schedule::Vertex::Meeting

use super::{Build, NewSchedule, Position, Schedule, Schedules};
use crate::attribution::Notice;
use crate::collectives::common::Sequence;
use crate::comm::Comms;
use crate::engine_core::EngineCore;
use crate::ids::ScheduleId;
use crate::library::{AgreementStep, WORD};
use crate::message::Owner;
use crate::payload::Memory;
use crate::point_to_point::PointToPoint;
use crate::schedule::{Batch, Context, Generator, Level, Next};
use crate::selectors::Selector;
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, CommId, Operation, Reducer, RequestId, Status};
use std::sync::Arc;
use units::ActorId;

/// The schedule of an agreement. What the ranks agree on is known here: their messages have lengths and no contents, as memory for
/// those of all ranks would be the square of their number.
struct Agreement {
    steps: Arc<[AgreementStep]>,
    /// Whether all members had called when it began.
    met: bool,
}

/// The first vertex of an agreement that begins before all have called.
const MEETING: u16 = 0;

impl Generator for Agreement {
    fn resume(&mut self, _: &Context<'_>, batch: &mut Batch) -> Next {
        let mut meeting = (!self.met).then(|| batch.meeting());
        let mut sequence = Sequence::new(batch);
        for step in &*self.steps {
            sequence.sub(Arc::clone(step.call()));
            if let Some(meeting) = meeting.take_if(|_| step.call().level == Level::New) {
                sequence.also_after(meeting);
            }
        }
        Next::Last
    }
}

impl Schedule {
    /// Of an agreement that all have called for: whether the rank is a member of a new intracommunicator.
    pub(super) fn joins(&self, comms: &Comms) -> bool {
        let new = CommId(self.status.handle as u32);
        new != CommId::NULL && comms.get(new).sides.is_none()
    }
}

impl Schedules {
    /// A rank's part in the agreement with the other members on a new communicator, by collectives on `on`. `request` completes
    /// with `status` if all have called, else with what [`Self::all_have_called`] says. It has yet to be advanced.
    pub(crate) fn begin_agreement(
        &mut self,
        core: &mut EngineCore<'_>,
        (caller, request): (ActorId, RequestId),
        (on, number, blocking): (CommId, u32, bool),
        steps: &Arc<[AgreementStep]>,
        status: Option<Status>,
    ) -> Option<ScheduleId> {
        let call = CollectiveCall {
            operation: Operation::Allreduce,
            root: 0,
            send: Buffer::EMPTY,
            recv: Buffer::EMPTY,
            count: steps.iter().map(|step| step.call().count).max().unwrap_or(0),
            element_bytes: WORD,
            in_place: false,
            reducer: Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 }),
            vectors: None,
            signature: 0,
            signature_sent: 0,
        };
        let met = status.is_some();
        let (owner, nowhere) = (Owner::Request(request), Memory::Nowhere);
        let build: &Build<'_> =
            &|_: &Selector, _: &Context<'_>| Ok((Box::new(Agreement { steps: Arc::clone(steps), met }), None));
        let position = Position { comm: on, number, level: Level::All, blocking, channel: 0 };
        let part = NewSchedule { position, owner, call, buffers: (nowhere, nowhere) };
        let id = core.actors.rank_actor(caller);
        let schedule = self.insert(core, id, part, build)?;
        let own = self.get_mut(schedule);
        own.caller = caller;
        own.status = status.unwrap_or(own.status);
        Some(schedule)
    }

    /// The last member has called for the communicator that a rank's schedule is to agree on: its request will complete with `status`.
    pub(crate) fn all_have_called(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        id: ScheduleId,
        status: Status,
    ) {
        core.notify(|| Notice::AgreementMet { schedule: id });
        let schedule = self.get_mut(id);
        schedule.status = status;
        assert!(!schedule.progress.states.is_empty(), "ranks are inside MPI when they call for a communicator");
        self.vertex_done(core, messages, id, MEETING);
    }
}
