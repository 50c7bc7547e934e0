//! Checks and clears the destination file or folder of a recording.

use super::trace_files::{folder_of, is_rank_file};
use crate::traces::posts::parts::MAGIC;
use files::FileError;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Clears the destination of a recording. An existing file is removed only if `forced`, and if it is a recording and no
/// input.
///
/// # Errors
/// A file exists that must not be removed.
pub fn clear_destination(path: &Path, forced: bool, inputs: &[PathBuf]) -> Result<(), FileError> {
    files::expect_ending(path, &["trace"])?;
    let old = existing(path, inputs)?;
    if !old.iter().all(|path| is_recording(path).unwrap_or(false)) {
        return Err(FileError::write(path, "it exists and is not a recorded trace; give another name"));
    }
    remove(&old, forced)
}

/// Whether a file begins as a recording does; also if it was cut there. A device or pipe never is one, and isn't opened.
fn is_recording(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut begin = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut begin)?;
    Ok(MAGIC.starts_with(&begin))
}

/// Clears the destination of a time-independent trace: its list, and the folder of rank files beside it. Existing files
/// are removed only if `forced`, and if all of them belong to a trace and are not inputs. The list is removed first: without
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
    fn only_a_recording_is_replaced() {
        let folder = Folder::new();
        let path = folder.0.join("program.c");
        clear_destination(&path, true, &[]).unwrap();
        for (content, ours) in [("int main() {}", false), ("WTpost", true), ("", true), ("WTposts\n and more", true)]
        {
            fs::write(&path, content).unwrap();
            let refused = clear_destination(&path, true, &[]).err().map(|error| error.to_string());
            let text = format!(
                "{}: cannot be written: it exists and is not a recorded trace; give another name",
                path.display()
            );
            assert_eq!((path.exists(), refused), if ours { (false, None) } else { (true, Some(text)) }, "{content}");
        }
        std::os::unix::fs::symlink("/dev/null", folder.0.join("null")).unwrap();
        assert!(clear_destination(&folder.0.join("null"), true, &[]).is_err());
        fs::write(&path, "WTposts\n").unwrap();
        let error = clear_destination(&path, false, &[]).unwrap_err();
        assert!(matches!(error, FileError::Exists { .. }), "{error}");
    }

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
