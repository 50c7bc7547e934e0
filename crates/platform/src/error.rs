//! Errors of platform files and of overrides of their keys, with the location of each.

use config::UnknownName;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;
use units::UnitError;

/// Where a value of a platform was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file, counted from 1; columns count characters.
    File {
        /// The file's name as the user gave it.
        file: Arc<str>,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// In a `--set KEY=VALUE` option.
    Option {
        /// The option's argument, `KEY=VALUE`.
        argument: Arc<str>,
    },
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Self::Option { argument } => write!(f, "--set {argument}"),
        }
    }
}

/// Why a platform cannot be built. Every message says where, what and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlatformError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file's name as given.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// The text is not TOML.
    #[error("{at}: not valid TOML: {reason}")]
    Syntax {
        /// Where reading stopped.
        at: Location,
        /// The parser's reason.
        reason: String,
    },
    /// A key that nothing reads.
    #[error("{at}: unknown key `{key}`{known_names}")]
    UnknownKey {
        /// Where the key stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// All known keys, then the nearest.
        known_names: String,
    },
    /// A name that is none of a closed list: a kind of topology, a host of a graph, a wiring.
    #[error("{at}: `{key}`: unknown {what} {unknown}")]
    UnknownName {
        /// Where the name stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// What is named.
        what: &'static str,
        /// The name as given, with those known.
        unknown: UnknownName,
    },
    /// A value that has no default is not there.
    #[error("{at}: `{key}` is missing; expected {expected}")]
    Missing {
        /// The table it belongs into.
        at: Location,
        /// The key with its path.
        key: String,
        /// What it has to be.
        expected: String,
    },
    /// A value of another type: a number instead of a text, say.
    #[error("{at}: `{key}` is {found}; expected {expected}")]
    WrongType {
        /// Where the value stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// The type found.
        found: &'static str,
        /// What it has to be.
        expected: String,
    },
    /// A quantity without its unit, with a wrong unit, or no quantity at all.
    #[error("{at}: `{key}`: {error}")]
    Quantity {
        /// Where the value stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// What is wrong with it.
        error: Box<UnitError>,
    },
    /// A value of the right type that makes no sense there.
    #[error("{at}: `{key}` is {value}; expected {expected}")]
    OutOfRange {
        /// Where the value stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// The value as given.
        value: String,
        /// What it has to be.
        expected: String,
    },
    /// A key whose value, or the file that it names, cannot be used.
    #[error("{at}: `{key}` cannot be used: {reason}")]
    Unusable {
        /// Where the value stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// Why.
        reason: String,
    },
    /// Two keys that exclude each other.
    #[error("{at}: `{key}` cannot be given together with `{other}`: {reason}")]
    Conflict {
        /// Where the first key stands.
        at: Location,
        /// The first key with its path.
        key: String,
        /// The other key with its path.
        other: String,
        /// Why.
        reason: &'static str,
    },
    /// A name defined twice.
    #[error("{at}: `{key}`: `{name}` is defined twice")]
    Duplicate {
        /// Where the second definition stands.
        at: Location,
        /// The key with its path.
        key: String,
        /// The name.
        name: String,
    },
    /// A graph in which a host cannot be reached.
    #[error("{at}: no route from `{from}` to `{to}`: `{key}` does not connect them")]
    Disconnected {
        /// Where the connections stand.
        at: Location,
        /// The key of the connections.
        key: String,
        /// A host that cannot reach another.
        from: String,
        /// The other host.
        to: String,
    },
    /// More of something than 32-bit identifiers can count, or a route table beyond its limit.
    #[error("{at}: the machine is too large: {what}")]
    TooLarge {
        /// The section that describes it.
        at: Location,
        /// What is too many, and the limit.
        what: String,
    },
    /// An override whose key cannot be set.
    #[error("{at}: {reason}")]
    Override {
        /// The option.
        at: Location,
        /// Why.
        reason: String,
    },
}

impl PlatformError {
    /// Where the error is; none for a file that cannot be read.
    pub fn location(&self) -> Option<&Location> {
        match self {
            Self::Read { .. } => None,
            Self::Syntax { at, .. }
            | Self::UnknownKey { at, .. }
            | Self::UnknownName { at, .. }
            | Self::Missing { at, .. }
            | Self::WrongType { at, .. }
            | Self::Quantity { at, .. }
            | Self::OutOfRange { at, .. }
            | Self::Unusable { at, .. }
            | Self::Conflict { at, .. }
            | Self::Duplicate { at, .. }
            | Self::Disconnected { at, .. }
            | Self::TooLarge { at, .. }
            | Self::Override { at, .. } => Some(at),
        }
    }
}
