//! The priority queue of the flow model's solver (`wave`). It holds the links that the solver has yet to visit, the lowest
//! level first. The level of a link is a rate divided by a flow's weight (see `sharing`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A heap of links with a level each; equal levels come in the order of the links.
pub(super) type Lowest = BinaryHeap<Reverse<At>>;

/// A link and a level, in one integer, so that to compare two takes no jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At(u128);

impl At {
    #[inline]
    pub(super) fn new(level: u64, link: u32) -> Self {
        Self(u128::from(level) << 32 | u128::from(link))
    }

    #[inline]
    pub(super) fn level(self) -> u64 {
        (self.0 >> 32) as u64
    }

    #[inline]
    pub(super) fn link(self) -> u32 {
        self.0 as u32
    }
}
