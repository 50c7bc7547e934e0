//! What every rank did when.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::{Function, Record};
use std::path::Path;
use std::sync::Arc;

pub(crate) const OUTPUT: Output = Output {
    name: "timeline",
    doc: "States of every rank: computation and MPI calls, each rank's rows in time order.",
    always: false,
    columns: &[
        column("rank", Kind::Id, "the rank (actor)"),
        column("state", Kind::Text, "`compute`, or the MPI function"),
        column("site", Kind::Id, "the call site (table `sites`); of a computation that of the call that ends it"),
        column("start", Kind::Long, "when it began, in picoseconds"),
        column("end", Kind::Long, "when it ended, in picoseconds"),
        column("waiting", Kind::Long, "how much of it was spent waiting for others, in picoseconds"),
    ],
};

pub(crate) struct Timeline {
    table: Table,
}

impl Timeline {
    pub(crate) fn create(run: &Path, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Table::growing(run, &OUTPUT, closer)?;
        // Text 0 is computation, text 1 + f function f.
        table.text("compute");
        Function::all().for_each(|function| {
            table.text(function.name());
        });
        Ok(Self { table })
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        let (actor, state, site, start, end, waiting) = match *record {
            Record::Block { start, end, .. } if start == end => return,
            Record::Block { actor, site, start, end, .. } => (actor, 0, site, start, end, 0),
            Record::Call { actor, function, site, start, end, waiting } => {
                (actor, 1 + function as u32, site, start, end, waiting.ps())
            }
            Record::Message { .. } | Record::Wait { .. } | Record::World { .. } | Record::Io { .. } => return,
        };
        self.table.push([
            Value::Id(actor.0),
            Value::Text(state),
            Value::Id(site.0),
            Value::Long(start.ps()),
            Value::Long(end.ps()),
            Value::Long(waiting),
        ]);
    }

    pub(crate) fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
