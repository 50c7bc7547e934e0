//! Zero-copy sends in schedules of collective operations: the data of a sent message stay in the sender's memory
//! (`contents::Lent`) until the message is received. If the message is not received before the schedule may change this
//! memory, the engine copies the data. The copy is made when the send ends, if another vertex of the batch depends on the
//! send; otherwise at the end of the batch. (A batch is the part of a schedule that is in progress.)

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
