//! Reads and writes files safely. Inputs are regular files of bounded size ([`read_text`]), and are listed as they are read
//! ([`Inputs`]). Outputs ([`NewFile`]) are written under a temporary name, synced and renamed, so that no file is ever
//! incomplete under its final name, and they replace only files that the same kind of command has written.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod error;
#[cfg(test)]
mod example;
mod folder;
mod inputs;
mod new_file;
mod read;
mod shell_word;

pub use error::FileError;
pub use folder::Folder;
pub use inputs::{INPUT_ROOT, Identity, Input, Inputs, MISSING, ProgramFiles, UPDATED, digest, located, named};
pub use new_file::{
    Existing, NewFile, bytes_written, commit_all, expect_ending, is_straight, is_temporary, refuse_inputs, write,
};
pub use read::{
    TEXT_LIMIT, exists, expect_regular, is_dir, is_file, open, place, read, read_text, read_text_here, read_text_once,
};
pub use shell_word::shell_word;
