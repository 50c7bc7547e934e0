//! Worker threads that simulate the partitions of the packet model's network in parallel.
//!
//! A partition moves to a thread for a time window and back afterwards; threads share only [`SharedState`], which is lent to
//! them for the window. An idle thread spins for a short while, as the next window usually begins at once, and then sleeps. If
//! each thread has its own core, an idle one spins until the next window: waking many threads one by one takes longer than the
//! serial work between windows.

use crate::network::packet::simulator::partition::{Partition, Partitions};
use crate::network::packet::simulator::shared_state::{LentState, SharedState};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::thread::{Builder, JoinHandle, available_parallelism};

/// How often a waiting thread polls before it yields, some ten microseconds (hundreds where each thread has a core), and then
/// before it sleeps.
const SPINS_BEFORE_YIELD: u32 = 500;
const SPINS_ON_OWN_CORE: u32 = 10_000;
const YIELDS_BEFORE_PARK: u32 = 20;

/// Windows with fewer expected events are not shared among threads.
const MIN_EVENTS_TO_SHARE: u64 = 300;

/// A partition and the end of its window.
struct Job {
    partition: Box<Partition>,
    shared: Arc<SharedState>,
    end: u64,
}

/// Threads beside the one that owns the network, started when there is work for them.
pub(crate) struct WorkerPool {
    wanted: usize,
    spins: u32,
    workers: Vec<Worker>,
    density: EventDensity,
    /// Events of all windows so far.
    processed: u64,
    /// A window with fewer expected events is not shared.
    pub(crate) min_events: u64,
}

/// The rate of events, from recent windows.
#[derive(Clone, Copy, Debug, Default)]
struct EventDensity {
    events: u64,
    time: u64,
}

impl EventDensity {
    /// Records the events of a window [first, last]. Each window weighs half as much as the next. Events and times are summed
    /// separately, not as ratios, because windows differ in length.
    fn record(&mut self, (first, last): (u64, u64), events: u64) {
        self.events = self.events / 2 + events;
        self.time = (self.time / 2).saturating_add(last - first).saturating_add(1);
    }

    /// Events to expect from an instant to another.
    fn expected(&self, (first, last): (u64, u64)) -> u64 {
        let events = u128::from(self.events) * (u128::from(last - first) + 1) / u128::from(self.time.max(1));
        u64::try_from(events).unwrap_or(u64::MAX)
    }
}

struct Worker {
    /// None when it is to end.
    jobs: Option<Sender<Job>>,
    done: Receiver<Box<Partition>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts a thread; none if the system refuses.
    fn start(spins: u32) -> Option<Self> {
        let (jobs, todo) = channel::<Job>();
        let (results, done) = channel();
        let body = move || {
            while let Ok(Job { mut partition, shared, end }) = receive(&todo, spins) {
                partition.run_until(&shared, end);
                // Whoever receives the partition may change the network.
                drop(shared);
                if results.send(partition).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("packets".to_owned()).spawn(body).ok()?;
        Some(Self { jobs: Some(jobs), done, thread: Some(thread) })
    }

    /// Waits for the partition.
    fn finish(&mut self, spins: u32) -> Box<Partition> {
        match receive(&self.done, spins) {
            Ok(partition) => partition,
            Err(RecvError) => match self.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => resume_unwind(panic),
                _ => unreachable!("a thread ends early only by a panic"),
            },
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        // A panic has been reported by `finish`.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Waits for a message, spinning at first.
fn receive<T>(from: &Receiver<T>, spins: u32) -> Result<T, RecvError> {
    for asked in 0..spins + YIELDS_BEFORE_PARK {
        match from.try_recv() {
            Ok(message) => return Ok(message),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if asked < spins => std::hint::spin_loop(),
            Err(TryRecvError::Empty) => std::thread::yield_now(),
        }
    }
    from.recv()
}

impl WorkerPool {
    /// At most this many threads.
    pub(crate) fn new(wanted: usize) -> Self {
        Self {
            wanted,
            spins: SPINS_BEFORE_YIELD,
            workers: Vec::new(),
            density: EventDensity::default(),
            processed: 0,
            min_events: MIN_EVENTS_TO_SHARE,
        }
    }

    /// Simulates a window of all partitions, from its first instant to its last.
    pub(crate) fn work(&mut self, partitions: &mut Partitions, shared: &mut LentState, window: (u64, u64)) {
        // Hosts that start together have their events at one instant, which recent windows do not tell.
        let at_hand = |partition: &mut Box<Partition>| partition.events.at_hand(window.1) as u64;
        let worth_sharing = self.density.expected(window) >= self.min_events
            || partitions.iter_mut().map(at_hand).sum::<u64>() >= self.min_events;
        if !worth_sharing || !self.share(partitions, shared, window.1) {
            partitions.iter_mut().for_each(|partition| partition.run_until(shared.get(), window.1));
        }
        let processed = partitions.iter().map(|partition| partition.next.events).sum();
        self.density.record(window, processed - std::mem::replace(&mut self.processed, processed));
    }

    /// Shares a window up to `end` among threads; false, and nothing is done, if there are none.
    fn share(&mut self, partitions: &mut Partitions, shared: &mut LentState, end: u64) -> bool {
        if self.wanted == 0 || partitions.len() < 2 {
            return false;
        }
        if self.workers.is_empty() && available_parallelism().is_ok_and(|cores| cores.get() > self.wanted) {
            self.spins = SPINS_ON_OWN_CORE;
        }
        while self.workers.len() < self.wanted {
            match Worker::start(self.spins) {
                Some(worker) => self.workers.push(worker),
                // Fewer do: results are the same.
                None => self.wanted = self.workers.len(),
            }
        }
        if self.workers.is_empty() {
            return false;
        }
        // The first partitions stay here, each other one goes to a thread.
        let stay = partitions.len() - self.workers.len().min(partitions.len() - 1);
        let away = partitions.split_off(stay);
        let busy = away.len();
        let lent = shared.lend();
        for (worker, partition) in self.workers.iter().zip(away) {
            let job = Job { partition, shared: Arc::clone(&lent), end };
            let sent = worker.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
            assert!(sent, "a thread ends only with its pool");
        }
        partitions.iter_mut().for_each(|partition| partition.run_until(&lent, end));
        partitions.extend(self.workers[..busy].iter_mut().map(|worker| worker.finish(self.spins)));
        shared.take_back(lent);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The remainder of a window up to a requested instant is short and says nothing about the next window.
    #[test]
    fn short_windows_do_not_hide_long_ones() {
        let mut density = EventDensity::default();
        assert_eq!(density.expected((0, 99_999)), 0);
        for window in 0..20 {
            let start = window * 200_000;
            density.record((start, start + 99_999), 4_000);
            assert!((3_900..=4_100).contains(&density.expected((start + 100_000, start + 199_999))));
            density.record((start + 100_000, start + 100_000), 1);
            assert!((3_900..=4_100).contains(&density.expected((start + 200_000, start + 299_999))));
            assert_eq!(density.expected((start, start)), 0);
        }
        density.record((0, u64::MAX), u64::MAX / 4);
        assert!(density.expected((0, u64::MAX)) > 0);
    }
}
