//! What a run leaves behind: tables in the run folder, and totals for its summary.
//!
//! A table is a folder of closed Parquet files, `timeline/part-00000.parquet` and on. A part is written under
//! another name and renamed when it is complete, so a run that was killed is readable up to its last part. Times
//! are integers in picoseconds; every file carries `windtunnel.schema` ([`SCHEMA`]) and `windtunnel.table` in its
//! metadata.
//!
//! The same records give the same bytes. Parts therefore end after a number of rows or of simulated events
//! ([`Recorder::progress`]), never by the clock of the machine underneath. [`PART_ROWS`] and [`PART_EVENTS`] are what
//! a run at a tenth of the usual speed gets through in ten seconds.
//!
//! An output is one file here and one line in [`OUTPUTS`]. One that is off costs nothing: the engine asks for
//! [`ops::Interest`] once and builds no record that nobody wants. In the steady state none allocates.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod blocks;
mod chunk;
mod encode;
mod error;
mod hosts;
mod io;
mod links;
mod messages;
mod outputs;
mod ranks;
mod recorder;
mod sites;
mod summary;
mod table;
mod timeline;
mod waits;

pub use error::ObserveError;
pub use hosts::write_hosts;
pub use io::IO_OPERATIONS;
pub use links::{LinkChannelUse, LinkPartUse, LinkUse, LinkUseInBucket};
pub use messages::PROTOCOLS;
pub use outputs::{Column, OUTPUTS, Output, check_outputs, choices};
pub use recorder::Recorder;
pub use summary::{FunctionTotals, ProtocolTotals, Summary};
pub use table::{Kind, PART_ROWS, SCHEMA, parts};
pub use waits::WAIT_CAUSES;

/// A part of every table that has rows ends after so many simulated events.
pub const PART_EVENTS: u64 = 1 << 21;
