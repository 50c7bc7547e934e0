//! Folding: reduces any number of ranks to a power of two before algorithms that need one, in rank order.
//!
//! With P = 2^k + r ranks, the first 2r ranks pair up: one rank of each pair hands its data to the other one, and sits out. The
//! 2^k ranks that stay are numbered in rank order, so that operations that are not commutative keep their order.

/// The numbering of the ranks that stay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    /// How many stay: a power of two.
    pub(crate) count: u32,
    /// How many sit out.
    pub(crate) pairs: u32,
    // Which of a pair stays: 0 the even one, 1 the odd one.
    stays: u32,
}

impl Fold {
    /// The even rank of each pair gives, the odd one stays.
    pub(crate) fn onto_odd(size: u32) -> Self {
        let count = super::common::floor_power_of_two(size);
        Self { count, pairs: size - count, stays: 1 }
    }

    /// The odd rank of each pair gives, the even one stays.
    pub(crate) fn onto_even(size: u32) -> Self {
        Self { stays: 0, ..Self::onto_odd(size) }
    }

    /// The other rank of the pair, if the rank is in one.
    pub(crate) fn partner(&self, rank: u32) -> Option<u32> {
        (rank < 2 * self.pairs).then_some(rank ^ 1)
    }

    /// The number of a rank that stays.
    pub(crate) fn number(&self, rank: u32) -> Option<u32> {
        if rank >= 2 * self.pairs { Some(rank - self.pairs) } else { (rank % 2 == self.stays).then_some(rank / 2) }
    }

    /// The rank with a number.
    pub(crate) fn rank(&self, number: u32) -> u32 {
        if number < self.pairs { 2 * number + self.stays } else { number + self.pairs }
    }

    /// The first rank whose data the number stands for; of the count itself: the number of ranks.
    pub(crate) fn first(&self, number: u32) -> u32 {
        number + number.min(self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranks_are_inverse_and_in_order() {
        for size in 1..50 {
            for fold in [Fold::onto_odd(size), Fold::onto_even(size)] {
                let mut last = None;
                for number in 0..fold.count {
                    let rank = fold.rank(number);
                    assert_eq!(fold.number(rank), Some(number));
                    assert!(rank < size && Some(rank) > last);
                    assert!((fold.first(number)..fold.first(number + 1)).contains(&rank));
                    last = Some(rank);
                }
                let out = (0..size).filter(|&rank| fold.number(rank).is_none()).count();
                assert_eq!(out as u32, fold.pairs);
                assert_eq!(fold.first(fold.count), size);
            }
        }
    }
}
