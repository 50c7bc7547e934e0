//! Classes: messages that share one flow.

use super::accounts;
use crate::network::routes;
use units::{Endpoint, Time};

/// Messages with the same endpoints and bound: progress of the flow in `sharing` with the same index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) source: Endpoint,
    pub(super) destination: Endpoint,
    /// The user's phase it is counted for.
    pub(super) phase: u32,
    /// Steps.
    pub(super) bound: u64,
    /// Rate of each member, in steps.
    pub(super) rate: u64,
    /// Its rate has been a share, which is rounded, not only its bound, which is exact.
    pub(super) shared: bool,
    /// Its entry in the calendar is the date of its next delivery; else that is not due before.
    pub(super) dated: bool,
    /// The volume that a member has received since the class began, accrued up to `accrued_at`.
    pub(super) service: u128,
    pub(super) accrued_at: Time,
    /// When it ends, while it is alone on its links (module `alone`), which it uses from `accrued_at` on; else zero.
    pub(super) alone_until: Time,
    /// Its messages, ascending by goal.
    pub(super) head: u32,
    pub(super) tail: u32,
    pub(super) members: u32,
}

impl Class {
    /// Volumes below this count as zero.
    #[inline]
    pub(super) fn tolerance(&self) -> u128 {
        if self.shared { accounts::tolerance(self.rate) } else { 0 }
    }

    /// Whether both have the same ends, bound, phase and (hence) route.
    #[inline]
    pub(super) fn is_twin_of(&self, other: &Self) -> bool {
        self.destination == other.destination
            && self.source == other.source
            && self.bound == other.bound
            && self.phase == other.phase
    }

    /// Brings the service up to now, where it has no account.
    #[inline]
    pub(super) fn accrue(&mut self, now: Time) {
        self.service += u128::from(self.rate) * u128::from(now.ps() - self.accrued_at.ps());
        self.accrued_at = now;
    }

    /// Twins have the same; others seldom do.
    #[inline]
    pub(super) fn mark(&self) -> u32 {
        (routes::mixed((self.source, self.destination)) >> 32) as u32
    }
}
