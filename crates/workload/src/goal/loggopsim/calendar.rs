//! The order of events: by time, at one time by stamp.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What an event is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A receive is to be posted.
    Post(u32),
    /// A message reaches its receiver.
    Arrival(u32),
    /// The first of a queue of operations that want a processor may have it.
    Own(u32),
    /// The first of a queue of messages that want a processor may have it.
    Serve(u32),
}

/// Events by (time, stamp). Most come in the order in which they fall due, those of one kind: each kind has a queue, and a
/// heap takes what comes out of order.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    runs: [VecDeque<u128>; 4],
    heap: BinaryHeap<Reverse<u128>>,
}

/// Bits of an operation's number.
const OPERATION: u32 = 30;

impl Calendar {
    /// Adds an event. No two have the same time and stamp, but for repetitions of the same one.
    #[inline]
    pub(super) fn push(&mut self, time: u64, stamp: u32, event: Event) {
        let (kind, operation) = match event {
            Event::Post(operation) => (0, operation),
            Event::Arrival(operation) => (1, operation),
            Event::Own(operation) => (2, operation),
            Event::Serve(operation) => (3, operation),
        };
        let key = u128::from(time) << 64 | u128::from(stamp) << 32 | u128::from(kind << OPERATION | operation);
        let run = &mut self.runs[kind as usize];
        if run.back().is_none_or(|last| *last <= key) {
            run.push_back(key);
        } else {
            self.heap.push(Reverse(key));
        }
    }

    /// Takes the first event.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, u32, Event)> {
        let fronts = self.runs.iter().enumerate().filter_map(|(at, run)| Some((*run.front()?, at)));
        let first = fronts.min();
        let key = match (first, self.heap.peek()) {
            (Some((key, at)), heap) if heap.is_none_or(|Reverse(other)| key <= *other) => {
                self.runs[at].pop_front();
                key
            }
            _ => self.heap.pop()?.0,
        };
        let (kind, operation) = (key as u32 >> OPERATION, key as u32 & ((1 << OPERATION) - 1));
        let event = match kind {
            0 => Event::Post(operation),
            1 => Event::Arrival(operation),
            2 => Event::Own(operation),
            _ => Event::Serve(operation),
        };
        Some(((key >> 64) as u64, (key >> 32) as u32, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn events_come_by_time_and_stamp(times in prop::collection::vec((0_u64..50, 0_u32..4), 0..200)) {
            let mut calendar = Calendar::default();
            let mut sorted = Vec::new();
            for (stamp, (time, kind)) in (0..).zip(&times) {
                let event = [Event::Post(7), Event::Arrival(7), Event::Own(7), Event::Serve(7)][*kind as usize];
                calendar.push(*time, stamp, event);
                sorted.push((*time, stamp, event));
            }
            sorted.sort_by_key(|(time, stamp, _)| (*time, *stamp));
            let popped: Vec<_> = std::iter::from_fn(|| calendar.pop()).collect();
            prop_assert_eq!(popped, sorted);
        }
    }
}
