//! Simulated time: an unsigned number of picoseconds, used both for instants and for spans.

use crate::decimal::{self, Family, UnitError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

/// Attoseconds, for times of what is counted in large numbers.
static SMALL_TIMES: Family = Family {
    quantity: "a time",
    expected: "for example `310.5 ps` or `1.5 ns`",
    max: "10^38 as",
    units: &[
        ("ps", 1_000_000, 1),
        ("ns", 1_000_000_000, 1),
        ("us", 1_000_000_000_000, 1),
        ("µs", 1_000_000_000_000, 1),
        ("μs", 1_000_000_000_000, 1),
        ("ms", 1_000_000_000_000_000, 1),
        ("s", 1_000_000_000_000_000_000, 1),
    ],
};

/// A time in text, `1.5 ns`, in attoseconds (10⁻¹⁸ s), rounded half up.
///
/// # Errors
/// It is none, or it does not fit.
pub fn attoseconds(text: &str) -> Result<u128, UnitError> {
    decimal::parse_wide(text, &SMALL_TIMES)
}

static TIMES: Family = Family {
    quantity: "a time",
    expected: "for example `30 ns`, `1.5 us` or `2 s`",
    max: "213 days",
    units: &[
        ("ps", 1, 1),
        ("ns", 1_000, 1),
        ("us", 1_000_000, 1),
        ("µs", 1_000_000, 1),
        ("μs", 1_000_000, 1),
        ("ms", 1_000_000_000, 1),
        ("s", 1_000_000_000_000, 1),
        ("min", 60_000_000_000_000, 1),
        ("h", 3_600_000_000_000_000, 1),
    ],
};

static LADDER: &[(&str, u64)] =
    &[("ps", 1), ("ns", 1_000), ("us", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)];

/// Simulated time in picoseconds; at most 213 days.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Time(u64);

impl Time {
    /// The start of a run, or an empty span.
    pub const ZERO: Self = Self(0);
    /// Never.
    pub const MAX: Self = Self(u64::MAX);

    /// From picoseconds.
    #[inline]
    pub const fn from_ps(ps: u64) -> Self {
        Self(ps)
    }

    /// From nanoseconds.
    #[inline]
    pub const fn from_ns(ns: u64) -> Self {
        Self(ns * 1_000)
    }

    /// From seconds; negative and not-a-number become zero, too large becomes [`Time::MAX`]. For measured
    /// values: text is parsed exactly.
    #[inline]
    pub fn from_secs_f64(seconds: f64) -> Self {
        // A float-to-integer `as` saturates and sends NaN to zero.
        Self((seconds * 1e12).round() as u64)
    }

    /// Picoseconds.
    #[inline]
    pub const fn ps(self) -> u64 {
        self.0
    }

    /// Seconds, rounded to a double.
    #[inline]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e12
    }

    /// `self + other`, or [`Time::MAX`] beyond it.
    #[inline]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// `self - other`, or zero.
    #[inline]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Seconds with all twelve decimals: `1.234567890123`.
    pub fn seconds(self) -> String {
        format!("{}.{:012}", self.0 / 1_000_000_000_000, self.0 % 1_000_000_000_000)
    }
}

impl Add for Time {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Time {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Time {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Time {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Self::saturating_add)
    }
}

impl FromStr for Time {
    type Err = UnitError;
    fn from_str(text: &str) -> Result<Self, UnitError> {
        decimal::parse(text, &TIMES).map(Self)
    }
}

/// The largest unit that shows the value exactly; parses back to the same value.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal::print(self.0, LADDER, 9))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u64(self.0) }
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
        } else {
            u64::deserialize(deserializer).map(Self)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_forms() {
        assert_eq!("30ns".parse::<Time>().unwrap(), Time::from_ns(30));
        assert_eq!("1.5 us".parse::<Time>().unwrap(), Time::from_ns(1_500));
        assert_eq!("0.0000005 us".parse::<Time>().unwrap(), Time::from_ps(1), "half a picosecond rounds up");
        assert_eq!(Time::from_ps(1_234_567_890_123).seconds(), "1.234567890123");
        assert_eq!(Time::from_ns(1_500).to_string(), "1.5 us");
        assert!("5 furlongs".parse::<Time>().unwrap_err().to_string().contains("not a unit of a time"));
    }

    proptest! {
        #[test]
        fn printed_parses_back(ps: u64) {
            prop_assert_eq!(Time::from_ps(ps).to_string().parse::<Time>().unwrap(), Time::from_ps(ps));
        }
    }
}
