//! What a run costs the machine underneath; all of it goes to `host.json` and nothing else does.

use results::HostUse;
use std::time::Instant;

/// Measures from its making on.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    cpu_start: f64,
}

impl Meter {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), cpu_start: cpu_seconds() }
    }

    pub(crate) fn read(&self) -> HostUse {
        HostUse {
            wall_seconds: self.start.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds() - self.cpu_start,
            peak_memory_bytes: status_kib("VmHWM:").unwrap_or(0) * 1024,
        }
    }
}

/// The resident set now, bytes; 0 where the system does not tell.
pub(crate) fn resident_bytes() -> u64 {
    status_kib("VmRSS:").unwrap_or(0) * 1024
}

fn status_kib(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

// The scheduler's own account, in nanoseconds, is finer than the ticks of /proc/self/stat, but of one thread; the
// simulation is one thread.
fn cpu_seconds() -> f64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = schedstat.split_whitespace().next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
