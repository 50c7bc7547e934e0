//! How far an agreement on a communicator is, and how it goes on (see `agreement`).

use crate::library::Creation;
use ops::CommId;

/// The rest of an agreement, beyond the step that its schedule executes.
pub(super) struct Agreement {
    /// The kind of call, which has these steps.
    pub(super) creation: Creation,
    /// The next step.
    pub(super) next: u16,
    /// Whether the schedule has a step, rather than none yet.
    pub(super) begun: bool,
    /// Whether it blocks its rank.
    pub(super) blocking: bool,
    /// Whether all members have called.
    pub(super) met: bool,
    /// Whether it has come to where it waits for that.
    pub(super) waits: bool,
    /// Where the ranks agree, and by which operation there.
    pub(super) on: (CommId, u32),
}

/// How an agreement goes on when a step has ended.
pub(super) enum Onward {
    /// By the next step.
    Step,
    /// Once all have called; or not at all, as the run ends.
    Waits,
    /// That was all.
    Done,
}

impl Agreement {
    /// All members have called. Gives whether it waited for that.
    pub(super) fn meet(&mut self) -> bool {
        self.met = true;
        std::mem::take(&mut self.waits)
    }
}
