//! Errors in tuning files, which choose the collective algorithms of an MPI library.

use config::UnknownName;
use thiserror::Error;

/// What is wrong with a tuning file, or with `[tuning]` of a library file. `place` is `file:line`, in a library file with a column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// A library for which no tuning files are read.
    #[error(
        "`{library}+{file}`: {library} takes no tuning file, since its description has no table `[tuning]`; leave out \
         `+{file}`, or give the file to one of {known}"
    )]
    None {
        /// The library.
        library: String,
        /// The tuning file.
        file: String,
        /// Libraries that have some.
        known: String,
    },
    /// The file can't be read.
    #[error("can't read the tuning file `{file}`: {reason}")]
    Unreadable {
        /// Its path.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A format that is not known.
    #[error("{place}: unknown tuning-file format {unknown}")]
    Format {
        /// Where.
        place: String,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// No collective operation has this name.
    #[error("{place}: unknown collective operation {unknown}")]
    Operation {
        /// Where.
        place: String,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// A number or parameter that a name can't have.
    #[error("{place}: `{found}` is not a parameter that a tuning file can set; expected one of {expected}")]
    Name {
        /// Where.
        place: String,
        /// What was found.
        found: String,
        /// What there is.
        expected: String,
    },
    /// The file is not in the format.
    #[error("{place}: {found}; expected {expected}")]
    Syntax {
        /// Where.
        place: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A parameter of a component that is read.
    #[error("{place}: the MCA parameter `{name}` is not modelled, or does not exist; remove the line{hint}")]
    Parameter {
        /// Where.
        place: String,
        /// The name.
        name: String,
        /// The nearest name, as a phrase.
        hint: String,
    },
    /// An algorithm that is not modelled.
    #[error("{place}: algorithm {name} of {operation} is not modelled; expected one of {known}")]
    Algorithm {
        /// Where.
        place: String,
        /// The operation.
        operation: &'static str,
        /// The name in the file.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// A number that is not modelled.
    #[error(
        "{place}: {operation} by algorithm {name} is modelled only with the parameter {number} = 0, not with {value}"
    )]
    NotModelled {
        /// Where.
        place: String,
        /// The operation.
        operation: &'static str,
        /// The name in the file.
        name: String,
        /// Which number.
        number: &'static str,
        /// Its value.
        value: u64,
    },
}
