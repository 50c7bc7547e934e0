//! Ends a run early: on Ctrl-C, on a signal to terminate, at the time limit, or when memory is used up.

use crate::error::CliError;
use crate::free_memory::MemoryWatch;
use crate::progress::Progress;
use engine::StopReason as Reason;
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Names the process whose end is that of the commands it starts, by its number; no program of the user's sees it.
pub(crate) const ENDS_WITH: &str = "WT_ENDS_WITH";

/// Has a command of ours that is about to be started end with this process, however this one ends.
pub(crate) fn end_with_us(command: &mut Command) -> &mut Command {
    command.env(ENDS_WITH, std::process::id().to_string())
}

/// For the start of a command that one of ours may have started: has the kernel ask us to terminate when that one is gone.
pub(crate) fn end_with_parent() {
    let Some(named) = std::env::var(ENDS_WITH).ok().and_then(|number| number.parse::<i32>().ok()) else { return };
    let is_parent = || getppid().is_some_and(|parent| parent.as_raw_nonzero().get() == named);
    let was_parent = is_parent();
    if was_parent {
        let _ = set_parent_process_death_signal(Some(Signal::TERM));
    }
    // It may have been killed before this process has come so far. One between them may also have started this one.
    if !is_parent() && (was_parent || has_ended(named)) {
        std::process::exit(128 + SIGTERM);
    }
}

/// Whether a process has ended: it is gone, or a zombie.
fn has_ended(process: i32) -> bool {
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(text) => text.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

/// Watches for reasons to stop.
pub(crate) struct Watch {
    signal: Arc<AtomicBool>,
    limit: Option<(f64, Instant)>,
    memory: MemoryWatch,
}

impl Watch {
    /// From now on.
    pub(crate) fn new(limit: Option<f64>) -> Self {
        Self::with_patience(limit, Duration::ZERO)
    }

    /// The same, where a limit counts only so long after it has come.
    pub(crate) fn with_patience(limit: Option<f64>, patience: Duration) -> Self {
        let signal = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Where the system refuses, the signal ends the process as ever.
            let _ = signal_hook::flag::register(number, Arc::clone(&signal));
        }
        let limit = limit.and_then(|seconds| {
            let limit = Duration::try_from_secs_f64(seconds).ok()?.checked_add(patience)?;
            let end = Instant::now().checked_add(limit)?;
            Some((seconds, end))
        });
        Self { signal, limit, memory: MemoryWatch::new() }
    }

    /// The same of a run whose ranks' memory lies in this folder.
    pub(crate) fn for_memory_in(self, folder: Option<&Path>) -> Self {
        Self { memory: folder.map_or(self.memory, MemoryWatch::on_disk), ..self }
    }

    /// See [`MemoryWatch::begin`].
    pub(crate) fn begin(&self, program: &Path, ranks: u32) -> Result<Option<String>, CliError> {
        self.memory.begin(program, ranks)
    }

    /// Notes how far the run is, and warns of ranks that will not fit into memory.
    pub(crate) fn note(&mut self, progress: &Progress, say: impl FnOnce(&str)) {
        if let Some(text) = self.memory.note(progress) {
            say(&text);
        }
    }

    /// A reason that has come up since the last call.
    pub(crate) fn poll(&mut self) -> Option<Reason> {
        if self.signal.swap(false, Ordering::Relaxed) {
            return Some(Reason::Signal);
        }
        if let Some((seconds, _)) = self.limit.take_if(|(_, end)| *end <= Instant::now()) {
            return Some(Reason::Limit(seconds));
        }
        self.memory.poll()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_comes_up_once() {
        let mut watch = Watch::new(Some(1e-9));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(watch.poll(), Some(Reason::Limit(1e-9)));
        assert_eq!(watch.poll(), None);
        assert_eq!(Watch::new(Some(1e300)).poll(), None, "a limit beyond all clocks is none");
        assert!(Reason::Limit(2.5).words().contains("2.5 s"));
    }

    #[test]
    fn a_signal_comes_up_once() {
        let mut watch = Watch::new(None);
        // What the handler does; a real signal would reach the watches of other tests, too.
        watch.signal.store(true, Ordering::Relaxed);
        assert_eq!(watch.poll(), Some(Reason::Signal));
        assert_eq!(watch.poll(), None);
    }
}
