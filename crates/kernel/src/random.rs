//! Random number streams, one for each entity (rank, host, link …) and purpose. The numbers of a stream are the same in every
//! version of Windtunnel and on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of one entity (an actor, a host …) for one purpose, under the run's seed. Streams of other
    /// entities and purposes do not overlap with it.
    pub fn new(seed: u64, purpose: u16, entity: u32) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(u64::from(purpose) << 32 | u64::from(entity));
        Self(generator)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, without bias (rejection of the last incomplete range).
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a number below zero was asked for");
        let limit = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.bits();
            if bits <= limit {
                return bits % bound;
            }
        }
    }

    /// A uniform number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_stable_and_apart() {
        let first = |purpose, entity| Stream::new(7, purpose, entity).bits();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
        assert_ne!(Stream::new(8, 1, 2).bits(), first(1, 2));
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut stream = Stream::new(1, 0, 0);
        let mut counts = [0u32; 6];
        for _ in 0..6_000 {
            counts[stream.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
        assert!((0..1000).map(|_| stream.unit()).all(|u| (0.0..1.0).contains(&u)));
    }
}
