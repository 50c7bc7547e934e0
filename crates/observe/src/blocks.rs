//! Blocks: the program's own code between two MPI calls. The table is also what `--compute RUN` replays.

use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, SCHEMA, Table, Value, parts};
use ops::{CallSite, Function, Record};
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use units::{ActorId, Time};

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
    pub(crate) fn create(run: &Path) -> Result<Self, ObserveError> {
        let mut table = Table::create(run, &OUTPUT)?;
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

    pub(crate) fn close(self) -> Result<(), ObserveError> {
        self.table.close()
    }
}

/// A block of a former run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockRow {
    /// The MPI function that ends it.
    pub function: Function,
    /// Where it is called.
    pub site: CallSite,
    /// What the program's own run of it took.
    pub measured: Time,
    /// What it took in simulated time.
    pub duration: Time,
}

/// The blocks of a former run, per rank in their order. 24 bytes a block.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    ranks: Vec<Vec<BlockRow>>,
}

impl Blocks {
    /// Reads the `blocks` table of a run folder.
    pub fn read(run: &Path) -> Result<Self, ObserveError> {
        let folder = run.join(OUTPUT.name);
        let none = || ObserveError::NoTable { folder: run.display().to_string(), table: OUTPUT.name };
        let parts = parts(&folder).map_err(|_| none())?;
        if parts.is_empty() {
            return Err(none());
        }
        let mut blocks = Self::default();
        for part in parts {
            // The Parquet reader checks most of what it reads, but panics over some damaged pages.
            let read = catch_unwind(AssertUnwindSafe(|| blocks.read_part(&part)));
            read.unwrap_or_else(|_| Err(ObserveError::unreadable(&part, "it is damaged")))?;
        }
        Ok(blocks)
    }

    /// The number of ranks: one more than the highest that has a block.
    pub fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// The blocks of a rank, in order.
    pub fn of(&self, actor: ActorId) -> impl Iterator<Item = BlockRow> + '_ {
        self.ranks.get(actor.index()).into_iter().flatten().copied()
    }

    fn read_part(&mut self, path: &Path) -> Result<(), ObserveError> {
        let file = File::open(path).map_err(|error| ObserveError::unreadable(path, error))?;
        let reader = SerializedFileReader::new(file).map_err(|error| ObserveError::unreadable(path, error))?;
        check_schema(&reader, path)?;
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).map_err(|error| ObserveError::unreadable(path, error))?;
            let group = Group { group: &*group, path };
            let (ranks, sites) = (group.ids("rank")?, group.ids("site")?);
            let functions = group.functions()?;
            let (measured, durations) = (group.longs("measured")?, group.longs("duration")?);
            let rows = ranks.len();
            if [sites.len(), functions.len(), measured.len(), durations.len()].iter().any(|length| *length != rows) {
                return Err(ObserveError::unreadable(path, "columns of different length"));
            }
            for row in 0..rows {
                let rank = ranks[row] as u32 as usize;
                if rank > MAX_RANK {
                    return Err(ObserveError::unreadable(path, format!("rank {rank} is beyond any run")));
                }
                if rank >= self.ranks.len() {
                    self.ranks.resize_with(rank + 1, Vec::new);
                }
                self.ranks[rank].push(BlockRow {
                    function: functions[row],
                    site: CallSite(sites[row] as u32),
                    measured: Time::from_ps(measured[row] as u64),
                    duration: Time::from_ps(durations[row] as u64),
                });
            }
        }
        Ok(())
    }
}

/// No run has more ranks; a damaged file must not make us allocate for more.
const MAX_RANK: usize = 1 << 28;

fn check_schema(reader: &SerializedFileReader<File>, path: &Path) -> Result<(), ObserveError> {
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let found = metadata
        .and_then(|entries| entries.iter().find(|entry| entry.key == "windtunnel.schema"))
        .and_then(|entry| entry.value.clone())
        .unwrap_or_else(|| "none".into());
    if found == SCHEMA.to_string() {
        return Ok(());
    }
    Err(ObserveError::Schema { file: path.display().to_string(), found, expected: SCHEMA.to_string() })
}

/// A row group with the file it is of.
struct Group<'a> {
    group: &'a dyn RowGroupReader,
    path: &'a Path,
}

impl Group<'_> {
    fn column(&self, name: &'static str) -> Result<ColumnReader, ObserveError> {
        let columns = self.group.metadata().schema_descr().columns();
        let at = columns.iter().position(|column| column.name() == name).ok_or_else(|| self.wrong(name))?;
        self.group.get_column_reader(at).map_err(|error| ObserveError::unreadable(self.path, error))
    }

    fn wrong(&self, name: &'static str) -> ObserveError {
        let kind = OUTPUT.columns.iter().find(|column| column.name == name).map_or("", |column| column.kind.name());
        ObserveError::Column { file: self.path.display().to_string(), column: name, expected: kind }
    }

    fn rows(&self) -> usize {
        usize::try_from(self.group.metadata().num_rows()).unwrap_or(0)
    }

    fn ids(&self, name: &'static str) -> Result<Vec<i32>, ObserveError> {
        let ColumnReader::Int32ColumnReader(mut reader) = self.column(name)? else {
            return Err(self.wrong(name));
        };
        let mut values = Vec::new();
        let read = reader.read_records(self.rows(), None, None, &mut values);
        read.map_err(|error| ObserveError::unreadable(self.path, error))?;
        Ok(values)
    }

    fn longs(&self, name: &'static str) -> Result<Vec<i64>, ObserveError> {
        let ColumnReader::Int64ColumnReader(mut reader) = self.column(name)? else {
            return Err(self.wrong(name));
        };
        let mut values = Vec::new();
        let read = reader.read_records(self.rows(), None, None, &mut values);
        read.map_err(|error| ObserveError::unreadable(self.path, error))?;
        Ok(values)
    }

    fn functions(&self) -> Result<Vec<Function>, ObserveError> {
        let ColumnReader::ByteArrayColumnReader(mut reader) = self.column("function")? else {
            return Err(self.wrong("function"));
        };
        let mut values: Vec<ByteArray> = Vec::new();
        let read = reader.read_records(self.rows(), None, None, &mut values);
        read.map_err(|error| ObserveError::unreadable(self.path, error))?;
        values
            .iter()
            .map(|value| {
                std::str::from_utf8(value.data())
                    .ok()
                    .and_then(Function::from_name)
                    .ok_or_else(|| self.wrong("function"))
            })
            .collect()
    }
}
