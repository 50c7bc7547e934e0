//! The clock: queue and resource models merged into one stream of steps.

use crate::{Completion, Compute, CpuDone, EventQueue, Finish, Network, Transfer, Work};
use units::{Endpoint, Time};

/// One step of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<E> {
    /// Something happened to a transfer.
    Network(Completion),
    /// CPU work ended.
    Cpu(CpuDone),
    /// An event of the queue.
    Event(E),
}

/// The clock of one run with its event queue and its resource models.
pub struct Kernel<E> {
    now: Time,
    queue: EventQueue<E>,
    network: Box<dyn Network>,
    compute: Box<dyn Compute>,
    completions: Vec<Completion>,
    next_completion: usize,
    done: Vec<CpuDone>,
    next_done: usize,
    steps: u64,
}

impl<E: Copy> Kernel<E> {
    /// A kernel at time zero.
    pub fn new(network: Box<dyn Network>, compute: Box<dyn Compute>) -> Self {
        Self {
            now: Time::ZERO,
            queue: EventQueue::default(),
            network,
            compute,
            completions: Vec::new(),
            next_completion: 0,
            done: Vec::new(),
            next_done: 0,
            steps: 0,
        }
    }

    /// The current instant.
    #[inline]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds an event; `time` is not before now.
    #[inline]
    pub fn schedule(&mut self, time: Time, class: u8, source: u32, sequence: u64, event: E) {
        debug_assert!(time >= self.now, "an event in the past");
        self.queue.push(time, class, source, sequence, event);
    }

    /// Starts a transfer now.
    #[inline]
    pub fn transfer(&mut self, transfer: &Transfer) {
        self.network.start(self.now, transfer);
    }

    /// Starts CPU work now.
    #[inline]
    pub fn compute(&mut self, token: u64, core: Endpoint, work: Work, memory_bytes: u64) -> Finish {
        self.compute.start(self.now, token, core, work, memory_bytes)
    }

    /// The network model, for its counters.
    pub fn network(&self) -> &dyn Network {
        &*self.network
    }

    /// The time of the next step, were it taken now; [`Time::MAX`] if there is none. `polling` events can ask
    /// it to know how far nothing can change.
    pub fn horizon(&mut self) -> Time {
        if self.next_completion < self.completions.len() || self.next_done < self.done.len() {
            return self.now;
        }
        self.queue.next_time().min(self.network.next_event()).min(self.compute.next_event())
    }

    /// Whether nothing can happen any more but so many events of the queue.
    pub fn nothing_but(&mut self, events: usize) -> bool {
        self.queue.len() <= events
            && self.next_completion >= self.completions.len()
            && self.next_done >= self.done.len()
            && self.network.next_event() == Time::MAX
            && self.compute.next_event() == Time::MAX
    }

    /// Takes the next step, or none if nothing is left to happen.
    #[inline]
    pub fn step(&mut self) -> Option<Step<E>> {
        self.steps += 1;
        loop {
            if let Some(&completion) = self.completions.get(self.next_completion) {
                self.next_completion += 1;
                return Some(Step::Network(completion));
            }
            if let Some(&done) = self.done.get(self.next_done) {
                self.next_done += 1;
                return Some(Step::Cpu(done));
            }
            // An instant is settled before the models are asked: they may solve once for all of it.
            let queued = self.queue.next_time();
            if queued == self.now && !self.queue.is_empty() {
                return self.queue.pop().map(|(_, event)| Step::Event(event));
            }
            let network = self.network.next_event();
            let compute = self.compute.next_event();
            let next = queued.min(network).min(compute);
            if next == Time::MAX {
                self.steps -= 1;
                return None;
            }
            self.now = next;
            self.completions.clear();
            self.next_completion = 0;
            self.done.clear();
            self.next_done = 0;
            if network == next {
                self.network.advance(next, &mut self.completions);
            }
            if compute == next {
                self.compute.advance(next, &mut self.done);
            }
        }
    }
}
