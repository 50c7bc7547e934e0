//! Represents transfer rates as integers in a fixed-point scale. Sums of such rates are exact, so they do not depend on the
//! order of addition. A step of the scale is so small that rounding a rate to it changes no time by a picosecond.

use crate::Machine;
use kernel::Transfer;
use platform::Path;
use units::{LinkId, Rate, Time};

/// Rates in steps of 2^-`shift` B/s, the same for the whole machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    shift: u32,
}

/// Picoseconds per second.
const SECOND: u64 = 1_000_000_000_000;

impl Scale {
    /// Steps of a millionth of a byte per second or coarser, such that `fastest` takes at most `bits` bits.
    pub(crate) fn new(fastest: Rate, bits: u32) -> Self {
        let used = u64::BITS - fastest.0.leading_zeros();
        Self { shift: bits.saturating_sub(used).min(20) }
    }

    /// The steps are of 2^-shift B/s.
    #[inline]
    pub(crate) fn shift(self) -> u32 {
        self.shift
    }

    /// A rate in steps. Beyond 2^62 steps (4.6 TB/s at the finest) it is clamped.
    #[inline]
    pub(crate) fn steps(self, rate: Rate) -> u64 {
        ((u128::from(rate.0)) << self.shift).min(1 << 62) as u64
    }

    /// `steps · factor`, exact where the factor is 1.
    #[inline]
    pub(crate) fn times(steps: u64, factor: f64) -> u64 {
        if factor == 1.0 { steps } else { ((steps as f64 * factor) as u64).min(1 << 62) }
    }

    /// Bytes in units of one step times one picosecond.
    #[inline]
    pub(crate) fn volume(self, bytes: u64) -> u128 {
        // A second has 40 bits, and the shift is up to 20.
        u128::from(bytes) * u128::from(SECOND << self.shift)
    }

    /// Whole bytes of a volume.
    #[inline]
    pub(crate) fn bytes(self, volume: u128) -> u64 {
        ((volume >> self.shift) / u128::from(SECOND)) as u64
    }
}

/// Bits of a rate that shares its integer with nothing.
pub(super) const EQUAL_BITS: u32 = 61;

/// The scale in which the rate of a machine's fastest link has so many bits.
pub(super) fn scale_of(machine: &dyn Machine, bits: u32) -> Scale {
    Scale::new(fastest_link(machine), bits)
}

/// The bandwidth of the fastest link of a machine.
pub(super) fn fastest_link(machine: &dyn Machine) -> Rate {
    (0..machine.links()).map(|link| machine.link(LinkId(link)).bandwidth).max().unwrap_or(Rate(0))
}

/// The time a volume takes at a rate, rounded up to a picosecond; [`Time::MAX`] at rate zero.
#[inline]
pub(crate) fn duration(volume: u128, rate: u64) -> Time {
    if volume == 0 {
        return Time::ZERO;
    }
    if rate == 0 {
        return Time::MAX;
    }
    if let Ok(volume) = u64::try_from(volume) {
        return Time::from_ps(volume.div_ceil(rate));
    }
    // One division of such integers, which takes many instructions, where `div_ceil` takes two.
    let below = (volume - 1) / u128::from(rate);
    Time::from_ps(u64::try_from(below).map_or(u64::MAX, |below| below.saturating_add(1)))
}

/// At most the picoseconds that a volume takes at a rate, and less by about 2^-30 of it where rates have 43 bits or more.
#[inline]
pub(crate) fn duration_at_least(volume: u128, rate: u64) -> u64 {
    let shift = 64 - ((volume >> 64) as u64).leading_zeros();
    let rate = rate.checked_shr(shift).unwrap_or(0);
    // ⌊v / 2^s⌋ / (⌊r / 2^s⌋ + 1) ≤ v / r.
    (volume >> shift) as u64 / (rate + 1)
}

/// How long bytes take at a rate, with the last answer: most messages are as long as the one before them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastDuration {
    bytes: u64,
    rate: u64,
    duration: Time,
}

impl LastDuration {
    /// [`duration`] of so many bytes.
    #[inline]
    pub(super) fn of(&mut self, scale: Scale, bytes: u64, rate: u64) -> Time {
        if (bytes, rate) != (self.bytes, self.rate) {
            *self = Self { bytes, rate, duration: duration(scale.volume(bytes), rate) };
        }
        self.duration
    }
}

/// A latency times a factor, rounded up to a picosecond; exact where the factor is 1.
#[inline]
pub(crate) fn latency(latency: Time, factor: f64) -> Time {
    // A float-to-integer `as` saturates.
    if factor == 1.0 { latency } else { Time::from_ps((latency.ps() as f64 * factor).ceil() as u64) }
}

/// A time that all routes between hosts take at least: the least latency of links that have one.
pub(super) fn least_latency(machine: &dyn Machine) -> Time {
    let latencies = (0..machine.links()).map(|link| machine.link(LinkId(link)).latency);
    latencies.filter(|latency| *latency > Time::ZERO).min().unwrap_or(Time::ZERO)
}

/// Time of a transfer over an otherwise empty path; `path` is overwritten. `capacity`: the capacity of links in multiples of
/// their bandwidth, shared by the passes of a route that contains a link several times.
pub(crate) fn uncontended_time(
    machine: &dyn Machine,
    scale: Scale,
    path: &mut Path,
    transfer: &Transfer,
    capacity: Option<f64>,
) -> Time {
    machine.path(transfer.source, transfer.destination, path);
    let steps = |link| scale.steps(machine.link(link).bandwidth);
    let narrowest = path.links.iter().map(|link| steps(*link)).min();
    let bound = scale.steps(path.bound);
    let mut rate = Scale::times(narrowest.map_or(bound, |rate| rate.min(bound)), transfer.bandwidth_factor);
    if let Some(capacity) = capacity {
        for link in &path.links {
            let times = path.links.iter().filter(|other| *other == link).count() as u64;
            rate = rate.min(Scale::times(steps(*link), capacity) / times);
        }
    }
    let volume = scale.volume(transfer.bytes);
    latency(path.latency, transfer.latency_factor).saturating_add(duration(volume, rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_to_the_picosecond() {
        let scale = Scale::new(Rate(12_500_000_000), 61);
        let rate = scale.steps(Rate(12_500_000_000));
        assert_eq!(duration(scale.volume(1_000_000), rate), Time::from_ns(80_000));
        assert_eq!(duration(scale.volume(1), rate), Time::from_ps(80));
        assert_eq!(duration(scale.volume(1), scale.steps(Rate(3))).ps(), 333_333_333_334);
        assert_eq!(scale.bytes(scale.volume(u64::MAX >> 8)), u64::MAX >> 8);
        assert_eq!(duration(1, 0), Time::MAX);
        assert_eq!(latency(Time::from_ps(10), 1.01), Time::from_ps(11));
    }

    #[test]
    fn the_last_duration_is_that_of_its_bytes_and_rate() {
        let scale = Scale::new(Rate(12_500_000_000), 61);
        let mut last = LastDuration::default();
        for (bytes, rate) in [(0, 0), (7, 0), (7, 3), (7, 3), (8, 3), (8, 4), (0, 4), (0, 0), (1 << 40, 1 << 60)] {
            assert_eq!(last.of(scale, bytes, rate), duration(scale.volume(bytes), rate), "{bytes} B at {rate}");
        }
    }

    #[test]
    fn the_fastest_link_fits() {
        for rate in [1, 1_000_000_000, u64::MAX >> 3] {
            assert!(Scale::new(Rate(rate), 61).steps(Rate(rate)) <= 1 << 61);
        }
    }
}
