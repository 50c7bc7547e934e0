//! The lock on a run folder, so that only one run at a time writes to the folder. A run holds the lock until the last of its
//! processes has ended.

use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// What came of asking for the lock.
pub(super) enum Locked {
    /// It is ours as long as the file is open in this process or one that has inherited it.
    Ours(File),
    /// Another process has it; its number, where the system tells.
    Taken(Option<u32>),
}

/// Locks a folder.
pub(super) fn lock(folder: &Path) -> std::io::Result<Locked> {
    let file = File::open(folder)?;
    match file.try_lock() {
        Ok(()) => Ok(Locked::Ours(file)),
        Err(TryLockError::WouldBlock) => Ok(Locked::Taken(holder(&file))),
        // Some file systems over a network lock no folders. That folders are made by one run alone holds there, too.
        Err(TryLockError::Error(_)) => Ok(Locked::Ours(file)),
    }
}

/// The holder of the lock, as the kernel lists it: `1: FLOCK  ADVISORY  WRITE 2304 08:01:131090 0 EOF`.
fn holder(file: &File) -> Option<u32> {
    let inode = file.metadata().ok()?.ino().to_string();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let held = |line: &str| -> Option<u32> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, "WRITE", process, place, ..] = words[..] else { return None };
        (place.rsplit(':').next() == Some(&inode)).then(|| process.parse().ok()).flatten().filter(|pid| *pid > 0)
    };
    locks.lines().find_map(held)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_tells_its_holder() {
        let folder = std::env::temp_dir().join(format!("wt-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let Locked::Ours(first) = lock(&folder).unwrap() else { panic!("nobody else is there") };
        let Locked::Taken(holder) = lock(&folder).unwrap() else { panic!("it is taken") };
        // Where processes see other numbers than the kernel's, it may not be told.
        assert!(holder.is_none_or(|pid| pid == std::process::id()), "{holder:?}");
        drop(first);
        assert!(matches!(lock(&folder).unwrap(), Locked::Ours(_)));
        std::fs::remove_dir(&folder).unwrap();
    }
}
