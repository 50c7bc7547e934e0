//! Errors of writing tables: unknown table names, and files that can't be written.

use files::FileError;
use std::path::Path;
use thiserror::Error;

/// Why a table can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObserveError {
    /// A file or folder can't be written.
    #[error(transparent)]
    Unwritable(#[from] FileError),
    /// There is no such table.
    #[error("a run has no table `{found}`{}", nearest.map_or_else(|| format!("; expected some of {all}"), |name| format!("; did you mean `{name}`?")))]
    UnknownTable {
        /// The name given.
        found: String,
        /// The nearest name.
        nearest: Option<&'static str>,
        /// All names.
        all: String,
    },
}

impl ObserveError {
    pub(crate) fn unwritable(path: &Path, reason: impl ToString) -> Self {
        FileError::write(path, reason).into()
    }
}
