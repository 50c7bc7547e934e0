//! The type of an entry in the tables of interposed functions: the name of a C library function, and Windtunnel's function that
//! replaces it.

/// One line of a table: symbol and our function.
pub(crate) type Entry = (&'static str, *const ());
