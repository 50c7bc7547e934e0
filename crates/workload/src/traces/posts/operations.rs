//! Reads all operations of a trace in Windtunnel's own format into memory and writes them with valid checksums, for tests
//! and tools that change traces.

use super::code::{CodeError, Cursor};
use super::parts::{Closing, Reader, Writer};
use crate::traces::error::TraceError;
use crate::traces::operation::Operation;
use files::FileError;
use std::path::{Path, PathBuf};

/// The operations of a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operations {
    /// Ranks of the job that the run began with.
    pub ranks: u32,
    /// Of each rank, those that were started during the run behind the job's.
    pub of: Vec<Vec<Operation>>,
}

impl Operations {
    /// Reads a trace. A partial operation at the end of a rank is left out.
    ///
    /// # Errors
    /// The file can't be read or is no such trace.
    pub fn read(path: &Path) -> Result<Self, TraceError> {
        let mut reader = Reader::open(path)?;
        let mut all = Self { ranks: reader.ranks(), of: Vec::new() };
        for actor in 0..reader.actors() {
            let (mut bytes, mut part) = (Vec::new(), 0);
            while reader.append(actor, part, &mut bytes)? {
                part += 1;
            }
            let mut cursor = Cursor::new(&bytes);
            let mut own = Vec::new();
            while !cursor.is_empty() {
                match cursor.operation() {
                    Ok(operation) => own.push(operation),
                    Err(CodeError::Incomplete) => break,
                    Err(CodeError::Invalid(problem)) => {
                        return Err(reader.damaged_rank(actor, problem));
                    }
                }
            }
            all.of.push(own);
        }
        Ok(all)
    }

    /// Writes a trace of these operations, whole and with a closing mark.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self, path: &Path) -> Result<PathBuf, FileError> {
        let mut writer = Writer::create(path, self.ranks)?;
        for (actor, own) in (0..).zip(&self.of) {
            let mut bytes = Vec::new();
            own.iter().for_each(|operation| operation.write(&mut bytes));
            writer.append(actor, &mut bytes)?;
        }
        writer.finish(&Closing { complete: true, all_ended: true, sites: Vec::new() })
    }
}
