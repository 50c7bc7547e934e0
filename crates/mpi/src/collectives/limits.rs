//! Limits on how many vertices (sends, receives, reductions …) a rank puts into one batch of a schedule ([`crate::schedule`]).
//!
//! A batch numbers its vertices in 16 bits ([`crate::schedule::VertexId`]), so longer schedules are cut into several batches. A
//! batch begins when the previous one is completely done, so a limit also bounds how much is in flight. Changing a limit
//! changes the simulated times of operations that exceed it, unless their vertices follow one another anyway.
//!
//! | limit | cuts | why this number |
//! |---|---|---|
//! | [`MESSAGES`] | linear algorithms above 32,768 ranks; `scattered` with a larger throttle | 2¹⁵: half of the 2¹⁶ numbers of vertices |
//! | [`SEGMENT_VERTICES`] | pipelined trees (per segment: one receive and a few vertices per child) | 2¹³: a batch of segments also stores the dependencies between its vertices |
//! | [`SPLIT_SEGMENTS`] | `split_binary` above 2,048 segments | 3 vertices a segment at most: 6,144 in all, fewer than [`SEGMENT_VERTICES`] |
//! | [`SYNC_RANKS`] | `gather linear_sync` above 8,192 ranks | 3 vertices a rank: 24,576 in all; between batches the root waits for the rest of a block |
//! | [`REDUCED_RANKS`] | `reduce linear` above 1,024 ranks | memory for the blocks; here all vertices follow one another, so the limit changes no time |

/// Messages or copies of one batch.
pub(crate) const MESSAGES: u32 = 32_768;
/// Vertices of the segments of one batch.
pub(crate) const SEGMENT_VERTICES: u64 = 8_192;
/// Segments of one batch of `split_binary`.
pub(crate) const SPLIT_SEGMENTS: u64 = 2_048;
/// Ranks of one batch of a gather that asks them one after the other.
pub(crate) const SYNC_RANKS: u32 = 8_192;
/// Ranks of one batch of a linear reduction.
pub(crate) const REDUCED_RANKS: u32 = 1_024;
