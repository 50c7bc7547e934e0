//! The visitor trait of the GOAL parser, which gets operations and dependencies as they are read.

use super::operation::Operation;

/// Gets the contents of a text in its order.
pub(crate) trait Visitor {
    /// The number of ranks; comes first.
    fn ranks(&mut self, ranks: u32);

    /// An operation of the rank being read. Returns whether another one may follow.
    fn operation(&mut self, operation: Operation, line: u64) -> bool;

    /// `after` waits for `before`, for its end or from its start on; both are numbered in their rank. Returns whether
    /// another one may follow.
    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool;

    /// The rank has ended.
    fn end_of_rank(&mut self);
}
