//! Recorded traces.
//!
//! What the user names on the command line is recognised by content: a list of trace files, one file that all
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
