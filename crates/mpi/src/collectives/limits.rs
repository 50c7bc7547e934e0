//! Limits on how many vertices (sends, receives, reductions …) a rank puts into one batch of a schedule ([`crate::schedule`]).
//!
//! A batch numbers its vertices in 16 bits ([`crate::schedule::VertexId`]), so longer schedules are cut into several batches. A
//! batch begins when the previous one is completely done: so a limit also bounds how much is in flight, and changing it changes
//! the simulated times of operations beyond it.
//!
//! | limit | cuts | why this number |
//! |---|---|---|
//! | [`MESSAGES`] | linear algorithms above 32,768 ranks, `scattered` with a larger throttle | half of the vertices of a batch |
//! | [`SEGMENT_VERTICES`] | pipelined trees with more segments | an eighth: a segment has several vertices, with dependencies |
//! | [`SPLIT_SEGMENTS`] | `split_binary` with more segments | a quarter of that, as a segment has several vertices |
//! | [`SYNC_RANKS`] | `gather linear_sync` above 8,192 ranks | 3 vertices a rank; a cut waits for the rest of one block |
//! | [`REDUCED_RANKS`] | `reduce linear` above 1,024 ranks | memory; all vertices follow one another, so a cut changes no time |

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
