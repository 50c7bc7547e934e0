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
    /// What `compute` says of itself.
    undisturbed: bool,
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
            undisturbed: compute.undisturbed(),
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
        match work {
            Work::Time(time) if self.undisturbed => Finish::At(self.now.saturating_add(time)),
            _ => self.compute.start(self.now, token, core, work, memory_bytes),
        }
    }

    /// When the next work ends.
    #[inline]
    fn next_done(&mut self) -> Time {
        if self.undisturbed { Time::MAX } else { self.compute.next_event() }
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
        self.queue.next_time().min(self.network.next_event()).min(self.next_done())
    }

    /// Moves on to `to`, a step for what the caller does there, if nothing else happens until then or at it: as if the
    /// caller had scheduled an event and taken it. The current instant is settled.
    #[inline]
    pub fn pass_to(&mut self, to: Time) -> bool {
        let nothing = self.queue.next_time() > to
            && self.next_completion == self.completions.len()
            && self.next_done == self.done.len()
            && self.network.next_event() > to
            && self.next_done() > to;
        if nothing {
            debug_assert!(to > self.now, "only what is to come is passed to");
            self.now = to;
            self.steps += 1;
        }
        nothing
    }

    /// Whether nothing can happen any more but so many events of the queue.
    pub fn nothing_but(&mut self, events: usize) -> bool {
        self.queue.len() <= events
            && self.next_completion >= self.completions.len()
            && self.next_done >= self.done.len()
            && self.network.next_event() == Time::MAX
            && self.next_done() == Time::MAX
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
            let compute = self.next_done();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LinkCounters;

    /// Nothing ever happens in it but one delivery.
    struct Once(Time);

    impl Network for Once {
        fn start(&mut self, _: Time, _: &Transfer) {}

        fn next_event(&mut self) -> Time {
            self.0
        }

        fn advance(&mut self, _: Time, completions: &mut Vec<Completion>) {
            self.0 = Time::MAX;
            completions.push(Completion { token: 1, kind: crate::CompletionKind::Delivered, bottleneck: None });
        }

        fn counters(&self) -> Option<&dyn LinkCounters> {
            None
        }
    }

    struct NoCores;

    impl Compute for NoCores {
        fn start(&mut self, now: Time, _: u64, _: Endpoint, _: Work, _: u64) -> Finish {
            Finish::At(now)
        }

        fn next_event(&mut self) -> Time {
            Time::MAX
        }

        fn advance(&mut self, _: Time, _: &mut Vec<CpuDone>) {}
    }

    #[test]
    fn only_what_lies_before_everything_else_is_passed_to() {
        let ns = Time::from_ns;
        let mut kernel = Kernel::new(Box::new(Once(ns(30))), Box::new(NoCores));
        kernel.schedule(ns(20), 1, 0, 0, 'e');
        assert!(!kernel.pass_to(ns(20)), "an event at that instant may come first");
        assert!(kernel.pass_to(ns(19)));
        assert_eq!((kernel.now(), kernel.steps()), (ns(19), 1));
        assert!(!kernel.pass_to(ns(25)));
        assert_eq!((kernel.step(), kernel.now()), (Some(Step::Event('e')), ns(20)));
        assert!(!kernel.pass_to(ns(30)) && !kernel.pass_to(ns(40)), "the network comes first");
        assert!(matches!(kernel.step(), Some(Step::Network(_))));
        assert!(kernel.pass_to(ns(40)));
        assert_eq!((kernel.step(), kernel.now(), kernel.steps()), (None, ns(40), 4));
    }
}
