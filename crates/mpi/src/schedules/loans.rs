//! Zero-copy sends in schedules of collective operations.
//!
//! A send may end before a receive has taken its data. The data then stays in the sender's memory, as a *loan*
//! (`contents::Lent`). The loan ends with the batch of the send: the vertices (sends, receives, reductions …) that the algorithm
//! has generated together. If a later vertex of that batch may change the data, the loan ends at once. Data that no receive has
//! taken when its loan ends is copied.

use super::{NO_EDGE, Schedule, Schedules};
use crate::engine_core::EngineCore;
use crate::ids::{LentId, ScheduleId};

impl Schedules {
    /// A send has left its contents where they are: until the batch ends, unless a vertex that follows it may change them.
    pub(super) fn take_loan(&mut self, core: &mut EngineCore<'_>, id: ScheduleId, vertex: u16, lent: LentId) {
        let Schedule { progress, running, .. } = self.get_mut(id);
        if progress.states[vertex as usize].edge == NO_EDGE {
            progress.has_lent = true;
            running.lent.push(lent);
        } else {
            core.end_loan(lent);
        }
    }

    /// A batch has ended: the memory of what it has sent may change.
    #[inline]
    pub(super) fn end_loans(&mut self, core: &mut EngineCore<'_>, id: ScheduleId) {
        let Schedule { progress, running, .. } = self.get_mut(id);
        if std::mem::take(&mut progress.has_lent) {
            running.lent.drain(..).for_each(|lent| core.end_loan(lent));
        }
    }
}
