//! What a run has left behind, read back: the manifest ([`Manifest`]) and the tables, row by row.
//!
//! [`Run::open`] reads `run.json`. [`Run::rows`] streams a table as typed rows ([`TimelineRow`], [`MessageRow`], …) with
//! integer times; it holds some thousand rows at a time, however long the table is. [`Rows::only`] leaves out rows, and
//! whole parts unread. [`Run::sorted`] brings rows in another order (all ranks by time, or rank by rank), on disk where
//! there are many.
//!
//! Tables are described once, in [`observe::OUTPUTS`]: names and kinds of columns are checked against what a row expects,
//! and a test compares every list of columns with its row.
//!
//! A new table is read by one entry in `rows.rs`.
#![forbid(unsafe_code)]

mod error;
mod field;
mod manifest;
mod reader;
mod rows;
mod run;
mod sort;

pub use error::ResultsError;
pub use field::{Cell, Field, State, Texts};
pub use manifest::{
    Computation, FunctionShare, HostUse, HotLink, MANIFEST_SCHEMA, Manifest, PhaseShare, Share, StartedWorld,
    TimeShares, UsedDefault,
};
pub use observe::Kind;
pub use reader::Rows;
pub use rows::{
    BlockRow, CallRow, HostRow, IoRow, LinkBucketRow, LinkChannelRow, LinkRow, LinkUseRow, MessageRow, RankRow, Row,
    SiteRow, TABLES, TimelineRow, WaitRow,
};
pub use run::{FILES, MEASUREMENTS_FOLDER, PLATFORM_FILE, PROGRAM_FOLDER, Run, Sites, WHAT_IF_FOLDER};
pub use sort::Sorted;
