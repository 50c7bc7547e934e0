//! Opens a trace of any known format.

use super::error::TraceError;
use super::format::{Format, OpenTrace, head};
use std::path::PathBuf;

/// All formats, in the order in which they are asked.
pub const FORMATS: &[Format] =
    &[super::posts::FORMAT, super::goal::FORMAT, super::hdtrace::FORMAT, super::ti::FORMAT];

/// Opens a trace of any known format.
pub fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let Some(first) = paths.first() else {
        return Err(TraceError::NoFile);
    };
    // Before one is opened: it might take for ever.
    for path in paths.iter().filter(|path| !path.is_dir()) {
        files::expect_regular(path).map_err(|error| TraceError::unreadable(path, &error))?;
    }
    let head = if first.is_dir() { Vec::new() } else { head(first)? };
    match FORMATS.iter().find(|format| (format.recognise)(&head, first)) {
        Some(format) => (format.open)(paths),
        None => Err(TraceError::UnknownFormat {
            file: first.display().to_string(),
            begins: String::from_utf8_lossy(head.split(|byte| *byte == b'\n').next().unwrap_or_default())
                .chars()
                .take(60)
                .collect(),
        }),
    }
}
