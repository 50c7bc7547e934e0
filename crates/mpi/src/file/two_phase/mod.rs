//! Two-phase collective I/O as in ROMIO (R. Thakur, W. Gropp, E. Lusk: "Data Sieving and Collective I/O in ROMIO", Frontiers 1999;
//! R. Thakur, A. Choudhary: "An Extended Two-Phase Method for Accessing Sections of Out-of-Core Arrays", Scientific Programming
//! 5(4), 1996; Lustre: W. Liao, A. Choudhary: "Dynamically Adapting File Domain Partitioning Methods for Collective I/O", SC 2008),
//! as a schedule of messages and accesses.
//!
//! 1. All ranks tell each other where their accesses begin and end: two allgathers of 8 bytes. If no access begins before that of the
//!    rank before it ends, every rank makes its own.
//! 2. Aggregators, the lowest rank of each host, divide the range that is accessed into domains. Ranks tell them which stretches
//!    they access there: an alltoall of 4 bytes, then 16 bytes for each stretch.
//! 3. Rounds, as many as the most that an aggregator needs (an allreduce of 4 bytes), each for one buffer: of a write an alltoall
//!    of 4 bytes, a read if there are holes, the data to the aggregators, a write; of a read a read, the alltoall, the data.
//! 4. Of a write, an allreduce of 4 bytes, or a broadcast if there is one aggregator.
//!
//! Lustre's driver writes in another way: domains are stripes, dealt to aggregators in turn, as many for each stripe of the file's
//! count, and a buffer is one stripe; so ranks need no alltoall in a round, but two allreduces of 8 bytes before.
//!
//! Messages carry no contents here: those of every rank move between its memory and the file at once, when the rounds are over.
//!
//! | file | what |
//! |---|---|
//! | `domains` | who aggregates which bytes |
//! | `plan` | what is moved in which round |
//! | `together` | what ranks know of each other |
//! | `generator` | the schedule of one rank |

mod domains;
mod generator;
mod plan;
mod together;

pub(super) use generator::{Direct, TwoPhase};
pub(super) use together::{Aggregators, Together};
