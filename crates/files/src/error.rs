//! Errors of output files: why a file or folder cannot be written.

use std::path::Path;
use thiserror::Error;

/// Why a file can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system refuses.
    #[error("{path}: cannot be written: {reason}")]
    Write {
        /// The file.
        path: String,
        /// What the operating system says.
        reason: String,
    },
    /// There is such a file already.
    #[error("{path}: already exists; give another name, or replace it with --force")]
    Exists {
        /// The file.
        path: String,
    },
    /// The name's ending belongs to another format.
    #[error("{path}: the output is not a `.{found}` file; expected a name that ends in {expected}")]
    Ending {
        /// The file.
        path: String,
        /// The ending of its name.
        found: String,
        /// The endings that the format has.
        expected: String,
    },
    /// A folder holds what must not be removed with the rest.
    #[error("{path}: is not replaced: `{file}` in it was not written by a previous command; move `{file}` away")]
    Foreign {
        /// The folder.
        path: String,
        /// What is another's.
        file: String,
    },
    /// The command would overwrite what it reads.
    #[error("{path}: is an input of this command ({input}) and is not overwritten; give another name")]
    Input {
        /// The file.
        path: String,
        /// The input, as it was given.
        input: String,
    },
}

impl FileError {
    /// A failure of a system call.
    pub fn write(path: &Path, reason: impl ToString) -> Self {
        Self::Write { path: path.display().to_string(), reason: reason.to_string() }
    }

    /// A name that is taken.
    pub fn exists(path: &Path) -> Self {
        Self::Exists { path: path.display().to_string() }
    }

    /// Something of another's in a folder that would be replaced.
    pub fn foreign(path: &Path, file: &Path) -> Self {
        Self::Foreign { path: path.display().to_string(), file: file.display().to_string() }
    }
}
