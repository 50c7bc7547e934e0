//! Interposed C library functions that read clocks or sleep. Clocks show simulated time, and sleeping lets simulated time pass.
//!
//! All clocks begin when the run begins. Clocks that count from 1970 begin at 2025-01-01 00:00:00 UTC, so that a random seed
//! taken from the time is the same in every run. Processor time equals elapsed time.

use std::ffi::{c_int, c_long, c_uint, c_void};

use super::super::running::with_image_process;
use super::entry::Entry;

/// 2025-01-01 00:00:00 UTC, seconds.
const EPOCH_SECONDS: i64 = 1_735_689_600;
const PS_PER_SECOND: u64 = 1_000_000_000_000;
const PS_PER_NS: u64 = 1_000;

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("gettimeofday", gettimeofday as *const ()),
        ("clock_gettime", clock_gettime as *const ()),
        ("timespec_get", timespec_get as *const ()),
        ("time", time as *const ()),
        ("times", times as *const ()),
        ("clock", clock as *const ()),
        ("getrusage", getrusage as *const ()),
        ("sleep", sleep as *const ()),
        ("usleep", usleep as *const ()),
        ("nanosleep", nanosleep as *const ()),
        ("clock_nanosleep", clock_nanosleep as *const ()),
        ("thrd_sleep", nanosleep as *const ()),
        ("omp_get_wtime", omp_get_wtime as *const ()),
        ("_ZNSt6chrono3_V212system_clock3nowEv", system_clock as *const ()),
        ("_ZNSt6chrono3_V212steady_clock3nowEv", steady_clock as *const ()),
    ]
}

/// Simulated time of the running rank, picoseconds.
fn now() -> u64 {
    let hook = with_image_process(|w, _| w.hooks.now);
    hook.map_or(0, |now| now())
}

fn pass(picoseconds: u64) {
    if let Some(sleep) = with_image_process(|w, _| w.hooks.sleep) {
        sleep(picoseconds);
    }
}

fn timespec(at: u64, origin: i64) -> libc::timespec {
    let seconds = (at / PS_PER_SECOND) as i64 + origin;
    libc::timespec { tv_sec: seconds, tv_nsec: (at % PS_PER_SECOND / PS_PER_NS) as c_long }
}

/// Where a clock's zero lies.
fn origin(clock: c_int) -> i64 {
    match clock {
        libc::CLOCK_REALTIME | libc::CLOCK_REALTIME_COARSE | libc::CLOCK_TAI => EPOCH_SECONDS,
        _ => 0,
    }
}

unsafe extern "C-unwind" fn clock_gettime(clock: c_int, out: *mut libc::timespec) -> c_int {
    // SAFETY: the caller's variable.
    unsafe { *out = timespec(now(), origin(clock)) };
    0
}

unsafe extern "C-unwind" fn timespec_get(out: *mut libc::timespec, base: c_int) -> c_int {
    // SAFETY: the caller's variable.
    unsafe { *out = timespec(now(), EPOCH_SECONDS) };
    base
}

unsafe extern "C-unwind" fn gettimeofday(out: *mut libc::timeval, _zone: *mut c_void) -> c_int {
    let t = timespec(now(), EPOCH_SECONDS);
    if !out.is_null() {
        // SAFETY: the caller's variable.
        unsafe { *out = libc::timeval { tv_sec: t.tv_sec, tv_usec: t.tv_nsec / 1000 } };
    }
    0
}

unsafe extern "C-unwind" fn time(out: *mut libc::time_t) -> libc::time_t {
    let seconds = timespec(now(), EPOCH_SECONDS).tv_sec;
    if !out.is_null() {
        // SAFETY: the caller's variable.
        unsafe { *out = seconds };
    }
    seconds
}

/// Ticks of 10 ms, all of them user time.
unsafe extern "C-unwind" fn times(out: *mut libc::tms) -> libc::clock_t {
    let ticks = (now() / (PS_PER_SECOND / 100)) as libc::clock_t;
    if !out.is_null() {
        // SAFETY: the caller's variable.
        unsafe { *out = libc::tms { tms_utime: ticks, tms_stime: 0, tms_cutime: 0, tms_cstime: 0 } };
    }
    ticks
}

/// Microseconds (CLOCKS_PER_SEC is 1,000,000).
unsafe extern "C-unwind" fn clock() -> libc::clock_t {
    (now() / (1000 * PS_PER_NS)) as libc::clock_t
}

/// The process's resource use with simulated processor time.
unsafe extern "C-unwind" fn getrusage(who: c_int, out: *mut libc::rusage) -> c_int {
    // SAFETY: the caller's variable.
    unsafe {
        let result = libc::getrusage(who, out);
        if result == 0 {
            let t = timespec(now(), 0);
            (*out).ru_utime = libc::timeval { tv_sec: t.tv_sec, tv_usec: t.tv_nsec / 1000 };
            (*out).ru_stime = libc::timeval { tv_sec: 0, tv_usec: 0 };
        }
        result
    }
}

unsafe extern "C-unwind" fn omp_get_wtime() -> f64 {
    now() as f64 / PS_PER_SECOND as f64
}

/// Nanoseconds, as `std::chrono` of the C++ library counts.
unsafe extern "C-unwind" fn system_clock() -> i64 {
    (now() / PS_PER_NS) as i64 + EPOCH_SECONDS * 1_000_000_000
}

unsafe extern "C-unwind" fn steady_clock() -> i64 {
    (now() / PS_PER_NS) as i64
}

unsafe extern "C-unwind" fn sleep(seconds: c_uint) -> c_uint {
    pass(u64::from(seconds) * PS_PER_SECOND);
    0
}

unsafe extern "C-unwind" fn usleep(microseconds: c_uint) -> c_int {
    pass(u64::from(microseconds) * 1000 * PS_PER_NS);
    0
}

fn picoseconds(t: &libc::timespec) -> Option<u64> {
    let nanoseconds = u64::try_from(t.tv_nsec).ok().filter(|n| *n < 1_000_000_000)?;
    u64::try_from(t.tv_sec).ok()?.checked_mul(PS_PER_SECOND)?.checked_add(nanoseconds * PS_PER_NS)
}

/// Remaining time is never reported: a simulated sleep is not interrupted.
unsafe extern "C-unwind" fn nanosleep(request: *const libc::timespec, _remaining: *mut libc::timespec) -> c_int {
    // SAFETY: the caller's variable; errno is the calling thread's.
    unsafe {
        match picoseconds(&*request) {
            Some(duration) => {
                pass(duration);
                0
            }
            None => {
                *libc::__errno_location() = libc::EINVAL;
                -1
            }
        }
    }
}

unsafe extern "C-unwind" fn clock_nanosleep(
    clock: c_int,
    flags: c_int,
    request: *const libc::timespec,
    _remaining: *mut libc::timespec,
) -> c_int {
    // SAFETY: the caller's variable.
    let mut t = unsafe { *request };
    if flags & libc::TIMER_ABSTIME == 0 {
        return picoseconds(&t).map_or(libc::EINVAL, |d| {
            pass(d);
            0
        });
    }
    t.tv_sec -= origin(clock);
    // An instant before the origin is in the past.
    let until = picoseconds(&t).unwrap_or(0);
    pass(until.saturating_sub(now()));
    0
}
