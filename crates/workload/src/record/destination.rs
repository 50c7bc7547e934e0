//! The destination of a recording.

use super::trace_files::{folder_of, is_rank_file};
use files::FileError;
use std::fs;
use std::path::{Path, PathBuf};

/// Clears the destination of a recording. An existing file is removed only if `forced`, and if it is no input.
///
/// # Errors
/// A file exists that must not be removed.
pub fn clear_destination(path: &Path, forced: bool, inputs: &[PathBuf]) -> Result<(), FileError> {
    files::expect_ending(path, &["trace"])?;
    remove(&existing(path, inputs)?, forced)
}

/// Clears the destination of a time-independent trace: its list, and the folder of rank files beside it. Existing files
/// are removed only if `forced`, and if all of them belong to a trace and are no inputs. The list is removed first: without
/// it there is no trace.
///
/// # Errors
/// Files exist that must not be removed.
pub fn clear_list_destination(list: &Path, forced: bool, inputs: &[PathBuf]) -> Result<(), FileError> {
    files::expect_ending(list, &["trace", "txt", "ti", "list"])?;
    let mut old = existing(list, inputs)?;
    let folder = folder_of(list);
    if folder.is_symlink() {
        return Err(FileError::write(&folder, "it is a symbolic link"));
    }
    if folder.is_dir() {
        let failed = |error| FileError::write(&folder, error);
        let mut entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(failed)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let ours = entry.file_name().to_str().is_some_and(|name| is_rank_file(name) || files::is_temporary(name));
            if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
                return Err(FileError::foreign(&folder, &entry.path()));
            }
            refuse(&entry.path(), inputs)?;
            old.push(entry.path());
        }
    }
    remove(&old, forced)
}

fn refuse(path: &Path, inputs: &[PathBuf]) -> Result<(), FileError> {
    files::refuse_inputs(path, inputs.iter().map(PathBuf::as_path))
}

/// The file, if it exists.
fn existing(path: &Path, inputs: &[PathBuf]) -> Result<Vec<PathBuf>, FileError> {
    refuse(path, inputs)?;
    match path.symlink_metadata() {
        Ok(there) if there.is_dir() => Err(FileError::write(path, "it is a folder")),
        Ok(_) => Ok(vec![path.to_owned()]),
        Err(_) => Ok(Vec::new()),
    }
}

fn remove(old: &[PathBuf], forced: bool) -> Result<(), FileError> {
    match old.first() {
        Some(first) if !forced => Err(FileError::exists(first)),
        _ => old.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| FileError::write(path, error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn only_a_trace_is_removed() {
        let folder = Folder::new();
        let list = folder.0.join("a.trace");
        let files = folder.0.join("a.trace_files");
        clear_list_destination(&list, false, &[]).unwrap();
        fs::create_dir(&files).unwrap();
        fs::write(&list, "").unwrap();
        fs::write(files.join("rank-12.txt"), "").unwrap();
        let error = clear_list_destination(&list, false, &[]).unwrap_err().to_string();
        assert!(error.ends_with("a.trace: already exists; give another name, or replace it with --force"), "{error}");
        let input = clear_list_destination(&list, true, &[files.join("rank-12.txt")]).unwrap_err();
        assert!(matches!(input, FileError::Input { .. }), "{input}");
        fs::write(files.join("rank-x.txt"), "mine").unwrap();
        let error = clear_list_destination(&list, true, &[]).unwrap_err().to_string();
        assert!(error.contains("rank-x.txt` in it was not written by a previous command"), "{error}");
        assert!(list.exists());
        fs::remove_file(files.join("rank-x.txt")).unwrap();
        clear_list_destination(&list, true, &[]).unwrap();
        assert!(!list.exists() && fs::read_dir(&files).unwrap().next().is_none());
    }
}
