//! Shows finished runs: as a summary, an explanation of lost time, a report, link loads, or an export. Every view reads a
//! run folder through [`results`] and returns text, data or files; the command line only prints them.
//!
//! A new view is a folder here, a line in the list of modules below, and a command of its own in `crates/cli`. Several views
//! share [`critical_path`], [`differences`], [`efficiency`], [`losses`], [`roots`], `machine` and [`text`].
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

#[cfg(test)]
mod example;
pub mod explain;
pub mod export;
pub mod kit;
pub mod links;
pub mod report;
pub mod summary;

pub mod critical_path;
pub mod differences;
pub mod divergence;
pub mod efficiency;
pub mod losses;
pub mod roots;
pub mod text;

mod by_number;
mod machine;

#[cfg(test)]
mod testing;
