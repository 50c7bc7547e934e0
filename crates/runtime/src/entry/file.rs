//! Entry points that open, close and delete files, and that read or change their properties (MPI 5.0 §14.2, §14.6, §14.7).
//!
//! A collective call is simulated with ROMIO's communication: the ranks duplicate the communicator, pass barriers, and
//! broadcast one integer. Rank 0 opens or changes the file before the other ranks do.

use super::abi::{put, put_handle};
use super::arguments::behind;
use super::error::fault;
use super::making;
use super::message::{complete, launch_plan, outcome};
use super::{address, entry, handle, info};
use crate::call::Call;
use crate::opens;
use mpi_rank::collective::Plan;
use mpi_rank::files::{self, File};
use mpi_rank::info::Info;
use mpi_rank::requests::{self, Request};
use mpi_rank::{Data, Fault, Handle, handles};
use ops::{
    CommCall, CommId, ErrorClass, FILE_HINTS, FileCall, HintForm, OpenMode, Operation, Post, SharedPointer, Status,
};
use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

/// `MPI_INT` and `MPI_MAX` of the standard ABI.
const INT: Handle = 0x209;
const MAX: Handle = 0x23;

/// Asks something of a file and waits: what it brings.
pub(crate) fn ask(call: &mut Call, file: CommId, what: FileCall) -> Result<Status, Fault> {
    let request = call.rank().requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_SELF) });
    call.post(Post::File { request: requests::id(request), file, call: Box::new(what) });
    let status = complete(call, request);
    outcome(&status)?;
    Ok(status)
}

/// Asks something of an open file.
pub(super) fn ask_open(call: &mut Call, file: Handle, what: FileCall) -> Result<Status, Fault> {
    let id = call.rank().file(file)?.id;
    ask(call, id, what)
}

/// Runs a collective operation of the file's own.
fn together(call: &mut Call, file: Handle, plan: Plan) -> Result<(), Fault> {
    let (id, comm) = {
        let file = call.rank().file(file)?;
        (file.id, file.comm)
    };
    let request = Request { hidden: true, collective: true, ..Request::posted(comm) };
    let request = call.rank().requests.insert(request);
    launch_plan(call, request, id, plan, true, None);
    outcome(&complete(call, request))
}

/// A barrier among the ranks of a file.
pub(super) fn barrier(call: &mut Call, file: Handle) -> Result<(), Fault> {
    let plan = call.rank().barrier();
    together(call, file, plan)
}

/// Whether the calling rank is the first of the file's.
pub(super) fn is_first(call: &mut Call, file: Handle) -> Result<bool, Fault> {
    Ok(call.rank().file_comm(file)?.rank == 0)
}

/// All ranks learn how the first one's part has ended.
pub(super) fn agree(call: &mut Call, file: Handle, own: Result<(), Fault>) -> Result<(), Fault> {
    let mut code: c_int = own.map_or_else(Fault::code, |()| 0);
    let comm = call.rank().file(file)?.comm;
    let data = Data { address: address(&raw mut code), count: 1, datatype: INT };
    let plan = call.rank().bcast(comm, data, 0)?;
    together(call, file, plan)?;
    // SAFETY: the operation has written it behind the compiler's back.
    match unsafe { (&raw const code).read_volatile() } {
        0 => Ok(()),
        code => own.and(Err(fault(code))),
    }
}

/// What only the first rank asks of the file; all ranks learn how it went.
pub(super) fn first_asks(call: &mut Call, file: Handle, what: FileCall) -> Result<(), Fault> {
    let own = if is_first(call, file)? { ask_open(call, file, what).map(|_| ()) } else { Ok(()) };
    agree(call, file, own)
}

/// Checks that all ranks give the same number.
pub(super) fn check_same(call: &mut Call, file: Handle, number: i64, text: &'static str) -> Result<(), Fault> {
    let (high, low) = ((number >> 31) as c_int, (number & 0x7fff_ffff) as c_int);
    let given: [c_int; 4] = [high, !high, low, !low];
    // Where a real library checks this (a recording), nothing comes.
    let mut greatest = given;
    let comm = call.rank().file(file)?.comm;
    let data = Data { address: 0, count: 4, datatype: INT };
    let buffers = (address(&raw const given), address(&raw mut greatest));
    let plan = call.rank().reduction(Operation::Allreduce, comm, buffers, data, MAX, 0)?;
    together(call, file, plan)?;
    // SAFETY: the operation has written it behind the compiler's back.
    let greatest = unsafe { (&raw const greatest).read_volatile() };
    // The greatest of a number and of its complement tell whether all are alike.
    if greatest[0] == !greatest[1] && greatest[2] == !greatest[3] {
        Ok(())
    } else {
        Err(Fault::Class(ErrorClass::NotSame, text))
    }
}

/// A file name as an absolute path: relative ones start where the rank is.
///
/// # Safety
/// The name is null or a C string.
unsafe fn absolute(name: *const c_char) -> Result<Arc<[u8]>, Fault> {
    if name.is_null() {
        return Err(Fault::Class(ErrorClass::BadFile, "null pointer for a file name"));
    }
    // SAFETY: as the caller says.
    let name = files::file_name(unsafe { CStr::from_ptr(name) }.to_bytes())?;
    let lost = Fault::Class(ErrorClass::BadFile, "the working directory is not there");
    let path = std::path::absolute(OsStr::from_bytes(name)).map_err(|_| lost)?;
    Ok(path.into_os_string().as_encoded_bytes().into())
}

/// Gives the hints among the keys of an object to an open file.
///
/// # Errors
/// It is no info object; no such file.
pub(super) fn give_hints(call: &mut Call, object: Handle, file: Handle) -> Result<(), Fault> {
    keep_hints(call, object, file)?;
    tell_hints(call, file)
}

/// Tells the engine the hints of a file that change what accesses cost.
fn tell_hints(call: &mut Call, file: Handle) -> Result<(), Fault> {
    let info = &call.rank().file(file)?.info;
    let given = (0..).zip(&FILE_HINTS).filter_map(|(number, hint)| {
        let value = info.get(hint.name).and_then(|text| hint.read(text))?;
        Some((number, value))
    });
    for (number, value) in given.collect::<Vec<_>>() {
        ask_open(call, file, FileCall::Hint { number, value: Some(value) })?;
    }
    Ok(())
}

/// The hints of a file with the values that are in use.
fn hints_in_use(call: &mut Call, file: Handle) -> Result<Info, Fault> {
    let mut info = call.rank().file(file)?.info.clone();
    for (number, hint) in (0..).zip(&FILE_HINTS).filter(|(_, hint)| hint.form != HintForm::Ignored) {
        let value = ask_open(call, file, FileCall::Hint { number, value: None })?.handle;
        if value != u64::MAX {
            info.set(hint.name, &hint.text(value));
        }
    }
    Ok(info)
}

/// Keeps the hints among the keys of an object.
fn keep_hints(call: &mut Call, object: Handle, file: Handle) -> Result<(), Fault> {
    let hints = info::hints_of(call, object, files::known_hint)?;
    let file = call.rank().file_mut(file)?;
    hints.iter().for_each(|(key, value)| file.info.set(key, value));
    Ok(())
}

/// Opens the file that is in the table, the first rank before the others.
fn open_together(call: &mut Call, file: Handle) -> Result<(), Fault> {
    let amode = call.rank().file(file)?.amode;
    check_same(call, file, amode.into(), "ranks give different access modes")?;
    let own = if is_first(call, file)? { open_one(call, file) } else { Ok(()) };
    agree(call, file, own)?;
    if !is_first(call, file)? {
        open_one(call, file)?;
    }
    if amode & files::APPEND == 0 {
        return Ok(());
    }
    let end = ask_open(call, file, FileCall::Size)?.handle as i64;
    call.rank().file_mut(file)?.position = end;
    first_asks(call, file, FileCall::Shared(SharedPointer::Set(end)))
}

fn open_one(call: &mut Call, file: Handle) -> Result<(), Fault> {
    let (path, mode) = {
        let file = call.rank().file(file)?;
        (file.path.clone(), files::open_mode(file.amode, &file.info))
    };
    let opened = ask_open(call, file, FileCall::Open { path: path.clone(), mode })?;
    note_open(&path, mode);
    call.rank().file_mut(file)?.aggregates = opened.handle != 0;
    Ok(())
}

/// Notes a file as one that the program reads, if it does.
fn note_open(path: &[u8], mode: OpenMode) {
    let access = match (mode.read, mode.write) {
        (true, false) => libc::O_RDONLY,
        (true, true) => libc::O_RDWR,
        (false, _) => libc::O_WRONLY,
    };
    opens::note_open(path, opens::Opened::ToRead, access | if mode.create { libc::O_CREAT } else { 0 });
}

/// Takes a file off: its communicator, its error handler, its place.
fn forget(call: &mut Call, file: Handle) -> Result<(), Fault> {
    let (comm, errhandler) = {
        let file = call.rank().file(file)?;
        (file.comm, file.errhandler)
    };
    call.rank().made_mut().files.remove(file);
    call.rank().use_errhandler(errhandler, false);
    making::release(call, comm)
}

entry! {
    FileOpen: fn wt_MPI_File_open(comm: usize, filename: *const c_char, amode: c_int, info: usize, fh: *mut usize)
    |call| {
        call.errors_on_file(handles::FILE_NULL);
        let (comm, hints) = (handle(comm), handle(info));
        call.rank().comm(comm)?.intra()?;
        info::check(call, hints)?;
        files::check_amode(amode)?;
        drop(absolute(filename)?);
        let duplicate = making::make(call, comm, CommCall::Dup)?;
        let (id, errhandler) = (call.rank().comm(duplicate)?.id, call.rank().default_file_errhandler());
        call.rank().use_errhandler(errhandler, true);
        let path = absolute(filename)?;
        let file = call.rank().made_mut().files.insert(File::new(duplicate, id, path, amode, errhandler));
        keep_hints(call, hints, file)?;
        match open_together(call, file) {
            Ok(()) => {
                tell_hints(call, file)?;
                put_handle(fh, file)
            }
            Err(fault) => {
                forget(call, file)?;
                Err(fault)
            }
        }
    }
}

entry! {
    FileClose: fn wt_MPI_File_close(fh: *mut usize) |call| {
        call.errors_on_file(handles::FILE_NULL);
        let file = behind(fh)?;
        call.rank().file(file)?;
        call.errors_on_file(file);
        call.rank().file(file)?.check_no_split()?;
        barrier(call, file)?;
        let closed = ask_open(call, file, FileCall::Close);
        forget(call, file)?;
        put_handle(fh, handles::FILE_NULL)?;
        closed.map(|_| ())
    }
}

entry! {
    FileDelete: fn wt_MPI_File_delete(filename: *const c_char, info: usize) |call| {
        call.errors_on_file(handles::FILE_NULL);
        info::check(call, handle(info))?;
        let path = absolute(filename)?;
        ask(call, CommId::NULL, FileCall::Delete { path }).map(|_| ())
    }
}

/// A size in bytes.
fn size_of(size: i64) -> Result<u64, Fault> {
    u64::try_from(size).map_err(|_| Fault::Arg("negative size of a file"))
}

entry! {
    FileSetSize: fn wt_MPI_File_set_size(fh: usize, size: i64) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?;
        let bytes = size_of(size)?;
        call.rank().file(file)?.check_writable()?;
        check_same(call, file, size, "ranks give different sizes")?;
        first_asks(call, file, FileCall::SetSize(bytes))
    }
}

entry! {
    FilePreallocate: fn wt_MPI_File_preallocate(fh: usize, size: i64) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?;
        let bytes = size_of(size)?;
        call.rank().file(file)?.check_writable()?;
        check_same(call, file, size, "ranks give different sizes")?;
        first_asks(call, file, FileCall::Preallocate(bytes))
    }
}

entry! {
    FileGetSize: fn wt_MPI_File_get_size(fh: usize, size: *mut i64) file = fh |call| {
        let bytes = ask_open(call, handle(fh), FileCall::Size)?.handle;
        put(size, bytes as i64)
    }
}

entry! {
    FileSync: fn wt_MPI_File_sync(fh: usize) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?.check_writable()?;
        ask_open(call, file, FileCall::Sync)?;
        barrier(call, file)
    }
}

entry! {
    FileGetAmode: fn wt_MPI_File_get_amode(fh: usize, amode: *mut c_int) file = fh |call| {
        let mode = call.rank().file(handle(fh))?.amode;
        put(amode, mode)
    }
}

entry! {
    FileGetGroup: fn wt_MPI_File_get_group(fh: usize, group: *mut usize) file = fh |call| {
        let comm = call.rank().file(handle(fh))?.comm;
        let session = call.rank().session_of_comm(comm);
        let members = call.rank().group_of(comm)?;
        let made = call.rank().keep_group(members, session);
        put_handle(group, made)
    }
}

entry! {
    FileSetInfo: fn wt_MPI_File_set_info(fh: usize, info: usize) file = fh |call| {
        call.rank().file(handle(fh))?;
        give_hints(call, handle(info), handle(fh))
    }
}

entry! {
    FileGetInfo: fn wt_MPI_File_get_info(fh: usize, info_used: *mut usize) file = fh |call| {
        let known = hints_in_use(call, handle(fh))?;
        let made = call.rank().objects().infos.insert(known);
        put_handle(info_used, made)
    }
}

entry! {
    FileSetAtomicity: fn wt_MPI_File_set_atomicity(fh: usize, flag: c_int) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?;
        check_same(call, file, i64::from(flag != 0), "ranks give different atomicities")?;
        call.rank().file_mut(file)?.atomic = flag != 0;
        Ok(())
    }
}

entry! {
    FileGetAtomicity: fn wt_MPI_File_get_atomicity(fh: usize, flag: *mut c_int) file = fh |call| {
        let atomic = call.rank().file(handle(fh))?.atomic;
        put(flag, c_int::from(atomic))
    }
}
