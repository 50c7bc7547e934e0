//! The parts into which a rank's wait for file servers is divided: data transfer, contention, metadata, requests, locks, seeks
//! and data sieving.

use crate::FileTimes;
use units::Time;

/// A part of what servers of files take of a wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FilePart {
    /// See [`FileTimes::data`].
    Data,
    /// See [`FileTimes::contention`].
    Contention,
    /// See [`FileTimes::metadata`].
    Metadata,
    /// See [`FileTimes::requests`].
    Requests,
    /// See [`FileTimes::locks`].
    Locks,
    /// See [`FileTimes::seeks`].
    Seeks,
    /// See [`FileTimes::sieving`].
    Sieving,
}

impl FileTimes {
    fn parts_mut(&mut self) -> [&mut Time; 7] {
        let Self { data, contention, metadata, requests, locks, seeks, sieving, server: _ } = self;
        [data, contention, metadata, requests, locks, seeks, sieving]
    }

    /// All parts.
    pub fn parts(&self) -> [(FilePart, Time); 7] {
        [
            (FilePart::Data, self.data),
            (FilePart::Contention, self.contention),
            (FilePart::Metadata, self.metadata),
            (FilePart::Requests, self.requests),
            (FilePart::Locks, self.locks),
            (FilePart::Seeks, self.seeks),
            (FilePart::Sieving, self.sieving),
        ]
    }

    /// The sum of all parts.
    pub fn whole(&self) -> Time {
        self.parts().into_iter().fold(Time::ZERO, |sum, (_, part)| sum.saturating_add(part))
    }

    /// Its parts and those of another one that came before or after.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        if other.contention > self.contention || self.contention == Time::ZERO {
            self.server = other.server;
        }
        for (part, (_, more)) in self.parts_mut().into_iter().zip(other.parts()) {
            *part = part.saturating_add(more);
        }
        self
    }

    /// Limited to this total: every part in proportion.
    #[must_use]
    pub fn within(mut self, most: Time) -> Self {
        let whole = self.whole();
        if whole <= most {
            return self;
        }
        let (mut before, mut given) = (0_u128, 0_u128);
        for part in self.parts_mut() {
            before += u128::from(part.ps());
            let up_to = before * u128::from(most.ps()) / u128::from(whole.ps());
            *part = Time::from_ps((up_to - given) as u64);
            given = up_to;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(data: u64, contention: u64, seeks: u64, server: u32) -> FileTimes {
        let [data, contention, seeks] = [data, contention, seeks].map(Time::from_ps);
        FileTimes { data, contention, seeks, server: Some(server), ..FileTimes::default() }
    }

    #[test]
    fn sums_name_the_server_with_most_contention() {
        let sum = FileTimes::default().plus(&times(5, 1, 0, 3)).plus(&times(1, 2, 4, 7));
        assert_eq!(sum, times(6, 3, 4, 7));
        assert_eq!(sum.whole(), Time::from_ps(13));
    }

    #[test]
    fn parts_that_fit_are_in_proportion_and_sum_to_the_wait() {
        let sum = times(60, 30, 11, 0);
        assert_eq!(sum.within(Time::from_ps(101)), sum);
        assert_eq!(sum.within(Time::from_ps(50)), times(29, 15, 6, 0));
        assert_eq!(sum.within(Time::from_ps(50)).whole(), Time::from_ps(50));
        assert_eq!(sum.within(Time::ZERO), times(0, 0, 0, 0));
    }
}
