//! The comments at the beginning and end of time-independent traces that Windtunnel has recorded, which mark a file as
//! complete, and messages about lines: a last line that was cut short, errors with line and column.

use super::fields::Fields;
use crate::traces::error::{FilePosition, LineProblem, TraceError};

/// The first line of a rank's file that we have recorded: it promises [`COMPLETE`]. Other readers skip both.
pub(crate) const RECORDING: &[u8] = b"# recorded by windtunnel; complete if the last line says so";
/// The last line.
pub(crate) const COMPLETE: &[u8] = b"# complete";

/// Whether a line is a `finalize`.
pub(super) fn is_finalize(line: &[u8]) -> bool {
    Fields::new(line).nth(1) == Some(b"finalize".as_slice())
}

pub(super) fn cut_short(file: &str, line: &str) -> String {
    let line: String = line.chars().take(60).collect();
    format!("{file}: the last line, `{line}`, has no newline and is not executed, as in SimGrid")
}

/// An error at a line and column.
pub(super) fn at(file: String, line: u64, column: usize, problem: LineProblem) -> TraceError {
    TraceError::Line {
        place: FilePosition { file, line, column: u32::try_from(column + 1).unwrap_or(u32::MAX) },
        problem,
    }
}
