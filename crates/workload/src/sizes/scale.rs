//! The factor by which a rule of `--scale-bytes` scales the sizes of messages, as an integer in millionths. Scaled sizes are
//! computed in integers and rounded half up.

use crate::limits::BYTES_MAX;

/// A factor, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scale(pub(super) u64);

impl Scale {
    /// As it is.
    pub(super) const ONE: Self = Self(1_000_000);

    /// A number of bytes or elements, scaled and rounded half up; none beyond what messages may have.
    pub(super) fn of(self, number: u64) -> Option<u64> {
        let scaled = (u128::from(number) * u128::from(self.0) + 500_000) / 1_000_000;
        u64::try_from(scaled).ok().filter(|scaled| *scaled <= BYTES_MAX)
    }
}
