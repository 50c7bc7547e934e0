//! A dense table of MPI objects by handle, which reuses freed handles. A rank keeps its MPI requests in such a table.

use crate::handles::{self, Handle};
use crate::table_slot::TableSlot;

/// Objects by handle, which is a place: the engine's tables are as dense. Freed places are used again, the latest first;
/// no heap until the first object.
#[derive(Clone, Debug)]
pub struct Table<T> {
    places: Vec<TableSlot<T>>,
    /// The first free place, or the number of places.
    free: u32,
    /// Objects in the table.
    held: u32,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: 0, held: 0 }
    }
}

impl<T> Table<T> {
    /// Puts an object in and returns its handle.
    #[inline]
    pub fn insert(&mut self, object: T) -> Handle {
        let at = self.free as usize;
        match self.places.get_mut(at) {
            Some(place) => place.fill(object, &mut self.free),
            None => {
                // Most ranks hold one request at a time, and there may be a million ranks.
                if self.places.is_empty() {
                    self.places.reserve_exact(1);
                }
                self.places.push(TableSlot::Held(object));
                self.free = self.places.len() as u32;
            }
        }
        self.held += 1;
        handles::dynamic(at)
    }

    /// The handle that the next object gets.
    #[inline]
    pub fn next_handle(&self) -> Handle {
        handles::dynamic(self.free as usize)
    }

    /// The object of a handle.
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.places.get(handles::index(handle)?)?.get()
    }

    /// The object of a handle, to be changed.
    #[inline]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.places.get_mut(handles::index(handle)?)?.get_mut()
    }

    /// Takes an object out.
    #[inline]
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let at = handles::index(handle)?;
        let object = self.places.get_mut(at)?.take(at, &mut self.free)?;
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

    /// Objects with their handles, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.places.iter().enumerate().filter_map(|(at, place)| Some((handles::dynamic(at), place.get()?)))
    }

    /// Objects with their handles, ascending, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Handle, &mut T)> {
        self.places.iter_mut().enumerate().filter_map(|(at, place)| Some((handles::dynamic(at), place.get_mut()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn behaves_as_a_map(steps in proptest::collection::vec((any::<bool>(), 0usize..20), 0..200)) {
            let mut table = Table::default();
            let mut map = BTreeMap::new();
            for (number, (insert, which)) in steps.into_iter().enumerate() {
                if insert {
                    let next = table.next_handle();
                    let handle = table.insert(number);
                    prop_assert_eq!(handle, next);
                    prop_assert!(handle >= handles::DYNAMIC);
                    prop_assert_eq!(map.insert(handle, number), None);
                } else {
                    let handle = handles::dynamic(which);
                    prop_assert_eq!(table.remove(handle), map.remove(&handle));
                    prop_assert_eq!(table.get(handle), None);
                }
                prop_assert_eq!(table.len(), map.len());
                let held: Vec<_> = table.iter().map(|(handle, &number)| (handle, number)).collect();
                prop_assert_eq!(held, map.iter().map(|(&h, &n)| (h, n)).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn an_empty_table_has_no_heap_and_a_small_one_reuses_its_place() {
        let mut table = Table::default();
        assert_eq!(table.places.capacity(), 0);
        let first = table.insert('a');
        table.remove(first);
        assert_eq!(table.insert('b'), first);
        assert_eq!(table.get(first - 1), None);
        assert_eq!(table.get(handles::COMM_WORLD), None);
    }
}
