//! Two-phase collective I/O as in ROMIO, as a schedule of messages and accesses (R. Thakur, W. Gropp, E. Lusk: "Data Sieving
//! and Collective I/O in ROMIO", Frontiers 1999; R. Thakur, A. Choudhary: "An Extended Two-Phase Method for Accessing Sections
//! of Out-of-Core Arrays", Scientific Programming 5(4), 1996; Lustre: W. Liao, A. Choudhary: "Dynamically Adapting File Domain
//! Partitioning Methods for Collective I/O", SC 2008).
//!
//! 1. All ranks tell each other where their accesses begin and end, by two allgathers of 8 bytes. Two accesses interleave if
//!    one begins before the previous rank's access ends. If no accesses interleave, every rank makes its own access, and steps
//!    2 to 4 are left out, unless the hint `romio_cb_read` (for a read) or `romio_cb_write` (for a write) is `enable`.
//! 2. The accessed range is divided into file domains, one for each aggregator (the lowest rank of each host). Each rank tells
//!    the aggregators which extents it accesses in their domains: an alltoall of 4 bytes, then 16 bytes for each extent.
//! 3. The data move in rounds. In each round each aggregator fills its collective buffer (`cb_buffer_size`) at most once. The
//!    number of rounds is the maximum over the aggregators, found by an allreduce of 4 bytes. In a round of a write, ranks
//!    first tell the aggregators how much they will send (an alltoall of 4 bytes). An aggregator whose buffer will have holes
//!    reads the buffer's range from the file. Then the ranks send their data to the aggregators, which write. In a round of a
//!    read, the aggregators read; then the same alltoall follows; then the aggregators send the data to the ranks.
//! 4. A write ends with an allreduce of 4 bytes, or with a broadcast if there is only one aggregator.
//!
//! ROMIO's driver for Lustre writes differently: it aggregates accesses even if they do not interleave. A file domain consists
//! of stripes, which are assigned to the aggregators round-robin, and a collective buffer holds one stripe. Let the stripe
//! count be the number of servers that hold the file. The number of aggregators is a multiple of the stripe count. If there are
//! fewer aggregators than the stripe count, their number is a divisor of it. A round needs no alltoall, but two allreduces of 8
//! bytes come before the rounds.
//!
//! The simulated messages carry no data: when the rounds are over, every rank's data move directly between its memory and the
//! file.
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
