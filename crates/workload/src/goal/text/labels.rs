//! The labels of a rank in GOAL text, and the operations that they name.

use crate::traces::error::LineProblem;
use rustc_hash::FxHashMap;

/// The bytes of a label that fits into a word of the machine, the first lowest.
pub(super) type Short = u64;

/// The most bytes of a [`Short`] label.
const SHORT: usize = size_of::<Short>();

/// A short label as one number; labels have no zero bytes, so that is exact.
#[inline]
pub(super) fn short(label: &[u8]) -> Option<Short> {
    let mut bytes = [0; SHORT];
    bytes.get_mut(..label.len())?.copy_from_slice(label);
    Some(u64::from_le_bytes(bytes))
}

/// The labels of the rank being read.
pub(super) struct Labels {
    /// Short labels, each at the first free place from that of its hash on; a power of two of places, half of them free.
    slots: Vec<Slot>,
    used: usize,
    /// Which labels are this rank's.
    rank: u32,
    long: FxHashMap<Vec<u8>, u32>,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    label: Short,
    operation: u32,
    /// The rank whose label it is, from 1.
    rank: u32,
}

impl Default for Labels {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); 64], used: 0, rank: 1, long: FxHashMap::default() }
    }
}

impl Labels {
    /// Forgets all labels.
    pub(super) fn clear(&mut self) {
        self.rank += 1;
        self.used = 0;
        self.long.clear();
    }

    /// Where a label is or would be.
    #[inline]
    fn place(&self, label: Short) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the upper half of the product depends on all bytes.
        let mut at = (label.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[at].rank == self.rank && self.slots[at].label != label {
            at = (at + 1) & mask;
        }
        at
    }

    /// The operation of a short label.
    #[inline]
    pub(super) fn get_short(&self, label: Short) -> Option<u32> {
        let slot = self.slots[self.place(label)];
        (slot.rank == self.rank).then_some(slot.operation)
    }

    /// Adds a short label; false if it is taken.
    #[inline]
    pub(super) fn add_short(&mut self, label: Short, operation: u32) -> bool {
        let at = self.place(label);
        if self.slots[at].rank == self.rank {
            return false;
        }
        self.slots[at] = Slot { label, operation, rank: self.rank };
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); self.slots.len() * 2];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.rank == self.rank {
                let at = self.place(slot.label);
                self.slots[at] = slot;
            }
        }
    }

    /// Adds a label; false if it is taken.
    pub(super) fn add(&mut self, label: &[u8], operation: u32) -> bool {
        match short(label) {
            Some(short) => self.add_short(short, operation),
            None if self.long.contains_key(label) => false,
            None => self.long.insert(label.to_vec(), operation).is_none(),
        }
    }

    /// The operation of a label.
    pub(super) fn find(&self, label: &[u8]) -> Result<u32, LineProblem> {
        let found = match short(label) {
            Some(short) => self.get_short(short),
            None => self.long.get(label).copied(),
        };
        found.ok_or_else(|| {
            let found = String::from_utf8_lossy(label).into_owned();
            let known = self.in_order();
            let nearest = config::nearest(&found, known.iter().map(String::as_str)).map(str::to_owned);
            LineProblem::UnknownLabel { found, nearest }
        })
    }

    /// All labels in the order of their operations.
    fn in_order(&self) -> Vec<String> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let own = self.slots.iter().filter(|slot| slot.rank == self.rank);
        let short = own.map(|slot| {
            let bytes = slot.label.to_le_bytes();
            (slot.operation, text(&bytes[..SHORT - slot.label.leading_zeros() as usize / 8]))
        });
        // Sorted by what no two share, so that the order of the map does not show.
        let long = self.long.iter().map(|(label, operation)| (*operation, text(label)));
        let mut all: Vec<_> = short.chain(long).collect();
        all.sort();
        all.into_iter().map(|(_, label)| label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn labels_are_found_as_in_a_list(ranks in prop::collection::vec(prop::collection::vec("[a-c][ab0_]{0,9}", 0..200), 1..4)) {
            let mut labels = Labels::default();
            for own in ranks {
                labels.clear();
                let mut list: Vec<String> = Vec::new();
                for label in own {
                    let known = list.iter().position(|other| *other == label);
                    prop_assert_eq!(labels.find(label.as_bytes()).ok(), known.map(|at| at as u32));
                    prop_assert_eq!(labels.add(label.as_bytes(), list.len() as u32), known.is_none());
                    if known.is_none() {
                        list.push(label);
                    }
                }
                prop_assert_eq!(labels.in_order(), list);
            }
        }
    }
}
