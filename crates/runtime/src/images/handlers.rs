//! Keeps each rank's own signal handlers (`sigaction`), as the operating system has only one handler per signal for the process
//! that all ranks share. When the running rank raises a signal or causes one by a crash, the rank's handler is called.

use std::ffi::{c_int, c_void};

use super::state::current;

pub(crate) unsafe fn default_action() -> libc::sigaction {
    // SAFETY: all-zero is a valid sigaction: SIG_DFL, no flags, empty mask.
    unsafe { std::mem::zeroed() }
}

pub(crate) unsafe fn handler(number: c_int) -> libc::sigaction {
    // SAFETY: called by a rank; the record is its own.
    unsafe {
        let found = (*current()).extras.as_deref().and_then(|e| e.signals.iter().find(|s| s.0 == number));
        match found {
            Some(s) => s.1,
            None => default_action(),
        }
    }
}

pub(crate) unsafe fn set(number: c_int, action: libc::sigaction) {
    // SAFETY: as `handler`.
    let list = unsafe { &mut (*current()).extras().signals };
    match list.iter_mut().find(|s| s.0 == number) {
        Some(s) => s.1 = action,
        None => list.push((number, action)),
    }
}

/// Calls the running rank's own handler of a signal that has struck it, with what the kernel says of it; false if it has none.
///
/// # Safety
/// In a handler of ours, on the thread that runs ranks, while a rank runs.
pub(crate) unsafe fn call_own_handler(number: c_int, info: *mut libc::siginfo_t, context: *mut c_void) -> bool {
    // SAFETY: the handler is the program's function of the type its flags say. It may return, leave by `siglongjmp`, or end
    // the rank.
    unsafe {
        let action = handler(number);
        if matches!(action.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN) {
            return false;
        }
        if action.sa_flags & libc::SA_RESETHAND != 0 {
            set(number, default_action());
        }
        if action.sa_flags & libc::SA_SIGINFO != 0 {
            let f: unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                std::mem::transmute(action.sa_sigaction);
            f(number, info, context);
        } else {
            let f: unsafe extern "C" fn(c_int) = std::mem::transmute(action.sa_sigaction);
            f(number);
        }
    }
    true
}
