//! The files of a recorded time-independent trace: a list of files, and one file per rank.

use crate::traces::ti::{COMPLETE, RECORDING};
use files::{Existing, FileError};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// All ranks' buffers together stay about below this.
const BUFFERS: usize = 64 << 20;

/// One buffer per rank. A file is opened for each piece, so that any number of ranks needs one descriptor.
pub(super) struct TraceFiles {
    list: PathBuf,
    folder: PathBuf,
    buffers: Vec<Vec<u8>>,
    piece: usize,
}

/// Where the ranks' files of a list lie.
pub(super) fn folder_of(list: &Path) -> PathBuf {
    let mut folder = list.as_os_str().to_owned();
    folder.push("_files");
    PathBuf::from(folder)
}

/// Whether a name is one that a rank's file has.
pub(super) fn is_rank_file(name: &str) -> bool {
    let number = name.strip_prefix("rank-").and_then(|rest| rest.strip_suffix(".txt"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> FileError + '_ {
    |error| FileError::write(path, error)
}

impl TraceFiles {
    /// Makes the folder and empty files, so that a place that can't be written is found before the run.
    pub(super) fn create(list: &Path, ranks: u32) -> Result<Self, FileError> {
        let folder = folder_of(list);
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        let piece = (BUFFERS / ranks.max(1) as usize).clamp(4 << 10, 256 << 10);
        let files =
            Self { list: list.into(), folder, buffers: vec![[RECORDING, b"\n"].concat(); ranks as usize], piece };
        for rank in 0..ranks {
            let path = files.path(rank);
            File::create(&path).map_err(unwritable(&path))?;
        }
        Ok(files)
    }

    fn name(rank: u32) -> String {
        format!("rank-{rank}.txt")
    }

    fn path(&self, rank: u32) -> PathBuf {
        self.folder.join(Self::name(rank))
    }

    /// Appends lines of a rank and empties `lines`.
    pub(super) fn append(&mut self, rank: u32, lines: &mut Vec<u8>) -> Result<(), FileError> {
        self.buffers[rank as usize].append(lines);
        if self.buffers[rank as usize].len() >= self.piece { self.flush(rank) } else { Ok(()) }
    }

    fn flush(&mut self, rank: u32) -> Result<(), FileError> {
        let path = self.path(rank);
        let buffer = &mut self.buffers[rank as usize];
        OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(buffer))
            .map_err(unwritable(&path))?;
        buffer.clear();
        Ok(())
    }

    /// Writes the remaining bytes, then the list, with names relative to its own folder.
    pub(super) fn finish(mut self, complete: bool) -> Result<PathBuf, FileError> {
        for rank in 0..self.buffers.len() as u32 {
            if complete {
                self.buffers[rank as usize].extend([COMPLETE, b"\n"].concat());
            }
            self.flush(rank)?;
        }
        let folder = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text: String =
            (0..self.buffers.len() as u32).map(|rank| format!("{folder}/{}\n", Self::name(rank))).collect();
        files::write(&self.list, text.as_bytes(), Existing::Replace)?;
        Ok(self.list)
    }
}
