//! Gives each rank a working directory of its own, although all ranks share one process. Before a rank runs, the process
//! changes to the rank's directory, unless it is there already. The directory of a rank that has never changed it is the one in
//! which the run began.

use std::ffi::{CStr, c_int};
use std::io;

/// The directories that ranks are in, and the one that the process is in.
#[derive(Debug)]
pub(crate) struct WorkingDirectories {
    /// Descriptors, kept open for the life of the process; the first is where the run began.
    descriptors: Vec<c_int>,
    /// Index of the one that the process is in.
    current: usize,
}

fn open(path: &CStr) -> c_int {
    let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC;
    // Not by the C library's function, before which a rank waits for others: they would run in the directory that this one has changed to.
    // SAFETY: a C string; the descriptor is kept.
    unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags) as c_int }
}

/// What two descriptors of one directory have in common.
fn identity(fd: c_int) -> Option<(libc::dev_t, libc::ino_t)> {
    let mut status = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: fstat fills the struct or fails.
    (unsafe { libc::fstat(fd, status.as_mut_ptr()) } == 0).then(|| {
        // SAFETY: filled.
        let status = unsafe { status.assume_init() };
        (status.st_dev, status.st_ino)
    })
}

impl WorkingDirectories {
    /// The directory that the process is in.
    pub(crate) fn new() -> Self {
        Self { descriptors: vec![open(c".")], current: 0 }
    }

    /// Puts the process into a directory.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn enter(&mut self, index: usize) -> io::Result<()> {
        if self.current != index {
            // SAFETY: the descriptor is kept open for the life of the process.
            if unsafe { libc::fchdir(self.descriptors[index]) } != 0 {
                return Err(io::Error::last_os_error());
            }
            self.current = index;
        }
        Ok(())
    }

    /// The running rank has put the process into another directory: its index.
    pub(crate) fn note_change(&mut self) -> usize {
        let index = self.add(open(c"."));
        self.current = index;
        index
    }

    /// Index of the directory of a path; none if it cannot be entered.
    pub(crate) fn of_path(&mut self, path: &CStr) -> Option<usize> {
        let fd = open(path);
        (fd >= 0).then(|| self.add(fd))
    }

    /// Index of the directory behind `fd`; ranks in the same one share a descriptor.
    fn add(&mut self, fd: c_int) -> usize {
        let own = identity(fd);
        if let Some(index) = self.descriptors.iter().position(|&known| own.is_some() && identity(known) == own) {
            // SAFETY: a descriptor of ours that is not needed.
            unsafe { libc::close(fd) };
            return index;
        }
        self.descriptors.push(fd);
        self.descriptors.len() - 1
    }
}
