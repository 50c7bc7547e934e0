//! Tables: rows gathered by column, written part by part.

use crate::error::ObserveError;
use crate::outputs::{Column, Output};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of all tables: it rises when a column changes its name, type or meaning.
pub const SCHEMA: u32 = 1;

/// A part has at most so many rows.
pub const PART_ROWS: usize = 1 << 18;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A picosecond, byte or other count: a 64-bit integer.
    Long,
    /// An identifier: an unsigned 32-bit integer.
    Id,
    /// A signed 32-bit integer.
    Int,
    /// A truth value.
    Flag,
    /// Text, of few distinct values.
    Text,
}

impl Kind {
    /// In words, for messages and lists.
    pub fn name(self) -> &'static str {
        match self {
            Self::Long => "a 64-bit integer",
            Self::Id => "an unsigned 32-bit integer",
            Self::Int => "a signed 32-bit integer",
            Self::Flag => "a truth value",
            Self::Text => "text",
        }
    }
}

/// One value of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Long(u64),
    Id(u32),
    Int(i32),
    Flag(bool),
    /// The number of a text, from [`Table::text`].
    Text(u32),
}

/// The values of one column of the part being gathered.
#[derive(Debug)]
enum Gathered {
    Long(Vec<i64>),
    Int(Vec<i32>),
    Flag(Vec<bool>),
    Text(Vec<u32>),
}

impl Gathered {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Long => Self::Long(Vec::new()),
            Kind::Id | Kind::Int => Self::Int(Vec::new()),
            Kind::Flag => Self::Flag(Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
        }
    }

    #[inline]
    fn push(&mut self, value: Value) {
        match (self, value) {
            // Picoseconds and bytes stay far below 2^63; the engine's times are checked.
            (Self::Long(values), Value::Long(value)) => values.push(value as i64),
            // Parquet keeps unsigned 32-bit integers in signed ones of the same bits.
            (Self::Int(values), Value::Id(value)) => values.push(value as i32),
            (Self::Int(values), Value::Int(value)) => values.push(value),
            (Self::Flag(values), Value::Flag(value)) => values.push(value),
            (Self::Text(values), Value::Text(value)) => values.push(value),
            (gathered, value) => panic!("{value:?} in a column of {gathered:?}"),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Long(values) => values.clear(),
            Self::Int(values) => values.clear(),
            Self::Flag(values) => values.clear(),
            Self::Text(values) => values.clear(),
        }
    }
}

/// A table of a run folder, being written.
#[derive(Debug)]
pub(crate) struct Table {
    folder: PathBuf,
    schema: TypePtr,
    properties: WriterPropertiesPtr,
    columns: Vec<Gathered>,
    texts: Vec<ByteArray>,
    scratch: Vec<ByteArray>,
    rows: usize,
    part: u32,
    error: Option<ObserveError>,
}

impl Table {
    /// Makes the table's folder in the run folder. Parts that are there already are an earlier run's and go.
    pub(crate) fn create(run: &Path, output: &Output) -> Result<Self, ObserveError> {
        let folder = run.join(output.name);
        fs::create_dir_all(&folder).map_err(|error| ObserveError::unwritable(&folder, error))?;
        for old in parts(&folder).map_err(|error| ObserveError::unwritable(&folder, error))? {
            fs::remove_file(&old).map_err(|error| ObserveError::unwritable(&old, error))?;
        }
        let broken = |error| ObserveError::unwritable(&folder, error);
        Ok(Self {
            schema: schema(output).map_err(broken)?,
            properties: properties(output).map_err(broken)?,
            columns: output.columns.iter().map(|column| Gathered::new(column.kind)).collect(),
            texts: Vec::new(),
            scratch: Vec::new(),
            rows: 0,
            part: 0,
            error: None,
            folder,
        })
    }

    /// The number of a text, to be used in rows.
    pub(crate) fn text(&mut self, text: &str) -> u32 {
        self.texts.push(ByteArray::from(text));
        self.texts.len() as u32 - 1
    }

    /// Appends a row. After an error nothing is kept; [`Table::close`] reports it.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, row: [Value; N]) {
        debug_assert_eq!(N, self.columns.len());
        if self.error.is_some() {
            return;
        }
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.push(value);
        }
        self.rows += 1;
        if self.rows == PART_ROWS {
            self.end_part();
        }
    }

    /// Closes the current part, if it has rows.
    pub(crate) fn end_part(&mut self) {
        if self.rows == 0 || self.error.is_some() {
            return;
        }
        let name = format!("part-{:05}.parquet", self.part);
        let (hidden, path) = (self.folder.join(format!(".{name}.writing")), self.folder.join(name));
        let result = self.write(&hidden).map_err(|error| ObserveError::unwritable(&hidden, error));
        let result =
            result.and_then(|()| fs::rename(&hidden, &path).map_err(|error| ObserveError::unwritable(&path, error)));
        self.error = result.err();
        self.part += 1;
        self.rows = 0;
        self.columns.iter_mut().for_each(Gathered::clear);
    }

    fn write(&mut self, path: &Path) -> ParquetResult<()> {
        let file = BufWriter::new(File::create(path)?);
        let mut writer = SerializedFileWriter::new(file, self.schema.clone(), self.properties.clone())?;
        let mut group = writer.next_row_group()?;
        for column in &self.columns {
            let mut writer = group.next_column()?.expect("as many columns as in the schema");
            match (column, writer.untyped()) {
                (Gathered::Long(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                    writer.write_batch(values, None, None)?
                }
                (Gathered::Int(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                    writer.write_batch(values, None, None)?
                }
                (Gathered::Flag(values), ColumnWriter::BoolColumnWriter(writer)) => {
                    writer.write_batch(values, None, None)?
                }
                (Gathered::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                    self.scratch.clear();
                    self.scratch.extend(values.iter().map(|text| self.texts[*text as usize].clone()));
                    writer.write_batch(&self.scratch, None, None)?
                }
                _ => unreachable!("columns are those of the schema"),
            };
            writer.close()?;
        }
        group.close()?;
        writer.close()?;
        Ok(())
    }

    /// Closes the last part. A table without rows has one empty part, so that it can be opened.
    pub(crate) fn close(mut self) -> Result<(), ObserveError> {
        if self.rows == 0 && self.part == 0 && self.error.is_none() {
            let path = self.folder.join("part-00000.parquet");
            return self.write(&path).map_err(|error| ObserveError::unwritable(&path, error));
        }
        self.end_part();
        self.error.map_or(Ok(()), Err)
    }

    /// The error that stopped the table, if one did.
    pub(crate) fn error(&self) -> Option<&ObserveError> {
        self.error.as_ref()
    }
}

/// The closed parts in a table's folder, in order.
pub fn parts(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("part-") && name.ends_with(".parquet") {
            parts.push(path);
        }
    }
    // More than 100,000 parts have longer names: shorter ones come first.
    parts.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    Ok(parts)
}

fn schema(output: &Output) -> ParquetResult<TypePtr> {
    let fields = output.columns.iter().map(field).collect::<ParquetResult<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder(output.name).with_fields(fields).build()?))
}

fn field(column: &Column) -> ParquetResult<TypePtr> {
    let (physical, logical) = match column.kind {
        Kind::Long => (Physical::INT64, None),
        Kind::Id => (Physical::INT32, Some(LogicalType::integer(32, false))),
        Kind::Int => (Physical::INT32, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(column.name, physical).with_repetition(Repetition::REQUIRED);
    Ok(Arc::new(builder.with_logical_type(logical).build()?))
}

fn properties(output: &Output) -> ParquetResult<WriterPropertiesPtr> {
    let entry = |key: &str, value: String| KeyValue { key: key.into(), value: Some(value) };
    let mut builder = WriterProperties::builder()
        .set_created_by("windtunnel".into())
        .set_key_value_metadata(Some(vec![
            entry("windtunnel.schema", SCHEMA.to_string()),
            entry("windtunnel.table", output.name.into()),
        ]))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    for column in output.columns {
        let path = ColumnPath::from(column.name);
        builder = match column.kind {
            Kind::Text => builder.set_column_dictionary_enabled(path, true),
            Kind::Flag => builder.set_column_dictionary_enabled(path, false),
            Kind::Long | Kind::Id | Kind::Int => builder
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
        };
    }
    Ok(Arc::new(builder.build()))
}
