//! The agreement of ranks on a new communicator: collectives of the library's own, one after the other.

use super::{Build, Schedules};
use crate::attribution::Notice;
use crate::collectives::common::{Sequence, sub_call};
use crate::engine_core::EngineCore;
use crate::library::{AgreementStep, WORD};
use crate::message::Owner;
use crate::payload::Memory;
use crate::point_to_point::PointToPoint;
use crate::schedule::{Batch, Context, Generator, Level, Loc, Next};
use crate::selectors::Selector;
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, CommId, Operation, Reducer, RequestId, Status};
use std::sync::Arc;
use units::ActorId;

/// The schedule of an agreement, in scratch memory.
struct Agreement {
    steps: Arc<[AgreementStep]>,
    /// Whether this rank is part of a new intracommunicator.
    joins: bool,
}

impl Generator for Agreement {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let longest = self.steps.iter().map(|step| step.words).max().unwrap_or(0) * WORD;
        let blocks = u64::from(context.remote.map_or(context.size, |remote| remote.size.max(context.size)));
        batch.scratch((1 + blocks) * longest);
        let mut sequence = Sequence::new(batch);
        for step in self.steps.iter().filter(|step| self.joins || !step.new) {
            let level = if step.new { Level::New } else { Level::All };
            let mut call = sub_call(context, level, step.operation, 0);
            (call.send, call.recv) = (Some(Loc::scratch(0)), Some(Loc::scratch(longest)));
            (call.count, call.algorithm, call.nonblocking) = (step.words, step.algorithm.clone(), !step.blocking);
            sequence.sub(call);
        }
        Next::Last
    }
}

impl Schedules {
    /// Agrees with the other members on a new communicator, by collectives on `on` with a number that no collective has. All have
    /// called before. Then the request completes with `status`.
    #[allow(clippy::too_many_arguments, reason = "who agrees, on what, and what ends then")]
    pub(crate) fn agree_on_context(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        id: ActorId,
        request: RequestId,
        (on, number, blocking): (CommId, u32, bool),
        steps: &Arc<[AgreementStep]>,
        status: Status,
    ) {
        let call = CollectiveCall {
            operation: Operation::Allreduce,
            root: 0,
            send: Buffer::EMPTY,
            recv: Buffer::EMPTY,
            count: steps.iter().map(|step| step.words).max().unwrap_or(0),
            element_bytes: WORD,
            in_place: false,
            reducer: Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 }),
            vectors: None,
            signature: 0,
            signature_sent: 0,
        };
        let new = CommId(status.handle as u32);
        let joins = new != CommId::NULL && core.comms.get(new).sides.is_none();
        let (owner, nowhere) = (Owner::Request(request), Memory::User(0));
        let build: &Build<'_> =
            &|_: &Selector, _: &Context<'_>| Ok((Box::new(Agreement { steps: Arc::clone(steps), joins }), None));
        let position = (on, number, Level::All, blocking, 0);
        let Some(schedule) = self.insert(core, id, position, owner, call, (nowhere, nowhere), build) else { return };
        self.get_mut(schedule).status = status;
        core.notify(|| Notice::AgreementStarted { schedule, actor: id });
        self.advance(core, messages, schedule);
    }
}
