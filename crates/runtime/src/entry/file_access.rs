//! Entry points (the functions to which the program's MPI calls lead) that read and write files (MPI 5.0 §14.4).
//!
//! The functions differ in three choices alone (see [`FileRequest`]): the access starts at an explicit offset, at the
//! individual file pointer or at the shared one; the access is independent or collective; and it is blocking, non-blocking or
//! split. A collective access is one request to the engine if the modelled I/O library may aggregate it. Otherwise each rank
//! makes an independent access, after a barrier if the access is blocking.

use super::abi::{Integer, MpiStatus, put_handle, put_status};
use super::file::{ask_open, barrier};
use super::message::{From, To, outcome, recv_now, send_now, wait_for};
use super::{address, entry, file_convert, handle, with_large_count};
use crate::call::Call;
use mpi_rank::files::{PlannedAccess, Split, SplitKind};
use mpi_rank::requests::{self, Request, State};
use mpi_rank::{Data, Fault, Handle};
use ops::{Buffer, FileCall, Post, RequestSet, SendMode, SharedPointer, WaitMode};
use std::ffi::c_void;

/// Which pointer says where an access starts.
#[derive(Clone, Copy, Debug)]
enum Pointer {
    /// An offset, in etypes.
    At(i64),
    /// The rank's own.
    Own,
    /// The shared one.
    Shared,
    /// The shared one, rank after rank.
    Ordered,
}

/// An access as the program asks for it.
#[derive(Clone, Copy, Debug)]
struct FileRequest {
    file: Handle,
    write: bool,
    pointer: Pointer,
    /// Whether all ranks of the file make one.
    collective: bool,
    data: Data,
}

/// The elements of a call.
fn data(buf: *const c_void, count: impl Integer, datatype: usize) -> Data {
    Data { address: address(buf), count: count.wide(), datatype: handle(datatype) }
}

/// The tag of the messages by which ranks wait for each other at the shared pointer.
const TURN: i32 = 0;

/// Where an access starts: the shared pointer is moved on, in the order of the ranks if it is ordered.
fn start(call: &mut Call, wish: &FileRequest, etypes: i64) -> Result<i64, Fault> {
    match wish.pointer {
        Pointer::At(offset) => Ok(offset),
        Pointer::Own => Ok(call.rank().file(wish.file)?.position),
        Pointer::Shared => move_shared(call, wish.file, etypes),
        Pointer::Ordered => {
            let comm = call.rank().file_comm(wish.file)?;
            let (id, rank, size) = (comm.id, comm.rank, comm.size);
            if rank > 0 {
                recv_now(
                    call,
                    From { comm: id, source: rank as i32 - 1, tag: TURN, elements: ops::Elements::Any },
                    Buffer::EMPTY,
                );
            }
            let at = move_shared(call, wish.file, etypes);
            if rank + 1 < size {
                send_now(
                    call,
                    To { comm: id, peer: rank + 1, tag: TURN, elements: ops::Elements::Any },
                    Buffer::EMPTY,
                    SendMode::Standard,
                );
            }
            at
        }
    }
}

fn move_shared(call: &mut Call, file: Handle, etypes: i64) -> Result<i64, Fault> {
    Ok(ask_open(call, file, FileCall::Shared(SharedPointer::Add(etypes)))?.handle as i64)
}

/// Checks an access and says where it starts; its place in the file is final.
fn prepare(call: &mut Call, wish: &FileRequest) -> Result<i64, Fault> {
    let shared = matches!(wish.pointer, Pointer::Shared | Pointer::Ordered);
    let first = match wish.pointer {
        Pointer::At(offset) => offset,
        Pointer::Own => call.rank().file(wish.file)?.position,
        Pointer::Shared | Pointer::Ordered => 0,
    };
    let etypes = call.rank().file_access(wish.file, (wish.write, shared), first, wish.data)?.etypes;
    let at = start(call, wish, etypes)?;
    if matches!(wish.pointer, Pointer::Own) {
        call.rank().file_mut(wish.file)?.position = at + etypes;
    }
    Ok(at)
}

/// Starts an access: its request, which has ended already if its bytes were converted.
fn launch(call: &mut Call, wish: &FileRequest, at: i64, (hidden, blocking): (bool, bool)) -> Result<Handle, Fault> {
    let owner = requests::blamed_file(wish.file);
    let PlannedAccess { access, converts, .. } =
        call.rank().file_access(wish.file, (wish.write, true), at, wish.data)?;
    let together = wish.collective && call.rank().file(wish.file)?.aggregates && !converts;
    if wish.collective && blocking && !together {
        barrier(call, wish.file)?;
    }
    if converts {
        drop(access);
        let converted = file_convert::run(call, wish.file, wish.write, at, wish.data);
        let status = file_convert::status(converted);
        return Ok(call.rank().requests.insert(Request { hidden, ..Request::done(owner, status) }));
    }
    let request = call.rank().requests.insert(Request { hidden, ..Request::posted(owner) });
    post(
        call,
        wish.file,
        request,
        if together { FileCall::AccessAll { access, blocking } } else { FileCall::Access(access) },
    )?;
    Ok(request)
}

/// Hands an access to the engine.
pub(super) fn post(call: &mut Call, file: Handle, request: Handle, access: FileCall) -> Result<(), Fault> {
    let id = call.rank().file(file)?.id;
    call.post(Post::File { request: requests::id(request), file: id, call: Box::new(access) });
    Ok(())
}

/// Waits for an access and takes it off.
///
/// # Safety
/// The status is null or valid.
unsafe fn finish(call: &mut Call, request: Handle, status: *mut MpiStatus) -> Result<u64, Fault> {
    if call.rank().requests.get(request).is_some_and(|request| request.state == State::Posted) {
        wait_for(call, RequestSet::One(requests::id(request)), WaitMode::All);
    }
    let ended = call.rank().retire(request).1;
    // SAFETY: as the caller says.
    unsafe { put_status(status, &ended) };
    outcome(&ended)?;
    Ok(ended.bytes)
}

/// Makes an access and waits for it.
///
/// # Safety
/// The status is null or valid.
unsafe fn run(call: &mut Call, wish: FileRequest, status: *mut MpiStatus) -> Result<(), Fault> {
    let at = prepare(call, &wish)?;
    let request = launch(call, &wish, at, (true, true))?;
    // SAFETY: as the caller says.
    let moved = unsafe { finish(call, request, status)? };
    if !wish.write && matches!(wish.pointer, Pointer::Own) {
        // At the end of the file the pointer stays where the data end.
        let all = call.rank().datatype(wish.data.datatype)?.packed_size(wish.data.count as u64);
        let open = call.rank().file_mut(wish.file)?;
        if all.is_some_and(|all| moved < all) {
            open.position = at + open.view.etypes_touched(moved);
        }
    }
    Ok(())
}

/// Starts an access that the program waits for.
///
/// # Safety
/// The result is null or valid.
unsafe fn begin(call: &mut Call, wish: FileRequest, request: *mut usize) -> Result<(), Fault> {
    let at = prepare(call, &wish)?;
    let made = launch(call, &wish, at, (false, false))?;
    // SAFETY: as the caller says.
    unsafe { put_handle(request, made) }
}

/// Begins a split collective access.
fn split(call: &mut Call, wish: FileRequest) -> Result<(), Fault> {
    call.rank().file(wish.file)?.check_no_split()?;
    let kind = match wish.pointer {
        Pointer::At(_) => SplitKind::At(wish.write),
        Pointer::Own => SplitKind::Individual(wish.write),
        Pointer::Shared | Pointer::Ordered => SplitKind::Ordered(wish.write),
    };
    let at = prepare(call, &wish)?;
    let request = launch(call, &wish, at, (true, true))?;
    call.rank().file_mut(wish.file)?.split = Some(Split { kind, request });
    Ok(())
}

/// Ends one.
///
/// # Safety
/// The status is null or valid.
unsafe fn end(call: &mut Call, file: usize, kind: SplitKind, status: *mut MpiStatus) -> Result<(), Fault> {
    let request = call.rank().file_mut(handle(file))?.end_split(kind)?;
    // SAFETY: as the caller says.
    unsafe { finish(call, request, status).map(|_| ()) }
}

/// Makes functions that access a file. The first word is what they do: `run` waits for the access, `begin` gives its
/// request, `split` leaves it to the function that ends it.
macro_rules! accesses {
    (@ $do:ident($($result:ident: $type:ty)?) $small:tt $large:tt ($($offset:ident)?) { $($access:tt)* }) => {
        with_large_count! {
            $small $large
            (fh: usize, $($offset: i64,)? buf: *const c_void, count: Count, datatype: usize $(, $result: $type)?)
            file = fh |call| {
                $do(call, FileRequest { file: handle(fh), $($access)*, data: data(buf, count, datatype) } $(, $result)?)
            }
        }
    };
    () => {};
    (run $small:tt $large:tt $offset:tt $access:tt; $($more:tt)*) => {
        accesses! { @ run(status: *mut MpiStatus) $small $large $offset $access }
        accesses! { $($more)* }
    };
    (begin $small:tt $large:tt $offset:tt $access:tt; $($more:tt)*) => {
        accesses! { @ begin(request: *mut usize) $small $large $offset $access }
        accesses! { $($more)* }
    };
    (split $small:tt $large:tt $offset:tt $access:tt; $($more:tt)*) => {
        accesses! { @ split() $small $large $offset $access }
        accesses! { $($more)* }
    };
}

accesses! {
    run [FileReadAt: fn wt_MPI_File_read_at()] [FileReadAtC: fn wt_MPI_File_read_at_c()]
        (offset) { write: false, pointer: Pointer::At(offset), collective: false };
    begin [FileIreadAt: fn wt_MPI_File_iread_at()] [FileIreadAtC: fn wt_MPI_File_iread_at_c()]
        (offset) { write: false, pointer: Pointer::At(offset), collective: false };
    run [FileReadAtAll: fn wt_MPI_File_read_at_all()] [FileReadAtAllC: fn wt_MPI_File_read_at_all_c()]
        (offset) { write: false, pointer: Pointer::At(offset), collective: true };
    begin [FileIreadAtAll: fn wt_MPI_File_iread_at_all()] [FileIreadAtAllC: fn wt_MPI_File_iread_at_all_c()]
        (offset) { write: false, pointer: Pointer::At(offset), collective: true };
    split [FileReadAtAllBegin: fn wt_MPI_File_read_at_all_begin()] [FileReadAtAllBeginC: fn wt_MPI_File_read_at_all_begin_c()]
        (offset) { write: false, pointer: Pointer::At(offset), collective: true };
    run [FileRead: fn wt_MPI_File_read()] [FileReadC: fn wt_MPI_File_read_c()]
        () { write: false, pointer: Pointer::Own, collective: false };
    begin [FileIread: fn wt_MPI_File_iread()] [FileIreadC: fn wt_MPI_File_iread_c()]
        () { write: false, pointer: Pointer::Own, collective: false };
    run [FileReadAll: fn wt_MPI_File_read_all()] [FileReadAllC: fn wt_MPI_File_read_all_c()]
        () { write: false, pointer: Pointer::Own, collective: true };
    begin [FileIreadAll: fn wt_MPI_File_iread_all()] [FileIreadAllC: fn wt_MPI_File_iread_all_c()]
        () { write: false, pointer: Pointer::Own, collective: true };
    split [FileReadAllBegin: fn wt_MPI_File_read_all_begin()] [FileReadAllBeginC: fn wt_MPI_File_read_all_begin_c()]
        () { write: false, pointer: Pointer::Own, collective: true };
    run [FileReadShared: fn wt_MPI_File_read_shared()] [FileReadSharedC: fn wt_MPI_File_read_shared_c()]
        () { write: false, pointer: Pointer::Shared, collective: false };
    begin [FileIreadShared: fn wt_MPI_File_iread_shared()] [FileIreadSharedC: fn wt_MPI_File_iread_shared_c()]
        () { write: false, pointer: Pointer::Shared, collective: false };
    run [FileReadOrdered: fn wt_MPI_File_read_ordered()] [FileReadOrderedC: fn wt_MPI_File_read_ordered_c()]
        () { write: false, pointer: Pointer::Ordered, collective: true };
    split [FileReadOrderedBegin: fn wt_MPI_File_read_ordered_begin()] [FileReadOrderedBeginC: fn wt_MPI_File_read_ordered_begin_c()]
        () { write: false, pointer: Pointer::Ordered, collective: true };
    run [FileWriteAt: fn wt_MPI_File_write_at()] [FileWriteAtC: fn wt_MPI_File_write_at_c()]
        (offset) { write: true, pointer: Pointer::At(offset), collective: false };
    begin [FileIwriteAt: fn wt_MPI_File_iwrite_at()] [FileIwriteAtC: fn wt_MPI_File_iwrite_at_c()]
        (offset) { write: true, pointer: Pointer::At(offset), collective: false };
    run [FileWriteAtAll: fn wt_MPI_File_write_at_all()] [FileWriteAtAllC: fn wt_MPI_File_write_at_all_c()]
        (offset) { write: true, pointer: Pointer::At(offset), collective: true };
    begin [FileIwriteAtAll: fn wt_MPI_File_iwrite_at_all()] [FileIwriteAtAllC: fn wt_MPI_File_iwrite_at_all_c()]
        (offset) { write: true, pointer: Pointer::At(offset), collective: true };
    split [FileWriteAtAllBegin: fn wt_MPI_File_write_at_all_begin()] [FileWriteAtAllBeginC: fn wt_MPI_File_write_at_all_begin_c()]
        (offset) { write: true, pointer: Pointer::At(offset), collective: true };
    run [FileWrite: fn wt_MPI_File_write()] [FileWriteC: fn wt_MPI_File_write_c()]
        () { write: true, pointer: Pointer::Own, collective: false };
    begin [FileIwrite: fn wt_MPI_File_iwrite()] [FileIwriteC: fn wt_MPI_File_iwrite_c()]
        () { write: true, pointer: Pointer::Own, collective: false };
    run [FileWriteAll: fn wt_MPI_File_write_all()] [FileWriteAllC: fn wt_MPI_File_write_all_c()]
        () { write: true, pointer: Pointer::Own, collective: true };
    begin [FileIwriteAll: fn wt_MPI_File_iwrite_all()] [FileIwriteAllC: fn wt_MPI_File_iwrite_all_c()]
        () { write: true, pointer: Pointer::Own, collective: true };
    split [FileWriteAllBegin: fn wt_MPI_File_write_all_begin()] [FileWriteAllBeginC: fn wt_MPI_File_write_all_begin_c()]
        () { write: true, pointer: Pointer::Own, collective: true };
    run [FileWriteShared: fn wt_MPI_File_write_shared()] [FileWriteSharedC: fn wt_MPI_File_write_shared_c()]
        () { write: true, pointer: Pointer::Shared, collective: false };
    begin [FileIwriteShared: fn wt_MPI_File_iwrite_shared()] [FileIwriteSharedC: fn wt_MPI_File_iwrite_shared_c()]
        () { write: true, pointer: Pointer::Shared, collective: false };
    run [FileWriteOrdered: fn wt_MPI_File_write_ordered()] [FileWriteOrderedC: fn wt_MPI_File_write_ordered_c()]
        () { write: true, pointer: Pointer::Ordered, collective: true };
    split [FileWriteOrderedBegin: fn wt_MPI_File_write_ordered_begin()] [FileWriteOrderedBeginC: fn wt_MPI_File_write_ordered_begin_c()]
        () { write: true, pointer: Pointer::Ordered, collective: true };
}

/// Makes the functions that end split accesses.
macro_rules! ends {
    ($($function:ident: fn $name:ident() $kind:expr;)*) => {$(
        entry! {
            $function: fn $name(fh: usize, _buf: *const c_void, status: *mut MpiStatus) file = fh |call| {
                end(call, fh, $kind, status)
            }
        }
    )*};
}

ends! {
    FileReadAtAllEnd: fn wt_MPI_File_read_at_all_end() SplitKind::At(false);
    FileReadAllEnd: fn wt_MPI_File_read_all_end() SplitKind::Individual(false);
    FileReadOrderedEnd: fn wt_MPI_File_read_ordered_end() SplitKind::Ordered(false);
    FileWriteAtAllEnd: fn wt_MPI_File_write_at_all_end() SplitKind::At(true);
    FileWriteAllEnd: fn wt_MPI_File_write_all_end() SplitKind::Individual(true);
    FileWriteOrderedEnd: fn wt_MPI_File_write_ordered_end() SplitKind::Ordered(true);
}
