//! A table, batch by batch.

use crate::error::ResultsError;
use crate::field::{Cell, Range};
use crate::rows::Row;
use observe::Kind;
use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use std::fs::File;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// So many rows are held at a time.
const BATCH: usize = 1 << 13;

/// The rows of a table in the order in which they were written. After an error it ends.
#[derive(Debug)]
pub struct Rows<R> {
    parts: std::vec::IntoIter<PathBuf>,
    part: Option<Part>,
    batch: Vec<Buffer>,
    rows: usize,
    at: usize,
    only: Vec<(usize, RangeInclusive<u64>)>,
    /// No rank of the run has this number or a higher one.
    ranks: u32,
    row: PhantomData<R>,
}

/// A part that is being read.
struct Part {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    /// The place of each of our columns among those of the file.
    places: Vec<usize>,
    group: usize,
    columns: Vec<ColumnReader>,
    left: usize,
    /// Rows of the part before the current batch.
    before: usize,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").field("path", &self.path).field("group", &self.group).finish_non_exhaustive()
    }
}

/// A batch of a column.
#[derive(Debug)]
enum Buffer {
    Long(Vec<i64>),
    Id(Vec<i32>),
    Int(Vec<i32>),
    Flag(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl Buffer {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Long => Self::Long(Vec::new()),
            Kind::Id => Self::Id(Vec::new()),
            Kind::Int => Self::Int(Vec::new()),
            Kind::Flag => Self::Flag(Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
        }
    }

    /// Reads up to so many values in the place of those held; none if the column is of another type.
    fn fill(&mut self, column: &mut ColumnReader, rows: usize) -> Option<ParquetResult<usize>> {
        macro_rules! fill {
            ($values:expr, $reader:expr) => {{
                $values.clear();
                Some($reader.read_records(rows, None, None, $values).map(|_| $values.len()))
            }};
        }
        match (self, column) {
            (Self::Long(values), ColumnReader::Int64ColumnReader(reader)) => fill!(values, reader),
            (Self::Id(values) | Self::Int(values), ColumnReader::Int32ColumnReader(reader)) => fill!(values, reader),
            (Self::Flag(values), ColumnReader::BoolColumnReader(reader)) => fill!(values, reader),
            (Self::Text(values), ColumnReader::ByteArrayColumnReader(reader)) => fill!(values, reader),
            _ => None,
        }
    }

    /// The value in a row; text that is no UTF-8 is empty.
    #[inline]
    fn cell(&self, row: usize) -> Cell<'_> {
        match self {
            Self::Long(values) => Cell::Long(values[row] as u64),
            Self::Id(values) => Cell::Id(values[row] as u32),
            Self::Int(values) => Cell::Int(values[row]),
            Self::Flag(values) => Cell::Flag(values[row]),
            Self::Text(values) => Cell::Text(std::str::from_utf8(values[row].data()).unwrap_or_default()),
        }
    }

    /// A count or identifier.
    #[inline]
    fn number(&self, row: usize) -> u64 {
        match self.cell(row) {
            Cell::Long(value) => value,
            Cell::Id(value) => value.into(),
            cell => panic!("{cell:?} has no range"),
        }
    }
}

impl<R: Row> Rows<R> {
    pub(crate) fn of(parts: Vec<PathBuf>, ranks: u32) -> Self {
        Self {
            parts: parts.into_iter(),
            part: None,
            batch: R::COLUMNS.iter().map(|(_, kind)| Buffer::new(*kind)).collect(),
            rows: 0,
            at: 0,
            only: Vec::new(),
            ranks,
            row: PhantomData,
        }
    }

    /// Leaves out rows whose value in `column` (a count, a time in picoseconds or an identifier) is not in the range. Parts
    /// that have none are not read.
    ///
    /// # Panics
    /// If there is no such column, or it holds no count and no identifier.
    #[must_use]
    pub fn only(mut self, column: &str, range: RangeInclusive<u64>) -> Self {
        let at = R::COLUMNS.iter().position(|(name, kind)| *name == column && matches!(kind, Kind::Long | Kind::Id));
        let at = at.unwrap_or_else(|| panic!("the table `{}` has no number `{column}`", R::TABLE));
        self.only.push((at, range));
        self
    }

    /// Reads the next batch that has rows; says whether there is one.
    fn next_batch(&mut self) -> Result<bool, ResultsError> {
        (self.rows, self.at) = (0, 0);
        loop {
            let part = match &mut self.part {
                Some(part) => part,
                None => {
                    let Some(path) = self.parts.next() else { return Ok(false) };
                    self.part.insert(open::<R>(path)?)
                }
            };
            let path = part.path.clone();
            if part.left == 0 {
                // Offsets that cannot be are found when the columns of a group are opened.
                let found = catch_unwind(AssertUnwindSafe(|| part.next_group(&self.only)));
                let found = found.map_err(|_| damaged(&path))?.map_err(|error| ResultsError::file(&path, error))?;
                if !found {
                    self.part = None;
                    continue;
                }
            }
            let read = catch_unwind(AssertUnwindSafe(|| part.read::<R>(&mut self.batch)));
            self.rows = read.unwrap_or_else(|_| Err(damaged(&path)))?;
            self.check(&path)?;
            return Ok(true);
        }
    }

    /// Whoever gave us the folder may have written anything into its tables: what ranks and counts cannot be is refused here,
    /// once, so that everybody else can count and index with them.
    fn check(&self, path: &Path) -> Result<(), ResultsError> {
        let limit = self.ranks;
        for (column, (buffer, range)) in self.batch.iter().zip(R::RANGES).enumerate() {
            let wrong = match (range, buffer) {
                (Range::Rank, Buffer::Id(values)) => values.iter().position(|value| *value as u32 >= limit),
                (Range::Count, Buffer::Long(values)) => values.iter().position(|value| *value < 0),
                _ => None,
            };
            let Some(row) = wrong else { continue };
            let (name, _) = R::COLUMNS[column];
            let before = self.part.as_ref().map_or(0, |part| part.before);
            let (file, row, found) = (path.display().to_string(), before + row, buffer.number(row));
            return Err(match range {
                Range::Rank => ResultsError::Rank { file, row, column: name, found, last: limit.saturating_sub(1) },
                _ => ResultsError::Value { file, row, column: name, found: found.to_string() },
            });
        }
        self.check_order(path)
    }

    /// Nothing ends before it starts.
    fn check_order(&self, path: &Path) -> Result<(), ResultsError> {
        let column = |name| R::COLUMNS.iter().position(|(known, _)| *known == name).map(|at| &self.batch[at]);
        let (Some(Buffer::Long(starts)), Some(Buffer::Long(ends))) = (column("start"), column("end")) else {
            return Ok(());
        };
        let Some(row) = starts.iter().zip(ends).position(|(start, end)| end < start) else { return Ok(()) };
        let before = self.part.as_ref().map_or(0, |part| part.before);
        let (file, row, found) = (path.display().to_string(), before + row, ends[row].to_string());
        Err(ResultsError::Value { file, row, column: "end", found })
    }

    fn next_row(&mut self) -> Result<Option<R>, ResultsError> {
        loop {
            while self.at < self.rows {
                let row = self.at;
                self.at += 1;
                if self.only.iter().all(|(column, range)| range.contains(&self.batch[*column].number(row))) {
                    let made = R::of(|column| self.batch[column].cell(row));
                    return made.map(Some).map_err(|column| self.wrong(row, column));
                }
            }
            // The number of the row is told where a value is wrong.
            if let Some(part) = &mut self.part {
                part.before += self.rows;
            }
            self.rows = 0;
            if !self.next_batch()? {
                return Ok(None);
            }
        }
    }

    fn wrong(&self, row: usize, column: usize) -> ResultsError {
        let part = self.part.as_ref().expect("a row is of a part");
        let found = match self.batch[column].cell(row) {
            Cell::Text(text) => format!("`{text}`"),
            cell => format!("{cell:?}"),
        };
        let (name, _) = R::COLUMNS[column];
        ResultsError::Value { file: part.path.display().to_string(), row: part.before + row, column: name, found }
    }
}

impl<R: Row> Iterator for Rows<R> {
    type Item = Result<R, ResultsError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.next_row() {
            Ok(row) => row.map(Ok),
            Err(error) => {
                (self.part, self.rows, self.at) = (None, 0, 0);
                self.parts = Vec::new().into_iter();
                Some(Err(error))
            }
        }
    }
}

fn damaged(path: &Path) -> ResultsError {
    ResultsError::file(path, "it is damaged")
}

/// Opens a part and checks its columns. The Parquet reader checks most of what it reads, but panics over some damage.
fn open<R: Row>(path: PathBuf) -> Result<Part, ResultsError> {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let file = files::open(&path).map_err(|error| ResultsError::file(&path, error))?;
        SerializedFileReader::new(file).map_err(|error| ResultsError::file(&path, error))
    }));
    let reader = opened.unwrap_or_else(|_| Err(damaged(&path)))?;
    check_schema(&reader, &path)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let place = |&(name, kind): &(&'static str, Kind)| {
        let found = columns.iter().position(|column| column.name() == name);
        found.ok_or_else(|| wrong_column(&path, name, kind))
    };
    let places = R::COLUMNS.iter().map(place).collect::<Result<_, _>>()?;
    Ok(Part { path, reader, places, group: 0, columns: Vec::new(), left: 0, before: 0 })
}

fn wrong_column(path: &Path, column: &'static str, kind: Kind) -> ResultsError {
    ResultsError::Column { file: path.display().to_string(), column, expected: kind.name() }
}

fn check_schema(reader: &SerializedFileReader<File>, path: &Path) -> Result<(), ResultsError> {
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let found = metadata
        .and_then(|entries| entries.iter().find(|entry| entry.key == "windtunnel.schema"))
        .and_then(|entry| entry.value.clone())
        .unwrap_or_else(|| "none".into());
    if found == observe::SCHEMA.to_string() {
        return Ok(());
    }
    Err(ResultsError::TableSchema { file: path.display().to_string(), found, expected: observe::SCHEMA })
}

impl Part {
    /// Goes to the next row group that may have wanted rows; says whether there is one.
    fn next_group(&mut self, only: &[(usize, RangeInclusive<u64>)]) -> ParquetResult<bool> {
        while self.group < self.reader.num_row_groups() {
            let number = self.group;
            self.group += 1;
            let metadata = self.reader.metadata().row_group(number);
            let rows = usize::try_from(metadata.num_rows()).unwrap_or(0);
            if rows == 0 || only.iter().any(|(column, range)| has_none(metadata, self.places[*column], range)) {
                self.before += rows;
                continue;
            }
            let group = self.reader.get_row_group(number)?;
            self.columns =
                self.places.iter().map(|place| group.get_column_reader(*place)).collect::<Result<_, _>>()?;
            self.left = rows;
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads a batch of every column; gives the number of rows.
    fn read<R: Row>(&mut self, batch: &mut [Buffer]) -> Result<usize, ResultsError> {
        let wanted = self.left.min(BATCH);
        for ((buffer, column), &(name, kind)) in batch.iter_mut().zip(&mut self.columns).zip(R::COLUMNS) {
            let filled = buffer.fill(column, wanted).ok_or_else(|| wrong_column(&self.path, name, kind))?;
            let filled = filled.map_err(|error| ResultsError::file(&self.path, error))?;
            if filled != wanted {
                return Err(ResultsError::file(&self.path, format!("column `{name}` ends too early")));
            }
        }
        self.left -= wanted;
        Ok(wanted)
    }
}

/// Whether the statistics of a row group say that no value of the column is in the range.
fn has_none(group: &RowGroupMetaData, place: usize, range: &RangeInclusive<u64>) -> bool {
    let bounds = match group.column(place).statistics() {
        Some(Statistics::Int64(of)) => of.min_opt().zip(of.max_opt()).map(|(&min, &max)| (min as u64, max as u64)),
        Some(Statistics::Int32(of)) => {
            of.min_opt().zip(of.max_opt()).map(|(&min, &max)| (u64::from(min as u32), u64::from(max as u32)))
        }
        _ => None,
    };
    bounds.is_some_and(|(min, max)| min <= max && (max < *range.start() || min > *range.end()))
}
