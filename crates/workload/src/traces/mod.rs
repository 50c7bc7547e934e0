//! Reads and replays recorded traces. Each trace format has a reader. All readers deliver the same type of operations (from a
//! `source`), which `replay` executes.
//!
//! The format of a trace named on the command line is recognised by its contents: a list of trace files, one file that all
//! ranks share, or one file per rank in rank order.

pub(crate) mod error;
mod format;
mod goal;
mod hdtrace;
mod lines;
mod open;
pub(crate) mod operation;
pub mod posts;
mod replay;
mod source;
pub mod ti;

pub use error::{FilePosition, LineProblem, TraceError};
pub use format::{Format, HEAD, OpenTrace};
pub use open::{FORMATS, open};
