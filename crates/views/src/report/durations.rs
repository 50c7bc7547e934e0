//! The bins of duration histograms in reports, two for each power of two: [2ᵉ, 1.5·2ᵉ) and [1.5·2ᵉ, 2ᵉ⁺¹) picoseconds.

/// The number of the range that a duration is in; 0 is that of no time at all.
#[inline]
pub(crate) fn range_of(duration: u64) -> u16 {
    let Some(power) = duration.checked_ilog2() else { return 0 };
    let upper = power > 0 && duration >> (power - 1) & 1 == 1;
    1 + 2 * power as u16 + u16::from(upper)
}

/// The least duration of a range, in picoseconds.
pub(crate) fn from(range: u16) -> u64 {
    let Some(number) = range.checked_sub(1) else { return 0 };
    let power = 1 << (number / 2);
    power + number as u64 % 2 * (power / 2)
}

/// Numbers of ranges are below this.
pub(crate) const RANGES: usize = 1 + 2 * 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_duration_is_in_the_range_that_begins_last_before_it() {
        for duration in (0..5000).chain([u64::MAX - 1, u64::MAX, 1 << 63, (1 << 63) - 1, 3 << 40, (3 << 40) - 1]) {
            let range = range_of(duration);
            assert!(from(range) <= duration, "{duration}");
            let next = (range + 1..RANGES as u16).find(|next| from(*next) > from(range));
            assert!(next.is_none_or(|next| duration < from(next)), "{duration} is in {range}");
            assert!(usize::from(range) < RANGES);
        }
    }
}
