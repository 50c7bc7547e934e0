//! Request numbers of one rank.

use ops::Slot;

/// Hands out the smallest numbers it can, last freed first, so that tables indexed by them stay short.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    free: Vec<u32>,
    next: u32,
}

impl Slots {
    /// A number that is not in use.
    #[inline]
    pub(crate) fn take(&mut self) -> Slot {
        Slot(self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        }))
    }

    /// Gives a number back.
    #[inline]
    pub(crate) fn give(&mut self, slot: Slot) {
        debug_assert!(slot.0 < self.next && !self.free.contains(&slot.0), "a request number freed twice");
        self.free.push(slot.0);
    }
}
