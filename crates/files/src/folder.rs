//! A folder that is held open by its file descriptor. Files written into it stay in it even if the folder is moved, and never
//! go to another folder that has taken its name.

use crate::error::FileError;
use crate::new_file::{Existing, NewFile};
use rustix::fs::{AtFlags, Mode, OFlags, fstat, mkdirat, openat, unlinkat};
use rustix::io::Errno;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder that is held open, by all of its clones together.
#[derive(Clone, Debug)]
pub struct Folder {
    held: Arc<OwnedFd>,
    path: Arc<Path>,
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.held.as_fd()
    }
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// There is none, or it can't be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        if !file.metadata()?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self::held(file.into(), path))
    }

    /// A folder that is open, as by the process that has started this one.
    pub fn held(descriptor: OwnedFd, path: &Path) -> Self {
        Self { held: Arc::new(descriptor), path: path.into() }
    }

    /// What it was called when it was opened: its name in messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it is now: what it was called, as long as that leads to it.
    ///
    /// # Errors
    /// It has been removed.
    pub fn place(&self) -> io::Result<PathBuf> {
        let own = fstat(&self.held)?;
        let is_here = |path: &Path| path.metadata().is_ok_and(|it| (it.dev(), it.ino()) == (own.st_dev, own.st_ino));
        if is_here(&self.path) {
            return Ok(self.path.to_path_buf());
        }
        let place = std::fs::read_link(self.way())?;
        if is_here(&place) { Ok(place) } else { Err(io::Error::other("it has been removed")) }
    }

    /// A path that leads into it in this process, wherever it is.
    pub fn way(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.held.as_raw_fd()))
    }

    /// A new file in it, as by [`NewFile::create`].
    ///
    /// # Errors
    /// As [`NewFile::create`].
    pub fn create(&self, name: impl AsRef<Path>, existing: Existing) -> Result<NewFile, FileError> {
        NewFile::create_in(self, name.as_ref(), existing)
    }

    /// Writes a whole file in place of an earlier one.
    ///
    /// # Errors
    /// As [`NewFile::create`] and [`NewFile::commit`].
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let mut file = self.create(name, Existing::Replace)?;
        file.write_all(bytes).map_err(|error| FileError::write(&self.path.join(name), error))?;
        file.commit().map(|_| ())
    }

    /// Opens a file in it that is written in place, at its end, and made if it is not there.
    ///
    /// # Errors
    /// It can't be opened.
    pub fn append(&self, name: &str) -> Result<File, FileError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::APPEND | OFlags::CLOEXEC;
        let opened = openat(&self.held, name, flags, Mode::from_raw_mode(0o666));
        opened.map(File::from).map_err(|error| FileError::write(&self.path.join(name), io::Error::from(error)))
    }

    /// Makes a folder in it, unless it is there.
    ///
    /// # Errors
    /// It can't be made.
    pub fn make_folder(&self, name: &str) -> io::Result<()> {
        match mkdirat(&self.held, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is a folder of that name in it.
    pub fn has_folder(&self, name: &str) -> bool {
        // By what files are made with, too: where the system refuses this call, nothing is written that says there is none.
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(&self.held, name, flags, Mode::empty()).is_ok()
    }

    /// The names in a folder in it.
    ///
    /// # Errors
    /// It can't be read.
    pub fn names(&self, name: &str) -> io::Result<Vec<OsString>> {
        std::fs::read_dir(self.way().join(name))?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Removes a file in it.
    ///
    /// # Errors
    /// It can't be removed.
    pub fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        Ok(unlinkat(&self.held, name.as_ref(), AtFlags::empty())?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail so")]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_follows_a_folder_that_is_moved() {
        let top = std::env::temp_dir().join(format!("wt-folder-{}", std::process::id()));
        let (here, there) = (top.join("here"), top.join("there"));
        let _ = std::fs::remove_dir_all(&top);
        std::fs::create_dir_all(&here).unwrap();
        let folder = Folder::open(&here).unwrap();
        folder.make_folder("table").unwrap();
        assert_eq!(folder.place().unwrap(), here);
        let mut begun = folder.create("table/part", Existing::Replace).unwrap();
        std::fs::rename(&here, &there).unwrap();
        // Another's, by the same names.
        std::fs::create_dir_all(here.join("table")).unwrap();
        std::fs::write(here.join("text"), "other").unwrap();
        begun.write_all(b"part").unwrap();
        begun.commit().unwrap();
        folder.write("text", b"own").unwrap();
        drop(folder.create("given-up", Existing::Keep).unwrap());
        assert_eq!(std::fs::read_to_string(here.join("text")).unwrap(), "other");
        assert_eq!(std::fs::read_dir(here.join("table")).unwrap().count(), 0);
        assert_eq!(std::fs::read_to_string(there.join("text")).unwrap(), "own");
        assert_eq!(folder.names("table").unwrap(), ["part"]);
        assert_eq!(std::fs::read_dir(&there).unwrap().count(), 2);
        assert_eq!(folder.place().unwrap(), there.canonicalize().unwrap());
        std::fs::remove_dir_all(&top).unwrap();
        assert_eq!(folder.place().unwrap_err().to_string(), "it has been removed");
        let error = folder.write("text", b"own").unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{}: cannot be written: No such file", here.join("text").display())),
            "{error}"
        );
    }
}
