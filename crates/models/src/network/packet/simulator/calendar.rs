//! The event queue of the packet model: the events of a partition, or the message arrivals of the whole network, in the order
//! of (time, class, source, sequence).
//!
//! It is a hierarchical timing wheel. Time is divided into *slots* of 2^shift ps; 1,024 slots are an *epoch*, and 1,024 epochs
//! an *era*. Where an event is kept depends on how near it is: in its slot if the slot's epoch has begun, otherwise in its
//! epoch if the epoch's era has begun, otherwise in a heap. A slot is sorted only when its time has come. An event for the slot
//! that is being processed is inserted at its sorted position or, if that would move too many others, put into a heap.
//!
//! The slot width adapts to the traffic, so that a slot holds a few dozen events. So an event costs one or two pushes and its
//! share in sorting a short vector, however far ahead it is, and the next events lie side by side in memory
//! ([`Calendar::upcoming`]). The width affects only the cost, never the order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// An event: 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Entry {
    /// Picoseconds.
    pub(crate) time: u64,
    /// Class in the top 4 bits, source in the next 32, then the upper part of the sequence.
    tie: u64,
    /// The lower part of the sequence.
    low: u32,
    /// The packet, port, message or NIC.
    pub(crate) index: u32,
}

impl Entry {
    /// `class` below 16, `sequence` below 2^60.
    pub(crate) fn new(time: u64, class: u8, source: u32, sequence: u64, index: u32) -> Self {
        debug_assert!(class < 16 && sequence < 1 << 60);
        let tie = u64::from(class) << 60 | u64::from(source) << 28 | sequence >> 32;
        Self { time, tie, low: sequence as u32, index }
    }

    pub(crate) fn class(&self) -> u8 {
        (self.tie >> 60) as u8
    }

    /// The sequence, of entries whose source is 0.
    pub(crate) fn sequence(&self) -> u64 {
        (self.tie & ((1 << 28) - 1)) << 32 | u64::from(self.low)
    }

    /// The FIFO of a NIC that the event is about: the sequence of `DRAINED` events.
    pub(crate) fn fifo(&self) -> u8 {
        self.low as u8
    }
}

/// Slots of an epoch, and epochs of an era: 2^BITS.
const BITS: u32 = 10;
const SLOTS: usize = 1 << BITS;
const WORDS: usize = SLOTS / 64;
/// A slot with more events is split, if possible.
const CROWDED: usize = 256;
/// Slots between two checks of their width, and how many events a slot should hold.
const SLOTS_PER_RESIZE_CHECK: u32 = 256;
const MIN_EVENTS_PER_SLOT: u32 = 6;
const MAX_EVENTS_PER_SLOT: u32 = 64;
/// The widest slot is 2^40 ps, about a second.
const WIDEST: u32 = 40;

/// Lists of events, and a bit for each that is not empty. A list that is taken leaves no memory behind: it goes to the next list
/// that is begun, so that there is as much as the lists of one instant need, and what is used next is still in the caches.
#[derive(Debug)]
struct Wheel {
    lists: Vec<Vec<Entry>>,
    filled: [u64; WORDS],
}

impl Default for Wheel {
    fn default() -> Self {
        Self { lists: vec![Vec::new(); SLOTS], filled: [0; WORDS] }
    }
}

impl Wheel {
    /// Adds an event to the list of a number modulo their count.
    #[inline]
    fn push(&mut self, number: u64, entry: Entry, idle: &mut Vec<Vec<Entry>>) {
        let at = number as usize % SLOTS;
        let list = &mut self.lists[at];
        if list.is_empty() {
            *list = idle.pop().unwrap_or_default();
            self.filled[at / 64] |= 1 << (at % 64);
        }
        list.push(entry);
    }

    /// The first list from `at` on that is not empty.
    fn first_from(&self, at: usize) -> Option<usize> {
        let first_word = self.filled[at / 64] & u64::MAX << (at % 64);
        let rest = self.filled[at / 64 + 1..].iter().copied();
        let words = std::iter::once(first_word).chain(rest).zip(at / 64..);
        let mut words = words.filter(|(bits, _)| *bits != 0);
        words.next().map(|(bits, word)| word * 64 + bits.trailing_zeros() as usize)
    }

    /// Takes a list.
    fn take(&mut self, at: usize) -> Vec<Entry> {
        self.filled[at / 64] &= !(1 << (at % 64));
        std::mem::take(&mut self.lists[at])
    }

    /// Moves all lists to the end of another.
    fn take_all(&mut self, to: &mut Vec<Entry>, idle: &mut Vec<Vec<Entry>>) {
        while let Some(at) = self.first_from(0) {
            let mut list = self.take(at);
            to.append(&mut list);
            idle.push(list);
        }
    }
}

/// The events.
#[derive(Debug)]
pub(crate) struct Calendar {
    shift: u32,
    /// The current slot, counted from time 0.
    first: u64,
    /// Its events in order; those before `next` have been taken. It may hold earlier events, too.
    current: Vec<Entry>,
    next: usize,
    /// Further events of the current slot or before it, which would have moved too many others. As a rule there are none; when
    /// thousands of hosts start at one instant, all of their events come here.
    late: BinaryHeap<Reverse<Entry>>,
    /// Later slots of its epoch.
    slots: Wheel,
    /// Later epochs of its era.
    epochs: Wheel,
    /// Later eras.
    far: BinaryHeap<Reverse<Entry>>,
    /// Empty lists, for their capacity.
    idle: Vec<Vec<Entry>>,
    /// Slots and events taken since the last check of the width.
    begun: u32,
    taken: u32,
}

impl Default for Calendar {
    fn default() -> Self {
        Self {
            shift: 13,
            first: 0,
            current: Vec::new(),
            next: 0,
            late: BinaryHeap::new(),
            slots: Wheel::default(),
            epochs: Wheel::default(),
            far: BinaryHeap::new(),
            idle: Vec::new(),
            begun: 0,
            taken: 0,
        }
    }
}

impl Calendar {
    /// Adds an event.
    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) {
        let slot = entry.time >> self.shift;
        if slot <= self.first {
            return self.push_soon(entry);
        }
        self.place(slot, entry);
    }

    /// Puts an event into a slot no earlier than the first.
    #[inline]
    fn place(&mut self, slot: u64, entry: Entry) {
        let apart = slot ^ self.first;
        if apart >> BITS == 0 {
            self.slots.push(slot, entry, &mut self.idle);
        } else if apart >> (2 * BITS) == 0 {
            self.epochs.push(slot >> BITS, entry, &mut self.idle);
        } else {
            self.far.push(Reverse(entry));
        }
    }

    /// Puts an event where it belongs among those of the current slot.
    fn push_soon(&mut self, entry: Entry) {
        let left = &self.current[self.next..];
        if entry.time >> self.shift < self.first && left.len() > CROWDED {
            // Far from here, most likely with others after it.
            self.rebuild(self.shift, Some(entry));
            return;
        }
        let place = left.partition_point(|other| *other < entry);
        // If one was taken, the events before this one can move into its place.
        let (before, after) = (if self.next > 0 { place } else { usize::MAX }, left.len() - place);
        if before.min(after) > CROWDED {
            self.late.push(Reverse(entry));
        } else if before <= after {
            self.current.copy_within(self.next..self.next + place, self.next - 1);
            self.next -= 1;
            self.current[self.next + place] = entry;
        } else {
            self.current.insert(self.next + place, entry);
        }
    }

    /// The time of the first event; [`u64::MAX`] if there is none.
    #[inline]
    pub(crate) fn next_time(&mut self) -> u64 {
        if !self.late.is_empty() {
            self.take_late();
        } else if self.next == self.current.len() && !self.begin() {
            return u64::MAX;
        }
        self.current[self.next].time
    }

    /// Puts the first event at the head of the current slot, if it is a late one.
    #[cold]
    fn take_late(&mut self) {
        if self.next == self.current.len() {
            self.current.clear();
            self.next = 0;
            self.current.extend(self.late.drain().map(|Reverse(entry)| entry));
            self.current.sort_unstable();
        } else if let Some(mut late) = self.late.peek_mut()
            && late.0 < self.current[self.next]
        {
            if self.next > 0 {
                self.next -= 1;
                self.current[self.next] = PeekMut::pop(late).0;
            } else {
                std::mem::swap(&mut late.0, &mut self.current[0]);
            }
        }
    }

    /// The events that come next, in order but for late ones, once [`Calendar::next_time`] has found the first.
    #[inline]
    pub(crate) fn upcoming(&self) -> &[Entry] {
        &self.current[self.next..]
    }

    /// How many of the events of the current slot take place until an instant, roughly: late ones count if the first of them does.
    pub(crate) fn at_hand(&mut self, end: u64) -> usize {
        if self.next_time() > end {
            return 0;
        }
        let late = self.late.peek().is_some_and(|Reverse(entry)| entry.time <= end);
        self.upcoming().partition_point(|entry| entry.time <= end) + if late { self.late.len() } else { 0 }
    }

    /// Removes the first event, which [`Calendar::next_time`] has found; nothing was added since.
    #[inline]
    pub(crate) fn pop(&mut self) -> Entry {
        self.next += 1;
        self.current[self.next - 1]
    }

    /// Begins the first slot that holds something; says whether there is one.
    fn begin(&mut self) -> bool {
        self.taken = self.taken.saturating_add(u32::try_from(self.current.len()).unwrap_or(u32::MAX));
        self.current.clear();
        self.next = 0;
        self.begun += 1;
        if self.begun >= SLOTS_PER_RESIZE_CHECK {
            self.check_width();
            if !self.current.is_empty() {
                return true;
            }
        }
        while self.find_slot() {
            self.take_slot();
            let crowd = self.current.len();
            if crowd <= CROWDED || self.shift == 0 || self.current.iter().all(|e| e.time == self.current[0].time) {
                self.current.sort_unstable();
                return true;
            }
            self.rebuild(self.shift.saturating_sub((crowd / 32).ilog2()), None);
            if !self.current.is_empty() {
                return true;
            }
        }
        false
    }

    /// Makes `first` the first slot that holds something; says whether there is one.
    fn find_slot(&mut self) -> bool {
        loop {
            if let Some(at) = self.slots.first_from(self.first as usize % SLOTS) {
                self.first = self.first >> BITS << BITS | at as u64;
                return true;
            }
            if let Some(at) = self.epochs.first_from((self.first >> BITS) as usize % SLOTS) {
                self.first = (self.first >> (2 * BITS) << BITS | at as u64) << BITS;
                let mut epoch = self.epochs.take(at);
                epoch.drain(..).for_each(|entry| self.slots.push(entry.time >> self.shift, entry, &mut self.idle));
                self.idle.push(epoch);
            } else if !self.begin_era() {
                return false;
            }
        }
    }

    /// Makes the events of the first slot the current ones, of which none is left.
    fn take_slot(&mut self) {
        let slot = self.slots.take(self.first as usize % SLOTS);
        let taken = std::mem::replace(&mut self.current, slot);
        if taken.capacity() > 0 {
            self.idle.push(taken);
        }
    }

    /// Goes on to the first era that holds something; says whether there is one.
    fn begin_era(&mut self) -> bool {
        let Some(Reverse(entry)) = self.far.peek() else { return false };
        self.first = entry.time >> self.shift >> (2 * BITS) << (2 * BITS);
        self.take_era();
        true
    }

    /// Takes what is in the era of the first slot out of the heap.
    fn take_era(&mut self) {
        while let Some(Reverse(entry)) = self.far.peek()
            && (entry.time >> self.shift ^ self.first) >> (2 * BITS) == 0
        {
            let Reverse(entry) = self.far.pop().expect("it was seen");
            self.place(entry.time >> self.shift, entry);
        }
    }

    /// Makes slots wider or narrower if they hold too few or too many.
    fn check_width(&mut self) {
        let each = self.taken / self.begun;
        (self.begun, self.taken) = (0, 0);
        if each < MIN_EVENTS_PER_SLOT && self.shift < WIDEST {
            self.rebuild(self.shift + 1, None);
        } else if each > MAX_EVENTS_PER_SLOT && self.shift > 0 {
            self.rebuild(self.shift - 1, None);
        }
    }

    /// Puts everything, and one more event, into slots of another width.
    #[cold]
    fn rebuild(&mut self, shift: u32, more: Option<Entry>) {
        let mut all = self.current.split_off(self.next);
        self.current.clear();
        self.next = 0;
        all.extend(self.late.drain().map(|Reverse(entry)| entry));
        self.slots.take_all(&mut all, &mut self.idle);
        self.epochs.take_all(&mut all, &mut self.idle);
        all.extend(more);
        // The heap's order depends on times alone, whatever the width.
        self.shift = shift;
        (self.begun, self.taken) = (0, 0);
        let earliest = all.iter().map(|entry| entry.time).min();
        let far = self.far.peek().map(|Reverse(entry)| entry.time);
        let Some(start) = earliest.into_iter().chain(far).min() else { return };
        self.first = start >> shift;
        all.into_iter().for_each(|entry| self.place(entry.time >> shift, entry));
        self.take_era();
        self.take_slot();
        self.current.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Times of a few scales, so that slots are too wide, too narrow and not there at all.
    fn time() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..40, 0u64..30_000, 0u64..50_000_000, Just(1u64 << 50), 0u64..1 << 45]
    }

    fn entry() -> impl Strategy<Value = Entry> {
        (time(), 0u8..8, 0u32..5, 0u64..1 << 36)
            .prop_map(|(time, class, source, sequence)| Entry::new(time, class, source, sequence, 7))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        // The reference is an ordered set. Events come before, at and after the instant that is being taken.
        #[test]
        fn behaves_as_an_ordered_set(acts in proptest::collection::vec(proptest::option::weighted(0.6, entry()), 0..3_000)) {
            let (mut calendar, mut reference) = (Calendar::default(), BTreeSet::new());
            for act in acts {
                match act {
                    Some(entry) => {
                        if reference.insert(entry) {
                            calendar.push(entry);
                        }
                    }
                    None => {
                        let next = calendar.next_time();
                        prop_assert_eq!(next, reference.first().map_or(u64::MAX, |entry| entry.time));
                        if next < u64::MAX {
                            prop_assert_eq!(Some(calendar.pop()), reference.pop_first());
                        }
                    }
                }
            }
            while let Some(first) = reference.pop_first() {
                prop_assert_eq!(calendar.next_time(), first.time);
                prop_assert_eq!(calendar.pop(), first);
            }
            prop_assert_eq!(calendar.next_time(), u64::MAX);
        }

        // Many events at one instant and in one slot.
        #[test]
        fn equal_and_close_times_pop_in_order(mut times in proptest::collection::vec(0u64..6_000, 1_000..4_000), base in 0u64..1 << 40) {
            let mut calendar = Calendar::default();
            for (at, time) in (0..).zip(&mut times) {
                *time = base + if at % 3 == 0 { 500 } else { *time };
                calendar.push(Entry::new(*time, 1, at, 0, at));
            }
            let mut expected: Vec<_> = (0..).zip(&times).map(|(at, time)| (*time, at)).collect();
            expected.sort_unstable();
            for (time, at) in expected {
                prop_assert_eq!(calendar.next_time(), time);
                prop_assert_eq!(calendar.pop().index, at);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        // As when thousands of hosts start at an instant whose events are being taken.
        #[test]
        fn events_of_the_instant_being_taken_pop_in_order(sources in proptest::collection::vec((0u32..1 << 20, 0u64..3, any::<bool>()), 1_500..3_000)) {
            let (mut calendar, mut reference) = (Calendar::default(), BTreeSet::new());
            for (at, (source, time, taken)) in (0..).zip(sources) {
                let entry = Entry::new((1 << 30) + time, 1, source, u64::from(at), at);
                calendar.push(entry);
                reference.insert(entry);
                prop_assert_eq!(calendar.next_time(), reference.first().expect("one was added").time);
                if taken && at % 7 == 0 {
                    prop_assert_eq!(Some(calendar.pop()), reference.pop_first());
                }
            }
            while let Some(first) = reference.pop_first() {
                prop_assert_eq!(calendar.next_time(), first.time);
                prop_assert_eq!(calendar.pop(), first);
            }
            prop_assert_eq!(calendar.next_time(), u64::MAX);
        }
    }

    #[test]
    fn entries_keep_their_parts() {
        let entry = Entry::new(5, 15, u32::MAX, (1 << 60) - 1, 3);
        assert_eq!((entry.class(), entry.index, size_of::<Entry>()), (15, 3, 24));
        assert!(Entry::new(5, 1, 2, 1 << 32, 0) > Entry::new(5, 1, 2, (1 << 32) - 1, 0));
        assert!(Entry::new(5, 1, 3, 0, 0) > Entry::new(5, 1, 2, (1 << 60) - 1, 0));
    }
}
