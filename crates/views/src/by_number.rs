//! A map whose keys are counted from 0 (ranks, links …): fast enough for a lookup for each of millions of table rows.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use units::{ActorId, LinkId};

/// Entries of a page.
const PAGE: usize = 256;

/// Only keys below have pages. Tables come from anybody: a single high number must not take much memory.
const PAGED: usize = 1 << 20;

/// Maps of fewer keys have no pages.
const LEAST: usize = 64;

/// Where there are pages, at least one of this many numbers is a key.
const SHARE: usize = 2;

/// A key that is counted from 0.
pub trait Number: Copy {
    /// Its number; the highest stands for none.
    fn number(self) -> u32;

    /// Of a number.
    fn of(number: u32) -> Self;
}

impl Number for u32 {
    fn number(self) -> u32 {
        self
    }

    fn of(number: u32) -> Self {
        number
    }
}

impl Number for ActorId {
    fn number(self) -> u32 {
        self.0
    }

    fn of(number: u32) -> Self {
        Self(number)
    }
}

impl Number for LinkId {
    fn number(self) -> u32 {
        self.0
    }

    fn of(number: u32) -> Self {
        Self(number)
    }
}

impl Number for Option<LinkId> {
    fn number(self) -> u32 {
        self.map_or(u32::MAX, |link| link.0)
    }

    fn of(number: u32) -> Self {
        Some(LinkId(number)).filter(|_| number != u32::MAX)
    }
}

/// Values by number.
#[derive(Clone, Debug)]
pub struct ByNumber<K, V> {
    /// Of the keys below `dense`.
    pages: Vec<Option<Box<[Option<V>; PAGE]>>>,
    dense: usize,
    /// Of all others: of many maps with few keys each, pages would take far more memory than values.
    sparse: BTreeMap<u32, V>,
    len: usize,
    key: PhantomData<K>,
}

impl<K, V> Default for ByNumber<K, V> {
    fn default() -> Self {
        Self { pages: Vec::new(), dense: 0, sparse: BTreeMap::new(), len: 0, key: PhantomData }
    }
}

impl<K: Number, V: PartialEq> PartialEq for ByNumber<K, V> {
    fn eq(&self, other: &Self) -> bool {
        let of = |(key, value): (K, _)| (key.number(), value);
        self.iter().map(of).eq(other.iter().map(of))
    }
}

impl<K: Number, V: Eq> Eq for ByNumber<K, V> {}

impl<K: Number, V> ByNumber<K, V> {
    /// The value of a key, which gets one if it has none.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        if key.number() as usize >= self.dense && !self.sparse.contains_key(&key.number()) {
            self.make_room(key.number());
        }
        let number = key.number() as usize;
        if number >= self.dense {
            return self.sparse.entry(key.number()).or_insert_with(|| {
                self.len += 1;
                value()
            });
        }
        let page = self.pages[number / PAGE].get_or_insert_with(|| Box::new([const { None }; PAGE]));
        page[number % PAGE].get_or_insert_with(|| {
            self.len += 1;
            value()
        })
    }

    /// Makes pages for the keys so far and a new one, where enough of the numbers below them are keys.
    #[cold]
    fn make_room(&mut self, new: u32) {
        if self.sparse.len() < LEAST || !self.sparse.len().is_power_of_two() {
            return;
        }
        let paged = self.sparse.range(..PAGED as u32).next_back().map_or(0, |(highest, _)| *highest);
        let highest = if (new as usize) < PAGED { paged.max(new) } else { paged } as usize;
        if highest < self.dense || self.len * SHARE <= highest {
            return;
        }
        self.pages.resize_with(highest / PAGE + 1, || None);
        self.dense = self.pages.len() * PAGE;
        let beyond = self.sparse.split_off(&(self.dense as u32));
        for (number, value) in std::mem::replace(&mut self.sparse, beyond) {
            let number = number as usize;
            let page = self.pages[number / PAGE].get_or_insert_with(|| Box::new([const { None }; PAGE]));
            page[number % PAGE] = Some(value);
        }
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        let number = key.number() as usize;
        if number >= self.dense {
            return self.sparse.get(&key.number());
        }
        self.pages[number / PAGE].as_ref()?[number % PAGE].as_ref()
    }

    /// Keys and values in the order of numbers.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let paged = (0u32..).zip(&self.pages).filter_map(|(at, page)| Some((at, page.as_ref()?)));
        let paged = paged.flat_map(|(at, page)| {
            let numbers = (at * PAGE as u32..).zip(page.iter());
            numbers.filter_map(|(number, value)| Some((number, value.as_ref()?)))
        });
        let sparse = self.sparse.iter().map(|(number, value)| (*number, value));
        paged.chain(sparse).map(|(number, value)| (K::of(number), value))
    }

    /// How many keys have values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The key with the greatest value, the lowest of equal ones, and its value.
    pub fn foremost(&self) -> Option<(K, V)>
    where
        V: Ord + Copy,
    {
        let greatest = self.iter().max_by_key(|&(key, value)| (*value, std::cmp::Reverse(key.number())));
        greatest.map(|(key, value)| (key, *value))
    }
}

impl<K: Number, V: Default> ByNumber<K, V> {
    /// The value of a key, which gets the default if it has none.
    #[inline]
    pub fn entry(&mut self, key: K) -> &mut V {
        self.get_or_insert_with(key, V::default)
    }
}

impl<K: Number, V> FromIterator<(K, V)> for ByNumber<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::default();
        for (key, value) in pairs {
            map.get_or_insert_with(key, || value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_a_map_in_order(adds in proptest::collection::vec((prop_oneof![4 => 0u32..2000, 1 => (PAGED as u32 - 3)..=u32::MAX], 1u64..9), 0..600)) {
            let (mut map, mut plain) = (ByNumber::<u32, u64>::default(), BTreeMap::new());
            for (key, value) in adds {
                *map.entry(key) += value;
                *plain.entry(key).or_insert(0) += value;
            }
            prop_assert_eq!(map.iter().map(|(key, value)| (key, *value)).collect::<Vec<_>>(), plain.clone().into_iter().collect::<Vec<_>>());
            prop_assert_eq!(map.len(), plain.len());
            prop_assert!(plain.iter().all(|(key, value)| map.get(*key) == Some(value)) && map.get(3_000).is_none());
            let most = plain.iter().max_by_key(|&(key, value)| (*value, std::cmp::Reverse(*key)));
            prop_assert_eq!(map.foremost(), most.map(|(key, value)| (*key, *value)));
        }
    }

    #[test]
    fn no_link_has_a_place_of_its_own() {
        let mut map = ByNumber::<Option<LinkId>, u64>::default();
        *map.entry(None) += 2;
        *map.entry(Some(LinkId(7))) += 1;
        assert_eq!(map.iter().collect::<Vec<_>>(), [(Some(LinkId(7)), &1), (None, &2)]);
    }
}
