//! Threads that work on partitions.
//!
//! A partition is handed to a thread and comes back when its window is done; nothing is shared but what no one changes meanwhile
//! ([`NetworkState`]). Threads wait for a short while by asking again and again, as the next window most often begins at once, and then
//! sleep.

use super::network_state::NetworkState;
use super::partition::Partition;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};

/// Times that a thread asks before it sleeps, some ten microseconds; then with others let go first.
const SPINS_BEFORE_YIELD: u32 = 500;
const YIELDS_BEFORE_PARK: u32 = 20;

/// Windows with fewer events than this are not worth a thread.
const MIN_EVENTS_TO_SHARE: u64 = 300;

/// A window of a partition.
struct Job {
    partition: Partition,
    network: Arc<NetworkState>,
    end: u64,
}

/// Threads beside the one that owns the network; they are started when there is first work for them.
pub(super) struct WorkerPool {
    wanted: usize,
    workers: Vec<Worker>,
    density: EventDensity,
    /// With fewer events than this to be expected a window is not shared.
    pub(super) min_events: u64,
}

/// How many events there are in a stretch of time, from what there were lately.
#[derive(Clone, Copy, Debug, Default)]
struct EventDensity {
    events: u64,
    time: u64,
}

impl EventDensity {
    /// CreditPool the events of a window, from its first instant to its last. It counts twice as much as the one before it. As
    /// windows differ in length events and times are summed, not their ratios.
    fn note(&mut self, (first, last): (u64, u64), events: u64) {
        self.events = self.events / 2 + events;
        self.time = (self.time / 2).saturating_add(last - first).saturating_add(1);
    }

    /// Events to be expected from an instant up to another.
    fn expected(&self, (first, last): (u64, u64)) -> u64 {
        let events = u128::from(self.events) * (u128::from(last - first) + 1) / u128::from(self.time.max(1));
        u64::try_from(events).unwrap_or(u64::MAX)
    }
}

struct Worker {
    /// None when it is to end.
    jobs: Option<Sender<Job>>,
    done: Receiver<Partition>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// A thread; none if the system has none to give.
    fn start() -> Option<Self> {
        let (jobs, todo) = channel::<Job>();
        let (results, done) = channel();
        let body = move || {
            while let Ok(Job { mut partition, network, end }) = receive(&todo) {
                partition.run(&network, end);
                // Who gets the partition may change the network.
                drop(network);
                if results.send(partition).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("packets".to_owned()).spawn(body).ok()?;
        Some(Self { jobs: Some(jobs), done, thread: Some(thread) })
    }

    /// The partition that it has worked on.
    fn finish(&mut self) -> Partition {
        match receive(&self.done) {
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
        // A panic has been reported where the partition was missed.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Waits for a message, awake at first.
fn receive<T>(from: &Receiver<T>) -> Result<T, RecvError> {
    for asked in 0..SPINS_BEFORE_YIELD + YIELDS_BEFORE_PARK {
        match from.try_recv() {
            Ok(message) => return Ok(message),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if asked < SPINS_BEFORE_YIELD => std::hint::spin_loop(),
            Err(TryRecvError::Empty) => std::thread::yield_now(),
        }
    }
    from.recv()
}

impl WorkerPool {
    /// So many threads at most.
    pub(super) fn new(wanted: usize) -> Self {
        Self { wanted, workers: Vec::new(), density: EventDensity::default(), min_events: MIN_EVENTS_TO_SHARE }
    }

    /// Has all partitions process what happens in a window, from its first instant to its last.
    pub(super) fn work(&mut self, partitions: &mut Vec<Partition>, network: &Arc<NetworkState>, window: (u64, u64)) {
        let events =
            |partitions: &[Partition]| partitions.iter().map(|partition| partition.counts.events).sum::<u64>();
        let before = events(partitions);
        if self.density.expected(window) < self.min_events || !self.share(partitions, network, window.1) {
            partitions.iter_mut().for_each(|partition| partition.run(network, window.1));
        }
        self.density.note(window, events(partitions) - before);
    }

    /// Shares a window up to `end` among threads; false, and nothing done, if there are none for it.
    fn share(&mut self, partitions: &mut Vec<Partition>, network: &Arc<NetworkState>, end: u64) -> bool {
        if self.wanted == 0 || partitions.len() < 2 {
            return false;
        }
        while self.workers.len() < self.wanted {
            match Worker::start() {
                Some(worker) => self.workers.push(worker),
                // Fewer will do: the results are the same.
                None => self.wanted = self.workers.len(),
            }
        }
        if self.workers.is_empty() {
            return false;
        }
        // The first partitions stay here, the others go to a thread each.
        let stay = partitions.len() - self.workers.len().min(partitions.len() - 1);
        let away = partitions.split_off(stay);
        let busy = away.len();
        for (worker, partition) in self.workers.iter().zip(away) {
            let job = Job { partition, network: network.clone(), end };
            let sent = worker.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
            assert!(sent, "a thread ends only with its worker_pool");
        }
        partitions.iter_mut().for_each(|partition| partition.run(network, end));
        partitions.extend(self.workers[..busy].iter_mut().map(Worker::finish));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What remains of a window up to an instant that somebody asks for is short and tells nothing of the next one.
    #[test]
    fn short_windows_do_not_hide_long_ones() {
        let mut density = EventDensity::default();
        assert_eq!(density.expected((0, 99_999)), 0);
        for window in 0..20 {
            let start = window * 200_000;
            density.note((start, start + 99_999), 4_000);
            assert!((3_900..=4_100).contains(&density.expected((start + 100_000, start + 199_999))));
            density.note((start + 100_000, start + 100_000), 1);
            assert!((3_900..=4_100).contains(&density.expected((start + 200_000, start + 299_999))));
            assert_eq!(density.expected((start, start)), 0);
        }
        density.note((0, u64::MAX), u64::MAX / 4);
        assert!(density.expected((0, u64::MAX)) > 0);
    }
}
