//! Measures the duration of a program's *blocks*, its computation between two MPI calls, on this machine.
//!
//! The time stamp counter is read at the end of one call and at the beginning of the next. The counter also counts while
//! another process has the core, so the time of a block is limited to the CPU time that the block's thread has used.
//!
//! Reading the thread's CPU clock takes a system call, which is too slow for every short block. So one reading serves many
//! blocks ([`CpuClock`]). A preemption lasts far longer than [`LONG_PS`], so it makes a block, or the time between two blocks,
//! long. The CPU clock is therefore read only:
//!
//! - at the end of a block longer than [`LONG_PS`];
//! - at the beginning of a block, if since the last reading the thread has spent more than [`LONG_PS`] between blocks, or if
//!   the last reading is more than 1 ms old;
//! - at the beginning of a block whose length the simulator follows while it runs (of a rank that is a process and computes
//!   beside the simulator).
//!
//! At the end of a long block, the counter may have advanced further than the CPU clock since the last reading: the thread has
//! lost time to other processes, or has slept between blocks, waiting for the simulator. So all time between blocks since that
//! reading is subtracted from the difference. The remainder is a lower bound of the time that the block has lost to other
//! processes, and is subtracted from the block. The cost of reading the clocks is calibrated and subtracted, too. If a rank has
//! several threads, blocks share no reading: each thread reads its own CPU clock at the beginning of every block.

use ops::Work;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;
use units::Time;

/// Blocks longer than this, in picoseconds, are worth a reading of the CPU clock.
pub const LONG_PS: u64 = 20_000_000;

/// A reading of the CPU clock that is older than this, in picoseconds, is renewed before a block begins: counter and clock are
/// calibrated against each other, and drift apart.
const OLD_PS: u64 = 1_000_000_000;

/// A block that has lost more than this part of its time to others was preempted; less is the drift of clocks and the
/// system's own ticks.
const PREEMPTED_PART: u64 = 100;

/// The same of a block that has been watched: the simulator takes cores for itself while ranks compute.
const WATCHED_PART: u64 = 4;

/// The calibration of this machine's clocks.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Meter {
    /// Picoseconds per tick, times 2^16.
    ps_per_tick: u64,
    /// Ticks between two readings with nothing between them.
    tick_cost: u64,
    /// The same for the CPU clock, in nanoseconds.
    cpu_cost_ns: u64,
    /// [`LONG_PS`] and [`OLD_PS`] in ticks.
    long: u64,
    old: u64,
}

/// The clock of one rank, or of one of its threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockClock {
    /// When the block began, in ticks; 0 before the first.
    start: u64,
    /// What the CPU clock said then in nanoseconds, if it was read for this block alone.
    cpu_start: Option<u64>,
    /// The time measured of the block in another process, picoseconds; negative if it was disturbed there.
    elsewhere: i64,
}

/// A thread's CPU clock, carried on by the counter from one reading to the next. The blocks of all ranks that share a thread
/// of the system's share it. No other thread uses it: the atomics are plain words.
#[derive(Debug)]
pub struct CpuClock {
    /// The last reading: ticks and nanoseconds.
    read: AtomicU64,
    cpu: AtomicU64,
    /// When the last block ended, in ticks, and ticks outside of blocks since the last reading.
    ended: AtomicU64,
    outside: AtomicU64,
    /// Voluntary and involuntary context switches of the thread when a block was last seen to have lost time.
    slept: AtomicU64,
    preempted: AtomicU64,
    /// Others look at how long the block has been.
    watched: AtomicBool,
    /// Ticks that the block lacks; negative if some are not the program's.
    correction: AtomicI64,
}

/// That of the thread that runs the ranks of this process.
pub static CPU_CLOCK: CpuClock = CpuClock::new();

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
    read(clock).expect("the clock is one that Linux has")
}

/// The time of a clock in nanoseconds, or `None` for an unknown clock.
fn read(clock: libc::clockid_t) -> Option<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Not by the C library, whose clocks may show simulated time in a rank's process.
    // SAFETY: writes the struct it is given.
    let failed = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, &raw mut time) };
    (failed == 0).then_some(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

/// The CPU time of a thread of this process, nanoseconds; none if there is no such thread.
pub(crate) fn cpu_of(tid: libc::pid_t) -> Option<u64> {
    // A thread's clock: its number, inverted, and what kind of clock it is (Linux, posix-timers.h).
    read((!tid << 3) | 6)
}

/// The CPU time of the calling thread, nanoseconds.
pub(crate) fn cpu_of_thread() -> u64 {
    nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Voluntary and involuntary context switches of the calling thread.
fn switches_of_thread() -> (u64, u64) {
    // SAFETY: writes the struct it is given; all of its fields are numbers. Not by the C library's function, which may show
    // simulated time.
    let (failed, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::syscall(libc::SYS_getrusage, libc::RUSAGE_THREAD, &raw mut usage), usage)
    };
    assert_eq!(failed, 0, "Linux tells of a thread");
    (usage.ru_nvcsw as u64, usage.ru_nivcsw as u64)
}

/// The CPU time of a process, nanoseconds; none if there is no such process.
pub(crate) fn cpu_of_other(pid: libc::pid_t) -> Option<u64> {
    // As above: a process's clock.
    read((!pid << 3) | 2)
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
        let ps_per_tick = ps_per_tick.max(1) as u64;
        let ticks_of = |ps: u64| (ps << 16) / ps_per_tick;
        Self { ps_per_tick, tick_cost, cpu_cost_ns, long: ticks_of(LONG_PS), old: ticks_of(OLD_PS) }
    }

    /// Whether a CPU clock moves between two readings, and not at intervals.
    pub(crate) fn is_fine(&self) -> bool {
        self.cpu_cost_ns > 0
    }

    /// Whether a block of this many ticks is worth a reading of the CPU clock.
    pub(crate) fn is_long(&self, ticks: u64) -> bool {
        ticks > self.long
    }

    pub(crate) fn picoseconds(&self, ticks: u64) -> u64 {
        ((u128::from(ticks) * u128::from(self.ps_per_tick)) >> 16) as u64
    }
}

fn least(mut cost: impl FnMut() -> u64) -> u64 {
    (0..200).map(|_| cost()).min().unwrap_or(0)
}

impl CpuClock {
    /// One that has not been read.
    pub(crate) const fn new() -> Self {
        Self {
            read: AtomicU64::new(0),
            cpu: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            outside: AtomicU64::new(0),
            slept: AtomicU64::new(0),
            preempted: AtomicU64::new(0),
            watched: AtomicBool::new(false),
            correction: AtomicI64::new(0),
        }
    }

    /// Adds ticks to the block that the thread runs, or leaves some out.
    pub(crate) fn correct(&self, ticks: i64) {
        if ticks != 0 {
            self.correction.fetch_add(ticks, Ordering::Relaxed);
        }
    }

    #[inline]
    fn take_correction(&self) -> i64 {
        if self.correction.load(Ordering::Relaxed) == 0 { 0 } else { self.correction.swap(0, Ordering::Relaxed) }
    }

    /// A block begins: since when, in ticks.
    #[inline]
    fn begin(&self, meter: &Meter) -> u64 {
        let now = ticks();
        let outside = self.outside.load(Ordering::Relaxed) + now.saturating_sub(self.ended.load(Ordering::Relaxed));
        self.outside.store(outside, Ordering::Relaxed);
        let age = now.saturating_sub(self.read.load(Ordering::Relaxed));
        if outside <= meter.long && age <= meter.old {
            return now;
        }
        self.note(meter, cpu_of_thread());
        ticks()
    }

    /// An upper bound of the CPU clock at this value of the counter, nanoseconds.
    pub(crate) fn at_most(&self, meter: &Meter, now: u64) -> u64 {
        let since = now.saturating_sub(self.read.load(Ordering::Relaxed));
        self.cpu.load(Ordering::Relaxed) + meter.picoseconds(since).div_ceil(1000)
    }

    /// Reads the clock before a block of which others are to know how long it has been.
    pub(crate) fn begin_watched(&self, meter: &Meter) {
        self.watched.store(true, Ordering::Relaxed);
        self.note(meter, cpu_of_thread());
    }

    /// The CPU clock has just been read.
    fn note(&self, meter: &Meter, cpu: u64) {
        // The reading's own cost lies after it.
        self.cpu.store(cpu + meter.cpu_cost_ns, Ordering::Relaxed);
        let now = ticks();
        self.read.store(now, Ordering::Relaxed);
        self.ended.store(now, Ordering::Relaxed);
        self.outside.store(0, Ordering::Relaxed);
    }

    /// The work of a long block, which has ended `passed` ticks after its beginning. `lacks`: ticks to be added.
    #[cold]
    fn end_long(&self, meter: &Meter, now: u64, passed: u64, lacks: u64) -> Work {
        let cpu = cpu_of_thread();
        let used = cpu.saturating_sub(self.cpu.load(Ordering::Relaxed));
        let since = now.saturating_sub(self.read.load(Ordering::Relaxed));
        let lost = meter.picoseconds(since).saturating_sub(used.saturating_mul(1000));
        // Between blocks the thread may have slept because it waited for the simulator.
        let outside = meter.picoseconds(self.outside.load(Ordering::Relaxed));
        let (passed, lost) = (meter.picoseconds(passed), lost.saturating_sub(outside));
        let time = Time::from_ps(passed.saturating_sub(lost).saturating_add(meter.picoseconds(lacks)));
        let part = if self.watched.swap(false, Ordering::Relaxed) { WATCHED_PART } else { PREEMPTED_PART };
        let preempted = lost > (passed / part).max(LONG_PS / 2) && self.was_preempted();
        self.note(meter, cpu);
        if preempted { Work::Preempted(time) } else { Work::Time(time) }
    }

    /// Whether others have taken the core since this was last asked, rather than that the thread gave it away: it waits for files
    /// of its own accord.
    fn was_preempted(&self) -> bool {
        let (slept, preempted) = switches_of_thread();
        let more = |count: &AtomicU64, now: u64| count.swap(now, Ordering::Relaxed) != now;
        let (slept, preempted) = (more(&self.slept, slept), more(&self.preempted, preempted));
        // Neither: the machine underneath has taken it.
        preempted || !slept
    }
}

impl BlockClock {
    /// One that has not begun.
    pub const NONE: Self = Self { start: 0, cpu_start: None, elsewhere: 0 };

    /// The clock of a thread that begins: its first block is all that it computes before its first call.
    pub fn of_new_thread() -> Self {
        Self { start: 1, cpu_start: Some(0), elsewhere: 0 }
    }

    /// The block goes on here, after so much of it elsewhere.
    pub(crate) fn come_home(&mut self, meter: &Meter, picoseconds: u64, disturbed: bool) {
        self.start(meter, Some(&CPU_CLOCK));
        let disturbed = disturbed || self.elsewhere < 0;
        let elsewhere = self.elsewhere.unsigned_abs().saturating_add(picoseconds);
        self.elsewhere = i64::try_from(elsewhere).unwrap_or(i64::MAX) * if disturbed { -1 } else { 1 };
    }

    /// The block goes on elsewhere.
    pub(crate) fn leave_home(&mut self, meter: &Meter) {
        self.elsewhere = match self.stop(meter, &CPU_CLOCK) {
            Work::Time(time) => i64::try_from(time.ps()).unwrap_or(i64::MAX),
            Work::Preempted(time) => -i64::try_from(time.ps()).unwrap_or(i64::MAX),
            _ => 0,
        };
    }

    /// With what has been measured elsewhere.
    fn with_elsewhere(&mut self, work: Work) -> Work {
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let add = |time: Time| time.saturating_add(Time::from_ps(elsewhere.unsigned_abs()));
        match work {
            Work::Time(time) if elsewhere >= 0 => Work::Time(add(time)),
            Work::Time(time) | Work::Preempted(time) => Work::Preempted(add(time)),
            other => other,
        }
    }

    /// The program goes on. `cpu` is the clock of the thread that runs the rank; none if it has several, of which each reads
    /// its own.
    #[inline]
    pub fn start(&mut self, meter: &Meter, cpu: Option<&CpuClock>) {
        match cpu {
            Some(cpu) => self.start = cpu.begin(meter),
            None => {
                self.cpu_start = Some(cpu_of_thread() + meter.cpu_cost_ns);
                self.start = ticks();
            }
        }
    }

    /// What has passed since the counter stood so is not the program's.
    pub fn leave_out(&mut self, since: u64, cpu: &CpuClock) {
        if self.start != 0 {
            let passed = ticks() - since;
            self.start += passed;
            cpu.outside.fetch_add(passed, Ordering::Relaxed);
        }
    }

    /// The program has stopped: how long it ran. Nothing before the first [`BlockClock::start`].
    #[inline]
    pub fn stop(&mut self, meter: &Meter, cpu: &CpuClock) -> Work {
        let work = self.stop_here(meter, cpu);
        if self.elsewhere == 0 { work } else { self.with_elsewhere(work) }
    }

    #[inline]
    fn stop_here(&mut self, meter: &Meter, cpu: &CpuClock) -> Work {
        if self.start == 0 {
            return Work::NONE;
        }
        let now = ticks();
        let correction = cpu.take_correction();
        let (lacks, excess) = (correction.max(0).unsigned_abs(), correction.min(0).unsigned_abs());
        let passed = now.saturating_sub(self.start).saturating_sub(meter.tick_cost + excess);
        if let Some(start) = self.cpu_start.take() {
            let passed = meter.picoseconds(passed);
            if passed <= LONG_PS {
                return Work::Time(Time::from_ps(passed));
            }
            // Threads wait for each other in blocks: preemption cannot be told from waiting.
            let used = cpu_of_thread().saturating_sub(start).saturating_mul(1000);
            return Work::Time(Time::from_ps(passed.min(used)));
        }
        if passed > meter.long {
            return cpu.end_long(meter, now, passed, lacks);
        }
        cpu.ended.store(now, Ordering::Relaxed);
        Work::Time(Time::from_ps(meter.picoseconds(passed + lacks)))
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

    fn time(work: Work) -> u64 {
        match work {
            Work::Time(time) | Work::Preempted(time) => time.ps(),
            Work::Flops(_) | Work::Stated(_) => panic!("a clock measures"),
        }
    }

    const MS: u64 = 1_000_000_000;

    #[test]
    fn a_sleep_in_any_block_is_no_work() {
        let (meter, cpu) = (Meter::calibrate(), CpuClock::new());
        let mut ranks = [BlockClock::default(); 2];
        assert_eq!(ranks[0].stop(&meter, &cpu), Work::NONE, "nothing before the first start");
        for round in 0..20 {
            for clock in &mut ranks {
                clock.start(&meter, Some(&cpu));
                clock.stop(&meter, &cpu);
            }
            // No block before it has been long.
            ranks[round % 2].start(&meter, Some(&cpu));
            std::thread::sleep(Duration::from_millis(20));
            let slept = ranks[round % 2].stop(&meter, &cpu);
            assert!(time(slept) < 5 * MS, "{slept:?} in round {round}");
        }
    }

    #[test]
    fn one_block_alone_is_corrected() {
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        let of_20_ms = ((20 * MS) << 20) / meter.picoseconds(1 << 20).max(1);
        for (correction, range) in [(-(1 << 60), 0..1), (of_20_ms as i64, 19..1000), (0, 1..20)] {
            for spins_ms in [0, 2] {
                clock.start(&meter, Some(&cpu));
                spin(Duration::from_millis(spins_ms));
                cpu.correct(correction);
                let work = clock.stop(&meter, &cpu);
                assert!(
                    range.contains(&(time(work) / MS)) || spins_ms == 0 && correction == 0,
                    "{correction}: {work:?}"
                );
            }
        }
    }

    /// Keeps the calling thread, and those it makes, on one core.
    fn stay_here() {
        // SAFETY: plain system calls on a set of our own.
        unsafe {
            let mut core: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(libc::sched_getcpu() as usize, &mut core);
            assert_eq!(libc::sched_setaffinity(0, size_of_val(&core), &raw const core), 0);
        }
    }

    #[test]
    fn a_block_that_shares_its_core_is_no_longer_for_it_and_says_so() {
        use std::sync::atomic::AtomicBool;
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        let (begun, over) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                stay_here();
                scope.spawn(|| {
                    begun.store(true, Ordering::Relaxed);
                    while !over.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
                while !begun.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                clock.start(&meter, Some(&cpu));
                let begin = std::time::Instant::now();
                spin(Duration::from_millis(60));
                let worked = clock.stop(&meter, &cpu);
                let passed = begin.elapsed();
                over.store(true, Ordering::Relaxed);
                assert!(passed > Duration::from_millis(70), "{passed:?}: the other one did not run");
                assert!(matches!(worked, Work::Preempted(_)), "{worked:?}");
                assert!((60 * MS - MS..66 * MS).contains(&time(worked)), "{worked:?}");
            });
        });
    }

    #[test]
    fn work_is_measured_whatever_passes_between_blocks() {
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        for round in 0..5 {
            std::thread::sleep(Duration::from_millis(round));
            clock.start(&meter, Some(&cpu));
            spin(Duration::from_millis(2));
            let worked = time(clock.stop(&meter, &cpu));
            assert!((2 * MS - MS / 10..20 * MS).contains(&worked), "{worked} in round {round}");
        }
    }

    #[test]
    fn a_wait_for_the_simulator_is_not_taken_from_the_block_after_it() {
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        for _ in 0..50 {
            clock.start(&meter, Some(&cpu));
            clock.stop(&meter, &cpu);
            // Sleeps that are too short to be told from work.
            std::thread::sleep(Duration::from_nanos(1));
            clock.start(&meter, Some(&cpu));
            spin(Duration::from_micros(200));
            let worked = time(clock.stop(&meter, &cpu));
            assert!(worked >= MS / 10, "{worked}");
        }
    }

    #[test]
    fn a_thread_s_own_clock_bounds_its_blocks() {
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        clock.start(&meter, None);
        std::thread::sleep(Duration::from_millis(20));
        let slept = clock.stop(&meter, &cpu);
        assert!(time(slept) < 5 * MS, "{slept:?}");
        let mut first = BlockClock::of_new_thread();
        assert!(time(first.stop(&meter, &cpu)) < 10_000 * MS, "no more than this thread has used");
    }

    #[test]
    fn an_empty_block_is_nearly_nothing() {
        let (meter, cpu, mut clock) = (Meter::calibrate(), CpuClock::new(), BlockClock::default());
        let shortest = (0..100)
            .map(|_| {
                clock.start(&meter, Some(&cpu));
                time(clock.stop(&meter, &cpu))
            })
            .min();
        assert!(shortest < Some(1_000_000), "{shortest:?} ps");
    }
}
