//! Request numbers of one rank.

use ops::RequestId;

/// Hands out the smallest numbers it can, last freed first, so that tables indexed by them stay short.
#[derive(Debug, Default)]
pub(crate) struct RequestIds {
    free: Vec<u32>,
    next: u32,
}

impl RequestIds {
    /// A number that is not in use.
    #[inline]
    pub(crate) fn take(&mut self) -> RequestId {
        RequestId(self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        }))
    }

    /// Gives a number back.
    #[inline]
    pub(crate) fn give(&mut self, request: RequestId) {
        debug_assert!(request.0 < self.next && !self.free.contains(&request.0), "a request number freed twice");
        self.free.push(request.0);
    }
}
