//! Interposed signal functions for ranks that are images (loaded copies of the program) in one process. Each rank has signal
//! handlers of its own. They are called when the rank raises a signal itself, or causes one by a crash ([`crash`]). Signals
//! from outside (Ctrl-C) go to the simulator alone. Functions that set an alarm are refused.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr::null_mut;

use super::super::caller::recording_caller;
use super::super::crash;
use super::super::handlers::{default_action, handler, set};
use super::super::running::end_unsupported;
use super::entry::Entry;

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("signal", signal as *const ()),
        ("sigaction", sigaction as *const ()),
        ("sigaltstack", accept as *const ()),
        ("sigprocmask", accept as *const ()),
        ("pthread_sigmask", accept as *const ()),
        ("siginterrupt", accept as *const ()),
        ("raise", raise as *const ()),
        ("kill", kill as *const ()),
        ("pthread_kill", pthread_kill as *const ()),
        ("alarm", alarm_called as *const ()),
        ("ualarm", alarm_called as *const ()),
        ("setitimer", alarm_called as *const ()),
        ("timer_create", alarm_called as *const ()),
    ]
}

recording_caller! { alarm_called => alarm }

/// Whether a signal can't have a handler.
fn invalid(number: c_int) -> bool {
    number == libc::SIGKILL || number == libc::SIGSTOP || unknown(number)
}

fn unknown(number: c_int) -> bool {
    let wrong = !(1..=64).contains(&number);
    if wrong {
        // SAFETY: the calling thread's errno.
        unsafe { *libc::__errno_location() = libc::EINVAL };
    }
    wrong
}

unsafe extern "C" fn signal(number: c_int, function: usize) -> usize {
    if invalid(number) {
        return libc::SIG_ERR;
    }
    // SAFETY: as `handler`.
    unsafe {
        let old = handler(number).sa_sigaction;
        let mut action = default_action();
        action.sa_sigaction = function;
        set(number, action);
        old
    }
}

unsafe extern "C" fn sigaction(number: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int {
    if invalid(number) {
        return -1;
    }
    // SAFETY: the caller's structs, where given.
    unsafe {
        let previous = handler(number);
        if !new.is_null() {
            set(number, *new);
        }
        if !old.is_null() {
            *old = previous;
        }
    }
    0
}

unsafe extern "C" fn accept() -> c_int {
    0
}

/// Calls the rank's own handler; without one the signal does what it would: the simulator reports the rank.
unsafe extern "C-unwind" fn raise(number: c_int) -> c_int {
    match number {
        0 => return 0,
        libc::SIGKILL => crash::ended_by(number),
        libc::SIGSTOP => end_unsupported("not supported: a rank that stops itself by a signal"),
        _ if unknown(number) => return -1,
        _ => {}
    }
    // SAFETY: the handler is the program's function of the type its flags say.
    unsafe {
        let action = handler(number);
        match action.sa_sigaction {
            libc::SIG_IGN => 0,
            libc::SIG_DFL => match number {
                libc::SIGCHLD | libc::SIGURG | libc::SIGWINCH | libc::SIGCONT => 0,
                libc::SIGSEGV | libc::SIGBUS | libc::SIGFPE | libc::SIGILL | libc::SIGABRT => libc::raise(number),
                // The process's own action would stop the whole run as Ctrl-C does.
                _ => crash::ended_by(number),
            },
            address if action.sa_flags & libc::SA_SIGINFO != 0 => {
                let f: unsafe extern "C-unwind" fn(c_int, *mut c_void, *mut c_void) = std::mem::transmute(address);
                let mut info = [0u64; 16];
                info[0] = number as u64;
                f(number, info.as_mut_ptr().cast(), null_mut());
                0
            }
            address => {
                let f: unsafe extern "C-unwind" fn(c_int) = std::mem::transmute(address);
                f(number);
                0
            }
        }
    }
}

/// A signal to this process, or to its group, is the rank's own.
unsafe extern "C-unwind" fn kill(process: c_int, number: c_int) -> c_int {
    // SAFETY: plain system calls.
    unsafe {
        let own = process == 0 || process == libc::getpid() || process == -libc::getpgrp();
        if own && number != 0 { raise(number) } else { libc::kill(process, number) }
    }
}

/// A rank has one thread. Gives an error's number.
unsafe extern "C-unwind" fn pthread_kill(thread: libc::pthread_t, number: c_int) -> c_int {
    // SAFETY: as `raise`; the calling thread's errno.
    unsafe {
        if thread != libc::pthread_self() {
            return libc::ESRCH;
        }
        if raise(number) == 0 { 0 } else { *libc::__errno_location() }
    }
}

unsafe extern "C-unwind" fn alarm(_value: c_uint) -> c_uint {
    end_unsupported("not supported yet: timers that raise signals in a rank")
}
