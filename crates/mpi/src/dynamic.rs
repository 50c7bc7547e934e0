//! Worlds that are started while the run is on, ports, and the name server (MPI 5.0 §11.8 to §11.10).
//!
//! A spawn is collective over its parent: when the last rank of it has come, the new ranks are placed on free cores and
//! begin a start time later ([`crate::library::Protocol::spawn`]), each at the first line of its program. They are actors
//! of their own, numbered on, with a world of their own. When the last of them is in `MPI_Init` both groups are there, and
//! the intercommunicator is agreed on as one that two leaders make is: neither side goes on before. Groups that meet at
//! a port do so when the last rank of both has come.

use crate::actor::Actor;
use crate::comm::Spawning;
use crate::engine::{CLASS_ACTOR, Engine, Event};
use crate::request::RequestKind;
use ops::{CommId, ErrorClass, Group, NewComm, Port, PortCall, Record, RequestId, SpawnCall, SpawnError, Status};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use units::{ActorId, HostId, Time};

/// How long a group waits to be accepted if nothing else can happen: MPICH's MPIR_CVAR_CH4_COMM_CONNECT_TIMEOUT.
const CONNECT_PATIENCE: Time = Time::from_ns(180_000_000_000);

/// A world that has been started while the run was on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpawnedWorld {
    /// Its number: the world that the run began with is 0.
    pub job: u32,
    /// Its rank 0 among all ranks of the run.
    pub first: u32,
    /// Its ranks.
    pub ranks: u32,
    /// Who has started it.
    pub parent: u32,
    /// When its ranks began.
    pub start: Time,
    /// Its programs, as they were named.
    pub programs: Vec<String>,
}

impl std::fmt::Display for SpawnedWorld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { job, first, ranks, parent, programs, .. } = self;
        let of = programs.join(", ");
        if *ranks == 1 {
            return write!(f, "rank {first} is rank 0 of world {job} ({of}), started by rank {parent}");
        }
        let last = first + ranks - 1;
        write!(f, "ranks {first} to {last} are 0 to {} of world {job} ({of}), started by rank {parent}", ranks - 1)
    }
}

/// Ports that are open, and names that stand for some.
#[derive(Debug, Default)]
pub(crate) struct Ports {
    open: BTreeSet<Port>,
    names: BTreeMap<Box<str>, Box<str>>,
}

impl Ports {
    /// Whether a port is open.
    pub(crate) fn is_open(&self, port: Port) -> bool {
        self.open.contains(&port)
    }
}

impl Engine<'_> {
    /// All ranks of a parent have come to start others.
    pub(crate) fn spawn(&mut self, spawning: Spawning) {
        let Spawning { parent, root, call, waiting } = spawning;
        let count = call.ranks();
        let first = match self.start_ranks(&call) {
            Ok(first) => first,
            Err(SpawnError::Unsupported(reason)) => return self.fail(root, &format!("not supported: {reason}")),
            Err(SpawnError::Refused(reason)) => {
                self.warn(format!("rank {root} could not start processes: {reason}"));
                for (actor, request) in waiting {
                    let handle = u64::from(CommId::NULL.0);
                    let status = Status { error: ErrorClass::Spawn, bytes: count, handle, ..Status::EMPTY };
                    self.complete_request(actor, request, status, Time::ZERO);
                }
                return;
            }
        };
        let start = self.kernel.now().saturating_add(self.library.protocol.spawn);
        let (ranks, job) = (count as u32, self.worlds.len() as u32 + 1);
        let world = self.comms.start_world(Group::range(first.0, ranks), parent, waiting);
        let names = call.programs.iter().map(|program| String::from_utf8_lossy(&program.command).into_owned());
        let programs = names.collect();
        self.worlds.push(SpawnedWorld { job, first: first.0, ranks, parent: root.0, start, programs });
        self.observe(Record::World { job, first, ranks, start });
        let group = Arc::clone(&self.comms.get(world).group);
        for actor in group.actors() {
            let mut new = Actor { endpoint: self.placement.endpoint(actor), answer_due: true, ..Actor::default() };
            new.tell_comm(NewComm { comm: world, group: Arc::clone(&group), remote: None });
            self.actors.push(new);
            self.at(start, CLASS_ACTOR, actor, Event::Actor(actor));
        }
    }

    /// Places new ranks and has the driver make them ready; the first of them.
    fn start_ranks(&mut self, call: &SpawnCall) -> Result<ActorId, SpawnError> {
        let refused = |reason: &str| SpawnError::Refused(reason.to_owned());
        let first = ActorId::from_index(self.actors.len());
        let ranks = u32::try_from(call.ranks()).ok().filter(|ranks| first.0.checked_add(*ranks).is_some());
        let ranks = ranks.ok_or_else(|| refused("so many ranks cannot be numbered"))?;
        let wanted: Vec<(u32, Option<&str>)> =
            call.programs.iter().map(|program| (program.ranks, program.host.as_deref())).collect();
        let actors = &self.actors;
        let alive = |actor: ActorId| !actors[actor.index()].done;
        let placed = self.placement.place(first, &wanted, &alive).map_err(|error| SpawnError::Refused(error.0))?;
        let hosts: Vec<HostId> =
            (first.0..first.0 + ranks).map(|actor| self.placement.endpoint(ActorId(actor)).host).collect();
        if let Err(error) = self.driver.spawn(call, first, &hosts) {
            self.placement.undo_place(first);
            return Err(error);
        }
        if placed.shared
            && let Some(oversubscribed_compute) = self.oversubscribed_compute.take()
        {
            self.kernel.replace_compute(oversubscribed_compute);
        }
        Ok(first)
    }

    /// What a rank asks of ports and of the name server; it has its answer when the server has had its time.
    pub(crate) fn port(&mut self, id: ActorId, request: RequestId, call: PortCall) {
        self.actors[id.index()].requests.start(request, RequestKind::NameServer);
        let mut status = Status::EMPTY;
        let mut time = Time::ZERO;
        match call {
            PortCall::Open(port) => {
                self.ports.open.insert(port);
            }
            PortCall::Close(port) => {
                if self.ports.open.remove(&port) {
                    self.close_port(port);
                } else {
                    status.error = ErrorClass::Port;
                }
            }
            PortCall::Publish { service, port } => {
                time = self.library.protocol.name_service;
                match self.ports.names.entry(service) {
                    Entry::Vacant(free) => _ = free.insert(port),
                    Entry::Occupied(_) => status.error = ErrorClass::Service,
                }
            }
            PortCall::Unpublish { service } => {
                time = self.library.protocol.name_service;
                if self.ports.names.remove(&service).is_none() {
                    status.error = ErrorClass::Service;
                }
            }
            PortCall::Lookup { service, into } => {
                time = self.library.protocol.name_service;
                match self.ports.names.get(&service) {
                    Some(port) => {
                        let bytes = &port.as_bytes()[..port.len().min(into.bytes as usize)];
                        if self.has_data && !bytes.is_empty() {
                            self.driver.memory().write(id, into.address, bytes);
                        }
                        status.bytes = bytes.len() as u64;
                    }
                    None => status.error = ErrorClass::Name,
                }
            }
        }
        self.complete_request(id, request, status, time);
    }

    /// Nothing can happen any more: the first group that waits to be accepted at a port gives up, after as long as MPICH
    /// waits. False if there is none.
    pub(crate) fn give_up_connecting(&mut self) -> bool {
        let Some((port, waiting)) = self.comms.give_up_connecting() else { return false };
        let rank = waiting.first().map_or(0, |(actor, _)| actor.0);
        self.warn(format!("rank {rank} was not accepted at port {port}"));
        for (actor, request) in waiting {
            let handle = u64::from(CommId::NULL.0);
            let status = Status { error: ErrorClass::Port, handle, ..Status::EMPTY };
            self.complete_request(actor, request, status, CONNECT_PATIENCE);
        }
        true
    }

    /// Those who wait at a port that is closed hear of it.
    fn close_port(&mut self, port: Port) {
        for (actor, request) in self.comms.leave_port(port) {
            let handle = u64::from(CommId::NULL.0);
            let status = Status { error: ErrorClass::Port, handle, ..Status::EMPTY };
            self.complete_request(actor, request, status, Time::ZERO);
        }
    }
}
