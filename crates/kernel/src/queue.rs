//! The event queue: a 4-ary heap whose order is total and independent of insertion order.

use units::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    time: u64,
    // class in the top byte, then the source.
    class_source: u64,
    sequence: u64,
}

/// A queue of events ordered by (time, class, source, sequence).
///
/// Two events may only share a whole key if their order cannot matter; the owner keeps a sequence per source
/// where it can. Cost: O(log n) per push and pop; 24 bytes of key per event.
#[derive(Debug)]
pub struct EventQueue<E> {
    heap: Vec<(Key, E)>,
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self { heap: Vec::new() }
    }
}

const ARITY: usize = 4;

impl<E: Copy> EventQueue<E> {
    /// The time of the first event, or [`Time::MAX`] if there is none.
    #[inline]
    pub fn next_time(&self) -> Time {
        self.heap.first().map_or(Time::MAX, |(key, _)| Time::from_ps(key.time))
    }

    /// Adds an event.
    #[inline]
    pub fn push(&mut self, time: Time, class: u8, source: u32, sequence: u64, event: E) {
        let key = Key { time: time.ps(), class_source: u64::from(class) << 56 | u64::from(source), sequence };
        let mut hole = self.heap.len();
        self.heap.push((key, event));
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.heap[parent].0 <= key {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = (key, event);
    }

    /// Removes and returns the first event.
    pub fn pop(&mut self) -> Option<(Time, E)> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            return Some((Time::from_ps(last.0.time), last.1));
        };
        let mut hole = 0;
        loop {
            let child = hole * ARITY + 1;
            if child >= self.heap.len() {
                break;
            }
            let end = (child + ARITY).min(self.heap.len());
            let mut least = child;
            for other in child + 1..end {
                if self.heap[other].0 < self.heap[least].0 {
                    least = other;
                }
            }
            if self.heap[least].0 >= last.0 {
                break;
            }
            self.heap[hole] = self.heap[least];
            hole = least;
        }
        self.heap[hole] = last;
        Some((Time::from_ps(first.0.time), first.1))
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pops_in_key_order_whatever_the_insertion_order(
            mut keys in proptest::collection::vec((0u64..50, 0u8..3, 0u32..5, 0u64..1000), 0..200)
        ) {
            let mut queue = EventQueue::default();
            for &(time, class, source, sequence) in &keys {
                queue.push(Time::from_ps(time), class, source, sequence, (time, class, source, sequence));
            }
            keys.sort_unstable();
            let popped: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
            prop_assert_eq!(popped, keys);
        }
    }
}
