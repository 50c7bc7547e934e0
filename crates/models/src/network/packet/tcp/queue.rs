//! The TCP model's drop-tail queues: each link has a FIFO queue before it, and packets that do not fit into the queue are
//! dropped.
//!
//! A link of bandwidth B is a token bucket of b bytes (`burst`). Let e be the instant at which the bucket is full again if
//! no packet comes. A packet of s bytes that comes at t sets e to e′ = max(t, e) + s/B, and leaves at max(t, e′ − b/B). So
//! a busy link sends s bytes in s/B, and an idle link sends b bytes at once. With b = 0 every byte takes its transmission
//! time.

use crate::network::packet::switching::link_rate::{LinkRate, NO_CARRY};
use platform::Link;
use std::collections::VecDeque;
use units::{Bytes, LinkId, Rate, Time};

/// A link and its queue.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) link: LinkId,
    pub(super) latency: Time,
    bandwidth: Rate,
    rate: LinkRate,
    burst: Time,
    /// When the bucket is full again, and the fraction of a picosecond beyond it.
    full: u64,
    carry: u64,
    /// Packets that have not left: when they leave, and their bytes.
    waiting: VecDeque<(Time, u32)>,
    bytes: u64,
}

impl Queue {
    /// `burst` in bytes.
    pub(super) fn new(id: LinkId, link: Link, burst: u32) -> Self {
        let rate = LinkRate::new(link.bandwidth.0, 0);
        Self {
            link: id,
            latency: link.latency,
            bandwidth: link.bandwidth,
            burst: Time::from_ps(if burst == 0 { 0 } else { rate.transmission_time(burst) }),
            rate,
            full: 0,
            carry: NO_CARRY,
            waiting: VecDeque::new(),
            bytes: 0,
        }
    }

    /// A packet comes: when it leaves, and for how long the link is busy; none if `limit` bytes are waiting with it.
    pub(super) fn pass(&mut self, now: Time, bytes: u32, limit: u64) -> Option<(Time, Time)> {
        while let Some(&(leaves, gone)) = self.waiting.front()
            && leaves <= now
        {
            self.bytes -= u64::from(gone);
            self.waiting.pop_front();
        }
        if self.bytes + u64::from(bytes) > limit {
            return None;
        }
        let idle = now.ps() > self.full;
        let (busy, carry) = self.rate.back_to_back(bytes, if idle { NO_CARRY } else { self.carry });
        self.full = now.ps().max(self.full).saturating_add(busy);
        self.carry = carry;
        let leaves = now.max(Time::from_ps(self.full).saturating_sub(self.burst));
        self.waiting.push_back((leaves, bytes));
        self.bytes += u64::from(bytes);
        Some((leaves, Time::from_ps(busy)))
    }

    /// When a packet that comes at `at` could leave, after all that has come so far.
    pub(super) fn free(&self, at: Time) -> Time {
        at.max(Time::from_ps(self.full).saturating_sub(self.burst))
    }

    /// A whole message comes that no packets carry: when the link has passed it, and for how long it is busy.
    pub(super) fn occupy(&mut self, now: Time, bytes: u64) -> (Time, Time) {
        let busy = self.bandwidth.time_for(Bytes(bytes));
        let free = now.max(Time::from_ps(self.full)).saturating_add(busy);
        self.full = free.ps();
        (free, busy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::suite::link;

    fn queue(burst: u32) -> Queue {
        Queue::new(LinkId(0), link(1_000_000_000, 0), burst)
    }

    fn leaves(queue: &mut Queue, ns: u64, bytes: u32) -> Option<u64> {
        queue.pass(Time::from_ns(ns), bytes, 5_000).map(|(leaves, _)| leaves.ps() / 1_000)
    }

    #[test]
    fn a_full_queue_drops() {
        let mut queue = queue(0);
        assert_eq!(leaves(&mut queue, 0, 3_000), Some(3_000));
        assert_eq!(leaves(&mut queue, 10, 2_000), Some(5_000));
        assert_eq!(leaves(&mut queue, 2_999, 1), None);
        assert_eq!(leaves(&mut queue, 3_000, 3_000), Some(8_000));
    }

    #[test]
    fn an_idle_link_passes_its_burst_at_once() {
        let mut queue = queue(2_000);
        assert_eq!([0, 0, 0, 0].map(|at| leaves(&mut queue, at, 1_000)), [0, 0, 1_000, 2_000].map(Some));
        // Half full again.
        assert_eq!([3_000, 3_000, 3_000].map(|at| leaves(&mut queue, at, 1_000)), [3_000, 4_000, 5_000].map(Some));
        assert_eq!([9_000, 9_000, 9_000].map(|at| leaves(&mut queue, at, 1_000)), [9_000, 9_000, 10_000].map(Some));
    }
}
