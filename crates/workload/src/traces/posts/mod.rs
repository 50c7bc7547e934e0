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
//! (kind, actor, bytes unpacked, bytes stored; 4 bytes each) and a zstd frame with a checksum. The unpacked data begin with
//! the actor's number once more. The actor's operations (`code`) are all its parts joined; an operation may begin in one
//! part and end in the next. The last part is the *closing mark*: the number of actors and parts, whether the program came
//! to its end, and the names of call sites. If the closing mark is missing, the recording was cut short. The operations in
//! the file are then replayed, with a warning.
//!
//! A trace may also be a folder with a file for each rank, `rank-0.trace` and so on, which contains only the parts of that
//! rank (`folder`).
//!
//! A recorder of a real run adds parts with two numbers for each MPI call: the nanoseconds outside of MPI before the call,
//! and the nanoseconds in the call. One more part names the MPI library. The module `recorded` replays the calls at these
//! times. Hardware counters can be added to a trace later (`counters`): then each block of computation has its counts as
//! parameters, and one part has the names of the counters.
//!
//! # Contents
//!
//! Posts are written unchanged if their effect does not depend on time. Other posts are written with the effect that they
//! *had*: a receive from any source gets the source and tag of the received message, a wait for some requests becomes a
//! wait for the requests that it returned, and a probe gets the message that it found. A replay repeats a test or probe
//! that succeeded in the recording until it succeeds again. A test or probe that failed is made once, for its cost.
//! Addresses and data are left out.
//!
//! A rank has its own indices for communicators, windows and files. The post that creates such an object assigns its index.
//! So a replay does not depend on the order in which different ranks create objects.

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
