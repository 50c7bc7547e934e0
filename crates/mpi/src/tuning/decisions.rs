//! The decisions of a tuning file: which algorithm a collective operation uses for which number of ranks and message size. All
//! formats of tuning files are read into this form.

use ops::Operation;

/// A choice by its name in tuning files, with the numbers that go with it; 0 where none is given.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pick {
    /// The algorithm.
    pub name: String,
    /// Bytes of a segment.
    pub segment: u64,
    /// Children in a tree, or chains.
    pub fan_out: u64,
    /// Requests under way.
    pub requests: u64,
}

/// From a size on, up to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromSize {
    /// Bytes, as the format counts them; 0 in the first one.
    pub from: u64,
    /// The choice; none: the library's own.
    pub pick: Option<Pick>,
}

/// From a number of ranks on, up to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForRanks {
    /// Ranks. The first one also holds for fewer.
    pub from: u32,
    /// By size; none: the library's own decisions.
    pub sizes: Vec<FromSize>,
}

/// Decisions on an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decisions {
    /// The operation.
    pub operation: Operation,
    /// By ranks, in ascending order.
    pub ranks: Vec<ForRanks>,
}
