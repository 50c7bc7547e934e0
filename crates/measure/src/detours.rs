//! Records noise (OS jitter): the intervals in which a core does not run the program.
//!
//! The method is the method of netgauge's `selfish` (Hoefler, Schneider, Lumsdaine: "Characterizing the influence of system
//! noise on large-scale applications by simulation", SC10). A loop reads the clock. An iteration that takes much longer
//! than the quickest iteration contains a detour. The length of the detour is the difference between the two.

use std::time::{Duration, Instant};

/// A turn that takes more than this many of the quickest ones is a detour, as in `selfish`.
pub const THRESHOLD: u32 = 9;
/// Turns by which the quickest one is found.
const WARM_UP: u32 = 100_000;
/// Detours kept at most: a machine with more must be observed for a shorter time.
pub const DETOURS_MAX: usize = 4_000_000;

/// Detours of a core: start and length, in nanoseconds since the beginning.
#[derive(Debug, Default)]
pub struct Recording {
    /// Start and length of each, in order.
    pub detours: Vec<(u64, u64)>,
    /// The quickest turn of the loop.
    pub quickest: u64,
    /// The end of the recording.
    pub whole: u64,
}

/// Records on the core that this thread is on for some time, or until there are [`DETOURS_MAX`].
pub fn record(time: Duration) -> Recording {
    let mut last = Instant::now();
    let mut quickest = Duration::MAX;
    for _ in 0..WARM_UP {
        let now = Instant::now();
        quickest = quickest.min(now - last).max(Duration::from_nanos(1));
        last = now;
    }
    let limit = quickest * THRESHOLD;
    let mut detours = Vec::with_capacity(1 << 16);
    let begin = Instant::now();
    last = begin;
    while last - begin < time && detours.len() < DETOURS_MAX {
        let now = Instant::now();
        let turn = now - last;
        if turn > limit {
            detours.push((nanoseconds(last - begin), nanoseconds(turn - quickest)));
        }
        last = now;
    }
    Recording { detours, quickest: nanoseconds(quickest), whole: nanoseconds(last - begin) }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_come_in_order_and_within_the_time() {
        let recording = record(Duration::from_millis(20));
        assert!(recording.whole >= 20_000_000 && recording.quickest > 0);
        let mut end = 0;
        for (start, duration) in recording.detours {
            assert!(start >= end && duration > 0);
            end = start + duration;
        }
        assert!(end <= recording.whole);
    }
}
