//! Errors of the SimGrid import, and notes on those parts of a valid file that a platform file cannot express.

use crate::xml::{Source, XmlPosition};
use platform::{PlatformError, UnknownName};
use std::fmt;
use thiserror::Error;

/// A line and a column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

/// Something that the platform file does not keep.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Note {
    /// Where it stands.
    pub position: Position,
    /// What it is, and what is taken instead.
    pub what: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: not kept: {}", self.position.line, self.position.column, self.what)
    }
}

/// Collects notes.
#[derive(Default)]
pub(crate) struct Notes(Vec<(XmlPosition, String)>);

impl Notes {
    pub(crate) fn add(&mut self, position: XmlPosition, what: impl Into<String>) {
        self.0.push((position, what.into()));
    }

    pub(crate) fn sorted(self, source: &Source<'_>) -> Vec<Note> {
        source.notes(self.0)
    }
}

/// Why a platform cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is not well-formed XML.
    #[error("{at}: not valid XML: {reason}")]
    Xml {
        /// Where reading stopped.
        at: String,
        /// The reader's reason.
        reason: String,
    },
    /// It is XML, but no SimGrid platform.
    #[error("{at}: `<{found}>` is not a SimGrid platform; expected `<platform version=\"4.1\">`")]
    NoPlatform {
        /// The first element.
        at: String,
        /// Its name.
        found: String,
    },
    /// An older or newer version.
    #[error(
        "{at}: the platform format is version `{version}`; expected 4.1, to which `simgrid_update_xml` converts older files"
    )]
    Version {
        /// Where.
        at: String,
        /// As given.
        version: String,
    },
    /// An element that has no place there.
    #[error("{at}: `<{name}>` is not allowed in `<{parent}>`{known_names}")]
    Element {
        /// Where.
        at: String,
        /// Its name.
        name: String,
        /// What it stands in.
        parent: String,
        /// All that have, then the nearest.
        known_names: String,
    },
    /// An attribute that nothing reads.
    #[error("{at}: `<{element}>`: unknown attribute {unknown}")]
    Attribute {
        /// Where.
        at: String,
        /// The element.
        element: String,
        /// The attribute, with those known.
        unknown: UnknownName,
    },
    /// An attribute that has to be there is not.
    #[error("{at}: the attribute `{name}` of `<{element}>` is missing")]
    Lacks {
        /// Where.
        at: String,
        /// The element.
        element: String,
        /// The attribute.
        name: String,
    },
    /// A value that makes no sense.
    #[error("{at}: `{name}` is `{value}`; expected {expected}")]
    Value {
        /// Where.
        at: String,
        /// The attribute.
        name: String,
        /// As given.
        value: String,
        /// What it has to be.
        expected: String,
    },
    /// A name that stands for nothing.
    #[error("{at}: unknown {what} {unknown}")]
    Undefined {
        /// Where.
        at: String,
        /// What is named.
        what: &'static str,
        /// As given, with the names known.
        unknown: UnknownName,
    },
    /// A name that is taken.
    #[error("{at}: `{name}` is defined twice")]
    Twice {
        /// The second definition.
        at: String,
        /// The name.
        name: String,
    },
    /// Something that a platform file cannot say, and without which the rest makes no sense.
    #[error("{at}: not supported: {what}")]
    Unsupported {
        /// Where.
        at: String,
        /// What.
        what: String,
    },
    /// The imported platform is invalid: it is too large, or hosts have no route between them.
    #[error("{file}: {error}")]
    Invalid {
        /// The file.
        file: String,
        /// What is wrong.
        error: Box<PlatformError>,
    },
}
