//! Calls that create communicators, from the members' posts to their completions.

use crate::attribution::Notice;
use crate::comm::{
    CONTEXT_ID_AGREEMENT, CollectiveArrival, CollectiveSignature, CommCreateOutcome, CreatedComms, of_groups,
};
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
        let creation = creation(&call, &|| core.comms.get(comm).sides.is_some());
        // Threads share their rank's communicators.
        let id = core.actors.rank_actor(caller);
        core.actors[id].requests.start(request, RequestKind::Comm(comm));
        let (outcome, number) = if of_groups(&call) {
            (core.comms.enter_group_create(comm, id, request, call).into(), CONTEXT_ID_AGREEMENT)
        } else {
            let member = core.comms.get(comm).number_of(id);
            let arrival = CollectiveArrival { actor: id, function, site, signature };
            let Some(number) = core.start_collective(comm, member, None, arrival) else { return };
            let open = |port| self.dynamic.is_open(port);
            (core.comms.enter_create(comm, member, number, request, call, &*core.placement, &open), number)
        };
        match outcome {
            CommCreateOutcome::Pending => {}
            CommCreateOutcome::Created(created) => {
                core.notify(|| Notice::CommunicatorsMade { by: id });
                let number = if created.agreed_on == comm { number } else { CONTEXT_ID_AGREEMENT };
                let blocking = !matches!(function, Function::CommIdup | Function::CommIdupWithInfo);
                let on = (created.agreed_on, number, blocking);
                self.tell_members(created, creation, on);
            }
            CommCreateOutcome::Spawns(spawning) => self.dynamic.spawn(core, spawning),
        }
    }

    /// Completes the members' requests, after the agreement on a context id if the library simulates it.
    fn tell_members(&mut self, created: CreatedComms, creation: Creation, on: (CommId, u32, bool)) {
        let Self { core, messages, schedules, windows, .. } = self;
        let cost = match &core.library.protocol.comm_create {
            CommCreate::Time(time) => Err(*time),
            CommCreate::Agreement(agreements) => Ok(Arc::from(agreements.of(creation))),
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
                core.actors[actor].answer.new_comms.push(NewComm { comm, group, remote });
            }
            core.notify(|| Notice::MemberCompletes);
            match &cost {
                Err(time) => core.complete_request(actor, request, status, *time),
                Ok(_) if granted.is_err() => core.complete_request(actor, request, status, Time::ZERO),
                Ok(steps) => schedules.agree_on_context(core, messages, actor, request, on, steps, status),
            }
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
