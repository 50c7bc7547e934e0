//! A thread that wakes the engine a few times a second, to report progress and to save results. It also samples what the engine
//! is doing.

use kernel::{Activity, Doing};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Shortest time between two progress reports.
pub(crate) const TELL_EVERY: Duration = Duration::from_millis(200);

/// Samples of a run's activity: shares of its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The network model computed.
    pub network: u32,
    /// Ranks ran: the program, or the reading of a trace.
    pub ranks: u32,
    /// In all; 0 where progress is not observed.
    pub all: u32,
}

#[derive(Default)]
struct Counts {
    network: AtomicU32,
    ranks: AtomicU32,
    all: AtomicU32,
}

impl Counts {
    fn look(&self, activity: &Activity) {
        match activity.get() {
            Doing::Network => self.network.fetch_add(1, Ordering::Relaxed),
            Doing::Ranks => self.ranks.fetch_add(1, Ordering::Relaxed),
            Doing::Engine => 0,
        };
        self.all.fetch_add(1, Ordering::Relaxed);
    }
}

/// Sets an engine's alarm a few times a second. Counting steps alone would pause a run whose ranks compute for long only every
/// few minutes.
pub(crate) struct Ticker {
    end: Arc<AtomicBool>,
    counts: Arc<Counts>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Where there can be no thread, steps are counted alone.
    pub(crate) fn start(alarm: Arc<AtomicBool>, activity: Option<Activity>) -> Self {
        let (end, counts) = (Arc::new(AtomicBool::new(false)), Arc::<Counts>::default());
        let (ends, seen) = (Arc::clone(&end), Arc::clone(&counts));
        let ring = move || {
            while !ends.load(Ordering::Relaxed) {
                std::thread::park_timeout(TELL_EVERY / 2);
                activity.iter().for_each(|activity| seen.look(activity));
                alarm.store(true, Ordering::Relaxed);
            }
        };
        Self { end, counts, thread: Builder::new().name("ticker".to_owned()).spawn(ring).ok() }
    }

    /// What the engine was doing so far.
    pub(crate) fn samples(&self) -> Samples {
        let Counts { network, ranks, all } = &*self.counts;
        let [network, ranks, all] = [network, ranks, all].map(|count| count.load(Ordering::Relaxed));
        Samples { network, ranks, all }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It does not panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_does_is_counted() {
        let (alarm, activity) = (Arc::<AtomicBool>::default(), Activity::default());
        activity.set(Doing::Network);
        let ticker = Ticker::start(Arc::clone(&alarm), Some(activity));
        while ticker.samples().all < 2 {
            std::thread::yield_now();
        }
        let samples = ticker.samples();
        assert!(alarm.load(Ordering::Relaxed) && samples.network >= 2 && samples.ranks == 0, "{samples:?}");
    }
}
