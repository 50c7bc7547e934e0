//! Reads configuration files and parameters: declared parameters ([`Parameter`]) and the defaults used ([`UsedDefault`]), TOML
//! as a tree in which every value has its position ([`parse`]), tables of fixed keys ([`Keys`]), and suggestions for misspelt
//! names (`nearest`).
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

#[cfg(test)]
mod example;
mod keys;
mod nearest;
mod parameter;
mod pluses;
mod tree;

pub use keys::{Keys, ReadError, read_tables};
pub use nearest::{COMPARED_NAMES, UnknownName, did_you_mean, known_names, nearest};
pub use parameter::{Fallback, Parameter, ParameterKind, UsedDefault, segment_matches};
pub use pluses::parts_at_pluses;
pub use tree::{Entry, Lines, Node, Origin, SyntaxError, Value, line_and_column, parse, parse_override};
