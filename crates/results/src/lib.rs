//! Reads run folders: the manifest ([`Manifest`]) and the tables, row by row.
//!
//! [`Run::open`] reads `run.json`. [`Run::rows`] streams a table as typed rows ([`TimelineRow`], [`MessageRow`], …) with
//! integer times, in batches of some thousand rows. [`Rows::only`] filters rows, and skips the Parquet row groups that have
//! no match. [`Run::sorted`] sorts rows (all ranks by time, or rank by rank), on disk if there are many.
//!
//! [`observe::TABLES`] describes the tables and declares their rows. When a table is opened, its columns are checked
//! against this description.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod error;
#[cfg(test)]
mod example;
mod graph;
mod manifest;
mod reader;
mod run;
mod sort;

pub use config::UsedDefault;
pub use error::ResultsError;
pub use graph::{Edge, Graph};
pub use manifest::{
    Computation, FileServer, FunctionShare, HostUse, HotLink, Losses, MachineUse, Manifest, PhaseShare, RunFiles,
    RunOutcome, RunTotals, SampleShare, Share, StartedWorld, StepShare, TimeShares,
};
pub use observe::rows::*;
pub use observe::{ReplayedBlockRow, Row, State};
pub use ops::{CollectivePart, CommId};
pub use reader::Rows;
pub use run::{FILES, MEASUREMENTS_FOLDER, PLATFORM_FILE, PROGRAM_FOLDER, Run, Sites, WHAT_IF_FOLDER};
pub use sort::Sorted;
pub use units::ActorId;
