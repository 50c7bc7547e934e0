//! Working directory: a rank that changes its own is put there whenever it runs; all others stay where the run began.

use std::ffi::{c_char, c_int};

use super::super::state::{ImageProcess, WorkingDirectory};
use super::super::switch::with_image_process;
use super::Entry;

pub(crate) fn table() -> Vec<Entry> {
    vec![("chdir", chdir as *const ()), ("fchdir", fchdir as *const ())]
}

/// Enters folder `index` of the world's list, if the process is elsewhere.
pub(crate) fn enter(process: &mut ImageProcess, index: usize) {
    if process.folder != index {
        // SAFETY: the descriptor is kept open for the life of the process.
        unsafe { libc::fchdir(process.directories[index].fd) };
        process.folder = index;
    }
}

/// Records where the process is now as the running rank's folder.
fn changed(result: c_int) -> c_int {
    if result == 0 {
        with_image_process(|w, s| {
            // SAFETY: a C string; the descriptor is kept.
            let fd = unsafe { libc::open(c".".as_ptr(), libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC) };
            let index = find(w, fd);
            w.folder = index;
            w.special_active = true;
            s.extras().folder = Some(index);
            s.special = true;
        });
    }
    result
}

/// Index of the folder behind `fd`; ranks in the same folder share one descriptor.
fn find(process: &mut ImageProcess, fd: c_int) -> usize {
    let identity = |fd: c_int| {
        let mut status = std::mem::MaybeUninit::<libc::stat>::uninit();
        // SAFETY: fstat fills the struct or fails.
        (unsafe { libc::fstat(fd, status.as_mut_ptr()) } == 0).then(|| {
            // SAFETY: filled.
            let status = unsafe { status.assume_init() };
            (status.st_dev, status.st_ino)
        })
    };
    let own = identity(fd);
    if let Some(index) = process.directories.iter().position(|f| own.is_some() && identity(f.fd) == own) {
        // SAFETY: a descriptor of ours that is not needed.
        unsafe { libc::close(fd) };
        return index;
    }
    process.directories.push(WorkingDirectory { fd });
    process.directories.len() - 1
}

/// The folder of a path for ranks to begin in: its index; none if it cannot be entered.
pub(crate) fn of_path(process: &mut ImageProcess, path: &std::ffi::CStr) -> Option<usize> {
    // SAFETY: a C string; the descriptor is kept.
    let fd = unsafe { libc::open(path.as_ptr(), libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC) };
    (fd >= 0).then(|| find(process, fd))
}

unsafe extern "C" fn chdir(path: *const c_char) -> c_int {
    // SAFETY: the caller's C string.
    changed(unsafe { libc::chdir(path) })
}

unsafe extern "C" fn fchdir(fd: c_int) -> c_int {
    // SAFETY: plain system call.
    changed(unsafe { libc::fchdir(fd) })
}
