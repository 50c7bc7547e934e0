//! Describes the tables of a run, and writes them as Parquet files.
//!
//! A table is a folder of complete Parquet files, `timeline/part-00000.parquet` and so on. Times are integers in
//! picoseconds. The metadata of every file contain `windtunnel.schema` ([`SCHEMA_VERSION`]) and `windtunnel.table`.
//!
//! [`TABLES`] describes each table once: its row as a struct, its columns with their types and documentation. The encoder,
//! the readers (`results`), the lists of tables, the reference documentation and the Python package are derived from this
//! description. A new table is one file in `tables` and one line in `tables/mod.rs`. A table that is not requested costs
//! nothing: the engine asks once which records are wanted ([`ops::Interest`]), and builds only these. In the steady state
//! recording does not allocate.
//!
//! The same records give the same bytes: a file ends after a fixed number of rows ([`PART_ROWS`]), never by wall-clock time.
//! [`Recorder::save`] is called every few seconds, so that a killed run loses at most the last seconds. It writes the rows of
//! an unfinished file as a shorter, readable file under the final name; the finished file replaces it later.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod chunk;
mod closer;
mod encode;
mod error;
#[cfg(test)]
mod example;
mod gathered;
mod recorder;
mod request;
mod schema;
mod site_numbers;
mod summary;
mod tables;
mod totals;
mod writer;

pub use error::ObserveError;
pub use recorder::{Recorder, TotalsRecorder};
pub use request::{check_tables, observable};
pub use schema::{
    Cell, Column, ColumnType, Field, Range, Row, SCHEMA_VERSION, State, TableSchema, Texts, Vocabulary, Written,
};
pub use summary::{FunctionTotals, ProtocolTotals, Summary};
pub use tables::rows::*;
pub use tables::{CollectiveTimeRow, ReplayedBlockRow, TABLES, rows};
pub use writer::{PART_ROWS, parts};

use files::Folder;

/// Writes a table of a run without a recorder.
///
/// # Errors
/// A file can't be written.
pub fn write_table<R: Row>(run: &Folder, rows: impl Iterator<Item = R>) -> Result<(), ObserveError> {
    Ok(files::commit_all(writer::write(run, rows)?)?)
}
