//! What can go wrong with tables.

use std::path::Path;
use thiserror::Error;

/// Why a table can't be written.
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
}
