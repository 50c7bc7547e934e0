//! Errors in library files (descriptions of an MPI library), in command-line overrides of their keys, and in the user's choice
//! of collective algorithms.

use crate::selectors::error::{FixError, SelectionError};
use crate::tuning::error::TuningError;
use config::UnknownName;
use thiserror::Error;
use units::UnitError;

/// Why a library can't be had. `place` is `file:line:column`.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// No library of this name is compiled in, and it is no path.
    #[error(
        "unknown MPI library `{name}`; expected one of {known}, or the path of a file that describes a library (`*.toml`){hint}"
    )]
    UnknownLibrary {
        /// The name asked for.
        name: String,
        /// The nearest known name, as a phrase.
        hint: String,
        /// All known names.
        known: String,
    },
    /// The file can't be read.
    #[error("can't read the MPI library file `{path}`: {reason}")]
    Unreadable {
        /// Its path.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// The file is not TOML.
    #[error("{place}: not valid TOML: {reason}")]
    Syntax {
        /// Where.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A key that is not known there.
    #[error("{place}: in {table}: unknown key {unknown}")]
    UnknownKey {
        /// Where.
        place: String,
        /// The table it is in.
        table: String,
        /// The key, with those known.
        unknown: UnknownName,
    },
    /// A key that has to be there.
    #[error("{place}: `{key}` is missing in {table}")]
    MissingKey {
        /// Where the table is.
        place: String,
        /// The key.
        key: String,
        /// The table.
        table: String,
    },
    /// A value of the wrong type.
    #[error("{place}: `{key}` is {found}; expected {expected}")]
    WrongType {
        /// Where.
        place: String,
        /// The key.
        key: String,
        /// What was found.
        found: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// A text that is not the quantity it should be.
    #[error("{place}: `{key}`: {source}")]
    Quantity {
        /// Where.
        place: String,
        /// The key.
        key: String,
        /// What is wrong with it.
        source: Box<UnitError>,
    },
    /// A hint for files, of a library that obeys none.
    #[error(
        "{place}: the hint `{key}` has no effect, as it is ROMIO's and the `io` of this library is not `romio`; expected a \
         library with `io = \"romio\"`"
    )]
    NoHints {
        /// Where.
        place: String,
        /// The hint.
        key: String,
    },
    /// A number outside its range.
    #[error("{place}: `{key}` is {value}; expected {expected}")]
    OutOfRange {
        /// Where.
        place: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// Size classes that do not cover all sizes in order.
    #[error("{place}: `{key}`: {reason}")]
    Classes {
        /// Where.
        place: String,
        /// The key.
        key: String,
        /// What is wrong with them.
        reason: &'static str,
    },
    /// An operation is to take its measured time, and there is none.
    #[error(
        "{operation} by `measured` is not possible: there is no table of measured times of {operation}; expected a table \
         [measured.{operation}] in the library file, or [mpi.measured.{operation}] in the platform"
    )]
    NothingMeasured {
        /// The operation.
        operation: &'static str,
    },
    /// Something is wrong with the selection of algorithms.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// Something is wrong with a tuning file, or with the names in one.
    #[error(transparent)]
    Tuning(#[from] TuningError),
    /// Something is wrong with a fixed algorithm.
    #[error("{place}: {source}")]
    Collective {
        /// Where.
        place: String,
        /// What.
        source: FixError,
    },
}
