//! Decides which paths belong to the modelled file system: those below its mount point.

use serde::{Deserialize, Serialize};
use std::ffi::{CStr, OsStr, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// The folder below which files are modelled: as it was named, and where it really is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mount {
    named: PathBuf,
    real: PathBuf,
}

/// The mount of this process.
static MOUNT: OnceLock<Mount> = OnceLock::new();

/// A path without `.`, and `..` taken as written.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

impl Mount {
    /// The mount of a platform file; relative ones start where the ranks do.
    ///
    /// # Errors
    /// It is no folder.
    pub(crate) fn find(text: &str, wdir: Option<&Path>) -> Result<Self, String> {
        let here = std::env::current_dir().map_err(|error| format!("the working directory: {error}"))?;
        let named = normal(&here.join(wdir.unwrap_or(Path::new(""))).join(text));
        let real = named.canonicalize().map_err(|error| format!("storage.mount: {}: {error}", named.display()))?;
        if !real.is_dir() {
            return Err(format!("storage.mount: {}: is not a folder", named.display()));
        }
        Ok(Self { named, real })
    }

    /// The folder as it was named.
    pub(crate) fn folder(&self) -> &Path {
        &self.named
    }

    fn holds(&self, path: &Path) -> bool {
        let path = normal(path);
        path.starts_with(&self.named) || path.starts_with(&self.real)
    }

    /// Makes it the mount of this process, for as long as that lives.
    pub(super) fn set(self) {
        let _ = MOUNT.set(self);
    }
}

/// A path as an absolute one, as `MPI_File_open` makes it; relative ones start at the folder of a descriptor, or at the working
/// directory. None if it is not below the mount.
pub(super) fn mounted(folder: c_int, path: &CStr) -> Option<Box<[u8]>> {
    let path = Path::new(OsStr::from_bytes(path.to_bytes()));
    let from = match folder {
        libc::AT_FDCWD => PathBuf::new(),
        _ if path.is_absolute() => PathBuf::new(),
        folder => std::fs::read_link(format!("/proc/self/fd/{folder}")).ok()?,
    };
    let path = std::path::absolute(from.join(path)).ok()?;
    let holds = MOUNT.get()?.holds(&path);
    holds.then(|| path.into_os_string().as_encoded_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_holds_what_is_below_it() {
        let mount = Mount { named: "/scratch".into(), real: "/mnt/disk".into() };
        let holds = |path: &str| mount.holds(Path::new(path));
        assert!(holds("/scratch/a") && holds("/mnt/disk/b/c") && holds("/home/../scratch/./a"));
        assert!(!holds("/scratchy/a") && !holds("/scratch/../a") && !holds("/mnt"));
    }

    #[test]
    fn a_mount_is_a_folder() {
        let error = Mount::find("/no such folder", None).unwrap_err();
        assert!(error.starts_with("storage.mount: /no such folder: "), "{error}");
        let error = Mount::find("/proc/self/stat", None).unwrap_err();
        assert_eq!(error, "storage.mount: /proc/self/stat: is not a folder");
        assert_eq!(Mount::find(".", Some(Path::new("/proc"))).unwrap().named, Path::new("/proc"));
    }
}
