//! The interface of export formats: the format's name, options and writer, and the tables that it needs.

use super::selection::Selection;
use files::{Existing, FileError};
use results::{ResultsError, Run};
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A format, as a value in [`FORMATS`](super::FORMATS).
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// One sentence: which tools read it, and what it keeps of times.
    pub doc: &'static str,
    /// What names of its files end in, where they have an ending.
    pub endings: &'static [&'static str],
    /// Its writer.
    pub writer: Writer,
    /// Whether traces are exported to it, by replaying them.
    pub of_traces: bool,
}

/// What writes a format.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// This crate, into a file (and others of its name, where the format has several).
    Here(fn(&Source<'_>, &Path) -> Result<Written, ExportError>),
    /// The Python package, into a folder: this module of it, run as `python -m MODULE RUN FOLDER`.
    Python(&'static str),
    /// The replay of a trace: the run folder lacks the trace's contents.
    Replay,
}

/// The source of an export: a run, and a selection.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The run.
    pub run: &'a Run,
    /// The selected part.
    pub selection: &'a Selection,
    /// What becomes of files of the same names.
    pub existing: Existing,
}

/// What an export holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// States of ranks: computation and MPI calls.
    pub states: u64,
    /// Messages.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// The files, the main one first.
    pub files: Vec<PathBuf>,
    /// What the format can't say.
    pub losses: Vec<Lost>,
}

/// Something that a format can't say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The loss, and its replacement.
    pub what: &'static str,
    /// How often.
    pub count: u64,
    /// The first rank that it happened to.
    pub rank: u32,
}

/// The line of a report.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} (first on rank {})", self.count, self.what, self.rank)
    }
}

/// Why a run can't be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The run can't be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A rank that the run does not have.
    #[error("--ranks: there is no rank {rank}; the run has ranks 0 to {last}")]
    NoRank {
        /// As given.
        rank: u32,
        /// The last one.
        last: u32,
    },
}
