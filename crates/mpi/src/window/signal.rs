//! Signals of one-sided synchronisation: active messages without payload (lock requested, granted, released …).

use ops::{CommId, WaitCause};

/// A message without payload from one rank's library to another's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signal {
    pub(super) window: CommId,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) kind: SignalKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SignalKind {
    LockRequest {
        exclusive: bool,
    },
    LockGrant,
    Unlock,
    /// For all ranks.
    LockAllRequest,
    UnlockAll,
    /// Of rank 0: to lock this rank exclusively, or all.
    GateRequest(Option<u32>),
    GateGrant(Option<u32>),
    GateRelease(Option<u32>),
    ExposureOpened,
    Completed,
}

impl Signal {
    /// The rank whose library must handle it; none if it only wakes a waiting rank. (A lock that is granted may let accesses go.)
    pub(super) fn server(&self) -> Option<u32> {
        (!matches!(self.kind, SignalKind::ExposureOpened | SignalKind::Completed)).then_some(self.to)
    }

    /// The cause of a wait that this signal ends late.
    pub(super) fn late(&self) -> WaitCause {
        match self.kind {
            SignalKind::ExposureOpened => WaitCause::LatePost,
            SignalKind::Completed => WaitCause::LateComplete,
            _ => WaitCause::Lock,
        }
    }
}
