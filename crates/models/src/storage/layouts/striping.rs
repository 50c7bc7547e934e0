//! Round-robin striping: on which server each byte of a file is, if stripes of equal size go to the servers in turn. The file
//! layouts share this code.

use kernel::Extent;

/// Stripes of one size over servers in turn, from a first one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Striping {
    /// Bytes of a stripe, at least 1.
    pub(super) stripe: u64,
    /// The server of the first stripe.
    pub(super) first: u32,
    /// How many servers hold stripes, at least 1.
    pub(super) count: u32,
    /// How many servers there are: server numbers wrap around.
    pub(super) servers: u32,
}

impl Striping {
    /// Bytes below `end` of a file on the server that has stripe number `place` of every round.
    fn below(&self, end: u64, place: u64) -> u64 {
        let count = u64::from(self.count);
        let (whole, rest) = (end / self.stripe, end % self.stripe);
        let (rounds, over) = (whole / count, whole % count);
        let mine = rounds + u64::from(over > place);
        mine * self.stripe + if over == place { rest } else { 0 }
    }

    /// [`super::layout::Layout::spread`]: on each server the bytes of an extent are contiguous.
    pub(super) fn spread(&self, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        if bytes == 0 {
            return;
        }
        let (count, end) = (u64::from(self.count), offset.saturating_add(bytes));
        let (first, last) = (offset / self.stripe, (end - 1) / self.stripe);
        let touched = (last - first).saturating_add(1).min(count);
        let server_of = |place: u64| ((u64::from(self.first) + place) % u64::from(self.servers)) as u32;
        let mut places: Vec<(u32, u64)> =
            (0..touched).map(|step| (first + step) % count).map(|place| (server_of(place), place)).collect();
        places.sort_unstable();
        for (server, place) in places {
            let start = self.below(offset, place);
            each(server, Extent { offset: start, bytes: self.below(end, place) - start });
        }
    }
}
