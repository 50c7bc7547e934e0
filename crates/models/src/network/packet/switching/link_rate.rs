//! Transmission times: how long the bytes of a packet occupy a link, in whole picoseconds. Rounding errors do not accumulate
//! over packets that are sent back to back.

/// Picoseconds per second.
const SECOND: u128 = 1_000_000_000_000;

/// What is carried over to a packet after an idle time.
pub(crate) const NO_CARRY: u64 = u64::MAX;

/// The rate of a link, or of a paced message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkRate {
    /// Picoseconds per byte with 64 fractional bits, rounded down.
    per_byte: u128,
}

impl LinkRate {
    /// `steps` of 2^-`shift` B/s; at least one step. Rates below 1 B/s count as that.
    pub(crate) fn new(steps: u64, shift: u32) -> Self {
        let steps = u128::from(steps).max(1 << shift);
        // 40 + 20 bits at most, then 64 more in two parts.
        let whole = (SECOND << shift) / steps;
        let rest = (SECOND << shift) % steps;
        Self { per_byte: (whole << 64) | ((rest << 64) / steps) }
    }

    /// Picoseconds that a single packet takes, rounded up.
    #[inline]
    pub(crate) fn transmission_time(&self, bytes: u32) -> u64 {
        // Below 2^124: at most 2^40 ps per byte, packets of at most 2^20 bytes.
        (self.per_byte.wrapping_mul(u128::from(bytes)).wrapping_add(u128::from(u64::MAX)) >> 64) as u64
    }

    /// Picoseconds that a packet takes behind one that left `carry` ([`NO_CARRY`] if the link was idle), and its own carry.
    /// Packets back to back take together what they would take as one, rounded up.
    #[inline]
    pub(crate) fn back_to_back(&self, bytes: u32, carry: u64) -> (u64, u64) {
        let total = self.per_byte.wrapping_mul(u128::from(bytes)).wrapping_add(u128::from(carry));
        ((total >> 64) as u64, total as u64)
    }

    /// Bytes that pass in a time in picoseconds, rounded up.
    pub(crate) fn bytes_in(&self, time: u64) -> u64 {
        let per_byte = self.per_byte.max(1);
        // In two parts, as the quotient may need more than 64 bits before the point.
        let time = u128::from(time);
        let (whole, rest) = ((time << 64) / per_byte, (time << 64) % per_byte);
        u64::try_from(whole).unwrap_or(u64::MAX).saturating_add(u64::from(rest > 0))
    }
}

/// A rate and its carry.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pacer {
    pub(crate) rate: LinkRate,
    carry: u64,
}

#[cfg(test)]
impl Pacer {
    pub(crate) fn new(steps: u64, shift: u32) -> Self {
        Self { rate: LinkRate::new(steps, shift), carry: NO_CARRY }
    }

    /// Picoseconds that a packet takes; `fresh`: the link was idle.
    pub(crate) fn send(&mut self, bytes: u32, fresh: bool) -> u64 {
        let (time, carry) = self.rate.back_to_back(bytes, if fresh { NO_CARRY } else { self.carry });
        self.carry = carry;
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_back_to_back_take_what_one_would() {
        for rate in [1u64, 3, 333_333_333, 12_500_000_000, 9_999_999_967] {
            let mut pacer = Pacer::new(rate, 0);
            let mut total = 0;
            for at in 0..10_000u64 {
                total += u128::from(pacer.send(4_096, at == 0));
                let exact = (u128::from(4_096 * (at + 1)) * SECOND).div_ceil(u128::from(rate));
                assert_eq!(total, exact, "{rate} after {at}");
            }
            assert_eq!(u128::from(pacer.rate.transmission_time(7)), (7 * SECOND).div_ceil(u128::from(rate)));
        }
    }

    #[test]
    fn bytes_of_a_time() {
        assert_eq!(LinkRate::new(1_000_000_000, 0).bytes_in(5_500), 6);
        assert_eq!(LinkRate::new(1_000_000_000 << 20, 20).bytes_in(5_000), 5);
        assert_eq!(LinkRate::new(1, 0).bytes_in(1), 1);
    }
}
