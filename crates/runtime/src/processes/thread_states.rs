//! Reads from the kernel whether the other threads of this process run or wait. [`super::threads`] uses this to decide when a
//! thread may enter MPI.

use std::fs::File;
use std::io::Read;

/// What some threads do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ThreadStates {
    /// All wait in the kernel.
    AllWait,
    /// One runs, or did so while they were looked at.
    Unknown,
}

/// Whether all of these threads wait. They are looked at one after another, which is one look only if nobody else runs
/// meanwhile: threads of a rank share a core, so none has if this one has not been off it.
pub(super) fn states(tids: &[libc::pid_t]) -> ThreadStates {
    let before = context_switches();
    let all_wait = tids.iter().all(|&tid| is_waiting(tid));
    if all_wait && (context_switches() == before || tids.is_empty()) {
        ThreadStates::AllWait
    } else {
        ThreadStates::Unknown
    }
}

/// How often the calling thread has been off its core.
fn context_switches() -> (i64, i64) {
    // SAFETY: fills the struct that it is given. Not by the C library, whose times are simulated.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::syscall(libc::SYS_getrusage, libc::RUSAGE_THREAD, &raw mut usage);
        (usage.ru_nvcsw, usage.ru_nivcsw)
    }
}

/// The kernel's letter for a thread's state; none if there is no such thread any more. One that the system says nothing of, as
/// where there are no descriptors left, may run.
fn state(tid: libc::pid_t) -> Option<u8> {
    let mut text = [0u8; 256];
    let read = File::open(format!("/proc/self/task/{tid}/stat")).and_then(|mut file| file.read(&mut text));
    match read {
        // "12345 (a name (of sorts)) S 1 …": a name has at most 15 letters.
        Ok(read) => {
            let text = text.get(..read)?;
            let end = text.iter().take(40).rposition(|&byte| byte == b')')?;
            text.get(end + 2).copied()
        }
        Err(error) => (!matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ESRCH))).then_some(b'R'),
    }
}

/// Whether a thread waits, or has ended.
fn is_waiting(tid: libc::pid_t) -> bool {
    matches!(state(tid), None | Some(b'S' | b'Z' | b'X'))
}

/// Whether a thread is still there, so that those who wait for its end may have to wait on.
pub(super) fn exists(tid: libc::pid_t) -> bool {
    !matches!(state(tid), None | Some(b'Z' | b'X'))
}

/// Lets others run, and stays ready to.
pub(super) fn give_up_core() {
    // SAFETY: gives up the core for once.
    unsafe { libc::syscall(libc::SYS_sched_yield) };
}

/// Lets others run: the longer, the more rounds there have been.
pub(super) fn pause(rounds: u32) {
    if rounds < 20 {
        return give_up_core();
    }
    let time = libc::timespec { tv_sec: 0, tv_nsec: if rounds < 100 { 50_000 } else { 1_000_000 } };
    // SAFETY: sleeps. Not by the C library, where simulated time would pass.
    unsafe { libc::syscall(libc::SYS_nanosleep, &raw const time, std::ptr::null_mut::<libc::timespec>()) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
    use std::time::{Duration, Instant};

    /// Whether something becomes so within a while.
    fn becomes(mut so: impl FnMut() -> bool) -> bool {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if so() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
    }

    #[test]
    fn a_thread_that_waits_is_told_from_one_that_runs_and_one_that_has_ended() {
        static TID: AtomicI32 = AtomicI32::new(0);
        static RUN: AtomicBool = AtomicBool::new(true);
        let thread = std::thread::spawn(|| {
            TID.store(crate::mpi_lock::thread_id(), Ordering::SeqCst);
            while RUN.load(Ordering::SeqCst) {
                std::hint::spin_loop();
            }
            std::thread::park();
        });
        assert!(becomes(|| TID.load(Ordering::SeqCst) != 0));
        let tid = TID.load(Ordering::SeqCst);
        assert!(!is_waiting(tid) && exists(tid));
        assert_eq!(states(&[tid]), ThreadStates::Unknown);
        RUN.store(false, Ordering::SeqCst);
        assert!(becomes(|| states(&[tid]) == ThreadStates::AllWait));
        assert!(exists(tid));
        thread.thread().unpark();
        thread.join().expect("it ends");
        assert!(becomes(|| !exists(tid)));
        assert_eq!(states(&[]), ThreadStates::AllWait);
    }
}
