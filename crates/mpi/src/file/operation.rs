//! Carries out a file operation, from the rank's call to its completion, in steps. Each step makes requests to servers.

use super::steps::{Policy, Step, StepKind, access_steps};
use super::{Files, posix};
use crate::attribution::{Notice, Share};
use crate::engine_core::EngineCore;
use crate::event::{CLASS_VERTEX, Event};
use crate::ids::{FileOperationId, ScheduleId};
use crate::message::Owner;
use crate::point_to_point::PointToPoint;
use crate::request::RequestKind;
use crate::schedule::FileVertex;
use crate::schedules::Schedules;
use kernel::{StorageKind, StorageRequest};
use ops::{CommId, FileAccess, FileCall, IoOperation, PosixCall, Record, RequestId, Status};
use std::collections::VecDeque;
use units::{ActorId, Time};

/// A call under way.
pub(crate) struct FileOperation {
    /// In the order of the posts; what a rank does for others has the number of its own access.
    number: u64,
    pub(super) actor: ActorId,
    /// The thread that has called.
    caller: ActorId,
    pub(super) owner: Owner,
    pub(super) file: CommId,
    pub(super) path_id: u32,
    /// Nothing for an access that a rank makes for others.
    pub(super) call: Option<FileCall>,
    /// What is still to be asked of servers.
    steps: VecDeque<Step>,
    /// Servers that have not served the current step, and those that have not answered.
    unserved: u32,
    unanswered: u32,
    pub(super) status: Status,
    posted: Time,
}

impl FileOperation {
    pub(super) fn call(&self) -> Option<&FileCall> {
        self.call.as_ref()
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn path_id(&self) -> u32 {
        self.path_id
    }

    /// What records call it; nothing for the lowest byte where none is touched.
    fn described(&self) -> Option<(IoOperation, u64)> {
        let low = |access: &FileAccess| access.file.span().map_or(0, |(low, _)| low.max(0) as u64);
        Some(match self.call.as_ref()? {
            FileCall::Hint { .. } => return None,
            FileCall::Open { .. } => (IoOperation::Open, 0),
            FileCall::Close => (IoOperation::Close, 0),
            FileCall::Delete { .. } => (IoOperation::Delete, 0),
            FileCall::Access(access) | FileCall::AccessAll { access, .. } => {
                (if access.write { IoOperation::Write } else { IoOperation::Read }, low(access))
            }
            FileCall::Size => (IoOperation::Size, 0),
            FileCall::SetSize(_) | FileCall::Preallocate(_) => (IoOperation::Resize, 0),
            FileCall::Sync => (IoOperation::Sync, 0),
            FileCall::Shared(_) | FileCall::View => (IoOperation::SharedPointer, 0),
            FileCall::Posix(call) => posix::described(call.operation),
        })
    }
}

impl Files {
    /// Does what a rank asks of a file.
    pub(crate) fn handle_call(
        &mut self,
        core: &mut EngineCore<'_>,
        (schedules, messages): (&mut Schedules, &mut PointToPoint),
        caller: ActorId,
        (request, file): (RequestId, CommId),
        call: FileCall,
    ) {
        // Requests, memory and records are the rank's.
        let actor = core.actors.rank_actor(caller);
        let path_id = match &call {
            FileCall::Open { path, .. } | FileCall::Delete { path } => self.path_id(core, path),
            FileCall::Posix(call) => self.posix_id(core, actor, call),
            _ => self.open.get(&file).expect("ranks name files that they have open").path_id,
        };
        let strategy = self.strategy(core, actor, file, &call);
        let steps = self.steps_of(core, actor, file, &call);
        let (number, owner) = (self.calls, Owner::Request(request));
        self.calls += 1;
        let at = self.insert(core, (actor, caller), owner, (number, file, path_id), Some(call), steps);
        match strategy {
            Some(strategy) => self.start_together(core, (schedules, messages), caller, request, at, strategy),
            None => {
                core.actors[actor].requests.start(request, RequestKind::File(at));
                self.next_step(core, at);
            }
        }
    }

    fn insert(
        &mut self,
        core: &EngineCore<'_>,
        (actor, caller): (ActorId, ActorId),
        owner: Owner,
        (number, file, path_id): (u64, CommId, u32),
        call: Option<FileCall>,
        steps: VecDeque<Step>,
    ) -> FileOperationId {
        let (posted, status) = (core.kernel.now(), Status::EMPTY);
        let operation = FileOperation {
            number,
            actor,
            caller,
            owner,
            file,
            path_id,
            call,
            steps,
            unserved: 0,
            unanswered: 0,
            status,
            posted,
        };
        self.operations.insert(operation)
    }

    /// A vertex of a schedule accesses a file.
    pub(crate) fn start_vertex(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        (schedule, vertex): (ScheduleId, u16),
        access: FileVertex,
    ) {
        let owner = Owner::Vertex(schedule, vertex);
        let (kind, operation, block) = match access {
            FileVertex::Own { operation, moved } => {
                let own = &mut self.operations[operation];
                own.owner = owner;
                if moved {
                    own.steps = VecDeque::from([Step::of(StepKind::Nothing)]);
                }
                return self.next_step(core, operation);
            }
            FileVertex::Read { operation, offset, bytes } => (StepKind::Read, operation, (offset, bytes)),
            FileVertex::Write { operation, offset, bytes } => (StepKind::Write, operation, (offset, bytes)),
        };
        let number = self.operations[operation].number;
        // A write reads where its window has holes.
        let writes = |operation: &FileOperation| {
            operation.call().and_then(FileCall::access).is_some_and(|access| access.write)
        };
        let holes = kind == StepKind::Read && writes(&self.operations[operation]);
        let of_holes = if holes { Share::ALL } else { Share::NONE };
        let steps = VecDeque::from([Step { of_holes, ..Step::at(kind, vec![block]) }]);
        let path_id = self.open[&file].path_id;
        let at = self.insert(core, (actor, actor), owner, (number, file, path_id), None, steps);
        self.next_step(core, at);
    }

    /// The access of a vertex has ended: which vertex, and the status of a rank's own access.
    pub(crate) fn end_vertex(&mut self, at: FileOperationId) -> ((ScheduleId, u16), Option<Status>) {
        let FileOperation { owner, call, status, .. } = self.operations.remove(at);
        match owner {
            Owner::Vertex(schedule, vertex) => ((schedule, vertex), call.map(|_| status)),
            Owner::Request(_) | Owner::Call => unreachable!("neither has a vertex"),
        }
    }

    fn path_id(&mut self, core: &mut EngineCore<'_>, path: &[u8]) -> u32 {
        let (id, new) = self.intern_path(path);
        if new && core.interest.io {
            core.name_file(id, &String::from_utf8_lossy(path));
        }
        id
    }

    /// The id of the file of a call of POSIX's.
    fn posix_id(&mut self, core: &mut EngineCore<'_>, actor: ActorId, call: &PosixCall) -> u32 {
        let Some(path) = &call.path else { return self.posix.id_of(actor, call) };
        let id = self.path_id(core, path);
        self.posix.name(actor, call, id);
        id
    }

    /// Asks the servers of the next step. Without one the call is over.
    fn next_step(&mut self, core: &mut EngineCore<'_>, at: FileOperationId) {
        while let Some(step) = self.operations[at].steps.pop_front() {
            let operation = &self.operations[at];
            let client = core.actors.vitals(operation.actor).endpoint.host.0;
            let requests = self.requests_of(core, operation.path_id, client, &step);
            let count = u32::try_from(requests.len()).expect("at most one request per server");
            let operation = &mut self.operations[at];
            (operation.unserved, operation.unanswered) = (count, count);
            if count > 0 {
                // Its memory is freed early: all ranks may wait for servers at once.
                if operation.steps.is_empty() {
                    operation.steps = VecDeque::new();
                }
                core.notify(|| Notice::FileStepPosted {
                    operation: at,
                    actor: operation.actor,
                    of_holes: step.of_holes,
                    requests: &requests,
                });
                self.send_requests(core, at, requests);
                return;
            }
            if operation.steps.is_empty() {
                self.take_effect(core, at);
            }
        }
        self.complete(core, at);
    }

    /// What a step asks of each server.
    fn requests_of(&self, core: &EngineCore<'_>, file: u32, client: u32, step: &Step) -> Vec<StorageRequest> {
        let storage = core.kernel.storage();
        let empty = |server, kind| StorageRequest { token: 0, client, server, file, kind, extents: Vec::new() };
        let kind = match step.kind {
            StepKind::Nothing => return Vec::new(),
            StepKind::Open => return vec![empty(storage.metadata_server(file), StorageKind::Open)],
            StepKind::Metadata => return vec![empty(storage.metadata_server(file), StorageKind::Metadata)],
            StepKind::Flush => {
                return (0..storage.servers()).map(|server| empty(server, StorageKind::Flush)).collect();
            }
            StepKind::Read => StorageKind::Read,
            StepKind::Write => StorageKind::Write,
        };
        let mut of_server: Vec<Option<StorageRequest>> = vec![None; storage.servers() as usize];
        for &(offset, bytes) in &step.blocks {
            storage.spread(file, offset, bytes, &mut |server, extent| {
                let request = of_server[server as usize].get_or_insert_with(|| empty(server, kind));
                extent.append_to(&mut request.extents);
            });
        }
        of_server.into_iter().flatten().collect()
    }

    /// A server has served a request of the current step.
    pub(super) fn step_served(&mut self, core: &mut EngineCore<'_>, at: FileOperationId) {
        let operation = &mut self.operations[at];
        operation.unserved -= 1;
        if operation.unserved == 0 && operation.steps.is_empty() {
            self.take_effect(core, at);
        }
    }

    /// A server's answer is there.
    pub(super) fn step_answered(&mut self, core: &mut EngineCore<'_>, at: FileOperationId) {
        let operation = &mut self.operations[at];
        operation.unanswered -= 1;
        if operation.unanswered == 0 {
            core.notify(|| Notice::FileStepAnswered { operation: at });
            self.next_step(core, at);
        }
    }

    fn complete(&mut self, core: &mut EngineCore<'_>, at: FileOperationId) {
        let operation = &self.operations[at];
        if let Some((what, offset)) = operation.described().filter(|_| core.interest.io) {
            let record = Record::Io {
                call: operation.number,
                actor: operation.actor,
                file: operation.path_id,
                operation: what,
                offset,
                bytes: operation.status.bytes,
                start: operation.posted,
                end: core.kernel.now(),
            };
            core.observe(record);
        }
        match operation.owner {
            Owner::Vertex(schedule, _) => {
                let actor = operation.actor;
                core.notify(|| Notice::FileVertexEnded { schedule, operation: at });
                core.at(core.kernel.now(), CLASS_VERTEX, actor, Event::FileVertexDone(at));
            }
            Owner::Request(request) => {
                let FileOperation { actor, caller, posted, status, .. } = self.operations.remove(at);
                core.notify(|| Notice::FileOperationCompletes {
                    operation: at,
                    actor: caller,
                    posted,
                    bytes: status.bytes,
                });
                core.complete_request(actor, request, status, Time::ZERO);
                core.notify(|| Notice::Completed);
            }
            Owner::Call => unreachable!("operations on files have requests"),
        }
    }
}

impl Files {
    /// The steps of a call, at least one. It takes effect when the last one has been served.
    fn steps_of(&self, core: &EngineCore<'_>, actor: ActorId, file: CommId, call: &FileCall) -> VecDeque<Step> {
        let protocol = core.kernel.storage().protocol();
        match call {
            FileCall::Access(access) | FileCall::AccessAll { access, .. } => {
                access_steps(access, self.policy(core, actor, file, access.write))
            }
            FileCall::Posix(call) => posix::steps_of(call.operation, &protocol),
            FileCall::View | FileCall::Hint { .. } => VecDeque::from([Step::of(StepKind::Nothing)]),
            FileCall::Open { .. } | FileCall::Delete { .. } => VecDeque::from([Step::of(StepKind::Open)]),
            FileCall::Sync if protocol.writes_behind => VecDeque::from([Step::of(StepKind::Flush)]),
            FileCall::Close if protocol.flush_on_close && self.closes_first(file) => {
                VecDeque::from([StepKind::Flush, StepKind::Metadata].map(Step::of))
            }
            _ => VecDeque::from([Step::of(StepKind::Metadata)]),
        }
    }

    /// How accesses of a file with holes are made; none: the file system has no driver.
    fn policy(&self, core: &EngineCore<'_>, actor: ActorId, file: CommId, write: bool) -> Option<Policy> {
        let driver = self.driver(core)?;
        Some(self.open[&file].hints_of(core, actor).policy(driver, write))
    }

    /// Whether no rank has begun to close a file.
    fn closes_first(&self, file: CommId) -> bool {
        let closing =
            |operation: &FileOperation| operation.file == file && operation.call() == Some(&FileCall::Close);
        let open = &self.open[&file];
        open.users == open.opened && !self.operations.iter().any(closing)
    }
}
