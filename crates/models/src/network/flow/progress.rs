//! The progress of a flow: bytes left, rate, and the time at which it completes if its rate does not change.

use units::Time;

/// No flow.
pub(super) const NONE: u32 = u32::MAX;

/// A message under way: progress of the flow in `sharing` with the same index. One line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Progress {
    /// The volume that is to pass yet, at `accrued_at`; below zero by what its last picosecond gives too much.
    pub(super) left: i128,
    pub(super) accrued_at: Time,
    /// Steps.
    pub(super) rate: u64,
    /// At a rate up to this one it ends no earlier than its entry in the calendar; zero: that has to be set.
    pub(super) dated_for: u64,
    pub(super) bytes: u64,
    /// When it ends, while it is alone on its links (module `alone`), which it uses from `accrued_at` on; else zero.
    pub(super) alone_until: Time,
    /// The user's phase it is counted for.
    pub(super) phase: u32,
    /// Its rate has been a share, which is rounded, not only its bound, which is exact.
    pub(super) shared: bool,
    /// Its entry in the calendar is the date of its delivery; else that of a check before.
    pub(super) dated: bool,
    /// It has begun at this instant.
    pub(super) is_new: bool,
}

impl Progress {
    /// What is left of it; less than a share may lack by rounding counts as nothing.
    #[inline]
    pub(super) fn left(&self) -> u128 {
        let nothing = if self.shared { i128::from(self.rate >> 10) } else { 0 };
        (self.left - nothing).max(0) as u128
    }

    /// What passes by now.
    #[inline]
    pub(super) fn passed(&self, now: Time) -> i128 {
        (u128::from(self.rate) * u128::from(now.ps() - self.accrued_at.ps())) as i128
    }

    /// Brings it up to now.
    #[inline]
    pub(super) fn accrue(&mut self, now: Time) {
        if self.accrued_at != now {
            self.left -= self.passed(now);
            self.accrued_at = now;
        }
    }

    /// Whether it has its links for itself.
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.alone_until > Time::ZERO
    }
}
