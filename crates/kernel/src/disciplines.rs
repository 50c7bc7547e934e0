//! Queueing disciplines that models of servers share: first come first served, and processor sharing (L. Kleinrock, *Queueing
//! Systems*, volumes 1 and 2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use units::Time;

/// First come, first served, by several equal servers: a job gets the one that is free first.
#[derive(Clone, Debug)]
pub struct FirstComeFirstServed {
    servers: u32,
    /// When each of those that have been used is free.
    free: BinaryHeap<Reverse<Time>>,
}

impl FirstComeFirstServed {
    /// With this many servers, all free.
    pub fn new(servers: u32) -> Self {
        Self { servers, free: BinaryHeap::new() }
    }

    /// As many, all free.
    #[must_use]
    pub fn idle(&self) -> Self {
        Self::new(self.servers)
    }

    /// A job comes: when it gets a server, which serves it until [`FirstComeFirstServed::end`] is called with the end.
    pub fn begin(&mut self, now: Time) -> Time {
        let unused = self.free.len() < self.servers as usize;
        match self.free.peek() {
            Some(&Reverse(free)) if free <= now || !unused => {
                self.free.pop();
                free.max(now)
            }
            _ => now,
        }
    }

    /// The end of the job that has got a server.
    pub fn end(&mut self, at: Time) {
        self.free.push(Reverse(at));
    }

    /// A job comes that takes so long: its end.
    pub fn serve(&mut self, now: Time, time: Time) -> Time {
        let end = self.begin(now).saturating_add(time);
        self.end(end);
        end
    }
}

/// Processor sharing: all jobs are served at once, each as much as any other. How fast is the model's affair: service is in units of
/// its own.
#[derive(Clone, Debug)]
pub struct ProcessorSharing<T> {
    /// What each job has got that has been here since the server was idle.
    served: u128,
    /// By what has been served when they end, then by the order of their starts.
    jobs: BinaryHeap<Reverse<(u128, u64, T)>>,
    started: u64,
}

impl<T: Ord> Default for ProcessorSharing<T> {
    fn default() -> Self {
        Self { served: 0, jobs: BinaryHeap::new(), started: 0 }
    }
}

impl<T: Ord> ProcessorSharing<T> {
    /// How many jobs are here.
    pub fn jobs(&self) -> u64 {
        self.jobs.len() as u64
    }

    /// A job starts that needs so much.
    pub fn start(&mut self, need: u128, job: T) {
        self.jobs.push(Reverse((self.served + need, self.started, job)));
        self.started += 1;
    }

    /// Every job is served so much.
    pub fn serve(&mut self, each: u128) {
        self.served = if self.jobs.is_empty() { 0 } else { self.served + each };
    }

    /// Service that the next job to end still needs; none without a job.
    pub fn least(&self) -> Option<u128> {
        self.jobs.peek().map(|Reverse((end, ..))| end.saturating_sub(self.served))
    }

    /// Takes a job that has all that it needs.
    pub fn pop(&mut self) -> Option<T> {
        if self.least()? > 0 {
            return None;
        }
        self.jobs.pop().map(|Reverse((.., job))| job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ns(ns: u64) -> Time {
        Time::from_ns(ns)
    }

    #[test]
    fn jobs_wait_for_the_server_that_is_free_first() {
        let mut queue = FirstComeFirstServed::new(2);
        let ends = [(0, 10), (0, 4), (1, 1), (2, 1), (20, 3)].map(|(at, time)| queue.serve(ns(at), ns(time)));
        assert_eq!(ends, [10, 4, 5, 6, 23].map(ns));
        assert_eq!(queue.idle().begin(ns(3)), ns(3));
    }

    proptest! {
        /// The slow twin has all servers from the start.
        #[test]
        fn servers_are_taken_as_from_a_list(servers in 1u32..5, jobs in proptest::collection::vec((0u64..9, 0u64..9), 0..40)) {
            let (mut queue, mut free) = (FirstComeFirstServed::new(servers), vec![Time::ZERO; servers as usize]);
            let mut now = Time::ZERO;
            for (pause, time) in jobs {
                now = now.saturating_add(ns(pause));
                let first = free.iter_mut().min().unwrap();
                *first = now.max(*first).saturating_add(ns(time));
                prop_assert_eq!(queue.serve(now, ns(time)), *first);
            }
        }
    }

    #[test]
    fn jobs_that_share_end_by_what_they_need() {
        let mut queue = ProcessorSharing::default();
        queue.start(30, 'a');
        queue.start(10, 'b');
        queue.serve(5);
        queue.start(5, 'c');
        assert_eq!((queue.jobs(), queue.least()), (3, Some(5)));
        queue.serve(5);
        // At one instant in the order of their starts.
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some('b'), Some('c'), None]);
        queue.serve(20);
        assert_eq!((queue.pop(), queue.least()), (Some('a'), None));
        // Without jobs nothing is served.
        queue.serve(7);
        queue.start(1, 'd');
        assert_eq!(queue.least(), Some(1));
    }
}
