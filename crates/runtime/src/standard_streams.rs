//! Text of ranks on its way to this process's standard output and standard error: all of it arrives, or the run fails.

use crate::posix_io;
use std::ffi::c_int;
use std::io;
use std::sync::atomic::{AtomicI32, Ordering};

/// The error of the first text that was lost; 0: none was.
static LOST: AtomicI32 = AtomicI32::new(0);

/// Notes that text of ranks is lost.
pub(crate) fn note_lost(error: &io::Error) {
    let number = error.raw_os_error().unwrap_or(libc::EIO);
    // The first one counts; whether another thread was first does not matter.
    let _ = LOST.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
}

/// What is to be said of text that was lost.
pub(crate) fn complaint() -> Option<String> {
    let number = LOST.load(Ordering::Relaxed);
    let reason = io::Error::from_raw_os_error(number);
    (number != 0).then(|| format!("what the program printed cannot be written: {reason}"))
}

/// Whether nobody reads a stream any more, or ever did: that ends the output, not the run.
pub(crate) fn is_closed(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EPIPE | libc::EBADF))
}

/// Writes text of ranks.
pub(crate) fn write_all(descriptor: c_int, mut bytes: &[u8]) {
    posix_io::printed(bytes.len());
    while !bytes.is_empty() {
        // SAFETY: the slice is valid for its length.
        let written = unsafe { libc::write(descriptor, bytes.as_ptr().cast(), bytes.len()) };
        if let Ok(written @ 1..) = usize::try_from(written) {
            bytes = &bytes[written..];
            continue;
        }
        let error = io::Error::last_os_error();
        match error.kind() {
            io::ErrorKind::Interrupted => {}
            io::ErrorKind::WouldBlock if wait_until_writable(descriptor) => {}
            _ if is_closed(&error) => return,
            _ => return note_lost(&error),
        }
    }
}

/// Waits for room in a pipe or terminal that another process has set not to wait.
fn wait_until_writable(descriptor: c_int) -> bool {
    let mut there = libc::pollfd { fd: descriptor, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one struct, which the kernel fills.
    let result = unsafe { libc::poll(&raw mut there, 1, -1) };
    result > 0 || io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
}
