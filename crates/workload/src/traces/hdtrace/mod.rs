//! Reads and replays HDTrace, the traces of PIOsimHD (J. Kunkel: "Simulating Parallel Programs on Application and System
//! Level", Computer Science - Research and Development, 2012). A trace is a project file `NAME.proj` and a file
//! `NAME_HOST_RANK_THREAD.trc` for each thread, all XML.
//!
//! The project file lists ranks, communicators and datatypes. A thread's file lists its calls with their times and
//! arguments:
//!
//! ```xml
//! <Program timeAdjustment='1246362518'>
//! <Nested>
//!   <Recv fromRank='0' fromTag='2' cid='0' time='0.448881' end='0.451950'/>
//! </Nested>
//! <Bcast size='4' rootRank='0' cid='0' count='1' tid='1' time='0.448878' end='0.451958'/>
//! </Program>
//! ```
//!
//! `Nested` has the calls that the next call has made internally. Times are seconds; `timeAdjustment` is added to them.
//! Sizes are bytes; in a collective operation they are one rank's share.
//!
//! # Replayed calls
//!
//! | in the trace | here |
//! |---|---|
//! | time between two calls | computation |
//! | `Send`, `Ssend`, `Bsend`, `Rsend`, `Recv`, `Sendrecv`, `Sendrecv_replace` | the same; as in MPICH, rank -1 is `MPI_PROC_NULL`, rank -2 `MPI_ANY_SOURCE` and tag -1 `MPI_ANY_TAG` |
//! | `Barrier`, `Bcast`, `Reduce`, `Allreduce`, `Scan`, `Exscan`, `Gather`, `Gatherv`, `Scatter`, `Allgather`, `Allgatherv`, `Alltoall` | the same, with the algorithms of the modelled library: what is nested in them is not replayed |
//! | `File_open` | an open, with simulated messages between the ranks. Apart from these messages, the open takes the time in the trace or the time of the I/O model, whichever is longer; if no calls are nested in it, the time of the I/O model |
//! | `File_close` | as in the I/O model; with a barrier if one is nested in it |
//! | `File_read`, `File_write`, `…_at`, `…_all`, `…_at_all` | an access, with the holes in memory that the datatype says |
//! | `File_sync` | the same, and a barrier |
//! | `File_set_view` of basic types | the displacement and the size of elements |
//! | any other call of MPI | keeps the time that it took |
//!
//! Non-blocking and one-sided calls, and collective operations whose sizes are not all in the trace (`Scatterv`, `Alltoallv`,
//! …), are refused, as skipping them would leave other ranks waiting for ever. Notices count the calls that keep their time and
//! those that are simplified.
//!
//! In a replay all ranks begin at one time, whatever the offsets of their first calls. A trace can also be played back
//! without simulation: the driver [`OpenTrace::recorded`] begins and ends every call when the trace says so.
//!
//! All ranks' traces are read when the project is opened: about 120 B for each call. Statistics (`.stat`) and `.info`
//! files are not read.

mod agree;
mod comms;
mod datatypes;
mod entry;
#[cfg(test)]
mod fuzz;
mod notices;
mod project;
mod reader;
mod recorded;
mod source;
mod steps;
#[cfg(test)]
mod tests;
mod xml;

use super::error::TraceError;
use super::format::{Format, OpenTrace};
use notices::Notices;
use project::Project;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// HDTrace in the list of formats.
pub(super) const FORMAT: Format = Format {
    name: "hdtrace",
    doc: "HDTrace of PIOsimHD: a project (`.proj`), with a trace of each rank (`.trc`) beside it.",
    recognise,
    open,
};

/// A project that was read.
#[derive(Debug)]
struct Set {
    project: Project,
    /// By rank.
    traces: Vec<entry::Trace>,
    /// The earliest begin of a call, picoseconds.
    origin: u128,
    /// Places in the program: `halo.c:42`.
    places: Vec<String>,
    notices: Notices,
}

fn recognise(head: &[u8], _: &Path) -> bool {
    let text = head.trim_ascii_start();
    text.starts_with(b"<") && head.windows(12).any(|window| window == b"<Application")
}

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let set = Arc::new(Set::read(FORMAT.one_file(paths)?)?);
    let recorded = OpenTrace::of(recorded::Recorded::new(Arc::clone(&set))).driver;
    Ok(OpenTrace { recorded: Some(recorded), ..OpenTrace::of(source::Project::new(set)) })
}

impl Set {
    fn read(path: &Path) -> Result<Self, TraceError> {
        let project = Project::read(path)?;
        let (mut notices, mut places) = (Notices::new(path, &project), reader::Places::default());
        let mut traces = Vec::new();
        for rank in 0..project.files.len() as u32 {
            traces.push(reader::read(&project, rank, &mut places, &mut notices)?);
        }
        agree::agree(&project, &mut traces)?;
        let begins = traces.iter().flat_map(|trace| &trace.entries).map(|entry| entry.begin);
        let origin = begins.min().unwrap_or(0);
        for (rank, trace) in (0..).zip(&traces) {
            trace.check_length(&project, rank, origin)?;
        }
        Ok(Self { project, traces, origin, places: places.into_names(), notices })
    }

    /// How many calls ranks have made, and how many there are.
    fn progress(&self, made: impl Iterator<Item = usize>) -> (u64, u64) {
        let all = self.traces.iter().map(|trace| trace.entries.len());
        (made.sum::<usize>() as u64, all.sum::<usize>() as u64)
    }

    /// A call site in words: the place in the program, or in the trace.
    fn describe(&self, site: u32) -> String {
        match site.checked_sub(entry::PLACES) {
            Some(place) => self.places[place as usize].clone(),
            None => format!("line {site} of the rank's trace"),
        }
    }
}
