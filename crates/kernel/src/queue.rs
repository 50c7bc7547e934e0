//! The event queue: its order is total and independent of insertion order.
//!
//! The queue is built for ranks in lockstep: if ranks do the same work, thousands of events have the same time. So events are
//! kept in *buckets* of one instant each; a 4-ary heap orders the buckets, and a bucket is sorted once, when its instant is
//! reached.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use units::Time;

/// An event but for its time.
#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    // class in the top byte, then the source.
    class_source: u64,
    sequence: u64,
    event: E,
}

impl<E> Entry<E> {
    #[inline]
    fn key(&self) -> (u64, u64) {
        (self.class_source, self.sequence)
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<E> Eq for Entry<E> {}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Entry<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// A queue of events ordered by (time, class, source, sequence).
///
/// Two events may only share a whole key if their order cannot matter; the owner keeps a sequence per source
/// where it can. Cost per event: O(log n), n being the number of buckets under way and of events of its own instant;
/// 64 bytes and what the event takes, 16 and that where many share an instant, in lists that are used again.
#[derive(Debug)]
pub struct EventQueue<E> {
    len: usize,
    /// The most that there ever were.
    most: usize,
    /// The current instant, its events in order, and the next of them.
    time: u64,
    current: Vec<Entry<E>>,
    next: usize,
    /// Events of that instant that were added after it began.
    late: BinaryHeap<Reverse<Entry<E>>>,
    /// (time, bucket), a 4-ary heap. One instant may have several buckets.
    heap: Vec<(u64, u32)>,
    buckets: Vec<Bucket<E>>,
    free: Vec<u32>,
    /// Empty lists of buckets, and the events that they have room for.
    spare: Vec<Vec<Entry<E>>>,
    room: usize,
    /// Recently filled buckets with their times: most often the next event belongs to one of them.
    recent: [(u64, u32); RECENT],
    oldest: usize,
}

/// The events of a bucket in the order in which they were added: most buckets have one.
#[derive(Debug)]
struct Bucket<E> {
    /// The only one; none if there are more.
    single: Option<Entry<E>>,
    many: Vec<Entry<E>>,
}

const ARITY: usize = 4;
const RECENT: usize = 4;
const NONE: u32 = u32::MAX;
const NOT_RECENT: (u64, u32) = (u64::MAX, NONE);

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self {
            len: 0,
            most: 0,
            time: 0,
            current: Vec::new(),
            next: 0,
            late: BinaryHeap::new(),
            heap: Vec::new(),
            buckets: Vec::new(),
            free: Vec::new(),
            spare: Vec::new(),
            room: 0,
            recent: [NOT_RECENT; RECENT],
            oldest: 0,
        }
    }
}

impl<E: Copy> EventQueue<E> {
    /// The time of the first event, or [`Time::MAX`] if there is none.
    #[inline]
    pub fn next_time(&self) -> Time {
        if self.begun() { Time::from_ps(self.time) } else { self.next_bucket() }
    }

    /// Whether events of the current instant remain.
    #[inline]
    fn begun(&self) -> bool {
        self.next < self.current.len() || !self.late.is_empty()
    }

    #[inline]
    fn next_bucket(&self) -> Time {
        self.heap.first().map_or(Time::MAX, |(time, _)| Time::from_ps(*time))
    }

    /// Adds an event.
    #[inline(always)]
    pub fn push(&mut self, time: Time, class: u8, source: u32, sequence: u64, event: E) {
        let time = time.ps();
        let entry = Entry { class_source: u64::from(class) << 56 | u64::from(source), sequence, event };
        self.len += 1;
        if time <= self.time && self.begun() {
            if time == self.time {
                self.late.push(Reverse(entry));
                return;
            }
            self.put_back();
        }
        self.put(time, entry);
    }

    /// Adds an entry to a bucket.
    #[inline]
    fn put(&mut self, time: u64, entry: Entry<E>) {
        match self.recent.iter().find(|recent| recent.0 == time) {
            Some(&(_, bucket)) if bucket != NONE => self.add(bucket, entry),
            _ => self.new_bucket(time, entry),
        }
    }

    /// Adds an entry to a bucket that has others.
    #[inline]
    fn add(&mut self, bucket: u32, entry: Entry<E>) {
        let Bucket { single, many } = &mut self.buckets[bucket as usize];
        if let Some(first) = single.take() {
            if let Some(list) = self.spare.pop() {
                self.room -= list.capacity();
                *many = list;
            }
            many.push(first);
        }
        many.push(entry);
    }

    /// Makes a bucket of one entry.
    #[inline]
    fn new_bucket(&mut self, time: u64, entry: Entry<E>) {
        let bucket = match self.free.pop() {
            Some(bucket) => {
                self.buckets[bucket as usize].single = Some(entry);
                bucket
            }
            None => {
                self.buckets.push(Bucket { single: Some(entry), many: Vec::new() });
                u32::try_from(self.buckets.len() - 1).expect("fewer than 2^32 instants")
            }
        };
        self.recent[self.oldest] = (time, bucket);
        self.oldest = (self.oldest + 1) % RECENT;
        self.heap.push((time, bucket));
        self.rise(self.heap.len() - 1, (time, bucket));
    }

    /// The current instant is no longer the first.
    #[cold]
    fn put_back(&mut self) {
        let time = self.time;
        let rest = self.current.split_off(self.next);
        let late = std::mem::take(&mut self.late);
        rest.into_iter().chain(late.into_iter().map(|Reverse(entry)| entry)).for_each(|entry| self.put(time, entry));
    }

    /// Removes and returns the first event.
    #[inline]
    pub fn pop(&mut self) -> Option<(Time, E)> {
        if self.begun() {
            return self.pop_begun();
        }
        let (time, bucket) = *self.heap.first()?;
        if let Some(entry) = self.buckets[bucket as usize].single
            && !self.has_another(time)
        {
            self.begin_at(time);
            self.take_first();
            self.free.push(bucket);
            self.len -= 1;
            return Some((Time::from_ps(time), entry.event));
        }
        self.begin()?;
        self.pop_begun()
    }

    /// Whether the second bucket has this time, too.
    #[inline]
    fn has_another(&self, time: u64) -> bool {
        self.heap.iter().take(ARITY + 1).skip(1).any(|other| other.0 == time)
    }

    /// The current instant is this, and has no events yet.
    #[inline]
    fn begin_at(&mut self, time: u64) {
        self.time = time;
        self.current.clear();
        self.next = 0;
        self.recent.iter_mut().filter(|recent| recent.0 == time).for_each(|recent| *recent = NOT_RECENT);
    }

    /// Removes and returns the first event of the current instant.
    #[inline]
    fn pop_begun(&mut self) -> Option<(Time, E)> {
        self.len -= 1;
        let entry = match (self.current.get(self.next), self.late.peek()) {
            (Some(entry), None) => *entry,
            (Some(entry), Some(Reverse(late))) if entry <= late => *entry,
            _ => {
                let Reverse(entry) = self.late.pop()?;
                return Some((Time::from_ps(self.time), entry.event));
            }
        };
        self.next += 1;
        Some((Time::from_ps(self.time), entry.event))
    }

    /// Begins the first instant; none if there is none.
    #[inline(never)]
    fn begin(&mut self) -> Option<()> {
        let (time, _) = *self.heap.first()?;
        self.begin_at(time);
        while let Some(&(same, bucket)) = self.heap.first()
            && same == time
        {
            self.take_first();
            let Bucket { single, many } = &mut self.buckets[bucket as usize];
            match single.take() {
                Some(entry) => self.current.push(entry),
                None if self.current.is_empty() => std::mem::swap(&mut self.current, many),
                None => self.current.append(many),
            }
            let list = std::mem::take(many);
            self.free.push(bucket);
            self.keep(list);
        }
        // Most often a few ascending runs: ranks in order, from the one that hears of the first.
        self.current.sort();
        Some(())
    }

    /// Keeps an empty list, unless what is kept has room for many times the events that there ever were.
    fn keep(&mut self, list: Vec<Entry<E>>) {
        self.most = self.most.max(self.len);
        if list.capacity() > 0 && self.room + list.capacity() <= 4 * self.most {
            self.room += list.capacity();
            self.spare.push(list);
        }
    }

    /// Removes the first bucket from the heap.
    fn take_first(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        if self.heap.is_empty() {
            return;
        }
        // The last one belongs near the leaves most often: the hole goes all the way down, then the entry rises.
        let mut hole = 0;
        loop {
            let child = hole * ARITY + 1;
            let Some(children) = self.heap.get(child..) else { break };
            let least = match children {
                [a, b, c, d, ..] => {
                    let left = usize::from(b.0 < a.0);
                    let right = 2 + usize::from(d.0 < c.0);
                    if children[right].0 < children[left].0 { right } else { left }
                }
                [] => break,
                few => (1..few.len()).fold(0, |least, at| if few[at].0 < few[least].0 { at } else { least }),
            };
            self.heap[hole] = self.heap[child + least];
            hole = child + least;
        }
        self.rise(hole, last);
    }

    /// Sifts a bucket up from a hole of the heap.
    #[inline]
    fn rise(&mut self, mut hole: usize, entry: (u64, u32)) {
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.heap[parent].0 <= entry.0 {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = entry;
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no event.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Key = (u64, u8, u32, u64);

    fn key() -> impl Strategy<Value = Key> {
        (0u64..50, 0u8..3, 0u32..5, 0u64..1000)
    }

    fn push(queue: &mut EventQueue<Key>, key: Key) {
        let (time, class, source, sequence) = key;
        queue.push(Time::from_ps(time), class, source, sequence, key);
    }

    proptest! {
        #[test]
        fn pops_in_key_order_whatever_the_insertion_order(mut keys in proptest::collection::vec(key(), 0..200)) {
            let mut queue = EventQueue::default();
            keys.iter().for_each(|&key| push(&mut queue, key));
            keys.sort_unstable();
            let popped: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
            prop_assert_eq!(popped, keys);
        }

        // The reference is an ordered set. Events come before, at and after the instant that is being taken.
        #[test]
        fn behaves_as_an_ordered_set(acts in proptest::collection::vec(proptest::option::weighted(0.6, key()), 0..400)) {
            let (mut queue, mut reference) = (EventQueue::default(), BTreeSet::new());
            for act in acts {
                match act {
                    Some(key) => {
                        if reference.insert(key) {
                            push(&mut queue, key);
                        }
                    }
                    None => {
                        let first = reference.pop_first().map(|key| (Time::from_ps(key.0), key));
                        prop_assert_eq!(queue.pop(), first);
                    }
                }
                prop_assert_eq!((queue.len(), queue.is_empty()), (reference.len(), reference.is_empty()));
                let next = reference.first().map_or(Time::MAX, |key| Time::from_ps(key.0));
                prop_assert_eq!(queue.next_time(), next);
            }
        }
    }

    #[test]
    fn memory_is_used_again() {
        let mut queue = EventQueue::default();
        for round in 0..1_000 {
            for event in 0..20 {
                push(&mut queue, (round + event / 5, 0, event as u32, round));
            }
            while queue.next_time() <= Time::from_ps(round) {
                queue.pop();
            }
        }
        assert!(queue.room <= 800 && queue.buckets.len() <= 50, "{queue:?}");
    }
}
