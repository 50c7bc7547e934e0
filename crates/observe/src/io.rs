//! Every operation on a file.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::{IoOperation, Record};
use std::path::Path;
use std::sync::Arc;

pub(crate) const OUTPUT: Output = Output {
    name: "io",
    doc: "Every operation on a file, in the order of their ends.",
    always: false,
    columns: &[
        column("rank", Kind::Id, "whose operation (actor)"),
        column("file", Kind::Text, "the absolute path"),
        column(
            "operation",
            Kind::Text,
            "`open`, `close`, `delete`, `read`, `write`, `size`, `resize`, `sync` or `shared pointer`",
        ),
        column("offset", Kind::Long, "the lowest byte of the file that it touches; 0 where it touches none"),
        column("bytes", Kind::Long, "bytes moved"),
        column("start", Kind::Long, "when it was made, in picoseconds"),
        column("end", Kind::Long, "when it was done, in picoseconds"),
    ],
};

/// Operations on files with their names in tables, in the order of their numbers.
pub const IO_OPERATIONS: [(IoOperation, &str); 9] = [
    (IoOperation::Open, "open"),
    (IoOperation::Close, "close"),
    (IoOperation::Delete, "delete"),
    (IoOperation::Read, "read"),
    (IoOperation::Write, "write"),
    (IoOperation::Size, "size"),
    (IoOperation::Resize, "resize"),
    (IoOperation::Sync, "sync"),
    (IoOperation::SharedPointer, "shared pointer"),
];

pub(crate) struct Io {
    table: Table,
    /// The text of every operation and of every file.
    operations: [u32; IO_OPERATIONS.len()],
    files: Vec<u32>,
}

impl Io {
    pub(crate) fn create(run: &Path, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Table::growing(run, &OUTPUT, closer)?;
        let operations = IO_OPERATIONS.map(|(_, name)| table.text(name));
        Ok(Self { table, operations, files: Vec::new() })
    }

    /// Files are named in the order of their numbers.
    pub(crate) fn name_file(&mut self, path: &str) {
        self.files.push(self.table.text(path));
    }

    pub(crate) fn record(&mut self, record: &Record) {
        let Record::Io { actor, file, operation, offset, bytes, start, end } = *record else { return };
        self.table.push([
            Value::Id(actor.0),
            Value::Text(self.files[file as usize]),
            Value::Text(self.operations[operation as usize]),
            Value::Long(offset),
            Value::Long(bytes),
            Value::Long(start.ps()),
            Value::Long(end.ps()),
        ]);
    }

    pub(crate) fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
