//! Tables: rows gathered by column, written part by part.

use crate::chunk::{self, Packer};
use crate::closer::Closer;
use crate::encode::{Flags, Indices, Numbers};
use crate::error::ObserveError;
use crate::outputs::{Column, Output};
use files::{Existing, FileError, NewFile};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type, TypePtr};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of all tables: it rises when a column changes its name, type or meaning.
pub const SCHEMA: u32 = 1;

/// A part has at most so many rows, a whole multiple of those that are taken apart together.
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

impl Value {
    #[inline]
    fn word(self) -> u64 {
        match self {
            Self::Long(value) => value,
            Self::Id(value) | Self::Text(value) => value.into(),
            Self::Int(value) => u64::from(value as u32),
            Self::Flag(value) => value.into(),
        }
    }

    fn fits(self, kind: Kind) -> bool {
        match self {
            Self::Long(_) => kind == Kind::Long,
            Self::Id(_) => kind == Kind::Id,
            Self::Int(_) => kind == Kind::Int,
            Self::Flag(_) => kind == Kind::Flag,
            Self::Text(_) => kind == Kind::Text,
        }
    }
}

/// So many rows are kept as they are before they are taken apart into columns: that costs less in one go, and they stay in
/// the processor's nearest cache.
const ROWS_HELD: usize = 64;

/// The values of one column of the part being gathered.
#[derive(Clone, Debug)]
pub(crate) enum Gathered {
    Numbers(Box<Numbers>),
    Flags(Flags),
    Texts(Indices),
}

impl Gathered {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Long => Self::Numbers(Box::new(Numbers::new(false, false))),
            Kind::Id => Self::Numbers(Box::new(Numbers::new(true, true))),
            Kind::Int => Self::Numbers(Box::new(Numbers::new(true, false))),
            Kind::Flag => Self::Flags(Flags::default()),
            Kind::Text => Self::Texts(Indices::default()),
        }
    }

    /// Appends values as [`Value::word`] gives them.
    fn extend(&mut self, words: impl Iterator<Item = u64>) {
        match self {
            // Picoseconds and bytes stay far below 2^63; the engine's times are checked. Parquet keeps unsigned 32-bit
            // integers in signed ones of the same bits.
            Self::Numbers(values) if values.narrow() => words.for_each(|word| values.push(i64::from(word as i32))),
            Self::Numbers(values) => words.for_each(|word| values.push(word as i64)),
            Self::Flags(values) => words.for_each(|word| values.push(word != 0)),
            Self::Texts(values) => words.for_each(|word| values.push(word as u32)),
        }
    }
}

/// A table of a run folder, being written.
#[derive(Debug)]
pub(crate) struct Table {
    folder: PathBuf,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    kinds: Vec<Kind>,
    columns: Vec<Gathered>,
    /// Rows that are not in the columns yet, one after the other.
    held: Vec<u64>,
    texts: Vec<Box<str>>,
    packer: Packer,
    rows: usize,
    /// How many of these lie in a file under the part's name already.
    saved: usize,
    part: u32,
    error: Option<ObserveError>,
    /// Who puts parts on disk that have ended; none for a table that is written in one go.
    closer: Option<Arc<Closer>>,
    /// The parts of such a table: they get their names together.
    unnamed: Vec<NewFile>,
}

impl Table {
    /// A table to which rows are added while the run goes on. Parts that are there already are an earlier run's and go.
    pub(crate) fn growing(run: &Path, output: &Output, closer: &Arc<Closer>) -> Result<Self, ObserveError> {
        let table = Self { closer: Some(Arc::clone(closer)), ..Self::whole(run, output)? };
        let folder = &table.folder;
        for old in parts(folder).map_err(|error| ObserveError::unwritable(folder, error))? {
            fs::remove_file(&old).map_err(|error| ObserveError::unwritable(&old, error))?;
        }
        Ok(table)
    }

    /// A table that is written in one go: its parts take the place of those that are there when it is committed.
    pub(crate) fn whole(run: &Path, output: &Output) -> Result<Self, ObserveError> {
        let folder = run.join(output.name);
        match fs::create_dir(&folder) {
            // A run folder that somebody has removed is not made again.
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(ObserveError::unwritable(&folder, error));
            }
            _ => {}
        }
        let broken = |error| ObserveError::unwritable(&folder, error);
        Ok(Self {
            schema: schema(output).map_err(broken)?,
            properties: properties(output),
            kinds: output.columns.iter().map(|column| column.kind).collect(),
            columns: output.columns.iter().map(|column| Gathered::new(column.kind)).collect(),
            held: Vec::with_capacity(ROWS_HELD * output.columns.len()),
            texts: Vec::new(),
            packer: Packer::default(),
            rows: 0,
            saved: 0,
            part: 0,
            error: None,
            closer: None,
            unnamed: Vec::new(),
            folder,
        })
    }

    /// The number of a text, to be used in rows.
    pub(crate) fn text(&mut self, text: &str) -> u32 {
        self.texts.push(text.into());
        self.texts.len() as u32 - 1
    }

    /// Appends a row. After an error nothing is kept; [`Table::close`] reports it.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, row: [Value; N]) {
        if self.error.is_some() {
            return;
        }
        if self.rows == 0 {
            self.check(&row);
        }
        self.held.extend_from_slice(&row.map(Value::word));
        self.rows += 1;
        if self.held.len() == ROWS_HELD * N {
            self.take_apart();
            if self.rows == PART_ROWS {
                self.end_part();
            }
        }
    }

    /// All rows of a table come from the same code: the first of each part is looked at.
    #[cold]
    fn check(&self, row: &[Value]) {
        let fits =
            row.len() == self.kinds.len() && row.iter().zip(&self.kinds).all(|(value, kind)| value.fits(*kind));
        assert!(fits, "{row:?} in a table of {:?}", self.kinds);
    }

    #[inline(never)]
    fn take_apart(&mut self) {
        extend(&mut self.columns, &self.held);
        self.held.clear();
    }

    /// Closes the current part, if it has rows.
    pub(crate) fn end_part(&mut self) {
        if self.rows == 0 || self.error.is_some() {
            return;
        }
        self.take_apart();
        let mut columns = std::mem::take(&mut self.columns);
        let written = self.written(&mut columns, self.rows);
        self.columns = columns;
        match (written, &self.closer) {
            (Ok(file), Some(closer)) => closer.close(file),
            (Ok(file), None) => self.unnamed.push(file),
            (Err(error), _) => self.error = Some(error),
        }
        (self.rows, self.saved) = (0, 0);
        self.part += 1;
    }

    /// Writes the rows of the current part under its name, where the whole part takes their place later. Of a run that is
    /// killed they are there; of one that ends nothing is left of them, so that its files depend on no clock.
    pub(crate) fn save(&mut self) -> Result<(), ObserveError> {
        if self.rows == self.saved || self.error.is_some() {
            return Ok(());
        }
        // Not in place: how rows are taken apart decides where parts end.
        let mut columns = self.columns.clone();
        extend(&mut columns, &self.held);
        self.written(&mut columns, self.rows)?.commit_unsynced()?;
        self.saved = self.rows;
        Ok(())
    }

    /// Writes a part with a row group of what is gathered, if there is any.
    fn written(&mut self, columns: &mut [Gathered], rows: usize) -> Result<NewFile, ObserveError> {
        let path = self.folder.join(format!("part-{:05}.parquet", self.part));
        let file = NewFile::create(&path, Existing::Replace)?;
        self.fill(file, columns, rows).map_err(|error| FileError::write(&path, reason(error)).into())
    }

    fn fill(&mut self, file: NewFile, columns: &mut [Gathered], rows: usize) -> ParquetResult<NewFile> {
        let schema = self.schema.root_schema_ptr();
        let mut writer = SerializedFileWriter::new(file, schema, self.properties.clone())?;
        if rows > 0 {
            let mut group = writer.next_row_group()?;
            for (column, descriptor) in columns.iter_mut().zip(self.schema.columns()) {
                let (chunk, close) = chunk::of(column, &self.texts, descriptor, rows, &mut self.packer)?;
                group.append_column(&chunk, close)?;
            }
            group.close()?;
        }
        writer.into_inner()
    }

    /// Ends the last part and gives the files that do not have their names yet. A table without rows has one empty part, so
    /// that it can be opened.
    pub(crate) fn close(mut self) -> Result<Vec<NewFile>, ObserveError> {
        // The last part gets its name together with those of other tables.
        self.closer = None;
        if self.rows == 0 && self.part == 0 && self.error.is_none() {
            return self.written(&mut [], 0).map(|file| vec![file]);
        }
        self.end_part();
        self.error.map_or(Ok(self.unnamed), Err)
    }

    /// The error that stopped the table, if one did.
    pub(crate) fn error(&self) -> Option<&ObserveError> {
        self.error.as_ref()
    }
}

/// Takes rows apart into columns.
fn extend(columns: &mut [Gathered], rows: &[u64]) {
    let width = columns.len();
    for (at, column) in columns.iter_mut().enumerate() {
        column.extend(rows.iter().skip(at).step_by(width).copied());
    }
}

/// What the system has said, without the words that the Parquet library puts around it.
fn reason(error: ParquetError) -> String {
    match error {
        ParquetError::External(error) => error.to_string(),
        error => error.to_string(),
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

fn schema(output: &Output) -> ParquetResult<SchemaDescPtr> {
    let fields = output.columns.iter().map(field).collect::<ParquetResult<Vec<_>>>()?;
    let root = Type::group_type_builder(output.name).with_fields(fields).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
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

fn properties(output: &Output) -> WriterPropertiesPtr {
    let entry = |key: &str, value: String| KeyValue { key: key.into(), value: Some(value) };
    let metadata =
        vec![entry("windtunnel.schema", SCHEMA.to_string()), entry("windtunnel.table", output.name.into())];
    let builder = WriterProperties::builder().set_created_by("windtunnel".into());
    Arc::new(builder.set_key_value_metadata(Some(metadata)).build())
}
