//! File access. Inputs are regular files of bounded size ([`read_text`]). Outputs ([`NewFile`]) are written under a temporary
//! name, synced and renamed, so that no file is ever half written under its final name, and replace only what may be replaced.
#![forbid(unsafe_code)]

mod error;
mod folder;
mod new_file;
mod read;

pub use error::FileError;
pub use folder::Folder;
pub use new_file::{
    Existing, NewFile, bytes_written, commit_all, expect_ending, is_straight, is_temporary, refuse_inputs, write,
};
pub use read::{TEXT_LIMIT, expect_regular, open, read, read_text, read_text_once};
