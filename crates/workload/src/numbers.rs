//! Allocates small numbers for a rank's requests and communicators, and reuses freed ones.

/// Hands out the smallest numbers it can, last freed first, so that tables indexed by them stay short.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    free: Vec<u32>,
    next: u32,
}

impl Numbers {
    /// A number that is not in use.
    #[inline]
    pub(crate) fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Whether none was ever taken.
    pub(crate) fn is_unused(&self) -> bool {
        self.next == 0
    }

    /// Gives a number back.
    #[inline]
    pub(crate) fn give(&mut self, number: u32) {
        debug_assert!(number < self.next && !self.free.contains(&number), "a number freed twice");
        self.free.push(number);
    }
}
