//! The interface of a trace format: how it is recognised and opened.

use super::error::TraceError;
use super::replay::Replay;
use super::source::Source;
use ops::RankDriver;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A driver over a trace, and how many ranks it has.
pub struct OpenTrace {
    /// The number of ranks.
    pub ranks: u32,
    /// What replays them.
    pub driver: Box<dyn RankDriver>,
    /// The same calls at the times that the trace has, without a simulation; none if it has no times.
    pub recorded: Option<Box<dyn RankDriver>>,
    /// Whether it holds all that ranks did, as far as it can be known.
    pub whole: bool,
}

impl OpenTrace {
    /// A trace that holds all, and no times.
    pub(super) fn of(source: impl Source + 'static) -> Self {
        Self { ranks: source.ranks(), driver: Box::new(Replay::new(source)), recorded: None, whole: true }
    }
}

/// A trace format, as a value in `FORMATS`.
pub struct Format {
    /// The name in options and lists: `ti`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whether a file that begins with these bytes (up to [`HEAD`] of them) is one of this format. The path is
    /// that of the file, for formats that go by several files.
    pub recognise: fn(head: &[u8], path: &Path) -> bool,
    /// Opens the files that the user named; at least one.
    pub open: fn(paths: &[PathBuf]) -> Result<OpenTrace, TraceError>,
}

impl Format {
    /// The file of a trace that is one.
    pub(super) fn one_file<'a>(&self, paths: &'a [PathBuf]) -> Result<&'a Path, TraceError> {
        match paths {
            [] => Err(TraceError::NoFile),
            [path] => Ok(path),
            [_, second, ..] => Err(TraceError::OneFile { format: self.name, file: second.display().to_string() }),
        }
    }
}

/// How many bytes of a file [`Format::recognise`] sees.
pub const HEAD: usize = 4096;

/// The first [`HEAD`] bytes of a file.
pub(super) fn head(path: &Path) -> Result<Vec<u8>, TraceError> {
    let mut head = Vec::with_capacity(HEAD);
    files::open(path)
        .and_then(|file| file.take(HEAD as u64).read_to_end(&mut head))
        .map_err(|error| TraceError::unreadable(path, &error))?;
    Ok(head)
}
