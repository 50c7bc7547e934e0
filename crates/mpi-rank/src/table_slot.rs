//! A slot of a handle table. It holds an object; or, if it is free, the number of the next free slot.

/// An object, or the next free slot.
#[derive(Clone, Debug)]
pub(crate) enum TableSlot<T> {
    Held(T),
    /// The next free slot; the table defines the value that ends the list.
    Free(u32),
}

impl<T> TableSlot<T> {
    /// The object, if the slot is held.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Held(object) => Some(object),
            Self::Free(_) => None,
        }
    }

    /// As [`TableSlot::get`], to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Held(object) => Some(object),
            Self::Free(_) => None,
        }
    }

    /// Puts an object into the first free place and removes the place from the list, which begins at `free`.
    #[inline]
    pub(crate) fn fill(&mut self, object: T, free: &mut u32) {
        let Self::Free(next) = std::mem::replace(self, Self::Held(object)) else {
            unreachable!("a held place in the free list")
        };
        *free = next;
    }

    /// Takes the object out, if the slot is held; the place, number `at`, is then the first of the free ones.
    #[inline]
    pub(crate) fn take(&mut self, at: usize, free: &mut u32) -> Option<T> {
        if matches!(self, Self::Free(_)) {
            return None;
        }
        let Self::Held(object) = std::mem::replace(self, Self::Free(*free)) else {
            unreachable!("the place was held")
        };
        *free = at as u32;
        Some(object)
    }
}
