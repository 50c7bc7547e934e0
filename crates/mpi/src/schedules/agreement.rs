//! Simulates how the ranks of an MPI library agree on a new communicator, that is, on its context id and its members: by
//! collective operations inside the library, one after the other.
//!
//! Most of these operations run among ranks that each rank knows (the members of the parent, or the group in the call). So a
//! rank begins them at its own call. The context id and the members of the new communicator are known only when the last rank
//! has called. So a rank waits for the last rank's call before it begins an operation on the new communicator, and in any case
//! before it leaves its own call.
//!
//! The engine itself knows what the ranks agree on. So messages have lengths and no contents: memory for the contents of all ranks
//! would grow with the square of their number. A rank has the schedule of its present operation alone, because millions of ranks
//! may wait in an agreement.

use super::rest::{Agreement, Onward};
use super::{Built, NewSchedule, Position, Schedule, Schedules};
use crate::attribution::Notice;
use crate::comm::{CONTEXT_ID_AGREEMENT, Comms};
use crate::engine_core::EngineCore;
use crate::ids::ScheduleId;
use crate::library::{AgreementStep, CommCreate, Creation, WORD};
use crate::message::Owner;
use crate::payload::Memory;
use crate::point_to_point::PointToPoint;
use crate::schedule::{Batch, Context, Level, Next, Steps};
use crate::selectors::Selector;
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, CommId, Operation, Reducer, RequestId, Status};
use std::sync::Arc;
use units::ActorId;

/// A call on this number of words, whose buffers are nowhere.
fn call_of(operation: Operation, words: u64) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: words,
        element_bytes: WORD,
        in_place: false,
        reducer: Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 }),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

impl Schedule {
    /// Of an agreement that all have called for: whether the rank is a member of a new intracommunicator.
    fn joins(&self, comms: &Comms) -> bool {
        let new = CommId(self.status.handle as u32);
        new != CommId::NULL && comms.get(new).sides.is_none()
    }
}

impl Schedules {
    /// A rank's part in the agreement with the other members on a new communicator, by collectives on `on`. `request` completes
    /// with `status` if all have called, else with what [`Self::all_have_called`] says. It has yet to be advanced. Nothing if the
    /// library simulates none.
    pub(crate) fn begin_agreement(
        &mut self,
        core: &mut EngineCore<'_>,
        (caller, request): (ActorId, RequestId),
        (on, number, blocking): (CommId, u32, bool),
        creation: Creation,
        status: Option<Status>,
    ) -> Option<ScheduleId> {
        if matches!(core.library.protocol.comm_create, CommCreate::Time(_)) {
            return None;
        }
        let position = Position { comm: on, number, level: Level::All, blocking, channel: 0 };
        let nowhere = (Memory::Nowhere, Memory::Nowhere);
        let part = NewSchedule {
            position,
            owner: Owner::Request(request),
            call: call_of(Operation::Allreduce, 0),
            buffers: nowhere,
        };
        let resume = |_: &mut [u32; 2], _: (u32, u32), _: &mut Batch| Next::Last;
        let build = |_: &Selector, _: &Context<'_>| -> Result<Built, _> {
            Ok((Box::new(Steps { state: [0; 2], resume }), None))
        };
        let actor = core.actors.rank_actor(caller);
        let mut schedule = self.make(core, actor, part, &build)?;
        let met = status.is_some();
        schedule.caller = caller;
        schedule.status = status.unwrap_or(schedule.status);
        schedule.last = true;
        schedule.agreement =
            Some(Agreement { creation, next: 0, begun: false, blocking, met, waits: false, on: (on, number) });
        Some(self.list.insert(schedule))
    }

    /// A step of an agreement has ended, or none has begun: begins the next one, if there is one and the rank need not wait. Only
    /// those that join a new intracommunicator take steps there.
    pub(super) fn next_step(&mut self, core: &mut EngineCore<'_>, id: ScheduleId) -> Onward {
        self.end_step(core, id);
        let own = &mut self.list[id];
        let met = own.agreement.as_ref().is_some_and(|agreement| agreement.met);
        let joins = met && own.joins(&core.comms);
        let Some(agreement) = &mut own.agreement else { return Onward::Done };
        let Agreement { creation, blocking, on, .. } = *agreement;
        let CommCreate::Agreement(agreements) = &core.library.protocol.comm_create else { return Onward::Done };
        let steps = agreements.of(creation);
        let on_new = |step: &AgreementStep| step.call().level == Level::New;
        while met && !joins && steps.get(usize::from(agreement.next)).is_some_and(on_new) {
            agreement.next += 1;
        }
        let Some(step) = steps.get(usize::from(agreement.next)).filter(|step| met || !on_new(step)) else {
            agreement.waits = !met;
            return if met { Onward::Done } else { Onward::Waits };
        };
        let step = Arc::clone(step.call());
        let (comm, number) = match step.level {
            Level::New => (CommId(own.status.handle as u32), CONTEXT_ID_AGREEMENT),
            _ => on,
        };
        let blocking = blocking && !step.nonblocking;
        let position = Position { comm, number, level: Level::All, blocking, channel: 0 };
        let (owner, nowhere) = (own.owner, (Memory::Nowhere, Memory::Nowhere));
        let call = call_of(step.operation, step.count);
        let build = |selector: &Selector, seen: &Context<'_>| {
            selector.build(step.algorithm.as_ref(), blocking, Level::All, seen)
        };
        let part = NewSchedule { position, owner, call, buffers: nowhere };
        let actor = own.actor;
        let Some(schedule) = self.make(core, actor, part, &build) else { return Onward::Waits };
        let own = &mut self.list[id];
        let before = std::mem::replace(own, schedule);
        (own.caller, own.status, own.agreement) = (before.caller, before.status, before.agreement);
        if let Some(agreement) = &mut own.agreement {
            (agreement.next, agreement.begun) = (agreement.next + 1, true);
        }
        Onward::Step
    }

    /// The step of an agreement has ended.
    fn end_step(&mut self, core: &mut EngineCore<'_>, id: ScheduleId) {
        let own = &mut self.list[id];
        let Some(agreement) = own.agreement.as_mut().filter(|agreement| agreement.begun) else { return };
        agreement.begun = false;
        let (on, comm) = (agreement.on.0, own.role.comm);
        let record = own.chosen.take().map(|chosen| chosen.record(own, core.kernel.now()));
        own.role.comm = on;
        core.comms.schedule_ends(comm);
        if let Some(record) = record {
            core.observe(record);
        }
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
        let schedule = &mut self.list[id];
        schedule.status = status;
        let Some(agreement) = &mut schedule.agreement else { return };
        if agreement.meet() {
            self.advance(core, messages, id);
        }
    }
}
