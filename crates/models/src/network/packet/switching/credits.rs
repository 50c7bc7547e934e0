//! Credits: the free bytes of a buffer as its sender knows them, and the credit returns that are on their way.

use crate::network::packet::switching::packets::NONE;

/// A list of credit returns in a [`CreditPool`], by time.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct CreditList {
    first: u32,
    last: u32,
}

impl Default for CreditList {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

/// Bytes at an instant.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct CreditReturn {
    /// Picoseconds.
    pub(in crate::network::packet) time: u64,
    pub(in crate::network::packet) bytes: u32,
    next: u32,
}

/// The credit returns of all lists of a partition. Free records are reused last in, first out, so that the records in use
/// share few cache lines.
#[derive(Debug)]
pub(in crate::network::packet) struct CreditPool {
    returns: Vec<CreditReturn>,
    free: u32,
}

impl Default for CreditPool {
    fn default() -> Self {
        Self { returns: Vec::new(), free: NONE }
    }
}

impl CreditPool {
    /// The earliest of a list.
    #[inline]
    pub(in crate::network::packet) fn first(&self, list: CreditList) -> Option<&CreditReturn> {
        if list.first == NONE { None } else { Some(&self.returns[list.first as usize]) }
    }

    /// All of a list, by time.
    #[inline]
    pub(in crate::network::packet) fn iter(&self, list: CreditList) -> impl Iterator<Item = &CreditReturn> {
        let mut at = list.first;
        std::iter::from_fn(move || {
            let record = self.returns.get(at as usize)?;
            at = record.next;
            Some(record)
        })
    }

    /// Removes the earliest of a list, which has one.
    #[inline]
    pub(in crate::network::packet) fn remove_first(&mut self, list: &mut CreditList) {
        let first = &mut self.returns[list.first as usize];
        let rest = std::mem::replace(&mut first.next, self.free);
        self.free = list.first;
        list.first = rest;
        if rest == NONE {
            list.last = NONE;
        }
    }

    /// Adds to a list, behind everything that is not later.
    #[inline]
    pub(in crate::network::packet) fn add(&mut self, list: &mut CreditList, time: u64, bytes: u32) {
        let record = CreditReturn { time, bytes, next: NONE };
        let index = if self.free == NONE {
            self.returns.push(record);
            self.returns.len() as u32 - 1
        } else {
            let index = self.free;
            self.free = std::mem::replace(&mut self.returns[index as usize], record).next;
            index
        };
        if list.last == NONE {
            *list = CreditList { first: index, last: index };
        } else if self.returns[list.last as usize].time <= time {
            self.returns[list.last as usize].next = index;
            list.last = index;
        } else {
            self.insert(list, index);
        }
    }

    /// Inserts a record before the first later one, which exists.
    fn insert(&mut self, list: &mut CreditList, index: u32) {
        let time = self.returns[index as usize].time;
        let (mut before, mut here) = (NONE, list.first);
        while self.returns[here as usize].time <= time {
            (before, here) = (here, self.returns[here as usize].next);
        }
        self.returns[index as usize].next = here;
        match before {
            NONE => list.first = index,
            _ => self.returns[before as usize].next = index,
        }
    }
}

/// Free bytes of a buffer, as its sender knows them.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct BufferCredit {
    /// Free bytes without the returns below; negative while space is granted from those.
    free: i64,
    /// The earliest return, kept here because it is most often the only one; 0 bytes if there is none.
    first_at: u64,
    first_bytes: u32,
    rest: CreditList,
}

impl BufferCredit {
    /// An empty buffer.
    pub(in crate::network::packet) fn new(buffer: u64) -> Self {
        let free = i64::try_from(buffer).unwrap_or(i64::MAX);
        Self { free, first_at: 0, first_bytes: 0, rest: CreditList::default() }
    }

    /// Adds the credits that have returned by `now` to the free bytes.
    #[inline]
    pub(in crate::network::packet) fn apply_returned(&mut self, pool: &mut CreditPool, now: u64) {
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
    pub(in crate::network::packet) fn take(&mut self, bytes: i64) {
        self.free -= bytes;
    }

    /// Takes bytes if they are free without returns under way.
    pub(in crate::network::packet) fn try_take(&mut self, bytes: i64) -> bool {
        let enough = self.free >= bytes;
        if enough {
            self.free -= bytes;
        }
        enough
    }

    /// Adds a return that arrives at `at`.
    #[inline]
    pub(in crate::network::packet) fn add_return(
        &mut self,
        pool: &mut CreditPool,
        now: u64,
        mut at: u64,
        mut bytes: u32,
    ) {
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
    fn returns(&self, pool: &CreditPool) -> impl Iterator<Item = (u64, i64)> {
        let first = (self.first_bytes > 0).then_some((self.first_at, i64::from(self.first_bytes)));
        first.into_iter().chain(pool.iter(self.rest).map(|record| (record.time, i64::from(record.bytes))))
    }

    /// Free bytes with all returns under way.
    pub(in crate::network::packet) fn total(&self, pool: &CreditPool) -> i64 {
        self.free + self.returns(pool).map(|(_, bytes)| bytes).sum::<i64>()
    }

    /// When `bytes` are free, counting the returns under way: 0 if now, [`u64::MAX`] if not known yet.
    #[inline]
    pub(in crate::network::packet) fn available_at(&self, pool: &CreditPool, bytes: i64) -> u64 {
        let mut free = self.free;
        if free >= bytes {
            return 0;
        }
        for (at, back) in self.returns(pool) {
            free += back;
            if free >= bytes {
                return at;
            }
        }
        u64::MAX
    }

    /// Free bytes at an instant.
    pub(in crate::network::packet) fn free_at(&self, pool: &CreditPool, now: u64) -> i64 {
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
            let mut pool = CreditPool::default();
            let mut lists = [CreditList::default(); 3];
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
