//! The entry type of the tables of interposed functions (replaced functions of the C library): symbol and our function.

/// One line of a table: symbol and our function.
pub(crate) type Entry = (&'static str, *const ());
