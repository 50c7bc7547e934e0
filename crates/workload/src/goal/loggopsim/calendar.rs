//! The event queue of the LogGOPSim executor: events in the order of time; events of the same time in the order of their
//! stamps.
//!
//! It is a radix queue, with 11 levels of 64 buckets. Let `base` be the time up to which events have been taken out. The time
//! of a later event is compared with `base` in digits of 6 bits. The position of the highest digit that differs gives the
//! level, and the value of this digit the bucket. The first bucket that is not empty is taken out whole. In a bucket of the
//! lowest level all events have the same time; it is sorted by stamp, and mostly is in this order already. A bucket of a higher
//! level is sorted if it is small; otherwise its events are distributed over lower levels. So an event is inserted once and
//! moved at most 11 times, always by appending, however many events there are.
//!
//! New events may become due at `base` or before, while the events that have been taken out are executed. These new events are
//! kept apart: in a FIFO queue as long as they come in order, otherwise in a heap.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The kind of an event.
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

/// An event with its order: time, stamp, kind, operation.
pub(super) type Key = u128;

/// Bits of an operation's number.
const OPERATION: u32 = 30;

/// Bits of a digit.
const DIGIT: u32 = 6;

/// Digits of a time.
const LEVELS: usize = u64::BITS.div_ceil(DIGIT) as usize;

/// Buckets of a level.
const DIGITS: usize = 1 << DIGIT;

/// A bucket that is sorted rather than dealt out.
const SMALL: usize = 8;

/// How many events are announced at once.
pub(super) const AHEAD: usize = 16;

/// No event.
const NEVER: Key = Key::MAX;

/// Events by (time, stamp).
#[derive(Debug)]
pub(super) struct Calendar {
    /// The bucket taken out, from `at` on still to come.
    now: Vec<Key>,
    at: usize,
    /// Up to where `now` has been announced.
    announced: usize,
    /// Due at `base` or before, in order.
    run: VecDeque<Key>,
    /// And what came out of order.
    heap: BinaryHeap<Reverse<Key>>,
    base: u64,
    buckets: Vec<Bucket>,
    /// Of each level, which buckets are not empty.
    occupied: [u64; LEVELS],
    pages: Pages,
}

impl Default for Calendar {
    fn default() -> Self {
        Self {
            now: Vec::new(),
            at: 0,
            announced: 0,
            run: VecDeque::new(),
            heap: BinaryHeap::new(),
            base: 0,
            buckets: vec![Bucket::default(); LEVELS * DIGITS],
            occupied: [0; LEVELS],
            pages: Pages::default(),
        }
    }
}

/// The kind of an event and its operation.
#[inline]
pub(super) fn event(key: Key) -> Event {
    let (kind, operation) = (key as u32 >> OPERATION, key as u32 & ((1 << OPERATION) - 1));
    match kind {
        0 => Event::Post(operation),
        1 => Event::Arrival(operation),
        2 => Event::Own(operation),
        _ => Event::Serve(operation),
    }
}

#[inline]
fn time(key: Key) -> u64 {
    (key >> 64) as u64
}

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
        if time > self.base {
            self.put(key);
        } else if self.run.back().is_none_or(|last| *last <= key) {
            self.run.push_back(key);
        } else {
            self.heap.push(Reverse(key));
        }
    }

    /// Puts an event, no earlier than `base`, into its bucket.
    #[inline(always)]
    fn put(&mut self, key: Key) {
        let time = time(key);
        let level = ((time ^ self.base) | 1).ilog2() / DIGIT;
        let digit = (time >> (level * DIGIT)) as usize % DIGITS;
        self.occupied[level as usize] |= 1 << digit;
        self.pages.append(&mut self.buckets[level as usize * DIGITS + digit], key);
    }

    /// Takes the first event: its time, its stamp and its operation.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u64, u32, Event)> {
        loop {
            let now = self.now.get(self.at).copied().unwrap_or(NEVER);
            let run = self.run.front().copied().unwrap_or(NEVER);
            let heap = self.heap.peek().map_or(NEVER, |Reverse(key)| *key);
            let key = now.min(run).min(heap);
            if key == NEVER {
                if self.take_bucket() { continue } else { return None }
            }
            if key == now {
                self.at += 1;
            } else if key == run {
                self.run.pop_front();
            } else {
                self.heap.pop();
            }
            return Some((time(key), (key >> 32) as u32, event(key)));
        }
    }

    /// Of the events to come those that have not been announced, a few at a time: when the first of them is next.
    #[inline]
    pub(super) fn announce(&mut self) -> &[Key] {
        if self.at < self.announced || self.at + 1 >= self.now.len() {
            return &[];
        }
        self.announced = (self.at + AHEAD).min(self.now.len());
        &self.now[self.at..self.announced]
    }

    /// Takes the first bucket out; false if there is none.
    fn take_bucket(&mut self) -> bool {
        while let Some(level) = self.occupied.iter().position(|occupied| *occupied != 0) {
            let digit = self.occupied[level].trailing_zeros();
            self.occupied[level] &= !(1 << digit);
            self.now.clear();
            (self.at, self.announced) = (0, 0);
            self.pages.empty(&mut self.buckets[level * DIGITS + digit as usize], &mut self.now);
            if level == 0 || self.now.len() <= SMALL {
                self.now.sort_unstable();
                self.base = self.now.last().map_or(self.base, |key| time(*key));
                return true;
            }
            // The least time of the bucket: base's upper digits, its own, and zeros.
            let shift = level as u32 * DIGIT;
            let upper = u64::MAX.checked_shl(shift + DIGIT).unwrap_or(0);
            self.base = self.base & upper | u64::from(digit) << shift;
            let keys = std::mem::take(&mut self.now);
            keys.iter().for_each(|key| self.put(*key));
            self.now = keys;
        }
        self.now.clear();
        (self.at, self.announced) = (0, 0);
        false
    }
}

/// No page.
const NONE: u32 = u32::MAX;

/// Events of a page: with the rest of it half a kilobyte.
const PAGE: usize = 31;

/// A list of pages.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: u32,
    last: u32,
}

impl Default for Bucket {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

#[derive(Debug)]
struct Page {
    keys: [Key; PAGE],
    used: u32,
    next: u32,
}

/// All pages; those that are free are a list, too.
#[derive(Debug)]
struct Pages {
    pages: Vec<Page>,
    free: u32,
}

impl Default for Pages {
    fn default() -> Self {
        Self { pages: Vec::new(), free: NONE }
    }
}

impl Pages {
    #[inline]
    fn append(&mut self, bucket: &mut Bucket, key: Key) {
        if bucket.last == NONE || self.pages[bucket.last as usize].used as usize == PAGE {
            self.extend(bucket);
        }
        let page = &mut self.pages[bucket.last as usize];
        page.keys[page.used as usize] = key;
        page.used += 1;
    }

    /// Adds an empty page to a bucket.
    fn extend(&mut self, bucket: &mut Bucket) {
        let own = self.free;
        let own = if own == NONE {
            self.pages.push(Page { keys: [0; PAGE], used: 0, next: NONE });
            self.pages.len() as u32 - 1
        } else {
            let page = &mut self.pages[own as usize];
            self.free = page.next;
            (page.used, page.next) = (0, NONE);
            own
        };
        if bucket.last == NONE {
            bucket.first = own;
        } else {
            self.pages[bucket.last as usize].next = own;
        }
        bucket.last = own;
    }

    /// Moves a bucket's events to the end of `keys`, in the order in which they came.
    fn empty(&mut self, bucket: &mut Bucket, keys: &mut Vec<Key>) {
        let mut at = bucket.first;
        while at != NONE {
            let page = &mut self.pages[at as usize];
            keys.extend_from_slice(&page.keys[..page.used as usize]);
            at = page.next;
        }
        if bucket.last != NONE {
            self.pages[bucket.last as usize].next = self.free;
            self.free = bucket.first;
        }
        *bucket = Bucket::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KINDS: [fn(u32) -> Event; 4] = [Event::Post, Event::Arrival, Event::Own, Event::Serve];

    /// Times near and far, the same ones often.
    fn times() -> impl Strategy<Value = u64> {
        prop_oneof![
            0_u64..50,
            0_u64..5000,
            any::<u64>(),
            (0_u64..4).prop_map(|digit| digit << 60),
            (0_u64..3).prop_map(|at| at << 18)
        ]
    }

    proptest! {
        #[test]
        fn events_come_by_time_and_stamp(times in prop::collection::vec((times(), 0_usize..4), 0..300)) {
            let mut calendar = Calendar::default();
            let mut sorted = Vec::new();
            for (stamp, (time, kind)) in (0..).zip(&times) {
                let event = KINDS[*kind](7);
                calendar.push(*time, stamp, event);
                sorted.push((*time, stamp, event));
            }
            sorted.sort_by_key(|(time, stamp, _)| (*time, *stamp));
            let popped: Vec<_> = std::iter::from_fn(|| calendar.pop()).collect();
            prop_assert_eq!(popped, sorted);
        }

        /// Events that come while others are taken, some of them for a time gone by or with an old stamp.
        #[test]
        fn a_heap_gives_the_same(
            steps in prop::collection::vec((prop::collection::vec((times(), any::<bool>(), 0_u32..40), 0..6), 1_usize..6), 0..80),
        ) {
            let (mut calendar, mut heap) = (Calendar::default(), BinaryHeap::new());
            let (mut now, mut stamps) = (0_u64, 0);
            for (pushes, pops) in steps {
                for (delay, past, back) in pushes {
                    let time = if past { now.saturating_sub(delay % 64) } else { now.saturating_add(delay) };
                    stamps += 41;
                    calendar.push(time, stamps - back, Event::Own(stamps));
                    heap.push(Reverse((time, stamps - back, stamps)));
                }
                for _ in 0..pops {
                    let expected = heap.pop().map(|Reverse((time, stamp, number))| (time, stamp, Event::Own(number)));
                    prop_assert_eq!(calendar.pop(), expected);
                    now = expected.map_or(now, |(time, ..)| time);
                    let ahead: Vec<Key> = calendar.announce().to_vec();
                    prop_assert!(ahead.is_sorted() && ahead.len() <= AHEAD);
                }
            }
            while let Some(Reverse((time, stamp, number))) = heap.pop() {
                prop_assert_eq!(calendar.pop(), Some((time, stamp, Event::Own(number))));
            }
            prop_assert_eq!(calendar.pop(), None);
        }
    }
}
