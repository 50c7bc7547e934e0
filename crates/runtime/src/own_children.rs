//! Tells processes that the simulator itself starts (a compiler, workers) from those that ranks start in its process: the system counts
//! the pages that all of them together have asked for.

use std::sync::atomic::{AtomicI64, Ordering};

/// Pages that processes which this one has started, and which have ended, have asked for: each asks for some.
pub(crate) fn pages() -> std::io::Result<i64> {
    // SAFETY: the system fills the struct.
    unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        match libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut used) {
            0 => Ok(used.ru_minflt),
            _ => Err(std::io::Error::last_os_error()),
        }
    }
}

/// [`pages`] of our own.
static OWN_CHILDREN: AtomicI64 = AtomicI64::new(0);

/// Runs a process of our own to its end.
pub(crate) fn own_child<T>(run: impl FnOnce() -> T) -> T {
    let before = pages();
    let result = run();
    if let (Ok(before), Ok(after)) = (before, pages()) {
        OWN_CHILDREN.fetch_add(after - before, Ordering::Relaxed);
    }
    result
}

/// [`pages`] of our own.
pub(crate) fn own() -> i64 {
    OWN_CHILDREN.load(Ordering::Relaxed)
}
