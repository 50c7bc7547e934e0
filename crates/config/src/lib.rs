//! Reading configuration: suggestions for misspelt names ([`nearest`]).
#![forbid(unsafe_code)]

mod nearest;

pub use nearest::{COMPARED_NAMES, did_you_mean, nearest};
