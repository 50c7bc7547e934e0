//! Statistics of the packet model's own work: packets, events and the like.

/// Totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Messages delivered.
    pub completions: u64,
    /// Packets injected.
    pub packets: u64,
    /// Packets sent over a link, summed over links.
    pub hops: u64,
    /// Events processed, without wake-ups of ports.
    pub events: u64,
    /// The most packets under way at any time; with several threads the sum of their maxima, an upper bound.
    pub max_packets: u64,
}

/// What a partition counts of its own work.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartitionCounts {
    /// Packets created.
    pub(crate) packets: u64,
    /// Packets sent over a link, summed over links.
    pub(crate) hops: u64,
    /// Events processed, without wake-ups of ports.
    pub(crate) events: u64,
}
