//! Divides the elements of a reduction into blocks, one for each rank.

use crate::schedule::Context;

/// A cut of a message into consecutive blocks of elements.
pub(crate) enum BlockBounds {
    /// Blocks of equal size.
    Equal(u64),
    /// As equal as can be: the first `longer` blocks have one element more.
    Even {
        /// Elements of a short block.
        short: u64,
        /// How many blocks are one element longer.
        longer: u64,
    },
    /// As many as can be are of this size; then one with the rest, and empty ones.
    Full {
        /// Elements of a full block.
        size: u64,
        /// Elements of all blocks.
        count: u64,
    },
    /// Where each block starts, and the end.
    Starts(Box<[u64]>),
}

impl BlockBounds {
    /// `count` elements over `blocks` blocks.
    pub(crate) fn even(count: u64, blocks: u32) -> Self {
        Self::Even { short: count / u64::from(blocks), longer: count % u64::from(blocks) }
    }

    /// `count` elements over `blocks` blocks, the first ones as long as the longest has to be.
    pub(crate) fn full(count: u64, blocks: u32) -> Self {
        Self::Full { size: count.div_ceil(u64::from(blocks)), count }
    }

    /// The blocks of a reduce_scatter(_block).
    pub(crate) fn of_reduce_scatter(context: &Context<'_>) -> Self {
        let Some(vectors) = &context.call.vectors else { return Self::Equal(context.call.count) };
        let element = context.call.element_bytes.max(1);
        let mut starts = Vec::with_capacity(vectors.recv_bytes.len() + 1);
        let mut start = 0;
        starts.push(0);
        for &bytes in &vectors.recv_bytes {
            start += bytes / element;
            starts.push(start);
        }
        Self::Starts(starts.into_boxed_slice())
    }

    /// The first element of a block (of the number of blocks: the end).
    pub(crate) fn start(&self, block: u32) -> u64 {
        match self {
            Self::Equal(size) => size * u64::from(block),
            Self::Even { short, longer } => short * u64::from(block) + longer.min(&u64::from(block)),
            Self::Full { size, count } => (size * u64::from(block)).min(*count),
            Self::Starts(starts) => starts[block as usize],
        }
    }

    /// The elements of `blocks` blocks from `first` on.
    pub(crate) fn count(&self, first: u32, blocks: u32) -> u64 {
        self.start(first + blocks) - self.start(first)
    }
}

/// Whether all blocks of a reduce_scatter are equally long.
pub(crate) fn equal_blocks(context: &Context<'_>) -> bool {
    let vectors = context.call.vectors.as_ref();
    vectors.is_none_or(|vectors| vectors.recv_bytes.windows(2).all(|pair| pair[0] == pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_blocks_come_first() {
        let sizes = |count| {
            let cut = BlockBounds::full(count, 4);
            (0..4).map(|block| cut.count(block, 1)).collect::<Vec<_>>()
        };
        assert_eq!((sizes(8), sizes(7), sizes(5)), (vec![2, 2, 2, 2], vec![2, 2, 2, 1], vec![2, 2, 1, 0]));
        assert_eq!((sizes(2), sizes(0)), (vec![1, 1, 0, 0], vec![0; 4]));
    }

    #[test]
    fn a_spread_has_no_gap_and_differs_by_one_at_most() {
        for count in 0..40 {
            for blocks in 1..12 {
                let cut = BlockBounds::even(count, blocks);
                assert_eq!((cut.start(0), cut.start(blocks)), (0, count));
                let sizes = (0..blocks).map(|block| cut.count(block, 1)).collect::<Vec<_>>();
                assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            }
        }
    }
}
