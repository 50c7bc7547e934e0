//! Time-independent traces of SimGrid (`smpirun -trace-ti`).
//!
//! A line is `RANK ACTION ARGUMENT…`; the actions are those of SimGrid's `smpi_replay.cpp` (version 4.2), listed
//! with their arguments in [`actions`]. Lines without a field and lines that begin with `#` are skipped. What
//! SimGrid does and a reader might not expect:
//!
//! - A last line without its newline is not executed (a trace cut short ends in one). We say so, unless it is a
//!   `finalize`, which has no effect anyway.
//! - Lines of other ranks in a rank's own file are ignored; we warn.
//! - `wait` and `test` name a request by sender, receiver and tag, the first posted first; a `wait` for a request
//!   that is not there does nothing; a `test` puts its request back behind those of the same name.
//! - `waitall` waits for all requests, and at the end of a trace those left are waited for.
//! - A receive with a negative count probes for the message and takes its size.
//! - Counts are elements of the type that the line ends with, or else of `MPI_BYTE`, or of `MPI_DOUBLE` after an
//!   `init` with an argument. In SimGrid the last `init` of any rank sets that for all; here each rank's own does,
//!   and ranks that differ are reported.
//! - The numbers SimGrid writes for `MPI_ANY_SOURCE` (-555), `MPI_ANY_TAG` (-444) and `MPI_PROC_NULL` (-666) are
//!   understood.
//! - Files that `windtunnel record` has written begin with a comment that promises another one as their last line; where
//!   that is missing we warn.
//! - In a few lines of SimGrid's writer a receive count of 0 is left out; the number of fields tells.
//!
//! Computation before a call is the call's block; `compute` lines in a row are one block.

pub(crate) mod action;
mod collective;
pub(crate) mod datatype;
mod fields;
#[cfg(test)]
mod fuzz;
mod replay;
mod requests;
#[cfg(test)]
mod tests;

pub use replay::TiReplay;

use super::lines::{Files, rank_of};
use super::{Format, LineProblem, OpenTrace, Place, TraceError};
use fields::Fields;
use std::fs;
use std::path::{Path, PathBuf};

/// Time-independent traces in the list of formats.
pub const FORMAT: Format = Format {
    name: "ti",
    doc: "Time-independent traces of SimGrid: a list of one file per rank, or one file that all ranks share.",
    recognise,
    open: |paths| {
        let driver = open(paths)?;
        Ok(OpenTrace { ranks: driver.ranks(), driver: Box::new(driver) })
    },
};

/// The first line of a rank's file that we have recorded: it promises [`COMPLETE`]. Other readers skip both.
pub(crate) const RECORDING: &[u8] = b"# recorded by windtunnel; complete if the last line says so";
/// The last line.
pub(crate) const COMPLETE: &[u8] = b"# complete";

/// Name and arguments of every action.
pub fn actions() -> impl Iterator<Item = (&'static str, &'static str)> {
    action::ACTIONS.iter().map(|action| (action.name, action.arguments))
}

/// Opens a list, a shared file, or one file per rank in rank order. A single file with the lines of one rank alone
/// is that of rank 0.
pub fn open(paths: &[PathBuf]) -> Result<TiReplay, TraceError> {
    match paths {
        [] => Err(TraceError::NoFile),
        [one] => match super::head(one)? {
            head if looks_like_trace(&head) => TiReplay::shared(one.clone()),
            _ => {
                let entries = list(one)?;
                // A list of one line: the file is shared by all ranks.
                if let [shared] = &*entries { TiReplay::shared(shared.clone()) } else { TiReplay::own(entries) }
            }
        },
        several => TiReplay::own(several.to_vec()),
    }
}

/// Lines of a file's head that say something.
fn significant(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && line[0] != b'#')
}

/// Whether the first line that says something is a rank and, most likely, an action.
fn looks_like_trace(head: &[u8]) -> bool {
    significant(head).next().is_some_and(|line| {
        let mut fields = Fields::new(line);
        let rank = fields.next().and_then(rank_of);
        // A wrong action on the first line is better reported as that than as a missing file.
        rank.is_some() && fields.next().is_some()
    })
}

fn recognise(head: &[u8], path: &Path) -> bool {
    let Some(first) = significant(head).next() else {
        return false;
    };
    let mut fields = Fields::new(first);
    let rank = fields.next().and_then(rank_of);
    if rank.is_some() && fields.next().is_some_and(action::is_action) {
        return true;
    }
    if rank.is_some() && fields.next().is_some() {
        return looks_like_trace(head);
    }
    // A list: its first entry is a trace, or at least there.
    std::str::from_utf8(first).is_ok_and(|entry| resolve(path, entry).is_some())
}

/// The file that an entry of a list names: beside the list, or from the current folder as in SimGrid.
fn resolve(list: &Path, entry: &str) -> Option<PathBuf> {
    let beside = list.parent().unwrap_or_else(|| Path::new("")).join(entry);
    [beside, PathBuf::from(entry)].into_iter().find(|path| path.is_file())
}

/// The files of a list, in rank order.
fn list(path: &Path) -> Result<Vec<PathBuf>, TraceError> {
    let text = files::read(path).map_err(|error| TraceError::unreadable(path, &error))?;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() || line[0] == b'#' {
            continue;
        }
        let entry = String::from_utf8_lossy(line);
        let found = resolve(path, &entry).ok_or_else(|| TraceError::NoSuchEntry {
            place: Place { file: path.display().to_string(), line: number, column: 1 },
            entry: entry.into_owned(),
        })?;
        entries.push(found);
    }
    if entries.is_empty() { Err(TraceError::Empty { file: path.display().to_string() }) } else { Ok(entries) }
}

impl TiReplay {
    /// One file per rank.
    fn own(paths: Vec<PathBuf>) -> Result<Self, TraceError> {
        for path in &paths {
            fs::metadata(path).map_err(|error| TraceError::unreadable(path, &error))?;
        }
        let (files, lines) = Files::own(paths);
        Ok(Self::new(files, lines, Vec::new()))
    }

    /// One file for all ranks.
    fn shared(path: PathBuf) -> Result<Self, TraceError> {
        let name = path.display().to_string();
        let (files, lines, cut) = Files::shared(path)?;
        let warning = cut.filter(|line| !is_finalize(line.as_bytes())).map(|line| cut_short(&name, &line));
        Ok(Self::new(files, lines, warning.into_iter().collect()))
    }
}

/// Whether a line is a `finalize`.
fn is_finalize(line: &[u8]) -> bool {
    Fields::new(line).nth(1) == Some(b"finalize".as_slice())
}

fn cut_short(file: &str, line: &str) -> String {
    let line: String = line.chars().take(60).collect();
    format!("{file}: the last line, `{line}`, has no newline and is not executed, as in SimGrid")
}

fn half_recorded(file: &str) -> String {
    format!(
        "{file}: the recording ends before the program did (it was stopped or killed); what ranks did later is missing"
    )
}

/// A problem with its place.
fn at(file: String, line: u64, column: usize, problem: LineProblem) -> TraceError {
    TraceError::Line { place: Place { file, line, column: u32::try_from(column + 1).unwrap_or(u32::MAX) }, problem }
}
