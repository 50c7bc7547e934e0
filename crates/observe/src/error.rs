//! What can go wrong with tables.

use files::FileError;
use std::path::Path;
use thiserror::Error;

/// Why a table can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObserveError {
    /// A file or folder that can't be written.
    #[error(transparent)]
    Unwritable(#[from] FileError),
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
        FileError::write(path, reason).into()
    }
}
