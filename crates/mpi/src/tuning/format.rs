//! What a format is.

use super::decisions::{Decisions, Pick};
use super::error::TuningError;
use ops::Operation;

/// A form of tuning files.
pub struct Format {
    /// Its name in `[tuning]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The files that tell a library the same decisions: those of different versions of the format.
    pub written: &'static [Written],
    /// The predicate that says which size a rule is for; none: rules for an operation do not look at sizes. An operation that
    /// the library takes no rules for is not asked about.
    pub size: fn(Operation) -> Option<&'static str>,
    /// Reads a file: decisions on blocking operations.
    pub(crate) read: Reader,
}

/// Reads a text; the file's name is for messages.
pub(crate) type Reader = fn(&dyn Names, file: &str, text: &str) -> Result<Vec<Decisions>, TuningError>;

/// One file that is written.
pub struct Written {
    /// Its name.
    pub name: &'static str,
    /// How to have a library read the file `$FILE`, and what else to know; one line each.
    pub usage: &'static [&'static str],
    /// The file. The comment has one line or several, without marks.
    pub text: fn(comment: &str, decisions: &[Decisions]) -> String,
}

/// What a format asks about the names in a file.
pub(crate) trait Names {
    /// Whether the library takes decisions on an operation.
    fn takes(&self, operation: Operation) -> bool;

    /// Checks a choice. `place` says where it is.
    fn check(&self, operation: Operation, pick: &Pick, place: &str) -> Result<(), TuningError>;
}
