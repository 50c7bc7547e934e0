//! A call from its post to its completion.

use super::contents::Contents;
use super::{Files, OpenFile};
use crate::attribution::Notice;
use crate::contents::user_memory;
use crate::engine_core::EngineCore;
use crate::request::RequestKind;
use crate::token::Token;
use kernel::{StorageKind, StorageRequest, Transfer};
use ops::{
    CommId, ErrorClass, FileAccess, FileCall, IoOperation, Layout, OpenMode, Record, RequestId, SharedPointer, Status,
};
use units::{ActorId, Endpoint, Time};

/// The largest piece in which contents move, in bytes of the stream.
const PIECE: u64 = 4 << 20;

/// A call under way.
pub(crate) struct FileOperation {
    actor: ActorId,
    /// The thread that has called.
    caller: ActorId,
    request: RequestId,
    file: CommId,
    path_id: u32,
    call: FileCall,
    stage: Stage,
    /// Servers that have not served it, and those that have not answered.
    unserved: u32,
    unanswered: u32,
    status: Status,
    posted: Time,
}

/// How far a call is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The lock of an atomic access was asked for.
    Lock,
    /// Its servers were asked.
    Own,
}

/// A request to one server.
#[derive(Clone, Copy)]
pub(super) struct ServerRequest {
    operation: u32,
    storage: StorageRequest,
    stage: RequestStage,
}

/// How far a request to a server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequestStage {
    Out,
    Serving,
    Back,
}

impl FileOperation {
    pub(super) fn call(&self) -> &FileCall {
        &self.call
    }

    pub(super) fn path_id(&self) -> u32 {
        self.path_id
    }

    /// What records call it; nothing for the lowest byte where none is touched.
    fn described(&self) -> (IoOperation, u64) {
        let low = |access: &FileAccess| access.file.span().map_or(0, |(low, _)| low.max(0) as u64);
        match &self.call {
            FileCall::Open { .. } => (IoOperation::Open, 0),
            FileCall::Close => (IoOperation::Close, 0),
            FileCall::Delete { .. } => (IoOperation::Delete, 0),
            FileCall::Access(access) if access.write => (IoOperation::Write, low(access)),
            FileCall::Access(access) => (IoOperation::Read, low(access)),
            FileCall::Size => (IoOperation::Size, 0),
            FileCall::SetSize(_) | FileCall::Preallocate(_) => (IoOperation::Resize, 0),
            FileCall::Sync => (IoOperation::Sync, 0),
            FileCall::Shared(_) | FileCall::View => (IoOperation::SharedPointer, 0),
        }
    }
}

impl Files {
    /// Does what a rank asks of a file.
    pub(crate) fn handle_call(
        &mut self,
        core: &mut EngineCore<'_>,
        caller: ActorId,
        request: RequestId,
        file: CommId,
        call: FileCall,
    ) {
        // Requests, memory and records are the rank's.
        let actor = core.actors.rank_actor(caller);
        let path_id = match &call {
            FileCall::Open { path, .. } | FileCall::Delete { path } => self.path_id(core, path),
            _ => self.open.get(&file).expect("ranks name files that they have open").path_id,
        };
        let stage = match &call {
            FileCall::Access(FileAccess { atomic: true, .. }) => Stage::Lock,
            _ => Stage::Own,
        };
        let operation = FileOperation {
            actor,
            caller,
            request,
            file,
            path_id,
            call,
            stage,
            unserved: 0,
            unanswered: 0,
            status: Status::EMPTY,
            posted: core.kernel.now(),
        };
        let at = u32::try_from(self.operations.insert(operation)).expect("fewer than 2^32 operations");
        core.actors[actor].requests.start(request, RequestKind::File(at));
        self.ask_servers(core, at);
    }

    fn path_id(&mut self, core: &mut EngineCore<'_>, path: &[u8]) -> u32 {
        let (id, new) = self.intern_path(path);
        if new && core.interest.io {
            core.name_file(id, &String::from_utf8_lossy(path));
        }
        id
    }

    /// Asks all servers of the current stage; without any the stage is over.
    fn ask_servers(&mut self, core: &mut EngineCore<'_>, at: u32) {
        let operation = &self.operations[at as usize];
        let requests = match (&operation.call, operation.stage) {
            (FileCall::Access(access), Stage::Own) => self.shares(core, operation.path_id, access),
            (FileCall::View, _) => Vec::new(),
            _ => vec![self.metadata(core, operation.path_id)],
        };
        let count = u32::try_from(requests.len()).expect("at most one request per server");
        let operation = &mut self.operations[at as usize];
        (operation.unserved, operation.unanswered) = (count, count);
        if count == 0 {
            self.take_effect(core, at);
            self.stage_over(core, at);
        }
        for storage in requests {
            let server_request =
                self.server_requests.insert(ServerRequest { operation: at, storage, stage: RequestStage::Out });
            self.send_request(core, u32::try_from(server_request).expect("fewer than 2^32 requests"));
        }
    }

    fn metadata(&self, core: &EngineCore<'_>, file: u32) -> StorageRequest {
        let server = core.kernel.storage().metadata_server(file);
        let kind = StorageKind::Metadata;
        StorageRequest { token: 0, server, file, kind, offset: 0, bytes: 0, extents: 0 }
    }

    /// What each server has of an access.
    fn shares(&self, core: &EngineCore<'_>, file: u32, access: &FileAccess) -> Vec<StorageRequest> {
        let kind = if access.write { StorageKind::Write } else { StorageKind::Read };
        let storage = core.kernel.storage();
        let mut of_server: Vec<Option<StorageRequest>> = vec![None; storage.servers() as usize];
        for (offset, bytes) in access.file.blocks() {
            let offset = offset as u64;
            storage.spread(file, offset, bytes, &mut |server, bytes| {
                let share = of_server[server as usize].get_or_insert(StorageRequest {
                    token: 0,
                    server,
                    file,
                    kind,
                    offset,
                    bytes: 0,
                    extents: 0,
                });
                share.offset = share.offset.min(offset);
                share.bytes += bytes;
                share.extents += 1;
            });
        }
        of_server.into_iter().flatten().collect()
    }

    /// A request goes to its server.
    fn send_request(&mut self, core: &mut EngineCore<'_>, server_request: u32) {
        let ServerRequest { operation, storage, .. } = self.server_requests[server_request as usize];
        let actor = self.operations[operation as usize].actor;
        core.notify(Notice::FileRequestPosted { request: server_request, actor, storage: &storage });
        match core.kernel.storage().endpoint(storage.server) {
            None => self.request_arrived(core, server_request),
            Some(server) => {
                let bytes = if storage.kind == StorageKind::Write { storage.bytes } else { 0 };
                let rank = self.endpoint_of(core, operation);
                self.carry(core, server_request, rank, server, bytes);
            }
        }
    }

    fn endpoint_of(&self, core: &EngineCore<'_>, operation: u32) -> Endpoint {
        let actor = self.operations[operation as usize].actor;
        core.actors[actor].endpoint
    }

    fn carry(
        &mut self,
        core: &mut EngineCore<'_>,
        server_request: u32,
        source: Endpoint,
        destination: Endpoint,
        bytes: u64,
    ) {
        let operation = self.server_requests[server_request as usize].operation;
        let actor = self.operations[operation as usize].actor;
        let transfer = Transfer {
            phase: core.actors[actor].phase,
            ..Transfer::new(Token::File(server_request).pack(), source, destination, bytes)
        };
        core.notify(Notice::FileRequestSent { request: server_request, transfer: &transfer });
        core.kernel.transfer(&transfer);
    }

    /// A request has reached its server, or the answer the rank.
    pub(crate) fn request_arrived(&mut self, core: &mut EngineCore<'_>, server_request: u32) {
        core.notify(Notice::FileRequestArrived { request: server_request });
        let ServerRequest { storage, stage, .. } = &mut self.server_requests[server_request as usize];
        if *stage == RequestStage::Back {
            self.answered(core, server_request);
            return;
        }
        *stage = RequestStage::Serving;
        let storage = StorageRequest { token: server_request.into(), ..*storage };
        core.notify(Notice::FileRequestQueued { request: server_request, storage: &storage });
        core.kernel.store(&storage);
    }

    /// A server has served a request.
    pub(crate) fn served(&mut self, core: &mut EngineCore<'_>, server_request: u32) {
        core.notify(Notice::FileRequestServed { request: server_request });
        let ServerRequest { operation: at, storage, .. } = self.server_requests[server_request as usize];
        let operation = &mut self.operations[at as usize];
        operation.unserved -= 1;
        if operation.unserved == 0 && operation.stage == Stage::Own {
            self.take_effect(core, at);
        }
        self.server_requests[server_request as usize].stage = RequestStage::Back;
        match core.kernel.storage().endpoint(storage.server) {
            None => self.answered(core, server_request),
            Some(server) => {
                let bytes = if storage.kind == StorageKind::Read { storage.bytes } else { 0 };
                let rank = self.endpoint_of(core, at);
                self.carry(core, server_request, server, rank, bytes);
            }
        }
    }

    fn answered(&mut self, core: &mut EngineCore<'_>, server_request: u32) {
        core.notify(Notice::FileRequestAnswered { request: server_request });
        let ServerRequest { operation: at, .. } = self.server_requests.remove(server_request as usize);
        let operation = &mut self.operations[at as usize];
        operation.unanswered -= 1;
        if operation.unanswered == 0 {
            self.stage_over(core, at);
        }
    }

    fn stage_over(&mut self, core: &mut EngineCore<'_>, at: u32) {
        let operation = &mut self.operations[at as usize];
        if operation.stage == Stage::Lock {
            operation.stage = Stage::Own;
            self.ask_servers(core, at);
            return;
        }
        let operation = self.operations.remove(at as usize);
        if core.interest.io {
            let (what, offset) = operation.described();
            let record = Record::Io {
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
        let (posted, bytes) = (operation.posted, operation.status.bytes);
        core.notify(Notice::FileOperationCompletes { actor: operation.caller, posted, bytes });
        core.complete_request(operation.actor, operation.request, operation.status, Time::ZERO);
        core.notify(Notice::Completed);
    }

    /// What the call does to the file and to the rank's memory.
    fn take_effect(&mut self, core: &mut EngineCore<'_>, at: u32) {
        let FileOperation { actor, file, path_id, .. } = self.operations[at as usize];
        let call = std::mem::replace(&mut self.operations[at as usize].call, FileCall::Close);
        let mut status = Status::EMPTY;
        let outcome = match &call {
            FileCall::Open { path, mode } => self.open_file(core, file, path_id, path, *mode),
            FileCall::Close => self.close_file(core, file),
            FileCall::Delete { path } => Contents::delete(path, core.contents.has_data),
            FileCall::Access(access) => self.move_contents(core, actor, file, access, &mut status.bytes),
            FileCall::Sync => Ok(()),
            FileCall::Size => self.file_of(file).contents.size().map(|size| status.handle = size),
            FileCall::SetSize(bytes) => self.file_of(file).contents.resize(*bytes, false),
            FileCall::Preallocate(bytes) => self.file_of(file).contents.resize(*bytes, true),
            FileCall::View => {
                self.file_of(file).shared = 0;
                Ok(())
            }
            FileCall::Shared(change) => {
                let shared = &mut self.file_of(file).shared;
                status.handle = *shared as u64;
                match change {
                    SharedPointer::Get => {}
                    SharedPointer::Add(more) => *shared = shared.saturating_add(*more),
                    SharedPointer::Set(to) => *shared = *to,
                }
                Ok(())
            }
        };
        status.error = outcome.err().unwrap_or_default();
        let operation = &mut self.operations[at as usize];
        (operation.call, operation.status) = (call, status);
    }

    fn file_of(&mut self, file: CommId) -> &mut OpenFile {
        self.open.get_mut(&file).expect("ranks name files that they have open")
    }

    fn open_file(
        &mut self,
        core: &mut EngineCore<'_>,
        file: CommId,
        path_id: u32,
        path: &[u8],
        mode: OpenMode,
    ) -> Result<(), ErrorClass> {
        if let Some(open) = self.open.get_mut(&file) {
            open.users += 1;
            return Ok(());
        }
        let contents = Contents::open(path, mode, core.contents.has_data)?;
        let delete_on_close = mode.delete_on_close;
        let open = OpenFile { path_id, path: path.into(), contents, shared: 0, users: 1, delete_on_close };
        self.open.insert(file, open);
        Ok(())
    }

    fn close_file(&mut self, core: &mut EngineCore<'_>, file: CommId) -> Result<(), ErrorClass> {
        let open = self.file_of(file);
        open.users -= 1;
        if open.users > 0 {
            return Ok(());
        }
        let open = self.open.remove(&file).expect("it was there before");
        if open.delete_on_close { Contents::delete(&open.path, core.contents.has_data) } else { Ok(()) }
    }

    /// Moves the bytes of an access; adds their number to `moved`.
    fn move_contents(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        access: &FileAccess,
        moved: &mut u64,
    ) -> Result<(), ErrorClass> {
        let bytes = access.file.bytes();
        if !core.contents.has_data {
            *moved = bytes;
            if let Some((_, end)) = access.file.span().filter(|_| access.write) {
                self.file_of(file).contents.reaches(end as u64);
            }
            return Ok(());
        }
        // A rank that has ended has no memory any more.
        if core.actors[actor].life.done {
            return Ok(());
        }
        let (mut memory, mut offsets) = (Cursor::of(&access.memory), Cursor::of(&access.file));
        let mut staging = core.contents.pool.take(bytes.min(PIECE));
        let mut outcome = Ok(());
        while *moved < bytes && outcome.is_ok() {
            let piece = (bytes - *moved).min(PIECE) as usize;
            let part = &mut staging[..piece];
            let done = if access.write {
                self.write_piece(core, actor, file, (&mut memory, &mut offsets), part)
            } else {
                self.read_piece(core, actor, file, (&mut memory, &mut offsets), part)
            };
            match done {
                Ok(done) => {
                    *moved += done as u64;
                    if done < piece {
                        break;
                    }
                }
                Err(error) => outcome = Err(error),
            }
        }
        core.contents.pool.give(staging);
        outcome
    }

    fn write_piece(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        (memory, offsets): (&mut Cursor<'_>, &mut Cursor<'_>),
        piece: &mut [u8],
    ) -> Result<usize, ErrorClass> {
        let mut at = 0;
        while at < piece.len() {
            let (address, bytes) = memory.next(piece.len() - at);
            user_memory(core.driver).read(actor, address, &mut piece[at..at + bytes]);
            at += bytes;
        }
        let contents = &mut self.file_of(file).contents;
        let mut at = 0;
        while at < piece.len() {
            let (offset, bytes) = offsets.next(piece.len() - at);
            contents.write(offset, &piece[at..at + bytes])?;
            at += bytes;
        }
        core.totals.count_file_bytes(0, at as u64);
        Ok(at)
    }

    /// Reads up to the end of the file: how many bytes there were.
    fn read_piece(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        (memory, offsets): (&mut Cursor<'_>, &mut Cursor<'_>),
        piece: &mut [u8],
    ) -> Result<usize, ErrorClass> {
        let contents = &self.file_of(file).contents;
        let mut there = 0;
        while there < piece.len() {
            let (offset, bytes) = offsets.next(piece.len() - there);
            let read = contents.read(offset, &mut piece[there..there + bytes])?;
            there += read;
            if read < bytes {
                break;
            }
        }
        core.totals.count_file_bytes(there as u64, 0);
        let mut at = 0;
        while at < there {
            let (address, bytes) = memory.next(there - at);
            user_memory(core.driver).write(actor, address, &piece[at..at + bytes]);
            at += bytes;
        }
        Ok(there)
    }
}

/// Walks over a layout in pieces of any length.
pub(super) struct Cursor<'a> {
    blocks: Box<dyn Iterator<Item = (i64, u64)> + 'a>,
    /// The rest of the current block: where it starts, and its bytes.
    position: u64,
    left: u64,
}

impl<'a> Cursor<'a> {
    pub(super) fn of(layout: &'a Layout) -> Self {
        Self { blocks: Box::new(layout.blocks()), position: 0, left: 0 }
    }

    /// The next stretch of at most so many bytes: where it starts, and its bytes.
    ///
    /// # Panics
    /// At the end.
    pub(super) fn next(&mut self, most: usize) -> (u64, usize) {
        if self.left == 0 {
            let (position, bytes) = self.blocks.next().expect("both sides of an access are of one length");
            (self.position, self.left) = (position as u64, bytes);
        }
        let bytes = self.left.min(most as u64);
        let position = self.position;
        self.position = self.position.wrapping_add(bytes);
        self.left -= bytes;
        (position, bytes as usize)
    }
}
