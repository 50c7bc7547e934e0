//! Files at the door. What a command reads: regular files of bounded size ([`read_text`]). What it leaves behind: [`NewFile`] gets its name when it is whole and safe on disk, so that nobody ever finds
//! half of one under its final name, and replaces nothing that it was not told to replace.
#![forbid(unsafe_code)]

mod error;
mod new_file;
mod read;

pub use error::FileError;
pub use new_file::{
    Existing, NewFile, bytes_written, commit_all, expect_ending, is_straight, is_temporary, refuse_inputs, write,
};
pub use read::{TEXT_LIMIT, expect_regular, open, read, read_text, read_text_once};
