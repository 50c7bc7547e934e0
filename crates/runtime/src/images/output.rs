//! The standard streams of ranks that are images (loaded copies of the program) in one process.
//!
//! The C library's `stdout` and `stderr` are replaced by streams that hand their output to the runtime (`fopencookie`). Between
//! two switches only one rank runs, so whatever these streams hold when a rank yields is that rank's output. The runtime writes
//! complete lines in the order in which the ranks ran ([`RankText`]). `std::cout` writes to the same streams.
//!
//! `stdin` belongs to rank 0; the other ranks read end of file.

use std::ffi::{c_char, c_int, c_void};
use std::io::{self, IsTerminal};
use std::ptr::null_mut;

use crate::rank_text::{RankText, Sink, tagged};
use crate::standard_streams::{Shown, write_all};

/// Bytes of complete lines collected before they are written, where nobody watches.
const COLLECT: usize = 64 << 10;
/// So much of what ranks have written to a stream is kept, in case that their run starts again.
const SHOWN_MAX: usize = 64 << 10;
/// Buffer of a stream.
const STREAM_BUFFER: usize = 32 << 10;

/// Writes to the descriptor of a stream: its cookie, bytes and their number.
type WriteStream = unsafe extern "C" fn(*mut c_void, *const c_char, usize) -> isize;

#[repr(C)]
struct CookieFunctions {
    read: Option<unsafe extern "C" fn(*mut c_void, *mut c_char, usize) -> isize>,
    write: Option<WriteStream>,
    seek: Option<unsafe extern "C" fn(*mut c_void, *mut i64, c_int) -> c_int>,
    close: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
}

unsafe extern "C" {
    static mut stdin: *mut libc::FILE;
    static mut stdout: *mut libc::FILE;
    static mut stderr: *mut libc::FILE;
    fn fopencookie(cookie: *mut c_void, mode: *const c_char, functions: CookieFunctions) -> *mut libc::FILE;
    fn __fpending(stream: *mut libc::FILE) -> usize;
}

/// The first fields of the C library's stream, which its own macros have relied on since 1999 (libio.h).
#[repr(C)]
struct Stream {
    flags: c_int,
    read: [*mut c_char; 3],
    write_base: *mut c_char,
    write_at: *mut c_char,
}

/// Where ranks' output goes.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) text: RankText<Collected>,
    streams: [*mut libc::FILE; 2],
}

/// Collects the ranks' lines and writes them.
#[derive(Debug)]
pub(crate) struct Collected {
    /// Complete lines of stdout not yet written.
    lines: Vec<u8>,
    watched: bool,
    tag: bool,
    /// Text written to each stream; none once that is too much to be compared with what a second run writes.
    shown: Option<[Vec<u8>; 2]>,
}

/// A stream whose descriptor is `write`.
fn open_stream(descriptor: usize, write: WriteStream) -> *mut libc::FILE {
    let functions = CookieFunctions { read: None, write: Some(write), seek: None, close: None };
    // SAFETY: the cookie is a number, the functions live as long as the process.
    let stream = unsafe {
        let stream = fopencookie(std::ptr::without_provenance_mut(descriptor), c"w".as_ptr(), functions);
        assert!(!stream.is_null(), "memory for a stream");
        libc::setvbuf(stream, null_mut(), libc::_IOFBF, STREAM_BUFFER);
        stream
    };
    check_layout(stream);
    stream
}

/// Compares the layout this file relies on with what the C library says.
fn check_layout(stream: *mut libc::FILE) {
    // SAFETY: a stream of our own; the byte is taken back before it is written.
    unsafe {
        libc::fputc(i32::from(b'\n'), stream);
        let s: *mut Stream = stream.cast();
        let seen = (*s).write_at.offset_from((*s).write_base);
        assert!(__fpending(stream) == 1 && seen == 1, "the C library's streams have another layout");
        (*s).write_at = (*s).write_base;
    }
}

/// Replaces the C library's standard streams; returns ours and the stdin of rank 0 and of the others.
///
/// # Errors
/// The system has no input without contents.
pub(crate) fn take_over(tag: bool, write: WriteStream) -> io::Result<(Output, [*mut libc::FILE; 2])> {
    // SAFETY: C strings.
    let nothing = unsafe { libc::fopen(c"/dev/null".as_ptr(), c"r".as_ptr()) };
    if nothing.is_null() {
        return Err(io::Error::last_os_error());
    }
    let streams = [open_stream(1, write), open_stream(2, write)];
    // SAFETY: the C library lets programs assign these; what was in the old streams is written first.
    let input = unsafe {
        libc::fflush(stdout);
        libc::fflush(stderr);
        stdout = streams[0];
        stderr = streams[1];
        [stdin, nothing]
    };
    let watched = std::io::stdout().is_terminal();
    let collected = Collected { lines: Vec::new(), watched, tag, shown: Some(Default::default()) };
    Ok((Output { text: RankText::new(collected), streams }, input))
}

/// Whether anything has been read of a stream: it has a buffer then.
pub(crate) fn has_read(stream: *mut libc::FILE) -> bool {
    let stream: *const Stream = stream.cast();
    // SAFETY: a stream of the C library's, whose layout was checked when ours were opened.
    unsafe { (*stream).read.iter().any(|place| !place.is_null()) }
}

/// Makes `stream` the C library's stdin.
pub(crate) fn install_stdin(stream: *mut libc::FILE) {
    // SAFETY: the C library lets programs assign it.
    unsafe { stdin = stream };
}

impl Output {
    /// The streams that stand for stdout and stderr.
    pub(super) fn streams(&self) -> [*mut libc::FILE; 2] {
        self.streams
    }

    /// Whether a rank left something in the streams.
    #[inline]
    pub(crate) fn pending(&self) -> bool {
        let [out, err] = self.streams.map(|s| s.cast::<Stream>());
        // SAFETY: streams of our own, with the layout checked when they were opened.
        unsafe { (*out).write_at != (*out).write_base || (*err).write_at != (*err).write_base }
    }

    /// Bytes in a stream's buffer, for the crash handler, which may not call into the C library.
    pub(crate) fn raw_pending(&self, stream: usize) -> (*const u8, usize) {
        let s: *mut Stream = self.streams[stream].cast();
        // SAFETY: as `pending`.
        unsafe { ((*s).write_base.cast(), (*s).write_at.addr().saturating_sub((*s).write_base.addr())) }
    }
}

impl Collected {
    /// Collected lines, for the crash handler.
    pub(crate) fn raw_collected(&self) -> &[u8] {
        &self.lines
    }

    /// Lines that have been written, unless they are too many to be kept. What is collected may still be forgotten.
    pub(crate) fn shown(&self) -> Option<Shown> {
        self.shown.as_ref().map(|[out, error]| Shown::of([out, error]))
    }

    /// Writes to a stream's descriptor.
    fn write(&mut self, stream: usize, bytes: &[u8]) {
        if let Some(shown) = &mut self.shown {
            shown[stream].extend_from_slice(bytes);
            if shown[stream].len() > SHOWN_MAX {
                self.shown = None;
            }
        }
        write_all(stream as c_int + 1, bytes);
    }

    /// Writes everything collected.
    pub(crate) fn flush(&mut self) {
        let mut lines = std::mem::take(&mut self.lines);
        self.write(0, &lines);
        lines.clear();
        self.lines = lines;
    }

    /// Sends complete text to a stream: what is on stderr never overtakes what was on stdout.
    pub(super) fn send(&mut self, stream: usize, bytes: &[u8]) {
        if stream == 0 {
            self.lines.extend_from_slice(bytes);
            if self.watched || self.lines.len() >= COLLECT {
                self.flush();
            }
        } else {
            self.flush();
            self.write(1, bytes);
        }
    }
}

impl Sink for Collected {
    fn show(&mut self, rank: u32, stream: usize, text: &[u8]) {
        if self.tag {
            self.send(stream, &tagged(rank, text));
        } else {
            self.send(stream, text);
        }
    }
}

/// Writes what is in the C library's own standard output, for the crash handler of a rank's process, which may not call
/// into the C library.
pub(crate) fn write_standard_output() {
    // SAFETY: the layout is the one that `check_layout` compares in images mode; the pointers are read only.
    unsafe {
        let s: *mut Stream = stdout.cast();
        if !s.is_null() && !(*s).write_base.is_null() {
            let length = (*s).write_at.addr().saturating_sub((*s).write_base.addr());
            libc::write(1, (*s).write_base.cast(), length);
        }
    }
}
