//! Dynamic processes in the engine: spawned ranks, ports, and the name server (MPI 5.0 §11.8 to §11.10).
//!
//! A spawn is collective over the parent communicator. When the last rank of the parent has called, the new ranks are placed on
//! free CPU cores. The new ranks begin [`crate::library::ProtocolParameters::spawn`] later, each at the first line of its
//! program, with an `MPI_COMM_WORLD` of their own. When the last new rank is in `MPI_Init`, the parent's ranks and the new
//! ranks agree on the intercommunicator, as in `MPI_Intercomm_create`. No rank of either group continues before.
//!
//! `MPI_Comm_accept` and `MPI_Comm_connect` join two groups in the same way: the groups agree when every rank of both has
//! called.

use crate::actor::Actor;
use crate::comm::Spawning;
use crate::contents::user_memory;
use crate::costs::Cost;
use crate::diagnosis::SpawnedWorld;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_ACTOR, Event};
use crate::request::RequestKind;
use kernel::Compute;
use ops::{CommId, ErrorClass, Group, NewComm, Port, PortCall, Record, RequestId, SpawnCall, SpawnError, Status};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use units::{ActorId, HostId, Time};

/// How long a group waits to be accepted if nothing else can happen: MPICH's MPIR_CVAR_CH4_COMM_CONNECT_TIMEOUT.
const CONNECT_TIMEOUT: Time = Time::from_ns(180_000_000_000);

/// The state of dynamic process management.
#[derive(Default)]
pub(crate) struct Dynamic {
    /// Spawned worlds.
    pub(crate) worlds: Vec<SpawnedWorld>,
    open_ports: BTreeSet<Port>,
    /// Ports that were published, by the service's name.
    names: BTreeMap<Box<str>, Box<str>>,
    /// Used once spawned ranks share cores.
    oversubscribed_compute: Option<Box<dyn Compute>>,
}

impl Dynamic {
    pub(crate) fn new(oversubscribed_compute: Option<Box<dyn Compute>>) -> Self {
        Self { oversubscribed_compute, ..Self::default() }
    }

    /// When a rank began.
    pub(crate) fn start_of(&self, rank: ActorId) -> Time {
        let own = self.worlds.iter().rev().find(|world| world.first <= rank.0);
        own.map_or(Time::ZERO, |world| world.start)
    }

    /// Whether a port is open.
    pub(crate) fn is_open(&self, port: Port) -> bool {
        self.open_ports.contains(&port)
    }

    /// Spawns ranks: all ranks of the parent have called.
    pub(crate) fn spawn(&mut self, core: &mut EngineCore<'_>, spawning: Spawning) {
        let Spawning { parent, root, call, waiting } = spawning;
        let count = call.ranks();
        let first = match self.start_ranks(core, &call) {
            Ok(first) => first,
            Err(SpawnError::Unsupported(reason)) => return core.fail(root, &format!("not supported: {reason}")),
            Err(SpawnError::Refused(reason)) => {
                core.warn(format!("rank {root} could not start processes: {reason}"));
                for (actor, request) in waiting {
                    let handle = u64::from(CommId::NULL.0);
                    let status = Status { error: ErrorClass::Spawn, bytes: count, handle, ..Status::EMPTY };
                    core.complete_request(actor, request, status, Time::ZERO);
                }
                return;
            }
        };
        let time = core.library.protocol.spawn;
        let start = core.kernel.now().saturating_add(time);
        waiting.iter().for_each(|_| core.totals.costs.add(Cost::Spawn, time));
        let (ranks, job) = (count as u32, self.worlds.len() as u32 + 1);
        let world = core.comms.start_world(Group::range(first.0, ranks), parent, waiting);
        let names = call.programs.iter().map(|program| String::from_utf8_lossy(&program.command).into_owned());
        let programs = names.collect();
        self.worlds.push(SpawnedWorld { job, first: first.0, ranks, parent: root.0, start, programs });
        core.observe(Record::SpawnedWorld { job, first, ranks, start });
        let group = Arc::clone(&core.comms.get(world).group);
        for actor in group.actors() {
            let mut new = Actor::default();
            new.answer.due = true;
            new.new_comms.push(NewComm { comm: world, group: Arc::clone(&group), remote: None });
            core.actors.push(new, core.placement.endpoint(actor));
            core.at(start, CLASS_ACTOR, actor, Event::Actor(actor));
        }
    }

    /// Places new ranks and has the driver prepare them; returns the first.
    fn start_ranks(&mut self, core: &mut EngineCore<'_>, call: &SpawnCall) -> Result<ActorId, SpawnError> {
        let refused = |reason: &str| SpawnError::Refused(reason.to_owned());
        let first = ActorId::from_index(core.actors.len());
        let ranks = u32::try_from(call.ranks()).ok().filter(|ranks| first.0.checked_add(*ranks).is_some());
        let ranks = ranks.ok_or_else(|| refused("there are more ranks than numbers for them"))?;
        let wanted: Vec<(u32, Option<&str>)> =
            call.programs.iter().map(|program| (program.ranks, program.host.as_deref())).collect();
        let actors = &core.actors;
        let alive = |actor: ActorId| !actors[actor].life.done;
        let placed = core.placement.place(first, &wanted, &alive).map_err(|error| SpawnError::Refused(error.0))?;
        let hosts: Vec<HostId> =
            (first.0..first.0 + ranks).map(|actor| core.placement.endpoint(ActorId(actor)).host).collect();
        if let Err(error) = core.driver.spawn(call, first, &hosts) {
            core.placement.undo_place(first);
            return Err(error);
        }
        if placed.shared
            && let Some(oversubscribed_compute) = self.oversubscribed_compute.take()
        {
            core.kernel.replace_compute(oversubscribed_compute);
        }
        Ok(first)
    }

    /// A rank's call on ports or the name server, which completes after the server's time.
    pub(crate) fn handle_call(&mut self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId, call: PortCall) {
        core.actors[id].requests.start(request, RequestKind::NameServer);
        let mut status = Status::EMPTY;
        let mut time = Time::ZERO;
        match call {
            PortCall::Open(port) => {
                self.open_ports.insert(port);
            }
            PortCall::Close(port) => {
                if self.open_ports.remove(&port) {
                    self.close_port(core, port);
                } else {
                    status.error = ErrorClass::Port;
                }
            }
            PortCall::Publish { service, port } => {
                time = core.library.protocol.name_service;
                match self.names.entry(service) {
                    Entry::Vacant(free) => _ = free.insert(port),
                    Entry::Occupied(_) => status.error = ErrorClass::Service,
                }
            }
            PortCall::Unpublish { service } => {
                time = core.library.protocol.name_service;
                if self.names.remove(&service).is_none() {
                    status.error = ErrorClass::Service;
                }
            }
            PortCall::Lookup { service, into } => {
                time = core.library.protocol.name_service;
                match self.names.get(&service) {
                    Some(port) => {
                        let bytes = &port.as_bytes()[..port.len().min(into.bytes as usize)];
                        if core.contents.has_data && !bytes.is_empty() {
                            user_memory(core.driver).write(id, into.address, bytes);
                        }
                        status.bytes = bytes.len() as u64;
                    }
                    None => status.error = ErrorClass::Name,
                }
            }
        }
        if time > Time::ZERO {
            core.totals.costs.add(Cost::NameService, time);
        }
        core.complete_request(id, request, status, time);
    }

    /// Nothing can happen any more: the first group that waits to be accepted at a port gives up, after MPICH's timeout. False
    /// if there is none.
    pub(crate) fn give_up_connecting(&self, core: &mut EngineCore<'_>) -> bool {
        let Some((port, waiting)) = core.comms.give_up_connecting() else { return false };
        let rank = waiting.first().map_or(0, |(actor, _)| actor.0);
        core.warn(format!("rank {rank} was not accepted at port {port}"));
        for (actor, request) in waiting {
            let handle = u64::from(CommId::NULL.0);
            let status = Status { error: ErrorClass::Port, handle, ..Status::EMPTY };
            core.complete_request(actor, request, status, CONNECT_TIMEOUT);
        }
        true
    }

    /// Connections that wait at a port fail when it is closed.
    fn close_port(&mut self, core: &mut EngineCore<'_>, port: Port) {
        for (actor, request) in core.comms.withdraw_from_port(port) {
            let handle = u64::from(CommId::NULL.0);
            let status = Status { error: ErrorClass::Port, handle, ..Status::EMPTY };
            core.complete_request(actor, request, status, Time::ZERO);
        }
    }
}
