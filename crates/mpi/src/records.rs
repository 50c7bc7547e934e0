//! A slab: a table of records with numbers. A new record takes the place and number of the record that was freed last.
//!
//! Millions of records may be in use, and most accesses miss the caches. So each record begins on a cache line, and none is
//! ever moved (a vector of aligned records would be copied whenever it grows).

use crate::ids::Id;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Records that are allocated together.
const CHUNK: usize = 256;
const NONE: u32 = u32::MAX;

/// A record, or the next free one.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) enum Entry<T> {
    Free(u32),
    Used(T),
}

/// See the module.
pub(crate) struct Records<I, T> {
    chunks: Vec<Box<[Entry<T>; CHUNK]>>,
    /// The record that is used next; [`NONE`]: it is in a new chunk.
    free: u32,
    ids: PhantomData<I>,
}

impl<I, T> Default for Records<I, T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), free: NONE, ids: PhantomData }
    }
}

impl<I: Id, T> Records<I, T> {
    /// Adds a record; returns its number.
    #[inline]
    pub(crate) fn insert(&mut self, record: T) -> I {
        if self.free == NONE {
            self.add_chunk();
        }
        let number = self.free;
        let entry = self.entry(number);
        let Entry::Free(next) = *entry else { unreachable!("only free records are linked") };
        *entry = Entry::Used(record);
        self.free = next;
        I::new(number)
    }

    #[cold]
    fn add_chunk(&mut self) {
        let first = u32::try_from(self.chunks.len() * CHUNK).ok().filter(|first| *first < NONE - CHUNK as u32);
        let first = first.expect("fewer than 2^32 records");
        let entries =
            (1..=CHUNK as u32).map(|next| Entry::Free(if next == CHUNK as u32 { NONE } else { first + next }));
        let Ok(chunk) = entries.collect::<Box<[_]>>().try_into() else { unreachable!("they are a chunk") };
        self.chunks.push(chunk);
        self.free = first;
    }

    #[inline]
    fn entry(&mut self, number: u32) -> &mut Entry<T> {
        &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    /// Takes a record out.
    ///
    /// # Panics
    /// If there is none of this number.
    #[inline]
    pub(crate) fn remove(&mut self, id: I) -> T {
        let number = id.number();
        let next = self.free;
        let Entry::Used(record) = std::mem::replace(self.entry(number), Entry::Free(next)) else {
            unreachable!("record {number} has been taken out before")
        };
        self.free = number;
        record
    }

    /// The record of a number, if there is one.
    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        match self.chunks.get_mut(id.index() / CHUNK).map(|chunk| &mut chunk[id.index() % CHUNK]) {
            Some(Entry::Used(record)) => Some(record),
            Some(Entry::Free(_)) | None => None,
        }
    }

    /// The record of a number, if there is one.
    pub(crate) fn get(&self, id: I) -> Option<&T> {
        match self.chunks.get(id.index() / CHUNK).map(|chunk| &chunk[id.index() % CHUNK]) {
            Some(Entry::Used(record)) => Some(record),
            Some(Entry::Free(_)) | None => None,
        }
    }

    /// All records in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).filter_map(|entry| match entry {
            Entry::Used(record) => Some(record),
            Entry::Free(_) => None,
        })
    }
}

impl<I: Id, T> Index<I> for Records<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        match &self.chunks[id.index() / CHUNK][id.index() % CHUNK] {
            Entry::Used(record) => record,
            Entry::Free(_) => unreachable!("record {} has been taken out", id.number()),
        }
    }
}

impl<I: Id, T> IndexMut<I> for Records<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        match self.entry(id.number()) {
            Entry::Used(record) => record,
            Entry::Free(_) => unreachable!("record {} has been taken out", id.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MessageId;
    use proptest::prelude::*;
    use slab::Slab;

    proptest! {
        // None: a record is added; else one of those that are there goes.
        #[test]
        fn numbers_are_those_of_a_slab(acts in proptest::collection::vec(proptest::option::weighted(0.3, any::<usize>()), 0..2000)) {
            let (mut records, mut reference) = (Records::<MessageId, usize>::default(), Slab::new());
            let mut there = Vec::new();
            for (value, act) in acts.into_iter().enumerate() {
                match act {
                    Some(at) if !there.is_empty() => {
                        let number: MessageId = there.swap_remove(at % there.len());
                        prop_assert_eq!(records.remove(number), reference.remove(number.index()));
                        prop_assert!(records.get_mut(number).is_none());
                    }
                    _ => {
                        let number = records.insert(value);
                        prop_assert_eq!(number.index(), reference.insert(value));
                        there.push(number);
                        prop_assert_eq!(records[number], value);
                    }
                }
            }
            prop_assert!(records.iter().eq(reference.iter().map(|(_, value)| value)));
        }
    }

    #[test]
    fn records_begin_at_lines_of_the_cache_and_stay() {
        let mut records = Records::<MessageId, _>::default();
        let first = records.insert([0u8; 56]);
        let place = (&raw const records[first]).addr();
        for _ in 0..10 * CHUNK {
            let number = records.insert([1u8; 56]);
            assert_eq!((&raw const records[number]).addr() / 64, ((&raw const records[number]).addr() + 55) / 64);
        }
        assert_eq!((&raw const records[first]).addr(), place);
    }
}
