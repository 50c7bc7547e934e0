//! Two-phase collective I/O as in ROMIO, as a schedule of messages and accesses (R. Thakur, W. Gropp, E. Lusk: "Data Sieving
//! and Collective I/O in ROMIO", Frontiers 1999; R. Thakur, A. Choudhary: "An Extended Two-Phase Method for Accessing Sections
//! of Out-of-Core Arrays", Scientific Programming 5(4), 1996; Lustre: W. Liao, A. Choudhary: "Dynamically Adapting File Domain
//! Partitioning Methods for Collective I/O", SC 2008).
//!
//! 1. All ranks tell each other where their accesses begin and end: two allgathers of 8 bytes. If the accesses do not
//!    interleave (each begins after the end of the previous rank's), every rank makes its own access, and steps 2 to 4 are left
//!    out, unless the hint `romio_cb_read` or `romio_cb_write` is `enable`.
//! 2. The accessed range is divided into file domains, one for each aggregator (the lowest rank of each host). Ranks tell the
//!    aggregators which extents they access in their domains: an alltoall of 4 bytes, then 16 bytes for each extent.
//! 3. Rounds follow, in each of which each aggregator fills its collective buffer (`cb_buffer_size`) at most once. Their number
//!    is the maximum over the aggregators (an allreduce of 4 bytes). A round of a write: an alltoall of 4 bytes (how much each
//!    rank sends); if the buffer has holes, its aggregator reads it from the file; ranks send their data to the aggregators;
//!    the aggregators write. A round of a read: the aggregators read; the alltoall; the aggregators send the data to the ranks.
//! 4. A write ends with an allreduce of 4 bytes, or with a broadcast if there is one aggregator.
//!
//! ROMIO's driver for Lustre writes differently, and aggregates even accesses that do not interleave. File domains consist of
//! stripes, which are assigned to the aggregators round-robin, and a collective buffer is one stripe. The number of aggregators
//! is a multiple of the file's stripe count (the number of servers that hold it) or, if there are fewer aggregators than that,
//! a divisor of it. A round needs no alltoall, but two allreduces of 8 bytes come before the rounds.
//!
//! Simulated messages carry no data here: every rank's data move directly between its memory and the file when the rounds are
//! over.
//!
//! | file | contents |
//! |---|---|
//! | `domains` | which rank aggregates which bytes |
//! | `plan` | the transfers and accesses of each round |
//! | `together` | the ranges of all ranks, which they tell each other first |
//! | `generator` | the schedule of one rank |

mod domains;
mod generator;
mod plan;
mod together;

pub(super) use generator::{Direct, TwoPhase};
pub(super) use together::{Aggregators, Together};
