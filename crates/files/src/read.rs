//! Reads input files, which must be regular files of bounded size.
//!
//! Opening a pipe without a writer blocks for ever, and a device may never end: both are refused before they are opened.

use crate::inputs::{located, named, note_contents, note_opened};
use rustix::fs::OFlags;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The most bytes of a text that is read as a whole: a line for each of 16 million ranks.
pub const TEXT_LIMIT: u64 = 256 << 20;

/// Opens a regular file, which is read in pieces.
///
/// # Errors
/// There is none, it can't be read, or it is something else.
pub fn open(path: &Path) -> Result<File> {
    let file = opened(path)?;
    note_opened(path, &file.metadata()?);
    Ok(file)
}

/// Checks that there is a regular file, which is read in pieces later. Gives the place to open it at.
///
/// # Errors
/// As [`open`].
pub fn place(path: &Path) -> Result<PathBuf> {
    let place = located(path);
    let found = std::fs::metadata(&place)?;
    regular(&found)?;
    note_opened(path, &found);
    Ok(place.into_owned())
}

/// Whether there is a file or folder.
pub fn exists(path: &Path) -> bool {
    located(path).exists()
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    located(path).is_file()
}

/// Whether there is a folder.
pub fn is_dir(path: &Path) -> bool {
    located(path).is_dir()
}

fn opened(path: &Path) -> Result<File> {
    opened_here(&located(path))
}

fn opened_here(path: &Path) -> Result<File> {
    regular(&std::fs::metadata(path)?)?;
    // Should a pipe have taken its place, opening does not wait.
    let file = OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a regular file of at most [`TEXT_LIMIT`] bytes.
///
/// # Errors
/// As [`open`], or it is too large.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let bytes = all_of(opened(path)?)?;
    note_contents(path, &bytes);
    Ok(bytes)
}

/// Reads a regular file of text, of at most [`TEXT_LIMIT`] bytes.
///
/// # Errors
/// As [`read`], or it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    text(read(path)?)
}

/// Reads a regular file of text that belongs to the machine underneath: wherever inputs are looked up, it lies here. It is listed
/// under a key of its own.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_here(key: &str, path: &Path) -> Result<String> {
    let bytes = all_of(opened_here(path)?)?;
    named(key, || note_contents(path, &bytes));
    text(bytes)
}

/// The same, where the text is read once only: it may come from a pipe, too, that has been opened for this command
/// (`/dev/stdin`, `/dev/fd/3`, as a shell's `<(…)`).
///
/// # Errors
/// As [`read_text`].
pub fn read_text_once(path: &Path) -> Result<String> {
    let opened_for_us = ["/dev/stdin", "/dev/fd", "/proc/self/fd"].iter().any(|place| path.starts_with(place));
    if opened_for_us && std::fs::metadata(path)?.file_type().is_fifo() {
        return text(all_of(File::open(path)?)?);
    }
    read_text(path)
}

/// Refuses what is there and is not a regular file.
///
/// # Errors
/// It is something else.
pub fn expect_regular(path: &Path) -> Result<()> {
    std::fs::metadata(located(path)).and_then(|found| regular(&found))
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

fn all_of(file: File) -> Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let too_large = || Error::other(format!("it is larger than {} MiB, the most that is read", TEXT_LIMIT >> 20));
    if size > TEXT_LIMIT {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(size as usize);
    file.take(TEXT_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > TEXT_LIMIT { Err(too_large()) } else { Ok(bytes) }
}

fn regular(found: &Metadata) -> Result<()> {
    match found.file_type() {
        kind if kind.is_file() => Ok(()),
        kind if kind.is_dir() => Err(Error::from(ErrorKind::IsADirectory)),
        kind => Err(Error::other(format!("it is {}; expected a regular file", name(kind)))),
    }
}

fn name(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_fifo() => "a pipe",
        kind if kind.is_socket() => "a socket",
        kind if kind.is_char_device() || kind.is_block_device() => "a device",
        _ => "something else",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_file_is_refused_by_its_name() {
        let refused = |path: &str| read_text(Path::new(path)).unwrap_err().to_string();
        assert_eq!(refused("/dev/zero"), "it is a device; expected a regular file");
        assert!(refused("/").starts_with("is a directory"), "{}", refused("/"));
        assert!(refused("/no/such").starts_with("No such file"));
        assert!(expect_regular(Path::new("/dev/null")).is_err());
        assert!(open(&std::env::current_exe().unwrap()).is_ok());
    }

    #[test]
    fn a_text_without_end_is_not_read() {
        let path = std::env::temp_dir().join(format!("wt-large-{}", std::process::id()));
        File::create(&path).unwrap().set_len(TEXT_LIMIT + 1).unwrap();
        let error = read_text(&path).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(error, "it is larger than 256 MiB, the most that is read");
    }
}
