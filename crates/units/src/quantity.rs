//! The types of bytes, rates and core speeds.

use crate::decimal::{self, Family, UnitError};
use crate::time::Time;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $family:ident, $ladder:ident, $decimals:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u64);

        impl FromStr for $name {
            type Err = UnitError;
            fn from_str(text: &str) -> Result<Self, UnitError> {
                decimal::parse(text, &$family).map(Self)
            }
        }

        /// The largest unit that shows the value exactly; parses back to the same value.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&decimal::print(self.0, $ladder, $decimals))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

const K: u128 = 1_000;
const M: u128 = 1_000_000;
const G: u128 = 1_000_000_000;
const T: u128 = 1_000_000_000_000;

static BYTES: Family = Family {
    quantity: "a size",
    expected: "for example `64 KiB`, `1.5 MB` or `8 B`",
    max: "16 EiB",
    units: &[
        ("B", 1, 1),
        ("kB", K, 1),
        ("KB", K, 1),
        ("MB", M, 1),
        ("GB", G, 1),
        ("TB", T, 1),
        ("PB", K * T, 1),
        ("KiB", 1 << 10, 1),
        ("MiB", 1 << 20, 1),
        ("GiB", 1 << 30, 1),
        ("TiB", 1 << 40, 1),
        ("PiB", 1 << 50, 1),
        ("b", 1, 8),
        ("kb", K, 8),
        ("Kb", K, 8),
        ("Mb", M, 8),
        ("Gb", G, 8),
        ("Tb", T, 8),
    ],
};

static RATES: Family = Family {
    quantity: "a bandwidth",
    expected: "for example `12.5 GB/s`, `100 Gb/s` or `1 GiB/s`",
    max: "18 EB/s",
    units: &[
        ("B/s", 1, 1),
        ("kB/s", K, 1),
        ("KB/s", K, 1),
        ("MB/s", M, 1),
        ("GB/s", G, 1),
        ("TB/s", T, 1),
        ("KiB/s", 1 << 10, 1),
        ("MiB/s", 1 << 20, 1),
        ("GiB/s", 1 << 30, 1),
        ("TiB/s", 1 << 40, 1),
        ("b/s", 1, 8),
        ("kb/s", K, 8),
        ("Kb/s", K, 8),
        ("Mb/s", M, 8),
        ("Gb/s", G, 8),
        ("Tb/s", T, 8),
        ("bps", 1, 8),
        ("kbps", K, 8),
        ("Kbps", K, 8),
        ("Mbps", M, 8),
        ("Gbps", G, 8),
        ("Tbps", T, 8),
        ("Bps", 1, 1),
        ("kBps", K, 1),
        ("MBps", M, 1),
        ("GBps", G, 1),
        ("TBps", T, 1),
    ],
};

static SPEEDS: Family = Family {
    quantity: "a core speed",
    expected: "for example `8 Gflop/s`",
    max: "18 Eflop/s",
    units: &[
        ("flop/s", 1, 1),
        ("kflop/s", K, 1),
        ("Mflop/s", M, 1),
        ("Gflop/s", G, 1),
        ("Tflop/s", T, 1),
        ("flops", 1, 1),
        ("kflops", K, 1),
        ("Mflops", M, 1),
        ("Gflops", G, 1),
        ("Tflops", T, 1),
        ("f", 1, 1),
        ("kf", K, 1),
        ("Mf", M, 1),
        ("Gf", G, 1),
        ("Tf", T, 1),
    ],
};

static FREQUENCIES: Family = Family {
    quantity: "a number per second",
    expected: "for example `200 M/s` or `1.5e6 /s`",
    max: "18e18 /s",
    units: &[("/s", 1, 1), ("k/s", K, 1), ("M/s", M, 1), ("G/s", G, 1)],
};

static BYTES_LADDER: &[(&str, u64)] =
    &[("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)];
static RATES_LADDER: &[(&str, u64)] =
    &[("B/s", 1), ("kB/s", 1_000), ("MB/s", 1_000_000), ("GB/s", 1_000_000_000), ("TB/s", 1_000_000_000_000)];
static SPEEDS_LADDER: &[(&str, u64)] = &[
    ("flop/s", 1),
    ("kflop/s", 1_000),
    ("Mflop/s", 1_000_000),
    ("Gflop/s", 1_000_000_000),
    ("Tflop/s", 1_000_000_000_000),
];
static FREQUENCIES_LADDER: &[(&str, u64)] = &[("/s", 1), ("k/s", 1_000), ("M/s", 1_000_000), ("G/s", 1_000_000_000)];

quantity!(
    /// A number of bytes. Text: GB = 10^9 B, GiB = 2^30 B, Gb = 10^9 bits.
    Bytes, BYTES, BYTES_LADDER, 3
);
quantity!(
    /// Bytes per second, of one direction of a link, a NIC or a memory bus.
    Rate, RATES, RATES_LADDER, 9
);
quantity!(
    /// Floating-point operations per second, of one core.
    Speed, SPEEDS, SPEEDS_LADDER, 9
);
quantity!(
    /// Occurrences per second, for example the messages a NIC can inject. Text: `200 M/s`.
    Frequency, FREQUENCIES, FREQUENCIES_LADDER, 9
);

impl Frequency {
    /// The time between two occurrences, rounded up to a picosecond; [`Time::MAX`] if there are none.
    #[inline]
    pub fn period(self) -> Time {
        per_second(1, self.0)
    }
}

impl Rate {
    /// The time `bytes` take at this rate, rounded up to a picosecond. A rate of zero takes for ever
    /// ([`Time::MAX`]).
    #[inline]
    pub fn time_for(self, bytes: Bytes) -> Time {
        per_second(bytes.0, self.0)
    }
}

impl Speed {
    /// The time `flops` operations take at this speed, rounded up to a picosecond.
    #[inline]
    pub fn time_for(self, flops: u64) -> Time {
        per_second(flops, self.0)
    }
}

fn per_second(amount: u64, rate: u64) -> Time {
    if amount == 0 {
        return Time::ZERO;
    }
    if rate == 0 {
        return Time::MAX;
    }
    let ps = (u128::from(amount) * 1_000_000_000_000).div_ceil(u128::from(rate));
    Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_are_what_they_say() {
        for (text, bytes) in [("1 GB", 1_000_000_000), ("1GiB", 1 << 30), ("1 Gb", 125_000_000), ("1.5 KiB", 1536)] {
            assert_eq!(text.parse::<Bytes>().unwrap().0, bytes, "{text}");
        }
        assert_eq!("100 Gb/s".parse::<Rate>().unwrap().0, 12_500_000_000);
        assert_eq!("1e1 Gbps".parse::<Rate>().unwrap().0, 1_250_000_000);
        assert_eq!("8 Gflop/s".parse::<Speed>().unwrap().0, 8_000_000_000);
        assert_eq!("0".parse::<Bytes>().unwrap().0, 0);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let message = |text: &str| text.parse::<Rate>().unwrap_err().to_string();
        assert_eq!(message("12"), "`12` has no unit; expected for example `12.5 GB/s`, `100 Gb/s` or `1 GiB/s`");
        assert!(message("fast").contains("not a number"));
        assert!(message("3 GB").contains("`GB` in `3 GB` is not a unit of a bandwidth"));
        assert!(message("99999999999 TB/s").contains("too large"));
        assert!(message("1.2.3 GB/s").contains("not a number"));
    }

    #[test]
    fn a_byte_at_400_gigabits_takes_20_picoseconds() {
        assert_eq!("400 Gb/s".parse::<Rate>().unwrap().time_for(Bytes(1)).ps(), 20);
        assert_eq!(Rate(3).time_for(Bytes(1)).ps(), 333_333_333_334);
        assert_eq!(Rate(0).time_for(Bytes(1)), Time::MAX);
    }

    #[test]
    fn two_hundred_million_a_second_are_five_nanoseconds_apart() {
        assert_eq!("200 M/s".parse::<Frequency>().unwrap().period(), Time::from_ns(5));
        assert_eq!(Frequency(0).period(), Time::MAX);
    }

    proptest! {
        #[test]
        fn printed_parses_back(value: u64) {
            prop_assert_eq!(Bytes(value).to_string().parse::<Bytes>().unwrap(), Bytes(value));
            prop_assert_eq!(Rate(value).to_string().parse::<Rate>().unwrap(), Rate(value));
            prop_assert_eq!(Speed(value).to_string().parse::<Speed>().unwrap(), Speed(value));
            prop_assert_eq!(Frequency(value).to_string().parse::<Frequency>().unwrap(), Frequency(value));
        }

        #[test]
        fn no_text_panics(text in "\\PC*") {
            let _ = text.parse::<Bytes>();
            let _ = text.parse::<Rate>();
        }
    }
}
