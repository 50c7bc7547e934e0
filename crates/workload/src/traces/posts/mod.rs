//! Windtunnel's own trace format: the requests of ranks to the engine (posts, [`ops::Post`]), in one file.
//!
//! # File
//!
//! All numbers of fixed size are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `WTposts\n` |
//! | 4 | version of the format |
//! | 4 | ranks of the job |
//! | – | parts, in the order in which they were written |
//!
//! A part is a block of one actor's data (actors are the ranks, also those started during the run): a header of 16 bytes
//! (kind, actor, bytes unpacked, bytes stored; 4 bytes each) and a zstd frame with a checksum. The unpacked data begin
//! with the actor's number once more. The parts of an actor joined are its operations (`code`); an operation may reach
//! from one part into the next. The last part is the *closing mark*: the number of actors and parts, whether the program
//! came to its end, and the names of call sites. Without it the recording was cut short; what is there is replayed, with
//! a warning.
//!
//! A trace may be a folder with such a file of each rank, `rank-0.trace` and so on, each with the parts of its rank alone
//! (`folder`).
//!
//! A recorder of a real run adds parts with the times of calls, two numbers for each: nanoseconds outside of MPI before
//! it and in it. One more part names the MPI library. `recorded` makes the calls at these times. Hardware counters can be
//! added to a trace later: each block of computation then has its counts as parameters, and a part has the names of the
//! counters (`counters`).
//!
//! # Contents
//!
//! Posts are written unchanged, except for those whose effect depends on time. These are written with the effect that
//! they *had*: a receive from any source with the source and tag of its message, a wait for some requests as the wait for
//! those that it returned, a probe with the message that it found. A replay repeats a test or probe that succeeded until
//! it succeeds, and makes one that failed once, for its cost. Addresses and data are left out.
//!
//! A communicator, window or file is named by an index of the rank's own, which the post that creates it assigns. So a
//! replay does not depend on the order in which ranks create them.

mod call_times;
pub(crate) mod code;
mod counters;
mod cut;
mod folder;
mod operations;
pub(crate) mod parts;
mod recorded;
mod repeats;
mod source;
mod summary;
#[cfg(test)]
mod tests;

use super::error::TraceError;
use super::format::{Format, OpenTrace};
pub use super::operation::Operation;
pub use call_times::{CallTimes, SiteTimes, call_times};
pub use cut::{Excerpt as TraceExcerpt, cut};
pub use folder::{part_name, rank_of_part};
pub use operations::Operations;
use recorded::Recorded;
use source::Recording;
use std::path::{Path, PathBuf};
pub use summary::{FunctionSummary, MergeError, Summary, counters, merge};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "posts",
    doc: "Recordings of `windtunnel record`: one binary file with all that ranks ask of MPI. Of a recorder: a folder with one for each rank.",
    recognise,
    open,
};

fn recognise(head: &[u8], path: &Path) -> bool {
    head.starts_with(parts::MAGIC) || path.is_dir()
}

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let path = FORMAT.one_file(paths)?;
    let recording = Recording::open(path)?;
    let recorded = match recording.has_times() {
        true => Some(OpenTrace::of(Recorded::new(Recording::open(path)?)).driver),
        false => None,
    };
    Ok(OpenTrace { whole: recording.is_whole(), recorded, ..OpenTrace::of(recording) })
}
