//! Reading configuration: TOML texts as trees that know where every value was written ([`parse`]), and suggestions for
//! misspelt names (`nearest`).
#![forbid(unsafe_code)]

mod nearest;
mod tree;

pub use nearest::{COMPARED_NAMES, did_you_mean, nearest};
pub use tree::{Entry, Node, Origin, SyntaxError, Value, line_and_column, parse, parse_override};
