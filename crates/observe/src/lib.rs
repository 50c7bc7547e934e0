//! What a run leaves behind: tables in the run folder, and totals for its summary.
//!
//! A table is a folder of closed Parquet files, `timeline/part-00000.parquet` and on. A part is written under
//! another name and renamed when it is complete. Times are integers in picoseconds; every file carries
//! `windtunnel.schema` ([`SCHEMA`]) and `windtunnel.table` in its metadata.
//!
//! The same records give the same bytes. Parts therefore end after a number of rows ([`PART_ROWS`]), never by the clock of
//! the machine underneath. So that a run which is killed has lost no more than seconds, [`Recorder::save`], which is called
//! by that clock, writes what the open parts have so far *under the names that the complete parts get*: a complete part
//! takes the place of its beginning, and a run that ends leaves no trace of when it was saved.
//!
//! An output is one file here and one line in [`OUTPUTS`]. One that is off costs nothing: the engine asks for
//! [`ops::Interest`] once and builds no record that nobody wants. In the steady state none allocates.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod blocks;
mod chunk;
mod closer;
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
pub use links::{LinkBucket, LinkChannelTotals, LinkTotals, LinkUse};
pub use messages::PROTOCOLS;
pub use outputs::{Column, OUTPUTS, Output, check_outputs, choices};
pub use recorder::Recorder;
pub use summary::{FunctionTotals, ProtocolTotals, Summary};
pub use table::{Kind, PART_ROWS, SCHEMA, parts};
pub use waits::WAIT_CAUSES;
