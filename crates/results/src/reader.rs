//! Reads the rows of a run folder's table, in the order in which they were written, a limited number of rows at a time.

use crate::error::ResultsError;
use observe::{Cell, Column, ColumnType, Range, Row};
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

/// Rows held at a time.
const BATCH: usize = 1 << 13;

/// The rows of a table in the order in which they were written. After an error it ends.
#[derive(Debug)]
pub struct Rows<R> {
    parts: std::vec::IntoIter<PathBuf>,
    part: Option<TablePart>,
    batch: Vec<Buffer>,
    rows: usize,
    at: usize,
    only: Vec<(usize, RangeInclusive<u64>)>,
    /// Number of ranks of the run.
    ranks: u32,
    row: PhantomData<R>,
}

/// A part that is being read.
struct TablePart {
    path: PathBuf,
    reader: SerializedFileReader<File>,
    /// The index of each column in the file.
    places: Vec<usize>,
    group: usize,
    columns: Vec<ColumnReader>,
    left: usize,
    /// Rows of the part before the current batch.
    before: usize,
}

impl std::fmt::Debug for TablePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TablePart").field("path", &self.path).field("group", &self.group).finish_non_exhaustive()
    }
}

/// A batch of a column.
#[derive(Debug)]
enum Buffer {
    Int64(Vec<i64>),
    UInt32(Vec<i32>),
    Int32(Vec<i32>),
    Bool(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl Buffer {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Int64 => Self::Int64(Vec::new()),
            ColumnType::UInt32 => Self::UInt32(Vec::new()),
            ColumnType::Int32 => Self::Int32(Vec::new()),
            ColumnType::Bool => Self::Bool(Vec::new()),
            ColumnType::Text => Self::Text(Vec::new()),
        }
    }

    /// Replaces the values by the next `rows` ones at most; none if the column is of another type. Gives the number of rows
    /// and how many of them have a value.
    fn fill(&mut self, column: &mut ColumnReader, rows: usize) -> Option<ParquetResult<(usize, usize)>> {
        macro_rules! fill {
            ($values:expr, $reader:expr) => {{
                $values.clear();
                // Other writers make every column one of values that may be missing.
                let mut present = Vec::new();
                let read = $reader.read_records(rows, Some(&mut present), None, $values);
                Some(read.map(|(records, _, _)| (records, $values.len())))
            }};
        }
        match (self, column) {
            (Self::Int64(values), ColumnReader::Int64ColumnReader(reader)) => fill!(values, reader),
            (Self::UInt32(values) | Self::Int32(values), ColumnReader::Int32ColumnReader(reader)) => {
                fill!(values, reader)
            }
            (Self::Bool(values), ColumnReader::BoolColumnReader(reader)) => fill!(values, reader),
            (Self::Text(values), ColumnReader::ByteArrayColumnReader(reader)) => fill!(values, reader),
            _ => None,
        }
    }

    /// The value in a row; text that is not UTF-8 is empty.
    #[inline]
    fn cell(&self, row: usize) -> Cell<'_> {
        match self {
            Self::Int64(values) => Cell::Int64(values[row] as u64),
            Self::UInt32(values) => Cell::UInt32(values[row] as u32),
            Self::Int32(values) => Cell::Int32(values[row]),
            Self::Bool(values) => Cell::Bool(values[row]),
            Self::Text(values) => Cell::Text(std::str::from_utf8(values[row].data()).unwrap_or_default()),
        }
    }

    /// A count or identifier.
    #[inline]
    fn number(&self, row: usize) -> u64 {
        match self.cell(row) {
            Cell::Int64(value) => value,
            Cell::UInt32(value) => value.into(),
            cell => panic!("{cell:?} has no range"),
        }
    }
}

impl<R: Row> Rows<R> {
    pub(crate) fn of(parts: Vec<PathBuf>, ranks: u32) -> Self {
        Self {
            parts: parts.into_iter(),
            part: None,
            batch: R::SCHEMA.columns.iter().map(|column| Buffer::new(column.kind)).collect(),
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
        let is_number = |known: &Column| matches!(known.kind, ColumnType::Int64 | ColumnType::UInt32);
        let at = R::SCHEMA.columns.iter().position(|known| known.name == column && is_number(known));
        let at = at.unwrap_or_else(|| panic!("the table `{}` has no number `{column}`", R::SCHEMA.name));
        self.only.push((at, range));
        self
    }

    /// Reads the next batch that has rows; returns whether there is one.
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
                // Impossible offsets are found when the columns of a group are opened.
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

    /// Tables come from others and may hold anything: impossible ranks and counts are refused here, once, so that views can
    /// index and add without checks.
    fn check(&self, path: &Path) -> Result<(), ResultsError> {
        let limit = self.ranks;
        for (buffer, column) in self.batch.iter().zip(R::SCHEMA.columns) {
            let wrong = match (column.range, buffer) {
                (Range::Rank, Buffer::UInt32(values)) => values.iter().position(|value| *value as u32 >= limit),
                (Range::Count, Buffer::Int64(values)) => values.iter().position(|value| *value < 0),
                _ => None,
            };
            let Some(row) = wrong else { continue };
            let before = self.part.as_ref().map_or(0, |part| part.before);
            let (file, row, found) = (path.display().to_string(), before + row, buffer.number(row));
            return Err(match column.range {
                Range::Rank => {
                    ResultsError::Rank { file, row, column: column.name, found, last: limit.saturating_sub(1) }
                }
                _ => ResultsError::Value { file, row, column: column.name, found: found.to_string() },
            });
        }
        self.check_order(path)
    }

    /// Refuses a row that ends before it starts.
    fn check_order(&self, path: &Path) -> Result<(), ResultsError> {
        let column = |name| R::SCHEMA.position(name).map(|at| &self.batch[at]);
        let (Some(Buffer::Int64(starts)), Some(Buffer::Int64(ends))) = (column("start"), column("end")) else {
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
                    let made = R::from_cells(|column| self.batch[column].cell(row));
                    return made.map(Some).map_err(|column| self.wrong(row, column));
                }
            }
            // Errors name the row.
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
        let column = R::SCHEMA.columns[column].name;
        ResultsError::Value { file: part.path.display().to_string(), row: part.before + row, column, found }
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

/// Opens a part and checks its columns. The Parquet reader reports most damage, but panics over some.
fn open<R: Row>(path: PathBuf) -> Result<TablePart, ResultsError> {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let file = files::open(&path).map_err(|error| ResultsError::file(&path, error))?;
        SerializedFileReader::new(file).map_err(|error| ResultsError::file(&path, error))
    }));
    let reader = opened.unwrap_or_else(|_| Err(damaged(&path)))?;
    check_schema(&reader, &path)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let place = |column: &Column| {
        let is_list = |at: usize| columns[at].max_rep_level() > 0 || columns[at].path().parts().len() > 1;
        let found = columns.iter().position(|known| known.name() == column.name).filter(|&at| !is_list(at));
        found.ok_or_else(|| wrong_column(&path, column))
    };
    let places = R::SCHEMA.columns.iter().map(place).collect::<Result<_, _>>()?;
    Ok(TablePart { path, reader, places, group: 0, columns: Vec::new(), left: 0, before: 0 })
}

fn wrong_column(path: &Path, column: &Column) -> ResultsError {
    ResultsError::Column { file: path.display().to_string(), column: column.name, expected: column.kind.name() }
}

fn check_schema(reader: &SerializedFileReader<File>, path: &Path) -> Result<(), ResultsError> {
    let metadata = reader.metadata().file_metadata().key_value_metadata();
    let found = metadata
        .and_then(|entries| entries.iter().find(|entry| entry.key == "windtunnel.schema"))
        .and_then(|entry| entry.value.clone());
    // A table that another tool has written says no version; its columns tell whether it is one of ours.
    let Some(found) = found.filter(|found| *found != observe::SCHEMA_VERSION.to_string()) else { return Ok(()) };
    Err(ResultsError::TableSchema { file: path.display().to_string(), found, expected: observe::SCHEMA_VERSION })
}

impl TablePart {
    /// Moves to the next row group that may have wanted rows; returns whether there is one.
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
        for ((buffer, reader), column) in batch.iter_mut().zip(&mut self.columns).zip(R::SCHEMA.columns) {
            let filled = buffer.fill(reader, wanted).ok_or_else(|| wrong_column(&self.path, column))?;
            let (filled, present) = filled.map_err(|error| ResultsError::file(&self.path, error))?;
            if present < filled {
                let reason = format!("column `{}` has missing values behind row {}", column.name, self.before);
                return Err(ResultsError::file(&self.path, reason));
            }
            if filled != wanted {
                return Err(ResultsError::file(&self.path, format!("column `{}` ends too early", column.name)));
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
