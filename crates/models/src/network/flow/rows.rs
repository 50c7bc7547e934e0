//! What the flows of one owner use beside it: the weight on each other link. The filling adds a row instead of its flows.

/// A link, and the weight of the owner's flows on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) link: u32,
    pub(super) weight: u32,
}

/// The links of one owner's flows. An entry whose weight has become zero stays until there are many.
#[derive(Debug, Default)]
pub(super) struct Row {
    entries: Vec<Entry>,
    /// Open addressing: place in `entries` plus one; 0: free. Its length is zero or a power of two.
    slots: Vec<u32>,
    zeros: usize,
}

/// Entries of weight zero that are never worth a new table.
const ZEROS_MIN: usize = 8;

impl Row {
    #[inline]
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The slot of a link, or the free one where it belongs.
    #[inline]
    fn slot(&self, link: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, §6.4.
        let mut slot = (link.wrapping_mul(0x9E37_79B9) >> 8) as usize & mask;
        while self.slots[slot] != 0 && self.entries[self.slots[slot] as usize - 1].link != link {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The flows use a link with so much more weight.
    #[inline]
    pub(super) fn add(&mut self, link: u32, weight: u32) {
        if self.slots.len() < 2 * (self.entries.len() + 1) {
            self.rebuild();
        }
        let slot = self.slot(link);
        match self.slots[slot] {
            0 => {
                self.entries.push(Entry { link, weight });
                self.slots[slot] = self.entries.len() as u32;
            }
            place => {
                let entry = &mut self.entries[place as usize - 1];
                self.zeros -= usize::from(entry.weight == 0);
                entry.weight += weight;
            }
        }
    }

    /// The flows use a link with so much less weight.
    #[inline]
    pub(super) fn take(&mut self, link: u32, weight: u32) {
        let slot = self.slot(link);
        let entry = &mut self.entries[self.slots[slot] as usize - 1];
        entry.weight -= weight;
        self.zeros += usize::from(entry.weight == 0);
        if self.zeros > ZEROS_MIN + self.entries.len() / 4 {
            self.rebuild();
        }
    }

    /// A new table, without entries of weight zero, and with room for one more.
    #[cold]
    fn rebuild(&mut self) {
        self.entries.retain(|entry| entry.weight > 0);
        self.zeros = 0;
        let room = (4 * (self.entries.len() + 1)).next_power_of_two();
        self.slots.clear();
        self.slots.resize(room, 0);
        for place in 0..self.entries.len() {
            let slot = self.slot(self.entries[place].link);
            self.slots[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn equals_an_ordered_map(steps in proptest::collection::vec((0u32..60, 1u32..4, any::<bool>()), 0..600)) {
            let mut row = Row::default();
            let mut map = BTreeMap::new();
            for (link, weight, more) in steps {
                let held = map.entry(link << 4).or_insert(0);
                if more {
                    row.add(link << 4, weight);
                    *held += weight;
                } else if *held > 0 {
                    row.take(link << 4, weight.min(*held));
                    *held -= weight.min(*held);
                }
            }
            map.retain(|_, weight| *weight > 0);
            let entries = row.entries().iter().filter(|entry| entry.weight > 0).map(|entry| (entry.link, entry.weight));
            prop_assert_eq!(entries.collect::<BTreeMap<_, _>>(), map);
        }
    }
}
