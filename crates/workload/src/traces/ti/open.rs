//! Opens time-independent traces.

use super::action;
use super::fields::Fields;
use super::notices::{cut_short, is_finalize};
use super::source::TiTrace;
use crate::traces::error::{FilePosition, TraceError};
use crate::traces::format::{self, Format, OpenTrace};
use crate::traces::lines::{Files, rank_of};
use std::path::{Path, PathBuf};

/// Time-independent traces in the list of formats.
pub(in crate::traces) const FORMAT: Format = Format {
    name: "ti",
    doc: "Time-independent traces of SimGrid: a list of one file per rank, or one file that all ranks share.",
    recognise,
    open: |paths| Ok(OpenTrace::of(open(paths)?)),
};

/// Opens a list, a shared file, or one file per rank in rank order. A single file with the lines of one rank alone
/// is that of rank 0.
fn open(paths: &[PathBuf]) -> Result<TiTrace, TraceError> {
    match paths {
        [] => Err(TraceError::NoFile),
        [one] => match format::head(one)? {
            head if looks_like_trace(&head) => TiTrace::shared(one.clone()),
            _ => {
                let entries = list(one)?;
                // A list of one line: the file is shared by all ranks.
                if let [shared] = &*entries { TiTrace::shared(shared.clone()) } else { TiTrace::own(entries) }
            }
        },
        several => TiTrace::own(several.to_vec()),
    }
}

/// Lines of a file's head that say something.
fn significant(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && line[0] != b'#')
}

/// Whether the first line that says something is a rank and, most likely, an action.
fn looks_like_trace(head: &[u8]) -> bool {
    significant(head).next().is_some_and(|line| {
        let mut fields = Fields::new(line);
        let rank = fields.next().and_then(rank_of);
        // A wrong action on the first line is better reported as that than as a missing file.
        rank.is_some() && fields.next().is_some()
    })
}

fn recognise(head: &[u8], path: &Path) -> bool {
    let Some(first) = significant(head).next() else {
        return false;
    };
    let mut fields = Fields::new(first);
    let rank = fields.next().and_then(rank_of);
    if rank.is_some() && fields.next().is_some_and(action::is_action) {
        return true;
    }
    if rank.is_some() && fields.next().is_some() {
        return looks_like_trace(head);
    }
    // A list: its first entry is a trace, or at least there.
    std::str::from_utf8(first).is_ok_and(|entry| resolve(path, entry).is_some())
}

/// The file that an entry of a list names: beside the list, or from the current folder as in SimGrid.
fn resolve(list: &Path, entry: &str) -> Option<PathBuf> {
    let beside = list.parent().unwrap_or_else(|| Path::new("")).join(entry);
    [beside, PathBuf::from(entry)].into_iter().find(|path| files::is_file(path))
}

/// The files of a list, in rank order.
fn list(path: &Path) -> Result<Vec<PathBuf>, TraceError> {
    let text = files::read(path).map_err(|error| TraceError::unreadable(path, &error))?;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() || line[0] == b'#' {
            continue;
        }
        let entry = String::from_utf8_lossy(line);
        let found = resolve(path, &entry).ok_or_else(|| TraceError::NoSuchEntry {
            place: FilePosition { file: path.display().to_string(), line: number, column: 1 },
            entry: entry.into_owned(),
        })?;
        entries.push(found);
    }
    if entries.is_empty() { Err(TraceError::Empty { file: path.display().to_string() }) } else { Ok(entries) }
}

impl TiTrace {
    /// One file per rank.
    fn own(paths: Vec<PathBuf>) -> Result<Self, TraceError> {
        let place = |path: &PathBuf| files::place(path).map_err(|error| TraceError::unreadable(path, &error));
        let paths = paths.iter().map(place).collect::<Result<_, _>>()?;
        let (files, lines) = Files::own(paths);
        Ok(Self::new(files, lines, Vec::new()))
    }

    /// One file for all ranks.
    fn shared(path: PathBuf) -> Result<Self, TraceError> {
        let name = path.display().to_string();
        let (files, lines, cut) = Files::shared(path)?;
        let warning = cut.filter(|line| !is_finalize(line.as_bytes())).map(|line| cut_short(&name, &line));
        Ok(Self::new(files, lines, warning.into_iter().collect()))
    }
}
