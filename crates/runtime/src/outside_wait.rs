//! The state of a rank that waits outside of MPI, in a sleep, poll or lock ([`crate::outside`]): since when the rank waits,
//! and how often it has let other ranks run.

use units::Time;

/// A rank's wait outside of MPI.
#[derive(Debug, Default)]
pub(crate) struct OutsideWait {
    /// Since when it waits.
    pub(crate) since: Time,
    /// The rank's clock after the latest turn: if it is another now, something else was done meanwhile, and the wait is a new one.
    pub(crate) latest: Time,
    /// How many turns it has given up, and how often a name that it looked for was not there.
    pub(crate) turns: u64,
    pub(crate) misses: u32,
}

impl OutsideWait {
    /// Goes on with the wait, or begins one.
    pub(crate) fn at(&mut self, now: Time) -> &mut Self {
        if self.latest != now || self.turns == 0 && self.misses == 0 {
            *self = Self { since: now, latest: now, turns: 0, misses: 0 };
        }
        self
    }
}
