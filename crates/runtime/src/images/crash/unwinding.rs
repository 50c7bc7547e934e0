//! Walks the frames of a stack with the compiler's unwinder, for the backtrace of a crash and for the place of a call.

use std::ffi::{c_int, c_void};

/// The most frames of a backtrace.
pub(super) const FRAMES_MAX: usize = 48;

/// Program counters of the stack, innermost first. `pc` is where a signal struck: frames above it are the handler's.
pub(super) fn backtrace(frames: &mut [usize; FRAMES_MAX], pc: Option<usize>) -> usize {
    struct Walk<'a> {
        frames: &'a mut [usize; FRAMES_MAX],
        count: usize,
        /// Still inside the handler.
        skip: Option<usize>,
    }
    unsafe extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        // SAFETY: the unwinder passes its context and our data.
        unsafe {
            let walk: *mut Walk<'_> = data.cast();
            let walk = &mut *walk;
            let ip = _Unwind_GetIP(context);
            if walk.skip == Some(ip) {
                walk.skip = None;
            }
            if walk.skip.is_none() && walk.count < FRAMES_MAX {
                walk.frames[walk.count] = ip;
                walk.count += 1;
            }
        }
        0
    }
    let mut walk = Walk { frames, count: 0, skip: pc };
    // SAFETY: the unwinder reads tables and the stack; if the stack is damaged the second signal ends the process.
    unsafe { _Unwind_Backtrace(step, (&raw mut walk).cast()) };
    if walk.count == 0
        && let Some(pc) = pc
    {
        walk.frames[0] = pc;
        walk.count = 1;
    }
    walk.count
}

unsafe extern "C" {
    fn _Unwind_Backtrace(f: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int, data: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
    fn _Unwind_GetCFA(context: *mut c_void) -> usize;
}

/// `pc` if a frame of this stack is there; else where the frame is that `stack` lies in.
pub(crate) fn frame_of(pc: usize, stack: usize) -> usize {
    struct Search {
        pc: usize,
        stack: usize,
        found: usize,
    }
    unsafe extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        // SAFETY: the unwinder passes its context and our data.
        unsafe {
            let search = &mut *data.cast::<Search>();
            let ip = _Unwind_GetIP(context);
            if ip == search.pc || (search.found == 0 && _Unwind_GetCFA(context) > search.stack) {
                search.found = ip;
            }
        }
        0
    }
    let mut search = Search { pc, stack, found: 0 };
    // SAFETY: the unwinder reads tables and the stack.
    unsafe { _Unwind_Backtrace(step, (&raw mut search).cast()) };
    search.found
}
