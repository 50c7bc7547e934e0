//! Reasons to end a run early: Ctrl-C, a request to terminate, the time limit.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a run is to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reason {
    /// Ctrl-C or its like.
    Signal,
    /// The time limit, in seconds.
    Limit(f64),
}

impl Reason {
    /// In words, for the manifest.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Signal => "the run was interrupted before its ranks had finished".to_owned(),
            Self::Limit(seconds) => {
                format!("the run was stopped after its time limit of {seconds} s (--time-limit)")
            }
        }
    }
}

/// Watches for reasons to stop.
pub(crate) struct Watch {
    signal: Arc<AtomicBool>,
    limit: Option<(f64, Instant)>,
}

impl Watch {
    /// From now on.
    pub(crate) fn new(limit: Option<f64>) -> Self {
        let signal = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Where the system refuses, the signal ends the process as ever.
            let _ = signal_hook::flag::register(number, Arc::clone(&signal));
        }
        let limit = limit.and_then(|seconds| {
            let end = Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?)?;
            Some((seconds, end))
        });
        Self { signal, limit }
    }

    /// A reason that has come up since the last call.
    pub(crate) fn poll(&mut self) -> Option<Reason> {
        if self.signal.swap(false, Ordering::Relaxed) {
            return Some(Reason::Signal);
        }
        let (seconds, _) = self.limit.take_if(|(_, end)| *end <= Instant::now())?;
        Some(Reason::Limit(seconds))
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
