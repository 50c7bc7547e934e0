//! A table of MPI objects by handle, in which a freed handle is not reused for a long time, so that uses after free are found.

use crate::handles::{self, Handle};
use crate::table_slot::TableSlot;

/// Objects by handle. A freed place is used again, the latest first, but under another handle: a freed handle names
/// nothing until the place has used up its numbers below 2^26. No heap until the first object.
///
/// A handle stands for a number; the number's remainder by the number of places, a power of two, is its place. So each
/// number of a place exceeds the one before by the number of places.
#[derive(Clone, Debug)]
pub struct ObjectTable<T> {
    places: Vec<NumberedPlace<T>>,
    /// The first free place, or [`NONE`].
    free: u32,
    /// Objects in the table.
    held: u32,
}

#[derive(Clone, Debug)]
struct NumberedPlace<T> {
    /// The number of the object, or of the next one.
    number: u32,
    /// The next of the last free place is [`NONE`].
    place: TableSlot<T>,
}

const NONE: u32 = u32::MAX;

/// Numbers are below this: some ABIs have 26 bits for a handle.
const NUMBERS: u32 = (1 << 26) - handles::DYNAMIC;

impl<T> Default for ObjectTable<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: NONE, held: 0 }
    }
}

impl<T> ObjectTable<T> {
    /// Puts an object in and returns its handle.
    ///
    /// # Panics
    /// If there are 2^25 objects.
    pub fn insert(&mut self, object: T) -> Handle {
        if self.free == NONE {
            self.grow();
        }
        let entry = &mut self.places[self.free as usize];
        entry.place.fill(object, &mut self.free);
        self.held += 1;
        handles::dynamic(entry.number as usize)
    }

    /// Doubles the places, all of which are held. The objects of a place and its new sibling keep apart: the numbers
    /// so far are divided among both.
    #[cold]
    fn grow(&mut self) {
        let count = self.places.len();
        assert!(count < 1 << 25, "more than 2^25 objects");
        if count == 0 {
            // Not four, as a vector would: most tables of a million ranks hold one object.
            self.places.reserve_exact(1);
            self.places.push(NumberedPlace { number: 0, place: TableSlot::Free(NONE) });
            self.free = 0;
            return;
        }
        let old = std::mem::take(&mut self.places);
        self.places.reserve_exact(2 * count);
        let mut upper = Vec::with_capacity(count);
        for (at, place) in old.into_iter().enumerate() {
            let sibling =
                NumberedPlace { number: following(place.number, count, at + count), place: TableSlot::Free(NONE) };
            if place.number as usize & count == 0 {
                self.places.push(place);
                upper.push(sibling);
            } else {
                self.places.push(NumberedPlace { number: following(place.number, count, at), ..sibling });
                upper.push(place);
            }
        }
        self.places.append(&mut upper);
        for at in (0..2 * count).rev() {
            if let TableSlot::Free(next) = &mut self.places[at].place {
                *next = std::mem::replace(&mut self.free, at as u32);
            }
        }
    }

    fn place(&self, handle: Handle) -> Option<usize> {
        let number = handles::index(handle)?;
        let at = number & self.places.len().checked_sub(1)?;
        (self.places[at].number as usize == number).then_some(at)
    }

    /// The object of a handle.
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.places[self.place(handle)?].place.get()
    }

    /// The object of a handle, to be changed.
    #[inline]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        let at = self.place(handle)?;
        self.places[at].place.get_mut()
    }

    /// Takes an object out.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let at = self.place(handle)?;
        let count = self.places.len();
        let entry = &mut self.places[at];
        let object = entry.place.take(at, &mut self.free)?;
        entry.number = following(entry.number, count, at);
        self.held -= 1;
        Some(object)
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.held as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.held == 0
    }

    /// Objects with their handles, in the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.places.iter().filter_map(|entry| Some((handles::dynamic(entry.number as usize), entry.place.get()?)))
    }

    /// Objects with their handles, in the order of their places, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Handle, &mut T)> {
        self.places
            .iter_mut()
            .filter_map(|entry| Some((handles::dynamic(entry.number as usize), entry.place.get_mut()?)))
    }
}

/// The number after `number` of the place `at`, or the first one if all have been used.
fn following(number: u32, count: usize, at: usize) -> u32 {
    let next = number + count as u32;
    if next < NUMBERS { next } else { at as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn behaves_as_a_map_and_gives_no_handle_twice(
            steps in proptest::collection::vec((0u32..5, any::<prop::sample::Index>()), 0..300)
        ) {
            let mut table = ObjectTable::default();
            let (mut map, mut freed) = (BTreeMap::new(), BTreeSet::new());
            for (number, (what, which)) in steps.into_iter().enumerate() {
                if what < 3 || map.is_empty() {
                    let handle = table.insert(number);
                    prop_assert!(handle >= handles::DYNAMIC);
                    prop_assert!(!freed.contains(&handle), "a handle that was freed");
                    prop_assert_eq!(map.insert(handle, number), None);
                } else {
                    let handle = *map.keys().nth(which.index(map.len())).expect("one of them");
                    prop_assert_eq!(table.remove(handle), map.remove(&handle));
                    prop_assert_eq!(table.remove(handle), None);
                    freed.insert(handle);
                }
                prop_assert!(freed.iter().all(|&handle| table.get(handle).is_none()));
                prop_assert_eq!(table.len(), map.len());
                let held: BTreeMap<_, _> = table.iter().map(|(handle, &number)| (handle, number)).collect();
                prop_assert_eq!(&held, &map);
                prop_assert!(table.places.len() <= 2 * (map.len() + freed.len()));
            }
        }
    }

    #[test]
    fn handles_count_up_and_a_freed_place_is_used_again() {
        let mut table = ObjectTable::default();
        assert_eq!(table.places.capacity(), 0);
        let mut single = ObjectTable::default();
        single.insert(0);
        assert_eq!(single.places.capacity(), 1);
        let all: Vec<Handle> = (0..100).map(|number| table.insert(number)).collect();
        assert!(all.iter().copied().eq(handles::DYNAMIC..handles::DYNAMIC + 100));
        table.remove(all[40]);
        let later = table.insert(7);
        assert_eq!(later, all[40] + 128);
        assert_eq!((table.get(later), table.get(all[40]), table.places.len()), (Some(&7), None, 128));
        assert_eq!(table.get(handles::COMM_WORLD), None);
    }

    #[test]
    fn numbers_begin_again_when_all_have_been_used() {
        let mut table = ObjectTable::default();
        let first = table.insert('a');
        table.places[0].number = NUMBERS - 1;
        table.remove(handles::dynamic(NUMBERS as usize - 1));
        assert_eq!(table.insert('b'), first);
        assert!(table.insert('c') < 1 << 26);
    }
}
