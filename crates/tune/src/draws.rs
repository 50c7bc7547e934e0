//! Random numbers of a mapping search: SplitMix64 (`platform::mix`) in counter mode, that is, the n-th number is a hash
//! of the seed, the purpose and n.

use platform::mix;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    key: u64,
    count: u64,
}

impl Draws {
    /// A stream of its own for each seed and purpose.
    pub(crate) fn new(seed: u64, purpose: u64) -> Self {
        Self { key: mix(mix(seed) ^ purpose), count: 0 }
    }

    /// A number below `bound`, which is at least 1.
    #[inline]
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.count += 1;
        let draw = mix(self.key ^ self.count) >> 32;
        ((draw * bound as u64) >> 32) as usize
    }

    /// Shuffles (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
