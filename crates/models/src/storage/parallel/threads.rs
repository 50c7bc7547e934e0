//! Threads that handle requests, each for some time, in the order of arrival.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use units::Time;

/// So many threads, each with the instant at which it is free.
pub(super) struct Threads {
    most: u32,
    /// Of those that have been used.
    free: BinaryHeap<Reverse<Time>>,
}

impl Threads {
    pub(super) fn new(most: u32) -> Self {
        Self { most, free: BinaryHeap::new() }
    }

    /// As many, all free.
    pub(super) fn idle(&self) -> Self {
        Self::new(self.most)
    }

    /// When a request that comes now and takes so long has been handled.
    pub(super) fn handle(&mut self, now: Time, time: Time) -> Time {
        let unused = self.free.len() < self.most as usize;
        let begin = match self.free.peek() {
            Some(&Reverse(free)) if free <= now || !unused => {
                self.free.pop();
                free.max(now)
            }
            _ => now,
        };
        let end = begin.saturating_add(time);
        self.free.push(Reverse(end));
        end
    }
}
