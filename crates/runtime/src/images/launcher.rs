//! The struct that the runtime shares with the launcher (`launcher.c`), the executable of the process in which ranks run as
//! images (loaded copies of the program).
//!
//! The launcher defines `free`, `realloc`, `pthread_create`, `dl_iterate_phdr` and others, because symbols of the executable
//! come before those of the C library in every look-up. These functions need what the runtime enters here: the address ranges
//! of the ranks' heaps and images, and functions of the runtime to call. The launcher enters the bounds of its
//! thread-local storage, where the program's thread-local variables lie.

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
    /// Called before frames of a stack are looked for.
    pub before_unwinding: Option<extern "C" fn()>,
}
