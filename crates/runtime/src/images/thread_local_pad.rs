//! The memory below the thread pointer, which holds the thread-local variables of the running rank. When another rank is
//! resumed, the variables of both are exchanged: the old rank's are saved, the new rank's are loaded.

use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::slice::from_raw_parts;

use super::slot::ImageSlot;

/// The pad of the launcher's thread, and whose variables it holds.
#[derive(Debug)]
pub(crate) struct ThreadLocalPad {
    start: usize,
    /// The thread pointer.
    end: usize,
    /// The most thread-local bytes of a program.
    bytes: usize,
    /// Null: nobody's.
    owner: *mut ImageSlot,
}

impl ThreadLocalPad {
    /// The pad [start, end), for programs with at most `bytes` thread-local bytes.
    pub(crate) fn new((start, end): (usize, usize), bytes: usize) -> Self {
        Self { start, end, bytes, owner: null_mut() }
    }

    /// Its start and end.
    pub(crate) fn bounds(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// A program with so many thread-local bytes has been loaded.
    pub(crate) fn grow(&mut self, bytes: usize) {
        self.bytes = self.bytes.max(bytes);
    }

    /// The slot whose variables are in the pad.
    pub(crate) fn owner(&self) -> Option<*mut ImageSlot> {
        (!self.owner.is_null()).then_some(self.owner)
    }

    /// Whether the variables of `slot` have to be moved into the pad before its rank runs.
    #[inline]
    pub(crate) fn must_exchange(&self, slot: *mut ImageSlot) -> bool {
        self.bytes > 0 && self.owner != slot
    }

    /// The rank of `slot` has ended.
    pub(crate) fn release(&mut self, slot: *mut ImageSlot) {
        if self.owner == slot {
            self.owner = null_mut();
        }
    }

    /// How far below the thread pointer an address in the pad is; none for other addresses.
    #[inline]
    pub(crate) fn below(&self, address: usize) -> Option<usize> {
        let below = self.end.wrapping_sub(address);
        (below != 0 && below <= self.bytes).then_some(below)
    }

    /// Moves `bytes` bytes of the owner's variables out of the pad, to an address.
    ///
    /// # Safety
    /// As [`ThreadLocalPad::exchange`].
    pub(crate) unsafe fn put_back(&mut self, (to, bytes): (usize, usize)) {
        let pad: *const u8 = with_exposed_provenance_mut(self.end - bytes);
        // SAFETY: as the caller says.
        unsafe { with_exposed_provenance_mut::<u8>(to).copy_from_nonoverlapping(pad, bytes) };
        self.owner = null_mut();
    }

    /// Moves the owner's variables out of the pad, to `before`, and those of `slot` in, from `next`: address and bytes each.
    ///
    /// # Safety
    /// Both stretches of memory are valid, and no rank runs.
    pub(crate) unsafe fn exchange(
        &mut self,
        before: Option<(usize, usize)>,
        slot: *mut ImageSlot,
        (from, bytes): (usize, usize),
    ) {
        // SAFETY: the pad has room for the thread-local bytes of every program; the rest as the caller says.
        unsafe {
            if let Some((to, bytes)) = before {
                let pad: *const u8 = with_exposed_provenance_mut(self.end - bytes);
                // Ranks that have not written them share the template's page.
                if from_raw_parts(with_exposed_provenance::<u8>(to), bytes) != from_raw_parts(pad, bytes) {
                    with_exposed_provenance_mut::<u8>(to).copy_from_nonoverlapping(pad, bytes);
                }
            }
            let pad: *mut u8 = with_exposed_provenance_mut(self.end - bytes);
            pad.copy_from_nonoverlapping(with_exposed_provenance_mut::<u8>(from), bytes);
        }
        self.owner = slot;
    }
}
