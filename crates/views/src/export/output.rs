//! Writes the output file of an export. The file gets its final name only when it is complete.

use super::format::ExportError;
use files::{Existing, FileError, NewFile};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of an export, being written.
pub(super) struct Output(NewFile);

impl Output {
    pub(super) fn create(path: &Path, existing: Existing) -> Result<Self, ExportError> {
        Ok(Self(NewFile::create(path, existing)?))
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        let written = self.0.write_all(bytes);
        Ok(written.map_err(|error| FileError::write(&self.0.path(), error))?)
    }

    pub(super) fn line(&mut self, text: std::fmt::Arguments<'_>) -> Result<(), ExportError> {
        let written = self.0.write_fmt(text).and_then(|()| self.0.write_all(b"\n"));
        Ok(written.map_err(|error| FileError::write(&self.0.path(), error))?)
    }

    pub(super) fn finish(self) -> Result<PathBuf, ExportError> {
        let path = self.0.path().to_owned();
        self.0.commit()?;
        Ok(path)
    }
}

/// `line!(out, "…")` writes a line.
macro_rules! line {
    ($out:expr, $($text:tt)*) => { $out.line(format_args!($($text)*)) };
}
pub(super) use line;
