//! The contents of simulated files. If the ranks are programs, the contents are bytes in real files of the machine that runs
//! the simulation. For traces and motifs, which have no data, only each file's length is kept.

use ops::{ErrorClass, OpenMode};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

/// The contents of an open file.
#[derive(Debug)]
pub(super) enum Contents {
    /// A file of the machine underneath.
    Real(File),
    /// Of a replay: how long the file is as far as writes have told. What is read was there before.
    Length(u64),
}

/// The path of bytes.
fn path_of(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// The error class of what the real file system says (MPI 5.0 §14.7).
pub(super) fn class_of(error: &io::Error) -> ErrorClass {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => ErrorClass::NoSuchFile,
        ErrorKind::AlreadyExists => ErrorClass::FileExists,
        ErrorKind::PermissionDenied => ErrorClass::Access,
        ErrorKind::ReadOnlyFilesystem => ErrorClass::ReadOnly,
        ErrorKind::IsADirectory | ErrorKind::InvalidFilename | ErrorKind::InvalidInput => ErrorClass::BadFile,
        ErrorKind::StorageFull => ErrorClass::NoSpace,
        ErrorKind::QuotaExceeded => ErrorClass::Quota,
        ErrorKind::ExecutableFileBusy | ErrorKind::ResourceBusy => ErrorClass::FileInUse,
        _ => ErrorClass::Io,
    }
}

type Outcome<T> = Result<T, ErrorClass>;

fn classed<T>(result: io::Result<T>) -> Outcome<T> {
    result.map_err(|error| class_of(&error))
}

impl Contents {
    /// Opens a file; `real` if ranks have memory.
    pub(super) fn open(path: &[u8], mode: OpenMode, real: bool) -> Outcome<Self> {
        if !real {
            return Ok(Self::Length(0));
        }
        let mut options = OpenOptions::new();
        options.read(mode.read).write(mode.write).mode(mode.permissions);
        match (mode.create, mode.exclusive) {
            (true, true) => options.create_new(true),
            (create, _) => options.create(create),
        };
        let file = classed(options.open(path_of(path)))?;
        if classed(file.metadata())?.is_dir() {
            return Err(ErrorClass::BadFile);
        }
        Ok(Self::Real(file))
    }

    /// Deletes a file.
    pub(super) fn delete(path: &[u8], real: bool) -> Outcome<()> {
        if real { classed(std::fs::remove_file(path_of(path))) } else { Ok(()) }
    }

    /// Bytes.
    pub(super) fn size(&self) -> Outcome<u64> {
        match self {
            Self::Real(file) => classed(file.metadata().map(|metadata| metadata.len())),
            Self::Length(length) => Ok(*length),
        }
    }

    /// Makes it so long, and if it is only to grow no shorter than it is.
    pub(super) fn resize(&mut self, bytes: u64, only_grow: bool) -> Outcome<()> {
        if only_grow && self.size()? >= bytes {
            return Ok(());
        }
        match self {
            Self::Real(file) => classed(file.set_len(bytes)),
            Self::Length(length) => {
                *length = bytes;
                Ok(())
            }
        }
    }

    /// Reads from an offset on: how many bytes there were.
    pub(super) fn read(&self, offset: u64, into: &mut [u8]) -> Outcome<usize> {
        let Self::Real(file) = self else { return Ok(into.len()) };
        let mut read = 0;
        while read < into.len() {
            match file.read_at(&mut into[read..], offset + read as u64) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(class_of(&error)),
            }
        }
        Ok(read)
    }

    /// Writes from an offset on.
    pub(super) fn write(&mut self, offset: u64, from: &[u8]) -> Outcome<()> {
        match self {
            Self::Real(file) => classed(file.write_all_at(from, offset)),
            Self::Length(_) => unreachable!("without memory there is nothing to write"),
        }
    }

    /// Notes that bytes up to here were written, where nothing else is kept.
    pub(super) fn reaches(&mut self, end: u64) {
        if let Self::Length(length) = self {
            *length = (*length).max(end);
        }
    }
}
