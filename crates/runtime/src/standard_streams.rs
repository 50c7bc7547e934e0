//! Writes the text that ranks print to standard output and standard error of the process that simulates. If some of the text
//! cannot be written, the run fails.

use crate::posix_io;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ffi::c_int;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{FromRawFd, IntoRawFd};
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

/// Lines that ranks have printed already when their run starts again: they are not printed twice.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Shown([Vec<Vec<u8>>; 2]);

impl Shown {
    /// Of what was written to standard output and standard error.
    pub(crate) fn of(written: [&[u8]; 2]) -> Self {
        let lines = |text: &[u8]| text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        Self(written.map(lines))
    }

    /// A file without a name that holds them, for a process that this one becomes.
    pub(crate) fn to_descriptor(&self) -> Option<c_int> {
        // SAFETY: a new descriptor, which the file owns.
        let mut file = unsafe {
            let descriptor = libc::memfd_create(c"windtunnel shown".as_ptr(), 0);
            (descriptor >= 0).then(|| File::from_raw_fd(descriptor))?
        };
        file.write_all(&postcard::to_allocvec(self).ok()?).ok()?;
        file.rewind().ok()?;
        Some(file.into_raw_fd())
    }

    /// Lines that such a file holds, which is closed.
    pub(crate) fn of_descriptor(descriptor: c_int) -> Option<Self> {
        if descriptor < 3 {
            return None;
        }
        let mut bytes = Vec::new();
        // SAFETY: the process that became this one has opened the descriptor for us alone.
        unsafe { File::from_raw_fd(descriptor) }.read_to_end(&mut bytes).ok()?;
        postcard::from_bytes(&bytes).ok()
    }

    /// Text for a stream without the lines that are there already. Each is left out once, in whatever order ranks print now.
    pub(crate) fn new_lines<'a>(&mut self, stream: usize, text: &'a [u8]) -> Cow<'a, [u8]> {
        let known = &mut self.0[stream];
        if known.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut is_new = |line: &&[u8]| {
            let at = known.iter().position(|known| known == line);
            at.map(|at| known.remove(at)).is_none()
        };
        Cow::Owned(text.split_inclusive(|&byte| byte == b'\n').filter(&mut is_new).collect::<Vec<_>>().concat())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_been_shown_is_shown_once() {
        let shown = Shown::of([b"a\nb\nb\nhalf", b"error\n"]);
        let mut shown = shown.to_descriptor().and_then(Shown::of_descriptor).expect("a file in memory");
        assert_eq!(&*shown.new_lines(0, b"b\nc\n"), b"c\n");
        assert_eq!(&*shown.new_lines(0, b"a\nb\nb\na\n"), b"b\na\n");
        assert_eq!(&*shown.new_lines(1, b"half\nerror\n"), b"half\n");
        assert_eq!(&*shown.new_lines(0, b"half"), b"");
        assert!(matches!(shown.new_lines(0, b"a\n"), Cow::Borrowed(b"a\n")));
    }
}
