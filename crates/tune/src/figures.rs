//! Measures of link loads by which the mapping search compares mappings: the maximum, the plateau point, and hop-bytes (bytes
//! times links). The plateau point (a term of Jain, Bhatele et al.) is a quantile of the loads: the least load that a given
//! fraction of the links does not exceed.

use units::Time;

/// The objective of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The least load that this many millionths of the links do not exceed, added over phases.
    Plateau(u32),
    /// Bytes times links, added over all messages.
    HopBytes,
}

impl Objective {
    /// The fullest link.
    pub const MAX_LINK: Self = Self::Plateau(1_000_000);

    /// p of the norm of loads that stands for it in the search, as p = 2^k.
    pub(crate) fn squarings(self) -> u32 {
        match self {
            Self::HopBytes => 0,
            Self::Plateau(1_000_000) => 4,
            Self::Plateau(_) => 3,
        }
    }

    /// The order of mappings, best first: of equals by the objective the one with the less full link, then with fewer hops.
    pub fn key(self, figures: &LoadSummary) -> (u64, u64, u64) {
        (self.of(figures), figures.max.ps(), figures.hop_bytes)
    }

    /// The figure that is minimised.
    pub fn of(self, figures: &LoadSummary) -> u64 {
        match self {
            Self::Plateau(1_000_000) => figures.max.ps(),
            Self::Plateau(_) => figures.plateau.ps(),
            Self::HopBytes => figures.hop_bytes,
        }
    }
}

/// LoadSummary of the loads of the links between hosts and switches, phases added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadSummary {
    /// The plateau point at the objective's fraction of links (0.99 where it has none), in time: bytes over bandwidth.
    pub plateau: Time,
    /// The time that the fullest link needs.
    pub max: Time,
    /// Bytes times links.
    pub hop_bytes: u64,
}

/// Millionths of links for a plateau point, where the objective does not say.
const USUAL_FRACTION: u32 = 990_000;

impl Objective {
    pub(crate) fn fraction(self) -> u32 {
        match self {
            Self::Plateau(millionths) if millionths < 1_000_000 => millionths,
            _ => USUAL_FRACTION,
        }
    }
}

/// The least value that this many millionths of all do not exceed.
pub(crate) fn plateau(times: &mut [u64], millionths: u32) -> u64 {
    let place = (times.len() as u128 * u128::from(millionths)).div_ceil(1_000_000) as usize;
    match place.checked_sub(1) {
        Some(place) => *times.select_nth_unstable(place).1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plateau_point_is_the_least_load_that_a_fraction_does_not_exceed() {
        let mut loads: Vec<u64> = (1..=200).rev().collect();
        let points = [(1_000_000, 200), (990_000, 198), (985_001, 198), (500_000, 100), (5_000, 1), (1, 1)];
        points.iter().for_each(|&(millionths, expected)| assert_eq!(plateau(&mut loads, millionths), expected));
        assert_eq!(plateau(&mut [], 990_000), 0);
    }
}
