//! Errors of run folders: why a run folder cannot be read.

use std::path::Path;
use thiserror::Error;

/// Why a run folder can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// There is no run in the place.
    #[error("{path}: is not a run folder: {reason}{}", nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?")))]
    NotARun {
        /// The folder.
        path: String,
        /// The missing table or file.
        reason: &'static str,
        /// A run folder beside it of a similar name.
        nearest: Option<String>,
    },
    /// An output of a run would replace a part of it.
    #[error("{path}: belongs to the run {run} and is not overwritten; give another name")]
    Output {
        /// Where it would be written.
        path: String,
        /// The run folder.
        run: String,
    },
    /// A file that can't be read, or is malformed.
    #[error("{file}: can't be read: {reason}")]
    File {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// A manifest of another version.
    #[error(
        "{file}: has schema version {found}; this version of windtunnel reads {expected}: run the scenario again"
    )]
    ManifestSchema {
        /// The file.
        file: String,
        /// Its version.
        found: String,
        /// Ours.
        expected: u32,
    },
    /// A run folder without a table.
    #[error("{folder}: has no `{table}` table; {remedy}")]
    NoTable {
        /// The run folder.
        folder: String,
        /// The table.
        table: &'static str,
        /// How to have one.
        remedy: String,
    },
    /// A table of another version.
    #[error(
        "{file}: is a table of schema version {found}; this version of windtunnel reads {expected}: run the scenario again"
    )]
    TableSchema {
        /// The file.
        file: String,
        /// The version found.
        found: String,
        /// Ours.
        expected: u32,
    },
    /// A table without a column, or with one of another type.
    #[error("{file}: column `{column}` is missing or has another type; expected {expected}")]
    Column {
        /// The file.
        file: String,
        /// The column.
        column: &'static str,
        /// Its type.
        expected: &'static str,
    },
    /// A line of a communication graph that is none.
    #[error("{file}: line {line}: `{found}` is not a pair of ranks; expected {expected}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The text.
        found: String,
        /// The form.
        expected: &'static str,
    },
    /// A value that its column can't have.
    #[error(
        "{file}: row {row}: {found} in column `{column}` is not valid there; expected a table as a run writes it"
    )]
    Value {
        /// The file.
        file: String,
        /// The row, from 0.
        row: usize,
        /// The column.
        column: &'static str,
        /// The value.
        found: String,
    },
    /// A rank that the run does not have.
    #[error("{file}: row {row}: there is no rank {found} (column `{column}`); the run has ranks 0 to {last}")]
    Rank {
        /// The file.
        file: String,
        /// The row, from 0.
        row: usize,
        /// The column.
        column: &'static str,
        /// The number.
        found: u64,
        /// The last rank.
        last: u32,
    },
    /// A manifest with a number that no run has.
    #[error("{file}: has {found} {what}, more than any run has; expected at most {most}")]
    TooMany {
        /// The file.
        file: String,
        /// Of what.
        what: &'static str,
        /// As many are in it.
        found: u64,
        /// The most that there can be.
        most: u64,
    },
    /// Rows that can't be kept while they are brought in order.
    #[error(
        "{file}: a temporary file for sorting can't be written: {reason}; make space in its folder, or set TMPDIR to another folder"
    )]
    Sort {
        /// The temporary file.
        file: String,
        /// What the operating system says.
        reason: String,
    },
}

impl ResultsError {
    pub(crate) fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { file: path.display().to_string(), reason: reason.to_string() }
    }
}
