//! Workloads without a program: recorded traces and parametrised motifs.
//!
//! Both implement [`ops::RankDriver`]: traces and motifs make the requests to the engine (*posts*, [`ops::Post`]) that a
//! real program's MPI calls would make. Their ranks have no stack and no data. The engine half of the MPI layer is the same
//! as for a real program.
//!
//! - [`traces`]: replays traces. A new format is one folder and one line in [`traces::FORMATS`].
//! - [`record`]: records traces. A wrapper around any driver (what runs the ranks) writes the requests that pass through
//!   it.
//! - [`goal`]: GOAL programs, and an executor of them that gives the same times as LogGOPSim.
//! - [`sizes`]: scales the sizes of messages by rules (`--scale-bytes`), as a wrapper around any driver without data.
//! - [`motifs`]: communication patterns, generated on the fly. A new motif is one file and one line in [`motifs::MOTIFS`].
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod calls;
#[cfg(test)]
mod example;
#[cfg(test)]
#[path = "../../../fuzz/harness.rs"]
mod fuzz_harness;
pub mod goal;
mod limits;
pub mod motifs;
mod numbers;
pub mod record;
pub mod sizes;
#[cfg(test)]
mod testing;
pub mod traces;
