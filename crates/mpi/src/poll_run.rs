//! The state of a rank that only polls, so that the engine computes the times of its polls instead of simulating each
//! (`only_polls`): the polls that it makes in turn, with the library's cost of each, and how many have failed.

use crate::costs::Cost;
use ops::{CallSite, Function, Post};
use smallvec::SmallVec;
use units::Time;

/// One of the polls that a rank makes in turn.
#[derive(Clone, Debug)]
pub(crate) struct Polled {
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    /// Its kind of cost, and how long it takes.
    pub(crate) cost: Cost,
    pub(crate) time: Time,
    /// The test or probe; none if the rank makes no other polls, as its wait tells then what it polls for.
    pub(crate) post: Option<Post>,
}

/// The polls of a rank that only polls.
#[derive(Clone, Debug)]
pub(crate) struct PollRun {
    /// A round of them. The rank was parked in the first one.
    pub(crate) polls: SmallVec<[Polled; 1]>,
    /// When the one under way ends.
    pub(crate) end: Time,
    /// When the actor's turn comes next, if each poll were simulated: earlier, if something has delayed the one under way.
    pub(crate) queued: Time,
    /// How many have ended since the rank was parked, and in the one that it was parked in.
    pub(crate) missed: u64,
}

impl PollRun {
    /// The poll under way if `missed` have ended.
    pub(crate) fn at(&self, missed: u64) -> &Polled {
        &self.polls[(missed % self.polls.len() as u64) as usize]
    }

    /// The poll under way.
    pub(crate) fn under_way(&self) -> &Polled {
        self.at(self.missed)
    }

    /// Whether the rank makes several in turn.
    pub(crate) fn is_round(&self) -> bool {
        self.polls.len() > 1
    }
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
