//! The state of a rank that only polls, so that the engine computes the times of its polls instead of simulating each
//! (`only_polls`): the library's cost parameter of a poll, the time between polls, and how many polls have failed.

use crate::costs::Cost;
use units::Time;

/// The polls of a rank that only polls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PollRun {
    /// What each is priced as.
    pub(crate) cost: Cost,
    /// How long each takes.
    pub(crate) period: Time,
    /// When the one under way ends.
    pub(crate) end: Time,
    /// When the actor's turn comes next, if each poll were simulated: earlier, if something has delayed the one under way.
    pub(crate) queued: Time,
    /// How many have ended since the rank was parked, and in the one that it was parked in.
    pub(crate) missed: u64,
}

/// The place of the present among what happens at one instant: what has been done of it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Present {
    pub(crate) time: Time,
    pub(crate) round: u32,
    /// One more than the greatest actor whose turn has come, of events of actors; [`Present::LATER`]: other events'.
    pub(crate) key: u64,
}

impl Present {
    pub(crate) const LATER: u64 = u64::MAX;

    #[inline]
    pub(crate) fn enter(&mut self, time: Time, round: u32, key: u64) {
        let same = (self.time, self.round) == (time, round);
        *self = Self { time, round, key: if same { key.max(self.key) } else { key } };
    }
}
