//! Errors of writing tables: unknown table names, and files that can't be written.

use config::UnknownName;
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
    #[error("--observe: unknown table {0}")]
    UnknownTable(UnknownName),
}

impl ObserveError {
    pub(crate) fn unwritable(path: &Path, reason: impl ToString) -> Self {
        FileError::write(path, reason).into()
    }
}
