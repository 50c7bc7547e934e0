//! The interface of tables whose rows are made of records (events that the engine reports) during the run.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::schema::Row;
use crate::writer::{Table, TableWriter};
use files::{Folder, NewFile};
use ops::Record;
use std::sync::Arc;

/// A row that is made from a record.
pub(crate) trait Recorded: Row {
    /// State kept from record to record.
    type Context: Default;

    /// The row of a record; none for records of other kinds.
    fn from_record(record: &Record, context: &mut Self::Context) -> Option<Self>;
}

/// Such a table, being written.
pub(crate) struct Recording<R: Recorded> {
    table: Table<R>,
    pub(crate) context: R::Context,
}

impl<R: Recorded> Recording<R> {
    pub(crate) fn create(run: &Folder, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        Ok(Self { table: Table::growing(run, closer)?, context: R::Context::default() })
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        if let Some(row) = R::from_record(record, &mut self.context) {
            self.table.push(&row);
        }
    }

    pub(crate) fn writer(&mut self) -> &mut TableWriter {
        self.table.writer()
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
