//! The watchdog: a thread that detects a rank which computes for long without calling MPI. Ranks switch only in MPI calls, so a
//! rank that calls none blocks all others.
//!
//! The watchdog reports the rank and the place in the program where the rank computes. After that it reports the rank again
//! only once the rank has called MPI. To find the place, the watchdog sends a signal to the thread that runs ranks; an
//! interrupted system call is restarted.
//!
//! If the run is to end and the running rank does not call MPI within `RETURN_TIMEOUT`, the watchdog makes the engine abandon
//! the rank: it sends the same signal, and the signal handler jumps to where the engine waits for the rank, as after a crash
//! (see [`super::crash`]). The engine then ends the run as usual, with all its tables. The signal may arrive while the C
//! library or Windtunnel's own code holds a lock, or has changed half of a data structure that the engine needs. So the handler
//! abandons a rank only while the rank executes the program's own code; otherwise the watchdog sends the signal again after a
//! few milliseconds. After `LEAVE_ANYWHERE_AFTER` a rank is abandoned in the C library, too, as it may wait in a system call.

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::crash::{describe, leave_computing, running_rank};
use super::state::EPOCH;

/// Time in which a rank has to return once the run is to end.
const RETURN_TIMEOUT: Duration = Duration::from_millis(500);
/// After this time a rank is abandoned in the C library, too.
const LEAVE_ANYWHERE_AFTER: Duration = Duration::from_secs(3);
/// Interval at which the watchdog checks whether the run is to end.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between signals to a rank that could not be abandoned yet.
const RETRY_INTERVAL: Duration = Duration::from_millis(3);

static SAMPLED_PC: AtomicUsize = AtomicUsize::new(0);

/// What the handler is to do: [`SAMPLE`], [`LEAVE`] or [`LEAVE_ANYWHERE`].
static REQUEST: AtomicU8 = AtomicU8::new(SAMPLE);
const SAMPLE: u8 = 0;
const LEAVE: u8 = 1;
const LEAVE_ANYWHERE: u8 = 2;
/// The stretch between two switches whose rank is to be left, and how long it has computed, milliseconds.
static EPOCH_TO_LEAVE: AtomicU64 = AtomicU64::new(0);
static COMPUTED_MS: AtomicU64 = AtomicU64::new(0);

/// Handle of the thread; it ends when this is dropped.
#[derive(Debug)]
pub struct Watchdog {
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// How long the rank had computed that was left.
pub(crate) fn computed() -> Duration {
    Duration::from_millis(COMPUTED_MS.load(Ordering::Relaxed))
}

unsafe extern "C" fn sample_location(_signal: c_int, _info: *mut libc::siginfo_t, context: *mut c_void) {
    let ucontext: *const libc::ucontext_t = context.cast();
    // SAFETY: the kernel passes the interrupted context.
    let pc = unsafe { (*ucontext).uc_mcontext.gregs[libc::REG_RIP as usize] as usize };
    SAMPLED_PC.store(pc, Ordering::Release);
    let request = REQUEST.load(Ordering::Relaxed);
    if request != SAMPLE && EPOCH.load(Ordering::Relaxed) == EPOCH_TO_LEAVE.load(Ordering::Relaxed) {
        // SAFETY: `watch` has installed this handler for the thread that runs ranks, to run on the handlers' stack and to
        // block nothing.
        unsafe { leave_computing(context, request == LEAVE_ANYWHERE) };
    }
}

/// Starts watching the calling thread: `report` gets the rank, its silence so far and where it computes
/// (`object+offset`). `ends` says whether the run is to end.
pub fn watch(
    limit: Duration,
    ends: impl Fn() -> bool + Send + 'static,
    report: impl Fn(u32, Duration, &str) + Send + 'static,
) -> Watchdog {
    let signal = libc::SIGRTMIN() + 3;
    // SAFETY: the handler is made for this; the thread id is the caller's.
    let thread = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = (sample_location as *const ()).expose_provenance();
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_ONSTACK | libc::SA_NODEFER;
        libc::sigaction(signal, &action, std::ptr::null_mut());
        libc::pthread_self()
    };
    let stop = Arc::new(AtomicBool::new(false));
    let watch = Watch { watched: thread, signal, limit, stop: stop.clone() };
    let thread = std::thread::spawn(move || watch.run(&ends, &report));
    Watchdog { stop, thread: Some(thread) }
}

/// What the thread needs.
struct Watch {
    watched: libc::pthread_t,
    signal: c_int,
    limit: Duration,
    stop: Arc<AtomicBool>,
}

impl Watch {
    fn run(&self, ends: &dyn Fn() -> bool, report: &dyn Fn(u32, Duration, &str)) {
        let now = || (EPOCH.load(Ordering::Relaxed), running_rank());
        let (mut seen, mut since) = (now(), Instant::now());
        let (mut reported, mut ending) = (false, None);
        while !self.stop.load(Ordering::Relaxed) {
            std::thread::park_timeout((self.limit / 4).clamp(Duration::from_millis(1), POLL_INTERVAL));
            if now() != seen || seen.1.is_none() {
                (seen, since, reported) = (now(), Instant::now(), false);
            }
            if ending.is_none() && ends() {
                ending = Some(Instant::now());
            }
            let Some(rank) = seen.1 else { continue };
            if ending.is_some_and(|ending: Instant| ending.max(since).elapsed() > RETURN_TIMEOUT) {
                self.leave(seen.0, since);
            } else if since.elapsed() >= self.limit && !reported {
                report(rank, since.elapsed(), &self.sample());
                reported = true;
            }
        }
    }

    /// Where the rank is now.
    fn sample(&self) -> String {
        SAMPLED_PC.store(0, Ordering::Relaxed);
        self.signal_rank();
        for _ in 0..100 {
            if SAMPLED_PC.load(Ordering::Acquire) != 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        describe(SAMPLED_PC.load(Ordering::Acquire))
    }

    /// Has the rank left that has computed since then, unless it comes back meanwhile.
    fn leave(&self, epoch: u64, since: Instant) {
        let begin = Instant::now();
        EPOCH_TO_LEAVE.store(epoch, Ordering::Relaxed);
        COMPUTED_MS.store(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
        let is_there = || EPOCH.load(Ordering::Relaxed) == epoch && running_rank().is_some();
        while is_there() && !self.stop.load(Ordering::Relaxed) {
            REQUEST.store(
                if begin.elapsed() > LEAVE_ANYWHERE_AFTER { LEAVE_ANYWHERE } else { LEAVE },
                Ordering::Relaxed,
            );
            self.signal_rank();
            std::thread::sleep(RETRY_INTERVAL);
        }
        REQUEST.store(SAMPLE, Ordering::Relaxed);
    }

    fn signal_rank(&self) {
        // SAFETY: the watched thread runs the ranks and outlives this one (`Watchdog` joins it).
        unsafe { libc::pthread_kill(self.watched, self.signal) };
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
