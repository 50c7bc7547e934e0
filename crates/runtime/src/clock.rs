//! Measuring the program's own code between two MPI calls.
//!
//! The time stamp counter is read at the end of one call and the begin of the next. It runs on while another process
//! has the core, so a block that looks long (more than [`LONG_PS`]) is taken from the thread's CPU clock instead.
//! That clock costs a system call, so its reading at the begin of a block is taken only where a long block is
//! expected: after a long one, and at every [`SAMPLE`]th block. What the clocks themselves cost is calibrated and
//! subtracted.

use ops::CallSite;
use std::time::Duration;
use units::Time;

/// Blocks longer than this, in picoseconds, are worth a reading of the CPU clock.
pub const LONG_PS: u64 = 20_000_000;

/// One block in so many gets a reading of the CPU clock at its begin.
const SAMPLE: u8 = 16;

/// The calibration of this machine's clocks.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Meter {
    /// Picoseconds per tick, times 2^16.
    ps_per_tick: u64,
    /// Ticks between two readings with nothing between them.
    tick_cost: u64,
    /// The same for the CPU clock, in nanoseconds.
    cpu_cost_ns: u64,
}

/// The clock of one rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockClock {
    /// When the block began, in ticks; 0 before the first.
    start: u64,
    /// The CPU clock then in nanoseconds, or 0 if it was not read.
    cpu_start: u64,
    /// Blocks since the last sample.
    since_sample: u8,
    /// The call that the block follows, as a bit: call sites share 64 of them.
    place: u64,
    /// Places whose last block was long, and places seen at all.
    long: u64,
    seen: u64,
}

#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn ticks() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn ticks() -> u64 {
    nanoseconds(libc::CLOCK_MONOTONIC)
}

fn nanoseconds(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Not by the C library, whose clocks may show simulated time in a rank's process.
    // SAFETY: writes the struct it is given.
    let failed = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, &raw mut time) };
    assert_eq!(failed, 0, "the clock is one that Linux has");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The CPU time of a thread of this process, nanoseconds; none if there is no such thread.
pub(crate) fn cpu_of(tid: libc::pid_t) -> Option<u64> {
    // A thread's clock: its number, inverted, and what kind of clock it is (Linux, posix-timers.h).
    let clock = (!tid << 3) | 6;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes the struct it is given.
    let failed = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, &raw mut time) };
    (failed == 0).then_some(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

/// The CPU time of the calling thread, nanoseconds.
pub(crate) fn cpu_of_thread() -> u64 {
    nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The CPU time of this process, nanoseconds.
pub(crate) fn cpu_of_process() -> u64 {
    nanoseconds(libc::CLOCK_PROCESS_CPUTIME_ID)
}

impl Meter {
    /// Calibrates the clocks; takes some milliseconds.
    pub fn calibrate() -> Self {
        let (ticks_before, before) = (ticks(), nanoseconds(libc::CLOCK_MONOTONIC));
        std::thread::sleep(Duration::from_millis(10));
        let (ticks_after, after) = (ticks(), nanoseconds(libc::CLOCK_MONOTONIC));
        let ticks_passed = u128::from((ticks_after - ticks_before).max(1));
        let ps_per_tick = ((u128::from(after - before) * 1000) << 16) / ticks_passed;
        let tick_cost = least(|| {
            let before = ticks();
            ticks() - before
        });
        let cpu_cost_ns = least(|| {
            let before = nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID);
            nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID) - before
        });
        Self { ps_per_tick: ps_per_tick as u64, tick_cost, cpu_cost_ns }
    }

    fn picoseconds(&self, ticks: u64) -> u64 {
        ((u128::from(ticks) * u128::from(self.ps_per_tick)) >> 16) as u64
    }
}

fn least(mut cost: impl FnMut() -> u64) -> u64 {
    (0..200).map(|_| cost()).min().unwrap_or(0)
}

impl BlockClock {
    /// The clock of a thread that begins: its first block is all that it computes before its first call.
    pub fn of_new_thread() -> Self {
        Self { start: 1, cpu_start: 1, ..Self::default() }
    }

    /// The program goes on after the call at a site.
    #[inline]
    pub fn start(&mut self, meter: &Meter, after: CallSite) {
        self.since_sample += 1;
        self.place = 1 << (after.0 % u64::BITS);
        let expected = self.place & (self.long | !self.seen) != 0;
        self.seen |= self.place;
        self.cpu_start = if expected || self.since_sample >= SAMPLE {
            self.since_sample = 0;
            // The reading's own cost lies outside the block: it is made before the tick counter is read.
            nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID) + meter.cpu_cost_ns
        } else {
            0
        };
        self.start = ticks();
    }

    /// What has passed since the counter stood so is not the program's.
    pub fn leave_out(&mut self, since: u64) {
        if self.start != 0 {
            self.start += ticks() - since;
        }
    }

    /// The program has stopped: how long it ran. Nothing before the first [`BlockClock::start`].
    #[inline]
    pub fn stop(&mut self, meter: &Meter) -> Time {
        if self.start == 0 {
            return Time::ZERO;
        }
        let passed = (ticks() - self.start).saturating_sub(meter.tick_cost);
        let mut ps = meter.picoseconds(passed);
        if ps <= LONG_PS {
            self.long &= !self.place;
            return Time::from_ps(ps);
        }
        self.long |= self.place;
        if self.cpu_start != 0 {
            let cpu = nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID).saturating_sub(self.cpu_start);
            ps = ps.min(cpu.saturating_mul(1000));
        }
        Time::from_ps(ps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works for so long by the CPU clock, whatever else runs on the core.
    fn spin(duration: Duration) {
        let end = nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID) + duration.as_nanos() as u64;
        while nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID) < end {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn a_sleep_is_not_work_where_long_blocks_are_expected() {
        let meter = Meter::calibrate();
        let mut clock = BlockClock::default();
        let (long, short) = (CallSite(3), CallSite(4));
        assert_eq!(clock.stop(&meter), Time::ZERO, "nothing before the first start");
        for round in 0..3 {
            clock.start(&meter, long);
            spin(Duration::from_millis(2));
            let worked = clock.stop(&meter);
            assert!(worked.ps() >= 1_900_000_000, "{worked:?} in round {round}");
            clock.start(&meter, short);
            clock.stop(&meter);
            // The block before was short, but the one after this call was long the last time.
            clock.start(&meter, long);
            std::thread::sleep(Duration::from_millis(50));
            let slept = clock.stop(&meter);
            assert!(slept.ps() < 20_000_000_000, "{slept:?} of CPU in a sleep, round {round}");
        }
    }

    #[test]
    fn an_empty_block_is_nearly_nothing() {
        let meter = Meter::calibrate();
        let mut clock = BlockClock::default();
        let shortest = (0..100)
            .map(|_| {
                clock.start(&meter, CallSite(0));
                clock.stop(&meter).ps()
            })
            .min();
        assert!(shortest < Some(1_000_000), "{shortest:?} ps");
    }
}
