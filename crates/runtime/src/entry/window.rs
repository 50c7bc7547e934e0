//! Entry points that create and free windows, and that read or change their properties (MPI 5.0 §12.2, §7.7.3, §7.8, §9.3.2).

use super::abi::{Integer, put, put_handle, put_pointer, put_text};
use super::arguments::{behind, text};
use super::attribute::{self, Owner};
use super::communicator::{OBJECT_NAME_MAX, name_of};
use super::message::{comm_id, complete, launch_plan, outcome};
use super::{address, entry, handle, info, shared, with_large_count};
use crate::call::Call;
use crate::images::{self, window_line};
use mpi_rank::collective::Plan;
use mpi_rank::info::Info;
use mpi_rank::requests::{self, Request};
use mpi_rank::windows::{HINTS, Memory, NONCONTIGUOUS};
use mpi_rank::{Fault, Handle, handles};
use ops::{CommCall, CommId, ErrorClass, Flavor, Post, WindowCall, WindowPart};
use std::ffi::{c_char, c_int, c_void};

/// What the memory of a window is aligned to.
const ALIGNMENT: usize = 64;

/// What a rank gives to a window, its arguments being checked.
fn part(base: u64, size: isize, unit: i64, flavor: Flavor) -> Result<WindowPart, Fault> {
    let bytes = u64::try_from(size).map_err(|_| Fault::Class(ErrorClass::Size, "negative size"))?;
    let unit = u64::try_from(unit).ok().filter(|&unit| unit > 0);
    let unit = unit.ok_or(Fault::Class(ErrorClass::Disp, "displacement unit below 1"))?;
    if bytes > 0 && base == 0 && flavor == Flavor::Create {
        return Err(Fault::BadBuffer("null base of a window that has a size"));
    }
    Ok(WindowPart { base, bytes, unit, flavor })
}

/// Makes a window together with the communicator's other ranks. It costs what making a communicator costs, and a
/// barrier in which the ranks learn of one another's memory.
fn make(call: &mut Call, comm: Handle, hints: Handle, part: WindowPart, memory: Memory) -> Result<Handle, Fault> {
    call.rank().comm(comm)?.intra()?;
    let parent = comm_id(call, comm)?;
    let request = Request { hidden: true, collective: true, ..Request::posted(comm) };
    let request = call.rank().requests.insert(request);
    let how = CommCall::Window(part);
    call.post(Post::CreateComm { request: requests::id(request), comm: parent, call: Box::new(how) });
    let status = complete(call, request);
    outcome(&status)?;
    let session = call.rank().session_of_comm(comm);
    let win = call.rank().claim_window(CommId(status.handle as u32), memory);
    if session.is_some() {
        call.rank().window_mut(win)?.comm.extra().session = session;
    }
    give_hints(call, hints, win)?;
    Ok(win)
}

/// The window's communicator.
///
/// # Errors
/// There is no such window.
pub(super) fn number(call: &mut Call, win: Handle) -> Result<CommId, Fault> {
    Ok(call.rank().window(win)?.comm.id)
}

/// Says something to the engine that ends by itself.
pub(super) fn tell(call: &mut Call, win: Handle, what: WindowCall) -> Result<(), Fault> {
    let window = number(call, win)?;
    call.post(Post::Window { request: None, window, call: Box::new(what) });
    Ok(())
}

/// Runs a collective operation of the window's own.
pub(super) fn together(call: &mut Call, win: Handle, plan: Plan) -> Result<(), Fault> {
    let window = number(call, win)?;
    let request = Request { hidden: true, collective: true, ..Request::posted(handles::COMM_SELF) };
    let request = call.rank().requests.insert(request);
    launch_plan(call, request, window, plan, true, None);
    complete(call, request);
    Ok(())
}

/// A barrier among the window's ranks.
pub(super) fn barrier(call: &mut Call, win: Handle) -> Result<(), Fault> {
    let plan = call.rank().barrier();
    together(call, win, plan)
}

/// Gives the hints among the keys of an object to a window.
fn give_hints(call: &mut Call, object: Handle, win: Handle) -> Result<(), Fault> {
    let known = |key: &str| HINTS.iter().chain([&NONCONTIGUOUS]).any(|(name, _)| *name == key);
    let hints = info::hints_of(call, object, known)?;
    let window = call.rank().window_mut(win)?;
    hints.iter().for_each(|(key, value)| window.info.set(key, value));
    Ok(())
}

/// Memory of zeros for a window; null if there is none.
fn zeroed(call: &mut Call, bytes: u64) -> *mut c_void {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).max(1);
    let rank = call.rank();
    let is_taken = |line: usize| {
        let there = Memory::Allocated(line as u64);
        rank.made().is_some_and(|made| made.windows.iter().any(|(_, window)| window.memory == there))
    };
    let memory = match window_line::for_window(bytes).filter(|&line| !is_taken(line)) {
        // SAFETY: none of the rank's windows lies there.
        Some(line) => unsafe { window_line::take(line) }.cast(),
        None => images::aligned(bytes, ALIGNMENT),
    };
    if !memory.is_null() {
        // SAFETY: all of what was allocated is written.
        unsafe { memory.write_bytes(0, bytes) };
    }
    memory
}

with_large_count! {
    [WinCreate: fn wt_MPI_Win_create()] [WinCreateC: fn wt_MPI_Win_create_c()]
    (base: *mut c_void, size: isize, disp_unit: Displacement, info: usize, comm: usize, win: *mut usize)
    comm = comm |call| {
        info::check(call, handle(info))?;
        let part = part(address(base), size, disp_unit.wide(), Flavor::Create)?;
        let made = make(call, handle(comm), handle(info), part, Memory::Program)?;
        barrier(call, made)?;
        put_handle(win, made)
    }
}

fn allocate(call: &mut Call, comm: Handle, hints: Handle, size: isize, unit: i64) -> Result<Handle, Fault> {
    info::check(call, hints)?;
    call.rank().comm(comm)?;
    let part = part(0, size, unit, Flavor::Allocate)?;
    let memory = zeroed(call, part.bytes);
    if memory.is_null() {
        return Err(Fault::Class(ErrorClass::NoMem, ""));
    }
    let base = address(memory);
    let made = make(call, comm, hints, WindowPart { base, ..part }, Memory::Allocated(base))?;
    barrier(call, made)?;
    Ok(made)
}

with_large_count! {
    [WinAllocate: fn wt_MPI_Win_allocate()] [WinAllocateC: fn wt_MPI_Win_allocate_c()]
    (size: isize, disp_unit: Displacement, info: usize, comm: usize, baseptr: *mut c_void, win: *mut usize)
    comm = comm |call| {
        let made = allocate(call, handle(comm), handle(info), size, disp_unit.wide())?;
        give_base(call, made, baseptr, win)
    }
}

/// # Safety
/// The results are null or valid.
unsafe fn give_base(call: &mut Call, made: Handle, baseptr: *mut c_void, win: *mut usize) -> Result<(), Fault> {
    let base = call.rank().window(made)?.base;
    // SAFETY: as the caller says.
    unsafe {
        put_pointer(baseptr, std::ptr::with_exposed_provenance_mut(base as usize))?;
        put_handle(win, made)
    }
}

fn allocate_shared(call: &mut Call, comm: Handle, hints: Handle, size: isize, unit: i64) -> Result<Handle, Fault> {
    info::check(call, hints)?;
    let part = part(0, size, unit, Flavor::Shared)?;
    let made = make(call, comm, hints, part, Memory::Program)?;
    shared::map(call, made)?;
    barrier(call, made)?;
    shared::close_descriptor(call, made);
    Ok(made)
}

with_large_count! {
    [WinAllocateShared: fn wt_MPI_Win_allocate_shared()] [WinAllocateSharedC: fn wt_MPI_Win_allocate_shared_c()]
    (size: isize, disp_unit: Displacement, info: usize, comm: usize, baseptr: *mut c_void, win: *mut usize)
    comm = comm |call| {
        let made = allocate_shared(call, handle(comm), handle(info), size, disp_unit.wide())?;
        give_base(call, made, baseptr, win)
    }
}

with_large_count! {
    [WinSharedQuery: fn wt_MPI_Win_shared_query()] [WinSharedQueryC: fn wt_MPI_Win_shared_query_c()]
    (win: usize, rank: c_int, size: *mut isize, disp_unit: *mut Displacement, baseptr: *mut c_void) win = win |call| {
        let (base, bytes, unit) = call.rank().window(handle(win))?.query(rank)?;
        put(size, bytes as isize)?;
        let unit = Displacement::narrow(unit as i64).ok_or(Fault::TooLarge("displacement unit is more than an int"))?;
        put(disp_unit, unit)?;
        put_pointer(baseptr, std::ptr::with_exposed_provenance_mut(base as usize))
    }
}

entry! {
    WinCreateDynamic: fn wt_MPI_Win_create_dynamic(info: usize, comm: usize, win: *mut usize) comm = comm |call| {
        info::check(call, handle(info))?;
        let part = WindowPart { base: 0, bytes: 0, unit: 1, flavor: Flavor::Dynamic };
        let made = make(call, handle(comm), handle(info), part, Memory::Program)?;
        barrier(call, made)?;
        put_handle(win, made)
    }
}

entry! {
    WinAttach: fn wt_MPI_Win_attach(win: usize, base: *mut c_void, size: isize) win = win |call| {
        let (win, address) = (handle(win), address(base));
        let bytes = u64::try_from(size).map_err(|_| Fault::Class(ErrorClass::Size, "negative size"))?;
        call.rank().window_mut(win)?.attach(address, bytes)?;
        tell(call, win, WindowCall::Attach { address, bytes })
    }
}

entry! {
    WinDetach: fn wt_MPI_Win_detach(win: usize, base: *const c_void) win = win |call| {
        let (win, address) = (handle(win), address(base));
        call.rank().window_mut(win)?.detach(address)?;
        tell(call, win, WindowCall::Detach { address })
    }
}

/// Frees a window: its attributes first, one of which may refuse; its memory once nobody accesses it any more.
fn free(call: &mut Call, win: Handle) -> Result<(), Fault> {
    call.rank().window(win)?.check_free()?;
    attribute::delete_all(call, Owner::Win(win))?;
    barrier(call, win)?;
    let window = call.rank().made_mut().windows.remove(win).ok_or(Fault::Win(win))?;
    call.rank().use_errhandler(window.errhandler, false);
    match window.memory {
        Memory::Program => {}
        Memory::Allocated(base) if window_line::give_back(base as usize) => {}
        // SAFETY: allocated when the window was made, and nobody uses it after it was freed.
        Memory::Allocated(base) => unsafe { libc::free(std::ptr::with_exposed_provenance_mut(base as usize)) },
        Memory::Shared { address, bytes, owned } => shared::unmap(address, bytes, owned),
    }
    call.post(Post::FreeComm { comm: window.comm.id });
    Ok(())
}

entry! {
    WinFree: fn wt_MPI_Win_free(win: *mut usize) |call| {
        let freed = behind(win)?;
        call.errors_on_window(freed);
        free(call, freed)?;
        put_handle(win, handles::WIN_NULL)
    }
}

entry! {
    WinGetGroup: fn wt_MPI_Win_get_group(win: usize, group: *mut usize) win = win |call| {
        let members = call.rank().window(handle(win))?.group.clone();
        let session = call.rank().window(handle(win))?.comm.extra.as_ref().and_then(|extra| extra.session);
        let made = call.rank().keep_group(members, session);
        put_handle(group, made)
    }
}

entry! {
    WinSetName: fn wt_MPI_Win_set_name(win: usize, win_name: *const c_char) win = win |call| {
        let name = name_of(&text(win_name)?);
        call.rank().window_mut(handle(win))?.name = Some(name);
        Ok(())
    }
}

entry! {
    WinGetName: fn wt_MPI_Win_get_name(win: usize, win_name: *mut c_char, resultlen: *mut c_int) win = win |call| {
        if handle(win) == handles::WIN_NULL {
            return put_text(win_name, OBJECT_NAME_MAX, b"MPI_WIN_NULL", resultlen);
        }
        let name = call.rank().window(handle(win))?.name.as_deref().unwrap_or("");
        put_text(win_name, OBJECT_NAME_MAX, name.as_bytes(), resultlen)
    }
}

entry! {
    WinSetInfo: fn wt_MPI_Win_set_info(win: usize, info: usize) win = win |call| {
        call.rank().window(handle(win))?;
        give_hints(call, handle(info), handle(win))
    }
}

entry! {
    WinGetInfo: fn wt_MPI_Win_get_info(win: usize, info_used: *mut usize) win = win |call| {
        let window = call.rank().window(handle(win))?;
        let mut known = Info::default();
        let shared = window.part().flavor == Flavor::Shared;
        for (key, default) in HINTS.iter().chain(shared.then_some(&NONCONTIGUOUS)) {
            known.set(key, window.info.get(key).unwrap_or(default));
        }
        let made = call.rank().objects().infos.insert(known);
        put_handle(info_used, made)
    }
}
