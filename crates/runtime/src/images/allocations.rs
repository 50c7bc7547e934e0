//! Attributes the ranks' heap memory to call sites, for the table `allocations`.
//!
//! If the run writes that table, the interposed allocation functions note their caller ([`super::caller`]). Each block is
//! recorded by its address until it is freed, and the bytes of each rank are counted by call site. Memory that a rank still
//! holds at its end stays counted.

use super::locate::locate;
use rustc_hash::FxHashMap;

/// An object and an address in it: see [`locate`]. Where no object is known the address is the process's own.
type CodePlace = (Option<u32>, u64);

#[derive(Clone, Copy, Debug)]
struct Block {
    rank: u32,
    place: u32,
    bytes: u64,
}

/// Bytes that a rank holds, and the most that it has held.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    now: u64,
    most: u64,
}

/// Memory that all ranks have allocated at one place.
#[derive(Clone, Debug)]
pub(crate) struct PlaceAllocations {
    /// A return address there, in some rank's image.
    pub(crate) address: usize,
    pub(crate) blocks: u64,
    /// The largest of them, bytes.
    pub(crate) largest: u64,
    /// By rank.
    held: Vec<Option<Held>>,
}

impl PlaceAllocations {
    /// Ranks that have allocated there, with the most bytes that each has held at a time.
    pub(crate) fn peaks(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..).zip(&self.held).filter_map(|(rank, held)| Some((rank, held.as_ref()?.most)))
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Allocations {
    blocks: FxHashMap<usize, Block>,
    numbers: FxHashMap<CodePlace, u32>,
    /// In the order of their first use.
    places: Vec<PlaceAllocations>,
}

impl Allocations {
    /// The number of the place that a return address belongs to.
    pub(crate) fn place(&mut self, address: usize) -> u32 {
        let place = locate(address).map_or((None, address as u64), |(object, at)| (Some(object), at));
        self.numbered(place, address)
    }

    fn numbered(&mut self, place: CodePlace, address: usize) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.places.push(PlaceAllocations { address, blocks: 0, largest: 0, held: Vec::new() });
        }
        number
    }

    /// A rank has got a block.
    pub(crate) fn add(&mut self, rank: u32, place: u32, address: usize, bytes: u64) {
        let PlaceAllocations { blocks, largest, held, .. } = &mut self.places[place as usize];
        *blocks += 1;
        *largest = bytes.max(*largest);
        if held.len() <= rank as usize {
            held.resize(rank as usize + 1, None);
        }
        let held = held[rank as usize].get_or_insert_default();
        held.now += bytes;
        held.most = held.most.max(held.now);
        self.blocks.insert(address, Block { rank, place, bytes });
    }

    /// A block is released: whose it was, and the place that had asked for it.
    pub(crate) fn remove(&mut self, address: usize) -> Option<(u32, u32)> {
        let Block { rank, place, bytes } = self.blocks.remove(&address)?;
        if let Some(Some(held)) = self.places[place as usize].held.get_mut(rank as usize) {
            held.now = held.now.saturating_sub(bytes);
        }
        Some((rank, place))
    }

    /// By place, in the order of their first use.
    pub(crate) fn places(&self) -> &[PlaceAllocations] {
        &self.places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_s_most_counts_by_place() {
        let mut all = Allocations::default();
        let [first, second] = [7, 9].map(|at| all.numbered((Some(0), at), at as usize));
        assert_eq!(all.numbered((Some(0), 7), 1007), first, "the same place in another image");
        all.add(3, first, 0x100, 50);
        all.add(3, first, 0x200, 60);
        assert_eq!(all.remove(0x100), Some((3, first)));
        all.add(3, first, 0x300, 20);
        all.add(0, second, 0x400, 5);
        // Its rank has ended, and its address is another's.
        all.add(1, second, 0x400, 8);
        assert_eq!(all.remove(0x400), Some((1, second)));
        assert_eq!(all.remove(0x400), None);
        let peaks = |place: usize| all.places()[place].peaks().collect::<Vec<_>>();
        assert_eq!((peaks(0), peaks(1)), (vec![(3, 110)], vec![(0, 5), (1, 8)]));
        assert_eq!(
            all.places().iter().map(|place| (place.address, place.blocks, place.largest)).collect::<Vec<_>>(),
            [(7, 3, 60), (9, 2, 8)]
        );
    }
}
