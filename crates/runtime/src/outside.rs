//! Simulates ranks that synchronise outside of MPI: by a file, a pipe, shared memory, a barrier of the C library
//! (`launcher/outside.c`).
//!
//! While a rank waits in such a call (sleep, poll, lock …), it lets the other ranks run, again and again. In each such *turn* a
//! little simulated time passes for the waiting rank. The longer its wait has lasted, the more time passes in a turn. So a wait
//! of any length ends after a few thousand turns, at most 0.4 % late.

use crate::call::{Call, RankContext};
use crate::{clock_hooks, images, mpi_lock};
use ops::{Function, Post};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null;
use std::sync::atomic::{AtomicU32, Ordering};
use units::Time;

/// The least and the greatest time of a turn. All numbers are assumptions: smaller ones would let waits end sooner, after more turns.
const TURN_MIN: Time = Time::from_ns(100);
const TURN_MAX: Time = Time::from_ns(10_000_000);
/// A turn takes this part of the time waited so far.
const TURN_PART: u64 = 256;
/// The least time of a turn and its part of a rank with several threads, each of whose turns has to wait until the others stand still.
const TURN_OF_THREADS: (Time, u64) = (Time::from_ns(1000), 16);
/// A name that is not there may be looked for this often before looking takes turns.
const MISSES_FREE: u32 = 100;
/// After so many turns the user is told: where nothing else happens, after seconds.
const TURNS_TOLD: u64 = 1_000_000;

/// Mirror of `struct outside_hooks` in `launcher/outside.h`.
#[repr(C)]
struct OutsideHooks {
    simulated: extern "C" fn() -> c_int,
    waits: extern "C" fn() -> c_int,
    now: extern "C-unwind" fn() -> u64,
    turn: extern "C-unwind" fn(*const c_char, *const c_void, u64) -> u64,
    missed: extern "C-unwind" fn(*const c_char, *const c_void),
    seen: extern "C-unwind" fn(),
    images: c_int,
}

static OF_IMAGES: OutsideHooks =
    OutsideHooks { simulated: rank_runs_here, waits: rank_runs_here, now, turn, missed, seen, images: 1 };
static OF_PROCESS: OutsideHooks =
    OutsideHooks { simulated: is_one_thread, waits: is_unattended, now, turn, missed, seen, images: 0 };

thread_local! {
    /// Whether this thread runs the ranks.
    static RUNS_RANKS: Cell<bool> = const { Cell::new(false) };
}

extern "C" fn rank_runs_here() -> c_int {
    c_int::from(is_in_image())
}

/// Whether the caller is a rank that is an image: not the engine, nor one of its threads while a rank runs.
pub(crate) fn is_in_image() -> bool {
    RUNS_RANKS.get() && images::in_rank()
}

/// A rank with several threads may wait for one of its own.
extern "C" fn is_one_thread() -> c_int {
    c_int::from(!mpi_lock::is_active() && !RankContext::current_or_null().is_null())
}

/// How many threads of this rank are giving up a turn.
static TURNS: AtomicU32 = AtomicU32::new(0);

/// A thread that waits for descriptors gives up its turn while no other one of its rank waits in MPI: then others run anyway.
extern "C" fn is_unattended() -> c_int {
    let attended = mpi_lock::threads_inside() > TURNS.load(Ordering::Relaxed);
    c_int::from(!attended && !RankContext::current_or_null().is_null())
}

/// From now on ranks give up their turns: those that this thread runs as images, or the one that this process is.
pub(crate) fn install(images: bool) {
    RUNS_RANKS.set(images);
    give(if images { &raw const OF_IMAGES } else { &raw const OF_PROCESS });
}

/// No rank runs in this process any more.
pub(crate) fn remove() {
    give(null());
}

fn give(hooks: *const OutsideHooks) {
    // SAFETY: the C half's function takes a pointer to these functions, or null.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"wt_outside_hooks".as_ptr());
        if !found.is_null() {
            let set: extern "C" fn(*const OutsideHooks) = std::mem::transmute(found);
            set(hooks);
        }
    }
}

/// The running rank's clock, picoseconds.
extern "C-unwind" fn now() -> u64 {
    clock_hooks::now()
}

/// The running rank waits in a function, called at `site`, until `end` at most (picoseconds): others run. The time that it has become.
extern "C-unwind" fn turn(function: *const c_char, site: *const c_void, end: u64) -> u64 {
    let context = RankContext::current_or_null();
    if context.is_null() {
        return end;
    }
    // SAFETY: the running rank's context; no reference lives across the switch.
    let (step, tell) = unsafe {
        let now = (*context).clock_at_resumption();
        let wait = (*context).outside_wait().at(now);
        wait.turns += 1;
        let (least, part) = if mpi_lock::is_active() { TURN_OF_THREADS } else { (TURN_MIN, TURN_PART) };
        let part = now.saturating_sub(wait.since).ps() / part;
        let most = Time::from_ps(end).saturating_sub(now);
        (Time::from_ps(part).clamp(least, TURN_MAX).min(most), wait.turns == TURNS_TOLD)
    };
    TURNS.fetch_add(1, Ordering::Relaxed);
    let mut call = Call::enter_anytime(Function::Wtime, if tell { site } else { null() });
    if tell {
        // SAFETY: the C half passes the name of a function.
        let name = unsafe { CStr::from_ptr(function) }.to_string_lossy();
        call.post(Post::WaitsOutside { function: name.as_ref().into() });
    }
    call.post(Post::Sleep(step));
    let now = call.ask(Post::ReadClock).now;
    // SAFETY: as above.
    unsafe { (*context).outside_wait().latest = now };
    TURNS.fetch_sub(1, Ordering::Relaxed);
    call.leave_with(now.ps())
}

/// The running rank has looked for a name that is not there.
extern "C-unwind" fn missed(function: *const c_char, site: *const c_void) {
    let context = RankContext::current_or_null();
    if context.is_null() {
        return;
    }
    // SAFETY: as in `turn`.
    let misses = unsafe {
        let wait = (*context).outside_wait().at((*context).clock_at_resumption());
        wait.misses = wait.misses.saturating_add(1);
        wait.misses
    };
    if misses > MISSES_FREE {
        turn(function, site, u64::MAX);
    }
}

/// The running rank is about to do what another may wait for: that happens when simulated time says.
extern "C-unwind" fn seen() {
    Call::wait_for_clock();
}
