//! Upper limits on the values in traces (ranks, requests, communicators …), beyond which a trace is refused.

/// Ranks.
pub(crate) const RANKS_MAX: u32 = u32::MAX >> 1;
/// Bytes of a message, a buffer or an access; elements of a count, and a place in a file: 256 TiB.
pub(crate) const BYTES_MAX: u64 = 1 << 48;
/// Requests of a wait or test.
pub(crate) const SET_MAX: u64 = 1 << 28;
/// Blocks of a layout.
pub(crate) const BLOCKS_MAX: u64 = 1 << 28;
/// Partitions of a message.
pub(crate) const PARTITIONS_MAX: u32 = 1 << 28;
/// Ranks that one call starts.
pub(crate) const SPAWNED_MAX: u64 = 1 << 24;
/// A rank hands over its posts after this many, even if it waits for nothing.
pub(crate) const BATCH: usize = 1024;
