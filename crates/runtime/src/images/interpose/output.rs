//! Interposed C library functions that write to, buffer or redirect the standard streams (`write`, `setvbuf`, `dup2` …). All
//! ranks share these streams ([`super::super::output`]).

use std::ffi::{c_char, c_int, c_void};

use super::super::caller::recording_caller;
use super::super::running::end_unsupported;
use super::super::state::{current, image_process_pointer};
use super::entry::Entry;
use crate::standard_streams::write_all;

unsafe extern "C" {
    static mut stdin: *mut libc::FILE;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("write", write as *const ()),
        ("setvbuf", setvbuf as *const ()),
        ("setbuf", setbuf as *const ()),
        ("setbuffer", setbuf as *const ()),
        ("setlinebuf", setbuf as *const ()),
        ("fileno", fileno as *const ()),
        ("fileno_unlocked", fileno as *const ()),
        ("fclose", fclose as *const ()),
        ("freopen", freopen_called as *const ()),
        ("freopen64", freopen_called as *const ()),
        ("dup2", dup2_called as *const ()),
        ("dup3", dup3_called as *const ()),
        ("close", close_called as *const ()),
        ("closefrom", close_many_called as *const ()),
        ("close_range", close_many_called as *const ()),
        ("_ZNSt8ios_base15sync_with_stdioEb", sync_with_stdio as *const ()),
    ]
}

recording_caller! {
    freopen_called => freopen,
    dup2_called => dup2,
    dup3_called => dup3,
    close_called => close,
    close_many_called => close_many,
}

/// Takes out of the streams what the current rank left there. Called at a switch, on the engine's stack.
#[cold]
pub(crate) fn take_pending() {
    // SAFETY: flushing calls `write_stream`, which reaches the image process through its pointer; no reference to it is used
    // until it returns.
    unsafe {
        let streams = (*image_process_pointer()).output.streams();
        for stream in streams {
            libc::fflush(stream);
        }
    }
}

/// The streams' descriptor: bytes of the current rank, or of the engine's own side if none runs.
pub(crate) unsafe extern "C" fn write_stream(cookie: *mut c_void, bytes: *const c_char, length: usize) -> isize {
    let stream = cookie.addr() - 1;
    // SAFETY: the C library passes a valid buffer.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    let (process, slot) = (image_process_pointer(), current());
    if process.is_null() {
        write_all(cookie.addr() as c_int, bytes);
    } else if slot.is_null() {
        // SAFETY: no rank runs, and the engine does not write to these streams while it refers to the image process.
        unsafe { (*process).output.text.sink.send(stream, bytes) };
    } else {
        // SAFETY: the current rank's slot; the output is a field of its own.
        unsafe {
            if (*slot).ahead {
                (*slot).text_held = true;
                (*process).output.text.keep_ahead((*slot).rank, stream, bytes.to_vec());
            } else {
                (*process).output.text.accept((*slot).rank, stream, bytes);
            }
        }
    }
    length as isize
}

fn standard(stream: *mut libc::FILE) -> Option<usize> {
    // SAFETY: the pointer is compared, never followed.
    let streams = unsafe { (*image_process_pointer()).output.streams() };
    streams.iter().position(|s| *s == stream)
}

/// `write` of a rank: descriptors 1 and 2 take the way of the streams.
unsafe extern "C" fn write(descriptor: c_int, bytes: *const c_void, length: usize) -> isize {
    // SAFETY: the caller's buffer; whatever is still in the stream precedes it.
    unsafe {
        if current().is_null() || !(1..=2).contains(&descriptor) {
            return libc::write(descriptor, bytes, length);
        }
        let stream = (*image_process_pointer()).output.streams()[descriptor as usize - 1];
        libc::fflush(stream);
        write_stream(std::ptr::without_provenance_mut(descriptor as usize), bytes.cast(), length)
    }
}

/// Buffering of the shared streams stays ours; what a program sees does not depend on it.
unsafe extern "C" fn setvbuf(stream: *mut libc::FILE, buffer: *mut c_char, mode: c_int, bytes: usize) -> c_int {
    // SAFETY: any other stream is the program's own.
    unsafe { if standard(stream).is_some() { 0 } else { libc::setvbuf(stream, buffer, mode, bytes) } }
}

unsafe extern "C" fn setbuf(stream: *mut libc::FILE, buffer: *mut c_char) {
    // SAFETY: as `setvbuf`.
    unsafe {
        if standard(stream).is_none() {
            libc::setbuf(stream, buffer);
        }
    }
}

unsafe extern "C" fn fileno(stream: *mut libc::FILE) -> c_int {
    match standard(stream) {
        Some(index) => index as c_int + 1,
        // SAFETY: as `setvbuf`.
        None => unsafe { libc::fileno(stream) },
    }
}

/// Closing a standard stream flushes it; it stays open for the other ranks.
unsafe extern "C" fn fclose(stream: *mut libc::FILE) -> c_int {
    // SAFETY: as `setvbuf`.
    unsafe { if standard(stream).is_some() { libc::fflush(stream) } else { libc::fclose(stream) } }
}

unsafe extern "C-unwind" fn freopen(
    path: *const c_char,
    mode: *const c_char,
    stream: *mut libc::FILE,
) -> *mut libc::FILE {
    // SAFETY: the pointers are compared; other streams are the program's own.
    unsafe {
        if standard(stream).is_some() || stream == stdin {
            end_unsupported("not supported yet: freopen of a standard stream in a rank");
        }
        libc::freopen(path, mode, stream)
    }
}

unsafe extern "C-unwind" fn dup2(from: c_int, to: c_int) -> c_int {
    if (0..=2).contains(&to) {
        end_unsupported("not supported yet: dup2 onto a standard descriptor in a rank");
    }
    // SAFETY: plain system call.
    unsafe { libc::dup2(from, to) }
}

unsafe extern "C-unwind" fn dup3(from: c_int, to: c_int, flags: c_int) -> c_int {
    if (0..=2).contains(&to) {
        end_unsupported("not supported yet: dup3 onto a standard descriptor in a rank");
    }
    // SAFETY: plain system call.
    unsafe { libc::dup3(from, to, flags) }
}

unsafe extern "C-unwind" fn close(descriptor: c_int) -> c_int {
    if (0..=2).contains(&descriptor) && !current().is_null() {
        end_unsupported("not supported yet: close of a standard descriptor in a rank");
    }
    // SAFETY: plain system call; the launcher's version, where files are modelled.
    unsafe { libc::close(descriptor) }
}

unsafe extern "C-unwind" fn close_many() -> c_int {
    end_unsupported("not supported yet: closing all descriptors in a rank, those of the simulator among them");
}

/// `std::ios_base::sync_with_stdio`: C++ streams stay tied to the C streams, which take the output apart by rank.
unsafe extern "C" fn sync_with_stdio(_sync: bool) -> bool {
    true
}
