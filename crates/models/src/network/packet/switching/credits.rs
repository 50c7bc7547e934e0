//! Credits: the free bytes of a buffer as its sender knows them, and the credit returns that are on their way.
//!
//! The instant at which bytes become available is a `u64` in picoseconds. Two values are special: [`AVAILABLE`] (now) and
//! [`UNKNOWN`] (not known yet). They are numbers, not variants of an enum, so that instants can be compared directly, and a
//! port fits into a cache line.

use crate::network::packet::switching::packets::NONE;

/// Available now: before all instants.
pub(crate) const AVAILABLE: u64 = 0;
/// Not known yet, never, or not scheduled: after all instants.
pub(crate) const UNKNOWN: u64 = u64::MAX;

/// A list of bytes with instants in a [`TimedBytesPool`], by time: credit returns of a buffer, or transmissions of a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedBytesList {
    first: u32,
    last: u32,
}

impl Default for TimedBytesList {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

/// Bytes at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimedBytes {
    /// Picoseconds.
    pub(crate) time: u64,
    pub(crate) bytes: u32,
    next: u32,
}

/// The records of all lists of a partition. Free records are reused last in, first out, so that the records in use
/// share few cache lines.
#[derive(Debug)]
pub(crate) struct TimedBytesPool {
    records: Vec<TimedBytes>,
    free: u32,
}

impl Default for TimedBytesPool {
    fn default() -> Self {
        Self { records: Vec::new(), free: NONE }
    }
}

impl TimedBytesPool {
    /// The earliest of a list.
    #[inline]
    pub(crate) fn first(&self, list: TimedBytesList) -> Option<&TimedBytes> {
        if list.first == NONE { None } else { Some(&self.records[list.first as usize]) }
    }

    /// All of a list, by time.
    #[inline]
    pub(crate) fn iter(&self, list: TimedBytesList) -> impl Iterator<Item = &TimedBytes> {
        let mut at = list.first;
        std::iter::from_fn(move || {
            let record = self.records.get(at as usize)?;
            at = record.next;
            Some(record)
        })
    }

    /// Removes the earliest of a list, which has one.
    #[inline]
    pub(crate) fn remove_first(&mut self, list: &mut TimedBytesList) {
        let first = &mut self.records[list.first as usize];
        let rest = std::mem::replace(&mut first.next, self.free);
        self.free = list.first;
        list.first = rest;
        if rest == NONE {
            list.last = NONE;
        }
    }

    /// Adds to a list, behind everything that is not later.
    #[inline]
    pub(crate) fn add(&mut self, list: &mut TimedBytesList, time: u64, bytes: u32) {
        let record = TimedBytes { time, bytes, next: NONE };
        let index = if self.free == NONE {
            self.records.push(record);
            self.records.len() as u32 - 1
        } else {
            let index = self.free;
            self.free = std::mem::replace(&mut self.records[index as usize], record).next;
            index
        };
        if list.last == NONE {
            *list = TimedBytesList { first: index, last: index };
        } else if self.records[list.last as usize].time <= time {
            self.records[list.last as usize].next = index;
            list.last = index;
        } else {
            self.insert(list, index);
        }
    }

    /// Inserts a record before the first later one, which exists.
    fn insert(&mut self, list: &mut TimedBytesList, index: u32) {
        let time = self.records[index as usize].time;
        let (mut before, mut here) = (NONE, list.first);
        while self.records[here as usize].time <= time {
            (before, here) = (here, self.records[here as usize].next);
        }
        self.records[index as usize].next = here;
        match before {
            NONE => list.first = index,
            _ => self.records[before as usize].next = index,
        }
    }
}

/// Free bytes of a buffer, as its sender knows them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BufferCredit {
    /// Free bytes without the returns below; negative while space is granted from those.
    free: i64,
    /// The earliest return, kept here because it is most often the only one; 0 bytes if there is none.
    first_at: u64,
    first_bytes: u32,
    rest: TimedBytesList,
}

impl BufferCredit {
    /// An empty buffer.
    pub(crate) fn new(buffer: u64) -> Self {
        let free = i64::try_from(buffer).unwrap_or(i64::MAX);
        Self { free, first_at: 0, first_bytes: 0, rest: TimedBytesList::default() }
    }

    /// Adds the credits that have returned by `now` to the free bytes.
    #[inline]
    pub(crate) fn apply_returned(&mut self, pool: &mut TimedBytesPool, now: u64) {
        while self.first_bytes > 0 && self.first_at <= now {
            self.free += i64::from(self.first_bytes);
            self.first_bytes = 0;
            if let Some(next) = pool.first(self.rest) {
                (self.first_at, self.first_bytes) = (next.time, next.bytes);
                pool.remove_first(&mut self.rest);
            }
        }
    }

    /// Takes bytes, which may come from returns under way.
    #[inline]
    pub(crate) fn take(&mut self, bytes: i64) {
        self.free -= bytes;
    }

    /// Takes bytes if they are free without returns under way.
    pub(crate) fn try_take(&mut self, bytes: i64) -> bool {
        let enough = self.free >= bytes;
        if enough {
            self.free -= bytes;
        }
        enough
    }

    /// Adds a return that arrives at `at`.
    #[inline]
    pub(crate) fn add_return(&mut self, pool: &mut TimedBytesPool, now: u64, mut at: u64, mut bytes: u32) {
        self.apply_returned(pool, now);
        if self.first_bytes == 0 {
            (self.first_at, self.first_bytes) = (at, bytes);
            return;
        }
        if at < self.first_at {
            std::mem::swap(&mut at, &mut self.first_at);
            std::mem::swap(&mut bytes, &mut self.first_bytes);
        }
        pool.add(&mut self.rest, at, bytes);
    }

    /// Returns under way: time and bytes.
    #[inline]
    fn returns(&self, pool: &TimedBytesPool) -> impl Iterator<Item = (u64, i64)> {
        let first = (self.first_bytes > 0).then_some((self.first_at, i64::from(self.first_bytes)));
        first.into_iter().chain(pool.iter(self.rest).map(|record| (record.time, i64::from(record.bytes))))
    }

    /// Free bytes with all returns under way.
    pub(crate) fn total(&self, pool: &TimedBytesPool) -> i64 {
        self.free + self.returns(pool).map(|(_, bytes)| bytes).sum::<i64>()
    }

    /// When `bytes` are free, counting the returns under way: [`AVAILABLE`] if now, [`UNKNOWN`] if not known yet.
    #[inline]
    pub(crate) fn available_at(&self, pool: &TimedBytesPool, bytes: i64) -> u64 {
        let mut free = self.free;
        if free >= bytes {
            return AVAILABLE;
        }
        for (at, back) in self.returns(pool) {
            free += back;
            if free >= bytes {
                return at;
            }
        }
        UNKNOWN
    }

    /// Free bytes at an instant.
    pub(crate) fn free_at(&self, pool: &TimedBytesPool, now: u64) -> i64 {
        self.free + self.returns(pool).take_while(|(at, _)| *at <= now).map(|(_, bytes)| bytes).sum::<i64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn returns_stay_in_order(acts in proptest::collection::vec((0usize..3, proptest::option::weighted(0.7, 0u64..20)), 0..200)) {
            let mut pool = TimedBytesPool::default();
            let mut lists = [TimedBytesList::default(); 3];
            let mut references: [Vec<(u64, u32)>; 3] = Default::default();
            for (number, (which, act)) in (0..).zip(acts) {
                match act {
                    Some(at) => {
                        pool.add(&mut lists[which], at, number);
                        let place = references[which].partition_point(|record| record.0 <= at);
                        references[which].insert(place, (at, number));
                    }
                    None if references[which].is_empty() => {}
                    None => {
                        references[which].remove(0);
                        pool.remove_first(&mut lists[which]);
                    }
                }
                for (list, reference) in lists.iter().zip(&references) {
                    let found: Vec<_> = pool.iter(*list).map(|record| (record.time, record.bytes)).collect();
                    prop_assert_eq!(&found, reference);
                    prop_assert_eq!(pool.first(*list).map(|record| record.time), reference.first().map(|record| record.0));
                }
            }
        }
    }
}
