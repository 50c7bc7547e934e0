//! The type of the tables of interposed functions.

/// One line of a table: symbol and our function.
pub(crate) type Entry = (&'static str, *const ());
