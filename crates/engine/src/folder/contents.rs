//! Lists the files that the previous run has written into a run folder. Only these are removed to make room for another run.

use super::FolderError;
use files::FileError;
use results::{MEASUREMENTS_FOLDER, PROGRAM_FOLDER, Run, WHAT_IF_FOLDER};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

/// Everything in a folder, in the order in which it is removed: what says whose the rest is comes last.
#[derive(Default, Debug)]
pub(super) struct Contents(Vec<Entry>);

#[derive(Debug)]
enum Entry {
    File(PathBuf),
    Folder(PathBuf),
}

/// The files of a folder of compared runs.
const COMPARED: [&str; 2] = ["compare.json", "compare.svg"];

impl Contents {
    /// Of a run folder. Nothing in it may be another's: every entry is listed by its manifest or a run folder in its turn,
    /// and none is a symbolic link.
    pub(super) fn of_run(folder: &Path) -> Result<Self, FolderError> {
        let mut contents = Self::default();
        contents.add_run(folder, folder)?;
        Ok(contents)
    }

    /// Of a folder of nothing but run folders.
    pub(super) fn of_runs(folder: &Path) -> Result<Self, FolderError> {
        let mut contents = Self::default();
        contents.add_nested(folder, folder)?;
        Ok(contents)
    }

    /// Of a folder of compared runs: run folders, and the comparison.
    pub(super) fn of_comparison(folder: &Path) -> Result<Self, FolderError> {
        let mut contents = Self::default();
        let mut own = Vec::new();
        for entry in entries(folder)? {
            let (name, path) = (entry.file_name(), entry.path());
            if is_left_over(&entry) || (COMPARED.iter().any(|known| name == *known) && is_file(&entry)) {
                own.push(Entry::File(path));
            } else if is_folder(&entry) && path.join("run.json").is_file() {
                contents.add_run(folder, &path)?;
                contents.0.push(Entry::Folder(path));
            } else {
                return Err(FolderError::foreign(folder, &path));
            }
        }
        contents.0.extend(own);
        Ok(contents)
    }

    /// A folder without anything but what a killed command has left under a temporary name.
    pub(super) fn of_empty(folder: &Path) -> Result<Option<Self>, FolderError> {
        let entries = entries(folder)?;
        let empty = entries.iter().all(is_left_over);
        Ok(empty.then(|| Self(entries.iter().map(|entry| Entry::File(entry.path())).collect())))
    }

    fn add_run(&mut self, root: &Path, folder: &Path) -> Result<(), FolderError> {
        let manifest = match Run::open(folder) {
            Ok(run) => run.into_manifest(),
            Err(error) => {
                let first = entries(folder)?.into_iter().find(|entry| !is_left_over(entry));
                return Err(match first.filter(|_| !folder.join("run.json").exists()) {
                    Some(first) => FolderError::foreign_without_run(root, &first.path()),
                    None => FolderError::not_a_run(root, &error.to_string()),
                });
            }
        };
        let listed: BTreeSet<&str> = manifest.files.contents.iter().map(String::as_str).collect();
        let mut last = Vec::new();
        for entry in entries(folder)? {
            let (name, path) = (entry.file_name(), entry.path());
            let name = name.to_str().unwrap_or_default();
            let is_listed = listed.contains(name);
            if (name == "run.json" || is_listed && results::FILES.contains(&name)) && is_file(&entry) {
                last.push(Entry::File(path));
            } else if is_left_over(&entry) {
                self.0.push(Entry::File(path));
            } else if is_listed && is_table(name) && is_folder(&entry) {
                self.add_files(root, path, is_part)?;
            } else if is_listed && name == PROGRAM_FOLDER && is_folder(&entry) {
                self.add_files(root, path, |name| {
                    listed.contains(format!("{PROGRAM_FOLDER}/{name}").as_str()) || is_module(name)
                })?;
            } else if [WHAT_IF_FOLDER, MEASUREMENTS_FOLDER].contains(&name) && is_folder(&entry) {
                self.add_nested(root, &path)?;
            } else {
                return Err(FolderError::foreign(root, &path));
            }
        }
        // `run.json` last of all: removal that was cut short can be taken up again.
        last.sort_by_key(
            |entry| matches!(entry, Entry::File(path) if path.file_name() == Some(OsStr::new("run.json"))),
        );
        self.0.extend(last);
        Ok(())
    }

    /// A folder of the run's own with files alone, each of a name that is `right`.
    fn add_files(&mut self, root: &Path, folder: PathBuf, right: impl Fn(&str) -> bool) -> Result<(), FolderError> {
        for entry in entries(&folder)? {
            let is_right = || is_left_over(&entry) || entry.file_name().to_str().is_some_and(&right);
            if !is_file(&entry) || !is_right() {
                return Err(FolderError::foreign(root, &entry.path()));
            }
            self.0.push(Entry::File(entry.path()));
        }
        self.0.push(Entry::Folder(folder));
        Ok(())
    }

    /// A run folder in a run folder, or a folder of such.
    fn add_nested(&mut self, root: &Path, folder: &Path) -> Result<(), FolderError> {
        if folder.join("run.json").is_file() {
            self.add_run(root, folder)?;
        } else {
            for entry in entries(folder)? {
                if is_left_over(&entry) {
                    self.0.push(Entry::File(entry.path()));
                } else if is_folder(&entry)
                    && (Self::of_empty(&entry.path())?.is_some() || entry.path().join("run.json").is_file())
                {
                    self.add_nested(root, &entry.path())?;
                } else {
                    return Err(FolderError::foreign(root, &entry.path()));
                }
            }
        }
        self.0.push(Entry::Folder(folder.to_owned()));
        Ok(())
    }

    /// Removes all of it, one by one: a folder that is not empty, because somebody has put something into it meanwhile, stays.
    pub(super) fn remove(self) -> Result<(), FolderError> {
        for entry in self.0 {
            let (path, removed) = match entry {
                Entry::File(path) => (path.clone(), std::fs::remove_file(path)),
                Entry::Folder(path) => (path.clone(), std::fs::remove_dir(path)),
            };
            removed.map_err(|error| FileError::write(&path, error))?;
        }
        Ok(())
    }
}

fn entries(folder: &Path) -> Result<Vec<DirEntry>, FolderError> {
    let read = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = read.map_err(|error| FileError::write(folder, error))?;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// The entry itself, not what it may lead to.
fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_file())
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_dir())
}

fn is_left_over(entry: &DirEntry) -> bool {
    is_file(entry) && entry.file_name().to_str().is_some_and(files::is_temporary)
}

fn is_table(name: &str) -> bool {
    observe::TABLES.iter().any(|table| table.name == name)
}

/// `part-00000.parquet`.
fn is_part(name: &str) -> bool {
    let number = name.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".parquet"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What a Fortran compiler writes beside an executable.
fn is_module(name: &str) -> bool {
    name.ends_with(".mod") || name.ends_with(".smod")
}
