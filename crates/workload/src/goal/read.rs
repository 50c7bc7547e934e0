//! Reads a GOAL program into memory.

use super::operation::Operation;
use super::program::{Builder, Program};
use super::text;
use super::visitor::Visitor;
use crate::traces::error::{FilePosition, TraceError};
use std::path::Path;

/// Reads a GOAL program.
pub fn read(path: &Path) -> Result<Program, TraceError> {
    let file = files::open(path).map_err(|error| TraceError::unreadable(path, &error))?;
    let mut builder = Builder::default();
    text::parse(file, path, &mut builder)?;
    Ok(builder.finish())
}

/// The line of an operation: reads the file again, for messages.
pub fn place_of(path: &Path, rank: u32, index: u32) -> Option<FilePosition> {
    let mut finder = Finder { rank, index, current: 0, seen: 0, line: None };
    let file = files::open(path).ok()?;
    text::parse(file, path, &mut finder).ok()?;
    finder.line.map(|line| FilePosition { file: path.display().to_string(), line, column: 1 })
}

/// Looks for the line of one operation.
struct Finder {
    rank: u32,
    index: u32,
    current: u32,
    seen: u32,
    line: Option<u64>,
}

impl Visitor for Finder {
    fn ranks(&mut self, _: u32) {}

    fn operation(&mut self, operation: Operation, line: u64) -> bool {
        if operation.rank != self.current {
            (self.current, self.seen) = (operation.rank, 0);
        }
        if (operation.rank, self.seen) == (self.rank, self.index) {
            self.line = Some(line);
        }
        self.seen += 1;
        true
    }

    fn order(&mut self, _: u32, _: u32, _: bool) -> bool {
        true
    }

    fn end_of_rank(&mut self) {}
}
