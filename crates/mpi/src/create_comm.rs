//! Executes calls that create communicators (split, dup, create, spawn …) in the engine, from the members' calls to their
//! completions.

use crate::attribution::Notice;
use crate::comm::{
    CONTEXT_ID_AGREEMENT, CollectiveArrival, CollectiveSignature, CommCreateOutcome, CreatedComms, agrees_on_parent,
    of_groups,
};
use crate::costs::Cost;
use crate::engine::Engine;
use crate::library::{CommCreate, Creation};
use crate::request::RequestKind;
use ops::{CommCall, CommId, Function, NewComm, RequestId, Status};
use std::sync::Arc;
use units::{ActorId, Time};

impl Engine<'_> {
    /// A member calls for a new communicator; the last one's call creates it.
    pub(crate) fn create_comm(&mut self, caller: ActorId, request: RequestId, comm: CommId, call: CommCall) {
        let core = &mut self.core;
        let (function, site) = core.actors.call_of(caller);
        let signature = CollectiveSignature::of_comm(&call, function);
        let blocking = !matches!(function, Function::CommIdup | Function::CommIdupWithInfo);
        let creation = creation(&call, &|| core.comms.get(comm).sides.is_some());
        // Threads share their rank's communicators.
        let id = core.actors.rank_actor(caller);
        let outcome: CommCreateOutcome = if of_groups(&call) {
            let (new, made) = core.comms.enter_group_create(comm, id, request, call);
            self.begin_creation(caller, (request, comm), creation, Some((new, CONTEXT_ID_AGREEMENT, blocking)));
            made.into()
        } else {
            let member = core.comms.get(comm).number_of(id);
            let arrival = CollectiveArrival { actor: id, function, site, signature };
            let Some(number) = core.start_collective(comm, member, None, arrival) else { return };
            let on = agrees_on_parent(&call).then_some((comm, number, blocking));
            self.begin_creation(caller, (request, comm), creation, on);
            let core = &mut self.core;
            let open = |port| self.dynamic.is_open(port);
            core.comms.enter_create(comm, (member, number), (request, call), &*core.placement, &open)
        };
        match outcome {
            CommCreateOutcome::Pending => {}
            CommCreateOutcome::Created(created) => {
                self.core.notify(|| Notice::CommunicatorsMade { by: id });
                self.tell_members(created, creation);
            }
            CommCreateOutcome::Spawns(spawning) => self.dynamic.spawn(&mut self.core, spawning),
        }
    }

    /// A rank's request begins, and its part in the agreement if it knows `on` which communicator that is.
    fn begin_creation(
        &mut self,
        caller: ActorId,
        (request, comm): (RequestId, CommId),
        creation: Creation,
        on: Option<(CommId, u32, bool)>,
    ) {
        let Self { core, messages, schedules, .. } = self;
        let schedule = on.and_then(|on| schedules.begin_agreement(core, (caller, request), on, creation, None));
        let id = core.actors.rank_actor(caller);
        core.actors[id].requests.start(request, RequestKind::Comm(comm, schedule));
        if let Some(schedule) = schedule {
            core.notify(|| Notice::ScheduleStarted { schedule, actor: caller });
            schedules.advance(core, messages, schedule);
        }
    }

    /// All have called. Members' requests complete when they have agreed, or after the library's time.
    fn tell_members(&mut self, created: CreatedComms, creation: Creation) {
        let Self { core, messages, schedules, windows, .. } = self;
        let (time, agree) = match core.library.protocol.comm_create {
            CommCreate::Time(time) => (time, false),
            CommCreate::Agreement(_) => (Time::ZERO, true),
        };
        if let (Some(parts), Some(&(_, _, Ok(window)))) = (created.window, created.requests.first()) {
            let group = Arc::clone(&core.comms.get(window).group);
            windows.add(window, &group, parts);
        }
        for (actor, request, granted) in created.requests {
            let status = match granted {
                Ok(comm) => Status { handle: u64::from(comm.0), ..Status::EMPTY },
                Err(error) => Status { error, handle: u64::from(CommId::NULL.0), ..Status::EMPTY },
            };
            if let Ok(comm) = granted
                && comm != CommId::NULL
            {
                let table = core.comms.get(comm);
                let group = Arc::clone(table.local_group(actor));
                let remote = table.sides.is_some().then(|| Arc::clone(table.peers(actor)));
                let made = &mut core.actors[actor].new_comms;
                // A million ranks hear of one each.
                made.reserve_exact(1);
                made.push(NewComm { comm, group, remote });
            }
            core.notify(|| Notice::MemberCompletes);
            if let Some(RequestKind::Comm(_, Some(schedule))) = core.actors[actor].requests.kind(request) {
                schedules.all_have_called(core, messages, schedule, status);
            } else if agree && granted.is_ok() {
                let on = (created.agreed_on, CONTEXT_ID_AGREEMENT, true);
                let part = schedules.begin_agreement(core, (actor, request), on, creation, Some(status));
                if let Some(schedule) = part {
                    core.notify(|| Notice::AgreementStarted { schedule, actor });
                    schedules.advance(core, messages, schedule);
                }
            } else {
                core.complete_request(actor, request, status, time);
            }
            core.totals.costs.add(Cost::CommCreate, time);
        }
        core.notify(|| Notice::Completed);
    }
}

/// The kind of a call, whose parent is an intercommunicator or not.
fn creation(call: &CommCall, inter: &dyn Fn() -> bool) -> Creation {
    match call {
        CommCall::Split(_) if !inter() => Creation::Split,
        CommCall::SplitHost(_) if !inter() => Creation::SplitByHost,
        CommCall::CreateGroup { .. } | CommCall::FromGroup { .. } => Creation::Group,
        _ => Creation::Other,
    }
}
