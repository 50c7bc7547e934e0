//! A run in the formats of other tools.
//!
//! All formats are written from one stream of events in time order ([`events`]), so that none holds a whole run in memory.
//! A format is one file here and one line in [`FORMATS`].
//!
//! A selection has chosen ranks and a window of time: states that reach beyond the window are cut, messages are in it if
//! they were posted and delivered in it, between chosen ranks.

mod events;
mod goal;
mod otf2;
mod paje;
mod perfetto;
mod prv;
mod selection;

#[cfg(test)]
mod tests;

use files::{Existing, FileError, NewFile};
use results::{ResultsError, Run};
pub use selection::{RankSet, Selection, SelectionError, parse_window};
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A format, as a value in [`FORMATS`].
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// One sentence: which tools read it, and what it keeps of times.
    pub doc: &'static str,
    /// What names of its files end in, where they have an ending.
    pub endings: &'static [&'static str],
    /// What it is written by.
    pub writer: Writer,
}

/// What writes a format.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// This crate, into a file (and others of its name, where the format has several).
    Here(fn(&Source<'_>, &Path) -> Result<Written, ExportError>),
    /// The Python package, into a folder: this module of it, run as `python -m MODULE RUN FOLDER`.
    Python(&'static str),
}

/// All formats.
pub const FORMATS: &[Format] = &[perfetto::FORMAT, paje::FORMAT, prv::FORMAT, otf2::FORMAT, goal::FORMAT];

/// What is exported: a run, and what of it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The run.
    pub run: &'a Run,
    /// What of it.
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

/// Writes a run in a format.
///
/// # Errors
/// The run lacks the tables `timeline` or `messages`, a chosen rank is not there, or the file can't be written.
///
/// # Panics
/// If the format is not written [here](Writer::Here).
pub fn export(format: &Format, source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let Writer::Here(write) = format.writer else { panic!("`{}` is written by the Python package", format.name) };
    let last = source.run.manifest().worlds.iter().map(|world| world.first + world.ranks);
    let ranks = last.chain([source.run.manifest().ranks]).max().unwrap_or(0);
    if let Some(rank) = source.selection.ranks.last().filter(|last| *last >= ranks) {
        return Err(ExportError::NoRank { rank, last: ranks.saturating_sub(1) });
    }
    write(source, path)
}

/// A file that is being written.
struct Output(NewFile);

impl Output {
    fn create(path: &Path, existing: Existing) -> Result<Self, ExportError> {
        Ok(Self(NewFile::create(path, existing)?))
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        let written = self.0.write_all(bytes);
        Ok(written.map_err(|error| FileError::write(self.0.path(), error))?)
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) -> Result<(), ExportError> {
        let written = self.0.write_fmt(text).and_then(|()| self.0.write_all(b"\n"));
        Ok(written.map_err(|error| FileError::write(self.0.path(), error))?)
    }

    fn finish(self) -> Result<PathBuf, ExportError> {
        let path = self.0.path().to_owned();
        self.0.commit()?;
        Ok(path)
    }
}

/// `line!(out, "…")` writes a line.
macro_rules! line {
    ($out:expr, $($text:tt)*) => { $out.line(format_args!($($text)*)) };
}
use line;
