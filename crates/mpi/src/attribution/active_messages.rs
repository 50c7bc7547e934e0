//! Wait attribution for active messages, which are not matched by source and tag: accesses to windows, the signals of their
//! synchronisation, and messages of partitioned operations.
//!
//! Each message carries a reference to the action that caused it, a call of some rank. A reply passes on the action that the
//! reply had to wait for. So the grant of a lock carries the release of the lock by the previous holder. A partition that was
//! ready before its receive was started carries the receiver's start. The wait states are those of Scalasca (M. Geimer et al.,
//! "The Scalasca performance toolset architecture", Concurrency and Computation 22, 2010); their names are in
//! `docs/reference/wait-states.md`.

use super::by_number::ByNumber;
use super::{Action, ActiveMessageCause, ActiveMessageId, Cause, Contention, Notice, RunView};
use crate::ids::{AccessId, PartitionMessageId};
use ops::{FileTimes, WaitCause};
use units::{LinkId, Time};

/// An active message under way.
#[derive(Clone, Copy, Debug)]
struct ActiveMessage {
    by: Action,
    /// Whether the library had to wait until that rank was inside MPI.
    absent: bool,
    /// When it left, and its uncontended time, if the network tells.
    start: Time,
    uncontended: Option<Time>,
    own: Contention,
}

/// Histories, by number.
#[derive(Debug, Default)]
pub(super) struct ActiveMessages {
    windows: ByNumber<AccessId, ActiveMessage>,
    partitions: ByNumber<PartitionMessageId, ActiveMessage>,
}

/// The time beyond the uncontended time.
fn beyond(now: Time, start: Time, uncontended: Option<Time>) -> Time {
    uncontended.map_or(Time::ZERO, |uncontended| now.saturating_sub(start).saturating_sub(uncontended))
}

impl ActiveMessages {
    fn am(&mut self, am: ActiveMessageId) -> Option<&mut ActiveMessage> {
        match am {
            ActiveMessageId::Window(am) => self.windows.get_mut(am),
            ActiveMessageId::Partition(am) => self.partitions.get_mut(am),
        }
    }

    fn put(&mut self, am: ActiveMessageId, known: ActiveMessage) {
        match am {
            ActiveMessageId::Window(am) => self.windows.put(am, known),
            ActiveMessageId::Partition(am) => self.partitions.put(am, known),
        }
    }

    pub(super) fn on_notice(&mut self, notice: &Notice<'_>, view: &mut RunView<'_>) {
        let now = view.kernel.now();
        match *notice {
            Notice::ActiveMessagePosted { am, by, because_of } => {
                let own = view.action(by);
                let reason = because_of.and_then(|earlier| self.am(earlier).copied());
                let (by, absent) = reason.map_or((own, false), |reason| (reason.by, reason.absent));
                let own = ActiveMessage { by, absent, start: now, uncontended: None, own: Contention::default() };
                self.put(am, own);
            }
            Notice::ActiveMessageSent { am, transfer } => {
                let uncontended = view.kernel.uncontended_time(transfer);
                if let Some(am) = self.am(am) {
                    (am.uncontended, am.start) = (uncontended, now);
                }
            }
            Notice::ActiveMessageServedLate { am, by } => {
                let by = view.action(by);
                if let Some(am) = self.am(am) {
                    (am.by, am.absent) = (by, true);
                }
            }
            _ => unreachable!("this notice is not about active messages"),
        }
    }

    pub(super) fn arrived(&mut self, am: ActiveMessageId, now: Time, link: Option<LinkId>) {
        let Some(am) = self.am(am) else { return };
        let more = beyond(now, am.start, am.uncontended.take());
        if more > Time::ZERO {
            let time = am.own.time.saturating_add(more);
            am.own = Contention { time, link: link.or(am.own.link) };
        }
    }

    /// Why something ends with an active message.
    pub(super) fn cause(&mut self, am: ActiveMessageId, cause: &ActiveMessageCause) -> Option<Cause> {
        let am = *self.am(am)?;
        let late = match cause.late_by {
            _ if am.absent => WaitCause::Progress,
            Some((actor, late)) if actor == am.by.actor => late,
            _ => cause.late,
        };
        Some(Cause {
            late,
            otherwise: WaitCause::Transfer,
            culprit: am.by,
            peer: Some(cause.peer),
            bytes: cause.bytes,
            protocol: cause.protocol,
            contention: am.own,
            files: FileTimes::default(),
        })
    }
}
