//! Files that a command leaves behind: [`NewFile`] gets its name when it is whole and safe on disk, so that nobody ever finds
//! half of one under its final name, and replaces nothing that it was not told to replace.
#![forbid(unsafe_code)]

mod error;
mod new_file;

pub use error::FileError;
pub use new_file::{
    Existing, NewFile, bytes_written, commit_all, expect_ending, is_straight, is_temporary, refuse_inputs, write,
};
