//! Carries out a file operation when its simulated time ends: moves the data between the file and the rank's memory.

use super::contents::Contents;
use super::operation::FileOperation;
use super::{Files, OpenFile, posix};
use crate::contents::user_memory;
use crate::engine_core::EngineCore;
use crate::ids::FileOperationId;
use ops::{CommId, ErrorClass, FILE_HINTS, FileAccess, FileCall, Layout, OpenMode, SharedPointer, Status};
use std::collections::BTreeMap;
use units::ActorId;

/// The largest piece in which contents move, in bytes of the stream.
const PIECE: u64 = 4 << 20;

impl Files {
    /// What the call does to the file and to the rank's memory.
    pub(super) fn take_effect(&mut self, core: &mut EngineCore<'_>, at: FileOperationId) {
        let &FileOperation { actor, file, path_id, .. } = &self.operations[at];
        let Some(call) = self.operations[at].call.take() else { return };
        let mut status = Status::EMPTY;
        let outcome = match &call {
            FileCall::Open { path, mode } => {
                status.handle = u64::from(self.driver(core).is_some());
                self.open_file(core, file, path_id, path, *mode)
            }
            FileCall::Close => self.close_file(core, file),
            FileCall::Delete { path } => Contents::delete(path, core.contents.has_data),
            FileCall::Access(access) | FileCall::AccessAll { access, .. } => {
                self.move_contents(core, actor, file, access, &mut status.bytes)
            }
            FileCall::Sync => Ok(()),
            FileCall::Posix(call) => {
                status.bytes = posix::bytes_of(call.operation);
                Ok(())
            }
            FileCall::Size => self.file_of(file).contents.size().map(|size| status.handle = size),
            FileCall::SetSize(bytes) => self.file_of(file).contents.resize(*bytes, false),
            FileCall::Preallocate(bytes) => self.file_of(file).contents.resize(*bytes, true),
            FileCall::View => {
                self.file_of(file).shared = 0;
                Ok(())
            }
            FileCall::Hint { number, value } => {
                status.handle = self.hint(core, actor, file, *number, *value).unwrap_or(u64::MAX);
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
        let operation = &mut self.operations[at];
        (operation.call, operation.status) = (Some(call), status);
    }

    /// Sets a hint, if a value is given: the value that it has; none where it means nothing.
    fn hint(
        &mut self,
        core: &mut EngineCore<'_>,
        actor: ActorId,
        file: CommId,
        number: u32,
        value: Option<u64>,
    ) -> Option<u64> {
        self.driver(core)?;
        let defaults = core.library.file_hints;
        let open = self.file_of(file);
        if let Some(value) = value
            && !open.hints.entry(actor).or_insert_with(|| defaults.into()).set(number, value)
            && self.ignored_hints.insert(number)
        {
            let name = FILE_HINTS.get(number as usize).map_or("", |hint| hint.name);
            core.warn(format!("the hint `{name}` for files is ignored: what it changes is not modelled"));
        }
        let hints = self.file_of(file).hints_of(core, actor);
        if hints.is_aggregator_count(number) {
            return Some(self.aggregators(core, actor, file, &hints).len() as u64);
        }
        hints.value(number)
    }

    pub(super) fn file_of(&mut self, file: CommId) -> &mut OpenFile {
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
            open.opened += 1;
            return Ok(());
        }
        let contents = Contents::open(path, mode, core.contents.has_data)?;
        let delete_on_close = mode.delete_on_close;
        let open = OpenFile {
            path_id,
            path: path.into(),
            contents,
            shared: 0,
            opened: 1,
            users: 1,
            delete_on_close,
            hints: BTreeMap::new(),
            collectives: BTreeMap::new(),
            starting: BTreeMap::new(),
        };
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
        if bytes >= core.contents.skip_from {
            *moved = self.skip_contents(file, access)?;
            if !std::mem::replace(&mut self.skips, true) {
                core.warn(format!(
                    "contents of accesses to files from {} B on were neither written nor read (--payload): files have their lengths alone",
                    core.contents.skip_from
                ));
            }
            let (read, written) = if access.write { (0, *moved) } else { (*moved, 0) };
            core.totals.count_file_bytes(read, written);
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

    /// Leaves the bytes of an access where they are (`--payload skip`); the file gets as long as it would. How many there are.
    fn skip_contents(&mut self, file: CommId, access: &FileAccess) -> Result<u64, ErrorClass> {
        let contents = &mut self.file_of(file).contents;
        if access.write {
            if let Some((_, end)) = access.file.span() {
                contents.resize(end as u64, true)?;
            }
            return Ok(access.file.bytes());
        }
        let size = contents.size()?;
        Ok(access.file.blocks().map(|(from, bytes)| bytes.min(size.saturating_sub(from as u64))).sum())
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
