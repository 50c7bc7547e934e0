//! Workloads without a program: recorded traces and parametrised motifs.
//!
//! Both implement [`ops::RankDriver`]: they post what the rank half of the MPI layer would post for the same
//! calls, have no stack and no data, and so drive the same engine half as a real program does.
//!
//! - [`traces`]: reading. A format is one folder and one line in [`traces::FORMATS`].
//! - [`record`]: writing. A wrapper around any driver writes what passes through it.
//! - [`goal`]: GOAL programs and LogGOPSim's exact executor of them.
//! - [`sizes`]: messages of other sizes, by rules: a wrapper around any driver without data.
//! - [`motifs`]: generated on the fly. A motif is one file and one line in [`motifs::MOTIFS`].
//!
//! # Example
//! Compiled and run as a test of the crate:
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
