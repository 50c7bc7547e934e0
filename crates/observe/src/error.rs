//! What can go wrong with tables.

use std::path::Path;
use thiserror::Error;

/// Why a table can't be written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObserveError {
    /// A file or folder that can't be written.
    #[error("{file}: {reason}")]
    Unwritable {
        /// The file.
        file: String,
        /// What the operating system says.
        reason: String,
    },
    /// A file that can't be read, or is no Parquet file.
    #[error("{file}: can't be read as a table: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// A run folder without a table.
    #[error("{folder}: has no `{table}` table; run with `--observe {table}` to have one")]
    NoTable {
        /// The run folder.
        folder: String,
        /// The table.
        table: &'static str,
    },
    /// A table of another version.
    #[error("{file}: is a table of schema {found}; expected {expected}")]
    Schema {
        /// The file.
        file: String,
        /// The version found.
        found: String,
        /// The version of this program.
        expected: String,
    },
    /// A table without a column, or with one of another type.
    #[error("{file}: column `{column}` is not what it should be; expected {expected}")]
    Column {
        /// The file.
        file: String,
        /// The column.
        column: &'static str,
        /// Its type.
        expected: &'static str,
    },
    /// An output that there is not.
    #[error("`{found}` is not an output{}", nearest.map_or_else(|| format!("; expected some of {all}"), |name| format!("; did you mean `{name}`?")))]
    UnknownOutput {
        /// The name given.
        found: String,
        /// The one that was probably meant.
        nearest: Option<&'static str>,
        /// All names.
        all: String,
    },
}

impl ObserveError {
    pub(crate) fn unwritable(path: &Path, reason: impl ToString) -> Self {
        Self::Unwritable { file: path.display().to_string(), reason: reason.to_string() }
    }

    pub(crate) fn unreadable(path: &Path, reason: impl ToString) -> Self {
        Self::Unreadable { file: path.display().to_string(), reason: reason.to_string() }
    }
}
