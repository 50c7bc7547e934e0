//! A thread that notices a rank which computes for long without calling MPI: ranks yield only by themselves, so such a
//! rank holds up all others.
//!
//! It only reports. The place is found by a signal to the thread that runs ranks (restarting system calls), sent once per
//! silent stretch.

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::crash::{describe, running_rank};
use super::state::EPOCH;

static PLACE: AtomicUsize = AtomicUsize::new(0);

/// Handle of the thread; it ends when this is dropped.
#[derive(Debug)]
pub struct Watchdog {
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

unsafe extern "C" fn note_place(_signal: c_int, _info: *mut libc::siginfo_t, context: *mut c_void) {
    let context: *const libc::ucontext_t = context.cast();
    // SAFETY: the kernel passes the interrupted context.
    let pc = unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] as usize };
    PLACE.store(pc, Ordering::Release);
}

/// Starts watching the calling thread: `report` gets the rank, its silence so far and where it computes
/// (`object+offset`).
pub fn watch(limit: Duration, report: impl Fn(u32, Duration, &str) + Send + 'static) -> Watchdog {
    let signal = libc::SIGRTMIN() + 3;
    // SAFETY: a handler that stores one word; the thread id is the caller's.
    let thread = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = (note_place as *const ()).expose_provenance();
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK;
        libc::sigaction(signal, &action, std::ptr::null_mut());
        libc::pthread_self()
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let thread = std::thread::spawn(move || run(thread, signal, limit, &stopped, &report));
    Watchdog { stop, thread: Some(thread) }
}

fn run(
    watched: libc::pthread_t,
    signal: c_int,
    limit: Duration,
    stop: &AtomicBool,
    report: &dyn Fn(u32, Duration, &str),
) {
    let mut seen = (EPOCH.load(Ordering::Relaxed), running_rank());
    let mut since = Instant::now();
    let mut reported = false;
    while !stop.load(Ordering::Relaxed) {
        std::thread::park_timeout((limit / 4).max(Duration::from_millis(1)));
        let now = (EPOCH.load(Ordering::Relaxed), running_rank());
        if now != seen || now.1.is_none() {
            (seen, since, reported) = (now, Instant::now(), false);
            continue;
        }
        if since.elapsed() < limit || reported {
            continue;
        }
        PLACE.store(0, Ordering::Relaxed);
        // SAFETY: the watched thread runs the ranks and outlives this one (`Watchdog` joins it).
        unsafe { libc::pthread_kill(watched, signal) };
        for _ in 0..100 {
            if PLACE.load(Ordering::Acquire) != 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(rank) = now.1 {
            report(rank, since.elapsed(), &describe(PLACE.load(Ordering::Acquire)));
        }
        reported = true;
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic in `report` has been printed by its thread; there is nothing to add.
            let _ = thread.join();
        }
    }
}
