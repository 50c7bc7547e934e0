//! Measures the resources that the simulator uses on this machine (time, memory), and notes where the run was started. Only
//! `host.json` contains these values.

use crate::environment::environment;
use crate::scenario::Scenario;
use ops::MemoryUse;
use results::HostUse;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Measures from its making on.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    cpu_start: f64,
    waited_start: u64,
    folder: Option<String>,
    environment: BTreeMap<String, String>,
    /// Seconds of CPU of other threads.
    cpu_of_others: f64,
    undivided: Option<String>,
    /// The most memory that all processes of the run had; none if this is the only one.
    processes_memory: Option<u64>,
    unguarded: Option<String>,
    computed_at_once: Option<u32>,
}

impl Meter {
    pub(crate) fn start(scenario: &Scenario) -> Self {
        // The program may change it.
        let folder = std::env::current_dir().ok().and_then(|folder| folder.into_os_string().into_string().ok());
        Self {
            start: Instant::now(),
            cpu_start: cpu_seconds(),
            waited_start: schedule().1,
            folder,
            environment: environment(scenario),
            cpu_of_others: 0.0,
            undivided: None,
            processes_memory: None,
            unguarded: None,
            computed_at_once: None,
        }
    }

    /// All processes of the run have had so much memory.
    pub(crate) fn note_processes(&mut self, memory: Option<MemoryUse>) {
        self.processes_memory = memory.map(|memory| memory.most);
    }

    /// The folder in which the run was started; empty if it has no name in UTF-8.
    pub(crate) fn started_in(&self) -> &Path {
        Path::new(self.folder.as_deref().unwrap_or_default())
    }

    /// Adds the CPU seconds of another thread that simulated.
    pub(crate) fn add_thread(&mut self, cpu_seconds: f64) {
        self.cpu_of_others += cpu_seconds;
    }

    /// The run was to be divided over threads and is not.
    pub(crate) fn note_undivided(&mut self, reason: String) {
        self.undivided = Some(reason);
    }

    /// How many ranks have computed at once; none if only one could.
    pub(crate) fn note_at_once(&mut self, most: Option<u32>) {
        self.computed_at_once = most;
    }

    /// Which memory of ranks is not guarded.
    pub(crate) fn note_unguarded(&mut self, what: &str) {
        self.unguarded = Some(what.to_owned());
    }

    /// For how many nanoseconds this thread has waited for a core so far, and has run or waited for one.
    pub(crate) fn waited(&self) -> (u64, u64) {
        let waited = schedule().1.saturating_sub(self.waited_start);
        (waited, waited.saturating_add(((cpu_seconds() - self.cpu_start) * 1e9) as u64))
    }

    pub(crate) fn read(&self) -> HostUse {
        HostUse {
            wall_seconds: self.start.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds() - self.cpu_start + self.cpu_of_others,
            peak_memory_bytes: self.processes_memory.unwrap_or_else(|| status_kib("VmHWM:").unwrap_or(0) * 1024),
            started_in: self.folder.clone(),
            environment: self.environment.clone(),
            undivided: self.undivided.clone(),
            unguarded: self.unguarded.clone(),
            computed_at_once: self.computed_at_once,
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

/// Seconds of CPU of this thread. The scheduler's own account, in nanoseconds, is finer than the ticks of /proc/self/stat.
pub(crate) fn cpu_seconds() -> f64 {
    schedule().0 as f64 / 1e9
}

/// For how many nanoseconds this thread has run, and for how many it waited for a core.
fn schedule() -> (u64, u64) {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let mut words = schedstat.split_whitespace().map(|word| word.parse().unwrap_or(0));
    (words.next().unwrap_or(0), words.next().unwrap_or(0))
}
