//! Callbacks: functions of the program that MPI calls (reductions, attribute functions, error handlers, generalised requests).
//!
//! The program's callbacks expect handles and statuses of the program's ABI, while the runtime uses those of the standard ABI.
//! A program is linked with a *face*, a shared library that offers its ABI (such as libmpi.so.12 for MPICH's). A face whose ABI
//! is not the standard one registers a trampoline for each kind of callback ([`wt_set_trampolines`]). The runtime calls the
//! trampoline with values of the standard ABI. The trampoline asks which function of the program it stands for
//! ([`wt_callback`]), converts the values, and calls that function.

use crate::mpi_lock;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The kinds of functions, in the order of a face's table (mpi/faces/mpich_support.h).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum CallbackKind {
    /// `MPI_User_function`.
    Op,
    /// `MPI_User_function_c`.
    LargeOp,
    /// `MPI_Comm_copy_attr_function`.
    CommCopy,
    /// `MPI_Comm_delete_attr_function`.
    CommDelete,
    /// `MPI_Type_copy_attr_function`.
    TypeCopy,
    /// `MPI_Type_delete_attr_function`.
    TypeDelete,
    /// `MPI_Win_copy_attr_function`.
    WinCopy,
    /// `MPI_Win_delete_attr_function`.
    WinDelete,
    /// `MPI_Comm_errhandler_function`.
    CommErrhandler,
    /// `MPI_Win_errhandler_function`.
    WinErrhandler,
    /// `MPI_File_errhandler_function`.
    FileErrhandler,
    /// `MPI_Session_errhandler_function`.
    SessionErrhandler,
    /// `MPI_Grequest_query_function`.
    Query,
    /// `MPI_Grequest_free_function`.
    Free,
    /// `MPI_Grequest_cancel_function`.
    Cancel,
}

/// The kinds there are.
const KINDS: usize = CallbackKind::Cancel as usize + 1;

// A process has one face, so these are the face's and no rank's. One OS thread runs ranks, unless a rank is a process with
// several, and nothing comes between `trampoline` and the first instruction of the trampoline.
static TRAMPOLINES: AtomicPtr<*const c_void> = AtomicPtr::new(null_mut());
static TRAMPOLINE_TARGET: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

thread_local! {
    /// The same where a rank has several threads.
    static TRAMPOLINE_TARGET_OF_THREAD: Cell<*mut c_void> = const { Cell::new(null_mut()) };
}

/// What to call, with the standard's values, for a function of the program; to be called at once.
#[inline]
pub(crate) fn trampoline(kind: CallbackKind, function: *const c_void) -> *const c_void {
    let table = TRAMPOLINES.load(Ordering::Relaxed);
    if table.is_null() {
        return function;
    }
    if mpi_lock::is_active() {
        TRAMPOLINE_TARGET_OF_THREAD.set(function.cast_mut());
    } else {
        TRAMPOLINE_TARGET.store(function.cast_mut(), Ordering::Relaxed);
    }
    // SAFETY: a face's table has an entry for each kind and lives as long as the process.
    unsafe { *table.add(kind as usize) }
}

/// A face's trampolines.
///
/// # Safety
/// `table` has `length` entries of the types of [`CallbackKind`], and lives as long as the process.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_set_trampolines(table: *mut *const c_void, length: c_int) {
    assert_eq!(length as usize, KINDS, "a face and libwindtunnel.so of one build");
    TRAMPOLINES.store(table, Ordering::Relaxed);
}

/// The function of the program that the calling trampoline stands for.
#[unsafe(no_mangle)]
extern "C" fn wt_callback() -> *mut c_void {
    if mpi_lock::is_active() { TRAMPOLINE_TARGET_OF_THREAD.get() } else { TRAMPOLINE_TARGET.load(Ordering::Relaxed) }
}
