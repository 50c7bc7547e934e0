//! Entry points of generalised requests, which the program itself completes (MPI 5.0 §13.2).

use super::abi::{MpiStatus, put_handle};
use super::{address, entry, handle};
use crate::call::Call;
use crate::callbacks::{CallbackKind, trampoline};
use mpi_rank::requests::{Request, Special, State};
use mpi_rank::{Fault, Handle, handles};
use std::ffi::{c_int, c_void};

/// The program's functions and their argument.
#[derive(Clone, Copy, Debug)]
struct Functions {
    query: u64,
    free: u64,
    cancel: u64,
    extra_state: u64,
    complete: bool,
}

fn functions(call: &mut Call, request: Handle) -> Functions {
    let entry = call.rank().requests.get(request).expect("the request was checked");
    let Some(&Special::Generalised { query, free, cancel, extra_state, complete }) = entry.special.as_deref() else {
        unreachable!("the request is a generalised one")
    };
    Functions { query, free, cancel, extra_state, complete }
}

type Query = unsafe extern "C-unwind" fn(*mut c_void, *mut MpiStatus) -> c_int;
type Free = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;
type Cancel = unsafe extern "C-unwind" fn(*mut c_void, c_int) -> c_int;

fn argument(extra_state: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(extra_state as usize)
}

/// Lets the program fill a status; its error code.
///
/// # Safety
/// `status` is null or valid.
pub(super) unsafe fn query(call: &mut Call, request: Handle, status: *mut MpiStatus) -> c_int {
    let Functions { query, extra_state, .. } = functions(call, request);
    let mut ignored = MpiStatus::EMPTY;
    let status = if status.is_null() { &raw mut ignored } else { status };
    call.callback(query, |query| {
        // SAFETY: the program gave this address to MPI_Grequest_start.
        let query: Query = unsafe { std::mem::transmute(trampoline(CallbackKind::Query, query)) };
        // SAFETY: as above; the status is valid.
        unsafe { query(argument(extra_state), status) }
    })
}

fn free(call: &mut Call, request: Handle) -> c_int {
    let Functions { free, extra_state, .. } = functions(call, request);
    call.rank().requests.remove(request);
    call.callback(free, |free| {
        // SAFETY: the program gave this address to MPI_Grequest_start.
        let free: Free = unsafe { std::mem::transmute(trampoline(CallbackKind::Free, free)) };
        // SAFETY: as above.
        unsafe { free(argument(extra_state)) }
    })
}

/// Ends a complete request: status, then its argument is freed. Returns the first error code.
///
/// # Safety
/// `status` is null or valid.
pub(super) unsafe fn finish(call: &mut Call, request: Handle, status: *mut MpiStatus) -> c_int {
    // SAFETY: as the caller says.
    let queried = unsafe { query(call, request, status) };
    let freed = free(call, request);
    if queried != 0 { queried } else { freed }
}

fn code(code: c_int) -> Result<(), Fault> {
    if code == 0 { Ok(()) } else { Err(Fault::Code(code)) }
}

/// `MPI_Request_free`: the argument is freed once the request is complete.
pub(super) fn release(call: &mut Call, request: Handle) -> Result<(), Fault> {
    if functions(call, request).complete {
        return code(free(call, request));
    }
    call.rank().requests.get_mut(request).expect("the request was checked").hidden = true;
    Ok(())
}

/// `MPI_Cancel`.
pub(super) fn cancel(call: &mut Call, request: Handle) -> Result<(), Fault> {
    let Functions { cancel, extra_state, complete, .. } = functions(call, request);
    let result = call.callback(cancel, |cancel| {
        // SAFETY: the program gave this address to MPI_Grequest_start.
        let cancel: Cancel = unsafe { std::mem::transmute(trampoline(CallbackKind::Cancel, cancel)) };
        // SAFETY: as above.
        unsafe { cancel(argument(extra_state), c_int::from(complete)) }
    });
    code(result)
}

entry! {
    GrequestStart: fn wt_MPI_Grequest_start(query_fn: *const c_void, free_fn: *const c_void, cancel_fn: *const c_void,
        extra_state: *mut c_void, request: *mut usize) |call| {
        if query_fn.is_null() || free_fn.is_null() || cancel_fn.is_null() {
            return Err(Fault::Arg("null pointer for a function"));
        }
        let special = Special::Generalised {
            query: address(query_fn),
            free: address(free_fn),
            cancel: address(cancel_fn),
            extra_state: address(extra_state),
            complete: false,
        };
        let entry = Request { special: Some(Box::new(special)), ..Request::posted(handles::COMM_SELF) };
        let made = call.rank().requests.insert(entry);
        put_handle(request, made)
    }
}

entry! {
    GrequestComplete: fn wt_MPI_Grequest_complete(request: usize) |call| {
        let request = handle(request);
        let wrong = Fault::Request { handle: request, why: "it is not an active generalised request" };
        let entry = call.rank().requests.get_mut(request).ok_or(wrong)?;
        let Some(Special::Generalised { complete, .. }) = entry.special.as_deref_mut() else { return Err(wrong) };
        if std::mem::replace(complete, true) {
            return Err(wrong);
        }
        entry.state = State::Done;
        if entry.hidden {
            return code(free(call, request));
        }
        Ok(())
    }
}
