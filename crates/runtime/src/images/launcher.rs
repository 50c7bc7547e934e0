//! The struct by which this library and the launcher executable (`launcher.c`) tell each other addresses. The launcher tells
//! where its thread-local pad lies, which only an executable can place there. This library tells where the heaps and images of
//! the ranks lie, and which functions the launcher's interposed functions (`free`, `dl_iterate_phdr` …) are to call.

use std::ffi::{c_int, c_void};

/// Callback of `dl_iterate_phdr`.
pub(crate) type PhdrCallback = unsafe extern "C-unwind" fn(*mut libc::dl_phdr_info, usize, *mut c_void) -> c_int;

/// Mirror of `struct wt_launcher`; one exists per process, for the whole life of it.
#[repr(C)]
#[derive(Debug)]
pub struct Launcher {
    /// First byte of the thread-local pad of the main thread.
    pub pad_start: *mut u8,
    /// One past its last byte: the thread pointer.
    pub pad_end: *mut u8,
    /// First byte of the ranks' heaps.
    pub arena_start: usize,
    /// Their extent.
    pub arena_bytes: usize,
    /// Releases a pointer inside the arena.
    pub arena_free: Option<unsafe extern "C" fn(*mut c_void)>,
    /// Resizes a block inside the arena.
    pub arena_realloc: Option<unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void>,
    /// Usable bytes of a block inside the arena.
    pub arena_usable: Option<unsafe extern "C" fn(*mut c_void) -> usize>,
    /// First byte of the images.
    pub images_start: usize,
    /// Their extent.
    pub images_bytes: usize,
    /// Unwind tables of a program counter inside an image (`_dl_find_object`).
    pub find_object: Option<unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int>,
    /// Adds the current rank's objects to `dl_iterate_phdr`.
    pub(crate) iterate: Option<unsafe extern "C-unwind" fn(PhdrCallback, *mut c_void) -> c_int>,
    /// Called before any thread is created; does not return if a rank is the caller.
    pub before_thread: Option<unsafe extern "C-unwind" fn()>,
}
