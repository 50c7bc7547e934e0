//! Interposed `chdir` and `fchdir` of ranks that are images (loaded copies of the program): they note the directory that the
//! calling rank has changed to.
//!
//! A process has one working directory, but each rank needs its own. So before a rank runs, the process changes to that rank's
//! directory (module `directories`). A rank that has never called `chdir` has the directory in which the run began, or the one
//! that its `MPI_Comm_spawn` named.

use std::ffi::{c_char, c_int};

use super::super::running::with_image_process;
use super::entry::Entry;

pub(crate) fn table() -> Vec<Entry> {
    vec![("chdir", chdir as *const ()), ("fchdir", fchdir as *const ())]
}

/// Records where the process is now as the running rank's folder.
fn changed(result: c_int) -> c_int {
    if result == 0 {
        with_image_process(|w, s| {
            let index = w.directories.note_change();
            w.special_active = true;
            s.extras().folder = Some(index);
            s.special = true;
        });
    }
    result
}

unsafe extern "C" fn chdir(path: *const c_char) -> c_int {
    // SAFETY: the caller's C string.
    changed(unsafe { libc::chdir(path) })
}

unsafe extern "C" fn fchdir(fd: c_int) -> c_int {
    // SAFETY: plain system call.
    changed(unsafe { libc::fchdir(fd) })
}
