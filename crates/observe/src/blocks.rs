//! Blocks: the program's own code between two MPI calls. The table is also what `--compute RUN` replays.

use crate::closer::Closer;
use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::NewFile;
use ops::{CallSite, Function, Record};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;
use units::ActorId;

pub(crate) const OUTPUT: Output = Output {
    name: "blocks",
    doc: "Every block of computation with its measured time, to be replayed by `--compute RUN`.",
    always: false,
    columns: &[
        column("rank", Kind::Id, "the rank (actor)"),
        column("site", Kind::Id, "the call site (table `sites`) of the call that ends it"),
        column("occurrence", Kind::Id, "how often the rank had ended a block there before"),
        column("function", Kind::Text, "the MPI function that ends it"),
        column("start", Kind::Long, "when it began, in picoseconds of simulated time"),
        column("duration", Kind::Long, "how long it took in simulated time, in picoseconds"),
        column("measured", Kind::Long, "how long the program's own run of it took, in picoseconds"),
    ],
};

/// Writes the table.
pub(crate) struct BlocksWriter {
    table: Table,
    occurrences: FxHashMap<(ActorId, CallSite), u32>,
}

impl BlocksWriter {
    pub(crate) fn create(run: &Path, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let mut table = Table::growing(run, &OUTPUT, closer)?;
        Function::all().for_each(|function| {
            table.text(function.name());
        });
        Ok(Self { table, occurrences: FxHashMap::default() })
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        let Record::Block { actor, function, site, start, end, measured } = *record else {
            return;
        };
        let next = self.occurrences.entry((actor, site)).or_default();
        let occurrence = *next;
        *next += 1;
        self.table.push([
            Value::Id(actor.0),
            Value::Id(site.0),
            Value::Id(occurrence),
            Value::Text(function as u32),
            Value::Long(start.ps()),
            Value::Long(end.saturating_sub(start).ps()),
            Value::Long(measured.ps()),
        ]);
    }

    pub(crate) fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(crate) fn close(self) -> Result<Vec<NewFile>, ObserveError> {
        self.table.close()
    }
}
